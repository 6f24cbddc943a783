"""The worker: exchanges in, verdicts out."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from monitor.clock import Deadline
from monitor.dead_letter import dead_letter
from monitor.decoders import DeadReason, Undecodable
from monitor.errors import FormatError, NewerSchemaError, WorldError
from monitor.exchange import LIVE_ARM, Exchange, Kind
from monitor.judging import family_of, verdict_of
from monitor.metrics import WorkerStage
from monitor.record import Partition, RawRecord
from monitor.roles.backlog import Backlog, Taken
from monitor.roles.intake import sampling_key
from monitor.roles.judge_desk import JudgeDesk
from monitor.roles.role import (
    FLUSH_SECONDS,
    LAST_FLUSH_SECONDS,
    POLL_SECONDS,
    REST_SECONDS,
    Outfit,
    if_reachable,
    keep_going,
)
from monitor.roles.scoring import Scoring
from monitor.sampling import Sampler
from monitor.scorers import Scorer
from monitor.streams.group import GroupReader
from monitor.streams.offsets import OffsetTracker
from monitor.streams.writer import Writer
from monitor.verdict import Reason, Unscored

log = logging.getLogger(__name__)

DRAIN_SECONDS = 8.0
"""How long the batch in hand may take once the process is told to stop."""
_BATCHES_IN_HAND = 2
"""Nothing is read while so many batches are in hand: one is scored, and one waits."""


Place = tuple[Partition, int]
"""Partition and offset."""


@dataclass(frozen=True, slots=True)
class _Outgoing:
    """What comes of a record, and where it is written."""

    record: RawRecord
    topic: str
    key: bytes
    value: bytes


class WorkerRole:
    """Reads exchanges in the group `worker`; scales by partitions.

    The Kafka clients belong to this loop, which keeps polling; another thread scores. What was
    read and is not committed is bounded: three batches at most. A record is committed when
    its verdict has arrived and so has that of every record before it. Nothing is kept beyond
    that, so any number of workers may come and go. What a crash leaves is judged again, and its
    verdicts have the same keys.

    `judge` is what the judge of the scorers is paid from, where it has a budget. `at_end` are
    called when the last exchange was scored, in the thread that scored it.
    """

    def __init__(
        self,
        outfit: Outfit,
        scorers: Mapping[str, Scorer],
        judge: JudgeDesk | None = None,
        at_end: Sequence[Callable[[], None]] = (),
        drain_seconds: float = DRAIN_SECONDS,
    ) -> None:
        config = outfit.config
        self._drain_seconds = drain_seconds
        self._outfit = outfit
        self._scorers = scorers
        self._order = Sampler(sampling_key(config.intake), 1.0)
        self._reader = GroupReader(
            config.kafka,
            outfit.topics.group("worker"),
            [outfit.topics.exchanges],
            "sycomon-worker",
            max_records=config.worker.batch_size,
        )
        self._writer = Writer(config.kafka, "sycomon-worker")
        self._backlog = Backlog()
        self._scoring = Scoring(outfit, scorers, self._backlog, at_end)
        self._tracker = OffsetTracker()
        self._begun: dict[Place, RawRecord] = {}
        self._in_hand: set[RawRecord] = set()
        self._unwritten: list[_Outgoing] = []
        self._claims = None if judge is None else judge.claims(outfit, self._writer)
        self._assignments = 0
        self._committed: dict[Partition, int] = {}

    def run(self) -> None:
        """The loop."""
        self._scoring.start()
        try:
            keep_going(self._outfit, self._step, self._recover)
            if_reachable("what was not written is judged again", self._drain)
            if self._claims is not None:
                last = partial(self._claims.release, LAST_FLUSH_SECONDS)
                if_reachable("what was claimed of the judge's budget counts as spent", last)
        finally:
            self._scoring.stop()
            if self._claims is not None:
                self._claims.close()
            self._writer.close()
            self._reader.close()

    def _step(self) -> bool:
        self._scoring.check()
        if len(self._tracker) >= _BATCHES_IN_HAND * self._outfit.config.worker.batch_size:
            self._reader.hold()
        else:
            self._reader.resume()
        records = self._poll()
        self._take(records)
        if self._claims is not None:
            self._claims.keep()
        wrote = self._write_finished(FLUSH_SECONDS)
        self._commit()
        if not records and not wrote and self._scoring.is_busy():
            self._scoring.wait(REST_SECONDS)
            return True
        return bool(records) or wrote

    def _poll(self) -> list[RawRecord]:
        records = self._reader.poll(POLL_SECONDS)
        if self._assignments != self._reader.assignments:
            self._assignments = self._reader.assignments
            self._track_anew()
        return records

    def _recover(self) -> None:
        self._track_anew()
        self._reader.rewind()
        if self._claims is not None:
            self._claims.start_over()

    def _track_anew(self) -> None:
        """Everything that is not committed is delivered again, to whoever owns it now. What is
        being scored is written all the same, and known again when it comes to us."""
        self._in_hand -= {one.record for one in self._backlog.clear()}
        self._begun = {}
        self._tracker.forget()
        self._committed = {}

    def _take(self, records: Sequence[RawRecord]) -> None:
        if not records:
            return
        lag = sum(self._reader.lag().values())
        self._outfit.metrics.lag.labels(self._outfit.topics.exchanges).set(lag)
        taken: list[Taken] = []
        for record in records:
            self._tracker.begin(record)
            self._begun[_place(record)] = record
            if record in self._in_hand:
                continue
            self._in_hand.add(record)
            exchange = self._read(record)
            if exchange is None:
                continue
            if exchange.kind is Kind.LIVE and self._is_shed(exchange, lag):
                self._shed(record, exchange)
            else:
                now = self._outfit.clock.monotonic()
                taken.append(Taken(record, exchange, now))
        self._backlog.put(taken)
        self._outfit.metrics.queue_exchanges.set(len(self._backlog))

    def _read(self, record: RawRecord) -> Exchange | None:
        where = f"{record.topic}/{record.partition}/{record.offset}"
        try:
            exchange = Exchange.decode(record.value)
        except NewerSchemaError as error:
            raise WorldError(f"{where}: {error}") from error
        except FormatError as error:
            log.warning("%s is no exchange; it goes to the dead letters", where)
            fault = Undecodable(DeadReason.WRONG_SHAPE, str(error)[:200])
            letter = dead_letter(record, fault, self._outfit.clock.now())
            self._send(record, self._outfit.topics.dead_letter, letter.key(), letter.encode())
            return None
        family = family_of(exchange)
        if family not in self._scorers:
            known = ", ".join(sorted(self._scorers))
            raise WorldError(f"no scorer for family {family!r}; this version has: {known}")
        return exchange

    def _is_shed(self, exchange: Exchange, lag: int) -> bool:
        """In hash order, so that what stays is a sample that every worker agrees on."""
        limit = self._outfit.config.worker.shed_above_lag
        return lag > limit and self._order.unit(exchange.conversation or exchange.id) >= limit / lag

    def _shed(self, record: RawRecord, exchange: Exchange) -> None:
        arms = {LIVE_ARM: Unscored(reason=Reason.OVERLOADED)}
        verdict = verdict_of(exchange, self._scorers[LIVE_ARM], arms, self._outfit.clock.now())
        self._send(record, self._outfit.topics.verdicts, verdict.key(), verdict.encode())
        self._outfit.metrics.shed.labels(exchange.target).inc()

    def _send(self, record: RawRecord, topic: str, key: bytes, value: bytes) -> None:
        self._unwritten.append(_Outgoing(record, topic, key, value))

    def _write_finished(self, seconds: float) -> bool:
        """What was judged stays in hand until it has arrived, whatever the broker does."""
        while not self._scoring.finished.empty():
            for one in self._scoring.finished.get():
                verdict, topic = one.verdict, self._outfit.topics.verdicts
                self._send(one.taken.record, topic, verdict.key(), verdict.encode())
        if not self._unwritten:
            return False
        clock = self._outfit.clock
        started = clock.monotonic()
        for out in self._unwritten:
            self._writer.send(out.topic, out.key, out.value)
        self._writer.flush(Deadline.after(clock, seconds))
        stage = self._outfit.metrics.stage_seconds.labels(WorkerStage.WRITE)
        stage.observe(clock.monotonic() - started)
        for out in self._unwritten:
            self._end(out.record)
        self._unwritten = []
        return True

    def _end(self, record: RawRecord) -> None:
        """What came of it has arrived. After a broker has lost its newest records, another one
        may stand in its place, which has not ended."""
        self._in_hand.discard(record)
        if self._begun.get(_place(record)) == record:
            del self._begun[_place(record)]
            self._tracker.end(record)

    def _commit(self) -> None:
        following = self._tracker.committable()
        if following != self._committed:
            self._reader.commit(following)
            self._committed = following

    def _drain(self) -> None:
        """Finish what is being scored, as far as there is time; the rest is not committed."""
        self._scoring.stop()
        self._reader.hold()
        deadline = Deadline.after(self._outfit.clock, self._drain_seconds)
        while not self._scoring.has_ended() and not deadline.passed():
            self._poll()  # others must not take us for dead meanwhile
            if self._claims is not None:
                self._claims.keep()
            self._scoring.wait(REST_SECONDS)
        if not self._scoring.has_ended():
            log.warning("a batch is not scored in %g s; it is judged again", self._drain_seconds)
        self._write_finished(LAST_FLUSH_SECONDS)
        self._commit()


def _place(record: RawRecord) -> Place:
    return record.at(), record.offset
