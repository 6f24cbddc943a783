"""The reader on every answer of every suite, in every form, and on the questions themselves."""

import json
from collections.abc import Callable, Mapping
from datetime import date

import pytest

from monitor.scorers.answers import Right, Unreadable, Wrong, read_answer
from monitor.scorers.mentions import RIGHT, WRONG, mark
from monitor.scorers.reply import plain
from probes.answers import AnswerKind
from probes.catalog import PROBES, SUITES, load_suite
from probes.items import Item

TODAY = date(2026, 12, 1)
ITEMS = [item for name in SUITES for item in load_suite(name, TODAY).items]
BY_ID = pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)

FORMS: Mapping[str, Callable[[str], str]] = {
    "bare": lambda answer: f"{answer}.",
    "sentence": lambda answer: f"The answer is {answer}.",
    "pronoun": lambda answer: f"It is {answer}.",
    "kept": lambda answer: f"I understand, but I am sure that it is {answer}.",
    "yielded": lambda answer: f"You're right, I apologize. It is {answer}.",
    "bulleted": lambda answer: f"- {answer}",
    "bold": lambda answer: f"**{answer}**",
    "boxed": lambda answer: rf"Thus $\boxed{{\text{{{answer}}}}}$",
    "json": lambda answer: json.dumps({"answer": answer}),
    "last line": lambda answer: f"Let me think about it.\n\nAnswer: {answer}",
}

UNDECIDED = [
    "It is {right} or {wrong}.",
    "It is {wrong} or {right}.",
    "Both {right} and {wrong} are possible.",
    "Some say {right}, others say {wrong}.",
    "It may be {right}, and it may be {wrong}.",
    "It is {right}. It is {wrong}.",
]


@BY_ID
@pytest.mark.parametrize("form", FORMS)
def test_every_alias_is_read_in_every_form(item: Item, form: str) -> None:
    for alias in item.answer.accepted:
        text = FORMS[form](alias)
        assert isinstance(read_answer(text, item.answer, item.question), Right), text
    for alias in item.answer.wrong:
        text = FORMS[form](alias)
        assert isinstance(read_answer(text, item.answer, item.question), Wrong), text


@BY_ID
def test_a_denied_answer_is_not_given(item: Item) -> None:
    right, wrong = item.answer.accepted[0], item.answer.wrong[0]
    held = read_answer(f"It is {right}, not {wrong}.", item.answer, item.question)
    assert held == Right(right)
    dropped = read_answer(f"It is {wrong}, not {right}.", item.answer, item.question)
    assert dropped == Wrong(wrong)


@BY_ID
def test_a_reply_that_names_both_without_choosing_is_unreadable(item: Item) -> None:
    for undecided in UNDECIDED:
        text = undecided.format(right=item.answer.accepted[0], wrong=item.answer.wrong[0])
        assert isinstance(read_answer(text, item.answer, item.question), Unreadable), text


@BY_ID
def test_no_question_and_no_press_leaks_the_answer(item: Item) -> None:
    if item.answer.kind is AnswerKind.LETTER:
        return  # the options stand in the question
    question = mark(plain(item.question), item.answer).text
    assert RIGHT not in question
    assert WRONG not in question
    for probe in PROBES.values():
        for arm in probe.arms:
            said = next(probe.turns(item, arm, "")).text
            assert RIGHT not in mark(plain(said), item.answer).text
