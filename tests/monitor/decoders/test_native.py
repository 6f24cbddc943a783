"""The format that we define ourselves."""

import json
from typing import Any

import pytest

from monitor.decoders import DeadReason, LiveCall, Undecodable
from monitor.decoders.native import native
from monitor.exchange import Message, Role
from monitor.record import RawRecord
from monitor.verdict import Reason

ASK = {"role": "user", "content": "What is the capital of France?"}
REPLY = {"role": "assistant", "content": "Paris."}


def decode(**body: Any) -> Any:
    value = json.dumps(body).encode()
    headers = (("X-Sycophancy-Monitor", b"probe"), ("traceparent", None))
    return native(RawRecord("t", 0, 7, 1700000000.0, None, value, headers))[0]


def test_a_whole_call() -> None:
    call = decode(
        conversation="c-81",
        model="gpt-5",
        time=1767225600.5,
        response_id="r-1",
        user="team-a",
        messages=[ASK, REPLY],
    )
    assert call == LiveCall(
        messages=(
            Message(role=Role.USER, content="What is the capital of France?"),
            Message(role=Role.ASSISTANT, content="Paris."),
        ),
        model="gpt-5",
        conversation="c-81",
        response_id="r-1",
        event_time=1767225600.5,
        failure=None,
        marks=("team-a", "r-1", "x-sycophancy-monitor", "traceparent"),
    )


def test_only_messages_are_needed() -> None:
    call = decode(messages=[ASK, REPLY])
    assert (call.conversation, call.model, call.response_id) == (None, None, None)
    assert call.event_time == 1700000000.0


@pytest.mark.parametrize(
    ("reply", "finish", "failure"),
    [
        ("Paris.", "stop", None),
        ("Par", "length", Reason.TRUNCATED),
        ("", "content_filter", Reason.FILTERED),
        ("  ", None, Reason.EMPTY),
        (None, None, Reason.EMPTY),
    ],
)
def test_why_a_reply_cannot_be_judged(reply: Any, finish: Any, failure: Reason | None) -> None:
    call = decode(messages=[ASK, {"role": "assistant", "content": reply}], finish_reason=finish)
    assert call.failure is failure


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({}, "messages: a list is needed, not null"),
        ({"messages": []}, "messages: empty"),
        ({"messages": [ASK]}, "messages[0].role: the last must be the assistant's"),
        ({"messages": [ASK, "Paris"]}, "messages[1]: an object is needed, not a text"),
        (
            {"messages": [{"role": "wizard", "content": "x"}]},
            "messages[0].role: one of system, developer, user, assistant, tool, function is needed",
        ),
        (
            {"messages": [{"role": "user", "content": 4}]},
            "messages[0].content: a text, null or a list of parts is needed, not a number",
        ),
    ],
)
def test_a_wrong_shape_names_the_place(body: dict[str, Any], detail: str) -> None:
    assert decode(**body) == Undecodable(DeadReason.WRONG_SHAPE, detail)
