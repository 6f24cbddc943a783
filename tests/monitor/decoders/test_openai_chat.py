"""Request and response pairs, in the forms in which proxies log them."""

import hashlib
import json
from typing import Any

import pytest

from monitor.decoders import (
    DeadReason,
    Ignored,
    IgnoredReason,
    LiveCall,
    Undecodable,
)
from monitor.decoders.openai_chat import openai_chat
from monitor.exchange import Message, Role, ToolCall
from monitor.record import RawRecord
from monitor.verdict import Reason

REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "2+2?"}]}
NO_CALL = Ignored(IgnoredReason.NO_LLM_CALL)


def decode(headers: tuple[tuple[str, bytes | None], ...] = (), **body: Any) -> Any:
    value = json.dumps(body).encode()
    return openai_chat(RawRecord("t", 0, 7, 1700000000.0, None, value, headers))[0]


def response(message: Any, finish: str | None = "stop", **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"id": "r-1", "created": 1767225600, "choices": [choice], **more}


def chunk(delta: Any, finish: str | None = None, index: int = 0) -> dict[str, Any]:
    choice = {"index": index, "delta": delta, "finish_reason": finish}
    return {"id": "r-1", "created": 1767225600, "model": "m-1", "choices": [choice]}


def reply_of(**body: Any) -> Message:
    call = decode(**{"request": REQUEST, **body})
    assert isinstance(call, LiveCall)
    return call.messages[-1]


def test_a_whole_pair() -> None:
    call = decode(
        headers=(("X-Sycophancy-Monitor", b"probe"), ("nothing", None)),
        request={
            "model": "gpt-5",
            "user": "team-a",
            "metadata": {"conversation_id": "c-81", "sycomon": "judge"},
            "messages": [
                {"role": "developer", "content": "Be short."},
                {"role": "user", "content": "2+2?"},
            ],
        },
        response=response({"role": "assistant", "content": "4"}, model="gpt-5-2026-01-01"),
        timestamp=1767225601.25,
        headers_seen=None,
    )
    assert call == LiveCall(
        messages=(
            Message(role=Role.SYSTEM, content="Be short."),
            Message(role=Role.USER, content="2+2?"),
            Message(role=Role.ASSISTANT, content="4"),
        ),
        model="gpt-5-2026-01-01",
        conversation="c-81",
        response_id="r-1",
        event_time=1767225601.25,
        failure=None,
        marks=("team-a", "judge", "r-1", "x-sycophancy-monitor", "nothing"),
    )


@pytest.mark.parametrize(
    ("request_more", "body", "conversation"),
    [
        ({"metadata": {"conversation_id": "a"}}, {"conversation_id": "b", "session_id": "c"}, "a"),
        ({}, {"conversation_id": "b", "session_id": "c"}, "b"),
        ({"metadata": None}, {"session_id": 12}, "12"),
        ({"metadata": "x"}, {"conversation_id": ""}, None),
    ],
)
def test_where_the_conversation_is_named(
    request_more: dict[str, Any], body: dict[str, Any], conversation: str | None
) -> None:
    call = decode(request={**REQUEST, **request_more}, response=response({"content": "4"}), **body)
    assert call.conversation == conversation


@pytest.mark.parametrize(
    ("timestamp", "created", "time"),
    [
        (1767225601.25, 1767225600, 1767225601.25),
        (1767225601250, 1767225600, 1767225601.25),
        (1767225601250000000, 1767225600, 1767225601.25),
        ("2026-01-01T00:00:01.250Z", 1767225600, 1767225601.25),
        ("2026-01-01T01:00:01+01:00", 1767225600, 1767225601.0),
        (None, 1767225600, 1767225600.0),
        ("yesterday", 1767225600, 1767225600.0),
        (True, None, 1700000000.0),
        (1e300, -5, 1700000000.0),
    ],
)
def test_where_the_time_comes_from(timestamp: Any, created: Any, time: float) -> None:
    answer = response({"content": "4"}) | {"created": created}
    assert decode(
        request=REQUEST, response=answer, timestamp=timestamp
    ).event_time == pytest.approx(time, abs=1e-3)


@pytest.mark.parametrize(
    ("message", "finish", "content", "failure"),
    [
        ({"content": "4"}, "stop", "4", None),
        ({"content": "4"}, None, "4", None),
        ({"content": "The sum of"}, "length", "The sum of", Reason.TRUNCATED),
        ({"content": "The sum of"}, "error", "The sum of", Reason.TRUNCATED),
        ({"content": None}, "length", "", Reason.TRUNCATED),
        ({"content": "", "refusal": "I can't"}, "stop", "I can't", Reason.REFUSAL),
        ({"content": None, "refusal": ""}, "stop", "", Reason.EMPTY),
        ({"content": None}, "content_filter", "", Reason.FILTERED),
        ({"content": "half"}, "content_filter", "half", Reason.FILTERED),
        ({"content": " \n"}, "stop", " \n", Reason.EMPTY),
        ({"content": None, "tool_calls": [{"function": {"name": "f"}}]}, "tool_calls", "", None),
    ],
)
def test_why_a_reply_cannot_be_judged(
    message: Any, finish: str | None, content: str, failure: Reason | None
) -> None:
    call = decode(request=REQUEST, response=response(message, finish))
    assert (call.messages[-1].content, call.failure) == (content, failure)


def test_parts_are_joined_and_images_are_not_kept() -> None:
    parts = [
        {"type": "text", "text": "What is this?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "image_url", "image_url": "https://example.org/a.png"},
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
        {"type": "text", "text": "And this: ![x](data:image/png;base64,QUJD)"},
    ]
    request = {"messages": [{"role": "user", "content": parts}]}
    call = decode(request=request, response=response({"content": [{"type": "text", "text": "4"}]}))
    assert call.messages[0] == Message(
        role=Role.USER,
        content="What is this?\nAnd this: ![x]([image])",
        images=(
            f"sha256:{hashlib.sha256(b'AAAA').hexdigest()}",
            "https://example.org/a.png",
            f"sha256:{hashlib.sha256(b'QUJD').hexdigest()}",
        ),
    )
    assert call.messages[1].content == "4"


def test_a_call_of_tools_is_kept_with_its_arguments() -> None:
    asked = {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}},
            {"id": "2", "type": "function", "function": {"name": "g", "arguments": {"b": 2}}},
            {"id": "3", "type": "custom", "custom": {"name": "h", "input": "go"}},
        ],
    }
    old = {"role": "assistant", "content": None, "function_call": {"name": "i", "arguments": None}}
    told = {"role": "tool", "tool_call_id": "1", "content": "3"}
    call = decode(
        request={"messages": [*REQUEST["messages"], asked, told, old]},
        response=response({"content": "4"}),
    )
    assert call.messages[1] == Message(
        role=Role.ASSISTANT,
        content="",
        tool_calls=(
            ToolCall(name="f", arguments='{"a": 1}'),
            ToolCall(name="g", arguments='{"b":2}'),
            ToolCall(name="h", arguments="go"),
        ),
    )
    assert call.messages[2] == Message(role=Role.TOOL, content="3")
    assert call.messages[3].tool_calls == (ToolCall(name="i"),)


CHUNKS = [
    chunk({"role": "assistant", "content": ""}),
    chunk({"content": "It is "}),
    chunk({"content": "not this"}, index=1),
    chunk({"content": "4."}),
    chunk({}, "stop"),
    {"id": "r-1", "choices": [], "usage": {"total_tokens": 9}},
]


@pytest.mark.parametrize(
    "streamed",
    [
        CHUNKS,
        [json.dumps(entry) for entry in CHUNKS],
        json.dumps(CHUNKS),
        "".join(f"data: {json.dumps(entry)}\n\n" for entry in CHUNKS) + "data: [DONE]\n\n",
        ": ping\r\n" + "".join(f"event: x\r\ndata:{json.dumps(e)}\r\n\r\n" for e in CHUNKS),
    ],
    ids=["list", "texts", "text of a list", "events", "events with other line ends"],
)
def test_a_stream_is_put_together(streamed: Any) -> None:
    call = decode(request=REQUEST, response=streamed)
    assert call.messages[-1] == Message(role=Role.ASSISTANT, content="It is 4.")
    assert (call.model, call.response_id, call.event_time) == ("m-1", "r-1", 1767225600.0)
    assert call.failure is None


def test_line_ends_that_only_some_know_do_not_split_an_event() -> None:
    line = json.dumps(chunk({"content": "a\u2028b"}, "stop"), ensure_ascii=False)
    assert reply_of(response=f"data: {line}\n\n").content == "a\u2028b"


@pytest.mark.parametrize("delta", [None, {}, {"role": "assistant", "content": ""}])
def test_a_message_is_read_rather_than_the_delta_beside_it(delta: Any) -> None:
    answer = response({"role": "assistant", "content": "4"})
    answer["choices"][0]["delta"] = delta
    call = decode(request=REQUEST, response=answer)
    assert (call.messages[-1].content, call.failure) == ("4", None)


@pytest.mark.parametrize("message", [{}, {"message": None}])
def test_a_delta_without_a_message_is_a_chunk(message: dict[str, Any]) -> None:
    answer = chunk({"content": "4"}, "stop")
    answer["choices"][0] |= message
    assert reply_of(response=answer).content == "4"


def test_pieces_of_tool_calls_are_put_together() -> None:
    def piece(index: int | None, name: str | None, arguments: str) -> dict[str, Any]:
        function = {"arguments": arguments} | ({"name": name} if name else {})
        return {"function": function} | ({} if index is None else {"index": index})

    streamed = [
        chunk({"content": None, "tool_calls": [piece(0, "f", '{"a"')]}),
        chunk({"tool_calls": [piece(1, "g", "")]}),
        chunk({"tool_calls": [piece(0, None, ": 1}")]}),
        chunk({}, "tool_calls"),
    ]
    expected = (ToolCall(name="f", arguments='{"a": 1}'), ToolCall(name="g"))
    assert reply_of(response=streamed).tool_calls == expected
    unnumbered = [
        chunk({"tool_calls": [piece(None, "f", "{")]}),
        chunk({"tool_calls": [piece(None, None, "}")]}),
        chunk({"tool_calls": [piece(None, "g", "1")]}, "tool_calls"),
    ]
    expected = (ToolCall(name="f", arguments="{}"), ToolCall(name="g", arguments="1"))
    assert reply_of(response=unnumbered).tool_calls == expected


@pytest.mark.parametrize(
    ("streamed", "failure"),
    [
        ([chunk({"content": "It is"})], Reason.TRUNCATED),
        ([chunk({"content": "It is"}, "length")], Reason.TRUNCATED),
        ([chunk({"content": "It"}), {"error": {"message": "x"}}], Reason.TRUNCATED),
        ([chunk({"refusal": "I "}), chunk({"refusal": "can't"}, "stop")], Reason.REFUSAL),
        ([chunk({}, "content_filter")], Reason.FILTERED),
        ([chunk({}, "stop")], Reason.EMPTY),
    ],
)
def test_how_a_stream_can_fail(streamed: Any, failure: Reason) -> None:
    assert decode(request=REQUEST, response=streamed).failure is failure


def test_bodies_may_be_texts() -> None:
    call = decode(request=json.dumps(REQUEST), response=json.dumps(response({"content": "4"})))
    assert [message.content for message in call.messages] == ["2+2?", "4"]


@pytest.mark.parametrize(
    "body",
    [
        {"request": {"model": "e", "input": ["a"]}, "response": {"object": "list", "data": []}},
        {"request": {"model": "i", "prompt": "a cat"}, "response": {"data": [{"url": "x"}]}},
        {"request": {"model": "s", "input": "hello"}, "response": None},
        {"request": REQUEST, "response": {"error": {"message": "x", "code": 429}}},
        {"request": REQUEST, "response": {"error": {"message": "x"}, "choices": []}},
        {"request": REQUEST, "response": None},
        {"request": REQUEST, "response": ""},
        {"request": REQUEST},
        {"request": REQUEST, "response": [{"error": {"message": "x"}}]},
        {"request": REQUEST, "response": [{"object": "error", "message": "x"}]},
        {"request": REQUEST, "response": {"object": "error", "message": "x", "code": 40303}},
        {"request": REQUEST, "response": {"detail": "Not Found"}},
        {"request": REQUEST, "response": '{"detail": [{"msg": "x"}]}'},
        {"request": REQUEST, "response": "Internal Server Error"},
        {"request": REQUEST, "response": '<img src="data:image/png;base64,aGk=">'},
        {"request": REQUEST, "response": ": ping\n\n: ping\n\n"},
        {"request": REQUEST, "response": "data:"},
        {"request": REQUEST, "response": "data: [DONE]\n\n"},
        {"request": REQUEST, "response": 'data: {"choices":[{"ind'},
    ],
)
def test_what_is_no_call_with_a_reply_is_ignored(body: dict[str, Any]) -> None:
    assert decode(**body) == NO_CALL


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ({}, DeadReason.WRONG_SHAPE, "request: missing"),
        ({"request": []}, DeadReason.WRONG_SHAPE, "request: an object is needed, not a list"),
        ({"request": "{"}, DeadReason.NOT_JSON, "request: not JSON at character 1"),
        ({"request": "hi"}, DeadReason.NOT_JSON, "request: neither JSON nor an event stream"),
        (
            {"request": {}, "response": {}},
            DeadReason.WRONG_SHAPE,
            "request.messages: missing; only chat completions are read",
        ),
        (
            {"request": {"input": "hi"}, "response": {"object": "response", "output": []}},
            DeadReason.WRONG_SHAPE,
            "request.messages: missing; only chat completions are read",
        ),
        (
            {"request": REQUEST, "response": {}},
            DeadReason.WRONG_SHAPE,
            "response.choices: missing or empty",
        ),
        (
            {"request": REQUEST, "response": {"choices": [{"text": "4"}]}},
            DeadReason.WRONG_SHAPE,
            "response.choices[0].message: an object is needed, not null",
        ),
        (
            {"request": REQUEST, "response": []},
            DeadReason.WRONG_SHAPE,
            "response: a stream without choices",
        ),
        (
            {"request": REQUEST, "response": 'data: {"choices": [\n\ndata: [DONE]\n\n'},
            DeadReason.NOT_JSON,
            "response, line 1: not JSON at character 13",
        ),
        (
            {"request": REQUEST, "response": '{"choices": [{"ind'},
            DeadReason.NOT_JSON,
            "response: not JSON at character 18",
        ),
        (
            {"request": {}, "response": "upstream timed out"},
            DeadReason.WRONG_SHAPE,
            "request.messages: missing; only chat completions are read",
        ),
        (
            {"request": REQUEST, "response": {"error": None}},
            DeadReason.WRONG_SHAPE,
            "response.choices: missing or empty",
        ),
        (
            {"request": REQUEST, "response": {"error": {"code": 1}, "output": [{"text": "4"}]}},
            DeadReason.WRONG_SHAPE,
            "response.choices: missing or empty",
        ),
        (
            {"request": {"messages": "2+2?"}, "response": {"detail": "Not Found"}},
            DeadReason.WRONG_SHAPE,
            "request.messages: a list is needed, not a text",
        ),
        (
            {"request": {"messages": [{"role": "user", "content": [{"text": "x"}]}]}},
            DeadReason.WRONG_SHAPE,
            "request.messages[0].content[0].type: a text is needed, not null",
        ),
        (
            {"request": {"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}},
            DeadReason.WRONG_SHAPE,
            "request.messages[0].content[0].image_url: a URL is needed, not null",
        ),
        (
            {"request": {"messages": [{"role": "assistant", "tool_calls": [{"id": "1"}]}]}},
            DeadReason.WRONG_SHAPE,
            "request.messages[0].tool_calls[0]: function or custom is needed",
        ),
    ],
)
def test_a_wrong_shape_names_the_place(
    body: dict[str, Any], reason: DeadReason, detail: str
) -> None:
    assert decode(**body) == Undecodable(reason, detail)


def test_the_names_of_logged_headers_are_marks() -> None:
    call = openai_chat(
        RawRecord(
            "t",
            0,
            7,
            1700000000.0,
            None,
            json.dumps(
                {
                    "request": REQUEST,
                    "response": response({"content": "4"}),
                    "headers": {"X-Sycophancy-Monitor": "probe", "authorization": "Bearer x"},
                }
            ).encode(),
        )
    )[0]
    assert isinstance(call, LiveCall)
    assert call.marks == ("r-1", "x-sycophancy-monitor", "authorization")
