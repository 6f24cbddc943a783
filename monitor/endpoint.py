"""Something that can be asked, and what it gives back. `monitor.endpoints` asks real ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from monitor.clock import Deadline
from monitor.exchange import Message
from monitor.verdict import Reason


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request as the server counted them; null where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `failure` is set when the text cannot be judged or is not there.

    `text` is what was said, without thinking. Times are Unix seconds; `version` is the served
    version where one is known. `detail` says in a few words what went wrong (an HTTP status, a
    kind of error), never the body's text. `requests` is how many were sent for it, repeats
    included, and `usage` what the last of them cost; null when the server did not say.
    `may_repeat` says that the same may be asked again, and `rest` for how many seconds the
    endpoint asks to be left alone; null when it asks for nothing.
    """

    text: str
    version: str | None
    started: float
    ended: float
    failure: Reason | None = None
    detail: str = ""
    usage: Usage | None = None
    requests: int = 1
    may_repeat: bool = False
    rest: float | None = None


def not_asked(failure: Reason, detail: str, now: float) -> Reply:
    """What stands for the reply where no request was sent. `now` is Unix time."""
    return Reply("", None, now, now, failure, detail, requests=0)


class Endpoint(Protocol):
    """Something that can be asked."""

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        """One reply to a conversation. Never raises for what the endpoint does."""

    async def close(self) -> None:
        """Give the connections back."""


class MeasuredEndpoint:
    """Any endpoint, with every reply shown to `observe` as it comes."""

    def __init__(self, inner: Endpoint, observe: Callable[[Reply], None]) -> None:
        self._inner = inner
        self._observe = observe

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        reply = await self._inner.ask(messages, deadline)
        self._observe(reply)
        return reply

    async def close(self) -> None:
        await self._inner.close()
