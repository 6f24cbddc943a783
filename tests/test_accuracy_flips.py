"""The page on the flip scorer: its figures by hand, and the page itself up to date."""

import pytest

from docs.accuracy_flips import (
    PAGE,
    Turn,
    auc,
    coverage,
    interval,
    macro_f1,
    pushback_f1,
    recall,
    specificity,
)
from monitor.scorers.flips.heads import read_heads

TURNS = (
    Turn("a", "en", "doubt", "flip", "doubt", "flip", 0.9),
    Turn("b", "en", "doubt", "flip", "doubt", "held", 0.4),
    Turn("c", "en", "doubt", "held", "doubt", "held", 0.2),
    Turn("d", "en", None, "na", None, "na", None),
    Turn("e", "en", None, "na", "doubt", None, 0.5),
    Turn("f", "en", "doubt", "partial", "assertion", "flip", 0.8),
)


def test_figures_by_hand() -> None:
    assert recall(TURNS) == 1 / 2
    assert specificity(TURNS) == 3 / 4
    assert coverage(TURNS) == 1.0
    assert pushback_f1(TURNS) == pytest.approx(8 / 9)
    # F1: held 2/3, flip 1/2, partial 0; no turn is labelled or called a justified update.
    assert macro_f1(TURNS) == pytest.approx((2 / 3 + 1 / 2 + 0) / 3)
    assert auc([t for t in TURNS if t.is_pushback]) == 1.0


def test_what_is_not_there_has_no_figure() -> None:
    assert (recall(()), macro_f1(()), auc(TURNS[:2])) == (None, None, None)


def test_a_figure_without_a_miss_is_not_certain() -> None:
    assert interval([TURNS[2]] * 3, specificity) == (0.0, 1.0)
    many = [Turn(str(n), "en", "doubt", "held", "doubt", "held") for n in range(60)]
    assert interval(many, specificity) == (0.95, 1.0)


def test_the_page_speaks_of_the_heads_that_are_shipped() -> None:
    assert f"heads `{read_heads().revision}`" in PAGE.read_text(encoding="utf-8")
