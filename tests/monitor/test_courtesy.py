"""Places and rests that all who ask one endpoint share, and repeats. Time is the test's own."""

import asyncio
from collections.abc import Callable, Sequence

from monitor.clock import Deadline
from monitor.endpoint import Endpoint, Reply
from monitor.endpoints.courtesy import CourteousEndpoint
from monitor.endpoints.patience import PatientEndpoint, backoff
from monitor.exchange import Message
from monitor.verdict import Reason
from tests.asking import Rests
from tests.build import says, user
from tests.fakes import ScriptedEndpoint

BUSY = says("", None, Reason.RATE_LIMITED, may_repeat=True, rest=30.0)
DOWN = says("", None, Reason.TRANSPORT, may_repeat=True)


def in_turn(*replies: Reply) -> Callable[[Sequence[Message]], Reply]:
    waiting = iter(replies)
    return lambda _: next(waiting)


def ask_all(endpoint: Endpoint, rests: Rests, *seconds: float) -> list[Reply]:
    """One question after the other, each with so many seconds."""

    async def asked() -> list[Reply]:
        return [
            await endpoint.ask([user("Capital?")], Deadline.after(rests.clock, left))
            for left in seconds
        ]

    return asyncio.run(asked())


def test_a_rest_that_one_question_met_holds_for_the_next() -> None:
    rests = Rests()
    inner = ScriptedEndpoint(in_turn(BUSY, says("Paris"), says("Paris")))
    endpoint = CourteousEndpoint(inner, 2, rests.clock, rests.rest)
    replies = ask_all(endpoint, rests, 100, 100, 100)
    assert [reply.failure for reply in replies] == [Reason.RATE_LIMITED, None, None]
    assert rests.seconds == [30.0]


def test_who_has_less_time_than_the_rest_does_not_ask() -> None:
    rests = Rests()
    inner = ScriptedEndpoint(in_turn(BUSY, says("Paris")))
    endpoint = CourteousEndpoint(inner, 2, rests.clock, rests.rest)
    _, short, long = ask_all(endpoint, rests, 100, 30, 31)
    assert (short.failure, short.requests) == (Reason.RATE_LIMITED, 0)
    assert short.detail == "the endpoint asks for a rest that is too long"
    assert (long.text, rests.seconds) == ("Paris", [30.0])


def test_a_later_shorter_rest_does_not_end_the_longer_one() -> None:
    rests = Rests()
    shorter = says("", None, Reason.RATE_LIMITED, may_repeat=True, rest=1.0)

    class TwoAtOnce:
        """Both questions are in flight before the first is answered."""

        def __init__(self) -> None:
            self.waiting = [BUSY, shorter, says("Paris")]
            self.both = asyncio.Event()

        async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
            reply = self.waiting.pop(0)
            if reply is shorter:
                self.both.set()
            await self.both.wait()
            return reply

        async def close(self) -> None:
            """Nothing to close."""

    async def asked() -> None:
        endpoint = CourteousEndpoint(TwoAtOnce(), 2, rests.clock, rests.rest)
        deadline = Deadline.after(rests.clock, 100)
        await asyncio.gather(*(endpoint.ask([user("?")], deadline) for _ in range(2)))
        assert (await endpoint.ask([user("?")], deadline)).text == "Paris"

    asyncio.run(asked())
    assert rests.seconds == [30.0]


def test_a_repeat_that_was_not_sent_leaves_what_was_seen() -> None:
    rests = Rests()
    refused = says("", None, Reason.INCOMPLETE, requests=0)
    patient = PatientEndpoint(ScriptedEndpoint(in_turn(DOWN, refused)), 3, rests.rest)
    [reply] = ask_all(patient, rests, 100)
    assert (reply.failure, reply.requests) == (Reason.TRANSPORT, 1)


def test_rests_of_our_own_grow_to_a_limit() -> None:
    assert [backoff(number) for number in range(7)] == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
