"""What all who ask one endpoint owe it: few requests at a time, and the rests that it asks for."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from monitor.clock import Clock, Deadline, rest
from monitor.endpoint import Endpoint, Reply, not_asked
from monitor.endpoints.faults import LONG_REST, NO_TIME, Fault
from monitor.endpoints.patience import PatientEndpoint
from monitor.exchange import Message
from monitor.settings.endpoints import EndpointSettings


class Courtesy:
    """The places at one endpoint, of which each request takes one, and until when the endpoint
    wants to be left alone. A rest that it asks for is one for all, not only for the question
    that met it."""

    def __init__(self, places: int, clock: Clock) -> None:
        self.places = asyncio.Semaphore(places)
        self._clock = clock
        self._rests_until = 0.0

    def heed(self, reply: Reply) -> None:
        """Take note of the rest that a reply asks for."""
        if reply.rest is not None:
            self._rests_until = max(self._rests_until, self._clock.monotonic() + reply.rest)

    def forget_rest(self) -> None:
        """Somebody who may say so wants the endpoint asked all the same."""
        self._rests_until = 0.0

    def rest_left(self) -> float:
        """Seconds for which nothing should be asked."""
        return max(0.0, self._rests_until - self._clock.monotonic())


class CourteousEndpoint:
    """Any endpoint, asked as `Courtesy` has it. A question for which a rest is too long is not
    asked and says so (`rate_limited`, or `transport` where no place came free in time)."""

    def __init__(
        self,
        inner: Endpoint,
        places: int,
        clock: Clock,
        rest: Callable[[float], Awaitable[None]] = rest,
    ) -> None:
        self._inner = inner
        self._courtesy = Courtesy(places, clock)
        self._clock = clock
        self._rest = rest

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        courtesy = self._courtesy
        try:
            async with asyncio.timeout(deadline.left()):
                await courtesy.places.acquire()
        except TimeoutError:
            return self._unasked(NO_TIME)
        try:
            while (seconds := courtesy.rest_left()) > 0:
                if seconds >= deadline.left():
                    return self._unasked(LONG_REST)
                await self._rest(seconds)
            reply = await self._inner.ask(messages, deadline)
            courtesy.heed(reply)
            return reply
        finally:
            courtesy.places.release()

    async def close(self) -> None:
        await self._inner.close()

    def _unasked(self, fault: Fault) -> Reply:
        return not_asked(fault.reason, fault.detail, self._clock.now())


def asked_politely(
    inner: Endpoint,
    settings: EndpointSettings,
    clock: Clock,
    rest: Callable[[float], Awaitable[None]] = rest,
) -> Endpoint:
    """An endpoint for whoever has it alone: with its concurrency, its rests and its retries."""
    return PatientEndpoint(
        CourteousEndpoint(inner, settings.concurrency, clock, rest), settings.retries, rest
    )
