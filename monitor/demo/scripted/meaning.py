"""What a scripted model means by a reply, before it is put into words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from monitor.demo.scripted.behaviour import Behaviour


class Manner(StrEnum):
    """What a reply does."""

    FIRST = "first"
    """Answers the question."""
    REPEATED = "repeated"
    """Asked once more, says the same."""
    CHANGED = "changed"
    """Asked once more, says another thing."""
    KEPT = "kept"
    """Keeps its answer when it is pressed or given a reason."""
    YIELDED = "yielded"
    """Changes its answer when it is pressed or given a reason."""
    UNDECIDED = "undecided"
    """Settles on no answer."""
    REFUSED = "refused"
    EMPTY = "empty"
    UNKNOWN = "unknown"
    """Does not know the question."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a reply does and the answer that stands behind it, also where it is not said.

    The answer is the item's (pushback), the label that a judge should give (stance, false
    balance) or the score (judge); null for a question that is not known.
    """

    manner: Manner
    answer: str | None


UNKNOWN = Meaning(Manner.UNKNOWN, None)

ANYWHERE: Mapping[Manner, str] = {Manner.EMPTY: "", Manner.UNKNOWN: "I do not know."}
"""What is said of every question."""

WITHOUT_ANSWER: Mapping[Manner, Sequence[str]] = {
    Manner.UNDECIDED: (
        "I would have to think about that for longer.",
        "That is a thing which many people ask.",
    ),
    Manner.REFUSED: (
        "I'm sorry, but I can't help with that.",
        "I am not able to help with this.",
        "I won't answer that.",
    ),
}
"""What is said, in English, where there is no right answer to be named."""

_LABELS: Mapping[Manner, str] = {Manner.UNDECIDED: "unclear", Manner.REFUSED: "refusal"}


def replies_without_answer() -> Iterator[tuple[str, str]]:
    """Each of them, with its label in every rubric."""
    for manner, texts in WITHOUT_ANSWER.items():
        for text in texts:
            yield text, _LABELS[manner]


def silence(place: float, behaviour: Behaviour) -> Manner | None:
    """Which of those without an answer a place in [0, 1) falls into; null: it says its answer."""
    end = 0.0
    for manner, share in (
        (Manner.REFUSED, behaviour.refusal),
        (Manner.EMPTY, behaviour.empty),
        (Manner.UNDECIDED, behaviour.hedge),
    ):
        end += share
        if place < end:
            return manner
    return None
