"""How often a version is called worse that is not, and how soon one that is.

1,000 lives a world, with one seed. Alpha is 1%; where it is kept, at most 18 of 1,000 lives raise
an alarm in 99% of such tests (binomial). A life is every item that there is for 500 looks, each
bet on once.
"""

import math

import numpy as np
import pytest

from bench.worlds import (
    UNCHANGED,
    Floats,
    World,
    deterministic,
    evidence_along,
    naive_evidence_along,
    stored,
    worse,
)
from monitor.evidence.betting import log_evidence

LIVES = 1000
MOST_FALSE = 18
LINE = math.log(100)
SEED = 20261201


def generator() -> np.random.Generator:
    return np.random.default_rng(SEED)


def false_alarms(evidence: Floats) -> int:
    """Lives in which the line was ever reached."""
    return int((evidence.max(axis=1) >= LINE).sum())


@pytest.mark.parametrize("world", UNCHANGED)
@pytest.mark.parametrize("items", [60, 300])
def test_a_version_that_is_no_worse_is_called_worse_as_seldom_as_is_said(
    world: str, items: int
) -> None:
    evidence = evidence_along(UNCHANGED[world](generator(), LIVES, items))
    assert false_alarms(evidence) <= MOST_FALSE


def test_new_items_at_each_of_500_looks_raise_no_more_alarms() -> None:
    """Twelve a look, looked at after each item; 50 lives at a time, for memory."""
    rng = generator()
    parts = (evidence_along(UNCHANGED["fresh items"](rng, 50, 500 * 12)) for _ in range(20))
    assert sum(map(false_alarms, parts)) <= MOST_FALSE


@pytest.mark.parametrize("world", [deterministic, stored(1)])
def test_betting_on_the_same_items_at_each_look_would_raise_many(world: World) -> None:
    """The control: a check that cannot fail would show nothing."""
    differences = world(generator(), LIVES, 60)
    assert false_alarms(naive_evidence_along(differences, 500)) > 300


@pytest.mark.parametrize(("rise", "looks"), [(0.05, 19), (0.03, 48)])
def test_a_rise_is_found_within_so_many_looks(rise: float, looks: int) -> None:
    """Of 10%, with 60 new items that both have right at each look: the median of 200 lives."""
    evidence = evidence_along(worse(rise)(generator(), 200, 60 * 100))
    is_found = evidence[:, 59::60] >= LINE
    first = np.where(is_found.any(axis=1), is_found.argmax(axis=1) + 1, 10_000)
    assert np.median(first) <= looks


def test_the_worlds_are_measured_by_the_evidence_that_is_used() -> None:
    differences = worse(0.05)(generator(), 3, 40)
    along = evidence_along(differences)
    for life in range(3):
        for number in (1, 17, 40):
            alone = log_evidence(differences[life, :number])
            assert along[life, number - 1] == pytest.approx(alone)
