"""Many lives of versions: how often a rise, a creep and a drift are found, and how soon.

All draws come from the generator that is given. `find_*` give shares of lives.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.worlds import FLIPS, Floats, evidence_along
from monitor.evidence.drift import EXPONENTS

ALPHA = 0.005
"""Over all that is compared of a version."""
SPREAD = 1.0
"""How far the difficulty of items lies apart, in logits (standard deviation)."""


ALIKE = 0.7
"""The correlation of the difficulty that two versions find in an item, beside what is drawn for
each asking."""

ITEMS: Sequence[int] = (60, 120, 300, 600, 1000)
REPEATS: Sequence[int] = (1, 3, 5)
OVERLAPS: Sequence[float] = (1.0, 0.8, 0.6)
"""Shares of the items that both versions have right: only those are bet on."""


def find_rise(
    rng: np.random.Generator, lives: int, items: int, repeats: int, overlap: float, rise: float
) -> float:
    """The share of lives in which a version is called worse that drops `rise` more right answers.
    Each of `items` is asked `repeats` times and bet on once, where both versions have it right."""
    used = round(items * overlap)
    shared = rng.normal(0, 1, (lives, used))
    sides = []
    for rate in (FLIPS, FLIPS + rise):
        own = rng.normal(0, 1, (lives, used))
        hardness = SPREAD * (math.sqrt(ALIKE) * shared + math.sqrt(1 - ALIKE) * own)
        sides.append(rng.binomial(repeats, _shares(hardness, rate)) / repeats)
    evidence = evidence_along(sides[1] - sides[0])
    return float((evidence[:, -1] >= -math.log(ALPHA)).mean())


@dataclass(frozen=True, slots=True)
class Creep:
    """The shares of lives in which some release was found, up to the last one: by its evidence
    against the one before it alone, and by the average of that and the evidence against the
    pinned version."""

    by_previous: float
    by_average: float


def find_creep(
    rng: np.random.Generator, lives: int, items: int, step: float, releases: int = 10
) -> Creep:
    """Releases that each drop `step` more of the same items: against the one before, and against
    the pinned first one."""
    place = rng.random((lives, items))
    shape = (releases + 1, lives, items)
    rates = FLIPS + step * np.arange(releases + 1)
    # The same items give way first, and a tenth of all answers is drawn anew each time.
    anew = rng.random(shape) < 0.1
    place_now = np.where(anew, rng.random(shape), place)
    answers = (place_now < rates[:, None, None]).astype(np.float64)
    line = -math.log(ALPHA)
    by_previous, by_average = (np.zeros(lives, dtype=bool) for _ in range(2))
    for number in range(1, releases + 1):
        previous = evidence_along(answers[number] - answers[number - 1])[:, -1]
        pinned = evidence_along(answers[number] - answers[0])[:, -1]
        by_previous |= previous >= line
        by_average |= np.logaddexp(previous, pinned) - math.log(2) >= line
    return Creep(float(by_previous.mean()), float(by_average.mean()))


@dataclass(frozen=True, slots=True)
class Drifts:
    """Of many lives: the share in which a change was never found within the runs that there were,
    and the median number of runs until it was found, of those in which it was."""

    never: float
    delay: float


def find_drift(
    rng: np.random.Generator,
    lives: int,
    history: int,
    rise: float,
    *,
    items: int = 60,
    deterministic: bool = False,
    runs: int = 200,
    line: float = 1000.0,
) -> Drifts:
    """A version that begins to drop `rise` more after `history` runs of the same items. A
    deterministic one gives the same answers in each run, and then other ones."""
    is_before = np.arange(history + runs) < history
    if deterministic:
        before = rng.binomial(items, FLIPS, lives)
        after = before + rng.binomial(items - before, rise / (1 - FLIPS))
        counts = np.where(is_before, before[:, None], after[:, None])
    else:
        counts = rng.binomial(
            items, np.where(is_before, FLIPS, FLIPS + rise), (lives, len(is_before))
        )
    first = first_alarm(rng, counts / items, line)
    # An alarm before the change would be a false one: such a life says nothing of the delay.
    first = first[(first < 0) | (first >= history)]
    found = first[first >= history] - history + 1
    return Drifts(float((first < 0).mean()), float(np.median(found)) if found.size else math.inf)


def run_length(rng: np.random.Generator, lives: int, runs: int, line: float) -> float:
    """The mean number of runs until a false alarm, each life cut off after `runs`: the true one is
    larger."""
    first = first_alarm(rng, rng.binomial(60, FLIPS, (lives, runs)) / 60, line)
    return float(np.where(first < 0, runs, first + 1).mean())


def first_alarm(rng: np.random.Generator, shares: Floats, line: float) -> NDArray[np.int64]:
    """The run (from 0) at which drift first reaches the line, in each life; -1 where none does.
    The same as `DriftWatch`, for many lives at once."""
    lives, runs = shares.shape
    evidence = np.zeros((lives, len(EXPONENTS)))
    exponents = np.array(EXPONENTS)
    first = np.full(lives, -1)
    ties = 1.0 - rng.random((lives, runs))
    for number in range(runs):
        now = shares[:, number : number + 1]
        above = (shares[:, :number] > now).sum(axis=1)
        same = (shares[:, :number] == now).sum(axis=1) + 1
        place = (above + ties[:, number] * same) / (number + 1)
        evidence = (1.0 + evidence) * exponents * place[:, None] ** (exponents - 1.0)
        found = (evidence.mean(axis=1) >= line) & (first < 0)
        first[found] = number
    return first


def _shares(logits: Floats, rate: float) -> Floats:
    """The probabilities of items whose mean is `rate`: shifted by bisection."""
    low, high = -12.0, 12.0
    for _ in range(30):
        middle = (low + high) / 2
        mean = float((1.0 / (1.0 + np.exp(-(logits[:50] + middle)))).mean())
        low, high = (middle, high) if mean < rate else (low, middle)
    return np.asarray(1.0 / (1.0 + np.exp(-(logits + low))))
