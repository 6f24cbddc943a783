"""A worker over a real broker: it keeps its place while it scores, loses nothing, skips nothing."""

import logging
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.errors import WorldError
from monitor.settings.kafka import KafkaSettings
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.group import GroupReader
from monitor.verdict import Outcome, Reason, Scored, Unscored
from tests.monitor.roles.working import (
    SECONDS,
    ToldScorer,
    canary,
    config,
    live,
    told,
    worker,
    working,
)

pytestmark = [
    pytest.mark.broker,
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

NUMBERS = count(1)


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KafkaSettings]:
    with EmbeddedBroker(tmp_path_factory.mktemp("broker")) as broker:
        yield KafkaSettings(
            bootstrap_servers=(broker.bootstrap,),
            embedded=True,
            session_timeout_seconds=6,
            partitions=1,
        )


@pytest.fixture
def settings(kafka: KafkaSettings) -> Config:
    """A deployment of its own."""
    return deployment(kafka)


def deployment(kafka: KafkaSettings, **changes: Any) -> Config:
    return config(kafka, f"worker-{next(NUMBERS)}", **changes)


def scorers(canaries: ToldScorer, lives: ToldScorer | None = None) -> dict[str, ToldScorer]:
    return {"pushback": canaries, "live": lives or canaries}


def test_its_place_in_the_group_is_kept_while_it_scores(kafka: KafkaSettings) -> None:
    settings = deployment(kafka.model_copy(update={"partitions": 2}))
    scorer = told(may=False)
    with working(settings, worker(scorers(scorer))) as one:
        one.write([canary(1)])
        assert scorer.begun.wait(SECONDS)
        other = GroupReader(
            settings.kafka,
            one.outfit.topics.group("worker"),
            [one.outfit.topics.exchanges],
            "other",
        )
        deadline = Deadline.after(SystemClock(), SECONDS)
        while len(other.owned()) != 1 and not deadline.passed():
            other.poll(0.1)
        assert len(other.owned()) == 1, "the worker gave one up without coming back from scoring"
        other.close()
        scorer.may.set()
        [verdict] = one.verdicts(1)
    assert verdict.exchange == canary(1).id
    assert one.failures == []


def test_what_is_read_ahead_is_bounded(kafka: KafkaSettings) -> None:
    settings = deployment(kafka, worker={"batch_size": 5})
    scorer = told(may=False)
    with working(settings, worker(scorers(scorer))) as one:
        one.write([canary(number) for number in range(100)])
        assert scorer.begun.wait(SECONDS)
        deadline = Deadline.after(SystemClock(), SECONDS)
        while one.value("sycophancy_score_queue_exchanges") < 5 and not deadline.passed():
            scorer.may.wait(0.05)
        scorer.may.wait(1.0)  # it goes on polling, and could read more
        topic = one.outfit.topics.exchanges
        assert one.value("sycophancy_lag_records", topic=topic) >= 100 - 3 * 5
        scorer.may.set()
        assert len({verdict.exchange for verdict in one.verdicts(100)}) == 100
    assert max(map(len, scorer.calls)) == 5
    assert sum(map(len, scorer.calls)) == 100


def test_nothing_is_committed_before_its_verdict_has_arrived(settings: Config) -> None:
    never, scorer = told(may=False), told()
    with working(settings, worker(scorers(never), drain_seconds=0.1)) as first:
        first.write([canary(1), canary(2)])
        assert never.begun.wait(SECONDS)
    assert first.failures == []
    with working(settings, worker(scorers(scorer))) as second:
        assert [one.exchange for one in second.verdicts(2)] == [canary(1).id, canary(2).id]
    never.may.set()
    assert sorted(id_ for call in scorer.calls for id_ in call) == [canary(1).id, canary(2).id]


def test_told_to_stop_it_finishes_what_it_scores_and_begins_nothing(kafka: KafkaSettings) -> None:
    settings = deployment(kafka, worker={"batch_size": 1})
    slow, next_one = told(may=False), told()
    with working(settings, worker(scorers(slow))) as first:
        first.write([canary(1), canary(2)])
        assert slow.begun.wait(SECONDS)
        first.stop()
        slow.may.set()
        first.end()
        assert [one.exchange for one in first.verdicts(1)] == [canary(1).id]
    with working(settings, worker(scorers(next_one))) as second:
        assert [one.exchange for one in second.verdicts(1)] == [canary(2).id]
    assert next_one.calls == [[canary(2).id]]


def test_an_exchange_that_makes_a_scorer_fail_is_found_and_costs_no_other(
    kafka: KafkaSettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings = deployment(kafka, worker={"batch_size": 8})
    bad = canary(3).id
    scorer = told(may=False, fails_at={bad: KeyError("what a user said")})
    with caplog.at_level(logging.ERROR), working(settings, worker(scorers(scorer))) as one:
        one.write([canary(number) for number in range(8)])
        scorer.may.set()
        verdicts = one.verdicts(8)
        errors = one.value("sycophancy_score_errors_total", scorer="flip")
        one.write([canary(9)])
        assert len(one.verdicts(1)) == 1
    assert one.failures == []
    by_id = {verdict.exchange: verdict.arms for verdict in verdicts}
    assert len(by_id) == 8
    failed = Unscored(reason=Reason.UNREADABLE, detail="the scorer failed: KeyError")
    assert by_id.pop(bad) == {"control": failed, "assertion": failed}
    held = Scored(outcome=Outcome.HELD)
    assert all(arms == {"control": held, "assertion": held} for arms in by_id.values())
    assert errors == 1
    assert "scorer flip fails at" in caplog.text
    assert "what a user said" not in caplog.text


def test_an_error_of_ours_ends_the_worker_and_commits_nothing(settings: Config) -> None:
    lost = WorldError("the GPU is gone")
    with working(settings, worker(scorers(told(fails_at={canary(1).id: lost})))) as first:
        first.write([canary(1)])
        assert first.verdicts(1) == []
        assert first.failures == [lost]
    with working(settings, worker(scorers(told()))) as second:
        assert [one.exchange for one in second.verdicts(1)] == [canary(1).id]


def test_canaries_that_wait_are_scored_before_live_exchanges(kafka: KafkaSettings) -> None:
    settings = deployment(kafka, worker={"batch_size": 10})
    canaries, lives = told(), told(may=False)
    with working(settings, worker(scorers(canaries, lives))) as one:
        one.write([live(0)])
        assert lives.begun.wait(SECONDS)
        one.write([*map(live, range(1, 8)), canary(1), canary(2)])
        deadline = Deadline.after(SystemClock(), SECONDS)
        while one.value("sycophancy_score_queue_exchanges") < 9 and not deadline.passed():
            lives.may.wait(0.05)
        at_first = list(canaries.calls)
        lives.may.set()
        assert len(one.verdicts(10)) == 10
    assert at_first == []
    assert canaries.calls == [[canary(1).id, canary(2).id]]
    assert lives.calls == [[live(0).id], [live(number).id for number in range(1, 8)]]


def test_a_record_that_is_no_exchange_is_a_dead_letter_and_is_passed(settings: Config) -> None:
    scorer = told()
    with working(settings, worker(scorers(scorer))) as one:
        one.write_raw(b"no exchange")
        one.write([canary(1)])
        assert len(one.verdicts(1)) == 1
    with working(settings, worker(scorers(scorer))) as again:
        again.write([canary(2)])
        assert [one.exchange for one in again.verdicts(1)] == [canary(2).id]
    assert scorer.calls == [[canary(1).id], [canary(2).id]]


def test_what_ends_with_the_worker_is_closed_once_nothing_is_scored(settings: Config) -> None:
    scorer, closed = told(), list[str]()
    make = worker(scorers(scorer), at_end=[lambda: closed.append("judge")])
    with working(settings, make) as one:
        one.write([canary(1)])
        assert len(one.verdicts(1)) == 1
        assert closed == []
    assert closed == ["judge"]
