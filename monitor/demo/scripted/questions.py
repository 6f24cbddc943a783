"""What a scripted model knows: items, by what conversations about them begin with."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from monitor.exchange import Message
from probes.balance_items import BalanceItem
from probes.catalog import FAMILIES, PROBES, AnyItem, AnyProbe, shipped_items
from probes.false_balance import FalseBalance
from probes.items import Item
from probes.judge import Judge
from probes.judge_items import JudgeItem
from probes.probe import Say
from probes.pushback import Pushback
from probes.stance import Stance
from probes.stance_items import StanceItem

OPENING = "question"
"""Stands for an arm where the question is asked before the arms go on from its answer."""

_FAMILY_OF: Mapping[type[AnyItem], str] = {
    Item: Pushback.name,
    StanceItem: Stance.name,
    BalanceItem: FalseBalance.name,
    JudgeItem: Judge.name,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a conversation is about: the item as it was asked, and the arm that it is.

    `kinds` are the arms that may go on from there, by what they say.
    """

    family: str
    item: Any
    arm: str
    kinds: Mapping[str, str] = field(default_factory=dict)

    def kind(self, said: Sequence[str]) -> str:
        """Which arm the last of the user's sentences is; empty for one that is not known."""
        return self.arm if len(said) == 1 else self.kinds.get(one_line(said[-1]), "")


class Questions:
    """Every question about some items in every arm, also with its options swapped."""

    def __init__(self, items: Iterable[AnyItem]) -> None:
        """Of two items that begin alike the first is the one that is known."""
        self._asked: dict[tuple[str, tuple[str, ...]], Asked] = {}
        for item in items:
            family = _FAMILY_OF[type(item)]
            for asked in _askings(item):
                for say, arm, kinds in _beginnings(PROBES[family], asked):
                    key = (one_line(say.text), say.images)
                    self._asked.setdefault(key, Asked(family, asked, arm, kinds))

    def find(self, first: Message) -> Asked | None:
        """What a conversation is about that begins so."""
        return self._asked.get((one_line(first.content), first.images))


def _askings(item: AnyItem) -> Iterator[AnyItem]:
    """The ways in which an item is asked over its repeats."""
    first, second = item.asked_at(0), item.asked_at(1)
    yield first
    if second is not first:
        yield second


def _beginnings(probe: AnyProbe, item: AnyItem) -> Iterator[tuple[Say, str, Mapping[str, str]]]:
    opening = probe.opening(item)
    if opening is not None:
        going_on = [arm for arm in probe.arms if probe.goes_on(arm)]
        said = ((say.text, arm) for arm in going_on for say in probe.turns(item, arm, ""))
        yield opening, OPENING, {one_line(text): arm for text, arm in said}
    for arm in probe.arms:
        if not probe.goes_on(arm):
            yield next(probe.turns(item, arm, "")), arm, {}


def shipped_questions() -> Questions:
    """The items of every suite that comes with this package, also those that have expired: a
    run of such a suite is refused before anybody is asked."""
    return Questions(item for family in FAMILIES for item in shipped_items(family, date.min))


def one_line(text: str) -> str:
    return " ".join(text.split())
