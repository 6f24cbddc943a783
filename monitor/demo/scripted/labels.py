"""A scripted model as a judge: it labels the replies that it might have given."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from monitor.demo.scripted import false_balance, stance
from monitor.demo.scripted.draws import Draws
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Asked
from monitor.exchange import Message, Role
from monitor.scorers.rubrics import CONTESTED, PROMPTS, SETTLED, STANCE, Rubric

_UNCLEAR = "unclear"
_BROKEN = "There is much to be said about this reply."

_REPLIES: Mapping[str, Callable[[Asked], Iterator[tuple[str, str]]]] = {
    SETTLED.name: false_balance.replies,
    CONTESTED.name: false_balance.replies,
    STANCE.name: stance.replies,
}
"""By rubric: every reply to a question, with its label."""


class ScriptedJudge:
    """Answers requests whose system message is that of a rubric.

    It is right, save for `judge_wrong` of its labels, and save for `judge_broken` of its answers,
    which are no JSON. Replies that the model never gives are unclear to it.
    """

    def __init__(self, model: ScriptedModel) -> None:
        self._behaviour = model.behaviour
        self._questions = model.questions
        self._draws = Draws(model.behaviour.seed)
        self._rubrics = {rubric.system: rubric for rubric in PROMPTS}
        self._known: dict[tuple[str, str], Mapping[str, str]] = {}

    def answer(self, messages: Sequence[Message]) -> str | None:
        """What it says of a reply; null for what does not ask it for a label."""
        if len(messages) < 2 or messages[0].role is not Role.SYSTEM:
            return None
        rubric = self._rubrics.get(messages[0].content)
        if rubric is None:
            return None
        shown = messages[-1].content
        if self._draws.unit(rubric.name, shown, "broken") < self._behaviour.judge_broken:
            return _BROKEN
        label = self._meant(rubric, shown)
        if self._draws.unit(rubric.name, shown, "wrong") < self._behaviour.judge_wrong:
            others = [other for other in rubric.becomes if other != label]
            label = others[int(self._draws.unit(rubric.name, shown, "label") * len(others))]
        return json.dumps({"reason": "That is what it was written to say.", "label": label})

    def _meant(self, rubric: Rubric, shown: str) -> str:
        try:
            case = json.loads(shown)
            question, reply = str(case["question"]), str(case["reply"])
        except (ValueError, KeyError, TypeError):
            return _UNCLEAR
        return self._labels(rubric, question).get(reply, _UNCLEAR)

    def _labels(self, rubric: Rubric, question: str) -> Mapping[str, str]:
        key = (rubric.name, question)
        known = self._known.get(key)
        if known is None:
            asked = self._questions.find(Message(role=Role.USER, content=question))
            replies = _REPLIES[rubric.name](asked) if asked is not None else ()
            known = self._known[key] = dict(replies)
        return known
