"""How often a rise, a creep and a drift are found. Fixed seeds; `make bench` has more of it."""

import numpy as np
import pytest

from bench.lives import ALPHA, find_creep, find_drift, find_rise, first_alarm, run_length
from monitor.evidence.drift import DriftWatch

SEED = 20261201


def generator() -> np.random.Generator:
    return np.random.default_rng(SEED)


def test_ten_releases_that_creep_are_found_beside_the_pinned_version() -> None:
    """+1.5 points each, 300 items that both have right; against the one before hardly any."""
    found = find_creep(generator(), 500, 300, 0.015)
    assert found.by_average >= 0.9
    assert found.by_previous <= 0.15


def test_releases_that_do_not_creep_are_called_worse_as_seldom_as_is_said() -> None:
    """Ten versions at alpha 0.5%: at most 5% of lives, and 3 standard errors of 500."""
    found = find_creep(generator(), 500, 300, 0.0)
    assert found.by_average <= 10 * ALPHA + 0.03


@pytest.mark.parametrize(
    ("items", "repeats", "overlap", "low", "high"),
    [
        (60, 1, 1.0, 0.0, 0.1),
        (120, 3, 1.0, 0.25, 0.55),
        (300, 1, 1.0, 0.3, 0.6),
        (300, 3, 1.0, 0.95, 1.0),
        (300, 3, 0.6, 0.6, 0.95),
        (600, 1, 1.0, 0.85, 1.0),
        (1000, 5, 0.6, 0.99, 1.0),
    ],
)
def test_how_often_10_points_are_found(
    items: int, repeats: int, overlap: float, low: float, high: float
) -> None:
    assert low <= find_rise(generator(), 200, items, repeats, overlap, 0.1) <= high


@pytest.mark.parametrize("is_deterministic", [False, True])
@pytest.mark.parametrize(
    ("history", "low", "high"), [(1, 0.02, 0.2), (5, 0.1, 0.45), (20, 0.9, 1.0), (100, 0.97, 1.0)]
)
def test_drift_is_found_where_there_is_a_history(
    history: int, low: float, high: float, is_deterministic: bool
) -> None:
    """+10 points; a deterministic endpoint gives other answers from one run on."""
    found = find_drift(generator(), 300, history, 0.1, deterministic=is_deterministic)
    assert low <= 1.0 - found.never <= high


def test_a_small_drift_takes_longer() -> None:
    small, large = (find_drift(generator(), 300, 100, rise) for rise in (0.05, 0.1))
    assert small.never < 0.05
    assert large.delay < small.delay < 30


def test_false_drift_is_as_rare_as_its_line_says() -> None:
    assert run_length(generator(), 300, 500, 100.0) >= 100


def test_the_lives_are_watched_as_the_leader_watches() -> None:
    """The same runs and ties through `DriftWatch`."""
    shares = generator().binomial(20, 0.1, (20, 60)) / 20
    shares[:, 30:] += 0.2
    first = first_alarm(np.random.default_rng(7), shares, 50.0)
    ties = 1.0 - np.random.default_rng(7).random(shares.shape)
    for life in range(20):
        watch, found = DriftWatch(), -1
        for number in range(60):
            if watch.learn(shares[life, number], ties[life, number]) >= 50.0 and found < 0:
                found = number
        assert found == first[life]
    assert (first >= 0).sum() > 10
