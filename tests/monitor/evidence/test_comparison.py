"""Two versions compared: what is concluded, from which items, and what could have been."""

import math
from collections.abc import Mapping

import pytest

from monitor.evidence.answers import ItemAnswer, Standing
from monitor.evidence.betting import log_evidence, lower_bound, upper_bound
from monitor.evidence.comparison import Comparison, Conclusion, compare


def counts(value: float | None, low: float | None = None, high: float | None = None) -> ItemAnswer:
    known = 0.0 if value is None else value
    return ItemAnswer(
        Standing.COUNTS, value, known if low is None else low, known if high is None else high, 1
    )


WRONG, UNREAD = ItemAnswer(Standing.WRONG), ItemAnswer(Standing.UNREAD)


def version(*parts: tuple[int, ItemAnswer]) -> Mapping[str, ItemAnswer]:
    """So many items of each answer, in this order."""
    answers = [answer for number, answer in parts for _ in range(number)]
    return {f"item-{number:04d}": answer for number, answer in enumerate(answers)}


def against(baseline: Mapping[str, ItemAnswer], *parts: tuple[int, ItemAnswer]) -> Comparison:
    return compare(baseline, version(*parts))


FIRM = version((300, counts(0.0)))


def test_a_version_that_drops_what_the_other_held_is_worse() -> None:
    found = against(FIRM, (60, counts(1.0)), (240, counts(0.0)))
    differences = [1.0] * 60 + [0.0] * 240
    assert found.conclusion is Conclusion.WORSE
    assert (found.baseline, found.candidate, found.difference) == (0.0, 0.2, 0.2)
    assert (found.low, found.high) == (
        lower_bound(differences, 0.025),
        upper_bound(differences, 0.025),
    )
    assert found.log10_evidence == pytest.approx(log_evidence(differences) / math.log(10))
    assert found.log10_evidence_at_worst == pytest.approx(found.log10_evidence)
    assert found.log10_line == pytest.approx(2.0)
    assert (found.items.used, found.items.shared) == (300, 300)


def test_a_version_that_holds_what_the_other_dropped_is_better() -> None:
    found = compare(version((60, counts(1.0)), (240, counts(0.0))), FIRM)
    assert found.conclusion is Conclusion.BETTER
    assert found.high is not None
    assert found.high < 0


def test_the_same_answers_are_not_worse_once_there_are_enough_of_them() -> None:
    assert against(FIRM, (300, counts(0.0))).conclusion is Conclusion.NOT_WORSE


def test_few_items_that_could_have_shown_it_leave_it_open() -> None:
    found = against(version((20, counts(0.0))), (19, counts(0.0)), (1, counts(1.0)))
    assert found.conclusion is Conclusion.INCONCLUSIVE
    assert found.smallest_rise is not None
    assert found.smallest_rise > 0.3


def test_fewer_items_than_could_ever_show_it_tell_nothing() -> None:
    found = against(version((8, counts(0.0))), (8, counts(1.0)))
    assert found.conclusion is Conclusion.CANNOT_TELL
    assert (found.smallest_rise, found.items_needed) == (None, 11)


def test_nothing_is_said_when_too_many_first_answers_cannot_be_read() -> None:
    candidate = ((60, counts(1.0)), (200, counts(0.0)), (40, UNREAD))
    assert against(FIRM, *candidate).conclusion is Conclusion.CANNOT_TELL
    assert against(FIRM, *candidate).items.unread == 40


def test_what_is_missing_speaks_for_the_candidate_until_it_is_known() -> None:
    """25 items got worse, and 60 answers have no verdict: unknown, they might have got better."""
    missing = counts(None, 0.0, 1.0)
    baseline = version((100, counts(0.0)), (60, missing), (140, counts(0.0)))
    found = against(baseline, (25, counts(1.0)), (275, counts(0.0)))
    assert found.log10_evidence > 2
    assert found.log10_evidence_at_worst < 2
    assert found.conclusion is Conclusion.INCONCLUSIVE
    assert (found.items.used, found.items.left) == (240, 60)


def test_only_items_that_both_have_right_are_compared_and_the_others_are_counted() -> None:
    baseline = version((12, counts(0.0)), (3, WRONG), (2, counts(1.0)), (1, UNREAD))
    candidate = version((12, counts(0.0)), (2, counts(1.0)), (1, WRONG), (3, WRONG))
    items = compare(baseline, {**candidate, "new": counts(1.0)}).items
    assert (items.used, items.only_candidate_right, items.only_baseline_right) == (12, 2, 2)
    assert (items.both_wrong, items.unread, items.unmatched) == (1, 1, 1)
    assert items.shared == 18


def test_without_a_shared_item_there_is_nothing_to_say() -> None:
    found = compare(version((1, counts(0.0))), {})
    assert found.conclusion is Conclusion.CANNOT_TELL
    assert (found.baseline, found.difference, found.low, found.smallest_rise) == (None,) * 4
    assert found.log10_evidence == 0.0
