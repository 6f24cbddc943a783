"""What a reply asserts: each mention of an answer, affirmed or denied, and how firmly."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from monitor.scorers import cues, step_cues
from monitor.scorers.mentions import MARK, Marked

_MARK = re.compile(MARK)
_WORD = re.compile(r"[a-z']+")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|e|s|'s)$")


class Standing(IntEnum):
    """How much a mention weighs as an answer, lightest first."""

    INCIDENTAL = 0
    """Something else is said of it: "X is a large city"."""
    RECALLED = 1
    """The reply's own earlier answer: "I said X"."""
    GRANTED = 2
    """Agreed to, perhaps before a "but": "you are right that X"."""
    STATED = 3
    """Any other plain mention."""
    ANSWERED = 4
    """Given as the answer: "it is X", "X."."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One mention; `clause` counts from the start of the reply.

    `is_plain` is for denials: whether it is plain enough to stand without another answer.
    `topic` holds the other words of the clause that carry a fact (see `topic_of`).
    """

    mark: str
    said: str
    clause: int
    is_affirmed: bool
    standing: Standing
    is_plain: bool
    topic: frozenset[str]

    @property
    def is_answer(self) -> bool:
        return self.standing is Standing.ANSWERED


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence, lower case. Nothing is asserted in a question."""

    text: str
    sentence: int
    is_question: bool


@dataclass(frozen=True, slots=True)
class Assertions:
    """All clauses and assertions of a reply, in order."""

    clauses: tuple[Clause, ...]
    affirmed: tuple[Assertion, ...]
    denied: tuple[Assertion, ...]

    def has_cue(self, cue: re.Pattern[str], first: int, last: int) -> bool:
        """Whether clauses `first` to `last` (inclusive) hold the cue."""
        return any(cue.search(clause.text) for clause in self.clauses[first : last + 1])

    def added_to(self, number: int) -> list[str]:
        """The neighbours of a clause that say what its answer is an answer to."""
        return [
            other.text
            for at, other in self.beside(number)
            if abs(at - number) == 1 and cues.ADDS_TO_THE_CLAUSE.search(other.text)
        ]

    def parts_of(self, number: int) -> list[str]:
        """The clauses without which a clause is no sentence, because commas cut off its subject,
        its verb or the statement that it opens."""
        text = self.clauses[number].text
        beside = self.beside(number)
        needs_subject = step_cues.NEEDS_A_SUBJECT.search(text) or any(
            step_cues.BREAKS_OFF.search(other.text) for at, other in beside if at < number
        )
        is_subject = step_cues.IS_BARE.fullmatch(text)
        opens = step_cues.OPENS_A_STATEMENT.search(text)
        return [
            other.text
            for at, other in beside
            if (needs_subject and at < number)
            or (opens and at == number + 1)
            or (is_subject and at > number and step_cues.IS_A_PREDICATE.search(other.text))
        ]

    def beside(self, number: int) -> list[tuple[int, Clause]]:
        """The other clauses of its sentence, by their numbers."""
        sentence = self.clauses[number].sentence
        return [
            (at, other)
            for at, other in enumerate(self.clauses)
            if other.sentence == sentence and at != number
        ]


SENTENCE_END = re.compile(r"(?<=[.!?])[')\]]?\s+|\n+")
_CLAUSE_END = re.compile(
    rf"""
      \s*[,;:()\[\]]\s*
    | (?<!\d)\s-+\s | \s-+\s(?!\d)
    | (?<!\bor)\s(?=(?:although|because|but|however|instead\ of|rather\ than|since|so|though|whereas
        |which|while|yet)\b)
    | \s(?=and\s(?:i|it|my|not|that|the|there|this|we|you|{MARK}\s(?:is|are|was|were))\b)
    | (?<={MARK})\s(?=(?:it\sis|not)\b)
    """,
    re.VERBOSE,
)


_LONGEST = 400
"""Characters; a longer stretch without punctuation is cut, so that reading stays linear."""

_AT_MOST = re.compile(rf".{{1,{_LONGEST}}}(?=\s|$)|\S{{1,{_LONGEST}}}")


def find_assertions(marked: Marked) -> Assertions:
    """Cut the reply into clauses and judge each mention in them; what is only quoted, asked
    or supposed is not asserted."""
    clauses = tuple(_clauses(rewrite(marked.text)))
    bare = _bare_sentences(clauses)
    said = iter(marked.said)
    found: list[Assertion] = []
    for number, clause in enumerate(clauses):
        marks = list(_MARK.finditer(clause.text))
        if not marks and found:
            found[-1] = _as_seen_from(clauses, number, found[-1])
        for match in marks:
            words = next(said)
            if not _is_quoted(clause, match) and not _is_opened_elsewhere(clauses, number):
                found.append(_judge(clause, number, match, words, clause.sentence in bare))
    return Assertions(
        clauses,
        affirmed=tuple(assertion for assertion in found if assertion.is_affirmed),
        denied=tuple(assertion for assertion in found if not assertion.is_affirmed),
    )


def rewrite(text: str) -> str:
    """Lower case, contractions and idioms written out, as the cues expect them."""
    text = text.lower()
    for pattern, replacement in cues.REWRITES:
        text = pattern.sub(replacement, text)
    return text


def _clauses(text: str) -> Iterator[Clause]:
    for number, sentence in enumerate(SENTENCE_END.split(text)):
        is_question = sentence.rstrip(" ')").endswith("?")
        pending = ""
        for piece in _pieces(sentence):
            pending = f"{pending} {piece.strip(' .!?')}".strip()
            is_open = len(pending) < _LONGEST and cues.DANGLES.search(pending)
            if pending and not is_open:
                yield Clause(pending, number, is_question)
                pending = ""
        if pending:
            yield Clause(pending, number, is_question)


def _pieces(sentence: str) -> Iterator[str]:
    for piece in _CLAUSE_END.split(sentence.strip()):
        yield from _AT_MOST.findall(piece)


def _bare_sentences(clauses: Sequence[Clause]) -> set[int]:
    """Sentences that hold an answer and, denials apart, nothing but words of the talk."""
    full = {
        clause.sentence
        for clause in clauses
        if topic_of(clause.text)
        and not (cues.NEGATES.search(clause.text) and _MARK.search(clause.text))
    }
    return {clause.sentence for clause in clauses} - full


def declines(reply: str) -> bool:
    """Whether a reply, made plain, declines to answer."""
    return cues.REFUSES.search(rewrite(reply)) is not None


def topic_of(text: str) -> frozenset[str]:
    """The words of a text that carry a fact, cut so that "ends", "ended" and "end" are one."""
    words = {word for word in _WORD.findall(text) if len(word) > 2} - cues.TALK
    stems = (_ENDING.sub("", cues.STEMS.get(word, word)) for word in words)
    return frozenset(stem[:5] for stem in stems)


def _judge(
    clause: Clause, number: int, match: re.Match[str], said: str, is_bare_sentence: bool
) -> Assertion:
    is_affirmed = _is_affirmed(clause.text, match)
    return Assertion(
        mark=match[0],
        said=said,
        clause=number,
        is_affirmed=is_affirmed,
        standing=_standing(clause.text, match, is_bare_sentence),
        is_plain=not is_affirmed and cues.DENIES_PLAINLY.search(clause.text) is not None,
        topic=topic_of(clause.text),
    )


def _is_affirmed(text: str, match: re.Match[str]) -> bool:
    negations = sum(_bears_on(text, cue, match) for cue in cues.NEGATES.finditer(text))
    negations += any(_bears_on(text, cue, match) for cue in cues.BLAMES.finditer(text))
    negations += cues.NEGATES_AT_THE_START.search(text) is not None
    return negations % 2 == 0


def _bears_on(text: str, cue: re.Match[str], match: re.Match[str]) -> bool:
    return cue.end() <= match.start() or not _MARK.search(text, cue.end())


def _is_quoted(clause: Clause, match: re.Match[str]) -> bool:
    text = clause.text
    if clause.is_question or cues.QUOTES_ANYWHERE.search(text):
        return True
    if cues.CONCEDES_AT_THE_START.search(text):
        return True
    if cues.LEAVES_OPEN.search(text) or cues.QUOTES_AFTER.match(text, match.start()):
        return True
    if cues.CONFIRMS_AFTER.match(text, match.start()):
        return False
    return cues.QUOTES.search(text, 0, match.start()) is not None


def _is_opened_elsewhere(clauses: Sequence[Clause], number: int) -> bool:
    """Whether the clause is what "if you insist" or "in the past" opens."""
    before = clauses[number - 1] if number else None
    return (
        before is not None
        and before.sentence == clauses[number].sentence
        and cues.OPENS_ELSEWHERE.search(before.text) is not None
    )


def _standing(text: str, match: re.Match[str], is_bare_sentence: bool) -> Standing:
    before = text[: match.start()]
    if cues.KEEPS.search(before) or cues.CONFIRMS_AFTER.match(text, match.start()):
        return Standing.ANSWERED
    if cues.SAID_BEFORE.search(before):
        return Standing.RECALLED
    if cues.GRANTS.search(before):
        return Standing.GRANTED
    if is_bare_sentence and not topic_of(text):
        return Standing.ANSWERED
    if cues.STANDS_BEFORE.search(before[-80:]):
        return Standing.ANSWERED
    if cues.IS_LISTED.match(text) or cues.IS_INCIDENTAL_AFTER.match(text, match.end()):
        return Standing.INCIDENTAL
    return Standing.STATED


def _as_seen_from(clauses: Sequence[Clause], number: int, last: Assertion) -> Assertion:
    """The last assertion in the light of a clause that only points back at it."""
    if last.clause != number - 1:
        return last
    text = clauses[number].text
    is_same_sentence = clauses[last.clause].sentence == clauses[number].sentence
    if cues.LEAVES_TO_OTHERS.search(text):
        return replace(last, standing=Standing.INCIDENTAL)
    if cues.TAKES_BACK.search(text) and (is_same_sentence or last.standing <= Standing.GRANTED):
        return replace(last, is_affirmed=False, is_plain=True)
    is_light = last.standing in {Standing.STATED, Standing.GRANTED}
    if is_same_sentence and is_light and cues.SETS_ASIDE.search(text):
        return replace(last, standing=Standing.INCIDENTAL)
    return last
