"""The question behind a reply: which of its words ask, which are given, and whether a clause of
the reply speaks of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from monitor.scorers import cues, step_cues
from monitor.scorers.assertions import SENTENCE_END, Assertion, Assertions, Standing, topic_of
from monitor.scorers.mentions import MARK
from monitor.scorers.numbers import find_numbers
from probes.answers import AnswerKind, Reference


@dataclass(frozen=True, slots=True)
class Asked:
    """The answers to measure by, and the question (empty when it is not known).

    `asking` is the part of it that asks, `givens` the words of the rest: a condition, a note, a
    table. Without them only knowledge of the world can answer. `ranks` are words such as "second"
    and "largest", without which a clause is of something else. `topic` and `numbers` are
    those of the whole question, `limits` what `step_cues.IS_ONLY_A_STEP` finds in what asks.
    """

    reference: Reference
    question: str
    asking: str
    topic: frozenset[str]
    givens: frozenset[str]
    numbers: frozenset[float]
    ranks: frozenset[str]
    limits: frozenset[str]

    def is_elsewhere(self, assertion: Assertion) -> bool:
        """Whether its clause shares nothing with the question."""
        is_known = len(assertion.topic) > 1 and bool(self.topic)
        return is_known and not assertion.topic & self.topic

    def is_here(self, assertion: Assertion) -> bool:
        """Whether its clause speaks of little but the question, or is a bare answer."""
        is_bare = assertion.is_answer and not assertion.topic
        is_near = 2 * len(assertion.topic & self.topic) > len(assertion.topic)
        return bool(self.topic) and (is_bare or is_near)

    def may_be_answered_by(self, number: Assertion) -> bool:
        """Whether its clause speaks of the question, and the number is not from there."""
        is_on_topic = bool(number.topic & self.topic)
        return is_on_topic and number.said not in words_of(self.question)

    def is_answered_in(self, clause: str) -> bool:
        """Whether a clause with an answer speaks of the question alone; true without one.

        It adds no word and no number of its own, and names what is asked for or most of it.
        """
        if not self.topic or self.reference.kind is AnswerKind.YES_NO:
            return True
        if values_in(clause) - self.numbers:
            return False
        topic = topic_of(clause) - _ADDS_NOTHING
        if not topic:
            return True
        if topic - self.topic:
            return False
        if self.reference.kind is AnswerKind.LETTER or 2 * len(topic) > len(
            self.topic - _ADDS_NOTHING
        ):
            return True
        return self._head() in topic and not cues.POINTS_ELSEWHERE.search(clause)

    def is_stated_in(self, clauses: Sequence[str]) -> bool:
        """The same of a clause and its neighbours, apart from what changes nothing in it."""
        text = ", ".join(clauses)
        if not self.question:
            return True
        if len(text) > _LONGEST or step_cues.IS_ANOTHER_CASE.search(text):
            return False
        for pattern, replacement in step_cues.TRIMMINGS:
            text = pattern.sub(replacement, text)
        return self.is_answered_in(self._without_unasked(text))

    def is_narrowed_in(self, text: str) -> bool:
        """Whether a clause sets a case of what is asked, as in "if a spider loses a leg"."""
        sets_a_case = step_cues.SETS_A_CASE.search(text) and not re.search(MARK, text)
        return bool(sets_a_case and topic_of(text) & self.topic)

    def _without_unasked(self, text: str) -> str:
        """A text without words that bring in no fact, unless the question has them."""
        text = step_cues.SCOPE.sub(
            lambda scope: scope[0] if topic_of(scope[0]) & self.topic else "", text
        )
        return " ".join(
            word
            for word in text.split()
            if word.strip(",") not in step_cues.ADDS_NO_FACT or topic_of(word) & self.topic
        )

    def _head(self) -> str:
        """The first word of the question that carries a fact: what is asked for."""
        words = (topic_of(word) - _ASKS for word in self.question.split())
        return next((stem for found in words for stem in found), "")

    def is_contradicted_in(self, clause: str, *, says_yes: bool) -> bool:
        """Whether a clause restates a yes-or-no question, and not as the yes or no before it."""
        if 2 * len(topic_of(clause) & self.topic) <= len(self.topic):
            return False
        is_negated = bool(cues.NEGATES.search(clause) or cues.LACKS.search(clause))
        return is_negated is says_yes

    def weigh(self, found: Assertions) -> Assertions:
        """What comes third is no aside where the third is asked for."""
        if not any(step_cues.ORDINALS.fullmatch(rank) for rank in self.ranks):
            return found
        affirmed = (
            replace(one, standing=Standing.STATED)
            if one.standing is Standing.INCIDENTAL
            and self._is_of_the_rank(found.clauses[one.clause].text)
            else one
            for one in found.affirmed
        )
        return replace(found, affirmed=tuple(affirmed))

    def _is_of_the_rank(self, clause: str) -> bool:
        is_of_it = topic_of(clause) - _ADDS_NOTHING <= self.topic
        return is_of_it and self.ranks <= set(words_of(clause))

    def has_givens(self) -> bool:
        """Whether the answer follows from what is given; a yes or no is read from the whole."""
        return bool(self.givens) and self.reference.kind is not AnswerKind.YES_NO

    def is_answered_barely_in(self, clause: str) -> bool:
        """Whether a clause has nothing but the answer, and numbers of the question."""
        return not topic_of(clause) - _ADDS_NOTHING and self.is_answered_in(clause)

    def is_restated_in(self, clause: str) -> bool:
        """Whether a clause has no word and no number besides those that ask."""
        topic = topic_of(step_cues.CITES.sub("", clause)) - _CONCLUDES
        return topic <= topic_of(self.asking) and not self._numbers_beside(clause)

    def is_limited_in(self, text: str) -> bool:
        """Whether a text speaks of a part, of another case or of what someone else says, which
        the question does not."""
        return not self.limits.issuperset(step_cues.IS_ONLY_A_STEP.findall(text))

    def is_of_another_rank(self, clause: str) -> bool:
        """Whether the second or the largest is asked for, and a clause is of another one."""
        kind = self.reference.kind
        if kind is AnswerKind.LETTER or not topic_of(clause) - _CONCLUDES:
            return False
        is_limited = kind is AnswerKind.NAME and bool(self._numbers_beside(clause))
        return is_limited or not self.ranks <= set(words_of(clause))

    def _numbers_beside(self, clause: str) -> set[float]:
        """The numbers that are not asked about; a date of the question may be named."""
        undated = step_cues.DATE.sub(
            lambda date: "" if date[0] in self.question else date[0], clause
        )
        return values_in(undated) - values_in(self.asking)


def read_question(reference: Reference, question: str) -> Asked:
    """`question` as `assertions.rewrite` gives it."""
    sentences = SENTENCE_END.split(question)
    told = " ".join(text for text in sentences if not step_cues.TELLS_HOW_TO_REPLY.match(text))
    asking = _asking(sentences) or question
    return Asked(
        reference=reference,
        question=question,
        asking=asking,
        topic=topic_of(question),
        givens=topic_of(told) - topic_of(asking),
        numbers=frozenset(values_in(question)),
        ranks=frozenset(step_cues.RANKS.findall(asking)),
        limits=frozenset(step_cues.IS_ONLY_A_STEP.findall(asking)),
    )


def _asking(sentences: Sequence[str]) -> str:
    """The last sentence that ends in a question mark, without a condition or a list in it."""
    asking = next((text for text in reversed(sentences) if text.endswith("?")), "")
    return _GIVEN_BEHIND.split(_GIVEN_BEFORE.sub("", asking), maxsplit=1)[0]


_GIVEN_BEFORE = re.compile(r"^(?:if|given|suppose|when)\b.*, ")
_GIVEN_BEHIND = re.compile(r",? if\b|: | with the (?:names|numbers|words)\b")
_LONGEST = 600
"""Characters of a plain sentence; also keeps the reading linear."""

_ASKS = frozenset(("did", "name"))
_ADDS_NOTHING = topic_of(" ".join(sorted(cues.ADDS_NOTHING)))
_CONCLUDES = _ADDS_NOTHING | topic_of(" ".join(sorted(step_cues.CONCLUDES)))


def values_in(text: str) -> set[float]:
    """The numbers of a text, those in words too."""
    return {number.value for number in find_numbers(text)}


def words_of(text: str) -> list[str]:
    """The words of a text, with the signs inside them."""
    return re.findall(r"[^\W_][\w'.-]*", text)
