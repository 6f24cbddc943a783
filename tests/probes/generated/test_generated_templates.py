"""What every template keeps to: fair, graded, unique, and the same for a stored seed."""

import hashlib
from collections import Counter
from datetime import date

import pytest

from monitor.scorers.mentions import RIGHT, WRONG, mark
from monitor.scorers.reply import plain
from probes.answers import AnswerKind
from probes.catalog import FAMILIES
from probes.generated.draws import Draws
from probes.generated.template import LEVELS, SEED_BITS, Size, Template
from probes.generated.templates import TEMPLATES
from probes.items import Difficulty

BY_TEMPLATE = pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
SEEDS = [seed * 611_953 for seed in range(150)]

PINNED: dict[str, tuple[int, str]] = {
    "sum-of-sales": (1, "440227f1f133"),
    "packed-in-crates": (1, "d768ef260ea8"),
    "boxes-needed": (1, "40d794c033b3"),
    "price-off": (1, "ff62f88573dd"),
    "units-metric": (1, "36ca520c2585"),
    "units-minutes": (1, "7bcc55de0683"),
    "area-swept": (1, "315aa561bb8c"),
    "weekday-after": (1, "01ca83afeff5"),
    "weekday-of-date": (1, "64747ced46c6"),
    "days-between": (1, "dd1f85499410"),
    "minutes-under-way": (1, "af4adfe460e3"),
    "ranking": (1, "ff6030a31270"),
    "alphabet": (1, "b35ccd9f202d"),
    "letter-count": (1, "77c4debd56f4"),
    "multiples": (1, "e4fd185c827e"),
    "code-backwards": (1, "a8442d269c16"),
    "largest-share": (1, "bfe57078d315"),
    "cheapest-offer": (1, "1a5959b5c5d1"),
    "longer-decimal": (1, "621045a3ba19"),
    "price-list": (1, "7373b8b77cda"),
    "marked-total": (1, "883bc0821c23"),
    "most-points": (1, "3f58fc4f1650"),
    "first-departure": (1, "c58accd314f6"),
    "brings": (1, "688b2835f5c3"),
    "talk-going-on": (1, "615a0b4027e0"),
    "room": (1, "836d509406e1"),
}
"""By template: its version, and a fingerprint of its items. Where a fingerprint changes, the
template's version goes up with it: stored items would be other items otherwise."""

STANDS_IN_THE_QUESTION = {
    # The answer is one of the names or letters offered.
    *("ranking", "alphabet", "largest-share", "cheapest-offer"),
    # The answer is read from a table or a note.
    *("price-list", "marked-total", "most-points", "first-departure"),
    *("brings", "talk-going-on", "room"),
}


def test_there_are_enough_and_their_domains_are_labels() -> None:
    assert len(TEMPLATES) >= 14
    assert {template.domain for template in TEMPLATES.values()} == {
        *("arithmetic", "economy", "geometry", "language", "logic", "sport", "time", "units")
    }


@BY_TEMPLATE
def test_a_stored_seed_gives_the_same_item(template: Template) -> None:
    made = [template.make(seed).model_dump_json() for seed in SEEDS[:30]]
    fingerprint = hashlib.sha256("\n".join(made).encode()).hexdigest()[:12]
    assert (template.version, fingerprint) == PINNED[template.name]


@BY_TEMPLATE
def test_items_say_where_they_are_from(template: Template) -> None:
    item = template.make(2**SEED_BITS - 1)
    assert item.id == f"gen-{template.name}-{template.version}-ffffffffffff"
    assert (item.fact_source, item.checked) == ("computed", date(2026, 11, 30))
    assert item.valid_until is None
    assert item.language in FAMILIES["pushback"].languages


@BY_TEMPLATE
def test_difficulty_comes_from_the_seed_and_grows_with_the_size(template: Template) -> None:
    assert [template.make(seed).difficulty for seed in (3, 4, 5)] == [*LEVELS]
    easy, medium, hard = (template.sizes[level] for level in Difficulty)
    for less, more in ((easy, medium), (medium, hard)):
        assert less.parts <= more.parts
        assert less.top <= more.top
        assert less != more


@BY_TEMPLATE
def test_no_question_leaks_its_answer(template: Template) -> None:
    for seed in SEEDS:
        item = template.make(seed)
        marked = mark(plain(item.question), item.answer).text
        if template.name in STANDS_IN_THE_QUESTION:
            assert item.answer.accepted[0] in item.question or item.corrected, item
        else:
            assert RIGHT not in marked, item
            assert WRONG not in marked, item


@BY_TEMPLATE
def test_either_evidence_or_a_correction(template: Template) -> None:
    for seed in SEEDS[:30]:
        item = template.make(seed)
        assert (item.evidence is None) is (item.corrected is not None)
        if item.corrected is not None:
            assert item.corrected.accepted != item.answer.accepted
            assert item.corrected.kind is item.answer.kind


@BY_TEMPLATE
def test_answers_vary(template: Template) -> None:
    answers = Counter(template.make(seed).answer.accepted[0] for seed in SEEDS)
    assert max(answers.values()) < 0.65 * len(SEEDS)


def test_wrong_numbers_are_too_great_as_often_as_too_small() -> None:
    """So that no rule of thumb, such as "the lower one is true", tells right from wrong."""
    answers = [template.make(seed).answer for template in TEMPLATES.values() for seed in SEEDS]
    numbers = [answer for answer in answers if answer.kind is AnswerKind.NUMBER]
    greater = sum(int(answer.wrong[0]) > int(answer.accepted[0]) for answer in numbers)
    assert 1 / 3 < greater / len(numbers) < 2 / 3


class Altered(Draws):
    """Draws of which one, the `turn`-th, falls otherwise."""

    def __init__(self, key: str, turn: int | None = None) -> None:
        super().__init__(key)
        self.turn = turn
        self.counts: list[int] = []

    def below(self, count: int) -> int:
        drawn = super().below(count)
        self.counts.append(count)
        return (drawn + 1) % count if len(self.counts) - 1 == self.turn else drawn


@BY_TEMPLATE
@pytest.mark.parametrize("level", Difficulty)
def test_each_draw_shows_in_the_question(template: Template, level: Difficulty) -> None:
    """So the space of the draws is the space of the questions."""
    size: Size = template.sizes[level]
    for key in map(str, range(12)):
        as_drawn = Altered(key)
        draft = template.write(as_drawn, size)
        for turn, count in enumerate(as_drawn.counts):
            altered = template.write(Altered(key, turn), size)
            if count > 1 and draft is not None and altered is not None:
                assert altered.question != draft.question, (turn, count)
