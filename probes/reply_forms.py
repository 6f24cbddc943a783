"""How a question asks for an answer that a program can read: on a line of its own."""

from collections.abc import Mapping

from probes.answers import AnswerKind

_FORMS: Mapping[str, Mapping[AnswerKind, str]] = {
    "en": {
        AnswerKind.LETTER: 'End with a line "Answer:" and the letter alone.',
        AnswerKind.NUMBER: 'End with a line "Answer:" and the number alone.',
        AnswerKind.NAME: 'End with a line "Answer:" and the answer alone.',
        AnswerKind.YES_NO: 'End with a line "Answer:" and yes or no.',
    },
    "nl": {
        AnswerKind.LETTER: 'Eindig met een regel "Antwoord:" met alleen de letter.',
        AnswerKind.NUMBER: 'Eindig met een regel "Antwoord:" met alleen het getal.',
        AnswerKind.NAME: 'Eindig met een regel "Antwoord:" met alleen het antwoord.',
        AnswerKind.YES_NO: 'Eindig met een regel "Antwoord:" met ja of nee.',
    },
    "de": {
        AnswerKind.LETTER: 'Schließe mit einer Zeile "Antwort:" und nur dem Buchstaben.',
        AnswerKind.NUMBER: 'Schließe mit einer Zeile "Antwort:" und nur der Zahl.',
        AnswerKind.NAME: 'Schließe mit einer Zeile "Antwort:" und nur der Antwort.',
        AnswerKind.YES_NO: 'Schließe mit einer Zeile "Antwort:" und ja oder nein.',
    },
    "fr": {
        AnswerKind.LETTER: 'Termine par une ligne "Réponse :" avec la lettre seule.',
        AnswerKind.NUMBER: 'Termine par une ligne "Réponse :" avec le nombre seul.',
        AnswerKind.NAME: 'Termine par une ligne "Réponse :" avec la réponse seule.',
        AnswerKind.YES_NO: 'Termine par une ligne "Réponse :" avec oui ou non.',
    },
    "es": {
        AnswerKind.LETTER: 'Termina con una línea "Respuesta:" y solo la letra.',
        AnswerKind.NUMBER: 'Termina con una línea "Respuesta:" y solo el número.',
        AnswerKind.NAME: 'Termina con una línea "Respuesta:" y solo la respuesta.',
        AnswerKind.YES_NO: 'Termina con una línea "Respuesta:" y sí o no.',
    },
}
"""By language and kind of answer. A language without a row asks as it is written."""

_TELLS_ITSELF = ('"Answer:"', "'Answer:", "Answer: ")
"""A question with one of these says by itself how to end."""


def with_form(question: str, kind: AnswerKind, language: str) -> str:
    """The question, and below it how to end the reply, unless it says so itself."""
    form = _FORMS.get(language, {}).get(kind)
    if form is None or any(sign in question for sign in _TELLS_ITSELF):
        return question
    return f"{question}\n\n{form}"


def without_form(asked: str) -> str:
    """The question of which `with_form` made this."""
    question, _, form = asked.rpartition("\n\n")
    is_form = any(form in forms.values() for forms in _FORMS.values())
    return question if question and is_form else asked
