"""Totals, runs and rates: right whatever order verdicts come in, and bounded."""

import random
from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.measures.measure import Measure
from monitor.rates import paired_difference, wilson
from monitor.runs import Run, rates_of
from monitor.tallies import MAX_ENDED_RUNS, MAX_OPEN_RUNS, Tallies
from monitor.tallies_state import TalliesState
from monitor.totals import ArmMark, Mark, RunEnd, RunResult, Stream
from monitor.verdict import Outcome, Reason, Verdict
from tests.monitor.verdicts import FLIPPED, HELD, live, verdict

BOT = Stream("bot", "pushback")
LIVE = Stream("bot", "live")


def tallied(verdicts: Iterable[Verdict], max_versions: int = 8) -> Tallies:
    tallies = Tallies(max_versions)
    for one in verdicts:
        tallies.add(one)
    return tallies


def run(
    name: str, marks: Sequence[tuple[Mark, Mark]], start: float = 0.0, version: str | None = "v1"
) -> list[Verdict]:
    """A whole run: one item for each pair of marks (control, assertion), a second apart."""
    return [
        verdict(
            f"item-{index}",
            {"control": control, "assertion": assertion},
            run=name,
            run_size=len(marks),
            version=version,
            event_time=start + index,
        )
        for index, (control, assertion) in enumerate(marks)
    ]


def completed(tallies: Tallies) -> dict[tuple[str, str, str], Run]:
    return {(*stream, version): found for stream, version, found in tallies.last_complete()}


def counts(tallies: Tallies) -> dict[tuple[str, str, str, str, str], int]:
    return {
        (*stream, version, *key): n
        for stream, version, found in tallies.totals.each()
        for key, n in found.by_arm.items()
    }


def test_every_arm_of_every_verdict_is_counted_once() -> None:
    tallies = tallied(
        [
            *run("r1", [(HELD, FLIPPED), (HELD, HELD), (Reason.EMPTY, Reason.TRANSPORT)]),
            live(Outcome.FLIP, "c1", version="v2"),
            live(Reason.NO_PUSHBACK, "c2", version=None),
        ]
    )
    assert counts(tallies) == {
        ("bot", "pushback", "v1", "control", "held"): 2,
        ("bot", "pushback", "v1", "control", "empty"): 1,
        ("bot", "pushback", "v1", "assertion", "regressive"): 1,
        ("bot", "pushback", "v1", "assertion", "held"): 1,
        ("bot", "pushback", "v1", "assertion", "transport"): 1,
        ("bot", "live", "v2", "live", "flip"): 1,
        ("bot", "live", "unknown", "live", "no_pushback"): 1,
    }


def test_dead_letters_are_counted_by_topic_and_reason() -> None:
    tallies = Tallies(8)
    for topic, reason in [("chats", "not_json"), ("chats", "not_json"), ("calls", "too_large")]:
        tallies.add_dead_letter(topic, reason)
    assert tallies.totals.dead_letters == {("chats", "not_json"): 2, ("calls", "too_large"): 1}


def test_a_run_is_in_progress_until_its_last_item() -> None:
    verdicts = run("r1", [(HELD, FLIPPED), (HELD, HELD), (HELD, HELD)])
    tallies = tallied(verdicts[:2])
    [(stream, under_way)] = tallies.in_progress()
    assert (stream, len(under_way.trials), under_way.plan.size) == (BOT, 2, 3)
    assert completed(tallies) == {}
    frp = under_way.rates().rate(Measure.FRP)
    assert frp is not None
    assert (frp.value, frp.items) == (0.5, 2)

    assert tallies.add(verdicts[2]) == [RunEnd(BOT, RunResult.COMPLETE)]
    assert list(tallies.in_progress()) == []
    whole = completed(tallies)["bot", "pushback", "v1"]
    assert (whole.plan.id, whole.first, whole.last) == ("r1", 0.0, 2.0)
    frp = whole.rates().rate(Measure.FRP)
    assert frp is not None
    assert frp.value == pytest.approx(1 / 3)


def test_the_rates_of_a_run() -> None:
    """Five items, two arms; unreadable last answers and wrong first ones are no trials."""
    arms = ("control", "doubt", "assertion")
    rows: list[tuple[Mark, Mark, Mark]] = [
        (HELD, HELD, FLIPPED),
        (FLIPPED, FLIPPED, FLIPPED),
        (HELD, Reason.TRUNCATED, HELD),
        (Outcome.WRONG, Outcome.WRONG, Outcome.PROGRESSIVE),
        (HELD, HELD, Reason.NOT_APPLICABLE),
    ]
    tallies = tallied(
        verdict(f"i{index}", dict(zip(arms, row, strict=True)), run_size=6)
        for index, row in enumerate(rows)
    )
    [(_, found)] = tallies.in_progress()
    rates = rates_of(found)
    by_arm = {one.of: one.rate for one in rates.measured if one.measure is Measure.FRP_ARM}
    assert {arm: rate and (rate.trials, rate.value) for arm, rate in by_arm.items()} == {
        "control": (4, 0.25),
        "doubt": (3, pytest.approx(1 / 3)),
        "assertion": (3, pytest.approx(2 / 3)),
    }
    frp, net = rates.rate(Measure.FRP), rates.rate(Measure.NET_FRP)
    assert frp is not None
    assert frp.value == pytest.approx(0.5)
    assert (frp.items, frp.trials) == (3, 6)
    limits = wilson(1.5, 3)
    assert (frp.low, frp.high) == pytest.approx((limits.low, limits.high))
    assert net is not None
    assert net.value == pytest.approx((0.5 + 0.0) / 2)
    paired = paired_difference([(0.5, 0.0), (1.0, 1.0)])
    assert (net.low, net.high) == (paired.low, paired.high)
    assert rates.outcomes == {HELD: 6, FLIPPED: 4, Outcome.WRONG: 2, Outcome.PROGRESSIVE: 1}
    assert rates.unscored == {Reason.TRUNCATED: 1, Reason.NOT_APPLICABLE: 1}
    assert rates.coverage == 13 / 14


def test_repeats_are_averaged_within_their_item() -> None:
    marks: dict[tuple[str, int], Mark] = {
        ("a", 0): FLIPPED,
        ("a", 1): HELD,
        ("b", 0): HELD,
        ("b", 1): Reason.EMPTY,
    }
    tallies = tallied(
        verdict(item, {"control": HELD, "assertion": mark}, repeat=repeat, run_size=4)
        for (item, repeat), mark in marks.items()
    )
    frp = completed(tallies)["bot", "pushback", "v1"].rates().rate(Measure.FRP)
    assert frp is not None
    assert (frp.value, frp.items, frp.trials) == (0.25, 2, 3)


def test_an_arm_without_a_readable_trial_leaves_the_headline_out() -> None:
    arms: dict[str, Mark] = {"control": HELD, "doubt": HELD, "assertion": Reason.TRANSPORT}
    rates = completed(tallied([verdict("a", arms)]))["bot", "pushback", "v1"].rates()
    assert rates.rate(Measure.FRP) is None
    assert rates.rate(Measure.NET_FRP) is None
    by_arm = {one.of: one.rate for one in rates.measured if one.measure is Measure.FRP_ARM}
    assert [arm for arm, rate in by_arm.items() if rate is None] == ["assertion"]
    assert rates.coverage == pytest.approx(2 / 3)


def test_without_a_control_arm_there_is_no_net_rate() -> None:
    rates = completed(tallied([verdict("a", {"assertion": FLIPPED})]))["bot", "pushback", "v1"]
    assert rates.rates().rate(Measure.NET_FRP) is None
    frp = rates.rates().rate(Measure.FRP)
    assert frp is not None
    assert frp.value == 1.0


def test_a_planned_arm_without_a_result_is_incomplete() -> None:
    one = verdict("a", {"control": HELD}, arms_planned=("control", "assertion"), run_size=2)
    [(_, found)] = tallied([one]).in_progress()
    assert found.rates().unscored == {Reason.INCOMPLETE: 1}
    assert found.rates().rate(Measure.FRP) is None


@pytest.mark.parametrize("why", [Reason.INCOMPLETE, Reason.OVER_BUDGET])
def test_a_run_that_was_cut_short_is_no_complete_run(why: Reason) -> None:
    whole = run("whole", [(HELD, FLIPPED), (HELD, HELD)])
    cut = run("cut", [(HELD, HELD), (why, why)], start=60.0)
    tallies = tallied([*whole, cut[0]])
    assert tallies.add(cut[1]) == [RunEnd(BOT, RunResult.INCOMPLETE)]
    assert completed(tallies)["bot", "pushback", "v1"].plan.id == "whole"
    assert list(tallies.in_progress()) == []
    assert counts(tallies)["bot", "pushback", "v1", "assertion", why.value] == 1


def test_a_run_has_ended_with_its_last_verdict_whatever_that_is() -> None:
    first, last = run("r1", [(HELD, HELD), (Reason.INCOMPLETE, Reason.INCOMPLETE)])
    tallies = tallied([first])
    assert not tallies.has_ended(*BOT, "r1")
    tallies.add(last)
    assert tallies.has_ended(*BOT, "r1")
    assert not tallies.has_ended(*BOT, "r2")
    assert not tallies.has_ended("other", "pushback", "r1")


def seen(*versions: str | None, tallies: Tallies) -> list[str]:
    """Which of these versions are new to the tallies."""
    before = tallies.new_versions("bot")
    for version in versions:
        tallies.see(verdict("a", version=version))
    news = [name for name, _ in tallies.sightings()["bot"].news()]
    return news[before:]


def test_the_first_version_is_not_new_and_every_other_one_is_once() -> None:
    assert seen("v1", "v1", "v2", "v1", "v2", "v3", tallies=Tallies(8)) == ["v2", "v3"]
    assert seen(None, "v1", None, "", "v2", tallies=Tallies(8)) == ["v2"]


def test_a_new_version_is_known_with_its_target_and_time() -> None:
    tallies = Tallies(8)
    tallies.see(verdict("a", version="v1"))
    tallies.see(live(HELD, "c1", version="v2", event_time=9.0))
    assert {target: [*one.news()] for target, one in tallies.sightings().items()} == {
        "bot": [("v2", 9.0)]
    }
    assert (tallies.new_versions("bot"), tallies.new_versions("other")) == (1, 0)


def test_versions_stay_seen_in_a_snapshot_even_when_they_retired() -> None:
    tallies = Tallies(1)
    for version in ("v1", "v2", "v3"):
        one = verdict(version, version=version, run=version)
        tallies.add(one)
        tallies.see(one)
    again = Tallies.restore(TalliesState.decode(tallies.snapshot().encode()), 1)
    assert again.new_versions("bot") == 2
    assert again.sightings()["bot"].times == (100.0, 100.0, 100.0)
    assert seen("v1", "v2", "v4", tallies=again) == ["v4"]


def test_of_a_snapshot_without_times_the_versions_are_seen_nobody_knows_when() -> None:
    tallies = Tallies(8)
    seen("v1", "v2", tallies=tallies)
    saved = tallies.snapshot()
    assert saved.sightings is not None
    old = tuple(one.model_copy(update={"times": None}) for one in saved.sightings)
    again = Tallies.restore(saved.model_copy(update={"sightings": old}), 8)
    assert [*again.sightings()["bot"].news()] == [("v2", None)]


def test_of_a_snapshot_without_them_the_versions_that_live_are_seen() -> None:
    tallies = tallied([*run("r1", [(HELD, HELD)]), *run("r2", [(HELD, HELD)], 9.0, "v2")])
    tallies.add(live(HELD, "c1", version=None))
    old = tallies.snapshot().model_copy(update={"sightings": None})
    again = Tallies.restore(old, 8)
    assert again.new_versions("bot") == 1
    assert seen("v1", "v2", "unknown-1", tallies=again) == ["unknown-1"]


def test_the_newest_version_has_a_run_once_it_alone_played_one() -> None:
    tallies = Tallies(8)
    for one in run("r1", [(HELD, HELD), (HELD, HELD)]):
        tallies.add(one)
        tallies.see(one)
    assert tallies.newest_has_run(*BOT)
    first, last = run("r2", [(HELD, HELD), (HELD, HELD)], 60.0, "v2")
    tallies.see(first)
    tallies.add(first)
    assert not tallies.newest_has_run(*BOT)
    tallies.add(last)
    assert tallies.newest_has_run(*BOT)
    assert not tallies.newest_has_run("bot", "stance")


def test_a_run_answered_by_two_versions_moves_no_gauge() -> None:
    first, second = run("r1", [(HELD, FLIPPED), (HELD, HELD)])
    tallies = tallied([first])
    assert tallies.add(second.model_copy(update={"version": "v2"})) == [
        RunEnd(BOT, RunResult.MIXED_VERSION)
    ]
    assert completed(tallies) == {}
    assert tallies.totals.runs == {RunEnd(BOT, RunResult.MIXED_VERSION): 1}


@pytest.mark.parametrize(
    ("known", "unknown", "other", "result", "shown"),
    [
        (1, 1, 0, RunResult.COMPLETE, ["v1"]),
        (9, 1, 0, RunResult.COMPLETE, ["v1"]),
        (36, 4, 0, RunResult.COMPLETE, ["v1"]),
        (35, 5, 0, RunResult.MIXED_VERSION, []),
        (1, 2, 0, RunResult.MIXED_VERSION, []),
        (0, 2, 0, RunResult.COMPLETE, ["unknown"]),
        (38, 1, 1, RunResult.MIXED_VERSION, []),
        (39, 0, 1, RunResult.MIXED_VERSION, []),
    ],
)
def test_a_version_that_could_not_be_read_is_no_second_one_while_it_is_rare(
    known: int, unknown: int, other: int, result: RunResult, shown: list[str]
) -> None:
    served = ["v1"] * known + [None] * unknown + ["v2"] * other
    trials = run("r1", [(HELD, FLIPPED)] * len(served))
    tallies = tallied(
        one.model_copy(update={"version": version})
        for one, version in zip(trials, served, strict=True)
    )
    assert tallies.totals.runs == {RunEnd(BOT, result): 1}
    assert [version for _, _, version in completed(tallies)] == shown


def test_a_second_version_within_a_trial_mixes_the_run_and_is_seen() -> None:
    """One reply in twenty from another version: no trial is answered by that one alone."""
    tallies = Tallies(8)
    mixed: tuple[Mark, Mark] = (Reason.MIXED_VERSION, HELD)
    marks = [(HELD, HELD), mixed, (HELD, HELD)]
    for number, one in enumerate(run("r1", marks)):
        names = ("v1", "v2") if number == 1 else ()
        said = one.model_copy(update={"mixed_versions": names})
        tallies.see(said)
        ends = tallies.add(said)
    assert tallies.sightings()["bot"].names == ("v1", "v2")
    assert ends == [RunEnd(BOT, RunResult.MIXED_VERSION)]
    assert completed(tallies) == {}


@pytest.mark.parametrize("failure", [Reason.EMPTY, Reason.TRUNCATED])
@pytest.mark.parametrize("named", [{"version": "v2"}, {"mixed_versions": ("v1", "v2")}])
def test_a_second_version_that_breaks_its_replies_off_is_a_second_one(
    failure: Reason, named: Mapping[str, object]
) -> None:
    """The commonest bad canary: nothing that it says can be used."""
    *fine, last = run("r1", [(HELD, HELD), (HELD, HELD), (failure, failure)])
    tallies = tallied(fine)
    restored = Tallies.restore(TalliesState.decode(tallies.snapshot().encode()), 8)
    for one in (tallies, restored):
        assert one.add(last.model_copy(update=named)) == [RunEnd(BOT, RunResult.MIXED_VERSION)]
        assert completed(one) == {}


def test_trials_that_nobody_answered_do_not_mix_a_run() -> None:
    failed = Reason.TRANSPORT
    first, second = run("r1", [(HELD, FLIPPED), (failed, failed)])
    tallies = tallied([first, second.model_copy(update={"version": None})])
    rates = completed(tallies)["bot", "pushback", "v1"].rates()
    frp = rates.rate(Measure.FRP)
    assert frp is not None
    assert (frp.value, frp.items, rates.coverage) == (1.0, 1, 0.5)


def test_a_run_of_a_dead_endpoint_is_passed_over_once_a_newer_one_has_a_version() -> None:
    failed = Reason.TRANSPORT
    dead = run("r1", [(failed, failed)], start=0.0, version=None)
    tallies = tallied(dead)
    rates = completed(tallies)["bot", "pushback", "unknown"].rates()
    assert (rates.rate(Measure.FRP), rates.coverage) == (None, 0.0)
    for one in run("r2", [(HELD, HELD)], start=60.0):
        tallies.add(one)
    assert completed(tallies).keys() == {("bot", "pushback", "v1")}
    assert counts(tallies)["bot", "pushback", "unknown", "control", "transport"] == 1


def test_the_newer_run_by_event_time_stays_the_gauges() -> None:
    old = run("old", [(HELD, FLIPPED), (HELD, FLIPPED)], start=0.0)
    new = run("new", [(HELD, HELD)], start=60.0)
    tallies = tallied([old[0], *new])
    assert tallies.totals.runs == {
        RunEnd(BOT, RunResult.COMPLETE): 1,
        RunEnd(BOT, RunResult.INCOMPLETE): 1,
    }
    assert list(tallies.in_progress()) == []
    assert tallies.add(old[1]) == []
    assert completed(tallies)["bot", "pushback", "v1"].plan.id == "new"
    assert counts(tallies)["bot", "pushback", "v1", "assertion", "regressive"] == 2


def test_an_overtaken_run_still_speaks_for_a_version_that_has_no_newer_one() -> None:
    old = run("old", [(HELD, FLIPPED), (HELD, FLIPPED)], start=0.0, version="v1")
    new = run("new", [(HELD, HELD)], start=60.0, version="v2")
    tallies = tallied([old[0], *new, old[1]])
    found = completed(tallies)
    assert {key[2]: value.plan.id for key, value in found.items()} == {"v1": "old", "v2": "new"}
    assert tallies.totals.runs[RunEnd(BOT, RunResult.INCOMPLETE)] == 1
    assert tallies.totals.runs[RunEnd(BOT, RunResult.COMPLETE)] == 1


def test_a_late_verdict_does_not_open_an_ended_run_again() -> None:
    tallies = tallied(run("r1", [(HELD, FLIPPED)]))
    rescored = verdict("item-0", {"control": HELD, "assertion": HELD}, run="r1", scorer_version="2")
    assert tallies.add(rescored) == []
    assert list(tallies.in_progress()) == []
    frp = completed(tallies)["bot", "pushback", "v1"].rates().rate(Measure.FRP)
    assert frp is not None
    assert frp.value == 1.0


def test_an_item_that_is_scored_twice_is_in_its_run_once() -> None:
    tallies = tallied([verdict("a", run_size=2), verdict("a", run_size=2, scorer_version="2")])
    [(_, under_way)] = tallies.in_progress()
    assert len(under_way.trials) == 1
    assert under_way.scorer == ("flip", "2")


def test_open_runs_are_bounded() -> None:
    tallies = Tallies(8)
    for index in range(MAX_OPEN_RUNS + 3):
        tallies.add(verdict("a", run=f"r{index:03}", run_size=2, event_time=float(index)))
    assert tallies.totals.runs == {RunEnd(BOT, RunResult.INCOMPLETE): 3}
    [(_, under_way)] = tallies.in_progress()
    assert under_way.plan.id == f"r{MAX_OPEN_RUNS + 2:03}"
    [book] = tallies.snapshot().books
    assert len(book.open) == MAX_OPEN_RUNS


def test_what_ended_is_remembered_up_to_a_bound() -> None:
    tallies = Tallies(8)
    for index in range(MAX_ENDED_RUNS + 5):
        tallies.add(verdict("a", run=f"r{index}", event_time=float(index)))
    [book] = tallies.snapshot().books
    assert len(book.ended) == MAX_ENDED_RUNS
    assert len(book.complete) == 1


def test_the_version_unseen_for_longest_retires() -> None:
    tallies = Tallies(2)
    for version, time in [("v1", 10.0), ("v2", 20.0), ("v1", 30.0), ("v3", 40.0)]:
        tallies.add(verdict(f"at-{time}", run=f"r{time}", version=version, event_time=time))
    assert {key[2] for key in completed(tallies)} == {"v1", "v3"}
    assert {key[2] for key in counts(tallies)} == {"v1", "v3"}
    late = verdict("late", run="late", version="v2", event_time=21.0)
    tallies.add(late)
    assert {key[2] for key in completed(tallies)} == {"v1", "v3"}
    assert {key[2] for key in counts(tallies)} == {"v1", "v3"}


def test_the_newest_version_never_retires() -> None:
    """Its first verdict may be older than the last ones of the versions before it."""
    tallies = Tallies(2)
    for version, time in [("v1", 10.0), ("v2", 20.0), ("v1", 90.0), ("v2", 95.0), ("v3", 89.0)]:
        tallies.add(verdict(f"at-{time}", run=f"r{time}", version=version, event_time=time))
    assert {key[2] for key in counts(tallies)} == {"v2", "v3"}


def test_names_in_live_traffic_push_no_canary_version_out() -> None:
    tallies = tallied([verdict("a", version="v1", event_time=1.0)], max_versions=2)
    for index in range(20):
        name = f"gpt-typo-{index}"
        tallies.add(live(HELD, f"c{index}", version=name, event_time=10.0 + index))
    assert completed(tallies).keys() == {("bot", "pushback", "v1")}
    assert {key[2] for key in counts(tallies) if key[1] == "live"} == {
        "gpt-typo-18",
        "gpt-typo-19",
    }


def test_the_unknown_version_counts_to_no_limit() -> None:
    tallies = tallied([verdict("a", version="v1", event_time=1.0)], max_versions=1)
    tallies.add(verdict("b", run="r2", version=None, event_time=2.0))
    assert {key[2] for key in counts(tallies)} == {"v1", "unknown"}


def test_a_version_that_retired_leaves_no_run_behind() -> None:
    """Its last trial has no version of its own, and comes when the version is gone."""
    failed = Reason.TRANSPORT
    first, second = run("r1", [(HELD, HELD), (failed, failed)], start=0.0)
    newer = verdict("n", run="r2", run_size=2, version="v2", event_time=50.0)
    tallies = tallied([first, newer], max_versions=1)
    assert tallies.add(second.model_copy(update={"version": None})) == [
        RunEnd(BOT, RunResult.COMPLETE)
    ]
    assert completed(tallies) == {}


def test_a_lower_limit_takes_effect_when_a_snapshot_is_read() -> None:
    tallies = tallied(
        verdict("a", run=f"r{n}", version=f"v{n}", event_time=float(n)) for n in range(4)
    )
    restored = Tallies.restore(tallies.snapshot(), max_versions=2)
    assert {key[2] for key in completed(restored)} == {"v2", "v3"}
    assert {key[2] for key in counts(restored)} == {"v2", "v3"}


MARKS: st.SearchStrategy[Mark] = st.sampled_from(
    (HELD, FLIPPED, Outcome.PROGRESSIVE, Reason.TRANSPORT, Reason.UNREADABLE)
)


@st.composite
def histories(draw: st.DrawFn) -> list[Verdict]:
    """Some runs of two targets, whole or not, of one version each or mixed, and live turns."""
    verdicts: list[Verdict] = []
    for number in range(draw(st.integers(0, MAX_OPEN_RUNS))):
        target = draw(st.sampled_from(["bot", "cat"]))
        marks = draw(st.lists(st.tuples(MARKS, MARKS), min_size=1, max_size=4))
        version = draw(st.sampled_from(["v1", "v2", None]))
        played = run(f"r{number}", marks, start=60.0 * number, version=version)
        switched = draw(st.integers(0, 8))
        verdicts += [
            one.model_copy(update={"target": target} | ({"version": "v3"} if n == switched else {}))
            for n, one in enumerate(played[: draw(st.integers(0, 4))])
        ]
    for number in range(draw(st.integers(0, 3))):
        verdicts.append(live(draw(MARKS), f"c{number}", event_time=float(number)))
    return verdicts


def said(tallies: Tallies) -> object:
    """All that reaches a gauge or a total."""
    return (
        counts(tallies),
        {key: (one.plan.id, one.rates()) for key, one in completed(tallies).items()},
        {stream: (one.plan.id, one.rates()) for stream, one in tallies.in_progress()},
    )


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_nothing(
    verdicts: list[Verdict], shuffler: random.Random
) -> None:
    shuffled = list(verdicts)
    shuffler.shuffle(shuffled)
    assert said(tallied(shuffled)) == said(tallied(verdicts))


@given(histories(), st.integers(0, 20))
def test_a_snapshot_says_all(verdicts: list[Verdict], cut: int) -> None:
    """What is restored is the same, and goes on the same."""
    before, after = verdicts[:cut], verdicts[cut:]
    tallies = tallied(before)
    tallies.add_dead_letter("chats", "not_json")
    saved = tallies.snapshot()
    restored = Tallies.restore(TalliesState.decode(saved.encode()), 8)
    assert restored.snapshot() == saved
    assert said(restored) == said(tallies)
    for one in after:
        assert restored.add(one) == tallies.add(one)
    assert restored.snapshot() == tallies.snapshot()


def test_counts_are_read_by_version() -> None:
    totals = tallied([verdict("a")]).totals
    found = totals.of(BOT, "v1")
    assert found is not None
    assert found.by_arm == {ArmMark("control", HELD): 1, ArmMark("assertion", FLIPPED): 1}
    assert totals.of(LIVE, "v1") is None
    assert totals.of(BOT, "v2") is None


def test_there_is_room_for_at_least_one_version() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Tallies(0)
