"""What the leader keeps on the state topic, by key. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from monitor.plan import LastRun
from monitor.record import Partition, RawRecord
from monitor.tallies_state import TalliesState
from monitor.wire import Record

SNAPSHOT_KEY = b"snapshot"
PLAN_PREFIX = b"plan/"


class Snapshot(Record):
    """The tallies after everything below `offsets` (topic, partition, next offset) was read.

    It is a function of that much of the log, so any snapshot is right; a newer one only
    means less to read again.
    """

    offsets: tuple[tuple[str, int, int], ...]
    tallies: TalliesState

    def positions(self) -> dict[Partition, int]:
        return {Partition(topic, number): offset for topic, number, offset in self.offsets}


class ScheduledRun(Record):
    """The newest run of one plan that was scheduled."""

    last: LastRun


@dataclass(slots=True)
class State:
    """The newest value of each key."""

    snapshot: Snapshot | None = None
    last_runs: dict[str, LastRun] = field(default_factory=dict)


def read_state(records: Iterable[RawRecord]) -> State:
    """Fold the state topic, oldest record first; raises `FormatError` for what we cannot read."""
    newest: dict[bytes, bytes | None] = {}
    for record in records:
        if record.key is not None:
            newest[record.key] = record.value
    state = State()
    for key, value in newest.items():
        if value is None:
            continue
        if key == SNAPSHOT_KEY:
            state.snapshot = Snapshot.decode(value)
        elif key.startswith(PLAN_PREFIX):
            name = key.removeprefix(PLAN_PREFIX).decode("utf-8", "replace")
            state.last_runs[name] = ScheduledRun.decode(value).last
    return state
