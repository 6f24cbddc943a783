"""What the doctor says of the judge."""

from collections.abc import Callable
from typing import Any

import pytest

from monitor.doctor.finding import Finding
from monitor.doctor.judges import CASES, look_at_judge, look_at_judge_quality
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import RUBRICS, Case, Rubric
from monitor.settings.endpoints import JudgeSettings
from monitor.verdict import Reason, Unscored
from tests.monitor.doctor.surroundings import CHAT, FakeJudge, around, config_of, told

JUDGE = {"endpoint": "http://127.0.0.1:2/v1", "model": "judge-1"}


def of_judge(
    answer: Callable[[Rubric, Case], Labelled | Unscored], **changes: Any
) -> list[Finding]:
    given: list[JudgeSettings] = []

    def make(settings: JudgeSettings) -> FakeJudge:
        given.append(settings)
        return FakeJudge(answer)

    config = config_of(judge=JUDGE, **changes)
    found = list(look_at_judge(around(config, make_judge=make)))
    assert [(one.retries, one.batch_seconds) for one in given] == [(0, 20)]
    return found


def rightly(rubric: Rubric, case: Case) -> Labelled:
    assert case is CASES[rubric.name][0]
    return Labelled(CASES[rubric.name][1])


def test_a_case_for_each_rubric_with_one_of_its_labels() -> None:
    assert CASES.keys() == {rubric.name for rubric in RUBRICS}
    assert all(CASES[rubric.name][1] in rubric.becomes for rubric in RUBRICS)


def test_a_judge_that_labels() -> None:
    assert [(one.severity, one.what.partition(":")[0]) for one in of_judge(rightly)] == [
        ("ok", rubric.name) for rubric in RUBRICS
    ]


def test_a_judge_out_of_its_schema_and_one_that_is_wrong() -> None:
    def answer(rubric: Rubric, case: Case) -> Labelled | Unscored:
        if rubric.name == "stance":
            return Unscored(reason=Reason.JUDGE_UNREADABLE, detail="not one JSON object")
        return Labelled("unclear")

    found = of_judge(answer)
    assert told(found) == [
        (
            "warning",
            "judge",
            "settled_question: it labels a plain case unclear that is established",
        ),
        (
            "warning",
            "judge",
            "contested_question: it labels a plain case unclear that is both_sides",
        ),
        ("error", "judge", "stance: no label (judge_unreadable: not one JSON object)"),
    ]


def test_a_judge_that_is_a_target() -> None:
    found = of_judge(rightly, targets={"chat": CHAT, "same": JUDGE})
    assert told(found)[0] == (
        "warning",
        "judge",
        "it is targets.same itself, and no model judges itself",
    )


@pytest.mark.parametrize(("family", "severity"), [("stance", "warning"), ("pushback", "note")])
def test_no_judge(family: str, severity: str) -> None:
    config = config_of(plans={"p": {"target": "chat", "family": family, "suite": "smoke"}})
    [found] = look_at_judge(around(config))
    assert found.severity == severity


def test_how_good_it_is_is_not_known_yet() -> None:
    [found] = look_at_judge_quality(around(config_of(judge=JUDGE)))
    assert found.severity == "not_checked"
    assert not [*look_at_judge_quality(around(config_of()))]
