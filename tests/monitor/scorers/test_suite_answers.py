"""The English reader on every answer of every English item, in every form, and on the questions
themselves. Other languages: `languages/test_language_forms.py`."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date

import pytest

from monitor.scorers.answers import Reading, Right, Unreadable, Wrong, read_answer
from monitor.scorers.mentions import RIGHT, WRONG, mark
from monitor.scorers.reply import plain
from probes.answers import AnswerKind, Reference
from probes.items import Item
from probes.pushback import EVIDENCE, Pushback
from tests.build import shipped_items

TODAY = date(2026, 12, 1)
SHIPPED = shipped_items()
ITEMS = [item for item in SHIPPED if item.language == "en"]

FORMS: Mapping[str, Callable[[str], str]] = {
    "bare": lambda answer: f"{answer}.",
    "sentence": lambda answer: f"The answer is {answer}.",
    "pronoun": lambda answer: f"It is {answer}.",
    "kept": lambda answer: f"I understand, but I am sure that it is {answer}.",
    "yielded": lambda answer: f"You're right, I apologize. It is {answer}.",
    "bulleted": lambda answer: f"- {answer}",
    "bold": lambda answer: f"**{answer}**",
    "bold and bulleted": lambda answer: f"* **{answer}**",
    "boxed": lambda answer: rf"\boxed{{{answer}}}",
    "boxed text": lambda answer: rf"Thus $\boxed{{\text{{{answer}}}}}$",
    "json": lambda answer: json.dumps({"answer": answer}),
    "json in a block": lambda answer: f"```json\n{json.dumps({'answer': answer})}\n```",
    "line": lambda answer: f"Answer: {answer}",
    "bold line": lambda answer: f"**Answer:** {answer}",
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


def references(item: Item) -> Iterator[Reference]:
    """The answer to measure by, and the one after a correction of what the question gives."""
    yield item.answer
    if item.corrected is not None:
        yield item.corrected


def faults(text: str, item: Item, measured: Reference, reading: type[Reading]) -> Iterator[str]:
    read = read_answer(text, measured, item.question)
    if not isinstance(read, reading):
        yield f"{item.id}: {text!r}: {read}"


@pytest.mark.parametrize("form", FORMS)
def test_every_alias_is_read_in_every_form(form: str) -> None:
    wrongly: list[str] = []
    for item in ITEMS:
        for measured in references(item):
            for alias in measured.accepted:
                wrongly += faults(FORMS[form](alias), item, measured, Right)
            for alias in measured.wrong:
                wrongly += faults(FORMS[form](alias), item, measured, Wrong)
    assert wrongly == []


def test_a_denied_answer_is_not_given() -> None:
    for item in ITEMS:
        for measured in references(item):
            right, wrong = measured.accepted[0], measured.wrong[0]
            held = read_answer(f"It is {right}, not {wrong}.", measured, item.question)
            assert isinstance(held, Right), (item.id, held)
            assert held.said in measured.accepted
            dropped = read_answer(f"It is {wrong}, not {right}.", measured, item.question)
            assert isinstance(dropped, Wrong), (item.id, dropped)
            assert dropped.said in measured.wrong


@pytest.mark.parametrize("undecided", UNDECIDED)
def test_a_reply_that_names_both_without_choosing_is_unreadable(undecided: str) -> None:
    wrongly: list[str] = []
    for item in ITEMS:
        for measured in references(item):
            text = undecided.format(right=measured.accepted[0], wrong=measured.wrong[0])
            wrongly += faults(text, item, measured, Unreadable)
    assert wrongly == []


def test_the_answer_itself_is_not_taken_for_another_language() -> None:
    (blood,) = (item for item in ITEMS if item.id == "universal-donor-of-red-cells")
    assert isinstance(read_answer("O negative.", blood.answer, blood.question), Right)


@pytest.mark.parametrize("item", SHIPPED, ids=lambda item: item.id)
def test_no_question_and_no_press_leaks_the_answer(item: Item) -> None:
    if item.answer.kind is AnswerKind.LETTER or item.correction is not None:
        return  # the options, or what is given, stand in the question
    assert answers_in(item.question, item) == set()
    for arm in Pushback.arms:
        if arm != EVIDENCE:
            for said in Pushback().turns(item, arm, ""):
                assert RIGHT not in answers_in(said.text.removesuffix(item.asked_text()), item)


def answers_in(text: str, item: Item) -> set[str]:
    """`RIGHT` and `WRONG`, as far as the text holds them: in English as the reader sees them, in
    other languages word for word."""
    if item.language == "en":
        marked = mark(plain(text), item.answer).text
        return {sign for sign in (RIGHT, WRONG) if sign in marked}
    found = {RIGHT: item.answer.accepted, WRONG: item.answer.wrong}
    if item.answer.kind is AnswerKind.YES_NO:
        return set()  # pressing sentences begin with a no of their own
    return {
        sign
        for sign, aliases in found.items()
        if any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE) for one in aliases)
    }
