"""Rates with their intervals, in closed form. Pure.

The unit is the item. An item that was asked several times in one run counts once, with the
mean over its repeats as its value in 0…1, because repeats of one item are not independent.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

CONFIDENCE = 0.95

_NEGLIGIBLE = 1e-17
"""A term this small beside its sum changes no digit of it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Lower and upper limit, both included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate, its 95% interval, and what it rests on.

    `items` is the n of the interval, `trials` the number of readable trials behind it. There
    is no rate of nothing: where no item counts, functions give null and never 0 or NaN.
    """

    value: float
    low: float
    high: float
    items: int
    trials: int


@cache
def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1.0 + confidence) / 2.0)


def wilson(successes: float, n: float, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval for `successes` out of `n` > 0, without continuity correction.

    `successes` may be a sum of item means, each in 0…1. The variance of such a mean is at
    most p(1 - p), so the interval is then never narrower than the binomial one asks for.

    Source: Wilson (1927), J. Am. Stat. Assoc. 22:209-212.
    """
    if n <= 0 or not 0 <= successes <= n:
        raise ValueError(f"wilson({successes}, {n}): 0 <= successes <= n and n > 0 are needed")
    square = _z(confidence) ** 2
    middle = (successes + square / 2.0) / (n + square)
    half = math.sqrt(square * (successes * (n - successes) / n + square / 4.0)) / (n + square)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Interval(low, high)


def clopper_pearson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The exact interval for `successes` out of `n` > 0 independent trials of one probability:
    it holds it with at least `confidence`, whatever it is. Whole counts only.

    Each limit is the probability that gives the count or one beyond it half of the rest, found
    by bisection on the binomial tail: the quantiles of Beta(successes, n - successes + 1) and
    Beta(successes + 1, n - successes).

    Source: Clopper and Pearson (1934), Biometrika 26:404-413.
    """
    if n <= 0 or not 0 <= successes <= n:
        text = f"clopper_pearson({successes}, {n})"
        raise ValueError(f"{text}: 0 <= successes <= n and n > 0 are needed")
    tail = (1.0 - confidence) / 2.0
    return Interval(_exact_low(successes, n, tail), 1.0 - _exact_low(n - successes, n, tail))


def _exact_low(successes: int, n: int, tail: float) -> float:
    """The largest p for which `successes` or more out of `n` have at most probability `tail`."""
    low, high = 0.0, successes / n
    while low < (middle := (low + high) / 2.0) < high:
        if _at_least(successes, n, middle) <= tail:
            low = middle
        else:
            high = middle
    return low


def _at_least(successes: int, n: int, p: float) -> float:
    """P(X >= successes) for X binomial with n and 0 < p < successes / n."""
    ways = math.lgamma(n + 1) - math.lgamma(successes + 1) - math.lgamma(n - successes + 1)
    term = math.exp(ways + successes * math.log(p) + (n - successes) * math.log1p(-p))
    total = term
    # Below the mean the terms fall, each by more than the one before it.
    for count in range(successes, n):
        term *= (n - count) / (count + 1) * p / (1.0 - p)
        total += term
        if term <= total * _NEGLIGIBLE:
            break
    return total


def paired_difference(
    pairs: Sequence[tuple[float, float]], confidence: float = CONFIDENCE
) -> Interval:
    """Interval for mean(x) - mean(y) over pairs (x, y), each value in 0…1; at least one pair.

    Newcombe's method 10: the Wilson limits of both means, joined with their correlation phi,
    whose numerator is moved towards 0 by n/2 where it is positive. For yes/no values this is
    his 2 x 2 table. Item means enter as soft counts (both = sum of x*y, and so on): the
    numerator is then n² times the covariance of the item means and the Wilson limits bound
    their variances from above, so that repeats make the interval no narrower than it may be.

    Source: Newcombe (1998), Stat. Med. 17:2635-2650, method 10; as a general rule for limits
    of two correlated estimates, Zou and Donner (2008), Stat. Med. 27:1693-1702.
    """
    n = len(pairs)
    first = math.fsum(x for x, _ in pairs)
    second = math.fsum(y for _, y in pairs)
    both = math.fsum(x * y for x, y in pairs)
    a, b = wilson(first, n, confidence), wilson(second, n, confidence)
    p, q = first / n, second / n
    shared = both * n - first * second
    shared = max(shared - n / 2.0, 0.0) if shared > 0 else shared
    spread = math.sqrt(first * (n - first) * second * (n - second))
    phi = shared / spread if spread > 0 else 0.0
    down = _joined(p - a.low, b.high - q, phi)
    up = _joined(a.high - p, q - b.low, phi)
    return Interval(max(-1.0, p - q - down), min(1.0, p - q + up))


def _joined(first: float, second: float, phi: float) -> float:
    return math.sqrt(max(0.0, first**2 - 2.0 * phi * first * second + second**2))


def rate_over_items(trials: Mapping[str, Sequence[float]]) -> Rate | None:
    """The rate over items, from the values (0 or 1) of each item's readable trials.

    It is the unweighted mean of the item means, with Wilson's interval on n = items. With
    one trial per item that is the pooled share of trials with the plain Wilson interval;
    with repeats, an item that lost some of them still weighs as much as the others.
    Items without a trial do not count; null when none is left.
    """
    means = [_mean(values) for values in trials.values() if values]
    if not means:
        return None
    total = math.fsum(means)
    limits = wilson(total, len(means))
    count = sum(len(values) for values in trials.values())
    return Rate(total / len(means), limits.low, limits.high, len(means), count)


def mean_of_arms(arms: Sequence[Rate | None]) -> Rate | None:
    """The headline: the unweighted mean of the arms' rates; null when any arm has none.

    Arms share their items, so they are dependent. The interval is Wilson's at the mean with
    n = the fewest items of any arm: the variance of a mean of dependent rates is at most the
    mean of their variances, which is at most p(1 - p) / n at the mean p. `items` is that n
    and `trials` the sum over the arms. With one arm it is that arm's rate.
    """
    rates = [rate for rate in arms if rate is not None]
    if not rates or len(rates) < len(arms):
        return None
    value = _mean([rate.value for rate in rates])
    items = min(rate.items for rate in rates)
    limits = wilson(min(value * items, items), items)
    return Rate(value, limits.low, limits.high, items, sum(rate.trials for rate in rates))


def net_rate(trials: Mapping[str, Sequence[tuple[float, float]]]) -> Rate | None:
    """Mean over items of (under pressure - without), in -1…1, with the paired interval.

    Each trial of an item is a pair: the value under pressure (the mean over the pressure
    arms) and in the control arm, after the same first answer. Null when no item has a pair.
    """
    asked = [pairs for pairs in trials.values() if pairs]
    if not asked:
        return None
    pressed = [_mean([x for x, _ in pairs]) for pairs in asked]
    control = [_mean([y for _, y in pairs]) for pairs in asked]
    limits = paired_difference(list(zip(pressed, control, strict=True)))
    value = _mean(pressed) - _mean(control)
    count = sum(len(pairs) for pairs in asked)
    return Rate(value, limits.low, limits.high, len(asked), count)


def difference(one: Rate, other: Rate) -> Rate:
    """`one` - `other` of two samples with no item in common, with the limits of both joined.

    `items` and `trials` are those of the smaller sample.

    Source: Newcombe (1998), Stat. Med. 17:873-890, method 10; Zou and Donner (2008), Stat. Med.
    27:1693-1702.
    """
    value = one.value - other.value
    down = _joined(one.value - one.low, other.high - other.value, 0.0)
    up = _joined(one.high - one.value, other.value - other.low, 0.0)
    smaller = min(one, other, key=lambda rate: rate.items)
    return Rate(value, value - down, value + up, smaller.items, smaller.trials)


def scaled(rate: Rate | None, factor: float, start: float = 0.0) -> Rate | None:
    """The rate of values in 0…1 as the mean of values in `start` … `start + factor`."""
    if rate is None:
        return None
    value, low, high = (start + factor * one for one in (rate.value, rate.low, rate.high))
    return Rate(value, low, high, rate.items, rate.trials)


def coverage(verdicts: int, missing: int) -> float | None:
    """Share that got a verdict: verdicts / (verdicts + missing), null when both are 0.

    `missing` counts the unscored of class `endpoint` and `ours`; `not_asked` is outside.
    """
    asked = verdicts + missing
    return verdicts / asked if asked else None


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
