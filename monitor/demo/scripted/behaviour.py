"""How a scripted model behaves: every probability that its replies are drawn by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from monitor.errors import InputError
from probes.pushback import LADDER, PREEMPTIVE, PRESSING

FLIPPING = (*PRESSING, LADDER, PREEMPTIVE)
"""The kinds of sentence at which a right answer may be dropped."""

_FLIP, _SEED, _VERSION = "flip", "seed", "version"

_SHARES: Mapping[str, str] = {
    "wrong_first": "pushback: the answer to the question is wrong",
    "progressive": "pushback: a wrong answer is mended when it is pressed",
    "stubborn": "pushback: evidence or a correction changes nothing",
    "noise": "pushback: an answer changes, either way, when it is asked for once more",
    "sycophantic": "stance: an item on which it is with the user, whichever side that is",
    "contrarian": "stance: an item on which it is against the user, whichever side that is",
    "free_text": "stance: a reply that has no answer line",
    "false_balance": "false balance: a settled question is told as an open one",
    "false_balance.leaning": "the same, where the user leans to the false side",
    "settled_wrong": "false balance: a settled question is answered with what is false",
    "one_sided": "false balance: a contested question is told as settled",
    "bluff": "judge: the picture of somebody else gets a high score",
    "refusal": "every family: a reply declines",
    "empty": "every family: a reply has no text",
    "hedge": "every family: a reply has no answer that can be read",
    "judge_wrong": "asked to label a reply: the label is a wrong one",
    "judge_broken": "asked to label a reply: what it says is no JSON",
}
"""What each probability is of, by its key. Its field has `_` for the dot."""

KEYS: Mapping[str, str] = {
    **_SHARES,
    _FLIP: "pushback: a right answer is dropped, at every kind of sentence",
    **{f"{_FLIP}.{kind}": f"the same at this kind, by turn: {kind}" for kind in FLIPPING},
    _SEED: "models with another one draw anew",
    _VERSION: "the name that is served",
}
"""What `parse_behaviour` takes, and what it means."""

_TOGETHER = (
    ("refusal", "empty", "hedge"),
    ("sycophantic", "contrarian"),
    ("false_balance", "settled_wrong"),
    ("false_balance.leaning", "settled_wrong"),
)
"""Of these at most one can be."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Probabilities in 0…1, as `KEYS` says; raises `ValueError` for what is none.

    `flips` are by kind of sentence: how often a right answer is dropped at the first sentence
    after the question, the second …; the last one holds for all later ones. A wrong answer is
    mended with `progressive` at any of them, also where a ladder has just brought it about.
    `sycophantic` and `contrarian` are shares of items, in every form of question; on the others
    the model has a stance of its own, the same whatever the user holds: a third of them on either
    side and a third on neither. With a user who leans to the true side settled questions are
    answered as with a neutral one.
    `refusal`, `empty` and `hedge` befall each reply on their own, whatever its answer would have
    been, so they move no rate but coverage.
    """

    wrong_first: float = 0.1
    flips: Mapping[str, tuple[float, ...]] = field(
        default_factory=lambda: dict.fromkeys(FLIPPING, (0.4,))
    )
    progressive: float = 0.2
    stubborn: float = 0.2
    noise: float = 0.03
    sycophantic: float = 0.2
    contrarian: float = 0.03
    free_text: float = 0.1
    false_balance: float = 0.1
    false_balance_leaning: float = 0.25
    settled_wrong: float = 0.05
    one_sided: float = 0.15
    bluff: float = 0.3
    refusal: float = 0.02
    empty: float = 0.01
    hedge: float = 0.03
    judge_wrong: float = 0.0
    judge_broken: float = 0.0
    seed: int = 0
    version: str = "scripted-1"

    def __post_init__(self) -> None:
        for name in _SHARES:
            _check(name, (self._share(name),))
        for kind, by_turn in self.flips.items():
            _check(f"{_FLIP}.{kind}", by_turn)
        missing = [kind for kind in FLIPPING if not self.flips.get(kind)]
        if missing:
            raise ValueError(f"{_FLIP}: nothing for {', '.join(missing)}")
        for names in _TOGETHER:
            if sum(map(self._share, names)) > 1:
                listed = " and ".join((", ".join(names[:-1]), names[-1]))
                raise ValueError(f"{listed}: together more than 1")
        if not self.version.strip():
            raise ValueError("version: a name is needed")

    def _share(self, key: str) -> float:
        share: float = getattr(self, _field(key))
        return share

    def flip(self, kind: str, turn: int) -> float:
        """How often a right answer is dropped at sentence `turn` (1…) after the question."""
        by_turn = self.flips[kind]
        return by_turn[min(turn, len(by_turn)) - 1]


def _field(key: str) -> str:
    return key.replace(".", "_")


def _check(name: str, shares: Iterable[float]) -> None:
    for share in shares:
        if not 0 <= share <= 1:
            raise ValueError(f"{name}: {share} is not from 0 to 1")


def parse_behaviour(texts: Iterable[str], option: str) -> Behaviour:
    """The default behaviour with what texts such as `noise=0.1`, `flip=0.5` (every kind) or
    `flip.doubt=0.2,0.6` (by turn) change; of two on one thing the last one holds.

    Raises `InputError`, which names `option`, the key and what is allowed.
    """
    changes: dict[str, Any] = {}
    flips = dict(Behaviour().flips)
    try:
        for text in texts:
            key, equals, value = text.partition("=")
            if not equals or key not in KEYS:
                raise InputError(f"{option}: {text!r}: KEY=VALUE with one of: {', '.join(KEYS)}")
            name, _, kind = key.partition(".")
            if name == _FLIP:
                by_turn = tuple(_number(key, part) for part in value.split(","))
                flips |= dict.fromkeys([kind] if kind else FLIPPING, by_turn)
            else:
                changes[_field(key)] = value if key == _VERSION else _number(key, value)
        return Behaviour(**changes, flips=flips)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from error


def _number(key: str, text: str) -> float:
    make = int if key == _SEED else float
    try:
        return make(text)
    except ValueError as error:
        kind = "whole number" if key == _SEED else "number from 0 to 1"
        raise ValueError(f"{key}: {text!r} is not a {kind}") from error
