"""Which versions of each target were ever seen, and which of them were new. Pure."""

from collections.abc import Iterator, Mapping
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
    """Something that is done about a new version: once, or once more where a leader ended between
    telling it and writing that down."""

    def __call__(self, new: NewVersion) -> None: ...


class Sightings:
    """The versions of one target, in the order of their first sight, and when that was (Unix
    seconds; null where it was not written down).

    The first of all is not new: there was nothing that it could differ from.
    """

    def __init__(self, times: Mapping[str, float | None] | None = None, new: int = 0) -> None:
        self._times: dict[str, float | None] = dict(times or {})
        self.new = new
        """How many new versions there were, those included that are forgotten."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._times)

    @property
    def times(self) -> tuple[float | None, ...]:
        """When each of `names` was first seen."""
        return tuple(self._times.values())

    @property
    def newest(self) -> str | None:
        """The version that was first seen last."""
        return next(reversed(self._times), None)

    def news(self) -> Iterator[tuple[str, float | None]]:
        """The new versions that are known, and when each was first seen."""
        is_first_known = self.new < len(self._times)
        for number, seen in enumerate(self._times.items()):
            if number > 0 or not is_first_known:
                yield seen

    def see(self, version: str, time: float) -> bool:
        """Take note of a version; true when it is new."""
        if version in self._times:
            return False
        is_new = bool(self._times)
        self._times[version] = time
        self.new += is_new
        if len(self._times) > MAX_NAMES:
            del self._times[next(iter(self._times))]
        return is_new
