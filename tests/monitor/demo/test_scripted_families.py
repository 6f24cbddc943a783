"""A scripted model in the families without pushback: what is certain is done, and read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

import pytest

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.judge import BLUFFED, HONEST, Scores
from monitor.demo.scripted.labels import ScriptedJudge
from monitor.demo.scripted.meaning import UNKNOWN, Manner, Meaning
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Questions, shipped_questions
from monitor.demo.scripted.stance import replies
from monitor.exchange import Message, Role
from monitor.measures.measure import Measure
from monitor.runs import rate_in
from monitor.scorers.judge_output import read_output
from monitor.scorers.stance import StanceScorer
from monitor.scorers.stance_answers import Refused, Stance, Unread, read_stance
from monitor.verdict import Outcome, Reason
from probes.balance_items import BalanceForm
from probes.catalog import FAMILIES, PROBES, AnyItem, load_suite, suite_names
from probes.judge_items import JudgeItem
from probes.stance_items import StanceForm, StanceItem
from tests.build import assistant, user
from tests.monitor.demo.judged_simulations import StanceSimulation
from tests.monitor.demo.simulation import JudgeInProcess, endpoint_of

CALM = Behaviour(
    sycophantic=0,
    contrarian=0,
    free_text=0,
    false_balance=0,
    false_balance_leaning=0,
    settled_wrong=0,
    one_sided=0,
    bluff=0,
    refusal=0,
    empty=0,
    hedge=0,
)
FULL: Mapping[str, tuple[AnyItem, ...]] = {
    family: load_suite(family, "full-1", date.min, "").items
    for family in ("stance", "false_balance", "judge")
}
QUESTIONS = Questions(item for items in FULL.values() for item in items)
SIDES = {"a", "b"}


def asked(family: str, item: AnyItem, arm: str) -> list[Message]:
    say = next(PROBES[family].turns(item, arm, ""))
    return [Message(role=Role.USER, content=say.text, images=say.images)]


def answers(behaviour: Behaviour, family: str, arm: str, form: str | None = None) -> set[str]:
    """All that is answered in one arm, over all items and both ways of asking them."""
    model = ScriptedModel(behaviour, QUESTIONS)
    meanings = [
        model.meaning(asked(family, item.asked_at(repeat), arm))
        for item in FULL[family]
        for repeat in (0, 1)
        if form in (None, item.series())
    ]
    assert {meaning.manner for meaning in meanings} == {Manner.FIRST}
    return {meaning.answer or "" for meaning in meanings}


@pytest.mark.parametrize("form", StanceForm)
@pytest.mark.parametrize(
    ("behaviour", "arm", "expected"),
    [
        (CALM, "neutral", {*SIDES, "neither"}),
        (CALM, "holds_a", {*SIDES, "neither"}),
        (replace(CALM, sycophantic=1), "holds_a", {"a"}),
        (replace(CALM, sycophantic=1), "holds_b", {"b"}),
        (replace(CALM, sycophantic=1), "neutral", {*SIDES, "neither"}),
        (replace(CALM, contrarian=1), "holds_a", {"b"}),
        (replace(CALM, contrarian=1), "holds_b", {"a"}),
    ],
)
def test_stances(behaviour: Behaviour, arm: str, expected: set[str], form: str) -> None:
    assert answers(behaviour, "stance", arm, form) == expected


def test_a_stance_of_its_own_goes_with_the_option_and_not_with_its_place() -> None:
    model = ScriptedModel(CALM, QUESTIONS)
    for item in FULL["stance"]:
        assert isinstance(item, StanceItem)
        chosen: set[str] = set()
        for one in (item.asked_at(0), item.asked_at(1)):
            options = {"a": one.options.a, "b": one.options.b, "neither": "neither"}
            for arm in PROBES["stance"].arms:
                answer = model.meaning(asked("stance", one, arm)).answer
                chosen.add(options[answer or ""])
        assert len(chosen) == 1, item.id


@pytest.mark.parametrize(
    ("behaviour", "arm", "form", "expected"),
    [
        (CALM, "neutral", BalanceForm.SETTLED, {"established"}),
        (replace(CALM, false_balance=1), "neutral", BalanceForm.SETTLED, {"false_balance"}),
        (replace(CALM, false_balance=1), "leans_true", BalanceForm.SETTLED, {"false_balance"}),
        (replace(CALM, false_balance=1), "leans_false", BalanceForm.SETTLED, {"established"}),
        (
            replace(CALM, false_balance_leaning=1),
            "leans_false",
            BalanceForm.SETTLED,
            {"false_balance"},
        ),
        (replace(CALM, settled_wrong=1), "leans_false", BalanceForm.SETTLED, {"wrong"}),
        (
            replace(CALM, false_balance=0.5, settled_wrong=0.5),
            "neutral",
            BalanceForm.SETTLED,
            {"false_balance", "wrong"},
        ),
        (CALM, "neutral", BalanceForm.CONTESTED, {"both_sides"}),
        (replace(CALM, one_sided=1), "leans_true", BalanceForm.CONTESTED, {"one_side"}),
    ],
)
def test_balance(behaviour: Behaviour, arm: str, form: str, expected: set[str]) -> None:
    assert answers(behaviour, "false_balance", arm, form) == expected


@pytest.mark.parametrize(
    ("bluff", "arm", "scores"),
    [
        (1, "matching", HONEST["matching"]),
        (1, "changed", HONEST["changed"]),
        (0, "mismatched", HONEST["mismatched"]),
        (1, "mismatched", BLUFFED),
    ],
)
def test_scores(bluff: float, arm: str, scores: Scores) -> None:
    found = {int(one) for one in answers(replace(CALM, bluff=bluff), "judge", arm)}
    assert scores.low <= min(found) < max(found) <= scores.high


def test_scores_reach_both_ends_of_their_range() -> None:
    scores = Scores(10, 12, "")
    assert [scores.at(place) for place in (0.0, 0.34, 0.5, 0.999)] == [10, 11, 11, 12]
    assert scores.mean() == 11


@pytest.mark.parametrize(
    ("behaviour", "manner"),
    [
        (replace(CALM, refusal=1), Manner.REFUSED),
        (replace(CALM, empty=1), Manner.EMPTY),
        (replace(CALM, hedge=1), Manner.UNDECIDED),
    ],
)
@pytest.mark.parametrize("family", FULL)
def test_silence_has_an_answer_behind_it(behaviour: Behaviour, manner: Manner, family: str) -> None:
    model, calm = (ScriptedModel(one, QUESTIONS) for one in (behaviour, CALM))
    for item in FULL[family]:
        messages = asked(family, item, PROBES[family].arms[0])
        assert model.meaning(messages) == Meaning(manner, calm.meaning(messages).answer)
        assert (model.reply(messages) == "") is (manner is Manner.EMPTY)


def test_every_stance_reply_is_read_where_it_has_an_answer_line() -> None:
    outcomes = {"a": Outcome.SIDE_A, "b": Outcome.SIDE_B, "neither": Outcome.NEITHER}
    for item in FULL["stance"]:
        (neutral,) = asked("stance", item, "neutral")
        known = QUESTIONS.find(neutral)
        assert known is not None
        assert isinstance(item, StanceItem)
        for text, label in replies(known):
            found = read_stance(text, item.options)
            if "nswer:" in text:
                assert isinstance(found, Stance), text
                assert found.outcome is outcomes[label], text
            else:
                assert isinstance(found, Refused if label == "refusal" else Unread), text


def test_scores_are_read_and_silence_is_not() -> None:
    for behaviour, is_read in ((CALM, True), (replace(CALM, hedge=1), False)):
        model = ScriptedModel(behaviour, QUESTIONS)
        for item in FULL["judge"]:
            for arm in PROBES["judge"].arms:
                messages = asked("judge", item, arm)
                text = model.reply(messages)
                if is_read:
                    assert read_output(text).score == int(model.meaning(messages).answer or "")
                else:
                    assert "{" not in text


def test_a_picture_of_another_item_is_not_known() -> None:
    first, second = FULL["judge"][:2]
    assert isinstance(first, JudgeItem)
    assert isinstance(second, JudgeItem)
    (message,) = asked("judge", first, "matching")
    model = ScriptedModel(CALM, QUESTIONS)
    for images in ((), (second.changed.file,)):
        assert model.meaning([message.model_copy(update={"images": images})]) == UNKNOWN


def test_what_is_said_later_changes_no_stance() -> None:
    model = ScriptedModel(CALM, QUESTIONS)
    first = asked("stance", FULL["stance"][0], "holds_a")
    later = [*first, assistant("Answer: A"), user("Are you sure?")]
    assert model.meaning(later) == model.meaning(first)


def first_messages(family: str) -> Iterator[tuple[AnyItem, Message]]:
    probe = FAMILIES[family].probe
    items = [
        item
        for suite in suite_names(family)
        for item in load_suite(family, suite, date.min, "").items
    ]
    for item in (one.asked_at(repeat) for one in items for repeat in (0, 1)):
        opening = probe.opening(item)
        if opening is not None:
            yield item, user(opening.text)
        for arm in probe.arms:
            if not probe.goes_on(arm):
                yield item, asked(family, item, arm)[0]


def test_every_shipped_question_is_known_in_every_arm() -> None:
    questions = shipped_questions()
    begun: dict[Message, AnyItem] = {}
    for family in FAMILIES:
        for item, message in first_messages(family):
            known = questions.find(message)
            assert known is not None
            # Of two that begin alike the first is known.
            assert known.item == begun.setdefault(message, item)


@pytest.mark.parametrize("has_judge", [True, False])
def test_both_ways_of_asking_give_the_rates_of_the_behaviour(has_judge: bool) -> None:
    """Two repeats: whoever follows the user does so wherever the options stand."""
    behaviour = replace(CALM, sycophantic=1, free_text=0.5)
    suite = load_suite("stance", "standard-1", date.min, "")
    simulation = StanceSimulation(suite, behaviour)
    model = simulation.model(0)
    judge = JudgeInProcess(ScriptedJudge(model)) if has_judge else None
    report = simulation.report(endpoint_of(model), StanceScorer(judge), repeats=2)
    for form in StanceForm:
        rate = rate_in(report.measured, Measure.SSR, form)
        assert rate is not None
        assert rate.value == 1.0
    asked_in_all = 3 * 2 * len(suite.items)
    read = asked_in_all - report.unscored.get(Reason.UNREADABLE, 0)
    assert sum(report.outcomes.values()) == read
    assert (read == asked_in_all) is has_judge
    if not has_judge:
        assert 0.4 < read / asked_in_all < 0.6
