"""One question to an endpoint over real HTTP, on time that the test owns where it wants to."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from monitor.clock import Clock, Deadline, SystemClock, rest
from monitor.endpoint import Endpoint, Reply
from monitor.endpoints.courtesy import asked_politely
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.settings.endpoints import TargetSettings
from tests.build import user
from tests.fakes import FakeClock

MODEL = "chat-large"


def target(url: str, **changes: Any) -> TargetSettings:
    """A target that is asked once; `changes` are in the configuration's own words."""
    fields: dict[str, Any] = {
        "endpoint": url,
        "model": MODEL,
        "retries": 0,
        "request_timeout_seconds": 5,
    }
    return TargetSettings.model_validate(fields | changes)


def polite(
    url: str, clock: Clock, rest: Callable[[float], Awaitable[None]] = rest, **changes: Any
) -> Endpoint:
    """An endpoint as one has it who asks it alone."""
    settings = target(url, **changes)
    return asked_politely(OpenAIEndpoint(settings, clock), settings, clock, rest)


def ask(url: str, seconds: float = 5.0, **changes: Any) -> Reply:
    """Ask once, within `seconds`."""
    [reply] = ask_often(url, 1, SystemClock(), seconds, **changes)
    return reply


def ask_often(
    url: str, times: int, clock: Clock, seconds: float = 5.0, **changes: Any
) -> Sequence[Reply]:
    """Ask the same endpoint one time after the other."""

    async def asked() -> list[Reply]:
        endpoint = polite(url, clock, **changes)
        try:
            return [
                await endpoint.ask([user("Capital?")], Deadline.after(clock, seconds))
                for _ in range(times)
            ]
        finally:
            await endpoint.close()

    return asyncio.run(asked())


class Rests:
    """A clock that only rests move, and how long each was."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.seconds: list[float] = []

    async def rest(self, seconds: float) -> None:
        """Take no time and let it pass."""
        self.seconds.append(seconds)
        self.clock.advance(seconds)

    def ask(self, url: str, seconds: float, **changes: Any) -> Reply:
        """Ask once; the deadline is on this clock."""

        async def once() -> Reply:
            endpoint = polite(url, self.clock, self.rest, **changes)
            try:
                return await endpoint.ask([user("Capital?")], Deadline.after(self.clock, seconds))
            finally:
                await endpoint.close()

        return asyncio.run(once())
