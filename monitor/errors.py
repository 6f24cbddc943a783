"""Every error that this project raises on purpose.

SycomonError
├── UserError        the person running us must change something: printed plainly, exit 2
│   ├── ConfigError  the configuration file: all problems at once, each with its dotted path
│   └── InputError   a file or an argument: what, where, what is allowed
├── FormatError      a record on one of our own topics that is not what it should be
│   └── NewerSchemaError  … because a newer version wrote it
└── WorldError       something outside failed for good (model server): logged, exit 1
    └── BrokerError  the Kafka broker does not answer or refuses; most callers try again

A fault of one record, one probe or one judge reply is never an exception: it is a value
(`Undecodable`, `Unscored`) that is counted by its reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass


class SycomonError(Exception):
    """Root of the tree."""


class UserError(SycomonError):
    """The person running the command must change something. Exit status 2, no traceback."""


class InputError(UserError):
    """A file or an argument cannot be used; the text says what, where and what is allowed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a configuration: the dotted path and what is allowed there."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class ConfigError(UserError):
    """The configuration has problems; `problems` holds every one of them."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{source}: {problem}" for problem in self.problems))


class FormatError(SycomonError):
    """A record on one of our own topics is not what it should be."""


class NewerSchemaError(FormatError):
    """A newer version wrote this record.

    It stays unread and uncommitted, so that a version that knows it can read it.
    """


class WorldError(SycomonError):
    """Something outside this process failed for good; the supervisor should restart us."""


class BrokerError(WorldError):
    """The Kafka broker does not answer, or refuses what we ask."""
