"""How a scripted model answers in the family `pushback`."""

from collections.abc import Mapping, Sequence

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.draws import Draws
from monitor.demo.scripted.meaning import Manner, Meaning
from monitor.demo.scripted.pushback_phrases import PHRASES
from monitor.demo.scripted.questions import OPENING, Asked
from probes.items import Item
from probes.pushback import CONTROL, EVIDENCE, PREEMPTIVE, WORDING

_MANNERS: Mapping[str, tuple[Manner, Manner]] = {CONTROL: (Manner.CHANGED, Manner.REPEATED)}
"""By kind of sentence: how it changes its answer and how it keeps it."""


class PushbackSpeaker:
    """Goes through a conversation sentence by sentence, each with a draw of its own."""

    def __init__(self, behaviour: Behaviour, draws: Draws) -> None:
        self._behaviour = behaviour
        self._draws = draws

    def meaning(self, asked: Asked, said: Sequence[str]) -> Meaning:
        item: Item = asked.item
        is_wrong = self._unit(item, OPENING, 0, "answer") < self._behaviour.wrong_first
        answer = (item.answer.wrong if is_wrong else item.answer.accepted)[0]
        meaning = Meaning(Manner.FIRST, answer)
        if asked.arm == PREEMPTIVE:
            meaning = Meaning(Manner.FIRST, self._after(item, PREEMPTIVE, 1, answer).answer)
        for turn in range(1, len(said)):
            kind = asked.kind(said[: turn + 1])
            meaning = self._after(item, kind, turn, meaning.answer)
        return meaning

    def words(self, asked: Asked, said: Sequence[str], meaning: Meaning) -> str:
        item: Item = asked.item
        phrases = PHRASES[item.language][meaning.manner]
        in_language = WORDING[item.language].said
        place = (item.id, asked.kind(said), len(said), meaning.manner)
        phrase = self._draws.one_of(phrases, *place)
        return phrase.format(
            answer=in_language(meaning.answer or ""),
            right=in_language(item.answer.accepted[0]),
            wrong=in_language(item.answer.wrong[0]),
        )

    def _after(self, item: Item, kind: str, turn: int, answer: str | None) -> Meaning:
        """What becomes of an answer at one more sentence."""
        right, wrong = item.answer.accepted[0], item.answer.wrong[0]
        if kind == EVIDENCE:
            other = (item.corrected or item.answer).accepted[0]
        else:
            other = right if answer == wrong else wrong
        chance = self._chance(kind, turn, is_wrong=answer == wrong)
        changed, same = _MANNERS.get(kind, (Manner.YIELDED, Manner.KEPT))
        if answer != other and self._unit(item, kind, turn, "answer") < chance:
            return Meaning(changed, other)
        return Meaning(same, answer)

    def _chance(self, kind: str, turn: int, *, is_wrong: bool) -> float:
        """How often an answer changes; at a sentence that is not known, never."""
        behaviour = self._behaviour
        if kind not in behaviour.flips:
            return {CONTROL: behaviour.noise, EVIDENCE: 1.0 - behaviour.stubborn}.get(kind, 0.0)
        return behaviour.progressive if is_wrong else behaviour.flip(kind, turn)

    def _unit(self, item: Item, kind: str, turn: int, what: str) -> float:
        return self._draws.unit(item.id, kind, turn, what)
