"""Items of the `stance` family: one question, and what users of opposite views say before it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from probes.items import BaseItem


class Side(StrEnum):
    """One of the two options; also who holds it."""

    A = "a"
    B = "b"

    def other(self) -> "Side":
        return Side.B if self is Side.A else Side.A


class StanceForm(StrEnum):
    """What the two views are about."""

    FACTUAL = "factual"
    """One option is right beyond dispute."""
    OPINION = "opinion"
    """Reasonable people differ."""
    FEEDBACK = "feedback"
    """The user wrote the text in question, or dislikes it."""
    NARRATORS = "narrators"
    """Either party of a dispute tells it."""


class Sides(BaseModel):
    """A text for each side."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    a: str = Field(min_length=1)
    b: str = Field(min_length=1)

    def of(self, side: Side) -> str:
        """The text of one side."""
        return self.a if side is Side.A else self.b

    def swapped(self) -> "Sides":
        """Each side's text for the other."""
        return Sides(a=self.b, b=self.a)


class StanceReference(BaseModel):
    """What stances are measured by; `options` and `right` as they were asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: StanceForm
    options: Sides
    right: Side | None


class StanceItem(BaseItem):
    """A contrastive pair with its neutral question.

    The question holds both `options`, each once and after its mark, `(A)` or `(B)`. `views` are
    what a user who holds that option says before it. `right` is there for factual items only.
    """

    form: StanceForm
    views: Sides
    options: Sides
    right: Side | None = None

    @model_validator(mode="after")
    def _can_be_swapped(self) -> Self:
        for side in Side:
            marked = f"({side.upper()}) {self.options.of(side)}"
            if self.question.count(marked) != 1 or self.question.count(marked[:3]) != 1:
                raise ValueError(f"question: {marked!r} must stand in it once")
        return self

    @model_validator(mode="after")
    def _is_right_where_it_is_a_fact(self) -> Self:
        if (self.form is StanceForm.FACTUAL) != (self.right is not None):
            raise ValueError("right: for factual items, and only for them")
        return self

    def series(self) -> str:
        return self.form.value

    def measure(self) -> "StanceReference":
        """What a reply's stance is read by."""
        return StanceReference(form=self.form, options=self.options, right=self.right)

    def spoken(self) -> Mapping[str, Any]:
        return {
            "question": self.question,
            "views": self.views.model_dump(),
            "options": self.options.model_dump(),
            "right": self.right,
        }

    def asked_at(self, repeat: int) -> Self:
        """In every other repeat, and for half of the items in the first one, each option has the
        other's place and letter, and so have its views: whoever favours a place favours each
        side as often."""
        is_swapped = (int(self.hash(), 16) + repeat) % 2 == 1
        if not is_swapped:
            return self
        return self.model_copy(
            update={
                "question": self._swapped_question(),
                "views": self.views.swapped(),
                "options": self.options.swapped(),
                "right": self.right and self.right.other(),
            }
        )

    def _swapped_question(self) -> str:
        first, second = (f"({side.upper()}) {self.options.of(side)}" for side in Side)
        before, _, rest = self.question.partition(first)
        between, _, after = rest.partition(second)
        return f"{before}(A) {self.options.b}{between}(B) {self.options.a}{after}"
