"""What could have been shown: against the binomial tables of scipy, and against drawn lives."""

import math

import numpy as np
import pytest
from scipy import stats

from bench.worlds import evidence_along
from monitor.evidence.power import POWER, could_ever_show, items_needed, power, smallest_rise


def test_too_few_items_show_nothing_whatever_comes_out() -> None:
    number = items_needed(0.01)
    assert could_ever_show(number, 0.01)
    assert not could_ever_show(number - 1, 0.01)
    assert (number, items_needed(0.005)) == (11, 12)
    assert smallest_rise(number - 1, 0.0, 0.01) is None


def test_without_any_fall_it_is_a_binomial_tail() -> None:
    """The line is at a number of items that became worse."""
    items, rise = 60, 0.2
    need = next(n for n in range(items) if _is_shown(n, 0))
    assert power(items, 0.0, rise, 0.01) == pytest.approx(stats.binom.sf(need - 1, items, rise))


def test_it_is_the_share_of_drawn_lives_that_reach_the_line_at_the_end() -> None:
    rng = np.random.default_rng(3)
    items, falls, rise = 120, 0.08, 0.15
    drawn = rng.choice(
        (-1.0, 0.0, 1.0), (4000, items), p=(falls, 1 - 2 * falls - rise, falls + rise)
    )
    found = (evidence_along(drawn)[:, -1] >= math.log(100)).mean()
    assert power(items, falls, rise, 0.01) == pytest.approx(found, abs=0.02)


@pytest.mark.parametrize("items", [60, 120, 300, 600, 1000])
def test_the_smallest_rise_is_found_in_four_of_five_lives_and_shrinks(items: int) -> None:
    found = smallest_rise(items, 0.05, 0.01)
    assert found is not None
    assert power(items, 0.05, found, 0.01) >= POWER > power(items, 0.05, found - 0.002, 0.01)
    more = smallest_rise(2 * items, 0.05, 0.01)
    assert more is not None
    assert more < found


def test_where_nearly_all_items_move_no_rise_has_room() -> None:
    assert smallest_rise(60, 0.5, 0.01) is None
    assert smallest_rise(60, 0.49, 0.01) is None


@pytest.mark.parametrize(("falls", "rise"), [(-0.1, 0.1), (0.6, 0.0), (0.3, 0.5), (0.3, -0.4)])
def test_shares_that_are_none_are_refused(falls: float, rise: float) -> None:
    with pytest.raises(ValueError, match="shares of one whole"):
        power(10, falls, rise, 0.01)


def _is_shown(worse: int, better: int) -> bool:
    drawn = np.array([[1.0] * worse + [-1.0] * better])
    return bool(worse and evidence_along(drawn)[0, -1] >= math.log(100))
