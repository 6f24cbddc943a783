"""The thread that scores, so that the loop that reads keeps its place in the group meanwhile."""

import logging
import queue
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Event, Thread

from monitor.errors import SycomonError, WorldError
from monitor.judging import family_of, unjudged, verdict_of
from monitor.metrics import WorkerStage
from monitor.roles.backlog import Backlog, Taken
from monitor.roles.role import Outfit
from monitor.scorers import ArmResults, Scorer
from monitor.verdict import Reason, Unscored, Verdict

log = logging.getLogger(__name__)

CALL_SECONDS = 600.0
"""How long one call of a scorer may take: more than a judge is given for all its rubrics."""
_TOLD_AGAIN_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of an exchange that was taken."""

    taken: Taken
    verdict: Verdict


class Scoring:
    """Takes batches out of the backlog and puts verdicts into `finished`, a family at a time.

    An error that a scorer raises is not the end of it: the batch is halved until the exchange
    stands alone that makes it fail, and that one is unscored. What our own errors say
    (`SycomonError`) concerns all exchanges: it ends the thread, and `check` raises it.
    `at_end` are called in the thread when it ends.
    """

    def __init__(
        self,
        outfit: Outfit,
        scorers: Mapping[str, Scorer],
        backlog: Backlog,
        at_end: Sequence[Callable[[], None]] = (),
    ) -> None:
        self.finished: queue.SimpleQueue[Sequence[Judged]] = queue.SimpleQueue()
        self._outfit = outfit
        self._scorers = scorers
        self._backlog = backlog
        self._at_end = at_end
        self._thread = Thread(target=self._work, name="worker-scoring", daemon=True)
        self._progress = Event()
        self._is_scoring = False
        self._call_since: float | None = None
        self._failure: Exception | None = None
        self._told: dict[str, float] = {}

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more; what is being scored is finished, as far as its family goes."""
        self._backlog.close()

    def has_ended(self) -> bool:
        """Whether the thread is done, `at_end` included."""
        return not self._thread.is_alive()

    def is_busy(self) -> bool:
        """Whether there is something to wait for."""
        return self._is_scoring or len(self._backlog) > 0

    def wait(self, seconds: float) -> None:
        """Until some verdicts are there, or the thread ends, but no longer than that."""
        self._progress.wait(seconds)
        self._progress.clear()

    def check(self) -> None:
        """Raises what ended the thread, and `WorldError` where a scorer does not come back."""
        if self._failure is not None:
            raise self._failure
        since = self._call_since
        if since is not None and self._outfit.clock.monotonic() - since > CALL_SECONDS:
            raise WorldError(f"a scorer has not come back for {CALL_SECONDS:g} s")

    def _work(self) -> None:
        try:
            with ExitStack() as stack:
                for close in self._at_end:
                    stack.callback(close)
                while taken := self._backlog.take(self._outfit.config.worker.batch_size):
                    self._is_scoring = True
                    self._score_batch(taken)
                    self._is_scoring = False
                    self._progress.set()
        except Exception as error:  # noqa: BLE001  # raised again by `check`, in the worker's loop
            self._failure = error
        finally:
            self._progress.set()

    def _score_batch(self, batch: Sequence[Taken]) -> None:
        self._observe_wait(batch)
        families: dict[str, list[Taken]] = defaultdict(list)
        for one in batch:  # canaries come first, and so do their families
            families[family_of(one.exchange)].append(one)
        for family, taken in families.items():
            if self._backlog.is_closed:
                return  # they are not committed, and come again
            self._score_family(self._scorers[family], taken)
            self._progress.set()

    def _score_family(self, scorer: Scorer, taken: Sequence[Taken]) -> None:
        metrics, clock = self._outfit.metrics, self._outfit.clock
        started = clock.monotonic()
        with (
            self._outfit.span("sycophancy.score") as span,
            metrics.score_seconds.labels(scorer.name).time(),
        ):
            span.set_attribute("sycophancy.exchanges", len(taken))
            span.set_attribute("sycophancy.scorer", scorer.name)
            results = self._results(scorer, taken)
        metrics.stage_seconds.labels(WorkerStage.SCORE).observe(clock.monotonic() - started)
        metrics.batch_exchanges.labels(scorer.name).observe(len(taken))
        metrics.scored.labels(scorer.name).inc(len(taken))
        now = clock.now()
        self.finished.put(
            [
                Judged(one, verdict_of(one.exchange, scorer, arms, now))
                for one, arms in zip(taken, results, strict=True)
            ]
        )

    def _results(self, scorer: Scorer, taken: Sequence[Taken]) -> Sequence[ArmResults]:
        exchanges = [one.exchange for one in taken]
        self._call_since = self._outfit.clock.monotonic()
        try:
            results = scorer.score(exchanges)
            if len(results) != len(exchanges):
                raise ValueError(f"{len(results)} results for {len(exchanges)} exchanges")
            return results
        except SycomonError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever it is, it is this batch's
            failure = error
        finally:
            self._call_since = None
        if len(taken) == 1:
            return [self._unscored(scorer, taken[0], failure)]
        half = len(taken) // 2
        return [*self._results(scorer, taken[:half]), *self._results(scorer, taken[half:])]

    def _unscored(self, scorer: Scorer, taken: Taken, failure: Exception) -> ArmResults:
        """The exchange that makes a scorer fail. Errors are named by their type: their texts may
        quote users."""
        self._outfit.metrics.score_errors.labels(scorer.name).inc()
        kind, where = type(failure).__name__, _place(failure)
        now = self._outfit.clock.monotonic()
        if now - self._told.get(where, -_TOLD_AGAIN_SECONDS) >= _TOLD_AGAIN_SECONDS:
            self._told[where] = now
            log.error(
                "scorer %s fails at %s/%d/%d: %s at %s; it is unscored",
                scorer.name, *taken.record.at(), taken.record.offset, kind, where,
            )  # fmt: skip
        why = Unscored(reason=Reason.UNREADABLE, detail=f"the scorer failed: {kind}")
        return unjudged(taken.exchange, scorer, why)

    def _observe_wait(self, batch: Sequence[Taken]) -> None:
        metrics, now = self._outfit.metrics, self._outfit.clock.monotonic()
        metrics.queue_exchanges.set(len(self._backlog))
        waited = now - min(one.since for one in batch)
        metrics.stage_seconds.labels(WorkerStage.WAIT).observe(waited)


def _place(failure: Exception) -> str:
    """File and line of where it was raised."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown"
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
