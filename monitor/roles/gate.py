"""What every request of a run passes before it is sent: one limit per target, pauses, budgets."""

import asyncio
import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from monitor.budgets import Amount
from monitor.charges import Tariff
from monitor.clock import Clock, Deadline
from monitor.endpoint import Endpoint, Reply, not_asked
from monitor.endpoints.courtesy import Courtesy
from monitor.exchange import Message
from monitor.gentleness import UNANSWERED, Health
from monitor.metrics import ProbeRunResult
from monitor.roles.spending import Refusal, Reservation, Spending
from monitor.verdict import Reason


class Signal:
    """Wakes all who wait for something to change. It belongs to the endpoints' loop."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Set at the next change. Taken before one looks, so that no change is missed."""
        return self._event

    def fire(self) -> None:
        """Something changed."""
        self._event.set()
        self._event = asyncio.Event()


@dataclass(slots=True)
class Halt:
    """Which targets nothing may be asked of at present. The prober's loop sets `targets` as a
    whole; the file is looked for at each request."""

    stop_file: Path | None
    targets: Collection[str] = frozenset()

    def holds(self, target: str) -> bool:
        """Whether a request must wait."""
        return target in self.targets or self.is_stopped()

    def is_stopped(self) -> bool:
        """Whether the file that stops every prober is there."""
        return self.stop_file is not None and os.path.lexists(self.stop_file)


@dataclass(frozen=True, slots=True)
class Access:
    """What the runs against one target share."""

    target: str
    endpoint: Endpoint
    courtesy: Courtesy
    tariff: Tariff


class Gate:
    """The endpoint as one run sees it: the reply to one request, or why it was not sent.

    While its target is paused, or rests, a request waits, until the run's deadline. A run ends
    early when its budget is spent, when too many of its last requests failed, or when the
    endpoint asks for a rest that is longer than the run; what was not asked then is `over_budget`
    or `incomplete`. With `is_careful` the first request goes alone, and its failure ends the run.
    """

    def __init__(
        self,
        plan: str,
        access: Access,
        halt: Halt,
        spending: Spending,
        signal: Signal,
        clock: Clock,
        is_careful: bool,
    ) -> None:
        self._plan = plan
        self._access = access
        self._halt = halt
        self._spending = spending
        self._signal = signal
        self._clock = clock
        self._is_careful = is_careful
        self._is_scouting = False
        self._health = Health()
        self.ended: ProbeRunResult | None = None
        """How the run ended early; null while it goes on."""
        self.answered_at: float | None = None
        """When the newest request was sent that the endpoint answered, with whatever (Unix
        seconds)."""
        self.failed_at: float | None = None
        """The same for the newest that it did not answer."""
        self.last_failure = ""
        """What that one came to, for people."""

    def refusal(self, deadline: Deadline) -> Reason | None:
        """Why nothing more of the run is asked; null while it goes on."""
        if self.ended is ProbeRunResult.OVER_BUDGET:
            return Reason.OVER_BUDGET
        return Reason.INCOMPLETE if self.ended or deadline.passed() else None

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        """See `Endpoint`."""
        admitted = await self._admitted(messages, deadline)
        if isinstance(admitted, Reason):
            return not_asked(admitted, "not asked", self._clock.now())
        cost = admitted.reserved  # what is cut off may have cost all of it
        try:
            reply = await self._access.endpoint.ask(messages, deadline)
            cost = self._access.tariff.cost_of(messages, reply)
        finally:
            self._access.courtesy.places.release()
            self._spending.settle(admitted, cost)
        self._access.courtesy.heed(reply)
        if not deadline.passed():  # else it was cut off, and the endpoint is not to blame
            self._learn(reply, deadline)
        self._signal.fire()
        return reply

    def rest_left(self) -> float:
        """Seconds for which the endpoint asks to be left alone."""
        return self._access.courtesy.rest_left()

    async def close(self) -> None:
        """The endpoint is shared: it stays open."""

    async def _admitted(
        self, messages: Sequence[Message], deadline: Deadline
    ) -> Reservation | Reason:
        """With a reservation the caller also has one of the target's places."""
        cost = self._access.tariff.at_most(messages)
        places = self._access.courtesy.places
        with suppress(TimeoutError):
            async with asyncio.timeout(deadline.left()):
                while (refusal := self.refusal(deadline)) is None:
                    changed = self._signal.next()
                    await places.acquire()
                    reservation = self._reserved(cost, deadline)
                    if reservation is not None:
                        return reservation
                    places.release()
                    if self.ended is None:
                        await self._wait_for(changed)
                return refusal
        return Reason.INCOMPLETE

    async def _wait_for(self, changed: asyncio.Event) -> None:
        """Until something changes, or the rest is over that the endpoint asked for."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.rest_left() or None):
                await changed.wait()

    def _reserved(self, cost: Amount, deadline: Deadline) -> Reservation | None:
        """What a request that may be sent now is paid from; null when it has to wait, or the
        run has ended."""
        if self.ended or self._is_scouting or self._halt.holds(self._access.target):
            return None
        rest = self.rest_left()
        if rest > 0:
            if rest >= deadline.left():
                self._end(ProbeRunResult.RESTING)
            return None
        reserved = self._spending.reserve(self._plan, cost)
        if isinstance(reserved, Reservation):
            self._is_scouting = self._is_careful
            return reserved
        if reserved is Refusal.OVER:
            self._end(ProbeRunResult.OVER_BUDGET)
        return None

    def _learn(self, reply: Reply, deadline: Deadline) -> None:
        self._health.learn(reply.failure)
        if reply.failure in UNANSWERED:
            self.failed_at = reply.started
            self.last_failure = reply.detail or reply.failure.value
            if self._is_scouting or self._health.is_poor():
                self._end(ProbeRunResult.ENDPOINT_FAILED)
            elif reply.rest is not None and reply.rest >= deadline.left():
                self._end(ProbeRunResult.RESTING)
        else:
            self.answered_at = reply.started
        self._is_careful = self._is_scouting = False

    def _end(self, how: ProbeRunResult) -> None:
        self.ended = self.ended or how
        self._signal.fire()
