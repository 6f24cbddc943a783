"""Two samples without a common item: fair where means are equal, quick where they are not."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.evidence.two_samples import log_evidence

BLOCKS = [(x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("fall", [0.0, 0.05])
def test_four_blocks_of_no_higher_mean_gain_nothing_on_average(rate: float, fall: float) -> None:
    """By brute force over all outcomes (Turner, Ly and Gruenwald, theorem 1)."""
    second = max(0.0, rate - fall)
    total = 0.0
    for blocks in itertools.product(BLOCKS, repeat=4):
        chance = math.prod(
            (rate if x else 1 - rate) * (second if y else 1 - second) for x, y in blocks
        )
        if chance > 0:
            total += chance * math.exp(log_evidence(blocks))
    assert total <= 1.0 + 1e-9


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=30))
def test_values_between_are_taken_too(blocks: list[tuple[float, float]]) -> None:
    assert math.isfinite(log_evidence(blocks))


def test_a_clear_rise_is_found() -> None:
    rng = random.Random(4)
    blocks = [(float(rng.random() < 0.1), float(rng.random() < 0.3)) for _ in range(300)]
    assert log_evidence(blocks) > math.log(100)
    assert log_evidence([(y, x) for x, y in blocks]) <= math.log(2)
