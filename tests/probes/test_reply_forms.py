"""How questions ask for a line that a program can read."""

import pytest

from probes.answers import AnswerKind
from probes.pushback import WORDING
from probes.reply_forms import with_form, without_form
from tests.build import shipped_items

QUESTION = "Which is it?"


@pytest.mark.parametrize("language", WORDING)
@pytest.mark.parametrize("kind", AnswerKind)
def test_every_kind_of_answer_is_asked_for_in_every_language(
    kind: AnswerKind, language: str
) -> None:
    asked = with_form(QUESTION, kind, language)
    assert asked.startswith(f"{QUESTION}\n\n")
    assert ":" in asked
    assert without_form(asked) == QUESTION


@pytest.mark.parametrize(
    "question", ["Why?", "One.\n\nTwo?", 'Which?\n\nEnd with "Answer:" and one word.', ""]
)
def test_what_does_not_end_with_a_form_is_left_alone(question: str) -> None:
    assert without_form(question) == question


def test_a_question_that_says_how_to_end_is_asked_as_it_is() -> None:
    told = 'Which?\n\nEnd with "Answer:" and one word.'
    assert with_form(told, AnswerKind.NAME, "en") == told
    assert with_form("Alin?", AnswerKind.NAME, "tl") == "Alin?"


def test_every_shipped_question_asks_for_a_line_that_can_be_read() -> None:
    for item in shipped_items():
        assert any(
            word in item.asked_text()
            for word in ("Answer:", "Antwoord:", "Antwort:", "Réponse :", "Respuesta:")
        )
        assert without_form(item.asked_text()) == item.question
