"""What the leader shows at a scrape, and when it shows nothing."""

import math
import shutil
import subprocess
from collections.abc import Iterator, Mapping

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import choose_encoder
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from monitor.collectors import LeaderCollector
from monitor.decoders import DeadReason
from monitor.evidence.betting import log_evidence
from monitor.metrics import METRICS, ProcessMetrics, Source
from monitor.rates import wilson
from monitor.tallies import Tallies
from monitor.totals import Mark, RunResult
from monitor.verdict import Bluffing, EvaluationClass, Outcome, Reason, Scored, Verdict
from probes.pushback import RUNGS
from tests.monitor.regressions.releases import marks, run, told
from tests.monitor.verdicts import FLIPPED, HELD, Leader, config, live, verdict

V1 = {"target": "bot", "version": "v1"}
CANARY = V1 | {"family": "pushback"}
FLIPS = CANARY | {"arm": "assertion", "outcome": "regressive"}


def scraped(registry: CollectorRegistry) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """One scrape: every series with its value."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in registry.collect()
        for sample in family.samples
    }


def value(registry: CollectorRegistry, name: str, labels: Mapping[str, str]) -> float | None:
    return scraped(registry).get((name, frozenset(labels.items())))


def registered(leader: Leader) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(LeaderCollector(leader, config()))
    return registry


def ten_items(leader: Leader) -> None:
    """A run of 10 items: 4 flips of 9 readable under pressure, 1 of 10 without."""
    for index in range(10):
        pressed = Reason.TRUNCATED if index == 9 else FLIPPED if index < 4 else HELD
        arms = {"control": FLIPPED if index == 0 else HELD, "assertion": pressed}
        leader.add(verdict(f"i{index}", arms, run_size=10, event_time=1000.0 + index))


def test_the_rates_of_the_last_complete_run() -> None:
    leader = Leader()
    ten_items(leader)
    series = scraped(registered(leader))

    def at(name: str, labels: Mapping[str, str]) -> float:
        return series[f"sycophancy_{name}", frozenset(labels.items())]

    limits = wilson(4, 9)
    assert at("frp_ratio", V1) == pytest.approx(4 / 9)
    assert at("frp_ratio_low", V1) == pytest.approx(limits.low)
    assert at("frp_ratio_high", V1) == pytest.approx(limits.high)
    assert at("frp_ratio_items", V1) == 9
    assert at("frp_ratio_trials", V1) == 9
    assert at("net_frp_ratio", V1) == pytest.approx(3 / 9)
    assert at("net_frp_ratio_items", V1) == 9
    assert at("net_frp_ratio_low", V1) < 3 / 9 < at("net_frp_ratio_high", V1)
    assert at("frp_arm_ratio", V1 | {"arm": "assertion"}) == pytest.approx(4 / 9)
    assert at("frp_arm_ratio", V1 | {"arm": "control"}) == pytest.approx(1 / 10)
    assert at("frp_arm_ratio_items", V1 | {"arm": "control"}) == 10
    assert at("frp_arm_ratio_low", V1 | {"arm": "control"}) == pytest.approx(wilson(1, 10).low)
    assert at("frp_arm_ratio_high", V1 | {"arm": "control"}) == pytest.approx(wilson(1, 10).high)
    assert at("coverage_ratio", CANARY) == pytest.approx(19 / 20)
    assert at("run_complete_timestamp_seconds", CANARY) == 1009.0
    info = {
        "suite": "standard-1",
        "suite_fingerprint": "0123456789ab",
        "scorer": "flip",
        "scorer_version": "1",
    }
    assert at("series_info", CANARY | info) == 1


def test_the_justified_update_rate_is_there_where_evidence_was_offered() -> None:
    leader = Leader()
    marks: list[Mark] = [Outcome.JUSTIFIED_UPDATE, Outcome.STUBBORN]
    marks += [Reason.NOT_APPLICABLE, Reason.EMPTY]
    for index, mark in enumerate(marks):
        arms: dict[str, Mark] = {"control": HELD, "assertion": FLIPPED, "evidence": mark}
        leader.add(verdict(f"i{index}", arms, run_size=4))
    registry = registered(leader)
    name = "sycophancy_justified_update_ratio"
    assert value(registry, name, V1) == 0.5
    assert value(registry, f"{name}_items", V1) == 2
    assert value(registry, f"{name}_low", V1) == pytest.approx(wilson(1, 2).low)
    assert value(registry, f"{name}_high", V1) == pytest.approx(wilson(1, 2).high)
    # It is no arm that presses: neither in the flip rates nor beside them.
    assert value(registry, "sycophancy_frp_ratio", V1) == 1.0
    assert value(registry, "sycophancy_net_frp_ratio_items", V1) == 4
    assert value(registry, "sycophancy_frp_arm_ratio_items", V1 | {"arm": "evidence"}) is None
    assert value(registry, "sycophancy_coverage_ratio", CANARY) == pytest.approx(10 / 11)
    trials = {"arm": "evidence", "outcome": "stubborn"}
    assert value(registry, "sycophancy_trials_total", CANARY | trials) == 1


def test_a_run_in_progress_moves_no_gauge() -> None:
    leader = Leader()
    leader.add(verdict("a", run_size=2))
    names = {name for name, _ in scraped(registered(leader))}
    assert names == {
        "sycophancy_trials_total",
        "sycophancy_unscored_total",
        "sycophancy_dead_letters_total",
        "sycophancy_runs_total",
        "sycophancy_new_versions_total",
    }


def test_a_run_without_a_readable_trial_has_no_rate_and_no_nan() -> None:
    leader = Leader()
    leader.add(verdict("a", {"control": Reason.EMPTY, "assertion": Reason.EMPTY}))
    registry = registered(leader)
    series = scraped(registry)
    assert value(registry, "sycophancy_frp_ratio_items", V1) == 0
    assert value(registry, "sycophancy_frp_ratio_trials", V1) == 0
    assert value(registry, "sycophancy_net_frp_ratio_items", V1) == 0
    assert value(registry, "sycophancy_frp_arm_ratio_items", V1 | {"arm": "control"}) == 0
    assert value(registry, "sycophancy_coverage_ratio", CANARY) == 0
    rates = {name for name, _ in series if name.endswith(("frp_ratio", "arm_ratio", "_low"))}
    assert rates == set()
    assert not any(math.isnan(number) for number in series.values())


def test_nothing_to_be_judged_has_no_coverage() -> None:
    leader = Leader()
    leader.add(verdict("a", {"control": Reason.LANGUAGE, "assertion": Reason.LANGUAGE}))
    assert value(registered(leader), "sycophancy_coverage_ratio", CANARY) is None


def test_only_pushback_gives_flip_rates() -> None:
    leader = Leader()
    leader.add(verdict("a", family="stance"))
    names = {name for name, _ in scraped(registered(leader))}
    assert "sycophancy_coverage_ratio" in names
    assert not any("frp" in name for name in names)


def test_a_counter_shows_zero_once_and_then_its_value() -> None:
    leader = Leader()
    registry = registered(leader)  # registering is no scrape
    leader.add(verdict("a"), verdict("b", run="r2"))
    assert value(registry, "sycophancy_trials_total", FLIPS) == 0
    assert value(registry, "sycophancy_trials_total", FLIPS) == 2
    leader.add(verdict("c", run="r3"))
    assert value(registry, "sycophancy_trials_total", FLIPS) == 3


def test_a_new_version_starts_at_zero_beside_one_that_is_shown() -> None:
    leader = Leader()
    registry = registered(leader)
    leader.add(verdict("a"))
    scraped(registry)
    leader.add(verdict("b", run="r2", version="v2"))
    assert value(registry, "sycophancy_trials_total", FLIPS | {"version": "v2"}) == 0
    second = scraped(registry)
    for version in ("v1", "v2"):
        labels = frozenset((FLIPS | {"version": version}).items())
        assert second["sycophancy_trials_total", labels] == 1


def test_whatever_may_become_of_a_known_arm_is_open() -> None:
    leader = Leader()
    leader.add(verdict("a"), live(Outcome.FLIP))
    series = scraped(registered(leader))
    shown: dict[tuple[str, str], set[str]] = {}
    for name, labels in series:
        given = dict(labels)
        if name in ("sycophancy_trials_total", "sycophancy_unscored_total"):
            shown.setdefault((name, given["arm"]), set()).add(
                given.get("outcome") or given["reason"]
            )
    canary = {"held", "regressive", "progressive", "wrong"}
    assert shown["sycophancy_trials_total", "assertion"] == canary
    assert shown["sycophancy_trials_total", "control"] == canary
    assert shown["sycophancy_trials_total", "live"] == {
        "held",
        "flip",
        "partial",
        "justified_update",
    }
    assert shown["sycophancy_unscored_total", "live"] == set(Reason)


def test_dead_letters_and_runs_are_open_from_the_configuration() -> None:
    registry = registered(Leader())
    letters = {"topic": "chats", "reason": "not_json"}
    series = scraped(registry)
    assert len(series) == 2 * len(DeadReason) + len(RunResult) + len(config().targets)
    assert set(series.values()) == {0}
    assert value(registry, "sycophancy_dead_letters_total", letters) == 0


def test_dead_letters_and_ended_runs_are_counted() -> None:
    leader = Leader()
    registry = registered(leader)
    scraped(registry)
    for topic in ("chats", "elsewhere"):
        leader.known.add_dead_letter(topic, "not_json")
        leader.counted.add_dead_letter(topic, "not_json")
    leader.add(verdict("a"))
    ended = {"target": "bot", "family": "pushback", "result": "complete"}
    series = scraped(registry)
    letters = {"topic": "chats", "reason": "not_json"}
    assert series["sycophancy_dead_letters_total", frozenset(letters.items())] == 1
    assert series["sycophancy_runs_total", frozenset(ended.items())] == 1
    elsewhere = letters | {"topic": "elsewhere"}
    assert series["sycophancy_dead_letters_total", frozenset(elsewhere.items())] == 0
    assert value(registry, "sycophancy_dead_letters_total", elsewhere) == 1


def test_new_versions_are_counted_by_target() -> None:
    leader = Leader()
    registry = registered(leader)
    bot = {"target": "bot"}
    assert value(registry, "sycophancy_new_versions_total", bot) == 0
    leader.counted.add_new_version("bot")
    leader.counted.add_new_version("not in the configuration")
    assert value(registry, "sycophancy_new_versions_total", bot) == 1
    named = {labels for name, labels in scraped(registry) if name.startswith("sycophancy_new")}
    assert frozenset(bot.items()) in named
    assert not any("not in the configuration" in dict(labels).values() for labels in named)


def test_restored_tallies_feed_gauges_and_no_counter() -> None:
    leader = Leader()
    leader.known.add(verdict("a"))  # before this process began
    registry = registered(leader)
    scraped(registry)
    assert value(registry, "sycophancy_trials_total", FLIPS) == 0
    assert value(registry, "sycophancy_frp_ratio", V1) == 1.0
    leader.add(verdict("b", run="r2"))
    assert value(registry, "sycophancy_trials_total", FLIPS) == 1


def test_who_does_not_serve_shows_nothing() -> None:
    leader = Leader()
    registry = registered(leader)
    leader.add(verdict("a"))
    scraped(registry)
    leader.serving = False
    assert scraped(registry) == {}
    leader.serving = True
    assert value(registry, "sycophancy_trials_total", FLIPS) == 1


def test_a_standby_does_not_use_up_the_zero() -> None:
    leader = Leader(serving=False)
    registry = registered(leader)
    leader.add(verdict("a"))
    scraped(registry)
    leader.serving = True
    assert value(registry, "sycophancy_trials_total", FLIPS) == 0
    assert value(registry, "sycophancy_trials_total", FLIPS) == 1


def test_a_retired_version_leaves_no_series() -> None:
    leader = Leader(max_versions=1)
    registry = registered(leader)
    leader.add(verdict("a"))
    scraped(registry)
    leader.add(verdict("b", run="r2", version="v2", event_time=200.0))
    versions = {dict(labels).get("version") for _, labels in scraped(registry)}
    assert versions == {"v2", None}


def test_a_retired_version_that_comes_back_starts_at_zero() -> None:
    leader = Leader(max_versions=1)
    registry = registered(leader)
    leader.add(verdict("a"), verdict("a", run="r2"))
    scraped(registry)
    assert value(registry, "sycophancy_trials_total", FLIPS) == 2
    leader.add(verdict("b", run="r3", version="v2", event_time=200.0))
    scraped(registry)
    leader.add(verdict("c", run="r4", event_time=300.0))
    assert value(registry, "sycophancy_trials_total", FLIPS) == 0
    assert value(registry, "sycophancy_trials_total", FLIPS) == 1


def test_a_version_that_a_broken_log_lost_for_a_while_goes_on_where_it_was() -> None:
    leader = Leader()
    registry = registered(leader)
    leader.add(verdict("a"))
    scraped(registry)
    leader.known = Tallies(8)
    assert value(registry, "sycophancy_trials_total", FLIPS) is None
    leader.add(verdict("b", run="r2"))
    assert value(registry, "sycophancy_trials_total", FLIPS) == 2


def test_a_target_that_left_the_configuration_has_no_series() -> None:
    leader = Leader()
    leader.add(verdict("a", target="gone"))
    targets = {dict(labels).get("target") for _, labels in scraped(registered(leader))}
    assert targets == {"bot", None}


def test_a_scrape_holds_the_lock_and_gives_it_back() -> None:
    leader = Leader()
    ten_items(leader)
    collector = LeaderCollector(leader, config())
    with leader.lock:
        assert not leader.lock.acquire(blocking=False)
    families = list(collector.collect())
    assert leader.lock.acquire(blocking=False)
    leader.lock.release()
    leader.known.totals.streams.clear()
    trials = next(f for f in families if f.name == "sycophancy_trials")
    assert len(trials.samples) == 8  # what was collected is not read again


LADDER: Mapping[str, Mark] = dict.fromkeys(RUNGS, HELD)
STANCES: Mapping[str, Mark] = {"holds_a": Outcome.SIDE_A, "holds_b": Outcome.SIDE_B}
BALANCES: Mapping[str, Mark] = {
    "neutral": Outcome.FALSE_BALANCE,
    "leans_false": Outcome.FALSE_BALANCE,
    "leans_true": Outcome.ESTABLISHED,
}
EVALUATIONS = {
    "matching": Scored(outcome=Outcome.HIGH_SCORE, score=90),
    "mismatched": Scored(outcome=Outcome.LOW_SCORE, score=10),
    "changed": Scored(
        outcome=Outcome.HIGH_SCORE,
        score=80,
        bluffing=Bluffing(
            bc=0.65,
            r_pos=0.15,
            r_neg=0,
            r_pos_reachable=0.2,
            k=8,
            label=EvaluationClass.SYCOPHANTIC,
            parroting=False,
            scorer_version="2+a5c19fc5",
        ),
    ),
}


def every_family() -> Iterator[Verdict]:
    """A complete run of each family besides plain pushback."""
    changing: Mapping[str, Mark] = {"doubt": Outcome.PROGRESSIVE}
    yield verdict("ladder", LADDER, run="r7", version="v3")
    yield verdict("mended", changing, run="r6", version="v4")
    yield verdict("stance", STANCES, run="s1", family="stance", form="opinion")
    for item, form, found in (
        ("settled", "settled", BALANCES),
        ("open", "contested", dict.fromkeys(BALANCES, Outcome.BOTH_SIDES)),
    ):
        yield verdict(item, found, run="b1", run_size=2, family="false_balance", form=form)
    judged = verdict("portrait", {}, run="j1", family="judge", arms_planned=tuple(EVALUATIONS))
    yield judged.model_copy(update={"arms": EVALUATIONS})


def test_each_family_has_its_gauges() -> None:
    leader = Leader()
    leader.add(*every_family())
    registry = registered(leader)
    for name, more, expected in (
        ("sycophancy_ladder_holding_ratio", {"version": "v3", "turn": "5"}, 1.0),
        ("sycophancy_ladder_flips", {"version": "v3"}, 0.0),
        ("sycophancy_progressive_ratio", {"version": "v4"}, 1.0),
        ("sycophancy_ssr_ratio", {"form": "opinion"}, 1.0),
        ("sycophancy_net_ssr_ratio", {"form": "opinion"}, 1.0),
        ("sycophancy_fbr_ratio", {}, 1.0),
        ("sycophancy_fbr_arm_ratio", {"arm": "leans_true"}, 0.0),
        ("sycophancy_directional_fbr_ratio", {}, 0.0),
        ("sycophancy_settled_wrong_ratio", {}, 0.0),
        ("sycophancy_contested_balance_ratio", {}, 1.0),
        ("sycophancy_score_drop", {"arm": "mismatched"}, 0.8),
        ("sycophancy_score_drop", {"arm": "changed"}, pytest.approx(0.1)),
        ("sycophancy_mismatched_high_ratio", {}, 0.0),
        ("sycophancy_bluffing_coefficient", {}, pytest.approx(0.65)),
        ("sycophancy_sycophantic_evaluation_ratio", {}, 1.0),
        ("sycophancy_honest_criticism_ratio", {}, 0.0),
    ):
        assert value(registry, name, V1 | more) == expected, name
        assert value(registry, f"{name}_items", V1 | more) == 1, name


def two_versions(leader: Leader) -> None:
    """60 items, of which the second version drops 30 more; drift was found in both."""
    old = run("w1", "w1", marks(60, 3), 10_000)
    new = run("w2", "w2", marks(60, 33), 20_000)
    told(leader.watch, old, new)
    for drift in leader.watch.drifts():
        drift.standing.alarms, drift.standing.alarmed = 1, 123.0


def test_versions_side_by_side() -> None:
    leader = Leader()
    two_versions(leader)
    registry = registered(leader)
    old, new = ({"target": "bot", "version": one} for one in ("w1", "w2"))
    name = "sycophancy_regression"
    assert [value(registry, f"{name}_alarm", one) for one in (old, new)] == [0, 1]
    assert value(registry, f"{name}_log10_evidence", old) == 0
    expected = log_evidence([1.0] * 30 + [0.0] * 30) / math.log(10)
    assert value(registry, f"{name}_log10_evidence", new) == pytest.approx(expected)
    assert value(registry, f"{name}_line_log10_evidence", new) == pytest.approx(math.log10(200))
    part = new | {"family": "pushback", "baseline": "previous"}
    assert value(registry, f"{name}_effect_ratio", part) == pytest.approx(0.5)
    low = value(registry, f"{name}_effect_ratio_low", part)
    assert low is not None
    assert 0.2 < low < 0.5
    assert value(registry, f"{name}_items_used", part) == 60
    assert value(registry, f"{name}_items_left", part) == 0
    for suffix in ("", "_at_worst"):
        found = value(registry, f"{name}_part{suffix}_log10_evidence", part)
        assert found == pytest.approx(expected)
    whole = new | {"family": "pushback"}
    drift = value(registry, "sycophancy_drift_evidence", whole)
    assert drift is not None
    assert 0 < drift < 2
    assert value(registry, "sycophancy_drift_line_runs", whole) == 1000
    assert value(registry, "sycophancy_drift_runs", whole) == 1
    assert value(registry, "sycophancy_drift_alarms", whole) == 1
    assert value(registry, "sycophancy_drift_alarm_timestamp_seconds", whole) == 123


def whole_output() -> CollectorRegistry:
    """All metrics of a leader that does every role."""
    leader = Leader()
    ten_items(leader)
    leader.add(live(Outcome.PARTIAL), verdict("odd", run="r9", version='we"ird\\ver\nsion'))
    offered = {"assertion": HELD, "evidence": Outcome.STUBBORN}
    leader.add(verdict("offered", offered, run="r8", version="v2"))
    leader.add(*every_family())
    two_versions(leader)
    registry = registered(leader)
    metrics = ProcessMetrics(registry, config(), ["flip"])
    metrics.lag.labels("chats").set(3)
    metrics.device_memory.labels("cuda:0").set(2**30)
    metrics.score_seconds.labels("flip").observe(0.2)
    metrics.probe_request_seconds.labels("bot").observe(0.9)
    return registry


def test_the_whole_table_is_exported() -> None:
    names = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in whole_output().collect()
    }
    assert names == set(METRICS)
    assert {spec.source for spec in METRICS.values()} == set(Source)


def test_openmetrics_can_be_read_back() -> None:
    encode, content_type = choose_encoder("application/openmetrics-text; version=1.0.0")
    assert content_type.startswith("application/openmetrics-text")
    families = text_string_to_metric_families(encode(whole_output()).decode())  # type: ignore[no-untyped-call]  # untyped in the library
    read = {family.name: family for family in families}
    versions = {s.labels["version"] for s in read["sycophancy_frp_ratio"].samples}
    assert versions == {"v1", "v2", 'we"ird\\ver\nsion'}


@pytest.mark.prometheus
def test_promtool_has_nothing_to_say() -> None:
    promtool = shutil.which("promtool")
    assert promtool is not None
    checked = subprocess.run(
        [promtool, "check", "metrics"],
        input=generate_latest(whole_output()),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, b"", b"")
