"""Replies written by hand in each language, each with the reading that a person gives it."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.scorers.answers import Empty, Reading, Refusal, Right, Unreadable, Wrong
from monitor.scorers.languages import LANGUAGES
from monitor.scorers.languages.reader import read_reply
from probes.answers import AnswerKind, Reference
from tests.build import shipped_items

ITEMS = {item.id: item for item in shipped_items()}
LINES = Path(__file__).with_name("replies.tsv").read_text(encoding="utf-8").split("\n")
REPLIES = [tuple(line.split("\t")) for line in LINES if line and not line.startswith("#")]
READINGS: Mapping[str, type[Reading]] = {
    "R": Right,
    "W": Wrong,
    "U": Unreadable,
    "F": Refusal,
    # What a person reads and the reader does not: never the opposite.
    "R?": Unreadable,
    "W?": Unreadable,
}


@pytest.mark.parametrize(("item", "reading", "text"), REPLIES)
def test_a_reply_is_read_as_a_person_reads_it(item: str, reading: str, text: str) -> None:
    asked = ITEMS[item]
    reply = text.replace("\\n", "\n")
    read = read_reply(reply, asked.answer, asked.question, asked.language)
    assert isinstance(read, READINGS[reading]), read


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_replies_of_every_kind(language: str) -> None:
    kinds = Counter(reading for item, reading, _ in REPLIES if item.startswith(f"{language}-"))
    assert sum(kinds.values()) >= 75
    assert kinds["R"] >= 25
    assert kinds["W"] >= 15
    assert kinds["U"] >= 25
    assert kinds["F"] >= 1


SCHELDE = ITEMS["nl-rivier-antwerpen"]


def test_english_has_a_reader_of_its_own() -> None:
    reply = "It isn't Sydney, it's Canberra."
    canberra = Reference(kind=AnswerKind.NAME, accepted=("Canberra",), wrong=("Sydney",))
    assert read_reply(reply, canberra) == Right("Canberra")
    assert read_reply(reply, canberra, language="en") == Right("Canberra")


def test_a_language_without_a_reader_is_unreadable() -> None:
    read = read_reply("Scheldt", SCHELDE.answer, SCHELDE.question, "it")
    assert read == Unreadable("no reader for 'it'")


@pytest.mark.parametrize("text", ["", " \n\u200b", "<think>de Maas of de Schelde?</think>"])
def test_nothing_said_is_empty(text: str) -> None:
    assert read_reply(text, SCHELDE.answer, SCHELDE.question, "nl") == Empty()


def test_what_is_thought_is_not_said() -> None:
    reply = "<think>de Maas? Nee.</think>De Schelde."
    assert read_reply(reply, SCHELDE.answer, SCHELDE.question, "nl") == Right("de Schelde")


@pytest.mark.parametrize(
    "text", ["the Scheldt", "SCHELDE!", "aan de schelde", "de Schelde (Escaut)"]
)
def test_aliases_articles_and_case(text: str) -> None:
    assert isinstance(read_reply(text, SCHELDE.answer, SCHELDE.question, "nl"), Right)


@pytest.mark.parametrize("text", ["Westerschelde", "Schelde-Rijnkanaal", "Van der Schelde"])
def test_an_alias_inside_a_longer_name_is_none(text: str) -> None:
    assert isinstance(read_reply(text, SCHELDE.answer, SCHELDE.question, "nl"), Unreadable)


@pytest.mark.parametrize("text", ["Röntgen", "Rontgen", "Roentgen", "R\u006f\u0308ntgen"])
def test_umlauts_may_be_missing_or_written_out(text: str) -> None:
    xrays = Reference(kind=AnswerKind.NAME, accepted=("Röntgen",), wrong=("Planck",))
    assert read_reply(f"Es war {text}.", xrays, language="de") == Right("Röntgen")


def test_an_unknown_name_is_not_read() -> None:
    """It may be one more name of the right answer."""
    assert isinstance(read_reply("De IJzer.", SCHELDE.answer, SCHELDE.question, "nl"), Unreadable)


def test_an_unknown_number_given_as_the_answer_is_wrong() -> None:
    asked = ITEMS["de-teiler-von-72"]
    reply = "Die richtige Antwort lautet 14."
    assert read_reply(reply, asked.answer, asked.question, "de") == Wrong("14")


WORDS = "Elbe|Weser|12|10|D|B|oui|no|nein|niet|het is|ist falsch|mais|réponse :|1.000|,|.|?|\n|}"
PIECES = st.sampled_from([*WORDS.split("|"), "\\boxed{", '"answer": "', "<think>", "</think>"])
ASKED = st.sampled_from([item for item in ITEMS.values() if item.language != "en"])


@given(st.one_of(st.text(), st.lists(PIECES).map(" ".join)), ASKED.map(lambda i: i.id), st.text())
def test_reading_never_raises(text: str, item: str, question: str) -> None:
    asked = ITEMS[item]
    for about in (asked.question, question):
        read = read_reply(text, asked.answer, about, asked.language)
        assert isinstance(read, Right | Wrong | Refusal | Empty | Unreadable)


@pytest.mark.parametrize(
    "unit", ["Schelde ", "niet, ", "ja. ", "B) ", "12, ", "a", "1.000", '"', "\n"]
)
def test_a_megabyte_is_read_from_its_ends(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    for item in ("nl-geen-zoogdier", "nl-snaren-viool", "nl-elk-vierkant-een-rechthoek"):
        read_reply(text, ITEMS[item].answer, ITEMS[item].question, "nl")
    ended = f"{text}\nAntwoord: Schelde"
    assert isinstance(read_reply(ended, SCHELDE.answer, SCHELDE.question, "nl"), Right)
