"""A reader of whole topics. It is not thread-safe and belongs to the loop that made it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kafka import (
    TopicPartition,
)

from monitor.errors import BrokerError
from monitor.record import Partition, RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import translated
from monitor.streams.consumer import (
    ANSWER_MS,
    CLOSE_SECONDS,
    GLANCE_SECONDS,
    discard_fetched,
    make_consumer,
    ours,
    poll_raw,
)


class LogReader:
    """Reads whole topics from chosen offsets, in no group; at first from the beginning.

    Where the broker no longer holds our position, `poll` and `read_to` raise `BrokerError`
    until `seek` sets another: only the caller knows what must be read again.
    """

    def __init__(self, settings: KafkaSettings, topics: Sequence[str], client_id: str) -> None:
        self._consumer = make_consumer(settings, client_id, group_id=None, max_poll_records=2000)
        with translated("finding partitions"):
            found = [
                TopicPartition(topic, number)
                for topic in topics
                for number in sorted(self._consumer.partitions_for_topic(topic) or ())
            ]
        missing = set(topics) - {p.topic for p in found}
        if missing:
            self.close()
            raise BrokerError(f"no such topic: {', '.join(sorted(missing))}")
        self._is_idle = False
        self._consumer.assign(found)
        self._partitions = found
        self.seek(self.begins())

    def _named(self, offsets: Mapping[Any, int]) -> dict[Partition, int]:
        return {ours(partition): offset for partition, offset in offsets.items()}

    def begins(self) -> dict[Partition, int]:
        """The oldest offset of each partition."""
        with translated("finding the beginning"):
            found = self._consumer.beginning_offsets(self._partitions, timeout_ms=ANSWER_MS)
        return self._named(found)

    def ends(self) -> dict[Partition, int]:
        """The offset that the next record of each partition will have."""
        with translated("finding the end"):
            found = self._consumer.end_offsets(self._partitions, timeout_ms=ANSWER_MS)
        return self._named(found)

    def since(self, moment: float) -> dict[Partition, int]:
        """The first offset at or after `moment` (Unix seconds), the end where there is none."""
        ends = self.ends()
        with translated("finding a time"):
            wanted = {p: int(moment * 1000) for p in self._partitions}
            found = self._consumer.offsets_for_times(wanted, timeout_ms=ANSWER_MS)
        return ends | self._named({p: hit.offset for p, hit in found.items() if hit is not None})

    def seek(self, following: Mapping[Partition, int]) -> None:
        """Read on from these offsets; partitions not named stay where they are."""
        for partition, offset in following.items():
            self._consumer.seek(TopicPartition(*partition), offset)

    def refetch(self) -> None:
        """Go on at the same places with what the broker has there now."""
        positions = self.positions()
        with translated("reading"):
            discard_fetched(self._consumer)
        self.seek(positions)

    def poll(self, seconds: float) -> list[RawRecord]:
        """Records that have come, waiting at most `seconds`, and less when idle."""
        with translated("reading"):
            records = poll_raw(
                self._consumer, min(seconds, GLANCE_SECONDS) if self._is_idle else seconds
            )
        self._is_idle = not records
        return records

    def positions(self) -> dict[Partition, int]:
        """The next offset that will be read from each partition."""
        with translated("finding the position"):
            found = {p: self._consumer.position(p, timeout_ms=ANSWER_MS) for p in self._partitions}
        if None in found.values():
            raise BrokerError(f"finding the position: no answer in {ANSWER_MS} ms")
        return self._named(found)

    def read_to(
        self, ends: Mapping[Partition, int], give_up: Callable[[], bool]
    ) -> Iterator[RawRecord]:
        """Every record from the present positions up to, without, `ends`, and no further: the
        next record that `poll` gives is the one at `ends`.

        When the broker loses records meanwhile, what it has left is all; when it lost some
        that were read already, that is a `BrokerError`.
        """
        wanted = dict(ends)
        try:
            while not give_up():
                positions = self.positions()
                lost = [p for p, end in wanted.items() if positions[p] > end]
                if lost:
                    raise BrokerError(f"records that were read are gone: {lost}")
                behind = {p for p, end in wanted.items() if positions[p] < end}
                if not behind:
                    return
                self._consumer.pause(*(p for p in self._partitions if ours(p) not in behind))
                records = self.poll(0.2)
                self.seek({r.at(): wanted[r.at()] for r in records if r.offset >= wanted[r.at()]})
                yield from (r for r in records if r.offset < wanted[r.at()])
                if not records:
                    present = self.ends()
                    wanted = {p: min(end, present[p]) for p, end in wanted.items()}
        finally:
            self._consumer.resume(*self._partitions)

    def close(self) -> None:
        """Close the connections."""
        self._consumer.close(timeout_ms=CLOSE_SECONDS * 1000)
