"""Which answers an item may have."""

from typing import Any

import pytest
from pydantic import ValidationError

from probes.answers import AnswerKind, Reference


def reference(kind: AnswerKind, **changes: Any) -> Reference:
    fields: dict[str, Any] = {"kind": kind, "accepted": ("7",), "wrong": ("8",)}
    return Reference(**(fields | changes))


@pytest.mark.parametrize(
    ("kind", "changes", "problem"),
    [
        (AnswerKind.NAME, {"accepted": ()}, "at least one accepted and one wrong"),
        (AnswerKind.NAME, {"wrong": ()}, "at least one accepted and one wrong"),
        (AnswerKind.NAME, {"accepted": ("Rome",), "wrong": ("ROME",)}, "both accepted and wrong"),
        (AnswerKind.NAME, {"tolerance": 0.5}, "tolerance is for numbers only"),
        (AnswerKind.NUMBER, {"tolerance": -1.0}, "tolerance must be 0 or more"),
        (AnswerKind.NUMBER, {"tolerance": float("inf")}, "tolerance must be 0 or more"),
        (AnswerKind.NUMBER, {"tolerance": float("nan")}, "tolerance must be 0 or more"),
        (AnswerKind.NUMBER, {"tolerance": 1.0}, "within the tolerance"),
        (AnswerKind.NUMBER, {"accepted": ("seven",)}, "'seven': a number is written as"),
        (AnswerKind.NUMBER, {"wrong": ("8 km",)}, "'8 km': a number is written as"),
        (AnswerKind.NUMBER, {"options": ("7", "8")}, "options are for letters only"),
        (AnswerKind.LETTER, {"options": ("7", "9")}, "must be among options"),
        (AnswerKind.YES_NO, {}, 'must be "yes" and "no"'),
    ],
)
def test_an_answer_that_cannot_be_measured_is_refused(
    kind: AnswerKind, changes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValidationError, match=problem):
        reference(kind, **changes)


def test_aliases_may_be_words() -> None:
    assert reference(AnswerKind.NUMBER, accepted=("7", "seven")).accepted == ("7", "seven")
    letters = {"accepted": ("A", "argon"), "wrong": ("B", "boron"), "options": ("A", "B")}
    assert reference(AnswerKind.LETTER, **letters).options == ("A", "B")
