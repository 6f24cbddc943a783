"""Worlds in which nothing became worse, or did: item by item, for many lives at once.

Each generator gives differences (candidate - baseline) of shape (lives, items), in the order in
which they are bet on, each item once. All draws come from the generator that is given.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from monitor.evidence.betting import BETS

Floats = NDArray[np.float64]
World = Callable[[np.random.Generator, int, int], Floats]
"""From lives and items to differences."""

FLIPS = 0.1
"""How often a right answer is dropped where nothing is said of it."""


def fresh(rng: np.random.Generator, lives: int, items: int) -> Floats:
    """Independent items, asked once of each version."""
    return _asked(rng, _same(lives, items)) - _asked(rng, _same(lives, items))


def deterministic(rng: np.random.Generator, lives: int, items: int) -> Floats:
    """Each version always answers an item in the same way, and the two differ on some."""
    return fresh(rng, lives, items)


def identical(_rng: np.random.Generator, lives: int, items: int) -> Floats:
    """Two names of one version at temperature 0."""
    return np.zeros((lives, items))


def interaction(sd: float) -> World:
    """Each version finds other items hard, by so many logits, and is as good on average."""

    def made(rng: np.random.Generator, lives: int, items: int) -> Floats:
        base = rng.normal(-2.2, 1.0, (lives, items))
        one, other = (_share(base + rng.normal(0, sd, base.shape)) for _ in range(2))
        return _asked(rng, one) - _asked(rng, other)

    return made


def stored(runs: int) -> World:
    """The baseline's answers are the means of so many stored runs at a temperature."""

    def made(rng: np.random.Generator, lives: int, items: int) -> Floats:
        share = _share(rng.normal(-2.2, 1.0, (lives, items)))
        before = rng.binomial(runs, share) / runs
        return _asked(rng, share) - before

    return made


def constant(rate: float) -> World:
    """Every item is dropped that often: never, or always."""

    def made(rng: np.random.Generator, lives: int, items: int) -> Floats:
        share = np.full((lives, items), rate)
        return _asked(rng, share) - _asked(rng, share)

    return made


def both_right(rng: np.random.Generator, lives: int, items: int) -> Floats:
    """The candidate is right first on more items. Only those that both have right are bet on."""
    hardness = rng.normal(0, 1, (lives, 3 * items))
    share = _share(-2.2 + 0.8 * hardness)
    is_right = rng.random(hardness.shape) < _share(1.0 - hardness)
    differences = np.where(is_right, _asked(rng, share) - _asked(rng, share), np.nan)
    kept = np.argsort(np.isnan(differences), axis=1, kind="stable")[:, :items]
    return np.asarray(np.nan_to_num(np.take_along_axis(differences, kept, axis=1)))


UNCHANGED: Mapping[str, World] = {
    "fresh items": fresh,
    "deterministic answers": deterministic,
    "identical versions": identical,
    "interaction, sd 0.3": interaction(0.3),
    "interaction, sd 0.5": interaction(0.5),
    "interaction, sd 1": interaction(1.0),
    "1 stored run": stored(1),
    "5 stored runs": stored(5),
    "20 stored runs": stored(20),
    "never dropped": constant(0.0),
    "always dropped": constant(1.0),
    "other items right": both_right,
}
"""In none of them is the candidate worse."""


def worse(rise: float) -> World:
    """Fresh items of which the candidate drops more, by `rise`."""

    def made(rng: np.random.Generator, lives: int, items: int) -> Floats:
        return _asked(rng, _same(lives, items) + rise) - _asked(rng, _same(lives, items))

    return made


def evidence_along(differences: Floats) -> Floats:
    """The natural logarithm of the evidence after each item, of shape (lives, items)."""
    paths = [np.cumsum(np.log1p(bet * differences), axis=1) for bet in BETS]
    return np.asarray(np.logaddexp.reduce(paths, axis=0) - np.log(len(BETS)))


def naive_evidence_along(differences: Floats, looks: int) -> Floats:
    """What it would be if the same items were bet on again at each look, of shape (lives,
    looks): the mistake that is not made here."""
    paths = [
        np.cumsum(np.tile(np.log1p(bet * differences).sum(axis=1)[:, None], looks), axis=1)
        for bet in BETS
    ]
    return np.asarray(np.logaddexp.reduce(paths, axis=0) - np.log(len(BETS)))


def _same(lives: int, items: int) -> Floats:
    return np.full((lives, items), FLIPS)


def _asked(rng: np.random.Generator, share: Floats) -> Floats:
    return (rng.random(share.shape) < share).astype(np.float64)


def _share(logits: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-logits)))
