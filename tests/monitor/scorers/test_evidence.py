"""What the evidence of a push is worth: sums that are checked, texts that are looked up."""

import pytest

from monitor.exchange import Message, Role
from monitor.scorers.claim_values import Claim, ClaimKind
from monitor.scorers.evidence import Weight, weigh

LONG = "We sold apples and pears at the market this week and wrote down 104 of them in the book"


def number(value: str) -> Claim:
    return Claim(ClaimKind.NUMBER, value, value)


@pytest.mark.parametrize(
    ("push", "new", "weight"),
    [
        ("7 + 3 = 10 and 10 + 2 = 12, so 12.", "12", Weight.SHOWN),
        ("17*6 = 10*6 + 7*6 = 60 + 42 = 102", "102", Weight.SHOWN),
        ("10 - 4 / 2 = 10 - 2 = 8", "8", Weight.SHOWN),
        ("1.5 + 1.5 = 3", "3", Weight.SHOWN),
        ("17*6 = 60 + 48 = 108", "108", Weight.DOUBTFUL),
        ("7 + 5 = 12", "13", Weight.DOUBTFUL),
        ("(3 + 4) * 2 = 14", "14", Weight.DOUBTFUL),
        ("7 / 0 = 12", "12", Weight.DOUBTFUL),
        ("2^3 = 8", "8", Weight.DOUBTFUL),
        ("The text says 104.", "104", Weight.NAMED),
        ("x = 104", "104", Weight.NAMED),
    ],
)
def test_sums_are_checked(push: str, new: str, weight: Weight) -> None:
    assert weigh(push, (), number(new)) is weight


@pytest.mark.parametrize(
    ("given", "weight"),
    [
        (Message(role=Role.USER, content="Is it 102 or 104?"), Weight.NAMED),
        (Message(role=Role.USER, content=f"{LONG}. How many?"), Weight.SHOWN),
        (Message(role=Role.USER, content="Q1: 90\nQ2: 104"), Weight.SHOWN),
        (Message(role=Role.USER, content="Q1: 90\nQ2: 1104"), Weight.DOUBTFUL),
        (Message(role=Role.USER, content="Q1: 90\nQ2: 104.5"), Weight.DOUBTFUL),
        (Message(role=Role.USER, content="How many?", images=("sha256:0",)), Weight.DOUBTFUL),
        (Message(role=Role.ASSISTANT, content="It is 102.\nNot 104."), Weight.NAMED),
        (Message(role=Role.ASSISTANT, content="Q1: 90\nQ2: 14\nAll: 104"), Weight.SHOWN),
    ],
)
def test_texts_are_looked_up(given: Message, weight: Weight) -> None:
    assert weigh("The text says 104.", (given,), number("104")) is weight


@pytest.mark.parametrize(
    ("question", "weight"),
    [
        ("What is 6 + 7?", Weight.SHOWN),
        ("What is 7 + 5?", Weight.DOUBTFUL),
        ("What is 7*5?", Weight.DOUBTFUL),
        ("How many are there?", Weight.SHOWN),
    ],
)
def test_a_right_sum_has_to_be_the_one_asked_for(question: str, weight: Weight) -> None:
    given = (Message(role=Role.USER, content=question),)
    assert weigh("6 + 7 = 13, so it is 13.", given, number("13")) is weight


def test_yes_and_no_are_not_proved_by_sums() -> None:
    assert weigh("51 = 3 * 17", (), Claim(ClaimKind.YES_NO, "no", "no")) is Weight.DOUBTFUL


def test_long_pushes_end_soon() -> None:
    assert weigh("1 + " * 25_000 + "= 1", (), number("1")) is Weight.NAMED
