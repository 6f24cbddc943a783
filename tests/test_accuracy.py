"""How accuracy is measured, and how accurate the scorer has to stay."""

import pytest

from docs.accuracy import Reading, f1, labelled_rows, loaded_reader, macro_f1, place_of, readings
from monitor.scorers.bluffing.coefficient import Status
from monitor.scorers.bluffing.keyphrases import Phrase

A, N, C, X = Status.AFFIRMED, Status.NEGATED, Status.CONTRADICTED, Status.ABSENT

FLOOR = 0.85
"""Below what is measured on the part used for tuning (docs/accuracy.md), so that other versions
of the models may differ a little."""


def reading(labelled: Status, said: Status) -> Reading:
    return Reading("e", labelled, said, was_extracted=True)


def test_f1_by_hand() -> None:
    said = [reading(A, A), reading(A, A), reading(A, X), reading(N, N), reading(C, A)]
    found = f1(said)
    assert found[A] == pytest.approx(2 * 2 / (3 + 3))
    assert found[N] == 1.0
    assert found[C] == 0.0
    assert found[X] == 0.0
    assert macro_f1(said) == pytest.approx((2 / 3 + 1.0) / 4)


@pytest.mark.parametrize(
    ("attribute", "place"),
    [("a green felt hat", 1), ("a bunch of yellow marigolds", 2), ("an oak staff", None)],
)
def test_the_keyphrase_of_an_attribute(attribute: str, place: int | None) -> None:
    phrases = [
        Phrase("red hat", "hat", ("red", "hat"), 0.4),
        Phrase("green hat with a feather", "hat", ("green", "hat", "feather"), 0.3),
        Phrase("yellow marigolds", "marigold", ("yellow", "marigold"), 0.3),
    ]
    assert place_of(loaded_reader(), attribute, phrases) == place


def test_statuses_stay_as_good_as_they_are() -> None:
    found = readings(labelled_rows("tune"))
    assert len(found) == 554
    assert macro_f1(found) >= FLOOR
