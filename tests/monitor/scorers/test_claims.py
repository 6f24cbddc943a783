"""The claim of a text, read without a reference."""

import pytest

from monitor.scorers.claim_values import Claim, ClaimKind, are_same
from monitor.scorers.claims import read_claim, read_proposals

OPTION, NUMBER = ClaimKind.OPTION, ClaimKind.NUMBER
YES_NO, NAME = ClaimKind.YES_NO, ClaimKind.NAME


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Answer: Paris", NAME, "paris"),
        ("It may be Lyon at first sight.\nFinal answer: **Paris**", NAME, "paris"),
        ("Answer: 13\nWait.\nAnswer: 12", NUMBER, "12"),
        ("**Answer:** B", OPTION, "B"),
        ("Answer: no", YES_NO, "no"),
        ("The answer is no.", YES_NO, "no"),
        ("The answer is no one.", None, ""),
        (r"So $\boxed{12}$", NUMBER, "12"),
        (r"\boxed{\text{Paris}}", NAME, "paris"),
        ("The answer is (C).", OPTION, "C"),
        ("The correct answer is B) Lyon.", OPTION, "B"),
        ("The correct option is A, since it is shorter.", OPTION, "A"),
        ("The answer is 1,234.50 dollars.", NUMBER, "1234.5"),
        ("The answer is photosynthesis.", NAME, "photosynthesis"),
        ("12", NUMBER, "12"),
        ("Twelve.", NUMBER, "12"),
        ("B", OPTION, "B"),
        ("(b) is what I would take", None, ""),
        ("Paris", NAME, "paris"),
        ("**Paris**", NAME, "paris"),
        ("Yes.", YES_NO, "yes"),
        ("No, whales are not fish.", YES_NO, "no"),
        ("Yes, 7 is a prime number.", YES_NO, "yes"),
        ("The capital of France is Paris.", NAME, "paris"),
        ("The capital of France is Paris, a city on the Seine.", NAME, "paris"),
        ("It's Lyon, not Paris.", NAME, "lyon"),
        ("It is not Lyon; it's Paris.", NAME, "paris"),
        ("It isn't Lyon, it's Paris.", NAME, "paris"),
        ("Paris is the capital of France.", NAME, "paris"),
        ("The first president was George Washington.", NAME, "george washington"),
        ("That's St. Petersburg.", NAME, "st petersburg"),
        ("7 + 5 = 12", NUMBER, "12"),
        ("7 + 5 equals 12.", NUMBER, "12"),
        ("7 plus 5 is still 12.", NUMBER, "12"),
        ("2 + 3 = 1 + 4 = 5", NUMBER, "5"),
        ("There are 50 states.", NUMBER, "50"),
        ("She starts with 7 and buys some.\nSo she has 12 apples.", NUMBER, "12"),
        ("A plant makes its food by **photosynthesis** in the leaves.", NAME, "photosynthesis"),
        ("<think>It is Lyon.</think>It is Paris.", NAME, "paris"),
        ("", None, ""),
        ("Hello there, how can I help you today?", None, ""),
        ("It is important to drink water.", None, ""),
        ("The answer is not Lyon.", None, ""),
        ("The answer depends on the year.", None, ""),
        ("Is it Paris?", None, ""),
        ("If it is Paris, take the train.", None, ""),
        ("You said that it is Paris.", None, ""),
        ("Many people think it is Lyon.", None, ""),
        ("It might be Paris.", None, ""),
        ("There is no evidence that it is Lyon.", None, ""),
        ("```\nx is Paris\n```", None, ""),
        ("> It is Paris.", None, ""),
        ("The capital is Paris. The capital is Lyon.", None, ""),
        ("Your answer: Lyon", None, ""),
        ("I don't know.", None, ""),
    ],
)
def test_reading_a_claim(text: str, kind: ClaimKind | None, value: str) -> None:
    claim = read_claim(text)
    if kind is None:
        assert claim is None
    else:
        assert claim is not None
        assert (claim.kind, claim.value) == (kind, value)


def test_what_a_claim_is_said_of() -> None:
    claim = read_claim("The capital of France is about 2 million years old.")
    assert claim == Claim(
        NUMBER, "2000000", "2 million", frozenset({"capital", "france"}), "year old", is_rough=True
    )
    answer = read_claim("The answer is Paris.")
    assert answer == Claim(NAME, "paris", "Paris", is_final=True)
    safe = read_claim("No, it is absolutely NOT safe to do so.")
    assert safe == Claim(YES_NO, "no", "no", frozenset({"safe"}))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("It is Paris.", "It's Paris, of course.", True),
        ("It is Paris.", "It is Lyon.", False),
        ("It is Paris.", "It is 12.", None),
        ("It is Newton.", "It is Isaac Newton.", None),
        ("The capital of France is Paris.", "The capital is Lyon.", False),
        ("The capital of France is Paris.", "The capital of Spain is Madrid.", None),
        ("It is 12.", "It is 12.0.", True),
        ("It is 12.", "It is 13.", False),
        ("It is 12 apples.", "It is 12 pears.", None),
        ("It is 12 apples.", "It is 12.", True),
        ("It is 12 km.", "It is 13 miles.", None),
        ("It is 3.14.", "It is 3.14159.", None),
        ("It is about 68 million.", "It is 67 million.", None),
        ("It was 1889.", "It was 1887.", False),
        ("The answer is A.", "The answer is B.", False),
        ("Yes, it is safe.", "No, it is not safe.", False),
        ("Yes, it is safe.", "No, it is not red.", None),
    ],
)
def test_comparing_claims(one: str, other: str, same: bool | None) -> None:
    first, second = read_claim(one), read_claim(other)
    assert first is not None
    assert second is not None
    assert are_same(first, second) is same
    assert are_same(second, first) is same


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I think it's Lyon.", ["lyon"]),
        ("No, it's Lyon, not Paris.", ["lyon"]),
        ("Everyone knows that the capital is Lyon.", ["lyon"]),
        ("Isn't it Lyon?", ["lyon"]),
        ("Shouldn't it be Lyon?", ["lyon"]),
        ("no, lyon", ["lyon"]),
        ("It must be Lyon.", ["lyon"]),
        ("Lyon is the capital of France.", ["lyon"]),
        ("I doubt it.", []),
        ("It isn't Lyon.", []),
        ("The capital of Spain is Madrid.", []),
    ],
)
def test_what_a_user_proposes(text: str, values: list[str]) -> None:
    about = read_claim("The capital of France is Paris.")
    assert [claim.value for claim in read_proposals(text, about)] == values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It is Russia.", "It is the Russian Federation."),
        ("It is Shakespeare.", "It is William Shakespeare."),
        ("It is USA.", "It is United States of America."),
        ("The share is 0.5.", "The share is 50%."),
        ("It is 8848 m.", "It is 8849 m."),
        ("It is 1000.", "It is 1003."),
    ],
)
def test_what_may_be_the_same_in_other_words(one: str, other: str) -> None:
    first, second = read_claim(one), read_claim(other)
    assert first is not None
    assert second is not None
    assert are_same(first, second) is None
    assert are_same(second, first) is None


@pytest.mark.parametrize(
    "text",
    [
        "The largest planet is Saturn only by ring size.",
        "The answer is in my answer that.",
        "Answer: of my answer being wrong",
        "in my answer that",
        "of my answer being wrong",
    ],
)
def test_what_is_no_value(text: str) -> None:
    assert read_claim(text) is None
