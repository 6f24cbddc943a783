"""Evaluations to score: described characters, and judges that say various things of each.

Descriptions are put together from sentences of the shipped characters with other colours,
numbers and materials, so that most keyphrases are distinct, as they are in real descriptions.
Everything is chosen by hash, so each run has the same.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from monitor.scorers.bluffing.scorer import DescribedEvaluation
from monitor.scorers.judge_output import Evaluation

CHARACTERS = Path(__file__).parents[1] / "probes" / "data" / "characters.jsonl"

MODELS = 6
"""Judges of each description."""

_SENTENCES = 12
_CHANGED = (
    "black white grey red green blue brown yellow purple orange silver golden".split(),
    "two three four five six seven eight nine".split(),
    "wooden iron copper bronze leather silk velvet woollen linen bone".split(),
    "long short broad narrow heavy small huge tiny thick thin".split(),
)
_CHANGEABLE = re.compile(rf"\b(?:{'|'.join(word for words in _CHANGED for word in words)})\b")
_SAID = (
    "The image aligns well with the description.",
    "Overall, the portrait captures the mood of the character.",
    "The composition is balanced and the colours are vivid.",
    "Some details of the description could not be verified.",
    "The style is consistent with a fantasy portrait.",
)
_FRAMES = (
    "The {} is depicted accurately.",
    "I can clearly see the {}.",
    "The {} is missing.",
    "The image shows a {}, as described.",
    "However, there is no {} in the portrait.",
    "The {} does not match the description.",
)


def descriptions(count: int) -> list[str]:
    """So many distinct descriptions of some 200 words."""
    pool = _sentences()
    found = []
    for number in range(count):
        order = sorted(range(len(pool)), key=lambda at: _number(f"{number} {at}"))
        chosen = [_changed(pool[at], f"{number} {at}") for at in order[:_SENTENCES]]
        found.append(" ".join(chosen))
    return found


def evaluations(count: int) -> list[DescribedEvaluation]:
    """So many evaluations, each description by `MODELS` judges."""
    found = []
    for description in descriptions(-(-count // MODELS)):
        for model in range(MODELS):
            found.append(DescribedEvaluation(description, _evaluation(description, model)))
    return found[:count]


def _evaluation(description: str, model: int) -> Evaluation:
    """Two or three cues and some sentences that every judge says."""
    key = f"{model} {description}"
    cues = [
        _pick(_FRAMES, f"frame {number} {key}").format(_cue(description, f"{number} {key}"))
        for number in range(2 + _number(f"cues {key}") % 2)
    ]
    opening = _pick(_SAID, f"opening {key}")
    closing = _pick(_SAID, f"closing {key}")
    return Evaluation(float(_number(f"score {key}") % 101), " ".join([opening, *cues, closing]))


def _cue(description: str, key: str) -> str:
    """A noun with one or two words before it, as the description has it."""
    nouns = [noun for noun in _nouns() if f" {noun}" in description] or ["face"]
    noun = _pick(nouns, f"noun {key}")
    found = re.search(rf"((?:[\w-]+ )?[\w-]+) {re.escape(noun)}\b", description)
    words = found[0] if found else noun
    return re.sub(r"^(?:(?:an?|the|his|her|over|with|of|and|in|on) )+", "", words)


@cache
def _nouns() -> tuple[str, ...]:
    """What the characters' attributes are of."""
    with CHARACTERS.open(encoding="utf-8") as lines:
        characters = [json.loads(line) for line in lines]
    return tuple(sorted({a["head"] for one in characters for a in one["attributes"]}))


@cache
def _sentences() -> tuple[str, ...]:
    with CHARACTERS.open(encoding="utf-8") as lines:
        texts = [json.loads(line)["description"] for line in lines]
    return tuple(sentence for text in texts for sentence in re.split(r"(?<=[.!?]) ", text))


def _changed(sentence: str, key: str) -> str:
    """The sentence with its colours, numbers, materials and sizes changed."""

    def another(found: re.Match[str]) -> str:
        words = next(words for words in _CHANGED if found[0] in words)
        return _pick(words, f"{found.start()} {key}")

    return _CHANGEABLE.sub(another, sentence)


def _pick(texts: Sequence[str], key: str) -> str:
    return texts[_number(key) % len(texts)]


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
