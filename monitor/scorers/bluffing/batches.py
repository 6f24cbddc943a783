"""Encoding texts in batches that need little padding, or none."""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

log = logging.getLogger(__name__)

MOST_TOKENS = 4096
"""Of a batch: bounds the memory, and more is no faster on CPUs."""

_TINY = 1e-12
_BATCHES_UNTIL_MORE = 256
"""After so many batches that fitted, twice as much is tried again: memory may be free by then."""


class TextsTooLong(Exception):
    """Texts that do not fit into memory, not even alone.

    `places` are theirs in the call, `vectors` the rows of all texts, with zeros there.
    """

    def __init__(self, vectors: NDArray[np.float32], places: Collection[int]) -> None:
        super().__init__(f"{len(places)} texts do not fit into memory")
        self.vectors = vectors
        self.places = frozenset(places)


class Batches:
    """Runs a model over texts, in batches of one length that fit into memory.

    A batch at which the model raises `out_of_memory` is halved, until it fits or a text stands
    alone. Batches after it are no larger, for a while. `step`: see `of_one_length`.
    """

    def __init__(
        self, out_of_memory: type[Exception], most_tokens: int = MOST_TOKENS, step: int = 1
    ) -> None:
        self._out_of_memory = out_of_memory
        self._step = step
        self._most_tokens = self._tokens = most_tokens
        self._fitted = 0

    def run(
        self,
        lengths: Sequence[int],
        width: int,
        encode: Callable[[Sequence[int]], NDArray[np.float32]],
    ) -> NDArray[np.float32]:
        """A row of `width` numbers for each text of so many tokens; `encode` gives those of the
        texts at some places. Raises `TextsTooLong`."""
        vectors = np.zeros((len(lengths), width), dtype=np.float32)
        too_long: list[int] = []
        for whole in of_one_length(lengths, self._most_tokens, self._step):
            waiting = [whole]
            while waiting:
                batch = waiting.pop()
                longest = max(1, lengths[batch[-1]])
                most = max(1, self._tokens // longest)
                if len(batch) > most:
                    waiting += [batch[most:], batch[:most]]
                    continue
                try:
                    vectors[batch] = encode(batch)
                    self._note_fit()
                except self._out_of_memory:
                    self._note_overflow(len(batch), longest)
                    if len(batch) == 1:
                        too_long += batch
                    else:
                        waiting.append(batch)
        if too_long:
            raise TextsTooLong(vectors, too_long)
        return vectors

    def _note_fit(self) -> None:
        self._fitted += 1
        if self._fitted >= _BATCHES_UNTIL_MORE and self._tokens < self._most_tokens:
            self._tokens = min(2 * self._tokens, self._most_tokens)
            self._fitted = 0

    def _note_overflow(self, texts: int, length: int) -> None:
        self._fitted = 0
        if texts > 1:
            self._tokens = texts // 2 * length
            log.warning("out of memory: batches of at most %d tokens for now", self._tokens)


def of_one_length(
    lengths: Sequence[int], most_tokens: int = MOST_TOKENS, step: int = 1
) -> Iterator[list[int]]:
    """Places of `lengths` in batches of texts with as many tokens, the short ones first.

    Such a batch needs no padding, so each text has the numbers that it has alone, and no time
    goes into empty places. With a `step` lengths may differ by less than that: a few empty
    places cost less than many batches of one or two texts.
    """

    def steps(place: int) -> int:
        return -(-lengths[place] // step)

    places = sorted(range(len(lengths)), key=lengths.__getitem__)
    for number, group in groupby(places, key=steps):
        same = list(group)
        most = max(1, most_tokens // max(1, number * step))
        for start in range(0, len(same), most):
            yield same[start : start + most]


def of_length_1(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each row divided by its length; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True).clip(min=_TINY)
    scaled: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return scaled
