"""Cutting a reasoning into clauses: the pieces that say one thing each."""

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Doc, Token

_CUTS = frozenset(";—–()•|…") | {"--", "..."}
_ENDS = frozenset(".!?")
TURNS = frozenset("but while whilst though although whereas yet unless because since".split())
"""Words that begin a clause of their own."""


@dataclass(frozen=True, slots=True)
class Clause:
    """The tokens `start` to `end` (exclusive) of a text."""

    start: int
    end: int
    text: str


def clauses_of(doc: Doc) -> tuple[Clause, ...]:
    """The clauses of a text in their order; what has no word in it is left out."""
    return tuple(
        Clause(start, end, doc[start:end].text.strip(" ,\n"))
        for start, end in _spans(doc)
        if any(token.is_alpha or token.like_num for token in doc[start:end])
    )


def _spans(doc: Doc) -> Iterator[tuple[int, int]]:
    start = 0
    for token in doc:
        if _is_cut(token):
            if token.i > start:
                yield start, token.i
            # A word belongs to what it begins, a mark to nothing.
            start = token.i if token.is_alpha else token.i + 1
    if len(doc) > start:
        yield start, len(doc)


def _is_cut(token: Token) -> bool:
    if token.is_space:
        return "\n" in token.text
    if token.text in _CUTS or token.text in _ENDS:
        return True
    if token.lower_ in TURNS:
        before = token.doc[token.i - 1].lower_ if token.i else ""
        return token.lower_ != "but" or before not in ("everything", "all", "anything", "nothing")
    return token.lower_ in (",", "and", "or", "so") and _begins_clause(token)


_SUBJECTS = frozenset(("nsubj", "nsubjpass", "expl"))


def _begins_clause(mark: Token) -> bool:
    """Whether a subject and its verb follow a comma or a conjunction, before the next one."""
    subject = None
    for token in mark.doc[mark.i + 1 : mark.sent.end]:
        if token.text == "," or token.lower_ in ("and", "or", "which", "who", "that"):
            return False
        if token.dep_ in _SUBJECTS and subject is None:
            subject = token
        elif subject is not None and token.pos_ in ("VERB", "AUX"):
            return True
    return False
