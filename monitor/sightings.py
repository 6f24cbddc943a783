"""Which versions of each target were ever seen, and which of them were new. Pure."""

from dataclasses import dataclass
from typing import Protocol

MAX_NAMES = 256
"""Names of one target that are known; of more, those first seen longest ago are forgotten."""


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A version that was first seen at `time` (Unix seconds), of a target that had others."""

    target: str
    version: str
    time: float


class OnNewVersion(Protocol):
    """Something that is done about a new version, once."""

    def __call__(self, new: NewVersion) -> None: ...


class Sightings:
    """The versions of one target, in the order of their first sight.

    The first of all is not new: there was nothing that it could differ from.
    """

    def __init__(self, names: tuple[str, ...] = (), new: int = 0) -> None:
        self._names = dict.fromkeys(names)
        self.new = new
        """How many new versions there were, those included that are forgotten."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._names)

    @property
    def newest(self) -> str | None:
        """The version that was first seen last."""
        return next(reversed(self._names), None)

    def see(self, version: str) -> bool:
        """Take note of a version; true when it is new."""
        if version in self._names:
            return False
        is_new = bool(self._names)
        self._names[version] = None
        self.new += is_new
        if len(self._names) > MAX_NAMES:
            del self._names[next(iter(self._names))]
        return is_new
