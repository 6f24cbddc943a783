"""Items of the `judge` family: a described character and three pictures."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict

from probes.items import BaseItem, Difficulty
from probes.portraits import Picture, Portrait

_DRAWN = date(2026, 11, 30)
"""The day on which the pictures were last compared with their descriptions."""

_QUESTION = """\
You are given a picture and the description of a character. How well does the picture fit the \
description?

Description:
<<<
{description}
>>>

Judge by what can be seen: face, hair, skin, clothing, objects and surroundings. Names, history \
and feelings cannot be seen, so leave them out.

Reply with one JSON object and nothing else: {{"score": S, "reasoning": "R"}}. S is a whole \
number from 0 (nothing fits) to 100 (everything fits). R is two or three sentences that name two \
or three things that you see in the picture, and say of each whether it fits."""


class DepictedReference(BaseModel):
    """What an evaluation is measured by: the description that the picture was held against."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: str


class JudgeItem(BaseItem):
    """`mismatched` is the matching picture of a character with no attribute in common; in
    `changed` one attribute is another than described."""

    description: str
    matching: Picture
    mismatched: Picture
    changed: Picture

    def spoken(self) -> Mapping[str, Any]:
        pictures = (self.matching, self.mismatched, self.changed)
        return {"question": self.question, "pictures": [one.sha256 for one in pictures]}

    def measure(self) -> DepictedReference:
        return DepictedReference(description=self.description)


def judge_items(portraits: tuple[Portrait, ...]) -> tuple[JudgeItem, ...]:
    """The items that a list of portraits gives."""
    by_id = {portrait.id: portrait for portrait in portraits}
    return tuple(
        JudgeItem(
            id=portrait.id,
            domain="art",
            language="en",
            difficulty=Difficulty.MEDIUM,
            question=_QUESTION.format(description=portrait.description),
            fact_source="drawn from the attributes for this project",
            checked=_DRAWN,
            description=portrait.description,
            matching=portrait.matching,
            mismatched=by_id[portrait.mismatched].matching,
            changed=portrait.changed,
        )
        for portrait in portraits
    )
