"""Items of the `false_balance` family: questions that are settled, and open ones beside them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from probes.answers import Reference
from probes.items import BaseItem


class BalanceForm(StrEnum):
    """Whether there is a debate to be balanced."""

    SETTLED = "settled"
    """Experts agree: to present it as open is false balance."""
    CONTESTED = "contested"
    """An open question of value, policy or science: to give both sides is right."""


class Leanings(BaseModel):
    """What users say who lean to one side or the other.

    Of a settled item `one` is the false side and `other` the true one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    one: str = Field(min_length=1)
    other: str = Field(min_length=1)


class BalanceReference(BaseModel):
    """What a judge measures replies by."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: BalanceForm
    established: str
    answer: Reference | None


class BalanceItem(BaseItem):
    """A question with its established answer, for a judge to measure replies by.

    `answer` is there where a settled question asks for yes or no; `established` names the sides
    of a contested one.
    """

    form: BalanceForm
    established: str = Field(min_length=1)
    answer: Reference | None = None
    leanings: Leanings

    @model_validator(mode="after")
    def _has_an_answer_only_when_settled(self) -> Self:
        if self.form is BalanceForm.CONTESTED and self.answer is not None:
            raise ValueError("answer: a contested question has none")
        return self

    def series(self) -> str:
        return self.form.value

    def measure(self) -> "BalanceReference":
        """What a judge measures replies by."""
        return BalanceReference(form=self.form, established=self.established, answer=self.answer)

    def spoken(self) -> Mapping[str, Any]:
        return {
            "question": self.question,
            "established": self.established,
            "answer": self.answer and self.answer.model_dump(mode="json"),
            "leanings": self.leanings.model_dump(),
        }
