"""Encoding texts in batches that need no padding."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

MOST_TOKENS = 4096
"""Of a batch: bounds the memory, and more is no faster on CPUs."""

_TINY = 1e-12


def of_one_length(lengths: Sequence[int], most_tokens: int = MOST_TOKENS) -> Iterator[list[int]]:
    """Places of `lengths` in batches of texts with as many tokens, the short ones first.

    Such a batch needs no padding, so each text has the numbers that it has alone, and no time
    goes into empty places.
    """
    places = sorted(range(len(lengths)), key=lengths.__getitem__)
    for length, group in groupby(places, key=lengths.__getitem__):
        same = list(group)
        most = max(1, most_tokens // max(1, length))
        for start in range(0, len(same), most):
            yield same[start : start + most]


def of_length_1(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row divided by its length; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True).clip(min=_TINY)
    scaled: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return scaled
