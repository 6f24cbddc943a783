"""The rate behind a judge's rate: by hand, and whether its interval holds the truth."""

import random

import pytest
from scipy.stats import binom

from monitor.rates import Rate, wilson
from monitor.trust.corrected import LEAST_INFORMATION, corrected


def rate(successes: float, n: int) -> Rate:
    limits = wilson(successes, n)
    return Rate(successes / n, limits.low, limits.high, n, n)


def test_by_hand() -> None:
    """With halves: 30.5, 90.5 and 95.5 of 101; (30.5 + 95.5 - 101) / (90.5 + 95.5 - 101)."""
    found = corrected(rate(30, 100), rate(90, 100), rate(95, 100)).rate
    assert found is not None
    assert found.value == pytest.approx(25 / 85)
    assert found.low < found.value < found.high
    # Three sources: wider than Wilson's interval of the first alone, divided by 0.84.
    assert found.high - found.low > (rate(30, 100).high - rate(30, 100).low) / 0.85


def test_a_judge_that_hardly_errs_changes_hardly_anything() -> None:
    found = corrected(rate(300, 1000), rate(10_000, 10_000), rate(10_000, 10_000)).rate
    assert found is not None
    assert found.value == pytest.approx(0.3, abs=1e-3)
    assert (found.low, found.high) == pytest.approx((0.2723, 0.3290), abs=3e-3)  # Jeffreys


def test_what_the_judges_errors_alone_would_give_is_nothing() -> None:
    """5% false alarms on 1,000 clear replies: a raw rate of 5% is no false balance at all."""
    found = corrected(rate(9, 180), rate(90, 100), rate(950, 1000)).rate
    assert found is not None
    assert found.low == 0.0
    assert found.value == pytest.approx(0.0, abs=0.005)
    assert found.high < 0.06


@pytest.mark.parametrize(
    ("right", "spared"), [(rate(6, 10), rate(7, 10)), (rate(50, 100), rate(60, 100))]
)
def test_a_judge_that_knows_too_little_corrects_nothing(right: Rate, spared: Rate) -> None:
    found = corrected(rate(30, 100), right, spared)
    assert found.rate is None
    assert found.information_low < LEAST_INFORMATION


def test_it_is_the_same_each_time_and_another_seed_changes_little() -> None:
    asked = (rate(30, 100), rate(90, 100), rate(95, 100))
    one, again, other = corrected(*asked), corrected(*asked), corrected(*asked, seed=1)
    assert one == again
    assert one.rate is not None
    assert other.rate is not None
    assert (one.rate.low, one.rate.high) != (other.rate.low, other.rate.high)
    assert (one.rate.low, one.rate.high) == pytest.approx(
        (other.rate.low, other.rate.high), abs=0.01
    )


LIVES = 250
CELLS = [
    (prevalence, right, spared)
    for prevalence in (0.005, 0.02, 0.1, 0.3)
    for right, spared in ((0.9, 0.98), (0.75, 0.95))
]


@pytest.mark.parametrize(("prevalence", "right", "spared"), CELLS)
def test_the_interval_holds_the_truth(prevalence: float, right: float, spared: float) -> None:
    """Of 250 lives, with 180 items and a calibration on 100 and 200 replies, at least as many as
    a coverage of 93% gives in 99% of cases."""
    chance = random.Random(f"{prevalence} {right} {spared}")
    held = 0
    for _ in range(LIVES):
        shown = prevalence * right + (1 - prevalence) * (1 - spared)
        found = corrected(
            rate(drawn(chance, 180, shown), 180),
            rate(drawn(chance, 100, right), 100),
            rate(drawn(chance, 200, spared), 200),
            draws=600,
        ).rate
        assert found is not None
        held += found.low <= prevalence <= found.high
    assert held >= binom.ppf(0.01, LIVES, 0.93)


def drawn(chance: random.Random, n: int, p: float) -> int:
    return sum(chance.random() < p for _ in range(n))
