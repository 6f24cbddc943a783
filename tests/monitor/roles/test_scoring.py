"""The thread that scores and what waits for it, without a broker."""

from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.config import Config
from monitor.errors import WorldError
from monitor.judging import unjudged
from monitor.metrics import ProcessMetrics
from monitor.roles.backlog import Backlog, Taken
from monitor.roles.role import Outfit
from monitor.roles.scoring import CALL_SECONDS, Judged, Scoring
from monitor.scorers.catalog import make_scorers
from monitor.verdict import Reason, Unscored
from probes.pushback import RUNGS
from tests.build import exchange, probe_ref, record
from tests.fakes import FakeClock
from tests.monitor.roles.working import SECONDS, ToldScorer, canary, live, told

CONFIG = Config.model_validate({"instance": "test", "worker": {"batch_size": 8}})
WHY = Unscored(reason=Reason.UNREADABLE, detail="the scorer failed: KeyError")


def canaries(*numbers: int) -> list[Taken]:
    return [Taken(record(None, offset=number), canary(number), 0.0) for number in numbers]


def lives(*numbers: int) -> list[Taken]:
    return [Taken(record(None, offset=100 + number), live(number), 0.0) for number in numbers]


class Bench:
    """The thread, its backlog and its clock."""

    def __init__(self, scorer: ToldScorer) -> None:
        self.clock = FakeClock()
        self.registry = CollectorRegistry()
        metrics = ProcessMetrics(self.registry, CONFIG)
        self.outfit = Outfit(CONFIG, self.clock, metrics, NoOpTracer(), Event())
        self.backlog = Backlog()
        scorers = {"pushback": scorer, "live": scorer}
        self.scoring = Scoring(self.outfit, scorers, self.backlog)

    def finished(self) -> list[Judged]:
        return [*self.scoring.finished.get(timeout=SECONDS)]


def test_canaries_come_first_and_each_kind_in_its_order() -> None:
    backlog = Backlog()
    backlog.put([*lives(1, 2, 3), *canaries(1, 2)])
    backlog.put(canaries(3))
    taken = [backlog.take(2), backlog.take(2), backlog.take(9)]
    assert [[one.exchange.id for one in batch] for batch in taken] == [
        [canary(1).id, canary(2).id],
        [canary(3).id, live(1).id],
        [live(2).id, live(3).id],
    ]
    assert len(backlog) == 0


def test_who_waits_for_more_is_let_go_when_it_is_closed() -> None:
    backlog, found = Backlog(), [canaries(1)]
    waiting = Thread(target=lambda: found.append(backlog.take(5)))
    waiting.start()
    backlog.close()
    waiting.join(SECONDS)
    assert found == [canaries(1), []]


def test_what_is_cleared_is_given_back() -> None:
    backlog = Backlog()
    backlog.put([*canaries(1), *lives(2)])
    assert backlog.clear() == [*canaries(1), *lives(2)]
    assert len(backlog) == 0


@pytest.mark.parametrize("bad", [{0}, {7}, {2, 5}, set(range(8))])
def test_only_those_are_unscored_that_make_the_scorer_fail(bad: set[int]) -> None:
    scorer = told(fails_at={canary(number).id: KeyError(number) for number in bad})
    bench = Bench(scorer)
    bench.backlog.put(canaries(*range(8)))
    bench.scoring.start()
    found = bench.finished()
    bench.scoring.stop()
    assert [one.taken.exchange.id for one in found] == [canary(n).id for n in range(8)]
    failed = {n for n, one in enumerate(found) if WHY in one.verdict.arms.values()}
    assert failed == bad
    errors = bench.registry.get_sample_value("sycophancy_score_errors_total", {"scorer": "flip"})
    assert errors == len(bad)
    bench.scoring.check()


def test_a_scorer_that_gives_too_few_results_has_failed() -> None:
    class Forgetful(ToldScorer):
        def score(self, exchanges):  # type: ignore[no-untyped-def]  # as its base
            return super().score(exchanges)[1:]

    scorer = Forgetful()
    scorer.may.set()
    bench = Bench(scorer)
    bench.backlog.put(canaries(1))
    bench.scoring.start()
    [one] = bench.finished()
    bench.scoring.stop()
    why = Unscored(reason=Reason.UNREADABLE, detail="the scorer failed: ValueError")
    assert set(one.verdict.arms.values()) == {why}


def test_a_scorer_that_does_not_come_back_ends_the_worker() -> None:
    scorer = told(may=False)
    bench = Bench(scorer)
    bench.backlog.put(canaries(1))
    bench.scoring.start()
    assert scorer.begun.wait(SECONDS)
    bench.clock.advance(CALL_SECONDS)
    bench.scoring.check()
    bench.clock.advance(1)
    with pytest.raises(WorldError, match=r"a scorer has not come back for 600 s"):
        bench.scoring.check()
    scorer.may.set()
    bench.finished()
    bench.scoring.check()
    bench.scoring.stop()


def test_the_ladder_has_a_result_for_each_turn_there_too() -> None:
    arms = ("control", "ladder")
    one = exchange(probe=probe_ref(arms=arms), arms={})
    scorer = make_scorers(None)["pushback"]
    assert unjudged(one, scorer, WHY) == dict.fromkeys(("control", *RUNGS), WHY)


def test_a_scorer_that_fails_at_anything_has_the_arms_of_the_plan() -> None:
    scorer = told(fails_at={canary(1).id: KeyError()})
    assert unjudged(canary(1), scorer, WHY) == {"control": WHY, "assertion": WHY}
    assert unjudged(live(1), scorer, WHY) == {"live": WHY}
