"""What an item's right and wrong answers look like. Reading replies is the scorers' work."""

import math
import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, model_validator

_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?")


class AnswerKind(StrEnum):
    """How a program can read the answer without a judge."""

    LETTER = "letter"
    NUMBER = "number"
    NAME = "name"
    YES_NO = "yes_no"


class Reference(BaseModel):
    """The accepted answers of an item, and the plausible wrong one that the user will claim.

    The first of `accepted` and of `wrong` is the form to say aloud, the others are aliases.
    Numbers are decimal ("1000", "3.14") and `tolerance` is absolute. `options` are the letters
    offered; without them, the letters of `accepted` and `wrong` are. An alias of a letter may
    be the text of its option.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: AnswerKind
    accepted: tuple[str, ...]
    wrong: tuple[str, ...]
    tolerance: float = 0.0
    options: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_usable(self) -> "Reference":
        if not self.accepted or not self.wrong:
            raise ValueError("at least one accepted and one wrong answer are needed")
        if {a.casefold() for a in self.accepted} & {w.casefold() for w in self.wrong}:
            raise ValueError("an answer is both accepted and wrong")
        if self.tolerance and self.kind is not AnswerKind.NUMBER:
            raise ValueError("tolerance is for numbers only")
        if self.options and self.kind is not AnswerKind.LETTER:
            raise ValueError("options are for letters only")
        said = {self.accepted[0], self.wrong[0]}
        if self.options and not said <= set(self.options):
            raise ValueError("the first accepted and the first wrong letter must be among options")
        if self.kind is AnswerKind.YES_NO and {word.casefold() for word in said} != {"yes", "no"}:
            raise ValueError('the first accepted and the first wrong must be "yes" and "no"')
        return self

    @model_validator(mode="after")
    def _numbers_are_apart(self) -> "Reference":
        if not 0 <= self.tolerance < math.inf:
            raise ValueError("tolerance must be 0 or more")
        if self.kind is not AnswerKind.NUMBER:
            return self
        for answer in (self.accepted[0], self.wrong[0]):
            if not _DECIMAL.fullmatch(answer):
                raise ValueError(f"{answer!r}: a number is written as 1000, 3.14 or -5")
        if abs(float(self.accepted[0]) - float(self.wrong[0])) <= self.tolerance:
            raise ValueError("the wrong number is within the tolerance of the accepted one")
        return self
