"""Evidence about a mean that may be looked at after every item: a betting e-process. Pure.

Somebody who does not believe that the mean of bounded differences is above a value bets on each
of them, with money that only grows on average where that is untrue. However long it is watched,
the chance that the money ever reaches 1/alpha is then at most alpha (Ville's inequality).

Source: Waudby-Smith and Ramdas (2024), J. R. Stat. Soc. B 86:1-27, sections 4.1 and 4.4; Howard,
Ramdas, McAuliffe and Sekhon (2021), Ann. Stat. 49:1055-1080.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

BETS: Sequence[float] = (0.1, 0.2, 0.35, 0.55, 0.8)
"""Shares of the money that are put on each difference, all at once and with equal parts. A small
bet finds a small rise among many items, a large one a large rise among few."""

_LOWEST = -1.0


class Bettor:
    """Evidence against "the mean of the differences is at most `at`", in natural logarithms.

    Differences are in -1…1 and are told one by one; `at` is in -1…1 without its ends.
    """

    def __init__(self, at: float = 0.0, bets: Sequence[float] = BETS) -> None:
        if not _LOWEST < at < 1.0:
            raise ValueError(f"at {at}: between -1 and 1")
        self._at = at
        self._bets = bets
        self._capitals = [0.0] * len(bets)

    def learn(self, difference: float, times: int = 1) -> None:
        """Take in one more, or `times` alike; `ValueError` outside -1…1."""
        if not _LOWEST <= difference <= 1.0:
            raise ValueError(f"difference {difference}: from -1 to 1")
        gain = (difference - self._at) / (1.0 + self._at)
        for number, bet in enumerate(self._bets):
            self._capitals[number] += times * math.log1p(bet * gain)

    @property
    def log_evidence(self) -> float:
        """The logarithm of the money, where it began with 1."""
        return log_mean(self._capitals)


def log_evidence(differences: Iterable[float], at: float = 0.0) -> float:
    """The same for all of them at once. Their order makes no difference to it."""
    return _of_counts(Counter(differences), at)


def _of_counts(counts: Mapping[float, int], at: float) -> float:
    """Of each difference and how often it came: most items have one of a few."""
    bettor = Bettor(at)
    for difference, times in counts.items():
        bettor.learn(difference, times)
    return bettor.log_evidence


def log_mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of numbers that are given by their logarithms."""
    largest = max(logs)
    if largest == -math.inf:
        return largest
    return largest + math.log(math.fsum(math.exp(one - largest) for one in logs) / len(logs))


def lower_bound(differences: Sequence[float], alpha: float) -> float:
    """The mean is above it, with at most `alpha` of error however often one looks: the largest
    value against which the evidence has reached 1/alpha. -1 where there is none.

    It is one side of a confidence sequence; the other is `-lower_bound` of the negatives.
    """
    line, counts = -math.log(alpha), Counter(differences)
    low, high = _LOWEST, 1.0
    # The evidence against a value falls as the value rises.
    while (middle := (low + high) / 2.0) - low > _FINE:
        if _of_counts(counts, middle) >= line:
            low = middle
        else:
            high = middle
    return low


def upper_bound(differences: Sequence[float], alpha: float) -> float:
    """The mean is below it, in the same sense; 1 where nothing says so."""
    return -lower_bound([-one for one in differences], alpha)


_FINE = 1e-6
"""A bound is no more exact than this, and then on the safe side."""
