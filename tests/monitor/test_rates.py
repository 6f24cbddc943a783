"""Rates and intervals, against worked examples from the literature."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom

from monitor.rates import (
    Rate,
    clopper_pearson,
    coverage,
    difference,
    mean_of_arms,
    net_rate,
    paired_difference,
    rate_over_items,
    scaled,
    wilson,
)

SHARES = st.floats(0, 1)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe (1998), Stat. Med. 17:857-872, table I, Wilson's method without correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (7, 20, 0.1812, 0.5671),
    ],
)
def test_wilson_gives_the_published_limits(
    successes: float, n: float, low: float, high: float
) -> None:
    interval = wilson(successes, n)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_exact_at_its_ends() -> None:
    assert wilson(0, 60).low == 0.0
    assert wilson(60, 60).high == 1.0
    assert wilson(0, 10).high == pytest.approx(1.959963984540054**2 / (10 + 1.959963984540054**2))


@pytest.mark.parametrize(("confidence", "z"), [(0.90, 1.6448536), (0.99, 2.5758293)])
def test_wilsons_limits_lie_z_standard_errors_from_the_share(confidence: float, z: float) -> None:
    interval = wilson(7, 20, confidence)
    for limit in (interval.low, interval.high):
        assert abs(7 / 20 - limit) == pytest.approx(z * math.sqrt(limit * (1 - limit) / 20))


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (1, 0), (-1, 5), (6, 5), (math.nan, 5)])
def test_wilson_of_nothing_is_an_error(successes: float, n: float) -> None:
    with pytest.raises(ValueError, match="are needed"):
        wilson(successes, n)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe (1998), Stat. Med. 17:857-872, table I, the exact method.
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0000, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_the_exact_interval_has_the_published_limits(
    successes: int, n: int, low: float, high: float
) -> None:
    interval = clopper_pearson(successes, n)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("confidence", [0.80, 0.95, 0.999])
@pytest.mark.parametrize("n", [1, 2, 10, 37, 60, 1000, 100_000])
def test_the_exact_limits_are_quantiles_of_beta(n: int, confidence: float) -> None:
    tail = (1.0 - confidence) / 2.0
    for successes in {0, 1, n // 10, n // 3, n // 2, n - 1, n}:
        interval = clopper_pearson(successes, n, confidence)
        low = beta.ppf(tail, successes, n - successes + 1) if successes else 0.0
        high = beta.ppf(1.0 - tail, successes + 1, n - successes) if successes < n else 1.0
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-11)


@pytest.mark.parametrize("n", [5, 37, 60])
def test_the_exact_interval_holds_every_probability_often_enough(n: int) -> None:
    intervals = [clopper_pearson(successes, n, 0.9) for successes in range(n + 1)]
    for p in (number / 200 for number in range(201)):
        holds = [number for number, one in enumerate(intervals) if one.low <= p <= one.high]
        assert sum(binom.pmf(holds, n, p)) >= 0.9 - 1e-9


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (1, 0), (-1, 5), (6, 5)])
def test_the_exact_interval_of_nothing_is_an_error(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="are needed"):
        clopper_pearson(successes, n)


def table(both: int, first: int, second: int, neither: int) -> list[tuple[float, float]]:
    return (
        [(1.0, 1.0)] * both + [(1.0, 0.0)] * first + [(0.0, 1.0)] * second + [(0.0, 0.0)] * neither
    )


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        # Newcombe (1998), Stat. Med. 17:2635-2650, method 10.
        ((36, 12, 2, 0), 0.0569, 0.3404),
        ((20, 12, 2, 16), 0.0562, 0.3292),
        # Altman et al. (2000), Statistics with Confidence, 2nd ed., table 6.2.
        ((14, 5, 0, 22), 0.0115, 0.2265),
        # Fagerland et al. (2017), Statistical Analysis of Contingency Tables, ch. 8.
        ((1, 1, 7, 12), -0.507, -0.026),
    ],
)
def test_the_paired_interval_is_newcombes(
    counts: tuple[int, int, int, int], low: float, high: float
) -> None:
    interval = paired_difference(table(*counts))
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-4)


def test_the_paired_interval_turns_over_with_the_pairs() -> None:
    there = paired_difference(table(20, 12, 2, 16))
    back = paired_difference(table(20, 2, 12, 16))
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=30))
def test_the_net_rate_lies_in_its_interval(pairs: list[tuple[float, float]]) -> None:
    rate = net_rate({str(index): [pair] for index, pair in enumerate(pairs)})
    assert rate is not None
    assert -1 <= rate.low <= rate.value <= rate.high <= 1
    assert (rate.items, rate.trials) == (len(pairs), len(pairs))


def test_one_trial_per_item_is_the_pooled_share() -> None:
    rate = rate_over_items({f"i{index}": [float(index < 7)] for index in range(20)})
    assert rate is not None
    assert rate.value == 0.35
    assert (rate.low, rate.high) == pytest.approx((0.18119, 0.56715), abs=5e-6)
    assert (rate.items, rate.trials) == (20, 20)


def test_with_repeats_each_item_weighs_the_same() -> None:
    rate = rate_over_items({"a": [1.0, 1.0, 1.0, 1.0], "b": [0.0], "c": []})
    assert rate is not None
    assert rate.value == 0.5
    assert (rate.items, rate.trials) == (2, 5)
    assert (rate.low, rate.high) == pytest.approx((0.09453, 0.90547), abs=5e-6)


@given(st.dictionaries(st.text(max_size=3), st.lists(SHARES, min_size=1, max_size=4), min_size=1))
def test_a_rate_lies_in_its_interval(trials: dict[str, list[float]]) -> None:
    rate = rate_over_items(trials)
    assert rate is not None
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


@pytest.mark.parametrize("trials", [{}, {"a": []}])
def test_without_a_trial_there_is_no_rate(trials: dict[str, list[float]]) -> None:
    assert rate_over_items(trials) is None
    assert net_rate({name: [] for name in trials}) is None


def test_the_headline_is_the_unweighted_mean_over_arms() -> None:
    few = rate_over_items({f"i{index}": [float(index < 8)] for index in range(10)})
    many = rate_over_items({f"i{index}": [float(index < 8)] for index in range(40)})
    rate = mean_of_arms([few, many])
    assert rate is not None
    assert rate.value == pytest.approx((0.8 + 0.2) / 2)
    assert (rate.items, rate.trials) == (10, 50)
    expected = wilson(5, 10)
    assert (rate.low, rate.high) == pytest.approx((expected.low, expected.high))


def test_the_headline_of_one_arm_is_that_arm() -> None:
    arm = rate_over_items({"a": [1.0], "b": [0.0], "c": [0.0]})
    headline = mean_of_arms([arm])
    assert arm is not None
    assert headline is not None
    assert (headline.items, headline.trials) == (3, 3)
    assert (headline.value, headline.low, headline.high) == pytest.approx(
        (arm.value, arm.low, arm.high)
    )


def test_an_arm_without_a_rate_leaves_no_headline() -> None:
    arm = Rate(0.5, 0.1, 0.9, 2, 2)
    assert mean_of_arms([arm, None]) is None
    assert mean_of_arms([]) is None


def test_the_net_rate_is_paired_item_by_item() -> None:
    rate = net_rate({"a": [(1.0, 0.0), (1.0, 1.0)], "b": [(0.0, 0.0)], "c": []})
    assert rate is not None
    assert rate.value == pytest.approx((0.5 + 0.0) / 2)
    assert (rate.items, rate.trials) == (2, 3)
    expected = paired_difference([(1.0, 0.5), (0.0, 0.0)])
    assert (rate.low, rate.high) == (expected.low, expected.high)


@pytest.mark.parametrize(
    ("verdicts", "missing", "share"), [(0, 0, None), (0, 4, 0.0), (3, 1, 0.75), (5, 0, 1.0)]
)
def test_coverage(verdicts: int, missing: int, share: float | None) -> None:
    assert coverage(verdicts, missing) == share


def test_the_difference_of_two_samples_is_newcombes() -> None:
    """His table II, row (a) of method 10: 56/70 - 48/80 = 0.2, limits 0.0524 and 0.3339."""
    one, other = (
        rate_over_items({str(n): [float(n < k)] for n in range(size)})
        for k, size in ((56, 70), (48, 80))
    )
    assert one is not None
    assert other is not None
    found = difference(one, other)
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert (found.items, found.trials) == (70, 70)


def test_a_scaled_rate_is_a_mean_in_another_range() -> None:
    rate = rate_over_items({"a": [0.2], "b": [0.6]})
    assert rate is not None
    found = scaled(rate, 5)
    assert found is not None
    assert found.value == pytest.approx(2.0)
    assert (found.low, found.high) == pytest.approx((5 * rate.low, 5 * rate.high))
    assert (found.items, found.trials) == (2, 2)
    assert scaled(None, 5) is None
