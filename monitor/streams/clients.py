"""The Kafka clients, and the only module that imports kafka-python.

Raw bytes come out: a deserializer inside the client would fail on the same offset for ever.
The consumer is not thread-safe, so each belongs to the one loop that made it. Errors of the
library become `BrokerError` here and nowhere else.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from kafka.admin import MemberToRemove
from kafka.errors import (
    CommitFailedError,
    CorruptRecordError,
    KafkaError,
    NoOffsetForPartitionError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
    TopicAlreadyExistsError,
    UnsupportedCodecError,
)

from monitor.clock import Clock, Deadline, SystemClock
from monitor.config import KafkaSettings
from monitor.errors import BrokerError, WorldError
from monitor.record import Partition, RawRecord
from monitor.streams.connection import connection
from monitor.streams.signs import SIGNS_IN_A_SESSION, Signs
from monitor.streams.topics import MAX_MESSAGE_BYTES, TopicSpec

log = logging.getLogger(__name__)

Headers = Sequence[tuple[str, bytes]]

_CLOCK = SystemClock()

_ANSWER_MS = 10_000
"""How long a question to the broker may wait for its answer; some would wait for ever."""
_ASIDE_MS = 3_000
"""The same for questions that reading can do without."""
_CLOSE_SECONDS = 5
_GLANCE_SECONDS = 0.01
"""How long a reader looks for records that was idle when it looked last. The embedded broker
answers at once when there are none, so that a longer look would be a busy loop."""
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


def _poll(consumer: Any, seconds: float) -> list[RawRecord]:
    try:
        records = consumer.poll(timeout_ms=int(seconds * 1000))
    except (CorruptRecordError, UnsupportedCodecError) as error:
        # No use in trying again: the library would not come back from its next poll.
        raise WorldError(f"a batch of records cannot be unpacked: {error}") from error
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
            metadata_max_age_ms=30_000,  # topics and partitions made later are found by then
            metrics_enabled=False,
            **options,
        )


class _Peers:
    """The other members of a group: what they commit, and the removal of those that are dead."""

    def __init__(self, settings: KafkaSettings, group: str, client_id: str) -> None:
        self._group = group
        self._admin = KafkaAdminClient(
            **connection(settings, f"{client_id}-peers"),
            bootstrap_timeout_ms=_ASIDE_MS,
            request_timeout_ms=_ASIDE_MS,
        )

    def signs(self) -> dict[Partition, str]:
        """The newest sign of life for each partition that was ever committed."""
        found = self._admin.list_group_offsets({self._group: None})[self._group]
        return {_ours(partition): at.metadata or "" for partition, at in found.items()}

    def remove(self, silent: Collection[Partition], me: str) -> list[str]:
        """Take the owners of silent partitions out of the group; gives their ids.

        While the group waits for members to join, nobody owns anything, and who keeps it
        waiting cannot be told: then all others go. The living ones join again at once.
        """
        group = self._admin.describe_groups([self._group])[self._group]
        gone = [
            member["member_id"]
            for member in group["members"]
            if member["member_id"] != me
            and (group["group_state"] != "Stable" or _assigned(member) & frozenset(silent))
        ]
        if gone:
            members = [MemberToRemove(member_id=member) for member in gone]
            self._admin.remove_group_members(self._group, members)
        return gone

    def close(self) -> None:
        self._admin.close()


def _assigned(member: Mapping[str, Any]) -> frozenset[Partition]:
    topics = (member["member_assignment"] or {}).get("assigned_partitions", ())
    return frozenset(Partition(t["topic"], number) for t in topics for number in t["partitions"])


class GroupReader:
    """One member of a consumer group. Offsets move only by `commit`.

    With the embedded broker, which ends nobody's session, a sign of life goes with each commit,
    `SIGNS_IN_A_SESSION` times in a session, and members that gave none for too long are
    removed from the group.
    """

    def __init__(
        self,
        settings: KafkaSettings,
        group: str,
        topics: Sequence[str],
        client_id: str,
        max_records: int = 500,
        on_revoked: Callable[[], None] = lambda: None,
        clock: Clock = _CLOCK,
    ) -> None:
        self._clock = clock
        self._sign_seconds = settings.session_timeout_seconds / SIGNS_IN_A_SESSION
        self._next_sign = 0.0
        self._has_to_watch = settings.embedded
        self._signs = Signs(settings.session_timeout_seconds)
        self._group = (settings, group, client_id)
        self._peers: _Peers | None = None
        self._topics = tuple(topics)
        self._rewound = 0
        self._is_idle = False
        self._committed: dict[Partition, int] = {}
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
        partitions, a poll waits a little longer. Raises `WorldError` for records that cannot
        be unpacked, as those compressed in a way that this process has no library for.
        """
        # The library forgets a join that ends between two polls and begins another, which
        # makes all members join again: polls that are too short would do so for ever.
        if self._assignments.are_known:
            waiting = min(seconds, _GLANCE_SECONDS) if self._is_idle else seconds
        else:
            waiting = max(seconds, _JOIN_SECONDS)
        records = self._read(waiting)
        while self._rewound != self._assignments.count:
            # The library goes on at its old position in a partition that it gets back. After a
            # broker has lost its newest records, others stand there by now.
            self.rewind()
            self._rewound = self._assignments.count
            records = self._read(seconds)
        self._is_idle = not records
        if self._has_to_watch and self._clock.monotonic() >= self._next_sign:
            self._next_sign = self._clock.monotonic() + self._sign_seconds
            self.commit({p: at for p, at in self._committed.items() if p in self.owned()})
            self._look_after_peers()
        return records

    def _read(self, seconds: float) -> list[RawRecord]:
        with _translated("reading"):
            try:
                return _poll(self._consumer, seconds)
            except (NoOffsetForPartitionError, OffsetOutOfRangeError):
                self.rewind()
                return []

    def _look_after_peers(self) -> None:
        """Remove the owners of partitions that fell silent. What fails here is tried again."""
        try:
            foreign = self._partitions() - self.owned()
            if not foreign:
                self._signs.forget()
                self._close_peers()
                return
            self._peers = peers = self._peers or _Peers(*self._group)
            signs = peers.signs()
            now = self._clock.monotonic()
            silent = self._signs.silent({p: signs.get(p, "") for p in foreign}, now)
            if silent:
                self._signs.forget()
                for member in peers.remove(silent, self._consumer.group_metadata().member_id):
                    log.warning("%s gave no sign of life: removed from its group", member)
        except KafkaError as error:
            log.debug("the other members cannot be seen: %s", error)
            self._close_peers()

    def _partitions(self) -> frozenset[Partition]:
        return frozenset(
            Partition(topic, number)
            for topic in self._topics
            for number in self._consumer.partitions_for_topic(topic) or ()
        )

    def _close_peers(self) -> None:
        if self._peers is not None:
            self._peers.close()
            self._peers = None

    def commit(self, following: Mapping[Partition, int]) -> bool:
        """Commit the next offset to read per partition.

        False when the group has given our partitions to somebody else meanwhile: what was
        done since the last commit will be done again there. Raises `BrokerError`.
        """
        owned = self.owned()
        sign = f"{self._clock.now():.3f}"
        offsets = {
            TopicPartition(*partition): OffsetAndMetadata(offset, sign, -1)
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
            self._committed.update(
                {_ours(partition): at.offset for partition, at in offsets.items()}
            )
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
                self._committed[_ours(partition)] = offset

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
        self._close_peers()
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
        self._is_idle = False
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
        """Records that have come, waiting at most `seconds`, and less when idle."""
        with _translated("reading"):
            records = _poll(
                self._consumer, min(seconds, _GLANCE_SECONDS) if self._is_idle else seconds
            )
        self._is_idle = not records
        return records

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
