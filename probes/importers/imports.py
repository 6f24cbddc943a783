"""From the rows of a file to items: what every format goes through."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from probes.balance_items import BalanceItem
from probes.importers.rows import Fault, Rows
from probes.items import Item, ItemError
from probes.stance_items import StanceItem

UNCHECKED = date.min
"""The `checked` day of items whose file names none: nobody is known to have checked them."""

GENERAL = "general"
"""The domain of items whose file names none that we have."""

AnyItem = Item | StanceItem | BalanceItem
"""Of a family that files can have items of."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Shape(BaseModel):
    """The keys of a row that a format reads; others are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str | int | None = None


class LeftOut(StrEnum):
    """Why a row that is as it should be becomes no item."""

    NO_WRONG_ANSWER = "no_wrong_answer"
    """It names no wrong answer that a user could claim."""
    FREE_TEXT = "free_text"
    """An answer is too long to be found in a reply without a judge."""
    ANSWERS_OVERLAP = "answers_overlap"
    """The wrong answer is among the accepted ones."""
    NO_ESTABLISHED_ANSWER = "no_established_answer"
    """Its answer is that there is none."""
    NOT_SETTLED = "not_settled"
    """What is right depends on who asks, where or when, or is a matter of taste."""
    NOT_TWO_OPTIONS = "not_two_options"
    """A stance is measured between two options."""
    QUESTION_NOT_FOUND = "question_not_found"
    """Where the user's words end and the question begins is not known."""
    NO_COUNTERPART = "no_counterpart"
    """No other row asks the same question for a user of the opposite view."""
    REPEATED = "repeated"
    """A row before it asks the same."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The items of a file, and what became of each of its `rows`.

    `problems` holds one text `FILE:LINE: what` for each row that is not as it should be;
    `left_out` counts the rows that are, and still cannot be asked. All other rows are in `items`.
    """

    family: str
    items: tuple[AnyItem, ...]
    rows: int
    problems: tuple[str, ...]
    left_out: Mapping[LeftOut, int]


RowShape = TypeVar("RowShape", bound=Shape)


@dataclass(frozen=True, slots=True)
class Given(Generic[RowShape]):
    """A row of the right shape. `id` is legal and no other row has it."""

    line: int
    id: str
    row: RowShape


@dataclass(frozen=True, slots=True)
class Made:
    """An item, and how many rows it was made of."""

    item: AnyItem
    rows: int = 1


Outcome = Made | LeftOut | Fault


@dataclass(frozen=True, slots=True)
class Format:
    """How to read one kind of file: into rows, each of a shape, and the rows into items."""

    family: str
    read: Callable[[Path], Rows]
    shape: type[Shape]
    build: Callable[[Iterable[Given[Any]]], Iterator[Outcome]]


def attempt(line: int, make: Callable[[], AnyItem | LeftOut], rows: int = 1) -> Outcome:
    """What `make` returns; an item that its family refuses is a fault."""
    try:
        made = make()
    except ValidationError as error:
        return Fault(line, _tell(error))
    return made if isinstance(made, LeftOut) else Made(made, rows)


def each(
    convert: Callable[[Given[RowShape]], AnyItem | LeftOut],
) -> Callable[[Iterable[Given[RowShape]]], Iterator[Outcome]]:
    """A `build` for formats in which every row is an item of its own."""

    def build(rows: Iterable[Given[RowShape]]) -> Iterator[Outcome]:
        for given in rows:
            yield attempt(given.line, partial(convert, given))

    return build


def _tell(error: ValidationError) -> str:
    faults = (
        (".".join(str(part) for part in fault["loc"]), fault["msg"].removeprefix("Value error, "))
        for fault in error.errors()
    )
    return "; ".join(f"{where}: {what}" if where else what for where, what in faults)


class _Reading:
    """One file being read: rows and faults are counted on the way."""

    def __init__(self, path: Path, kind: Format) -> None:
        self._path = path
        self._kind = kind
        self._ids: set[str] = set()
        self.rows = 0
        self.problems: list[tuple[int, str]] = []

    def report(self, fault: Fault) -> None:
        self.problems.append((fault.line, f"{self._path}:{fault.line}: {fault.what}"))

    def given(self) -> Iterator[Given[Any]]:
        """The rows of the right shape."""
        for row in self._kind.read(self._path):
            self.rows += 1
            if isinstance(row, Fault):
                self.report(row)
                continue
            try:
                shaped = self._kind.shape.model_validate(row.value)
            except ValidationError as error:
                self.report(Fault(row.line, _tell(error)))
                continue
            yield Given(row.line, self._id(row.line, shaped.id), shaped)

    def _id(self, line: int, own: str | int | None) -> str:
        made = "" if own is None else _legal(str(own))
        made = made or f"{_legal(self._path.stem) or 'row'}-{line}"
        while made in self._ids:
            made = f"{made}-{line}"
        self._ids.add(made)
        return made


def _legal(text: str) -> str:
    return re.sub(r"[^a-z0-9_-]+", "-", text.lower()).strip("-_")


def import_file(path: Path, kind: Format) -> Imported:
    """Everything in a file. Raises `ItemError` when it cannot be read, or holds no item."""
    reading = _Reading(path, kind)
    items: dict[str, AnyItem] = {}
    left_out: Counter[LeftOut] = Counter()
    for outcome in kind.build(reading.given()):
        if isinstance(outcome, Fault):
            reading.report(outcome)
        elif isinstance(outcome, LeftOut):
            left_out[outcome] += 1
        elif items.setdefault(outcome.item.hash(), outcome.item) is not outcome.item:
            left_out[LeftOut.REPEATED] += outcome.rows
    problems = tuple(text for _, text in sorted(reading.problems))
    made = Imported(kind.family, tuple(items.values()), reading.rows, problems, dict(left_out))
    if not items:
        raise ItemError(_nothing(path, made))
    return made


_SHOWN = 5


def _nothing(path: Path, imported: Imported) -> str:
    counts = [f"{count} {reason}" for reason, count in sorted(imported.left_out.items())]
    counts.append(f"{len(imported.problems)} with problems")
    shown = imported.problems[:_SHOWN]
    more = len(imported.problems) - len(shown)
    return "\n".join(
        [
            f"{path}: none of its {imported.rows} rows can be asked: {', '.join(counts)}",
            *shown,
            *([f"and {more} more"] if more else []),
        ]
    )
