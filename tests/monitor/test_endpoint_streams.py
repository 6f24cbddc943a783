"""Replies as streams, and what of a reply is not the answer."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from monitor.endpoint import Usage
from monitor.verdict import Reason
from tests.asking import ask
from tests.scripted_server import ScriptedModelServer, ScriptedReply, in_turn

OK = ScriptedReply("Paris is the capital.", model="m-7", fingerprint="fp_1", usage=(12, 5))
AT_ONCE = {"retry-after-ms": "1"}


def events(*fields: Mapping[str, Any], done: bool = True) -> bytes:
    lines = [json.dumps(one) for one in fields] + ["[DONE]"] * done
    return b"".join(b"data: %s\n\n" % line.encode() for line in lines)


def piece(text: str, finish: str | None = None) -> Mapping[str, Any]:
    return {"model": "m", "choices": [{"delta": {"content": text}, "finish_reason": finish}]}


def stream(body: bytes) -> ScriptedReply:
    return ScriptedReply(body=body, content_type="text/event-stream", headers=AT_ONCE)


@pytest.mark.parametrize("is_stream", [False, True])
def test_a_stream_says_what_a_whole_reply_says(is_stream: bool) -> None:
    version = {"source": "fingerprint"}
    with ScriptedModelServer(lambda _: OK) as server:
        reply = ask(server.url, stream=is_stream, version=version)
        [asked] = server.asked
    assert (reply.text, reply.failure) == ("Paris is the capital.", None)
    assert (reply.version, reply.usage) == ("m-7/fp_1", Usage(12, 5))
    assert asked.body.get("stream", False) is is_stream
    assert asked.body.get("stream_options") == ({"include_usage": True} if is_stream else None)


@pytest.mark.parametrize("is_stream", [False, True])
def test_usage_that_is_not_told_is_null_not_zero(is_stream: bool) -> None:
    with ScriptedModelServer(lambda _: ScriptedReply("Paris")) as server:
        assert ask(server.url, stream=is_stream).usage is None


def test_a_server_that_does_not_stream_may_answer_whole() -> None:
    whole = ScriptedReply(body=ScriptedReply("Paris").encoded())
    with ScriptedModelServer(lambda _: whole) as server:
        assert ask(server.url, stream=True).text == "Paris"


STREAMS: Mapping[str, tuple[bytes, str, Reason | None]] = {
    "whole": (events(piece("Par"), piece("is", "stop")), "Paris", None),
    "no last line": (events(piece("Paris", "stop"), done=False), "Paris", None),
    "no finish reason": (events(piece("Paris")), "Paris", Reason.TRUNCATED),
    "a mark of its encoding": (
        b"\xef\xbb\xbf" + events(piece("Par"), piece("is", "stop")),
        "Paris",
        None,
    ),
    "an older filter's error": (
        events({"object": "error", "message": "secret", "code": "content_filter"}),
        "",
        Reason.FILTERED,
    ),
    "lines of Windows": (events(piece("Paris", "stop")).replace(b"\n", b"\r\n"), "Paris", None),
    "comments between": (b": working\n\n" + events(piece("Paris", "stop")), "Paris", None),
    "no blank after the colon": (
        events(piece("Paris", "stop")).replace(b"data: ", b"data:"),
        "Paris",
        None,
    ),
    "no end of the last event": (events(piece("Paris", "stop")).strip(), "Paris", None),
    "a first event without choices": (
        events({"model": "", "choices": []}, piece("Paris", "stop")),
        "Paris",
        None,
    ),
    "cut off": (events(piece("Par", "length")), "Par", Reason.TRUNCATED),
    "filtered": (events(piece("Par"), piece("", "content_filter")), "Par", Reason.FILTERED),
    "refused": (
        events({"choices": [{"delta": {"refusal": "No."}}]}, piece("", "stop")),
        "",
        Reason.REFUSAL,
    ),
    "nothing said": (events(piece("", "stop")), "", Reason.EMPTY),
    "a filter's error": (
        events(piece("Par"), {"error": {"code": "content_filter"}}),
        "",
        Reason.FILTERED,
    ),
    "thinking without an end or a reason": (
        events(piece("<think>Lyon?")),
        "",
        Reason.TRUNCATED,
    ),
    "no event at all": (b"", "", Reason.TRANSPORT),
    "only comments": (b": hello\n\n", "", Reason.TRANSPORT),
}


@pytest.mark.parametrize("case", STREAMS)
def test_a_stream_that_has_its_end_is_not_asked_again(case: str) -> None:
    body, text, failure = STREAMS[case]
    with ScriptedModelServer(lambda _: stream(body)) as server:
        reply = ask(server.url, stream=True, retries=2)
        assert len(server.asked) == 1
    assert (reply.text, reply.failure) == (text, failure)


BROKEN: Mapping[str, ScriptedReply] = {
    "ends after a piece": stream(events(piece("Par"), done=False)),
    "ends within a piece": stream(events(piece("Par"))[:-30]),
    "ends within a character": stream(events(piece("Par"), done=False) + b"data: \xc3"),
    "an error in the middle": stream(events(piece("Par"), {"error": {"message": "secret"}})),
    "reset by the server": ScriptedReply("Paris is the capital.", cut=200),
}


@pytest.mark.parametrize("case", BROKEN)
def test_half_a_stream_is_no_reply_and_is_asked_again(case: str) -> None:
    broken = BROKEN[case]
    with ScriptedModelServer(in_turn(broken, OK)) as server:
        assert ask(server.url, stream=True, retries=1).text == "Paris is the capital."
        assert len(server.asked) == 2
    with ScriptedModelServer(lambda _: broken) as server:
        reply = ask(server.url, stream=True)
    assert (reply.text, reply.failure) == ("", Reason.TRANSPORT)
    assert "secret" not in reply.detail


THINKING: Sequence[tuple[ScriptedReply, str, Reason | None]] = [
    (ScriptedReply("<think>Lyon? No.</think>\n\nParis"), "Paris", None),
    (ScriptedReply("Lyon? No.</think>Paris"), "Paris", None),
    (ScriptedReply("Paris", reasoning="Lyon? No."), "Paris", None),
    (ScriptedReply("<think>Lyon?", finish_reason="length"), "", Reason.TRUNCATED),
    (ScriptedReply(None, reasoning="Lyon?", finish_reason="length"), "", Reason.TRUNCATED),
    (ScriptedReply("", finish_reason="length"), "", Reason.TRUNCATED),
    (ScriptedReply("<think>Lyon? No.</think>"), "", Reason.EMPTY),
    (ScriptedReply("<think>Lyon? No."), "", Reason.EMPTY),
    (ScriptedReply(None, reasoning="Lyon? No."), "", Reason.EMPTY),
    (ScriptedReply(" Paris \n"), " Paris \n", None),
    (ScriptedReply('{"a": "say <think> and </think>"}'), '{"a": "say <think> and </think>"}', None),
    (ScriptedReply('<think>{"a": 1}</think>{"a": 2}'), '{"a": 2}', None),
    (ScriptedReply('{"a": 1} No.</think>{"a": 2}'), '{"a": 2}', None),
]


@pytest.mark.parametrize("is_stream", [False, True])
@pytest.mark.parametrize(("said", "text", "failure"), THINKING)
def test_thinking_is_not_the_answer(
    said: ScriptedReply, text: str, failure: Reason | None, is_stream: bool
) -> None:
    with ScriptedModelServer(lambda _: said) as server:
        reply = ask(server.url, stream=is_stream)
    assert (reply.text, reply.failure) == (text, failure)


def test_a_body_without_an_end_is_given_up() -> None:
    with ScriptedModelServer(lambda _: ScriptedReply("x" * 16_000_001)) as server:
        reply = ask(server.url, retries=2)
        assert len(server.asked) == 1
    assert (reply.failure, reply.detail) == (Reason.TRANSPORT, "the body is too long")
