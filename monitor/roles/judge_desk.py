"""The judge as a worker has it: paid from a budget that all workers share, and timed."""

import logging
import os
import socket
from collections.abc import Callable, Sequence

from monitor.charges import Tariff
from monitor.clock import Clock, Deadline, rest
from monitor.config import Config
from monitor.endpoint import Endpoint, Reply
from monitor.exchange import Message
from monitor.metrics import ProcessMetrics
from monitor.pauses import said
from monitor.roles.bulletin import Bulletin
from monitor.roles.role import Outfit
from monitor.roles.spending import JUDGE, Refusal, Reservation, Spending, limit_of_judge
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import Case, Rubric
from monitor.settings.endpoints import JudgeSettings, TargetSettings
from monitor.streams.writer import Writer
from monitor.verdict import Reason, Unscored

log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.05
"""How often a request looks whether there is money for it now."""
_FOLLOW_SECONDS = 1.0


class PaidEndpoint:
    """Any endpoint, asked while there is budget for it. Each request is paid for, repeats too.

    What is not asked is `over_budget` and says when there is more; or `incomplete`, where the
    claim on the budget did not come through in time.
    """

    def __init__(self, inner: Endpoint, spending: Spending, tariff: Tariff, clock: Clock) -> None:
        self._inner = inner
        self._spending = spending
        self._tariff = tariff
        self._clock = clock

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        cost = self._tariff.at_most(messages)
        while not isinstance(reserved := self._spending.reserve(JUDGE, cost), Reservation):
            if reserved is Refusal.OVER:
                ends = said(self._spending.today(JUDGE).end)
                return self._unasked(Reason.OVER_BUDGET, f"the day's budget is spent, until {ends}")
            if deadline.passed():
                return self._unasked(Reason.INCOMPLETE, "its budget was not claimed in time")
            await rest(min(_LOOK_SECONDS, deadline.left()))
        spent = reserved.reserved  # what is cut off may have cost all of it
        try:
            reply = await self._inner.ask(messages, deadline)
            spent = self._tariff.cost_of(messages, reply)
        finally:
            self._spending.settle(reserved, spent)
        return reply

    async def close(self) -> None:
        await self._inner.close()

    def _unasked(self, reason: Reason, detail: str) -> Reply:
        now = self._clock.now()
        return Reply("", None, now, now, reason, detail, requests=0)


class JudgeDesk:
    """What the judge may spend in a day, and how its endpoints are paid for."""

    def __init__(
        self, config: Config, judge: JudgeSettings, clock: Clock, metrics: ProcessMetrics
    ) -> None:
        worker = f"{socket.gethostname()}-{os.getpid()}-{clock.now():.6f}"
        self._price = config.prices.get(judge.model)
        self._clock = clock
        self.spending = Spending(config, clock, metrics, worker, limit_of_judge)

    def paid(self, endpoint: Endpoint, asked_as: TargetSettings) -> Endpoint:
        """The endpoint, paid for from here."""
        return PaidEndpoint(endpoint, self.spending, Tariff(asked_as, self._price), self._clock)

    def claims(self, outfit: Outfit, writer: Writer) -> "JudgeClaims":
        """What the loop that owns `writer` has to look after."""
        return JudgeClaims(outfit, writer, self.spending)


class JudgeClaims:
    """Claims what the judge needs of its budget on the state topic. It belongs to the loop that
    owns the writer."""

    def __init__(self, outfit: Outfit, writer: Writer, spending: Spending) -> None:
        self._clock = outfit.clock
        self._spending = spending
        self._bulletin = Bulletin(outfit, writer, spending)
        self._next = 0.0
        self._over_until = 0.0

    def keep(self) -> None:
        """Claim what is needed now, and look at what others have claimed now and then."""
        now = self._clock.monotonic()
        if now >= self._next:
            self._next = now + _FOLLOW_SECONDS
            self._bulletin.follow()
            self._bulletin.forget_past_days()
            self._tell()
        self._bulletin.keep_claims({JUDGE})

    def release(self, seconds: float) -> None:
        """Give back what was not spent."""
        self._bulletin.release_claims(seconds)

    def start_over(self) -> None:
        """The broker was away."""
        self._bulletin.start_over()

    def close(self) -> None:
        self._bulletin.close()

    def _tell(self) -> None:
        """Say once a day that the budget is spent; also sets the gauges."""
        for spent in self._spending.spent(self._bulletin.state.claims):
            if not all(spent.left.values()) and spent.ends != self._over_until:
                self._over_until = spent.ends
                log.warning("the judge's budget of today is claimed, until %s", said(spent.ends))


class TimedJudge:
    """Any judge; `observe` is told how long the replies of one rubric took (seconds)."""

    def __init__(self, inner: Judge, clock: Clock, observe: Callable[[float], None]) -> None:
        self._inner = inner
        self._clock = clock
        self._observe = observe

    @property
    def identity(self) -> str:
        return self._inner.identity

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        started = self._clock.monotonic()
        labels = self._inner.label(rubric, cases)
        self._observe(self._clock.monotonic() - started)
        return labels

    def close(self) -> None:
        self._inner.close()
