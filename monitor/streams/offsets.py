"""Which offsets may be committed while records end out of order."""

from monitor.record import Partition, RawRecord


class OffsetTracker:
    """Keeps the records that are still being worked on; what lies below them has ended.

    A consumer that commits `committable()` never skips a record that has not ended, and
    after a crash repeats at most those from the oldest open one on.
    """

    def __init__(self) -> None:
        self._open: dict[Partition, set[int]] = {}
        self._next: dict[Partition, int] = {}

    def __len__(self) -> int:
        """Records that have not ended."""
        return sum(map(len, self._open.values()))

    def begin(self, record: RawRecord) -> None:
        """This record is being worked on."""
        partition = record.at()
        self._open.setdefault(partition, set()).add(record.offset)
        self._next[partition] = max(self._next.get(partition, 0), record.offset + 1)

    def end(self, record: RawRecord) -> None:
        """This record has ended, whatever came of it."""
        self._open.get(record.at(), set()).discard(record.offset)

    def committable(self) -> dict[Partition, int]:
        """For each partition the offset up to which, without it, everything has ended."""
        return {
            partition: min(self._open[partition], default=following)
            for partition, following in self._next.items()
        }

    def forget(self) -> None:
        """After a rebalance: what we were given before says nothing any more."""
        self._open.clear()
        self._next.clear()
