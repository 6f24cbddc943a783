"""What is asked again, when, and what is not. Time is the test's own."""

from collections.abc import Mapping, Sequence

import pytest

from monitor.verdict import Reason
from tests.asking import Rests
from tests.scripted_server import ScriptedModelServer, ScriptedReply, in_turn

OK = ScriptedReply("Paris")
IN_30 = {"retry-after": "30"}
NOW = 1_800_000_000  # 2027-01-15 08:00:00 UTC, where the fake clock stands


def limited(headers: Mapping[str, str]) -> ScriptedReply:
    return ScriptedReply(status=429, headers=headers)


RESTS: Mapping[str, tuple[Sequence[ScriptedReply], list[float], Reason | None]] = {
    "a broken server, twice": ([ScriptedReply(status=500)] * 2 + [OK], [0.5, 1.0], None),
    "a broken server for ever": ([ScriptedReply(status=500)], [0.5, 1.0, 2.0], Reason.TRANSPORT),
    "a server that says when": ([ScriptedReply(status=503, headers=IN_30), OK], [30.0], None),
    "too many requests": ([limited(IN_30), OK], [30.0], None),
    "too many, in milliseconds": ([limited({"retry-after-ms": "250"}), OK], [0.5], None),
    "too many, until a time": (
        [limited({"retry-after": "Fri, 15 Jan 2027 08:00:45 GMT"}), OK],
        [45.0],
        None,
    ),
    "too many, until a time that has passed": (
        [limited({"retry-after": "Fri, 15 Jan 2027 07:59:00 GMT"}), OK],
        [0.5],
        None,
    ),
    "too many, again and again": ([limited(IN_30)], [30.0, 30.0, 30.0], Reason.RATE_LIMITED),
    "too many, and no word when": ([limited({}), OK], [], Reason.RATE_LIMITED),
    "too many, and no number": (
        [limited({"retry-after": "soon"}), OK],
        [],
        Reason.RATE_LIMITED,
    ),
    "too many, after the deadline": (
        [limited({"retry-after": "101"}), OK],
        [],
        Reason.RATE_LIMITED,
    ),
    "too many, then broken": ([limited(IN_30), ScriptedReply(status=502), OK], [30.0, 1.0], None),
    "a refused request that says when": (
        [ScriptedReply(status=400, headers=IN_30), OK],
        [],
        Reason.TRANSPORT,
    ),
    "cut off before the headers": ([ScriptedReply(cut=0), OK], [0.5], None),
    "cut off in the body": ([ScriptedReply("Paris", cut=20), OK], [0.5], None),
    "no answer": ([ScriptedReply(finish_reason="content_filter"), OK], [], Reason.FILTERED),
    "a refusal": ([ScriptedReply(None, refusal="No."), OK], [], Reason.REFUSAL),
    "garbage": ([ScriptedReply(body=b"\x00{"), OK], [], Reason.TRANSPORT),
}


@pytest.mark.parametrize("case", RESTS)
def test_only_what_may_pass_is_asked_again_and_no_sooner_than_is_said(case: str) -> None:
    replies, seconds, failure = RESTS[case]
    rests = Rests()
    assert rests.clock.now() == NOW
    with ScriptedModelServer(in_turn(*replies)) as server:
        reply = rests.ask(server.url, 100, retries=3)
        assert len(server.asked) == len(seconds) + 1
    assert (reply.failure, rests.seconds) == (failure, seconds)
    assert (reply.requests, reply.text) == (len(seconds) + 1, "" if failure else "Paris")


def test_a_rest_past_the_deadline_is_not_begun() -> None:
    rests = Rests()
    with ScriptedModelServer(in_turn(limited(IN_30), limited(IN_30), OK)) as server:
        reply = rests.ask(server.url, 50, retries=3)
        assert len(server.asked) == 2
    assert (reply.failure, rests.seconds) == (Reason.RATE_LIMITED, [30.0])


def test_without_retries_nothing_is_asked_again() -> None:
    rests = Rests()
    with ScriptedModelServer(in_turn(limited(IN_30), OK)) as server:
        reply = rests.ask(server.url, 100, retries=0)
    assert (reply.failure, rests.seconds, reply.requests) == (Reason.RATE_LIMITED, [], 1)
