"""What every decoder promises, whatever is on the topic."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from monitor.decoders import DeadReason, Ignored, LiveCall, Undecodable, turn_of
from monitor.decoders.catalog import DECODERS
from monitor.record import RawRecord

# A machine that does other things too may take long over one example.
UNHURRIED = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])

VALID: dict[str, dict[str, Any]] = {
    "native": {
        "conversation": "c-1",
        "model": "m",
        "time": 1767225600,
        "messages": [
            {"role": "user", "content": "2+2?"},
            {"role": "assistant", "content": "4"},
        ],
    },
    "openai_chat": {
        "request": {
            "model": "m",
            "user": "u",
            "metadata": {"conversation_id": "c-1"},
            "messages": [
                {"role": "developer", "content": [{"type": "text", "text": "Be short."}]},
                {"role": "user", "content": "2+2?"},
                {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f"}}]},
                {"role": "tool", "content": "4"},
            ],
        },
        "response": {
            "id": "r-1",
            "created": 1767225600,
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"content": "4", "refusal": None}}
            ],
        },
    },
}

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "type", "text", "choices", "delta", "index", "id"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


def record(value: bytes | None) -> RawRecord:
    return RawRecord(
        topic="t", partition=0, offset=7, timestamp=1700000000.0, key=None, value=value
    )


def assert_is_decoded(name: str, value: bytes | None) -> None:
    decoded = DECODERS[name](record(value))
    assert len(decoded) == 1
    assert isinstance(decoded[0], LiveCall | Ignored | Undecodable)


@pytest.mark.parametrize("name", DECODERS)
def test_every_decoder_has_a_valid_record_here(name: str) -> None:
    decoded = DECODERS[name](record(json.dumps(VALID[name]).encode()))
    assert isinstance(decoded[0], LiveCall)
    assert decoded[0].messages[-1].content == "4"
    assert decoded[0].event_time == 1767225600.0


@pytest.mark.parametrize("name", DECODERS)
@pytest.mark.parametrize(
    ("value", "reason", "detail"),
    [
        (None, DeadReason.EMPTY_VALUE, "the value is null"),
        (b"", DeadReason.EMPTY_VALUE, "the value is empty"),
        (b"{", DeadReason.NOT_JSON, "the value: not JSON at character 1"),
        (b'{"a": NaN}', DeadReason.NOT_JSON, "the value: not JSON at character 6"),
        (b'{"a": 1e999}', DeadReason.NOT_JSON, "the value: not JSON at character 6"),
        (b"\xff\xfe", DeadReason.NOT_JSON, "the value: not JSON at character 0"),
        (b"\x00", DeadReason.NOT_JSON, "the value: not JSON at character 0"),
        (
            b'\x00\x00\x00\x00\x07{"request": {}}',
            DeadReason.SCHEMA_REGISTRY,
            "the value starts with a schema number",
        ),
        (b"[]", DeadReason.WRONG_SHAPE, "the value: an object is needed, not a list"),
        (b"null", DeadReason.WRONG_SHAPE, "the value: an object is needed, not null"),
        (b"7", DeadReason.WRONG_SHAPE, "the value: an object is needed, not a number"),
    ],
)
def test_what_cannot_be_opened_has_its_reason(
    name: str, value: bytes | None, reason: DeadReason, detail: str
) -> None:
    assert DECODERS[name](record(value)) == (Undecodable(reason, detail),)


@pytest.mark.parametrize("name", DECODERS)
@pytest.mark.parametrize("bracket", [b"[", b'{"request":'])
def test_ten_megabytes_of_brackets_end_at_once(name: str, bracket: bytes) -> None:
    decoded = DECODERS[name](record(bracket * (10_000_000 // len(bracket))))
    assert isinstance(decoded[0], Undecodable)
    assert decoded[0].reason is DeadReason.NOT_JSON


@pytest.mark.parametrize("name", DECODERS)
def test_deep_arguments_of_a_tool_do_not_raise(name: str) -> None:
    call = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "DEEP"}}]}
    body = json.loads(json.dumps(VALID[name]))
    body.get("request", body)["messages"].insert(0, call)
    value = json.dumps(body).replace('"DEEP"', "[" * 900 + "]" * 900).encode()
    path = "request.messages[0]" if "request" in body else "messages[0]"
    detail = f"{path}.tool_calls[0]: the arguments are nested too deeply"
    assert DECODERS[name](record(value)) == (Undecodable(DeadReason.WRONG_SHAPE, detail),)


@pytest.mark.parametrize("name", DECODERS)
@given(value=st.binary(max_size=200))
@UNHURRIED
def test_arbitrary_bytes_never_raise(name: str, value: bytes) -> None:
    assert_is_decoded(name, value)


@pytest.mark.parametrize("name", DECODERS)
@given(data=st.data())
@UNHURRIED
def test_mutated_records_never_raise(name: str, data: st.DataObject) -> None:
    body = json.loads(json.dumps(VALID[name]))
    places = list(_places(body))
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = data.draw(JSON_VALUES)
    assert_is_decoded(name, json.dumps(body).encode())


def _places(value: Any) -> Any:
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


@pytest.mark.parametrize("name", DECODERS)
@given(data=st.data())
@UNHURRIED
def test_damaged_bytes_never_raise(name: str, data: st.DataObject) -> None:
    value = bytearray(json.dumps(VALID[name]).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        value[data.draw(st.integers(0, len(value) - 1))] = data.draw(st.integers(0, 255))
    assert_is_decoded(name, bytes(value[: data.draw(st.integers(0, len(value)))]))


def test_a_turn_counts_the_assistants_messages() -> None:
    call = DECODERS["openai_chat"](record(json.dumps(VALID["openai_chat"]).encode()))[0]
    assert isinstance(call, LiveCall)
    assert turn_of(call) == 2
