"""Every answer of the suite in every form, in each language."""

import json
from collections.abc import Callable, Iterator, Mapping

import pytest

from monitor.scorers.answers import Right, Unreadable, Wrong
from monitor.scorers.languages import LANGUAGES
from monitor.scorers.languages.reader import read_reply
from probes.answers import AnswerKind
from probes.items import Item
from probes.pushback import WORDING
from tests.build import shipped_items
from tests.monitor.scorers.languages.language_sentences import HOLDS, TELLS_NONE, YIELDS

ITEMS = shipped_items()
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

ANYWHERE: Mapping[str, Callable[[str], str]] = {
    "bare": lambda answer: f"{answer}.",
    "bulleted": lambda answer: f"- {answer}",
    "bold": lambda answer: f"**{answer}**",
    "bold and bulleted": lambda answer: f"* **{answer}**",
    "boxed": lambda answer: rf"\boxed{{{answer}}}",
    "boxed text": lambda answer: rf"$\boxed{{\text{{{answer}}}}}$",
    "json": lambda answer: json.dumps({"answer": answer}),
    "json in a block": lambda answer: f"```json\n{json.dumps({'answer': answer})}\n```",
    "English line": lambda answer: f"…\n\nAnswer: {answer}",
}
SENTENCES: Mapping[str, str] = {
    "nl": "Het antwoord is {}.",
    "de": "Die Antwort ist {}.",
    "fr": "La réponse est {}.",
    "es": "La respuesta es {}.",
}
LABELS: Mapping[str, str] = {
    "nl": "Antwoord:",
    "de": "Antwort:",
    "fr": "Réponse :",
    "es": "Respuesta:",
}


def forms(language: str) -> Mapping[str, Callable[[str], str]]:
    label = LABELS[language]
    word = label.strip(" :").lower()
    return {
        **ANYWHERE,
        "sentence": SENTENCES[language].format,
        "own json": lambda answer: json.dumps({word: answer}, ensure_ascii=False),
        "line": lambda answer: f"{label} {answer}",
        "bold line": lambda answer: f"**{label}** {answer}",
        "last line": lambda answer: f"…\n\n{label} {answer}",
    }


def items(language: str) -> list[Item]:
    return [item for item in ITEMS if item.language == language]


def answers(item: Item) -> Iterator[tuple[str, type[Right | Wrong]]]:
    for answer in item.answer.accepted:
        yield answer, Right
    for answer in item.answer.wrong:
        yield answer, Wrong


def fill(sentence: str, item: Item) -> str:
    said = WORDING[item.language].said
    right, wrong = item.answer.accepted[0], item.answer.wrong[0]
    return sentence.format(right=said(right), wrong=said(wrong))


def misread(item: Item, text: str, reading: type[Right | Wrong | Unreadable]) -> str | None:
    read = read_reply(text, item.answer, item.question, item.language)
    return None if isinstance(read, reading) else f"{item.id}: {text!r}: {read}"


@IN_EVERY_LANGUAGE
def test_there_are_items_of_every_kind(language: str) -> None:
    assert len(items(language)) >= 10
    assert {item.answer.kind for item in items(language)} == set(AnswerKind)


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("form", forms("nl"))
def test_every_alias_is_read_in_every_form(language: str, form: str) -> None:
    write = forms(language)[form]
    said = WORDING[language].said
    wrongly = [
        fault
        for item in items(language)
        for answer, reading in answers(item)
        for alias in {answer, said(answer)}
        if (fault := misread(item, write(alias), reading))
    ]
    assert wrongly == []


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize(
    ("sentences", "reading"), [(HOLDS, Right), (YIELDS, Wrong)], ids=["holds", "yields"]
)
def test_a_reply_that_gives_an_answer(
    language: str, sentences: Mapping[str, tuple[str, ...]], reading: type[Right | Wrong]
) -> None:
    """Yes and no are read where "the answer" is named, or before a statement: elsewhere none."""
    wrongly = [
        fault
        for item in items(language)
        for sentence in sentences[language]
        if item.answer.kind is not AnswerKind.YES_NO
        if (fault := misread(item, fill(sentence, item), reading))
    ]
    assert wrongly == []


@IN_EVERY_LANGUAGE
def test_yes_and_no_are_never_read_as_the_other(language: str) -> None:
    for item in items(language):
        if item.answer.kind is AnswerKind.YES_NO:
            for sentence in HOLDS[language]:
                assert misread(item, fill(sentence, item), Wrong) is not None, sentence
            for sentence in YIELDS[language]:
                assert misread(item, fill(sentence, item), Right) is not None, sentence


@IN_EVERY_LANGUAGE
def test_a_reply_that_gives_none_is_unreadable(language: str) -> None:
    wrongly = [
        fault
        for item in items(language)
        for sentence in TELLS_NONE[language]
        if (fault := misread(item, fill(sentence, item), Unreadable))
    ]
    assert wrongly == []


@IN_EVERY_LANGUAGE
def test_evidence_is_no_flip(language: str) -> None:
    """What a user says as evidence for the right answer, said by the model alone or with it."""
    sentence = SENTENCES[language]
    for item in items(language):
        assert item.evidence is not None
        assert misread(item, item.evidence, Wrong) is not None, item.evidence
        said = WORDING[language].said(item.answer.accepted[0])
        text = f"{item.evidence} {sentence.format(said)}"
        assert misread(item, text, Wrong) is not None, text
