"""Plain counts of what verdicts said, by target, family, version and arm. Pure, no clock."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from monitor.verdict import Outcome, Reason, Scored, Unscored, Verdict

UNKNOWN_VERSION = "unknown"
"""Label of what no endpoint gave a version for."""

Mark = Outcome | Reason
"""What became of one arm of one trial."""


def mark_of(result: Scored | Unscored) -> Mark:
    return result.outcome if isinstance(result, Scored) else result.reason


def version_label(version: str | None) -> str:
    return version or UNKNOWN_VERSION


class RunResult(StrEnum):
    """How a run ended."""

    COMPLETE = "complete"
    MIXED_VERSION = "mixed_version"
    """Complete, but answered by more than one version, or by one that is not known in too many
    of its trials: it moves no gauge."""
    INCOMPLETE = "incomplete"
    """It was cut short, or a newer run of its target and family was complete first: it moves no
    gauge."""


class Stream(NamedTuple):
    """All that is known of one target in one family (`pushback`, `live` …)."""

    target: str
    family: str


class RunEnd(NamedTuple):
    """One run that ended just now."""

    stream: Stream
    result: RunResult


class ArmMark(NamedTuple):
    """The key of one count."""

    arm: str
    mark: Mark


@dataclass(slots=True)
class VersionCounts:
    """Counts of one version; `first` and `last` are event times in Unix seconds."""

    first: float
    last: float
    by_arm: dict[ArmMark, int] = field(default_factory=dict)


class Totals:
    """Counts that only grow. The tallies hold one; a process's own counters are another.

    A stream has at most `max_versions` named versions: with one more, the longest unseen
    (by event time) retires with its counts, never the one that was first seen last. The
    streams have their versions apart, so that names in live traffic cannot push out a
    version that canaries measure. `unknown` does not count among them.
    """

    def __init__(self, max_versions: int) -> None:
        if max_versions < 1:
            raise ValueError(f"max_versions {max_versions}: at least 1")
        self._max_versions = max_versions
        self.streams: dict[Stream, dict[str, VersionCounts]] = {}
        self.dead_letters: dict[tuple[str, str], int] = {}
        self.runs: dict[RunEnd, int] = {}
        self.new_versions: dict[str, int] = {}
        """By target; what a process counted, not restored."""

    def add(self, verdict: Verdict) -> bool:
        """Count every arm of a verdict; true when a version retired to make room."""
        versions = self.streams.setdefault(Stream(verdict.target, verdict.family), {})
        version, time = version_label(verdict.version), verdict.event_time
        counts = versions.get(version)
        is_new = counts is None
        if counts is None:
            counts = versions[version] = VersionCounts(time, time)
        counts.first = min(counts.first, time)
        counts.last = max(counts.last, time)
        for arm, result in verdict.arms.items():
            key = ArmMark(arm, mark_of(result))
            counts.by_arm[key] = counts.by_arm.get(key, 0) + 1
        return is_new and self.retire(versions)

    def retire(self, versions: dict[str, VersionCounts]) -> bool:
        """Bring one stream back to `max_versions`; true when a version had to go."""
        named = {name: counts for name, counts in versions.items() if name != UNKNOWN_VERSION}
        surplus = len(named) - self._max_versions
        if surplus <= 0:
            return False
        newest = max(named, key=lambda name: (named[name].first, name))
        old = sorted(named.keys() - {newest}, key=lambda name: (named[name].last, name))
        for name in old[:surplus]:
            del versions[name]
        return True

    def add_dead_letter(self, topic: str, reason: str) -> None:
        key = (topic, reason)
        self.dead_letters[key] = self.dead_letters.get(key, 0) + 1

    def add_new_version(self, target: str) -> None:
        self.new_versions[target] = self.new_versions.get(target, 0) + 1

    def add_run(self, end: RunEnd) -> None:
        self.runs[end] = self.runs.get(end, 0) + 1

    def of(self, stream: Stream, version: str) -> VersionCounts | None:
        """The counts of one version; null when nothing was counted."""
        return self.streams.get(stream, {}).get(version)

    def each(self) -> Iterator[tuple[Stream, str, VersionCounts]]:
        """Every stream and version with its counts."""
        for stream, versions in self.streams.items():
            for version, counts in versions.items():
                yield stream, version, counts
