"""What the leader keeps on the state topic, by key. Pure."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from monitor.errors import FormatError
from monitor.plan import LastRun
from monitor.record import Partition, RawRecord
from monitor.regressions.records import PREFIXES
from monitor.tallies_state import TalliesState
from monitor.wire import Record

SNAPSHOT_KEY = b"snapshot"
PLAN_PREFIX = b"plan/"
TOLD_PREFIX = b"told/"
_OURS = (SNAPSHOT_KEY, PLAN_PREFIX, TOLD_PREFIX, *PREFIXES)
OLDER_SNAPSHOTS = 4
"""Snapshots before the newest that are kept, as far as the topic still holds them."""


class Snapshot(Record):
    """The tallies after everything below `offsets` (topic, partition, next offset) was read.

    It is a function of that much of the log, so any snapshot is right; a newer one only
    means less to read again. `times` are those of the last records that it includes (topic,
    partition, Unix seconds): by them it is told whether they are still the same records.
    """

    offsets: tuple[tuple[str, int, int], ...]
    times: tuple[tuple[str, int, float], ...] = ()
    tallies: TalliesState

    def positions(self) -> dict[Partition, int]:
        return {Partition(topic, number): offset for topic, number, offset in self.offsets}

    def last_times(self) -> dict[Partition, float]:
        return {Partition(topic, number): time for topic, number, time in self.times}


class ScheduledRun(Record):
    """The newest run of one plan that was scheduled."""

    last: LastRun


class ToldVersions(Record):
    """The versions of one target of which nothing is to be told any more, the newest last: those
    that were told, and the first of all, which is not new.

    They stand apart from the snapshot. That one is written now and then, and an older one may
    take its place, by which what was told since would be told again. They are names and not a
    number: where the log was read anew and another version is the first, the number stays right
    and the names tell what to do.
    """

    names: tuple[str, ...]


@dataclass(slots=True)
class State:
    """The newest value of each key, and of the snapshot some older ones."""

    snapshot: Snapshot | None = None
    last_runs: dict[str, LastRun] = field(default_factory=dict)
    told: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Versions of which nothing is to be told any more, by target."""
    regressions: dict[bytes, bytes] = field(default_factory=dict)
    """What is kept of versions, under `monitor.regressions.records.PREFIXES`, unread."""
    older: deque[bytes] = field(default_factory=lambda: deque(maxlen=OLDER_SNAPSHOTS))

    def snapshots(self) -> Iterator[Snapshot]:
        """All that are left, the newest first; older ones that cannot be read are left out."""
        if self.snapshot is not None:
            yield self.snapshot
        for value in reversed(self.older):
            try:
                yield Snapshot.decode(value)
            except FormatError:
                continue


def read_state(records: Iterable[RawRecord]) -> State:
    """Fold the state topic, oldest record first; raises `FormatError` for what we cannot read."""
    newest: dict[bytes, bytes | None] = {}
    state = State()
    for record in records:
        # What others keep there is passed over: probers have a key for each canary's first message.
        if record.key is None or not record.key.startswith(_OURS):
            continue
        if record.key == SNAPSHOT_KEY:
            before = newest.get(SNAPSHOT_KEY)
            if record.value is None:
                state.older.clear()
            elif before is not None:
                state.older.append(before)
        newest[record.key] = record.value
    for key, value in newest.items():
        if value is None:
            continue
        if key == SNAPSHOT_KEY:
            state.snapshot = Snapshot.decode(value)
        elif key.startswith(PLAN_PREFIX):
            state.last_runs[_name(key, PLAN_PREFIX)] = ScheduledRun.decode(value).last
        elif key.startswith(TOLD_PREFIX):
            state.told[_name(key, TOLD_PREFIX)] = ToldVersions.decode(value).names
        elif key.startswith(PREFIXES):
            state.regressions[key] = value
    return state


def _name(key: bytes, prefix: bytes) -> str:
    return key.removeprefix(prefix).decode("utf-8", "replace")
