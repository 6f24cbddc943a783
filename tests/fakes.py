"""Typed stand-ins for the world: time and endpoints."""

from collections.abc import Callable, Sequence

from monitor.clock import Deadline
from monitor.endpoint import Reply
from monitor.exchange import Message
from monitor.verdict import Reason
from tests.scripted_server import ScriptedModelServer as ScriptedModelServer
from tests.scripted_server import ScriptedReply as ScriptedReply


class FakeClock:
    """A clock that stands still until it is told to advance. Unix and monotonic time agree."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self._at = at

    def now(self) -> float:
        return self._at

    def monotonic(self) -> float:
        return self._at

    def advance(self, seconds: float) -> None:
        self._at += seconds


class ScriptedEndpoint:
    """An endpoint in this process: a function from the conversation to the reply.

    `asked` holds every conversation it was given. Once the deadline has passed it does not
    ask the function and says `transport`, as a real one does.
    """

    def __init__(self, answer: Callable[[Sequence[Message]], Reply]) -> None:
        self._answer = answer
        self.asked: list[tuple[Message, ...]] = []
        self.is_closed = False

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        if deadline.passed():
            now = deadline.clock.now()
            return Reply("", None, now, now, Reason.TRANSPORT)
        self.asked.append(tuple(messages))
        return self._answer(messages)

    async def close(self) -> None:
        self.is_closed = True
