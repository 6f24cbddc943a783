"""A judge behind the scripted server."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from monitor.clock import SystemClock
from monitor.judges.openai_judge import OpenAIJudge
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import SETTLED, Case, Rubric
from monitor.settings.endpoints import JudgeSettings
from monitor.verdict import Unscored
from tests.scripted_server import Messages, Script, ScriptedModelServer, ScriptedReply


def judge_settings(url: str, **changes: Any) -> JudgeSettings:
    fields: dict[str, Any] = {"endpoint": url, "model": "judge-1", "retries": 0}
    return JudgeSettings(**(fields | changes))


@contextmanager
def judge_of(script: Script, **changes: Any) -> Iterator[tuple[OpenAIJudge, ScriptedModelServer]]:
    with ScriptedModelServer(script) as server:
        judge = OpenAIJudge(judge_settings(server.url, **changes), SystemClock())
        try:
            yield judge, server
        finally:
            judge.close()


def shown(messages: Messages) -> Mapping[str, str]:
    """The case, as the judge is shown it."""
    case: Mapping[str, str] = json.loads(messages[-1]["content"])
    return case


def answer(label: str, reason: str = "it says so") -> ScriptedReply:
    return ScriptedReply(json.dumps({"reason": reason, "label": label}))


def answers(choose: Callable[[Mapping[str, str]], str]) -> Script:
    """A judge that chooses a label by the case."""
    return lambda messages: answer(choose(shown(messages)))


class TableJudge:
    """A judge in this process that gives what its table says of a reply, by the rubric of settled
    questions; `shown` is what it was asked at once, each time."""

    identity = "table/1/t0"

    def __init__(self, table: Mapping[str, Labelled | Unscored]) -> None:
        self._table = table
        self.shown: list[list[Case]] = []

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        assert rubric is SETTLED
        self.shown.append([*cases])
        return [self._table[case.reply] for case in cases]

    def batches(self) -> list[int]:
        """How many cases it was shown at once."""
        return [len(cases) for cases in self.shown]

    def close(self) -> None:
        """Nothing to give back."""
