"""Asking again what failed on the way, and nothing to get a nicer answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from monitor.clock import Deadline, rest
from monitor.endpoint import Endpoint, Reply
from monitor.exchange import Message

_FIRST_SECONDS = 0.5
_LONGEST_SECONDS = 8.0


def backoff(number: int) -> float:
    """Seconds before repeat `number` (the first is 0) where the server says nothing."""
    return min(_LONGEST_SECONDS, _FIRST_SECONDS * 2.0**number)


class PatientEndpoint:
    """Any endpoint, asked again up to `retries` times and inside the deadline where the reply
    says that it may be.

    Between two requests it rests, a little longer each time, also where the server asks for less;
    a longer rest that it asks for is kept by what lies below, which sees each request by itself.
    The reply is the last one;
    `started` is that of the first request, and `requests` counts them all. Where a repeat was
    not sent, the reply is what was seen before.
    """

    def __init__(
        self, inner: Endpoint, retries: int, rest: Callable[[float], Awaitable[None]] = rest
    ) -> None:
        self._inner = inner
        self._retries = retries
        self._rest = rest

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        first = last = await self._inner.ask(messages, deadline)
        sent = last.requests
        for repeat in range(self._retries):
            if not last.may_repeat:
                break
            ours, theirs = backoff(repeat), last.rest or 0.0
            if max(ours, theirs) >= deadline.left():
                break
            if ours > theirs:
                await self._rest(ours)
            again = await self._inner.ask(messages, deadline)
            if not again.requests:
                break
            last = again
            sent += last.requests
        return replace(last, started=first.started, requests=sent)

    async def close(self) -> None:
        await self._inner.close()
