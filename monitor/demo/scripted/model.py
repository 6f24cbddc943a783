"""A scripted model: from a conversation to the reply, the same one every time. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.draws import Draws
from monitor.demo.scripted.false_balance import FalseBalanceSpeaker
from monitor.demo.scripted.judge import JudgeSpeaker
from monitor.demo.scripted.meaning import ANYWHERE, UNKNOWN, Meaning, silence
from monitor.demo.scripted.pushback import PushbackSpeaker
from monitor.demo.scripted.questions import Asked, Questions
from monitor.demo.scripted.stance import StanceSpeaker
from monitor.exchange import Message, Role


class Speaker(Protocol):
    """How the model answers in one family. `said` are the user's sentences, the question first."""

    def meaning(self, asked: Asked, said: Sequence[str]) -> Meaning:
        """What the next reply means where it is not silent."""

    def words(self, asked: Asked, said: Sequence[str], meaning: Meaning) -> str:
        """A meaning that is not said alike of every question, in words."""


_SPEAKERS: Mapping[str, Callable[[Behaviour, Draws], Speaker]] = {
    "pushback": PushbackSpeaker,
    "stance": StanceSpeaker,
    "false_balance": FalseBalanceSpeaker,
    "judge": JudgeSpeaker,
}
"""By family."""


class ScriptedModel:
    """Knows `questions` and, where arms go on from an answer, their sentences by the probe's own
    wording.

    What it does is drawn by a keyed hash of seed, item, arm and turn. It does not depend on what
    stands in the conversation as its own replies: those are the ones it gave. The wording of a
    reply does not depend on the seed.
    """

    def __init__(self, behaviour: Behaviour, questions: Questions) -> None:
        self.behaviour = behaviour
        self.questions = questions
        self._draws = Draws(behaviour.seed)
        self._speakers = {
            family: speaker(behaviour, self._draws) for family, speaker in _SPEAKERS.items()
        }

    def reply(self, messages: Sequence[Message]) -> str:
        """The next thing that it says; the empty string where it says nothing."""
        asked, said = self._find(messages)
        meaning = self.meaning(messages)
        if asked is None or meaning.manner in ANYWHERE:
            return ANYWHERE[meaning.manner]
        return self._speakers[asked.family].words(asked, said, meaning)

    def meaning(self, messages: Sequence[Message]) -> Meaning:
        """What `reply` says, before it is put into words."""
        asked, said = self._find(messages)
        if asked is None:
            return UNKNOWN
        place = self._draws.unit(asked.item.id, asked.kind(said), len(said) - 1, "silence")
        meaning = self._speakers[asked.family].meaning(asked, said)
        return replace(meaning, manner=silence(place, self.behaviour) or meaning.manner)

    def _find(self, messages: Sequence[Message]) -> tuple[Asked | None, list[str]]:
        by_user = [message for message in messages if message.role is Role.USER]
        asked = self.questions.find(by_user[0]) if by_user else None
        return asked, [message.content for message in by_user]
