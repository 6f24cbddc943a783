"""The Bluffing Coefficient of canary evaluations: its scorer is loaded when it is first needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from monitor.extras import load_part
from monitor.scorers.judge_output import Evaluation
from monitor.scorers.shared_encoder import EXTRA, SharedEncoder
from monitor.verdict import Bluffing

_SCORER = "monitor.scorers.bluffing.canaries"
"""Imported by name: it loads torch and spaCy, which other processes do without."""


@dataclass(frozen=True, slots=True)
class Depicted:
    """What a judge said of a picture, and the description that it was held against."""

    description: str
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class NoBluffing:
    """An evaluation has no coefficient, and why in a word."""

    why: str


class BluffingJudge(Protocol):
    """Gives evaluations their coefficient."""

    def score(self, batch: Sequence[Depicted]) -> Sequence[Bluffing | NoBluffing]:
        """One entry for each evaluation, in the same order."""


class LazyBluffing:
    """Loads the scorer of evaluations once, with the encoder that the process shares. `load`
    raises `InputError` where there is no such encoder or no English model."""

    def __init__(self, encoder: SharedEncoder) -> None:
        self._encoder = encoder
        self._lock = Lock()
        self._scorer: BluffingJudge | None = None

    def load(self) -> BluffingJudge:
        """The scorer, ready to work."""
        with self._lock:
            if self._scorer is None:
                part = load_part(_SCORER, "the Bluffing Coefficient", EXTRA)
                scorer: BluffingJudge = part.load_scorer(self._encoder.load())
                self._scorer = scorer
            return self._scorer

    def score(self, batch: Sequence[Depicted]) -> Sequence[Bluffing | NoBluffing]:
        return self.load().score(batch)
