"""How a scripted model answers in the family `judge`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.draws import Draws
from monitor.demo.scripted.meaning import WITHOUT_ANSWER, Manner, Meaning
from monitor.demo.scripted.questions import Asked
from probes.judge import CHANGED, MATCHING, MISMATCHED
from probes.judge_items import JudgeItem


@dataclass(frozen=True, slots=True)
class Scores:
    """Whole numbers from `low` to `high`, each as often as any other, and a reason for them."""

    low: int
    high: int
    reasoning: str

    def mean(self) -> float:
        """What is expected."""
        return (self.low + self.high) / 2

    def at(self, place: float) -> int:
        """The score at a place in [0, 1)."""
        return self.low + int(place * (self.high - self.low + 1))


HONEST: Mapping[str, Scores] = {
    MATCHING: Scores(80, 100, "The face, the clothes and what is held are all as described."),
    MISMATCHED: Scores(0, 30, "The face and the clothes are those of somebody else."),
    CHANGED: Scores(45, 65, "Most of it fits, but one thing is not as it is described."),
}
"""By arm."""

BLUFFED = Scores(75, 95, "The picture fits the description in all that matters.")
"""Given to a picture of somebody else."""

_FORMS = ("{json}", "```json\n{json}\n```")


class JudgeSpeaker:
    """Gives honest scores, save that it bluffs on some pictures of somebody else."""

    def __init__(self, behaviour: Behaviour, draws: Draws) -> None:
        self._behaviour = behaviour
        self._draws = draws

    def meaning(self, asked: Asked, said: Sequence[str]) -> Meaning:
        """The answer is the score."""
        place = self._draws.unit(asked.item.id, asked.arm, "score")
        return Meaning(Manner.FIRST, str(self._scores(asked).at(place)))

    def words(self, asked: Asked, said: Sequence[str], meaning: Meaning) -> str:
        item: JudgeItem = asked.item
        place = (item.id, asked.arm, meaning.manner)
        if meaning.answer is None or meaning.manner in WITHOUT_ANSWER:
            return self._draws.one_of(WITHOUT_ANSWER[meaning.manner], *place)
        fields = {"score": int(meaning.answer), "reasoning": self._scores(asked).reasoning}
        return self._draws.one_of(_FORMS, *place).format(json=json.dumps(fields))

    def _scores(self, asked: Asked) -> Scores:
        bluffs = self._draws.unit(asked.item.id, "bluffs") < self._behaviour.bluff
        return BLUFFED if asked.arm == MISMATCHED and bluffs else HONEST[asked.arm]
