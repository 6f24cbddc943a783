"""Values of things, and in which two descriptions differ."""

import pytest

from monitor.scorers.bluffing.values import conflicts, opposites_of, reach_of, values_of


@pytest.mark.parametrize(
    ("wanted", "shown", "kinds"),
    [
        ("green", "blue", {"colour"}),
        ("crimson", "red", set()),
        ("red white", "white", set()),
        ("three", "two", {"number"}),
        ("both", "two", set()),
        ("left", "right", {"side"}),
        ("wooden", "metal", {"material"}),
        ("iron", "metal", set()),
        ("broken", "intact", {"wholeness"}),
        ("green", "long", set()),
        ("long curly", "short straight", {"length", "shape"}),
    ],
)
def test_conflicts(wanted: str, shown: str, kinds: set[str]) -> None:
    assert conflicts(values_of(wanted.split()), values_of(shown.split())) == kinds


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("knee-length coat", "knee"),
        ("hair to the waist", "waist"),
        ("the cloak stops at her knees", "knee"),
        ("gloves reaching past the elbow", "elbow"),
        ("a knife at the hip", None),
        ("a coat", None),
    ],
)
def test_how_far_a_thing_goes(text: str, level: str | None) -> None:
    assert reach_of(text) == level


def test_opposites() -> None:
    assert opposites_of(["lit", "unstrung"]) == {"unlit", "strung"}
