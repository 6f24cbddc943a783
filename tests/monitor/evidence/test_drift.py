"""Drift: places are even where nothing changes, and R keeps the run length that is promised."""

import itertools
import random

import numpy as np
import pytest
from scipy import stats

from monitor.evidence.drift import EXPONENTS, DriftWatch, place_of, tie_of


def test_a_place_among_runs_by_hand() -> None:
    before = [0.1, 0.1, 0.2]
    assert place_of(0.3, before, 1.0) == 1 / 4
    assert place_of(0.1, before, 1.0) == 1.0
    assert place_of(0.1, before, 0.5) == (1 + 0.5 * 3) / 4
    assert place_of(0.0, [], 0.25) == 0.25


def test_the_statistic_of_three_runs_by_hand() -> None:
    watch = DriftWatch()
    places = [1.0, 0.5, 1 / 3]
    expected = [0.0] * len(EXPONENTS)
    for share, place in zip((0.1, 0.2, 0.3), places, strict=True):
        watch.learn(share, 1.0)
        expected = [
            (1 + one) * e * place ** (e - 1) for one, e in zip(expected, EXPONENTS, strict=True)
        ]
    assert watch.evidence == pytest.approx(sum(expected) / len(expected))
    watch.start_again()
    assert (watch.evidence, watch.shares) == (0.0, [0.1, 0.2, 0.3])


def test_every_order_of_some_runs_gives_even_places() -> None:
    """By brute force: over all orders of five runs, two of them alike, with ties drawn evenly."""
    rng = random.Random(5)
    last = [
        place_of(order[-1], sorted(order[:-1]), 1.0 - rng.random())
        for order in itertools.permutations((0.1, 0.2, 0.2, 0.3, 0.4))
        for _ in range(40)
    ]
    assert stats.kstest(last, "uniform").pvalue > 0.01


def test_a_tie_is_even_and_always_the_same() -> None:
    ties = [tie_of(f"run-{number}", b"key") for number in range(2000)]
    assert stats.kstest(ties, "uniform").pvalue > 0.01
    assert tie_of("run-1", b"key") == ties[1] != tie_of("run-1", b"other")
    with pytest.raises(ValueError, match="above 0"):
        DriftWatch().learn(0.1, 0.0)


def lives(rate: float, later: float, change: int, runs: int, number: int) -> np.ndarray:
    """R along `number` lives of runs of 60 items, with another rate from run `change` on."""
    rng = np.random.default_rng(11)
    found = np.zeros((number, runs))
    for life in range(number):
        watch = DriftWatch()
        for run in range(runs):
            share = rng.binomial(60, rate if run < change else later) / 60
            found[life, run] = watch.learn(share, 1.0 - rng.random())
    return found


def test_without_a_change_the_mean_run_length_is_at_least_the_line() -> None:
    """A line of 50, 300 lives of at most 400 runs: those cut off make the mean only smaller."""
    along = lives(0.1, 0.1, 400, 400, 300)
    is_over = along >= 50
    length = np.where(is_over.any(axis=1), is_over.argmax(axis=1) + 1, 400)
    assert length.mean() >= 50


def test_ten_points_more_are_found_when_there_is_history_and_seldom_without() -> None:
    """Of 100 lives, 100 runs after the change: after 20 runs nearly all, after one few."""
    after_20 = (lives(0.1, 0.2, 20, 120, 100) >= 1000).any(axis=1).mean()
    after_1 = (lives(0.1, 0.2, 1, 101, 100) >= 1000).any(axis=1).mean()
    assert after_20 >= 0.9
    assert after_1 <= 0.3


def test_a_deterministic_endpoint_never_drifts() -> None:
    watch = DriftWatch()
    rng = random.Random(2)
    assert max(watch.learn(0.1, 1.0 - rng.random()) for _ in range(500)) < 1000
