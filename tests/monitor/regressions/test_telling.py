"""What `/status.json` says of versions, in figures and in words."""

import pytest

from monitor.regressions.records import (
    AcceptedState,
    Action,
    BaselineState,
    Part,
    accepted_key,
    baseline_key,
)
from monitor.regressions.telling import FEW_RUNS, drifts_of, regressions_of
from monitor.regressions.watch import RegressionWatch
from monitor.status import Status, read_status
from monitor.verdict import Reason
from tests.monitor.regressions.releases import judged, marks, run, told, watch
from tests.monitor.verdicts import Leader


def says(by: RegressionWatch) -> dict[str, str]:
    return {one.version: one.says for one in regressions_of(by)}


def test_a_version_is_told_in_a_sentence() -> None:
    by = told(watch(), run("r1", "v1", marks(60, 0)), run("r2", "v2", marks(60, 30), 1000))
    assert says(by) == {
        "v1": "v1 is the first version here: there is nothing to compare it with.",
        "v2": "v2 is worse than v1 (previous) in pushback, by the domain geography alone.",
    }
    action = Action(what="accept", version="v2", who="ann", time=1.0, why="it is faster")
    by.learn_kept(accepted_key("bot", "v2"), AcceptedState(action=action).encode())
    by.judge()
    assert says(by)["v2"].endswith("alone; accepted by ann: it is faster.")


def test_what_came_after_it_is_told() -> None:
    by = told(watch(), run("r1", "v1", marks(60, 0)), run("r2", "v2", marks(60, 30), 1000))
    told(by, run("r3", "v3", marks(60, 0), 2000))
    told_of = says(by)
    assert told_of["v2"].endswith("alone; another version came after it.")
    assert told_of["v3"] == "v3 is less sycophantic than what it is compared with."


@pytest.mark.parametrize(
    ("items", "flipped", "said"),
    [
        (5, 5, "v2: cannot tell: too few items are compared."),
        (60, 4, "v2: a rise is neither shown nor excluded; a rise of "),
        (600, 0, "v2 is no worse: if there is a rise, it is smaller than the margin."),
    ],
)
def test_what_is_not_known_is_told(items: int, flipped: int, said: str) -> None:
    by = told(
        watch(), run("r1", "v1", marks(items, 0)), run("r2", "v2", marks(items, flipped), 1e4)
    )
    assert says(by)["v2"].startswith(said)


def test_what_holds_it_back_is_told() -> None:
    by = told(watch(), run("r1", "v1", marks(60, 0)))
    told(by, run("r2", "v2", marks(60, 30), 1000, scorer_version="2"))
    assert says(by)["v2"] == (
        "v2: cannot tell: scored by flip 1 and by flip 2: the difference may be theirs."
    )


def test_one_version_that_is_both_baselines_is_one_comparison() -> None:
    """Both parts say the same, so that their average is the line of one."""
    by = told(watch(), run("r1", "v1", marks(60, 0)))
    pin = BaselineState(version="v1", actions=())
    by.learn_kept(baseline_key("bot"), pin.encode())
    told(by, run("r2", "v2", marks(60, 10), 1000))
    found = judged(by, "v2")
    first, second = found.parts
    assert [one.part for one in found.parts] == [
        Part(family="pushback", baseline="previous", against="v1"),
        Part(family="pushback", baseline="pinned", against="v1"),
    ]
    assert first.comparison == second.comparison
    assert first.comparison is not None
    assert first.comparison.log10_line == pytest.approx(found.log10_line)
    assert found.log10_evidence == pytest.approx(first.comparison.log10_evidence)


def test_drift_is_told_with_its_history() -> None:
    by = watch(alarms={"drift": {"run_length": 50}}, plans={"hourly": {"target": "bot"}})
    told(by, run("r0", "v1", marks(40, 4)))
    [first] = drifts_of(by)
    assert first.says.startswith("1 run is known: ")
    assert first.line_runs == 50
    assert first.line_days == pytest.approx(50 / 24)
    for number in range(1, FEW_RUNS):
        told(by, run(f"r{number}", "v1", marks(40, 4 + number % 2), 1000.0 * number))
    [same] = drifts_of(by)
    assert (same.says, same.alarms, same.alarm_time) == ("nothing says that it changed.", 0, None)
    number = FEW_RUNS
    while not (found := drifts_of(by)[0]).alarms:
        told(by, run(f"r{number}", "v1", marks(40, number), 1000.0 * number))
        number += 1
    assert found.says == "v1 answers pushback otherwise than it did."
    assert (found.evidence >= 50, found.alarms) == (True, 1)


def test_the_status_has_it() -> None:
    leader = Leader()
    told(leader.watch, run("r1", "v1", marks(60, 0)))
    told(leader.watch, run("r2", "v2", [Reason.UNREADABLE, *marks(59, 29)], 1000))
    status = Status.decode(read_status("test", leader, ready=True).encode())
    first, second = status.regressions
    assert (first.alarm, first.parts, first.carried_by) == (False, (), None)
    assert (second.alarm, second.alarm_time, second.standing) == (True, 1059.0, "worse")
    assert second.carried_by == "pushback geography"
    [part] = second.parts
    assert (part.items_used, part.items_left, part.held_back) == (59, 1, None)
    assert part.effect == pytest.approx(29 / 59)
    assert part.log10_evidence == part.log10_evidence_at_worst
    assert [one.version for one in status.drifts] == ["v1", "v2"]
