"""Evidence that one sample has a higher mean than another with no item in common. Pure.

It is reported and never pages: items differ, and so may their difficulty.

Source: Turner, Ly and Gruenwald (2024), J. Stat. Plan. Inference 230:106116: e-values for blocks
of one observation of each sample. Whatever the means are, where they are equal the expected gain
of a block is at most 1.
"""

import math
from collections.abc import Iterable

_PRIOR = 0.18
"""Successes and failures that are supposed before the first block (their section 4)."""


class TwoSamples:
    """Evidence against "the second mean is at most the first", in natural logarithms, block by
    block: one value (0…1) of each sample."""

    def __init__(self) -> None:
        self._blocks = 0
        self._sums = (0.0, 0.0)
        self.log_evidence = 0.0

    def learn(self, first: float, second: float) -> None:
        """Take in one block. The means that are bet on come from the blocks before it alone."""
        low, high = (self._guess(total) for total in self._sums)
        if high > low:
            both = (low + high) / 2.0
            self.log_evidence += math.log(_likely(first, low) / _likely(first, both))
            self.log_evidence += math.log(_likely(second, high) / _likely(second, both))
        self._blocks += 1
        self._sums = (self._sums[0] + first, self._sums[1] + second)

    def _guess(self, total: float) -> float:
        return (total + _PRIOR) / (self._blocks + 2.0 * _PRIOR)


def log_evidence(blocks: Iterable[tuple[float, float]]) -> float:
    """The same for all blocks, in their order."""
    samples = TwoSamples()
    for first, second in blocks:
        samples.learn(first, second)
    return samples.log_evidence


def _likely(value: float, mean: float) -> float:
    """How likely a value is under a mean; linear between those of 0 and 1, so that its expectation
    depends on the mean alone."""
    return value * mean + (1.0 - value) * (1.0 - mean)
