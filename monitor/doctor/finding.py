"""What a check finds, and what it may look at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from monitor.clock import Clock, Deadline
from monitor.config import Config
from monitor.endpoint import Endpoint
from monitor.endpoints.server_date import ServerDate
from monitor.record import RawRecord
from monitor.scorers.judge import Judge
from monitor.settings.endpoints import EndpointSettings, JudgeSettings, TargetSettings
from monitor.streams.inspection import TopicFacts
from monitor.streams.topics import TopicSpec


class Severity(StrEnum):
    """How bad a finding is, the worst first."""

    ERROR = "error"
    """The monitor cannot do a part of its work."""
    WARNING = "warning"
    """It works, and something of what it says is missing or will be."""
    NOT_CHECKED = "not_checked"
    """Nothing is known of it; `what` says why."""
    NOTE = "note"
    OK = "ok"


SEVERITIES: Sequence[Severity] = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found. `where` is the dotted path of the configuration that it is
    about; `remedy` says what to do, and is empty where nothing is to be done."""

    check: str
    severity: Severity
    what: str
    where: str = ""
    remedy: str = ""


class Broker(Protocol):
    """The broker, looked at and never changed: `monitor.streams.inspection` has the real one."""

    def refused(self, deadline: Deadline) -> Mapping[str, str]:
        """Why each bootstrap server takes no connection, or none by TLS, for those that do not;
        raises `InputError`."""

    def greet(self, deadline: Deadline) -> None:
        """Go through TLS and SASL; raises `BrokerError` and `InputError`."""

    def topics(self, names: Sequence[str], deadline: Deadline) -> Mapping[str, TopicFacts]:
        """Those that are there."""

    def not_creatable(self, specs: Iterable[TopicSpec], deadline: Deadline) -> Mapping[str, str]:
        """Why each topic could not be created, for those that could not. None is created."""

    def newest(self, topic: str, most: int, deadline: Deadline) -> Sequence[RawRecord]:
        """Up to `most` of the newest records."""


class DateReader(Protocol):
    """Reads what time it is for whoever serves an endpoint."""

    async def __call__(
        self, settings: EndpointSettings, clock: Clock, seconds: float
    ) -> ServerDate | None:
        """Null where nobody says it."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The configuration and the world around it; `deadline` is that of the check."""

    config: Config
    clock: Clock
    deadline: Deadline
    broker: Broker
    make_endpoint: Callable[[TargetSettings], Endpoint]
    make_judge: Callable[[JudgeSettings], Judge]
    server_date: DateReader


Found = Iterable[Finding]


@dataclass(frozen=True, slots=True)
class Check:
    """A row of the table. `look` gives what it finds as it goes, and never raises for what the
    world does. It may take `seconds`. It is not done when a check named in `needs` did not
    pass. `is_local` says that it needs no network, and `failure_status` is the exit status for
    its errors: 2 where the configuration itself must be changed."""

    name: str
    look: Callable[[Surroundings], Found]
    seconds: float = 20.0
    needs: tuple[str, ...] = ()
    is_local: bool = False
    failure_status: int = 1
