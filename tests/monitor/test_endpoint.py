"""The endpoint against a real HTTP server that says what it is told to."""

import asyncio
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.endpoint import MeasuredEndpoint, Reply
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.exchange import Message, Role
from monitor.settings.base import Secret
from monitor.verdict import Reason
from tests.asking import ask, polite, target
from tests.build import assistant, says, user
from tests.fakes import ScriptedEndpoint
from tests.scripted_server import ScriptedModelServer, ScriptedReply, in_turn

AT_ONCE = {"retry-after-ms": "1"}
OK = ScriptedReply("Paris")


def test_a_reply_has_text_version_and_times() -> None:
    clock = SystemClock()
    before = clock.now()
    with ScriptedModelServer(lambda _: ScriptedReply("Paris", model="chat-large-7")) as server:
        reply = ask(server.url)
    assert (reply.text, reply.version, reply.failure) == ("Paris", "chat-large-7", None)
    assert before <= reply.started <= reply.ended <= clock.now()


def test_a_request_says_what_is_asked_and_who_asks(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("secret-key\n")
    messages = [user("Capital?"), assistant("Paris"), user("No, Lyon.")]

    async def once(url: str) -> None:
        settings = target(url, api_key=Secret(file=key), max_tokens=64, temperature=0.5)
        endpoint = OpenAIEndpoint(settings, SystemClock())
        await endpoint.ask(messages, Deadline.after(SystemClock(), 5))
        await endpoint.close()

    with ScriptedModelServer(lambda _: OK) as server:
        asyncio.run(once(server.url))
        [asked] = server.asked
    assert asked.body == {
        "model": "chat-large",
        "messages": [
            {"role": "user", "content": "Capital?"},
            {"role": "assistant", "content": "Paris"},
            {"role": "user", "content": "No, Lyon."},
        ],
        "max_tokens": 64,
        "temperature": 0.5,
        "user": "sycophancy-monitor",
    }
    assert asked.headers["x-sycophancy-monitor"] == "probe"
    assert asked.headers["authorization"] == "Bearer secret-key"
    assert asked.headers["cache-control"] == "no-cache, no-store"


def _whole(more: bytes) -> bytes:
    return b'{"choices": [{"message": {"content": "Paris"}}], ' + more + b"}"


REPLIES: Mapping[str, tuple[ScriptedReply, str, Reason | None]] = {
    "whole": (OK, "Paris", None),
    "cut off": (ScriptedReply("Par", finish_reason="length"), "Par", Reason.TRUNCATED),
    "filtered": (ScriptedReply("P", finish_reason="content_filter"), "P", Reason.FILTERED),
    "filtered whole": (ScriptedReply(None, finish_reason="content_filter"), "", Reason.FILTERED),
    "refused": (ScriptedReply(None, refusal="I cannot."), "", Reason.REFUSAL),
    "empty": (ScriptedReply(""), "", Reason.EMPTY),
    "blank": (ScriptedReply(" \n"), " \n", Reason.EMPTY),
    "no content": (ScriptedReply(None), "", Reason.EMPTY),
    "cut off before the first word": (
        ScriptedReply("", finish_reason="length"),
        "",
        Reason.TRUNCATED,
    ),
    "an error that looks like a success": (
        ScriptedReply(body=b'{"error": {"message": "overloaded"}}'),
        "",
        Reason.TRANSPORT,
    ),
    "an error in other words": (
        ScriptedReply(body=b'{"object": "error", "message": "secret", "code": 500}'),
        "",
        Reason.TRANSPORT,
    ),
    "no error, said twice": (
        ScriptedReply(body=_whole(b'"error": {}')),
        "Paris",
        None,
    ),
    "odd things beside the reply": (
        ScriptedReply(
            body=_whole(b'"error": false, "usage": "none", "system_fingerprint": 7, "model": ["m"]')
        ),
        "Paris",
        None,
    ),
    "an error that says nothing": (
        ScriptedReply(body=_whole(b'"error": {"code": null, "message": ""}')),
        "Paris",
        None,
    ),
    "a second choice that is none": (
        ScriptedReply(body=b'{"choices": [{"message": {"content": "Paris"}, "delta": "x"}, null]}'),
        "Paris",
        None,
    ),
    "odd parts beside the text": (
        ScriptedReply(
            body=b'{"choices": [{"message": {"content": ["Par", {"type": null, "text": "is"},'
            b' {"type": "reference", "text": ["x"]}]}}]}'
        ),
        "Paris",
        None,
    ),
    "an end that is no word": (
        ScriptedReply(
            body=b'{"choices": [{"message": {"content": "Par"}, "finish_reason": {"a": 1}}]}'
        ),
        "Par",
        Reason.TRUNCATED,
    ),
    "half a character at the end": (
        ScriptedReply(
            body=b'{"choices": [{"message": {"content": "Par \\ud83d"},'
            b' "finish_reason": "length"}]}'
        ),
        "Par ?",
        Reason.TRUNCATED,
    ),
    "tokens that are none": (
        ScriptedReply(
            body=_whole(b'"usage": {"prompt_tokens": -1, "completion_tokens": 2.5, "x": null}')
        ),
        "Paris",
        None,
    ),
    "a mark of its encoding": (
        ScriptedReply(body=b"\xef\xbb\xbf" + _whole(b'"usage": null')),
        "Paris",
        None,
    ),
    "no choices": (ScriptedReply(body=b'{"model": "m", "choices": []}'), "", Reason.TRANSPORT),
    "choices of another kind": (ScriptedReply(body=b'{"choices": "x"}'), "", Reason.TRANSPORT),
    "a choice without a message": (ScriptedReply(body=b'{"choices": [{}]}'), "", Reason.TRANSPORT),
    "content in parts": (
        ScriptedReply(
            body=b'{"choices": [{"message": {"content": [{"type": "thinking", "thinking": []},'
            b' {"type": "text", "text": "Par"}, {"type": "reference", "ids": [1]},'
            b' {"text": "is"}]}}]}'
        ),
        "Paris",
        None,
    ),
    "content in parts of thinking alone": (
        ScriptedReply(body=b'{"choices": [{"message": {"content": [{"type": "thinking"}]}}]}'),
        "",
        Reason.EMPTY,
    ),
    "content in parts that are none": (
        ScriptedReply(body=b'{"choices": [{"message": {"content": [1]}}]}'),
        "",
        Reason.TRANSPORT,
    ),
    "half a character": (
        ScriptedReply(body=b'{"choices": [{"message": {"content": "\\ud800"}}]}'),
        "?",
        None,
    ),
    "not JSON": (ScriptedReply(body=b"{"), "", Reason.TRANSPORT),
    "JSON of another shape": (ScriptedReply(body=b"[1, 2]"), "", Reason.TRANSPORT),
    "a web page": (
        ScriptedReply(body=b"<html>Sign in</html>", content_type="text/html"),
        "",
        Reason.TRANSPORT,
    ),
    "not UTF-8": (ScriptedReply(body=b"\xff\xfe"), "", Reason.TRANSPORT),
    "nothing": (ScriptedReply(body=b""), "", Reason.TRANSPORT),
}


@pytest.mark.parametrize("case", REPLIES)
def test_a_reply_is_never_asked_again_whatever_it_says(case: str) -> None:
    reply, text, failure = REPLIES[case]
    with ScriptedModelServer(lambda _: reply) as server:
        found = ask(server.url, retries=2)
        assert len(server.asked) == 1
    assert (found.text, found.failure) == (text, failure)


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (400, Reason.TRANSPORT),
        (401, Reason.TRANSPORT),
        (403, Reason.TRANSPORT),
        (404, Reason.TRANSPORT),
        (409, Reason.TRANSPORT),
        (422, Reason.TRANSPORT),
    ],
)
def test_a_refused_request_is_not_asked_again(status: int, failure: Reason) -> None:
    refused = ScriptedReply(status=status, headers=AT_ONCE)
    with ScriptedModelServer(lambda _: refused) as server:
        reply = ask(server.url, retries=2)
        assert len(server.asked) == 1
    assert (reply.text, reply.version, reply.failure) == ("", None, failure)


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504])
def test_a_broken_server_is_asked_again(status: int) -> None:
    broken = ScriptedReply(status=status, headers=AT_ONCE)
    with ScriptedModelServer(in_turn(broken, broken, OK)) as server:
        reply = ask(server.url, retries=2)
        assert len(server.asked) == 3
    assert (reply.text, reply.failure) == ("Paris", None)


def test_a_server_that_stays_broken_is_given_up_after_the_retries() -> None:
    with ScriptedModelServer(lambda _: ScriptedReply(status=500, headers=AT_ONCE)) as server:
        reply = ask(server.url, retries=2)
        assert len(server.asked) == 3
    assert reply.failure is Reason.TRANSPORT


def test_a_request_that_times_out_is_asked_again() -> None:
    with ScriptedModelServer(in_turn(ScriptedReply(delay=30), OK)) as server:
        reply = ask(server.url, retries=1, request_timeout_seconds=1)
        assert len(server.asked) == 2
    assert (reply.text, reply.failure) == ("Paris", None)


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        reply = ask(f"http://127.0.0.1:{unused.getsockname()[1]}/v1")
    assert (reply.text, reply.version, reply.failure) == ("", None, Reason.TRANSPORT)


def took(url: str, seconds: float, **changes: Any) -> tuple[Reply, float]:
    clock = SystemClock()
    started = clock.monotonic()
    return ask(url, seconds, **changes), clock.monotonic() - started


@pytest.mark.parametrize("reply", [ScriptedReply(delay=30), ScriptedReply("Paris", drip=0.05)])
def test_the_deadline_ends_a_slow_reply(reply: ScriptedReply) -> None:
    with ScriptedModelServer(lambda _: reply) as server:
        found, seconds = took(server.url, 0.4, retries=2)
    assert found.failure is Reason.TRANSPORT
    assert 0.4 <= seconds < 10


def test_a_reply_that_drips_ends_with_the_request_timeout() -> None:
    with ScriptedModelServer(lambda _: ScriptedReply("Paris", drip=0.05)) as server:
        found, seconds = took(server.url, 30, request_timeout_seconds=0.4)
    assert found.failure is Reason.TRANSPORT
    assert 0.4 <= seconds < 10


def test_the_deadline_ends_the_wait_before_the_next_try() -> None:
    later = ScriptedReply(status=503, headers={"retry-after": "30"})
    with ScriptedModelServer(lambda _: later) as server:
        found, seconds = took(server.url, 0.4, retries=2)
        assert len(server.asked) == 1
    assert found.failure is Reason.TRANSPORT
    assert seconds < 10


def test_after_the_deadline_nothing_is_asked() -> None:
    with ScriptedModelServer(lambda _: OK) as server:
        reply = ask(server.url, seconds=0.0)
        assert server.asked == []
    assert reply.failure is Reason.TRANSPORT


class NoImage(Exception):
    """What an opener of images may raise."""


def data_url(reference: str) -> str:
    if reference == "missing.png":
        raise NoImage(reference)
    return f"data:image/png;base64,{reference}"


def ask_of_images(url: str, *images: str) -> Reply:
    async def once() -> Reply:
        endpoint = OpenAIEndpoint(
            target(url), SystemClock(), data_url, {"type": "json_schema", "json_schema": {"a": 1}}
        )
        message = Message(role=Role.USER, content="Who is it?", images=images)
        try:
            return await endpoint.ask([message], Deadline.after(SystemClock(), 5))
        finally:
            await endpoint.close()

    return asyncio.run(once())


def test_images_are_sent_before_the_text_and_the_format_as_it_is() -> None:
    with ScriptedModelServer(lambda _: OK) as server:
        assert ask_of_images(server.url, "AAAA", "BBBB").text == "Paris"
        [asked] = server.asked
    assert asked.body["messages"] == [
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,BBBB"}},
                {"type": "text", "text": "Who is it?"},
            ],
        }
    ]
    assert asked.body["response_format"] == {"type": "json_schema", "json_schema": {"a": 1}}


def test_a_message_without_images_stays_a_text() -> None:
    with ScriptedModelServer(lambda _: OK) as server:
        ask_of_images(server.url)
        [asked] = server.asked
    assert asked.body["messages"] == [{"role": "user", "content": "Who is it?"}]


def test_an_image_that_cannot_be_opened_is_told_to_the_caller_and_nothing_is_asked() -> None:
    with ScriptedModelServer(lambda _: OK) as server:
        with pytest.raises(NoImage, match="missing"):
            ask_of_images(server.url, "missing.png")
        assert server.asked == []


DETAILS: Mapping[str, tuple[ScriptedReply, str]] = {
    "whole": (OK, ""),
    "refused": (ScriptedReply(None, refusal="I cannot."), ""),
    "a web page": (ScriptedReply(body=b"<html>secret</html>"), "the body is no chat completion"),
}


@pytest.mark.parametrize("case", DETAILS)
def test_a_reply_names_what_failed_but_not_the_body(case: str) -> None:
    reply, detail = DETAILS[case]
    with ScriptedModelServer(lambda _: reply) as server:
        assert ask(server.url).detail == detail


def test_a_refused_connection_and_a_deadline_have_details() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        assert ask(f"http://127.0.0.1:{unused.getsockname()[1]}/v1").detail == "connection refused"
    with ScriptedModelServer(lambda _: OK) as server:
        assert ask(server.url, seconds=0.0).detail == "no time was left"


def test_no_more_requests_are_in_flight_than_allowed() -> None:
    async def many(url: str) -> list[Reply]:
        endpoint = polite(url, SystemClock(), concurrency=2)
        deadline = Deadline.after(SystemClock(), 10)
        asks = [endpoint.ask([user(str(number))], deadline) for number in range(8)]
        replies = await asyncio.gather(*asks)
        await endpoint.close()
        return replies

    with ScriptedModelServer(lambda _: ScriptedReply("Paris", delay=0.1)) as server:
        replies = asyncio.run(many(server.url))
        assert server.most_in_flight == 2
        assert len(server.asked) == 8
    assert [reply.failure for reply in replies] == [None] * 8


def test_the_deadline_ends_the_wait_for_a_free_place() -> None:
    async def two(url: str) -> list[Reply]:
        endpoint = polite(url, SystemClock(), concurrency=1)
        clock = SystemClock()
        replies = await asyncio.gather(
            endpoint.ask([user("first")], Deadline.after(clock, 10)),
            endpoint.ask([user("second")], Deadline.after(clock, 0.2)),
        )
        await endpoint.close()
        return list(replies)

    with ScriptedModelServer(lambda _: ScriptedReply("Paris", delay=0.6)) as server:
        replies = asyncio.run(two(server.url))
        assert len(server.asked) == 1
    assert [reply.failure for reply in replies] == [None, Reason.TRANSPORT]


def test_every_reply_is_shown_to_whoever_measures() -> None:
    seen: list[Reply] = []
    inner = ScriptedEndpoint(lambda messages: says(messages[-1].content))
    measured = MeasuredEndpoint(inner, seen.append)

    async def twice() -> list[Reply]:
        deadline = Deadline.after(SystemClock(), 5)
        replies = [await measured.ask([user(text)], deadline) for text in ("a", "b")]
        await measured.close()
        return replies

    replies = asyncio.run(twice())
    assert seen == replies
    assert [reply.text for reply in seen] == ["a", "b"]
    assert inner.is_closed
