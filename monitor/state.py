"""What the leader keeps on the state topic, by key. Pure."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from monitor.errors import FormatError
from monitor.plan import LastRun
from monitor.record import Partition, RawRecord
from monitor.tallies_state import TalliesState
from monitor.wire import Record

SNAPSHOT_KEY = b"snapshot"
PLAN_PREFIX = b"plan/"
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


@dataclass(slots=True)
class State:
    """The newest value of each key, and of the snapshot some older ones."""

    snapshot: Snapshot | None = None
    last_runs: dict[str, LastRun] = field(default_factory=dict)
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
        if record.key is None:
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
            name = key.removeprefix(PLAN_PREFIX).decode("utf-8", "replace")
            state.last_runs[name] = ScheduledRun.decode(value).last
    return state
