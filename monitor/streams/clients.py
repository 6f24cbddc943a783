"""The Kafka clients, and the only module that imports kafka-python.

Raw bytes come out: a deserializer inside the client would fail on the same offset for ever.
The consumer is not thread-safe, so each belongs to the one loop that made it. Errors of the
library become `BrokerError` here and nowhere else.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from kafka import (
    ConsumerRebalanceListener,
    KafkaAdminClient,
    KafkaConsumer,
    KafkaProducer,
    OffsetAndMetadata,
    TopicPartition,
)
from kafka.errors import (
    CommitFailedError,
    KafkaError,
    NoOffsetForPartitionError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
    TopicAlreadyExistsError,
)

from monitor.clock import Deadline
from monitor.config import KafkaSettings
from monitor.errors import BrokerError
from monitor.record import Partition, RawRecord
from monitor.streams.connection import connection
from monitor.streams.topics import MAX_MESSAGE_BYTES, TopicSpec

Headers = Sequence[tuple[str, bytes]]

_ANSWER_MS = 10_000
"""How long a question to the broker may wait for its answer; some would wait for ever."""
_CLOSE_SECONDS = 5
_JOIN_SECONDS = 0.5


@contextmanager
def _translated(doing: str) -> Iterator[None]:
    try:
        yield
    except KafkaError as error:
        raise BrokerError(f"{doing}: {type(error).__name__}: {error}") from error


def ensure_topics(settings: KafkaSettings, specs: Iterable[TopicSpec], client_id: str) -> None:
    """Create the topics that are missing and leave those that exist as they are."""
    with _translated("creating topics"):
        admin = KafkaAdminClient(**connection(settings, client_id))
        try:
            present = set(admin.list_topics())
            for spec in specs:
                if spec.name in present:
                    continue
                wanted = {
                    spec.name: {
                        "num_partitions": spec.partitions,
                        "replication_factor": spec.replication_factor,
                        "configs": dict(spec.settings),
                    }
                }
                try:
                    admin.create_topics(wanted)
                except TopicAlreadyExistsError:
                    continue  # another process of ours was faster
        finally:
            admin.close()


def _raw(records: Mapping[Any, Sequence[Any]]) -> list[RawRecord]:
    return [
        RawRecord(
            r.topic,
            r.partition,
            r.offset,
            r.timestamp / 1000,
            r.key,
            r.value,
            tuple(r.headers),
        )
        for batch in records.values()
        for r in batch
    ]


def _ours(partition: Any) -> Partition:
    return Partition(partition.topic, partition.partition)


class _Assignments(ConsumerRebalanceListener):  # type: ignore[misc]  # the library has no types
    """Counts assignments, so that a reader can tell that it was given its partitions anew.

    While the group shares them out again the library still lists the old ones; somebody else
    may own them already, so `are_known` is false until the new ones are known.
    """

    def __init__(self, on_revoked: Callable[[], None]) -> None:
        self.count = 0
        self.are_known = False
        self._on_revoked = on_revoked

    def on_partitions_revoked(self, revoked: Any) -> None:
        self.are_known = False
        self._on_revoked()

    def on_partitions_assigned(self, assigned: Any) -> None:
        self.are_known = True
        self.count += 1


def _consumer(settings: KafkaSettings, client_id: str, **options: Any) -> Any:
    """A consumer that never moves by itself: a broker that lost its newest records would send
    it back to the beginning, and what it read long ago would count twice."""
    session = settings.session_timeout_seconds
    with _translated("connecting"):
        return KafkaConsumer(
            **connection(settings, client_id),
            enable_auto_commit=False,
            auto_offset_reset="none",
            session_timeout_ms=int(session * 1000),
            heartbeat_interval_ms=max(100, int(session * 1000 / 5)),
            request_timeout_ms=int(max(session + 5, 15) * 1000),
            max_partition_fetch_bytes=2 * MAX_MESSAGE_BYTES,
            allow_auto_create_topics=False,
            metrics_enabled=False,
            **options,
        )


class GroupReader:
    """One member of a consumer group. Offsets move only by `commit`."""

    def __init__(
        self,
        settings: KafkaSettings,
        group: str,
        topics: Sequence[str],
        client_id: str,
        max_records: int = 500,
        on_revoked: Callable[[], None] = lambda: None,
    ) -> None:
        self._assignments = _Assignments(on_revoked)
        self._consumer = _consumer(
            settings, client_id, group_id=group, max_poll_records=max_records
        )
        self._consumer.subscribe(list(topics), listener=self._assignments)

    @property
    def assignments(self) -> int:
        """How often partitions were given to us: a change means that positions were reset."""
        return self._assignments.count

    def owned(self) -> frozenset[Partition]:
        """The partitions that are ours as far as this process knows; none while the group
        shares them out."""
        if not self._assignments.are_known:
            return frozenset()
        return frozenset(_ours(partition) for partition in self._consumer.assignment())

    def poll(self, seconds: float) -> list[RawRecord]:
        """Records that have come, waiting at most `seconds`; also keeps our membership.

        A group that never committed starts at the beginning. Where the broker no longer holds
        our position, reading goes on from what is committed. While the group shares out its
        partitions, a poll waits a little longer.
        """
        # The library forgets a join that ends between two polls and begins another, which
        # makes all members join again: polls that are too short would do so for ever.
        waiting = seconds if self._assignments.are_known else max(seconds, _JOIN_SECONDS)
        with _translated("reading"):
            try:
                return _raw(self._consumer.poll(timeout_ms=int(waiting * 1000)))
            except (NoOffsetForPartitionError, OffsetOutOfRangeError):
                self.rewind()
                return []

    def commit(self, following: Mapping[Partition, int]) -> bool:
        """Commit the next offset to read per partition.

        False when the group has given our partitions to somebody else meanwhile: what was
        done since the last commit will be done again there. Raises `BrokerError`.
        """
        owned = self.owned()
        offsets = {
            TopicPartition(*partition): OffsetAndMetadata(offset, "", -1)
            for partition, offset in following.items()
            if partition in owned
        }
        if offsets:
            try:
                with _translated("committing"):
                    self._consumer.commit(offsets, timeout_ms=_ANSWER_MS)
            except BrokerError as error:
                if isinstance(error.__cause__, CommitFailedError | RebalanceInProgressError):
                    return False
                raise
        return len(offsets) == len(following)

    def rewind(self) -> None:
        """Go back to what is committed: everything after it is read again.

        Without a commit that is the beginning. A commit outside of what the broker holds
        (records expired, or were lost) is moved to the nearer end of it.
        """
        with _translated("rewinding"):
            partitions = list(self._consumer.assignment())
            begins = self._consumer.beginning_offsets(partitions, timeout_ms=_ANSWER_MS)
            ends = self._consumer.end_offsets(partitions, timeout_ms=_ANSWER_MS)
            for partition in partitions:
                committed = self._consumer.committed(partition, timeout_ms=_ANSWER_MS)
                wanted = begins[partition] if committed is None else committed
                offset = min(max(wanted, begins[partition]), ends[partition])
                self._consumer.seek(partition, offset)

    def hold(self) -> None:
        """Fetch nothing from our partitions until `resume`; polling keeps our membership."""
        self._consumer.pause(*self._consumer.assignment())

    def resume(self) -> None:
        """Fetch again from all partitions."""
        self._consumer.resume(*self._consumer.assignment())

    def lag(self) -> dict[Partition, int]:
        """Records that wait in each of our partitions, as of the last fetch; never negative."""
        waiting: dict[Partition, int] = {}
        with _translated("finding the lag"):
            for partition in self._consumer.assignment():
                end = self._consumer.highwater(partition)
                position = self._consumer.position(partition, timeout_ms=1000)
                if end is not None and position is not None:
                    waiting[_ours(partition)] = max(0, end - position)
        return waiting

    def close(self) -> None:
        """Leave the group at once, so that others need not wait for our session to end."""
        self._consumer.close(timeout_ms=_CLOSE_SECONDS * 1000)


class LogReader:
    """Reads whole topics from chosen offsets, in no group; at first from the beginning.

    Where the broker no longer holds our position, `poll` and `read_to` raise `BrokerError`
    until `seek` sets another: only the caller knows what must be read again.
    """

    def __init__(self, settings: KafkaSettings, topics: Sequence[str], client_id: str) -> None:
        self._consumer = _consumer(settings, client_id, group_id=None, max_poll_records=2000)
        with _translated("finding partitions"):
            found = [
                TopicPartition(topic, number)
                for topic in topics
                for number in sorted(self._consumer.partitions_for_topic(topic) or ())
            ]
        missing = set(topics) - {p.topic for p in found}
        if missing:
            self.close()
            raise BrokerError(f"no such topic: {', '.join(sorted(missing))}")
        self._consumer.assign(found)
        self._partitions = found
        self.seek(self.begins())

    def _named(self, offsets: Mapping[Any, int]) -> dict[Partition, int]:
        return {_ours(partition): offset for partition, offset in offsets.items()}

    def begins(self) -> dict[Partition, int]:
        """The oldest offset of each partition."""
        with _translated("finding the beginning"):
            found = self._consumer.beginning_offsets(self._partitions, timeout_ms=_ANSWER_MS)
        return self._named(found)

    def ends(self) -> dict[Partition, int]:
        """The offset that the next record of each partition will have."""
        with _translated("finding the end"):
            found = self._consumer.end_offsets(self._partitions, timeout_ms=_ANSWER_MS)
        return self._named(found)

    def since(self, moment: float) -> dict[Partition, int]:
        """The first offset at or after `moment` (Unix seconds), the end where there is none."""
        ends = self.ends()
        with _translated("finding a time"):
            wanted = {p: int(moment * 1000) for p in self._partitions}
            found = self._consumer.offsets_for_times(wanted, timeout_ms=_ANSWER_MS)
        return ends | self._named({p: hit.offset for p, hit in found.items() if hit is not None})

    def seek(self, following: Mapping[Partition, int]) -> None:
        """Read on from these offsets; partitions not named stay where they are."""
        for partition, offset in following.items():
            self._consumer.seek(TopicPartition(*partition), offset)

    def poll(self, seconds: float) -> list[RawRecord]:
        """Records that have come, waiting at most `seconds`."""
        with _translated("reading"):
            return _raw(self._consumer.poll(timeout_ms=int(seconds * 1000)))

    def positions(self) -> dict[Partition, int]:
        """The next offset that will be read from each partition."""
        with _translated("finding the position"):
            found = {p: self._consumer.position(p, timeout_ms=_ANSWER_MS) for p in self._partitions}
        if None in found.values():
            raise BrokerError(f"finding the position: no answer in {_ANSWER_MS} ms")
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
                self._consumer.pause(*(p for p in self._partitions if _ours(p) not in behind))
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
        self._consumer.close(timeout_ms=_CLOSE_SECONDS * 1000)


class Writer:
    """Writes records; `flush` tells whether all of them arrived.

    Not idempotent on purpose: readers drop repeats by id, while an idempotent producer waits
    for ever when a broker comes back without its state.
    """

    def __init__(self, settings: KafkaSettings, client_id: str) -> None:
        self._pending: list[Any] = []
        with _translated("connecting"):
            self._producer = KafkaProducer(
                **connection(settings, client_id),
                acks="all",
                enable_idempotence=False,
                linger_ms=5,
                max_request_size=MAX_MESSAGE_BYTES,
                request_timeout_ms=10_000,
                delivery_timeout_ms=60_000,
                max_block_ms=30_000,
                metrics_enabled=False,
            )

    def send(
        self, topic: str, key: bytes | None, value: bytes | None, headers: Headers = ()
    ) -> None:
        """Hand one record on; it is only safe after `flush`."""
        with _translated(f"writing to {topic}"):
            self._pending.append(
                self._producer.send(topic, key=key, value=value, headers=list(headers))
            )

    def flush(self, deadline: Deadline) -> None:
        """Wait until every record sent so far has arrived; `BrokerError` when one has not."""
        pending, self._pending = self._pending, []
        with _translated("writing"):
            for future in pending:
                future.get(timeout=deadline.left())

    def close(self) -> None:
        """Close the connections; records that were not flushed may be lost."""
        with suppress(KafkaError):  # raised when they are, with nobody left to be told
            self._producer.close(timeout=_CLOSE_SECONDS)
