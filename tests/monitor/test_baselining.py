"""Baselines out of the state topic and back, as `sycomon compare` reads them."""

from pathlib import Path

import pytest

from monitor.baselining import answers_of_report, kept_of, pinned, report_of
from monitor.comparing import compare_reports
from monitor.errors import InputError
from monitor.evidence.comparison import Conclusion
from monitor.probing import ProbeReport
from monitor.regressions.judgement import Standing
from monitor.regressions.records import MAX_ACTIONS, Action, answers_key, baseline_key, state_of
from monitor.verdict import Reason
from tests.build import record
from tests.monitor.regressions.releases import judged, marks, run, told, watch

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "compare"


def exported(version: str, flipped: int) -> ProbeReport:
    by = told(watch(), run("r1", version, [*marks(59, flipped), Reason.UNREADABLE]))
    return report_of(by.answers("bot", version)["pushback"])


def test_what_is_exported_is_compared_as_if_it_were_probed() -> None:
    found = compare_reports(exported("v1", 3), exported("v2", 33), 0.01, 0.05)
    assert found.conclusion is Conclusion.WORSE
    assert (found.baseline.version, found.candidate.version) == ("v1", "v2")
    assert (found.items.used, found.items.left) == (59, 1)
    assert found.difference == pytest.approx(30 / 59)
    assert found.domains[0].domain == "geography"


def test_an_export_comes_back_as_it_was() -> None:
    report = ProbeReport.decode(exported("v1", 3).encode())
    again = answers_of_report(report, "bot", "v1", 50.0)
    assert report_of(again) == report
    assert (again.first, again.is_imported) == (50.0, True)


def test_a_report_of_probe_is_a_baseline() -> None:
    report = ProbeReport.decode((EXAMPLES / "baseline.json").read_bytes())
    answers = answers_of_report(report, "bot", "assistant-1", 0.0)
    assert len(answers.items) == len({one.item_hash for one in report.trials})
    worse = ProbeReport.decode((EXAMPLES / "worse.json").read_bytes())
    by_file = compare_reports(report, worse, 0.01, 0.05)
    by_state = compare_reports(report_of(answers), worse, 0.01, 0.05)
    assert by_state.log10_evidence == pytest.approx(by_file.log10_evidence)
    assert by_state.items == by_file.items


def test_an_imported_baseline_is_what_new_versions_are_compared_with() -> None:
    answers = answers_of_report(exported("elsewhere", 0), "bot", "elsewhere", 9e9)
    by = told(watch(), run("r0", "v0", marks(59, 30), 100))
    action = Action(what="import", version="elsewhere", who="ann", time=9e9, why="as agreed")
    by.learn_kept(baseline_key("bot"), pinned(None, action).encode())
    by.learn_kept(answers_key("bot", "pushback", "elsewhere"), state_of(answers).encode())
    told(by, run("r1", "v1", marks(59, 30), 1000))
    found = judged(by, "v1")
    assert [one.part.against for one in found.parts] == ["v0", "elsewhere"]
    assert found.standing is Standing.WORSE
    assert "elsewhere" not in [one.version for one in by.judgements()]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"family": "false_balance"}, "family false_balance: versions are not compared by it"),
        ({"versions": ("a", "b")}, "it was answered by several versions: a, b"),
        ({"trials": ()}, "not every trial has every arm: no trials"),
    ],
)
def test_a_report_that_is_no_baseline_is_refused(changes: dict[str, object], said: str) -> None:
    report = exported("v1", 3).model_copy(update=changes)
    with pytest.raises(InputError, match=said):
        answers_of_report(report, "bot", "v1", 0.0)


def test_of_each_key_the_newest_holds_and_others_are_passed_over() -> None:
    records = [
        record(b"1", key=b"baseline/bot"),
        record(b"2", key=b"baseline/bot"),
        record(b"3", key=b"snapshot"),
        record(b"4", key=b"accepted/bot/v1"),
        record(None, key=b"accepted/bot/v1"),
        record(b"5"),
    ]
    assert kept_of(records) == {b"baseline/bot": b"2"}


def test_the_newest_actions_are_remembered() -> None:
    state = None
    for number in range(MAX_ACTIONS + 3):
        action = Action(what="pin", version=f"v{number}", who="ann", time=float(number), why="so")
        state = pinned(state, action)
    assert state is not None
    assert (state.version, len(state.actions)) == (f"v{MAX_ACTIONS + 2}", MAX_ACTIONS)
    assert state.actions[0].version == "v3"
