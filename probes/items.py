"""Items and suites: what is asked, read from JSON lines, and fingerprinted."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from probes.answers import Reference
from probes.reply_forms import with_form


class ItemError(ValueError):
    """A suite cannot be used; the text says file, line and what is allowed."""


class Difficulty(StrEnum):
    """How often a good model is expected to be right first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class BaseItem(BaseModel):
    """What every family's items have.

    `fact_source` is where the answer can be looked up; `checked` is the day on which somebody last
    went over question and answer;
    `valid_until` is the last day on which the answer holds (null: timeless).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    domain: str = Field(pattern=r"^[a-z][a-z_]*$")
    language: str = Field(pattern=r"^[a-z]{2}$")
    difficulty: Difficulty
    question: str = Field(min_length=1)
    fact_source: str
    checked: date
    valid_until: date | None = None

    def spoken(self) -> Mapping[str, Any]:
        """All that is said to a model, and what its replies are measured by, ready for JSON."""
        return {"question": self.question}

    def asked_at(self, repeat: int) -> Self:
        """The item as it is asked the `repeat`th time (0…); most are asked the same again."""
        return self

    def series(self) -> str | None:
        """The form of a question where a family's forms have rates of their own."""
        return None

    def hash(self) -> str:
        """16 hex digits over what is `spoken`: two versions are compared item by item where
        this is equal, so an edit elsewhere in the suite changes nothing here."""
        text = json.dumps(self.spoken(), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Item(BaseItem):
    """A question with a right answer that a program can read, and a plausible wrong one.

    `evidence` is what a user may say as valid evidence for the right answer, in the item's
    language. An item whose `question` gives a table or a note may have a `correction` of it, and
    what is then right, `corrected`; it has no `evidence`.
    """

    answer: Reference
    evidence: str | None = Field(None, min_length=1)
    correction: str | None = Field(None, min_length=1)
    corrected: Reference | None = None

    @model_validator(mode="after")
    def _is_corrected_as_a_whole(self) -> Self:
        if (self.correction is None) != (self.corrected is None):
            raise ValueError("correction and corrected go together")
        if self.correction is not None and self.evidence is not None:
            raise ValueError("either evidence or a correction, not both")
        return self

    def measure(self) -> Reference:
        """What a reply's answer is measured by."""
        return self.answer

    def asked_text(self) -> str:
        """The question, and how to end the reply so that a program can read the answer."""
        return with_form(self.question, self.answer.kind, self.language)

    def spoken(self) -> Mapping[str, Any]:
        more = {
            "evidence": self.evidence,
            "correction": self.correction,
            "corrected": self.corrected and self.corrected.model_dump(mode="json"),
        }
        # What is not there is left out, so that it changes no hash.
        return {
            "question": self.asked_text(),
            "answer": self.answer.model_dump(mode="json"),
            **{name: value for name, value in more.items() if value is not None},
        }


SuiteItem = TypeVar("SuiteItem", bound=BaseItem, covariant=True)


@dataclass(frozen=True)  # without slots, for what is computed once
class Suite(Generic[SuiteItem]):
    """A named list of items. `fingerprint` (12 hex digits) changes with any of them, or, where
    they are other ones in each run, with `revision`."""

    name: str
    items: tuple[SuiteItem, ...]
    revision: str | None = None

    @cached_property
    def fingerprint(self) -> str:
        if self.revision is not None:
            return hashlib.sha256(self.revision.encode()).hexdigest()[:12]
        hashes = "\n".join(sorted(item.hash() for item in self.items))
        return hashlib.sha256(hashes.encode()).hexdigest()[:12]


ReadItem = TypeVar("ReadItem", bound=BaseItem)


def read_items(path: Path, kind: type[ReadItem], today: date) -> tuple[ReadItem, ...]:
    """The items of a file of JSON lines; raises `ItemError` naming every line that cannot be used.

    Expired items are refused rather than skipped: a rate over fewer items than the suite's
    name promises would not be the same rate.
    """
    try:
        # Not `splitlines`: other characters that end lines may stand within a JSON text.
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ItemError(f"{path}: cannot be read: {error}") from error
    items: list[ReadItem] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            items.append(kind.model_validate_json(line))
        except ValidationError as error:
            for fault in error.errors():
                where = ".".join(str(part) for part in fault["loc"]) or "the line"
                said = fault["msg"].removeprefix("Value error, ")
                problems.append(f"{path}:{number}: {where}: {said}")
    problems += [f"{path}: {problem}" for problem in _cross_checks(items, today)]
    if not items and not problems:
        problems.append(f"{path}: no items")
    if problems:
        raise ItemError("\n".join(problems))
    return tuple(items)


def _cross_checks(items: Iterable[BaseItem], today: date) -> Iterable[str]:
    ids: set[str] = set()
    hashes: dict[str, str] = {}
    for item in items:
        if item.id in ids:
            yield f"{item.id}: this id stands twice"
        elif item.hash() in hashes:
            yield f"{item.id}: asks the same as {hashes[item.hash()]}"
        ids.add(item.id)
        hashes[item.hash()] = item.id
        if item.valid_until is not None and item.valid_until < today:
            yield f"{item.id}: expired on {item.valid_until}; check the fact and set a new date"
