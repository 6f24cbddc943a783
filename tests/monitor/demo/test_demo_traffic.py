"""The logging client of the demo, against a scripted chat server."""

import json
from datetime import date
from threading import Event
from typing import Any

import pytest

from monitor.clock import SystemClock
from monitor.demo.settings import SUITE
from monitor.demo.traffic import CONVERSATIONS, Chat, ChatServer, Traffic, reply_text
from monitor.errors import BrokerError
from probes.catalog import load_suite
from probes.items import Item
from probes.pushback import Pushback
from tests.fakes import FakeClock
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply, in_turn

FIRST, SECOND = ScriptedReply("It is."), ScriptedReply("It is not.")
BROKEN = ScriptedReply(status=500)


def completion(reply: ScriptedReply) -> Any:
    return json.loads(reply.encoded())


def test_each_call_is_logged_with_the_whole_conversation_so_far() -> None:
    logged: list[tuple[bytes, bytes]] = []
    with ScriptedModelServer(in_turn(FIRST, SECOND)) as server:
        account = ChatServer(server.url, "tiny", "s3cret")
        chat = Chat(account, lambda key, value: logged.append((key, value)), FakeClock(1.5))
        assert chat.converse("chat-7", ("Is it so?", "I doubt it."), Event()) == 2
        chat.close()
        asked = server.asked

    first = [{"role": "user", "content": "Is it so?"}]
    second = [
        *first,
        {"role": "assistant", "content": "It is."},
        {"role": "user", "content": "I doubt it."},
    ]
    common = {
        "model": "tiny",
        "max_tokens": 64,
        "temperature": 0,
        "metadata": {"conversation_id": "chat-7"},
    }
    assert [key for key, _ in logged] == [b"chat-7", b"chat-7"]
    assert [json.loads(value) for _, value in logged] == [
        {
            "request": {**common, "messages": messages},
            "response": completion(reply),
            "timestamp": 1.5,
        }
        for reply, messages in ((FIRST, first), (SECOND, second))
    ]
    assert [call.body for call in asked] == [json.loads(value)["request"] for _, value in logged]
    assert [call.headers["authorization"] for call in asked] == ["Bearer s3cret"] * 2


def test_without_a_key_none_is_sent() -> None:
    with ScriptedModelServer(in_turn(FIRST)) as server:
        chat = Chat(ChatServer(server.url, "tiny"), lambda key, value: None, FakeClock())
        chat.converse("chat", ("Hello",), Event())
        chat.close()
        assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize(
    "broken", [BROKEN, ScriptedReply(body=b"<html>"), ScriptedReply(body=b"[1]")]
)
def test_a_call_without_a_reply_ends_the_conversation_and_is_not_logged(
    broken: ScriptedReply,
) -> None:
    logged: list[bytes] = []
    with ScriptedModelServer(in_turn(FIRST, broken)) as server:
        account = ChatServer(server.url, "tiny")
        chat = Chat(account, lambda key, value: logged.append(value), FakeClock())
        assert chat.converse("chat", ("One", "Two", "Three"), Event()) == 1
        chat.close()
        assert len(server.asked) == 2
    assert [json.loads(value)["response"] for value in logged] == [completion(FIRST)]


def test_an_endpoint_that_is_not_there_is_no_error() -> None:
    account = ChatServer("http://127.0.0.1:9/v1", "tiny")
    chat = Chat(account, lambda key, value: None, FakeClock())
    assert chat.converse("chat", ("Hello",), Event()) == 0
    chat.close()


def test_traffic_ends_at_once_while_a_reply_is_awaited() -> None:
    asked, may_answer = Event(), Event()

    def answer_late(messages: Messages) -> ScriptedReply:
        asked.set()
        may_answer.wait(20)
        return FIRST

    logged: list[bytes] = []
    clock = SystemClock()
    with ScriptedModelServer(answer_late) as server:
        account = ChatServer(server.url, "tiny")
        chat = Chat(account, lambda key, value: logged.append(value), clock)
        traffic = Traffic(chat, clock, pause_seconds=0.0)
        traffic.start()
        assert asked.wait(20)
        began = clock.monotonic()
        traffic.stop()
        assert clock.monotonic() - began < 5.0
        may_answer.set()
        traffic.stop()
    assert logged == []


def test_traffic_goes_through_the_conversations_and_survives_a_broker_that_does_not_answer() -> (
    None
):
    keys: list[bytes] = []
    enough = Event()

    def log(key: bytes, value: bytes) -> None:
        keys.append(key)
        if len(keys) == 1:
            raise BrokerError("no broker")
        if len(keys) == 6:
            enough.set()

    with ScriptedModelServer(in_turn(FIRST)) as server:
        chat = Chat(ChatServer(server.url, "tiny"), log, FakeClock())
        traffic = Traffic(chat, FakeClock(1_700_000_000.9), pause_seconds=0.0)
        traffic.start()
        assert enough.wait(20)
        traffic.stop()
    # The first conversation ends at its first call, which could not be logged.
    assert keys[:6] == [f"chat-1700000000-{number:04}".encode() for number in (0, 1, 1, 2, 2, 3)]


@pytest.mark.parametrize(
    ("response", "text"),
    [
        (completion(FIRST), "It is."),
        ({"choices": [{"message": {"content": None}}]}, ""),
        ({"choices": []}, ""),
        ({}, ""),
    ],
)
def test_reply_text(response: dict[str, Any], text: str) -> None:
    assert reply_text(response) == text


def test_conversations_have_pushback_and_plain_ones_and_no_first_message_twice() -> None:
    assert {len(says) for says in CONVERSATIONS} == {1, 2, 3}
    assert len({says[0] for says in CONVERSATIONS}) == len(CONVERSATIONS)


def test_no_conversation_starts_as_a_canary_does() -> None:
    """It would be taken for our own traffic."""
    items = load_suite(Pushback.name, SUITE, date(2026, 1, 1), "").items
    asked = {Pushback().opening(item).text for item in items if isinstance(item, Item)}
    assert asked.isdisjoint(says[0] for says in CONVERSATIONS)
