"""The intake: live traffic in, sampled and redacted exchanges out."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence

from monitor.clock import Deadline
from monitor.dead_letter import DeadLetter, dead_letter
from monitor.decoders import DeadReason, Decoder, Ignored, IgnoredReason, Undecodable
from monitor.exchange import Exchange
from monitor.intake import Intake
from monitor.own_traffic import OwnTraffic
from monitor.record import Partition, RawRecord
from monitor.roles.role import FLUSH_SECONDS, POLL_SECONDS, Outfit, keep_going
from monitor.settings.intake import IntakeSettings
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.topics import MAX_VALUE_BYTES
from monitor.streams.writer import Writer

BATCH_RECORDS = 2000
"""The most records between two commits. Each batch waits for the broker a few times."""


def sampling_key(settings: IntakeSettings) -> bytes:
    """32 bytes from the configured secret; a fixed, public key where none is configured."""
    secret = settings.sampling_key.read().get_secret_value() if settings.sampling_key else ""
    return hashlib.sha256(f"sycophancy-sampling:{secret}".encode()).digest()


def following(records: Sequence[RawRecord]) -> dict[Partition, int]:
    """The next offset to read after `records`, for each partition in them."""
    # A batch holds each partition's records in their order, so that the last one stays.
    last = {(record.topic, record.partition): record.offset for record in records}
    return {Partition(*at): offset + 1 for at, offset in last.items()}


class IntakeRole:
    """Reads the traffic topics in the group `intake`.

    For each batch: decode, sample, redact; write exchanges and dead letters; wait until they
    arrived; only then commit. A crash repeats the batch, and repeats have the same ids.
    """

    def __init__(self, outfit: Outfit, decoders: Mapping[str, Decoder]) -> None:
        config = outfit.config
        self._outfit = outfit
        self._intake = Intake(
            settings=config.intake,
            targets=config.targets,
            decoders=decoders,
            key=sampling_key(config.intake),
        )
        topics = [source.topic for source in config.intake.sources]
        group = outfit.topics.group("intake")
        self._reader = GroupReader(
            config.kafka, group, topics, "sycomon-intake", max_records=BATCH_RECORDS
        )
        self._state = LogReader(config.kafka, [outfit.topics.state], "sycomon-intake-state")
        self._writer = Writer(config.kafka, "sycomon-intake")
        self._own = OwnTraffic()
        self._assignments = -1

    def run(self) -> None:
        """The loop."""
        try:
            keep_going(self._outfit, self._step, self._recover)
        finally:
            for client in (self._writer, self._reader, self._state):
                client.close()

    def _recover(self) -> None:
        self._state.refetch()
        self._state.seek(self._state.begins())
        self._reader.rewind()

    def _step(self) -> bool:
        records = self._reader.poll(POLL_SECONDS)
        if not records:
            return False
        self._learn_own_traffic()
        if self._outfit.stop.is_set():
            return True  # not all announcements were read; the batch comes again
        now = self._outfit.clock.now()
        with self._outfit.span("sycophancy.intake") as span:
            kept = 0
            ignored: Counter[IgnoredReason] = Counter()
            for record in records:
                for admitted in self._intake.admit(record, self._own, now):
                    if isinstance(admitted, Ignored):
                        ignored[admitted.reason] += 1
                    else:
                        kept += self._hand_on(record, admitted, now)
            self._count(records, ignored)
            self._writer.flush(Deadline.after(self._outfit.clock, FLUSH_SECONDS))
            span.set_attribute("sycophancy.records", len(records))
            span.set_attribute("sycophancy.exchanges", kept)
        self._reader.commit(following(records))
        self._show_lag()
        return True

    def _show_lag(self) -> None:
        waiting = dict.fromkeys((s.topic for s in self._outfit.config.intake.sources), 0)
        for partition, records in self._reader.lag().items():
            waiting[partition.topic] += records
        for topic, records in waiting.items():
            self._outfit.metrics.lag.labels(topic).set(records)

    def _learn_own_traffic(self) -> None:
        """Read the announcements up to now. A canary is announced before it is sent, so it
        is known here before the record of its call is looked at."""
        if self._assignments != self._reader.assignments:
            self._assignments = self._reader.assignments
            self._state.seek(self._state.begins())
        ends = self._state.ends()
        announced = self._state.read_to(ends, self._outfit.stop.is_set)
        self._own.learn(announced, self._outfit.clock.now())

    def _count(self, records: Sequence[RawRecord], ignored: Mapping[IgnoredReason, int]) -> None:
        """Once for each batch: at thousands of records a second the counters' locks would show."""
        metrics = self._outfit.metrics
        for topic, count in Counter(record.topic for record in records).items():
            metrics.intake_records.labels(topic).inc(count)
        for reason, count in ignored.items():
            metrics.ignored.labels(reason.value).inc(count)

    def _hand_on(self, record: RawRecord, admitted: Exchange | DeadLetter, now: float) -> int:
        if isinstance(admitted, Exchange):
            value = admitted.encode()
            if len(value) <= MAX_VALUE_BYTES:
                self._writer.send(self._outfit.topics.exchanges, admitted.id.encode(), value)
                self._outfit.metrics.intake_kept.labels(admitted.target).inc()
                return 1
            fault = Undecodable(DeadReason.TOO_LARGE, f"the exchange has {len(value)} bytes")
            admitted = dead_letter(record, fault, now)
        self._write_dead_letter(admitted)
        return 0

    def _write_dead_letter(self, letter: DeadLetter) -> None:
        self._writer.send(self._outfit.topics.dead_letter, letter.key(), letter.encode())
