"""Judges whose behaviour is known: yardsticks for the Bluffing Coefficient.

Each sees a portrait as the keyphrases that it shows and those that it lacks. Choices are made
by a hash of the portrait's name, so that a run can be repeated.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from monitor.scorers.bluffing.coefficient import NAMED_CUES
from monitor.scorers.judge_output import MOST, Evaluation


@dataclass(frozen=True, slots=True)
class Portrait:
    """A picture of a description: which of its keyphrases hold and which do not."""

    name: str
    shown: tuple[str, ...]
    missing: tuple[str, ...]


Judge = Callable[[Portrait], Evaluation]


def portrait_of(name: str, phrases: Sequence[str], share: float) -> Portrait:
    """A portrait in which about `share` of the phrases hold, chosen by hash."""
    order = _shuffled(phrases, name)
    count = round(share * len(order))
    return Portrait(name, tuple(order[:count]), tuple(order[count:]))


def oracle(portrait: Portrait) -> Evaluation:
    """The score is the share of what holds, and it truly names some of it."""
    holds = len(portrait.shown)
    score = MOST * holds / (holds + len(portrait.missing))
    named = _some(portrait.shown, portrait.name)
    return Evaluation(score, _sentence(_SHOWS, named, portrait.name) if named else _NOTHING)


def inflater(portrait: Portrait) -> Evaluation:
    """A high score for every portrait, with praise that names nothing."""
    return Evaluation(90.0, _choice(_PRAISE, portrait.name))


def critic(portrait: Portrait) -> Evaluation:
    """A low score, and it truly names some of what is missing."""
    named = _some(portrait.missing, portrait.name)
    return Evaluation(20.0, _sentence(_LACKS, named, portrait.name) if named else _NOTHING)


def silent_critic(portrait: Portrait) -> Evaluation:
    """A low score for every portrait, and no word of why."""
    return Evaluation(20.0, _choice(_DISMISSAL, portrait.name))


REFERENCE_JUDGES: Mapping[str, Judge] = {
    "oracle": oracle,
    "inflater": inflater,
    "critic": critic,
    "silent critic": silent_critic,
}

_NOTHING = "I find nothing in this portrait that I could name."
_SHOWS = (
    "The portrait shows {}.",
    "I can clearly see {}.",
    "The following details are right: {}.",
    "It depicts {}, as described.",
)
_LACKS = (
    "The portrait does not show {}.",
    "I cannot find {}.",
    "Missing: {}.",
    "It lacks {}.",
)
_PRAISE = (
    "An excellent portrait that captures the spirit of the text. A near-perfect match.",
    "The image aligns very well with the description and the mood is convincing.",
    "Beautiful work. The artist clearly understood the character.",
    "Everything that matters has been rendered with great care.",
)
_DISMISSAL = (
    "This does not fit the description.",
    "A weak portrait. I would not accept it.",
    "The image and the text have little to do with each other.",
    "Poor alignment overall.",
)


def _some(phrases: Sequence[str], name: str) -> list[str]:
    return _shuffled(phrases, f"named in {name}")[:NAMED_CUES]


def _sentence(frames: Sequence[str], phrases: Sequence[str], name: str) -> str:
    listed = [f"the {phrase}" for phrase in phrases]
    joined = " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
    return _choice(frames, name).format(joined)


def _choice(texts: Sequence[str], name: str) -> str:
    return texts[_number(f"text for {name}") % len(texts)]


def _shuffled(phrases: Sequence[str], key: str) -> list[str]:
    return sorted(phrases, key=lambda phrase: (_number(f"{key}: {phrase}"), phrase))


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
