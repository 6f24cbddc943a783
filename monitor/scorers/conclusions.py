"""Whether a known wrong answer is what a reply to a long question comes to.

A question that brings its own numbers, names or table is far longer than any sentence that
answers it, so how much of it a clause repeats tells nothing. What tells is that nothing else is
spoken of, and that the reply comes to no other answer.
"""

import re
from collections.abc import Sequence

from monitor.scorers import cues, step_cues
from monitor.scorers.asked import Asked, values_in
from monitor.scorers.assertions import Assertion, Assertions, Clause, Standing, topic_of
from monitor.scorers.mentions import MARK, OTHER, RIGHT


def is_concluded(found: Assertions, wrong: Assertion, asked: Asked, beside: Sequence[str]) -> bool:
    """Whether a known wrong answer is given to a question with givens.

    `beside` are the neighbours of its clause that belong to it.
    """
    clause = found.clauses[wrong.clause].text
    whole = " ".join([clause, *beside])
    if _affirms_the_right(found, wrong):
        return False
    if asked.is_answered_barely_in(whole):
        return True
    is_stated = wrong.standing >= Standing.STATED and asked.is_restated_in(whole)
    if not (is_stated or asked.is_answered_in(whole)) or asked.is_of_another_rank(whole):
        return False
    return not (
        asked.is_limited_in(clause)
        or any(topic_of(text) and asked.is_limited_in(text) for text in beside)
        or _is_of_another(found, wrong, asked)
        or _goes_on(found, wrong)
        or _names_a_third(found, wrong, asked)
    )


def _is_of_another(found: Assertions, wrong: Assertion, asked: Asked) -> bool:
    """Whether what stands before it turns to another of the things given, or sets a condition."""
    clause = found.clauses[wrong.clause]
    before = [other for other in found.clauses[: wrong.clause] if other.sentence == clause.sentence]
    if any(_sets_apart(other, asked) for other in before):
        return True
    last = [other for other in found.clauses if other.sentence == clause.sentence - 1]
    points_back = step_cues.POINTS_BACK.search(clause.text) is not None
    return points_back and bool(last) and _turns_to_a_given(last, asked)


def _sets_apart(clause: Clause, asked: Asked) -> bool:
    if step_cues.SETS_A_CONDITION.search(clause.text) or _tells_what_others_say(clause.text):
        return True
    if topic_of(clause.text) and asked.is_limited_in(clause.text):
        return True
    return _speaks_of_givens(clause.text, asked) and not _reckons(clause.text, asked)


def _tells_what_others_say(text: str) -> bool:
    """As "you say" does; with an answer in it, that is all they say."""
    return not re.search(MARK, text) and any(
        not cue[0].startswith("thank") for cue in cues.QUOTES.finditer(text)
    )


def _turns_to_a_given(sentence: list[Clause], asked: Asked) -> bool:
    """As "The towels are in the next row" does, so that "they" are the towels."""
    text = " ".join(clause.text for clause in sentence)
    subject = next((topic for topic in map(topic_of, text.split()) if topic), frozenset())
    return bool(subject & asked.givens) and not _reckons(text, asked)


def _speaks_of_givens(text: str, asked: Asked) -> bool:
    return bool(topic_of(text) & asked.givens)


def _reckons(text: str, asked: Asked) -> bool:
    """Whether numbers are put to use, those of the question or some that follow from them."""
    return OTHER in text or bool(values_in(text) & asked.numbers)


def _goes_on(found: Assertions, wrong: Assertion) -> bool:
    sentence = found.clauses[wrong.clause].sentence
    return any(
        step_cues.GOES_ON.search(clause.text)
        or (clause.sentence == sentence and step_cues.SETS_A_CONDITION.search(clause.text))
        for clause in found.clauses[wrong.clause + 1 :]
    )


def _affirms_the_right(found: Assertions, wrong: Assertion) -> bool:
    """Whether the right answer stands behind the wrong one, or before it and is not taken back."""
    rights = [
        one for one in found.affirmed if one.mark == RIGHT and one.standing > Standing.RECALLED
    ]
    if not rights:
        return False
    last = rights[-1].clause
    return last >= wrong.clause or not found.has_cue(cues.CORRECTS, last + 1, wrong.clause)


def _names_a_third(found: Assertions, wrong: Assertion, asked: Asked) -> bool:
    """Whether a number of its own stands beside the answer, or behind it as a further step."""
    sentence = found.clauses[wrong.clause].sentence
    asking = values_in(asked.asking)
    for other in found.affirmed:
        if other.mark == OTHER and other.said != wrong.said:
            is_beside = other.clause == wrong.clause
            is_behind = found.clauses[other.clause].sentence > sentence
            known = asking if is_beside else asked.numbers
            if (is_beside or is_behind) and not values_in(other.said) <= known:
                return True
    return False
