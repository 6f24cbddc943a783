"""The e-process and its bounds: by hand, by brute force, and against what the papers promise."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.evidence.betting import BETS, Bettor, log_evidence, log_mean, lower_bound, upper_bound

DIFFERENCES = st.lists(st.floats(-1, 1), min_size=1, max_size=40)


def test_the_money_of_two_items_by_hand() -> None:
    """One became worse, one stayed: each bet gains its share once."""
    assert math.exp(log_evidence([1.0, 0.0])) == pytest.approx(
        sum(1 + bet for bet in BETS) / len(BETS)
    )
    assert log_evidence([]) == 0.0


def test_a_bet_on_half_of_the_null_is_fair_on_the_edge_of_it() -> None:
    """Summed over all outcomes of four items that are worse or better with the same chance, the
    money is 1 on average: it is an e-value (Waudby-Smith and Ramdas, proposition 2)."""
    money = [math.exp(log_evidence(one)) for one in itertools.product((-1.0, 1.0), repeat=4)]
    assert sum(money) / len(money) == pytest.approx(1.0)


@pytest.mark.parametrize("at", [-0.5, 0.0, 0.3])
def test_it_is_fair_for_every_mean_that_it_is_asked_about(at: float) -> None:
    up = (1.0 + at) / 2.0
    total = 0.0
    for one in itertools.product((-1.0, 1.0), repeat=3):
        chance = math.prod(up if value > 0 else 1.0 - up for value in one)
        total += chance * math.exp(log_evidence(one, at))
    assert total == pytest.approx(1.0)


@given(DIFFERENCES, st.randoms(use_true_random=False))
def test_the_order_changes_nothing_at_the_end(
    differences: list[float], shuffler: random.Random
) -> None:
    shuffled = list(differences)
    shuffler.shuffle(shuffled)
    assert log_evidence(shuffled) == pytest.approx(log_evidence(differences))


@given(DIFFERENCES, st.floats(-0.9, 0.8), st.floats(0.01, 0.1))
def test_the_evidence_falls_as_the_value_rises(
    differences: list[float], at: float, more: float
) -> None:
    assert log_evidence(differences, at + more) <= log_evidence(differences, at) + 1e-9


@given(DIFFERENCES)
def test_the_bounds_hold_the_mean_between_them(differences: list[float]) -> None:
    mean = sum(differences) / len(differences)
    assert lower_bound(differences, 0.025) <= mean <= upper_bound(differences, 0.025)


def test_nothing_known_bounds_nothing() -> None:
    assert lower_bound([0.1], 0.01) < -0.9
    assert upper_bound([0.1], 0.01) == -lower_bound([-0.1], 0.01)


def test_a_bound_is_the_last_value_that_is_refuted() -> None:
    differences = [1.0] * 12 + [0.0] * 48
    low = lower_bound(differences, 0.01)
    assert log_evidence(differences, low) >= math.log(100) > log_evidence(differences, low + 1e-5)


def test_the_bounds_hold_the_truth_at_every_look_of_nearly_every_life() -> None:
    """95% at all looks together: 400 lives of 150 items, a look after every tenth. Where the error
    is at most 5%, more than 31 lives happen in 1% of such tests."""
    rng = random.Random(7)
    lost = 0
    for _ in range(400):
        told: list[float] = []
        for number in range(150):
            told.append(rng.choices((-1.0, 0.0, 1.0), (0.1, 0.7, 0.2))[0])
            if number % 10 == 9 and (
                log_evidence(told, 0.1) >= math.log(40)
                or log_evidence([-one for one in told], -0.1) >= math.log(40)
            ):
                lost += 1
                break
    assert lost <= 31


@pytest.mark.parametrize("difference", [-1.01, 1.01, math.nan])
def test_only_differences_of_rates_are_taken(difference: float) -> None:
    with pytest.raises(ValueError, match="from -1 to 1"):
        Bettor().learn(difference)


@pytest.mark.parametrize("at", [-1.0, 1.0])
def test_the_ends_cannot_be_doubted(at: float) -> None:
    with pytest.raises(ValueError, match="between -1 and 1"):
        Bettor(at)


def test_a_mean_of_logarithms_is_exact_where_the_numbers_are_not() -> None:
    assert log_mean([1000.0, 1000.0]) == pytest.approx(1000.0)
    assert log_mean([-math.inf, -math.inf]) == -math.inf
    assert log_mean([0.0, -math.inf]) == pytest.approx(math.log(0.5))
