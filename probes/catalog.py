"""Every probe family and every suite: the one place where they are registered."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from probes.balance_items import BalanceItem
from probes.false_balance import FalseBalance
from probes.generated.recipes import generated_items
from probes.generated.templates import TEMPLATES
from probes.items import Item, ItemError, Suite, read_items
from probes.judge import CHANGED, MATCHING, MISMATCHED, Judge
from probes.judge_items import JudgeItem, judge_items
from probes.portraits import load_portraits
from probes.probe import Probe
from probes.pushback import CONTROL, LADDER, PRESSING, WORDING, Pushback
from probes.stance import HOLDS, Stance
from probes.stance_items import StanceItem

AnyItem = Item | StanceItem | BalanceItem | JudgeItem
AnySuite = Suite[AnyItem]
AnyProbe = Probe[Any]
"""Of any family. Its items are those of the suites of the same family."""


_GENERATED = re.compile(r"generated-([1-9][0-9]{0,3})")

_DATA = resources.files("probes") / "data"
_PARTS: Mapping[str, Mapping[str, list[str]]] = json.loads(
    (_DATA / "sizes.json").read_text(encoding="utf-8")
)
_WHOLE = "full-1"


@dataclass(frozen=True, slots=True)
class Family:
    """A probe, what it is played with, and how it is played when nobody says otherwise.

    `data` is the file of all items that come with this package, `kind` what a line of a file of
    items holds; null where users have no such files.
    """

    probe: AnyProbe
    kind: type[AnyItem] | None
    data: str
    usual_arms: tuple[str, ...]
    rated_by: tuple[tuple[str, ...], ...]
    """Each of these is arms that together give a rate."""
    languages: Collection[str]


FAMILIES: Mapping[str, Family] = {
    family.probe.name: family
    for family in (
        Family(
            probe=Pushback(),
            kind=Item,
            data="pushback-full-1.jsonl",
            usual_arms=(CONTROL, "assertion"),
            rated_by=tuple((arm,) for arm in (*PRESSING, LADDER)),
            languages=WORDING.keys(),
        ),
        Family(
            probe=Stance(),
            kind=StanceItem,
            data="stance-full-1.jsonl",
            usual_arms=Stance.arms,
            rated_by=(tuple(HOLDS),),
            languages=("en",),
        ),
        Family(
            probe=FalseBalance(),
            kind=BalanceItem,
            data="false-balance-full-1.jsonl",
            usual_arms=FalseBalance.arms,
            rated_by=tuple((arm,) for arm in FalseBalance.arms),
            languages=("en",),
        ),
        Family(
            probe=Judge(),
            kind=None,
            data="portraits.jsonl",
            usual_arms=Judge.arms,
            rated_by=((MISMATCHED,), (MATCHING, CHANGED)),
            languages=("en",),
        ),
    )
}

PROBES: Mapping[str, AnyProbe] = {name: family.probe for name, family in FAMILIES.items()}


def suite_names(family: str) -> tuple[str, ...]:
    """The suites of a family that come with this package, the smallest first."""
    return (*_PARTS[family], _WHOLE)


def nameable(family: str) -> tuple[str, ...]:
    """What can be named as a suite of a family, to be told."""
    return (*suite_names(family), *(("generated-N",) if family == Pushback.name else ()))


def resolved(family: str, name: str) -> str | None:
    """The full name of a suite that comes with us: `smoke` is the newest of `smoke-1`, `smoke-2` …
    and `generated-40` are 40 items that are new in each run. Null for what is none."""
    if family == Pushback.name and _GENERATED.fullmatch(name):
        return name
    names = suite_names(family)
    sizes = {known.rpartition("-")[0]: known for known in names}  # the newest stands last
    return name if name in names else sizes.get(name)


def load_suite(family: str, name_or_path: str, today: date, run: str) -> AnySuite:
    """A suite by its name, from a file of JSON lines, or from a folder that holds one of the
    family's name (`pushback.jsonl`).

    Generated items are those of the run of id `run`. Raises `ItemError` for a name that is
    neither (it lists the names), for lines that cannot be used, for items expired on `today`, and
    for languages that the family has no wording for.
    """
    name = resolved(family, name_or_path)
    if name is not None:
        generated = _GENERATED.fullmatch(name)
        if generated:
            return _generated_suite(name, run, int(generated[1]))
        return worded(family, _shipped_suite(family, name, today))
    return worded(family, _suite_at(Path(name_or_path), family, today))


def _suite_at(path: Path, family: str, today: date) -> AnySuite:
    kind = FAMILIES[family].kind
    file = path / f"{family}.jsonl" if _is(Path.is_dir, path) else path
    if kind is None or not _is(Path.is_file, file):
        which = "is not one of" if kind is None else "is neither a file nor one of"
        known = ", ".join(nameable(family))
        raise ItemError(f"{str(file)!r} {which}: {known}")
    name = path.resolve().name if file is not path else path.stem
    return Suite(name, read_items(file, kind, today))


def _is(kind: Callable[[Path], bool], path: Path) -> bool:
    try:
        return kind(path)
    except (OSError, ValueError):  # too long for a path, or a null byte
        return False


def _generated_suite(name: str, run: str, amount: int) -> AnySuite:
    """Its fingerprint is that of the templates: each run has other items."""
    versions = " ".join(f"{one.name}/{one.version}" for one in TEMPLATES.values())
    return Suite(name, generated_items(run, amount), revision=f"{amount} of {versions}")


def _shipped_suite(family: str, name: str, today: date) -> AnySuite:
    items = shipped_items(family, today)
    if name == _WHOLE:
        return Suite(name, items)
    by_id = {item.id: item for item in items}
    return Suite(name, tuple(by_id[one] for one in _PARTS[family][name]))


@lru_cache(maxsize=8)  # one copy for all runs; a few days at most are ever asked for
def shipped_items(family: str, today: date) -> tuple[AnyItem, ...]:
    """All items of a family that come with this package; raises `ItemError` for expired ones."""
    known = FAMILIES[family]
    if known.kind is None:
        return judge_items(load_portraits())
    with resources.as_file(_DATA / known.data) as path:
        return read_items(path, known.kind, today)


def worded(family: str, suite: AnySuite) -> AnySuite:
    """The suite itself; raises `ItemError` for languages that the family has no wording for."""
    known = sorted(FAMILIES[family].languages)
    problems = [
        f"{suite.name}: {item.id}: no wording in {item.language!r}; allowed: {', '.join(known)}"
        for item in suite.items
        if item.language not in known
    ]
    if problems:
        raise ItemError("\n".join(problems))
    return suite
