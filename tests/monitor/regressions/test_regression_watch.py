"""Versions side by side: what is compared, what raises the alarm, and what a restart keeps."""

import math
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.evidence.betting import log_evidence
from monitor.regressions.judgement import Standing
from monitor.regressions.records import (
    AcceptedState,
    Action,
    BaselineState,
    accepted_key,
    answers_key,
    baseline_key,
)
from monitor.regressions.watch import RegressionWatch
from monitor.runs import Run, TrialKey, plan_of
from monitor.totals import Mark, Stream
from monitor.verdict import Outcome, Reason
from tests.monitor.regressions.releases import (
    BOT,
    WRONG,
    judged,
    kept,
    marks,
    restarted,
    run,
    states,
    told,
    watch,
)
from tests.monitor.verdicts import FLIPPED, HELD, verdict

GOOD = marks(60, 3)
BAD = marks(60, 33)


def action(what: str, version: str) -> Action:
    return Action(what=what, version=version, who="ann", time=5.0, why="a trade-off")


def pin(by: RegressionWatch, version: str) -> None:
    state = BaselineState(version=version, actions=(action("pin", version),))
    by.learn_kept(baseline_key("bot"), state.encode())


def accept(by: RegressionWatch, version: str) -> None:
    state = AcceptedState(action=action("accept", version))
    by.learn_kept(accepted_key("bot", version), state.encode())
    by.judge()


def test_the_first_version_has_nothing_to_be_compared_with() -> None:
    found = judged(told(watch(), run("r1", "v1", BAD)), "v1")
    assert (found.standing, found.parts, found.log10_evidence) == (Standing.FIRST, (), 0.0)


def test_the_evidence_is_that_of_each_item_once() -> None:
    """In 30 of 60 items the second version is worse."""
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", BAD, 1000))
    found = judged(by, "v2")
    expected = log_evidence([1.0] * 30 + [0.0] * 30) / math.log(10)
    assert found.log10_evidence == pytest.approx(expected)
    assert found.log10_line == pytest.approx(math.log10(200))
    [part] = found.parts
    assert part.comparison is not None
    assert (part.part.baseline, part.part.against) == ("previous", "v1")
    assert part.comparison.difference == pytest.approx(0.5)
    assert found.standing is Standing.WORSE
    assert found.alarm is not None
    assert (found.alarm.time, found.alarm.domain) == (1059.0, "geography")


def test_asking_the_same_items_again_adds_nothing() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", marks(60, 9), 1000))
    before = judged(by, "v2")
    for number in range(20):
        told(by, run(f"r{number + 3}", "v2", BAD, 2000.0 + 100 * number))
    after = judged(by, "v2")
    assert after.log10_evidence == before.log10_evidence
    assert after.standing is before.standing is Standing.INCONCLUSIVE


def test_an_item_without_an_answer_at_all_is_asked_again() -> None:
    """And one whose answer could not be read speaks for the version."""
    partly: Mapping[str, Mark] = {
        "i0": Reason.TRANSPORT,
        "i1": Reason.UNREADABLE,
        **{f"i{number}": FLIPPED for number in range(2, 30)},
    }
    by = told(watch(), run("r1", "v1", marks(30, 0)), run("r2", "v2", partly, 1000))
    [part] = judged(by, "v2").parts
    assert part.comparison is not None
    assert (part.comparison.items.used, part.comparison.items.left) == (28, 1)
    assert part.log_evidence == pytest.approx(log_evidence([1.0] * 28 + [0.0]))
    told(by, run("r3", "v2", marks(30, 30), 2000))
    [part] = judged(by, "v2").parts
    assert part.comparison is not None
    assert (part.comparison.items.used, part.comparison.items.left) == (29, 1)


def test_only_items_that_both_had_right_count() -> None:
    old = [WRONG] * 20 + marks(40, 0)
    new = marks(60, 20)[::-1]
    by = told(watch(), run("r1", "v1", old), run("r2", "v2", new, 1000))
    [part] = judged(by, "v2").parts
    assert part.comparison is not None
    assert (part.comparison.items.used, part.comparison.items.only_candidate_right) == (40, 20)
    assert part.comparison.difference == 0.0


def test_a_run_of_several_versions_says_nothing() -> None:
    mixed = run("r1", "v1", GOOD)
    mixed.named.add("v2")
    assert [*told(watch(), mixed).judgements()] == []


def test_with_too_many_first_answers_unread_nothing_is_said() -> None:
    unread: list[Mark] = [Reason.REFUSAL] * 10 + [FLIPPED] * 50
    runs = [run("r1", "v1", marks(60, 0)), run("r2", "v2", unread, 1000)]
    for key, trial in [*runs[1].trials.items()][:10]:
        refused = (Reason.REFUSAL, Reason.REFUSAL)
        runs[1].trials[key] = trial._replace(marks=refused)
    found = judged(told(watch(), *runs), "v2")
    [part] = found.parts
    assert found.standing is Standing.CANNOT_TELL
    assert part.held_back == "of 10 of 60 items the first answer could not be read"
    assert part.log_evidence == 0.0


def test_answers_of_two_scorers_raise_no_alarm() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", BAD, 1000, scorer_version="2"))
    found = judged(by, "v2")
    assert (found.standing, found.alarm) == (Standing.CANNOT_TELL, None)
    assert found.parts[0].held_back == (
        "scored by flip 1 and by flip 2: the difference may be theirs"
    )


def test_the_pinned_version_finds_what_steps_hide() -> None:
    by = told(watch(), run("r0", "v0", marks(100, 0)))
    pin(by, "v0")
    for number in range(1, 7):
        told(by, run(f"r{number}", f"v{number}", marks(100, 4 * number), 1000.0 * number))
    found = judged(by, "v6")
    previous, pinned = found.parts
    assert (previous.part.against, pinned.part.against) == ("v5", "v0")
    assert previous.comparison is not None
    assert previous.comparison.log10_evidence < 1.0
    assert found.standing is Standing.WORSE
    assert found.alarm is not None
    assert found.alarm.carried_by == pinned.part
    average = (math.exp(previous.log_evidence) + math.exp(pinned.log_evidence)) / 2
    assert found.log10_evidence == pytest.approx(math.log10(average))


def test_what_a_version_is_compared_with_is_fixed_when_it_is_first_seen() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", GOOD, 1000))
    pin(by, "v1")
    told(by, run("r3", "v2", GOOD, 2000))
    assert [one.part.baseline for one in judged(by, "v2").parts] == ["previous"]
    told(by, run("r4", "v3", GOOD, 3000))
    parts = [(one.part.baseline, one.part.against) for one in judged(by, "v3").parts]
    assert parts == [("previous", "v2"), ("pinned", "v1")]


def test_a_family_that_was_not_played_yet_counts_as_one() -> None:
    plans = {
        "pushback": {"target": "bot"},
        "stance": {"target": "bot", "family": "stance"},
    }
    by = told(watch(plans=plans), run("r1", "v1", marks(20, 0)), run("r2", "v2", marks(20, 5), 100))
    found = judged(by, "v2")
    assert [one.part.family for one in found.parts] == ["pushback", "stance"]
    evidence = math.exp(log_evidence([1.0] * 5))
    assert found.log10_evidence == pytest.approx(math.log10((evidence + 1.0) / 2))


def test_the_alarm_stays_until_somebody_accepts_it() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", BAD, 1000))
    # Many new items in which nothing is worse: the evidence falls, the alarm stays.
    others = {f"x{number}": FLIPPED for number in range(300)}
    same = {f"x{number}": HELD for number in range(300)}
    told(by, run("r3", "v1", others, 2000), run("r4", "v2", same, 3000))
    found = judged(by, "v2")
    assert found.log10_evidence < 0 < found.log10_line
    assert found.standing is Standing.WORSE
    accept(by, "v2")
    found = judged(by, "v2")
    assert (found.standing, found.is_alarm) == (Standing.ACCEPTED, False)
    assert found.accepted is not None
    assert (found.accepted.who, found.accepted.why) == ("ann", "a trade-off")


def test_a_version_that_was_accepted_before_raises_no_alarm() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", marks(60, 9), 1000))
    accept(by, "v2")
    more = {f"x{number}": HELD for number in range(60)}
    told(by, run("r3", "v1", more, 2000), run("r4", "v2", dict.fromkeys(more, FLIPPED), 3000))
    found = judged(by, "v2")
    assert found.log10_evidence > found.log10_line
    assert found.alarm is None


def test_a_version_that_comes_after_ends_the_alarm() -> None:
    by = told(watch(), run("r1", "v1", GOOD), run("r2", "v2", BAD, 1000))
    told(by, run("r3", "v3", BAD, 2000))
    assert [judged(by, one).standing for one in ("v2", "v3")] == [
        Standing.SUPERSEDED,
        Standing.INCONCLUSIVE,
    ]


@pytest.mark.parametrize(("dates", "carries"), [(30, "dates"), (15, None)])
def test_the_domain_that_carries_it_is_named(dates: int, carries: str | None) -> None:
    """Of 30 items that became worse, so many are of one domain."""
    runs = [run("r1", "v1", marks(60, 0)), run("r2", "v2", marks(60, 30), 1000)]
    for one in runs:
        one.domains = {
            f"i{number}": "dates" if 30 <= number < 30 + dates else "units" for number in range(60)
        }
    found = judged(told(watch(), *runs), "v2")
    assert found.alarm is not None
    assert found.alarm.domain == carries


def test_retired_versions_go_with_their_answers_and_baselines_stay() -> None:
    by = told(watch(exporter={"max_versions": 2}), run("r0", "v0", GOOD))
    state = kept(by)
    pin(by, "v0")
    for number in range(1, 6):
        told(by, run(f"r{number}", f"v{number}", GOOD, 1000.0 * number))
        state = kept(by, state)
    assert by.versions("bot") == ("v0", "v3", "v4", "v5")
    assert [one.version for one in by.judgements()] == ["v4", "v5"]
    written = {key for key in state if key.startswith(b"answers/")}
    assert written == {answers_key(*BOT, version) for version in ("v0", "v3", "v4", "v5")}


def test_what_is_kept_of_a_thousand_items_is_a_small_record() -> None:
    answers = {f"{number:016x}": HELD if number % 3 else FLIPPED for number in range(1000)}
    state = kept(told(watch(), run("r1", "v1", answers)))
    assert len(state[answers_key(*BOT, "v1")]) < 40_000


def test_repeats_of_an_item_are_one_item() -> None:
    """Two of three repeats are dropped: two thirds of one item."""

    def repeated(name: str, version: str, answers: Sequence[Mark], start: float) -> Run:
        made = run(name, version, {"i0": answers[0]}, start)
        [trial] = made.trials.values()
        for repeat, mark in enumerate(answers):
            made.trials[TrialKey("i0", repeat)] = trial._replace(marks=(HELD, mark))
        return made

    before = repeated("r1", "v1", [HELD, HELD, HELD], 0.0)
    after = repeated("r2", "v2", [FLIPPED, HELD, FLIPPED], 1000.0)
    [part] = judged(told(watch(), before, after), "v2").parts
    assert part.comparison is not None
    assert part.comparison.items.used == 1
    assert part.comparison.difference == pytest.approx(2 / 3)
    assert part.log_evidence == pytest.approx(log_evidence([2 / 3]))


@pytest.mark.parametrize(("form", "used"), [("factual", 30), ("opinion", 0)])
def test_of_stances_the_factual_ones_are_compared(form: str, used: int) -> None:
    stream = Stream("bot", "stance")
    by = watch(plans={"stance": {"target": "bot", "family": "stance"}})
    own = {"holds_a": Outcome.SIDE_A, "holds_b": Outcome.SIDE_A}
    users = {"holds_a": Outcome.SIDE_A, "holds_b": Outcome.SIDE_B}
    for number, (version, said) in enumerate((("v1", own), ("v2", users))):
        verdicts = [
            verdict(
                f"i{item}",
                said,
                family="stance",
                form=form,
                run=version,
                run_size=30,
                version=version,
                event_time=1000.0 * number,
            )
            for item in range(30)
        ]
        plan = plan_of(verdicts[0])
        assert plan is not None
        made = Run(plan, 1000.0 * number)
        for one in verdicts:
            made.add(TrialKey(one.item_hash or "", 0), one)
        by.learn(stream, made)
    found = judged(by, "v2")
    [part] = found.parts
    assert part.comparison is not None
    assert part.comparison.items.used == used
    assert found.is_alarm == (used > 0)
    assert part.log_evidence == pytest.approx(log_evidence([0.5] * used) if used else 0.0)


def test_judged_families_and_live_traffic_are_not_compared() -> None:
    by = watch()
    by.learn(Stream("bot", "false_balance"), run("r1", "v1", GOOD))
    by.learn(Stream("bot", "live"), run("r2", "v1", GOOD))
    assert by.versions("bot") == ()


def test_drift_is_found_in_runs_of_the_same_items_and_starts_again() -> None:
    by = watch(alarms={"drift": {"run_length": 100}})
    for number in range(30):
        told(by, run(f"r{number}", "v1", marks(40, 4 + number % 2), 1000.0 * number))
    [drift] = by.drifts()
    assert (drift.standing.alarms, len(drift.standing.watch.shares)) == (0, 30)
    for number in range(30, 40):
        told(by, run(f"r{number}", "v1", marks(40, number - 10), 1000.0 * number))
        if drift.standing.alarms:
            break
    assert drift.standing.alarms == 1
    assert drift.standing.evidence >= 100
    assert drift.standing.watch.evidence == 0.0
    assert drift.standing.alarmed == 1000.0 * number + 39


def test_drift_begins_anew_where_other_items_are_played() -> None:
    by = told(watch(), *[run(f"r{n}", "v1", GOOD, 1000.0 * n) for n in range(5)])
    other = run("r9", "v1", GOOD, 9000, scorer_version="2")
    told(by, other)
    [drift] = by.drifts()
    assert len(drift.standing.watch.shares) == 1


RUNS = [
    run("r1", "v1", marks(40, 4)),
    run("r2", "v1", marks(40, 6), 1000),
    run("r3", "v2", [Reason.TRANSPORT, *marks(39, 12)], 2000),
    run("r4", "v2", marks(40, 14), 3000),
    run("r5", "v3", marks(45, 30), 4000),
    run("r6", "v3", marks(50, 30), 5000),
    run("r7", "v2", marks(50, 10), 6000),
    run("r8", "v4", marks(50, 10), 7000),
]


@settings(max_examples=40)
@given(
    restarts=st.lists(st.integers(0, len(RUNS) - 1), unique=True),
    back=st.integers(0, 3),
    pins=st.dictionaries(st.integers(0, len(RUNS) - 1), st.sampled_from(["v1", "v2"]), max_size=2),
)
def test_a_restart_at_any_point_gives_the_same_evidence(
    restarts: list[int], back: int, pins: dict[int, str]
) -> None:
    """Also where runs come again that were learned before: the snapshot is older than what was
    kept since."""
    through, state = watch(exporter={"max_versions": 3}), dict[bytes, bytes]()
    stopping, pinned = watch(exporter={"max_versions": 3}), dict[bytes, bytes]()
    for number, one in enumerate(RUNS):
        if number in pins:
            pinned = {baseline_key("bot"): BaselineState(version=pins[number], actions=()).encode()}
            pin(through, pins[number])
            stopping.learn_kept(*next(iter(pinned.items())))
        told(through, one)
        told(stopping, one)
        state = kept(stopping, state)
        if number in restarts:
            stopping = restarted(state | pinned, exporter={"max_versions": 3})
            told(stopping, *RUNS[max(0, number - back) : number + 1])
        assert [*states(stopping)] == [*states(through)]


def test_an_own_record_that_comes_back_changes_nothing() -> None:
    by = told(watch(), run("r1", "v1", GOOD))
    early = kept(by)
    told(by, run("r2", "v2", BAD, 1000))
    before = [*states(by)]
    for key, value in early.items():
        by.learn_kept(key, value)
    by.judge()
    assert [*states(by)] == before


def test_a_record_of_somebody_else_that_cannot_be_read_is_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    by = watch()
    by.learn_kept(baseline_key("bot"), b"{broken")
    by.learn_kept(b"accepted/bot", b"{}")
    assert "accepted/bot is passed over: accepted/bot: a target and a version" in caplog.text
    assert by.baseline("bot") is None
    assert "baseline/bot is passed over: BaselineState: not JSON" in caplog.text
