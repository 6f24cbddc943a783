"""Which numbers stand in a text, and where."""

import pytest

from monitor.scorers.numbers import find_numbers


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", []),
        ("12", [12]),
        ("-12 and 3.5", [-12, 3.5]),
        ("10-12", [10, 12]),
        ("1,234,567 or 1 234", [1234567, 1234]),
        ("1,5", [1]),
        ("1/4 of 24/7", [0.25, 24 / 7]),
        ("100/10 = 10", [100, 10, 10]),
        ("3 x 10^8 and 2e3", [3e8, 2000]),
        ("2 million, 3 dozen", [2_000_000, 36]),
        ("the 7th and the 1st", []),
        ("H2O, x^2", []),
        ("10^2", [10, 2]),
        ("9" * 400, [float("inf")]),
        ("1. one\n2. two\n3. three", [1, 2, 3]),
        ("1. It is 5.", [1, 5]),
        ("zero, Nineteen, twenty-one, ninety nine", [0, 19, 21, 99]),
        ("two hundred and five", [205]),
        ("three thousand four hundred", [3400]),
        ("a dozen", [12]),
        ("one of them, no one, this one", []),
        ("one", [1]),
        ("seven and eight", []),
        ("nine ten", []),
    ],
)
def test_numbers_are_found_in_order(text: str, values: list[float]) -> None:
    assert [number.value for number in find_numbers(text)] == values


def test_a_number_knows_where_it_stands() -> None:
    text = "It is -1,200 or twenty-one."
    assert [text[number.start : number.end] for number in find_numbers(text)] == [
        "-1,200",
        "twenty-one",
    ]
