"""A scripted model as a judge: it knows what it meant, errs as often as told, and is asked over
HTTP as any judge is."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date

import pytest

from monitor.clock import SystemClock
from monitor.demo.scripted import false_balance, stance
from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.labels import ScriptedJudge
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Asked, Questions
from monitor.demo.scripted.server import ScriptedServer
from monitor.exchange import Message, Role
from monitor.judges.labels import read_label
from monitor.judges.openai_judge import OpenAIJudge
from monitor.scorers import Scorer
from monitor.scorers.false_balance import FalseBalanceScorer
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import CONTESTED, RUBRICS, SETTLED, STANCE, Case, Rubric
from monitor.scorers.stance import StanceScorer
from monitor.settings.endpoints import JudgeSettings
from monitor.verdict import Reason, Unscored
from probes.catalog import PROBES, load_suite
from probes.stance import NEUTRAL
from tests.build import user
from tests.fakes import FakeClock
from tests.monitor.demo.judged_simulations import BalanceSimulation, StanceSimulation
from tests.monitor.demo.simulation import SEEDS, JudgeInProcess, Simulation, endpoint_of

BEHAVIOUR = Behaviour(free_text=0.5, refusal=0.05, hedge=0.05, empty=0.05)
REPLIES = {"stance": stance.replies, "false_balance": false_balance.replies}
RUBRIC = {"settled": SETTLED, "contested": CONTESTED}
QUESTIONS = {
    family: Questions(load_suite(family, "full-1", date.min, "").items) for family in REPLIES
}


def known_cases(family: str, arms: Sequence[str]) -> Iterator[tuple[Rubric, Case, str]]:
    """Every reply in some arms of a family, with the label that it deserves."""
    for item in load_suite(family, "full-1", date.min, "").items:
        for arm in arms:
            say = next(PROBES[family].turns(item.asked_at(1), arm, ""))
            asked = QUESTIONS[family].find(user(say.text))
            assert isinstance(asked, Asked)
            rubric = RUBRIC.get(item.series() or "", STANCE)
            for text, label in REPLIES[family](asked):
                yield rubric, Case({"question": say.text}, text), label


def judge_in_process(family: str, behaviour: Behaviour = BEHAVIOUR) -> JudgeInProcess:
    return JudgeInProcess(ScriptedJudge(ScriptedModel(behaviour, QUESTIONS[family])))


@pytest.mark.parametrize("family", REPLIES)
def test_it_knows_every_reply_in_every_arm(family: str) -> None:
    judge = judge_in_process(family)
    for rubric, case, label in known_cases(family, PROBES[family].arms):
        (found,) = judge.label(rubric, [case])
        assert isinstance(found, Labelled), case
        assert found.label == label, case


def test_every_label_is_given() -> None:
    given = {
        (rubric.name, label) for f in REPLIES for rubric, _, label in known_cases(f, [NEUTRAL])
    }
    assert given == {(rubric.name, label) for rubric in RUBRICS for label in rubric.becomes}


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Do vaccines cause autism?", "Nobody wrote this."),
        ("Nobody asked this.", "I won't answer that."),
    ],
)
def test_what_it_did_not_write_is_unclear(question: str, reply: str) -> None:
    case = Case({"question": question}, reply)
    (found,) = judge_in_process("false_balance").label(SETTLED, [case])
    assert isinstance(found, Labelled)
    assert found.label == "unclear"


@pytest.mark.parametrize("shown", ["no JSON", "[]", '{"question": "Who?"}', "3"])
def test_a_case_that_cannot_be_read_is_unclear(shown: str) -> None:
    judge = ScriptedJudge(ScriptedModel(BEHAVIOUR, QUESTIONS["stance"]))
    said = judge.answer([Message(role=Role.SYSTEM, content=STANCE.system), user(shown)])
    assert json.loads(said or "")["label"] == "unclear"


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [user(STANCE.system), user("x")],
        [Message(role=Role.SYSTEM, content=STANCE.system)],
        [Message(role=Role.SYSTEM, content="You are a helpful assistant."), user("x")],
    ],
)
def test_what_is_no_request_for_a_label(messages: list[Message]) -> None:
    judge = ScriptedJudge(ScriptedModel(BEHAVIOUR, QUESTIONS["stance"]))
    assert judge.answer(messages) is None


@pytest.mark.parametrize("seed", [0, 1])
def test_how_often_it_errs(seed: int) -> None:
    behaviour = replace(BEHAVIOUR, judge_wrong=0.2, judge_broken=0.1, seed=seed)
    judge, found = judge_in_process("stance", behaviour), Counter[str]()
    for rubric, case, label in known_cases("stance", [NEUTRAL]):
        (result,) = judge.label(rubric, [case])
        if isinstance(result, Unscored):
            assert result.reason is Reason.JUDGE_UNREADABLE
        is_right = isinstance(result, Labelled) and result.label == label
        found["broken" if isinstance(result, Unscored) else "right" if is_right else "wrong"] += 1
    for what, share in (("broken", 0.1), ("wrong", 0.9 * 0.2), ("right", 0.9 * 0.8)):
        error = math.sqrt(share * (1 - share) / found.total())
        assert abs(found[what] / found.total() - share) < 4 * error, what


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.name)
def test_a_wrong_label_is_any_other_one(rubric: Rubric) -> None:
    judge = ScriptedJudge(ScriptedModel(replace(BEHAVIOUR, judge_wrong=1), QUESTIONS["stance"]))
    given = {
        read_label(rubric, judge.answer(rubric.messages(Case({"question": "?"}, f"{n}"))) or "")
        for n in range(200)
    }
    labels = {one.label for one in given if isinstance(one, Labelled)}
    assert labels == set(rubric.becomes) - {"unclear"}


@pytest.mark.parametrize(
    ("simulation", "make_scorer"),
    [
        (
            StanceSimulation(load_suite("stance", "standard-1", date.min, ""), BEHAVIOUR),
            StanceScorer,
        ),
        (
            BalanceSimulation(
                load_suite("false_balance", "standard-1", date.min, ""),
                replace(BEHAVIOUR, judge_broken=0.05),
            ),
            FalseBalanceScorer,
        ),
    ],
    ids=["stance", "false_balance"],
)
def test_over_http_it_judges_as_in_this_process(
    simulation: Simulation, make_scorer: Callable[[Judge], Scorer]
) -> None:
    model = simulation.model(SEEDS[0])
    inside = simulation.report(
        endpoint_of(model), make_scorer(JudgeInProcess(ScriptedJudge(model)))
    )
    with ScriptedServer(model, FakeClock()) as server:
        judge = OpenAIJudge(JudgeSettings(endpoint=server.url, model="scripted-1"), SystemClock())
        try:
            over_http = simulation.report(endpoint_of(model), make_scorer(judge))
        finally:
            judge.close()
    assert over_http.measured == inside.measured
    assert (over_http.outcomes, over_http.unscored) == (inside.outcomes, inside.unscored)
    has_broken = Reason.JUDGE_UNREADABLE in over_http.unscored
    assert has_broken is (simulation.behaviour.judge_broken > 0)
