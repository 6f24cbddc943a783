"""A judge behind an OpenAI-compatible server: vLLM, SGLang, TGI or a provider."""

import asyncio
from collections.abc import Callable, Sequence

from monitor.clock import Clock, Deadline
from monitor.endpoint import Endpoint, Reply
from monitor.endpoints.courtesy import asked_politely
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.judges.labels import read_label
from monitor.own_traffic import Purpose
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import MOST_REPLY_CHARACTERS, RUBRICS, Case, Rubric, prompts_hash
from monitor.settings.endpoints import EndpointSettings, JudgeSettings, TargetSettings
from monitor.verdict import Reason, Unscored

_TEMPERATURE = 0.0
_SERVED_SECONDS = 600.0
"""For so long it is taken for granted what the judge is served as."""

Payer = Callable[[Endpoint, TargetSettings], Endpoint]
"""From an endpoint, and how it is asked, to one whose requests are paid for."""


def free(endpoint: Endpoint, _asked_as: TargetSettings) -> Endpoint:
    """No budget."""
    return endpoint


class OpenAIJudge:
    """Asks one model, some cases at once, each in a request of its own.

    What is not answered `batch_seconds` after `label` was called is `judge_unavailable`, and so
    is a reply of the version that the judge is served as: no model judges itself. What cannot be
    paid for is `over_budget`. `label` and `close` belong to one thread, in which no event loop
    runs.
    """

    def __init__(self, settings: JudgeSettings, clock: Clock, paid: Payer = free) -> None:
        asked = {name: getattr(settings, name) for name in EndpointSettings.model_fields}
        target = TargetSettings(**asked, temperature=_TEMPERATURE)
        self._clock = clock
        self._batch_seconds = settings.batch_seconds
        self._identity = f"{settings.model}/{prompts_hash()}/t{_TEMPERATURE:g}"
        self._endpoints = {
            rubric.name: asked_politely(
                paid(_endpoint(target, clock, rubric), target), target, clock
            )
            for rubric in RUBRICS
        }
        # One loop for the judge's life: open connections belong to the loop that made them.
        self._runner = asyncio.Runner()
        self._served_as: str | None = None
        self._served_until = 0.0

    @property
    def identity(self) -> str:
        return self._identity

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        return self._runner.run(self._label(rubric, cases))

    def close(self) -> None:
        self._runner.run(self._close())
        self._runner.close()

    async def _label(self, rubric: Rubric, cases: Sequence[Case]) -> list[Labelled | Unscored]:
        deadline = Deadline.after(self._clock, self._batch_seconds)
        return await asyncio.gather(*(self._label_one(rubric, case, deadline) for case in cases))

    async def _label_one(
        self, rubric: Rubric, case: Case, deadline: Deadline
    ) -> Labelled | Unscored:
        if len(case.reply) > MOST_REPLY_CHARACTERS:
            return Unscored(
                reason=Reason.TOO_LONG,
                detail=f"{len(case.reply):,} characters; at most {MOST_REPLY_CHARACTERS:,}",
            )
        if self._clock.monotonic() < self._served_until and self._wrote(case):
            return self._refused()
        reply = await self._endpoints[rubric.name].ask(rubric.messages(case), deadline)
        if reply.version is not None:
            self._served_as = reply.version
            self._served_until = self._clock.monotonic() + _SERVED_SECONDS
        if reply.failure is Reason.OVER_BUDGET:
            return Unscored(reason=Reason.OVER_BUDGET, detail=reply.detail)
        if reply.failure is not None:
            return Unscored(reason=Reason.JUDGE_UNAVAILABLE, detail=_told(reply))
        return self._refused() if self._wrote(case) else read_label(rubric, reply.text)

    def _wrote(self, case: Case) -> bool:
        """Whether the reply is of the model that answers as the judge, as far as its latest
        answer tells. A version that is more than the model's name begins with it."""
        served, author = self._served_as, case.version
        if served is None or author is None:
            return False
        return author == served or author.startswith(f"{served}/")

    def _refused(self) -> Unscored:
        detail = f"the judge is served as {self._served_as}, which wrote the reply"
        return Unscored(reason=Reason.JUDGE_UNAVAILABLE, detail=detail)

    async def _close(self) -> None:
        for endpoint in self._endpoints.values():
            await endpoint.close()


def _endpoint(target: TargetSettings, clock: Clock, rubric: Rubric) -> OpenAIEndpoint:
    return OpenAIEndpoint(
        target, clock, response_format=rubric.response_format(), purpose=Purpose.JUDGE
    )


def _told(reply: Reply) -> str:
    return ", ".join(part for part in (str(reply.failure), reply.detail) if part)


def make_judge(settings: JudgeSettings | None, clock: Clock) -> Judge | None:
    """The configured judge; null where none is configured."""
    return None if settings is None else OpenAIJudge(settings, clock)
