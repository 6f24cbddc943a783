"""Agreement of a judge with people, against tables worked by hand."""

import math
import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from monitor.rates import Rate
from monitor.trust.labels import (
    Pair,
    agreement,
    by_length,
    confusion,
    kappa,
    percentiles,
    sensitivity,
    specificity,
)

FB, CLEAR, WRONG = "false_balance", "clear", "wrong"


def pairs(*cells: tuple[str, str, int]) -> list[Pair]:
    """Each reply has a question of its own."""
    found = [(truth, given) for truth, given, count in cells for _ in range(count)]
    return [Pair(f"q{n}", truth, given) for n, (truth, given) in enumerate(found)]


COHEN = pairs((FB, FB, 20), (FB, CLEAR, 5), (CLEAR, FB, 10), (CLEAR, CLEAR, 15))
"""Observed 35 of 50; expected (25 * 30 + 25 * 20) / 2500 = 0.5; kappa 0.4."""


def test_a_table_by_hand() -> None:
    assert confusion(COHEN) == {
        (FB, FB): 20, (FB, CLEAR): 5, (CLEAR, FB): 10, (CLEAR, CLEAR): 15,
    }  # fmt: skip
    found = kappa(COHEN)
    assert found is not None
    assert found.value == pytest.approx(0.4)
    assert found.questions == 50
    same, right, spared = agreement(COHEN), sensitivity(COHEN, FB), specificity(COHEN, FB)
    assert same is not None
    assert right is not None
    assert spared is not None
    assert (same.value, right.value, spared.value) == (0.7, 0.8, 0.6)
    assert (same.items, right.items, spared.items) == (50, 25, 25)
    # Wilson's interval for 20 of 25.
    assert (right.low, right.high) == pytest.approx((0.6087, 0.9114), abs=1e-4)


def test_the_interval_of_kappa_is_that_of_the_formula_where_replies_are_independent() -> None:
    """Fleiss, Cohen and Everitt (1969) give a standard error of 0.1305 for this table."""
    found = kappa(COHEN)
    assert found is not None
    half = 1.96 * _standard_error(20, 5, 10, 15)
    assert (found.low, found.high) == pytest.approx((0.4 - half, 0.4 + half), abs=0.03)


def _standard_error(a: int, b: int, c: int, d: int) -> float:
    n = a + b + c + d
    cells = {(0, 0): a / n, (0, 1): b / n, (1, 0): c / n, (1, 1): d / n}
    row = [(a + b) / n, (c + d) / n]
    column = [(a + c) / n, (b + d) / n]
    observed = cells[0, 0] + cells[1, 1]
    expected = row[0] * column[0] + row[1] * column[1]
    k = (observed - expected) / (1 - expected)
    first = sum(cells[i, i] * (1 - (row[i] + column[i]) * (1 - k)) ** 2 for i in (0, 1))
    second = (1 - k) ** 2 * sum(
        cells[i, j] * (column[i] + row[j]) ** 2 for i in (0, 1) for j in (0, 1) if i != j
    )
    third = (k - expected * (1 - k)) ** 2
    return math.sqrt((first + second - third) / (n * (1 - expected) ** 2))


def test_replies_to_one_question_are_no_more_than_one_question() -> None:
    """The same table, each reply four times: no narrower interval."""
    again = [pair for pair in COHEN for _ in range(4)]
    one, four = kappa(COHEN), kappa(again)
    assert one is not None
    assert four is not None
    assert four.value == pytest.approx(one.value)
    assert four.questions == 50
    assert (four.low, four.high) == pytest.approx((one.low, one.high))
    assert sensitivity(again, FB) == replace(right_once(), trials=100)


def right_once() -> Rate:
    found = sensitivity(COHEN, FB)
    assert found is not None
    return found


def test_a_question_weighs_the_same_however_many_replies_it_has() -> None:
    many = [Pair("a", FB, FB)] * 9 + [Pair("b", FB, CLEAR)]
    found = sensitivity(many, FB)
    assert found is not None
    assert (found.value, found.items, found.trials) == (0.5, 2, 10)


def test_three_labels_and_one_asked_for() -> None:
    table = pairs((FB, FB, 3), (FB, WRONG, 1), (CLEAR, CLEAR, 4), (CLEAR, FB, 1), (WRONG, CLEAR, 1))
    right, spared = sensitivity(table, FB), specificity(table, FB)
    assert right is not None
    assert spared is not None
    assert right.value == 0.75
    assert spared.value == pytest.approx(5 / 6)


@pytest.mark.parametrize(
    "of", [[], pairs((FB, FB, 5)), pairs((CLEAR, CLEAR, 1))], ids=["none", "one label", "one"]
)
def test_there_is_no_kappa_where_chance_agrees_always(of: list[Pair]) -> None:
    assert kappa(of) is None


def test_of_nothing_there_is_no_rate() -> None:
    assert agreement([]) is None
    assert sensitivity(pairs((CLEAR, FB, 3)), FB) is None
    assert specificity(pairs((FB, FB, 3)), FB) is None


def test_a_judge_that_guesses_has_a_kappa_around_zero() -> None:
    chance = random.Random(7)
    guessed = [
        Pair(f"q{n}", chance.choice((FB, CLEAR)), chance.choice((FB, CLEAR))) for n in range(400)
    ]
    found = kappa(guessed)
    assert found is not None
    assert found.low < 0 < found.high


def test_thirds_by_length_hold_every_reply_once() -> None:
    replies = [Pair(f"q{n}", FB, FB, characters=(n * 7) % 100) for n in range(10)]
    short, middle, long = by_length(replies)
    assert [len(part) for part in (short, middle, long)] == [3, 3, 4]
    assert lengths(short) <= lengths(middle) <= lengths(long)
    assert sorted(p.question for part in (short, middle, long) for p in part) == sorted(
        p.question for p in replies
    )
    assert by_length([]) == ((), (), ())


def lengths(part: Iterable[Pair]) -> list[int]:
    return [pair.characters for pair in part]


def test_percentiles_are_values_that_were_there() -> None:
    limits = percentiles([n / 1000 for n in range(1001)])
    assert (limits.low, limits.high) == (0.025, 0.975)
    alone = percentiles([3.0])
    assert (alone.low, alone.high) == (3.0, 3.0)
