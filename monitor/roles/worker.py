"""The worker: exchanges in, verdicts out."""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence

from monitor.clock import Deadline
from monitor.dead_letter import dead_letter
from monitor.decoders import DeadReason, Undecodable
from monitor.errors import FormatError, NewerSchemaError, WorldError
from monitor.exchange import LIVE_ARM, Exchange, Kind
from monitor.judging import family_of, verdict_of
from monitor.record import RawRecord
from monitor.roles.intake import following, sampling_key
from monitor.roles.role import FLUSH_SECONDS, POLL_SECONDS, Outfit, keep_going
from monitor.sampling import Sampler
from monitor.scorers import ArmResults, Scorer
from monitor.scorers.judge import Judge
from monitor.streams.group import GroupReader
from monitor.streams.writer import Writer
from monitor.verdict import Reason, Unscored, Verdict

log = logging.getLogger(__name__)


class WorkerRole:
    """Reads exchanges in the group `worker`; scales by partitions.

    For each batch: score by family, write the verdicts, wait until they arrived, commit.
    It keeps nothing between batches, so any number of workers may come and go. The `judge` that
    scorers ask is closed at the end.
    """

    def __init__(
        self, outfit: Outfit, scorers: Mapping[str, Scorer], judge: Judge | None = None
    ) -> None:
        config = outfit.config
        self._outfit = outfit
        self._scorers = scorers
        self._judge = judge
        self._order = Sampler(sampling_key(config.intake), 1.0)
        self._reader = GroupReader(
            config.kafka,
            outfit.topics.group("worker"),
            [outfit.topics.exchanges],
            "sycomon-worker",
            max_records=config.worker.batch_size,
        )
        self._writer = Writer(config.kafka, "sycomon-worker")

    def run(self) -> None:
        """The loop."""
        try:
            keep_going(self._outfit, self._step, self._reader.rewind)
        finally:
            self._writer.close()
            self._reader.close()
            if self._judge is not None:
                self._judge.close()

    def _step(self) -> bool:
        records = self._reader.poll(POLL_SECONDS)
        if not records:
            return False
        lag = sum(self._reader.lag().values())
        self._outfit.metrics.lag.labels(self._outfit.topics.exchanges).set(lag)
        waiting: dict[str, list[Exchange]] = defaultdict(list)
        shed: list[Exchange] = []
        for record in records:
            exchange = self._read(record)
            if exchange is None:
                continue
            if exchange.kind is Kind.LIVE and self._is_shed(exchange, lag):
                shed.append(exchange)
            else:
                waiting[family_of(exchange)].append(exchange)
        for family, exchanges in waiting.items():
            self._score(family, exchanges)
        self._shed(shed)
        self._writer.flush(Deadline.after(self._outfit.clock, FLUSH_SECONDS))
        self._reader.commit(following(records))
        return True

    def _read(self, record: RawRecord) -> Exchange | None:
        try:
            return Exchange.decode(record.value)
        except NewerSchemaError as error:
            where = f"{record.topic}/{record.partition}/{record.offset}"
            raise WorldError(f"{where}: {error}") from error
        except FormatError as error:
            log.warning(
                "%s/%d/%d is no exchange; it goes to the dead letters",
                record.topic,
                record.partition,
                record.offset,
            )
            fault = Undecodable(DeadReason.WRONG_SHAPE, str(error)[:200])
            letter = dead_letter(record, fault, self._outfit.clock.now())
            self._writer.send(self._outfit.topics.dead_letter, letter.key(), letter.encode())
            return None

    def _is_shed(self, exchange: Exchange, lag: int) -> bool:
        """In hash order, so that what stays is a sample that every worker agrees on."""
        limit = self._outfit.config.worker.shed_above_lag
        return lag > limit and self._order.unit(exchange.conversation or exchange.id) >= limit / lag

    def _score(self, family: str, exchanges: Sequence[Exchange]) -> None:
        scorer = self._scorers.get(family)
        if scorer is None:
            known = ", ".join(sorted(self._scorers))
            raise WorldError(f"no scorer for family {family!r}; this version has: {known}")
        metrics = self._outfit.metrics
        with (
            self._outfit.span("sycophancy.score") as span,
            metrics.score_seconds.labels(scorer.name).time(),
        ):
            span.set_attribute("sycophancy.exchanges", len(exchanges))
            span.set_attribute("sycophancy.scorer", scorer.name)
            results = scorer.score(exchanges)
        now = self._outfit.clock.now()
        for exchange, arms in zip(exchanges, results, strict=True):
            self._write(verdict_of(exchange, scorer, arms, now))
        metrics.scored.labels(scorer.name).inc(len(exchanges))

    def _shed(self, exchanges: Sequence[Exchange]) -> None:
        scorer = self._scorers[LIVE_ARM]
        dropped: ArmResults = {LIVE_ARM: Unscored(reason=Reason.OVERLOADED)}
        for exchange in exchanges:
            self._write(verdict_of(exchange, scorer, dropped, self._outfit.clock.now()))
            self._outfit.metrics.shed.labels(exchange.target).inc()

    def _write(self, verdict: Verdict) -> None:
        self._writer.send(self._outfit.topics.verdicts, verdict.key(), verdict.encode())
