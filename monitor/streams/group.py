"""A member of a consumer group. It is not thread-safe and belongs to the loop that made it."""

import logging
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from kafka import (
    ConsumerRebalanceListener,
    OffsetAndMetadata,
    TopicPartition,
)
from kafka.errors import (
    CommitFailedError,
    KafkaError,
    NoOffsetForPartitionError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
)

from monitor.clock import Clock, SystemClock
from monitor.errors import BrokerError
from monitor.record import Partition, RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import translated
from monitor.streams.consumer import (
    ANSWER_MS,
    CLOSE_SECONDS,
    GLANCE_SECONDS,
    discard_fetched,
    let_joins_end,
    make_consumer,
    ours,
    poll_raw,
)
from monitor.streams.peers import Peers
from monitor.streams.signs import SIGNS_IN_A_SESSION, Signs

log = logging.getLogger(__name__)

_CLOCK = SystemClock()
_JOIN_SECONDS = 0.5
_JOIN_SECONDS_MAX = 4.0
_GOODBYE_MS = 1_000


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


class GroupReader:
    """One member of a consumer group. Offsets move only by `commit`.

    With the embedded broker, which ends nobody's session, a sign of life goes with each commit,
    `SIGNS_IN_A_SESSION` times in a session, and members that gave none for too long are
    removed from the group. That broker also forgets all members when it is started again, so
    by its sign an owner is known that may not have noticed yet.
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
        self._session = settings.session_timeout_seconds
        self._sign_seconds = self._session / SIGNS_IN_A_SESSION
        self._next_sign = 0.0
        self._has_to_watch = settings.embedded
        self._signs = Signs(self._session)
        self._name = f"{os.getpid()}-{clock.now():.6f}"
        self._free_from: dict[Partition, float] = {}
        self._group = (settings, group, client_id)
        self._peers: Peers | None = None
        self._topics = tuple(topics)
        self._rewound = 0
        self._is_idle = False
        self._join_seconds = _JOIN_SECONDS
        self._committed: dict[Partition, int] = {}
        self._assignments = _Assignments(on_revoked)
        self._consumer = make_consumer(
            settings, client_id, group_id=group, max_poll_records=max_records
        )
        let_joins_end(self._consumer)
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
        return frozenset(ours(partition) for partition in self._consumer.assignment())

    def is_free(self, partition: Partition) -> bool:
        """Whether the owner before us knows by now that it is the owner no more. Always true
        but for a session timeout after the embedded broker was started again."""
        return self._clock.monotonic() >= self._free_from.get(partition, 0.0)

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
            waiting = min(seconds, GLANCE_SECONDS) if self._is_idle else seconds
            self._join_seconds = _JOIN_SECONDS
        else:
            waiting = max(seconds, self._join_seconds)
            self._join_seconds = min(2 * self._join_seconds, _JOIN_SECONDS_MAX)
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
        with translated("reading"):
            try:
                return poll_raw(self._consumer, seconds)
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
            self._peers = peers = self._peers or Peers(*self._group)
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
        return self._commit(following, f"{self._clock.now():.3f} {self._name}", ANSWER_MS)

    def _commit(self, following: Mapping[Partition, int], sign: str, timeout_ms: int) -> bool:
        owned = self.owned()
        offsets = {
            TopicPartition(*partition): OffsetAndMetadata(offset, sign, -1)
            for partition, offset in following.items()
            if partition in owned
        }
        if offsets:
            try:
                with translated("committing"):
                    self._consumer.commit(offsets, timeout_ms=timeout_ms)
            except BrokerError as error:
                if isinstance(error.__cause__, CommitFailedError | RebalanceInProgressError):
                    return False
                raise
            self._committed.update(
                {ours(partition): at.offset for partition, at in offsets.items()}
            )
        return len(offsets) == len(following)

    def rewind(self) -> None:
        """Go back to what is committed: everything after it is read again.

        Without a commit that is the beginning. A commit outside of what the broker holds
        (records expired, or were lost) is moved to the nearer end of it.
        """
        with translated("rewinding"):
            discard_fetched(self._consumer)
            partitions = list(self._consumer.assignment())
            begins = self._consumer.beginning_offsets(partitions, timeout_ms=ANSWER_MS)
            ends = self._consumer.end_offsets(partitions, timeout_ms=ANSWER_MS)
            for partition in partitions:
                committed = self._consumer.committed(partition, metadata=True, timeout_ms=ANSWER_MS)
                wanted = begins[partition] if committed is None else committed.offset
                offset = min(max(wanted, begins[partition]), ends[partition])
                self._consumer.seek(partition, offset)
                self._committed[ours(partition)] = offset
                if self._has_to_watch and committed is not None:
                    self._heed(ours(partition), committed.metadata)

    def _heed(self, partition: Partition, sign: str) -> None:
        """Remember until when the one who gave this sign may count itself the owner."""
        given = re.fullmatch(r"(\d+\.\d+) (.+)", sign)
        if given is not None and given[2] != self._name:
            left = min(self._session, float(given[1]) + self._session - self._clock.now())
            free_from = self._clock.monotonic() + left
            self._free_from[partition] = max(free_from, self._free_from.get(partition, 0.0))

    def hold(self) -> None:
        """Fetch nothing from our partitions until `resume`; polling keeps our membership."""
        self._consumer.pause(*self._consumer.assignment())

    def resume(self) -> None:
        """Fetch again from all partitions."""
        self._consumer.resume(*self._consumer.assignment())

    def lag(self) -> dict[Partition, int]:
        """Records that wait in each of our partitions, as of the last fetch; never negative."""
        waiting: dict[Partition, int] = {}
        with translated("finding the lag"):
            for partition in self._consumer.assignment():
                end = self._consumer.highwater(partition)
                position = self._consumer.position(partition, timeout_ms=1000)
                if end is not None and position is not None:
                    waiting[ours(partition)] = max(0, end - position)
        return waiting

    def close(self) -> None:
        """Leave the group at once, so that others need not wait for our session to end."""
        self._close_peers()
        if self._has_to_watch:
            with suppress(BrokerError):
                self._commit(self._committed, "", _GOODBYE_MS)
        self._consumer.close(timeout_ms=CLOSE_SECONDS * 1000)
