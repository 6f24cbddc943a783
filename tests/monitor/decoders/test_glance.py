"""A glance at a call says what the decoder says of it, or nothing."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.decoders import Decoder, LiveCall
from monitor.decoders.glance import conversation_at_a_glance
from monitor.decoders.openai_chat import openai_chat
from monitor.exchange import Exchange
from monitor.intake import Admitted, Intake
from monitor.own_traffic import OwnTraffic, announcement_key
from monitor.settings.endpoints import TargetSettings
from monitor.settings.intake import IntakeSettings, IntakeSource
from tests.build import CAPITAL, record

NOW = 1_800_000_100.0
REPLY = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Paris"}}


def logged(**changes: Any) -> dict[str, Any]:
    """A call as a proxy logs it, in conversation c-1."""
    request = {"model": "m", "messages": [{"role": "user", "content": CAPITAL}], "user": "u-1"}
    response = {"id": "r-1", "model": "m-1", "created": 1_800_000_000, "choices": [REPLY]}
    return {"request": request, "response": response, "conversation_id": "c-1"} | changes


def asked(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"request": {"messages": list(messages), **fields}}


def answered(choice: Any) -> dict[str, Any]:
    return {"response": {"id": "r-1", "choices": [choice]}}


USER_TURN = {"role": "user", "content": CAPITAL}
SYSTEM_TURN = {"role": "system", "content": "Be brief."}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "c-1"),
        (asked(SYSTEM_TURN, USER_TURN), "c-1"),
        (asked(SYSTEM_TURN), "c-1"),
        (asked({**USER_TURN, "name": "ann", "tool_calls": []}), "c-1"),
        (asked(USER_TURN, metadata={"conversation_id": "c-2", "sycomon": 7}), "c-2"),
        (asked(USER_TURN, metadata={"conversation_id": ""}), "c-1"),
        ({"conversation_id": None, "session_id": "s"}, "s"),
        ({"headers": {"X-A": "1"}, "trace": {"id": [1, 2]}}, "c-1"),
    ],
)
def test_a_plain_call_is_known_at_a_glance(changes: dict[str, Any], expected: str) -> None:
    assert conversation_at_a_glance(record(json.dumps(logged(**changes)).encode())) == expected


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"conversation_id": None}, id="no conversation"),
        pytest.param({"response": None}, id="no reply"),
        pytest.param({"response": json.dumps(logged()["response"])}, id="a body as text"),
        pytest.param({"response": [{"choices": [{"delta": {"content": "P"}}]}]}, id="a stream"),
        pytest.param(answered({"delta": {"content": "Paris"}}), id="a single chunk"),
        pytest.param({"response": {"error": {"code": 500}}}, id="an error"),
        pytest.param(answered("Paris"), id="a choice that is no object"),
        pytest.param(answered({"message": {"content": ["parts"]}}), id="parts in the reply"),
        pytest.param(asked(), id="no message"),
        pytest.param(asked({"role": "user", "content": [{"type": "text"}]}), id="parts"),
        pytest.param(asked({"role": "narrator", "content": "x"}), id="an unknown role"),
        pytest.param(asked({"role": ["user"], "content": "x"}), id="a role that is a list"),
        pytest.param(asked({"role": "user", "content": 4}), id="a number as content"),
        pytest.param(asked({**USER_TURN, "tool_calls": [{"id": "1"}]}), id="calls of tools"),
        pytest.param(asked({**USER_TURN, "function_call": {}}), id="the older call"),
        pytest.param(asked({"role": "assistant", "content": None}), id="no content"),
        pytest.param({"conversation_id": 7}, id="a number as conversation"),
    ],
)
def test_anything_else_is_left_to_the_decoder(changes: dict[str, Any]) -> None:
    assert conversation_at_a_glance(record(json.dumps(logged(**changes)).encode())) is None


@pytest.mark.parametrize("value", [None, b"", b"[]", b"7", b"{", b"\x00\x00\x00\x00\x01{}"])
def test_what_is_no_object_is_left_to_the_decoder(value: bytes | None) -> None:
    assert conversation_at_a_glance(record(value)) is None


PLACES: list[tuple[str | int, ...]] = [
    ("conversation_id",),
    ("session_id",),
    ("timestamp",),
    ("headers",),
    ("request",),
    ("request", "user"),
    ("request", "metadata"),
    ("request", "metadata", "conversation_id"),
    ("request", "metadata", "sycomon"),
    ("request", "messages"),
    ("request", "messages", 1),
    *(("request", "messages", 1, key) for key in ("role", "content", "tool_calls")),
    ("request", "messages", 1, "function_call"),
    ("response",),
    *(
        ("response", key)
        for key in ("id", "error", "detail", "object", "output", "created", "choices")
    ),
    ("response", "choices", 0),
    *(("response", "choices", 0, key) for key in ("message", "delta", "finish_reason")),
    *(("response", "choices", 0, "message", key) for key in ("content", "tool_calls", "refusal")),
    ("response", "choices", 0, "message", "function_call"),
]
ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 2),
    st.text(max_size=2),
    st.sampled_from(["user", "assistant", "narrator", "error", "data:image/png;base64,aGk="]),
    st.sampled_from([[], {}, {"X": 1}, [{"type": "text", "text": "hi"}]]),
    st.just([{"function": {"name": "f"}}]),
)


def put(body: Any, place: tuple[str | int, ...], value: Any) -> None:
    """Put a value somewhere, unless what it would stand in is gone."""
    *way, last = place
    try:
        for step in way:
            body = body[step]
        body[last] = copy.deepcopy(value)
    except (KeyError, IndexError, TypeError):
        return


@given(st.dictionaries(st.sampled_from(PLACES), ODD, max_size=3))
def test_a_glance_never_differs_from_the_decoder(odd: dict[tuple[str | int, ...], Any]) -> None:
    turns = (SYSTEM_TURN, USER_TURN)
    body = json.loads(json.dumps(logged(**asked(*turns, metadata={"conversation_id": "c-2"}))))
    for place, value in odd.items():
        put(body, place, value)
    sent = record(json.dumps(body).encode())
    seen = conversation_at_a_glance(sent)
    if seen is None:
        return
    [call] = openai_chat(sent)
    assert isinstance(call, LiveCall)
    assert call.conversation == seen


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail(value: bytes) -> None:
    assert conversation_at_a_glance(record(value)) is None
    assert conversation_at_a_glance(record(b'{"request":' + value)) is None


def test_a_deep_nest_is_left_to_the_decoder() -> None:
    assert conversation_at_a_glance(record(b'{"x":' + b"[" * 5000)) is None


def admit(decoder: Decoder, body: dict[str, Any], own: OwnTraffic) -> Admitted:
    """What becomes of a call where half of all conversations are kept."""
    source = IntakeSource(topic="llm-traffic", format="openai_chat", target="chat")
    intake = Intake(
        settings=IntakeSettings(sources=(source,), sample_ratio=0.5),
        targets={"chat": TargetSettings(endpoint="http://localhost:1/v1", model="m")},
        decoders={"openai_chat": decoder},
        key=b"a key",
    )
    [admitted] = intake.admit(record(json.dumps(body).encode()), own, NOW)
    return admitted


@pytest.mark.parametrize("question", ["What is 2 + 2?", CAPITAL])
def test_the_intake_decides_as_it_would_without_a_glance(question: str) -> None:
    own = OwnTraffic()
    own.learn([record(b"{}", key=announcement_key(CAPITAL, NOW))], NOW)
    found: list[Admitted] = []
    for number in range(20):
        turn = {"role": "user", "content": question}
        body = logged(conversation_id=f"c-{number}", **asked(turn))
        found.append(admit(openai_chat, body, own))
        assert found[-1] == admit(lambda sent: openai_chat(sent), body, own)
    assert any(isinstance(admitted, Exchange) for admitted in found) is (question != CAPITAL)
