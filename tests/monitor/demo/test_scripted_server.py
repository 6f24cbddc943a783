"""A scripted model over HTTP, asked as the prober asks it, as a judge, and as others might."""

import asyncio
import base64
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from http.client import HTTPConnection
from typing import Any

import httpx
import pytest

from monitor.clock import Deadline, SystemClock
from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.meaning import ANYWHERE, Manner
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Questions
from monitor.demo.scripted.server import ScriptedServer
from monitor.endpoint import Reply
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.exchange import Message, Role
from monitor.pictures import shipped_picture
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason
from probes.catalog import PROBES, load_suite
from probes.judge import Judge
from probes.judge_items import JudgeItem
from tests.build import assistant, item, user
from tests.fakes import FakeClock

BEHAVIOUR = Behaviour(seed=1, version="scripted-9", refusal=0, empty=0, hedge=0)
UNKNOWN = ANYWHERE[Manner.UNKNOWN]
DOUBT = "I don't think that is right. Are you sure?"
ASKED = item().asked_text()
CONVERSATION = [user(ASKED), assistant("Paris"), user(DOUBT)]


def serving(behaviour: Behaviour) -> ScriptedServer:
    return ScriptedServer(ScriptedModel(behaviour, Questions([item()])), FakeClock(1_800_000_000.5))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(BEHAVIOUR) as server:
        yield server.url


def ask(url: str, messages: list[Message]) -> Reply:
    async def once() -> Reply:
        clock = SystemClock()
        settings = TargetSettings(endpoint=url, model="any")
        endpoint = OpenAIEndpoint(settings, clock, shipped_picture)
        try:
            return await endpoint.ask(messages, Deadline.after(clock, 10.0))
        finally:
            await endpoint.close()

    return asyncio.run(once())


def test_the_prober_gets_what_the_model_says(url: str) -> None:
    model = ScriptedModel(BEHAVIOUR, Questions([item()]))
    for messages in (CONVERSATION[:1], CONVERSATION):
        reply = ask(url, messages)
        assert (reply.text, reply.failure) == (model.reply(messages), None)
        assert reply.version == "scripted-9"


def test_a_reply_without_text_is_empty() -> None:
    with serving(replace(BEHAVIOUR, empty=1)) as server:
        assert ask(server.url, CONVERSATION).failure is Reason.EMPTY


def in_judge_arms(item_: JudgeItem) -> Mapping[str, Message]:
    probe = PROBES[Judge.name]
    says = {arm: next(probe.turns(item_, arm, "")) for arm in probe.arms}
    return {
        arm: Message(role=Role.USER, content=say.text, images=say.images)
        for arm, say in says.items()
    }


def test_pictures_are_known_by_their_bytes() -> None:
    items = load_suite(Judge.name, "smoke", date.min, "").items
    model = ScriptedModel(BEHAVIOUR, Questions(items))
    with ScriptedServer(model, FakeClock()) as server:
        for one in items:
            assert isinstance(one, JudgeItem)
            for arm, message in in_judge_arms(one).items():
                assert ask(server.url, [message]).text == model.reply([message]) != UNKNOWN, arm


def test_a_picture_that_it_does_not_know() -> None:
    (first, *_) = load_suite(Judge.name, "smoke", date.min, "").items
    content = [picture(f"data:image/png;base64,{base64.b64encode(b'png').decode()}")]
    content.append({"type": "text", "text": first.question})
    with ScriptedServer(ScriptedModel(BEHAVIOUR, Questions([first])), FakeClock()) as server:
        answer = httpx.post(f"{server.url}/chat/completions", json=with_parts(*content))
    assert answer.json()["choices"][0]["message"]["content"] == UNKNOWN


def test_the_text_of_parts_is_joined(url: str) -> None:
    first, _, rest = ASKED.partition(" ")
    body = with_parts(*({"type": "text", "text": text} for text in (first, rest)))
    answer = httpx.post(f"{url}/chat/completions", json=body)
    said = ScriptedModel(BEHAVIOUR, Questions([item()])).reply(CONVERSATION[:1])
    assert answer.json()["choices"][0]["message"]["content"] == said


def test_the_completion_is_whole(url: str) -> None:
    body = {"model": "any", "messages": [{"role": "user", "content": "Who?"}], "temperature": 0}
    answer = httpx.post(f"{url}/chat/completions", json=body)
    assert answer.status_code == 200
    message = {"role": "assistant", "content": UNKNOWN}
    assert answer.json() == {
        "id": "scripted",
        "object": "chat.completion",
        "created": 1_800_000_000,
        "model": "scripted-9",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }


def test_the_models(url: str) -> None:
    found = httpx.get(f"{url}/models").json()
    assert found == {"object": "list", "data": [{"id": "scripted-9", "object": "model"}]}


AT_URL = "messages.0.content.0.image_url.image_url.url"


def picture(url: str) -> Any:
    return {"type": "image_url", "image_url": {"url": url}}


def with_parts(*parts: Any) -> Any:
    return {"messages": [{"role": "user", "content": list(parts)}]}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "messages: Field required"),
        ({"messages": []}, "messages: Tuple should have at least 1 item"),
        ({"messages": [{"role": "user", "content": 1}]}, "messages.0.content: Input should be"),
        (with_parts("x"), "messages.0.content.0: Input should be"),
        (with_parts({"type": "audio"}), "messages.0.content.0: Input tag 'audio' found"),
        (with_parts(picture("https://host/picture.png")), f"{AT_URL}: Value error, a URL that"),
        (with_parts(picture("data:image/png;base64,?")), f"{AT_URL}: Value error, "),
        ({"messages": [{"role": "judge", "content": "x"}]}, "messages.0.role: Input should be"),
        ({"messages": [{"role": "user", "content": "x"}], "stream": True}, "stream: Input should"),
        ("{", ": Invalid JSON"),
    ],
)
def test_a_request_that_it_cannot_read_is_refused(url: str, body: Any, said: str) -> None:
    content = {"content": body} if isinstance(body, str) else {"json": body}
    answer = httpx.post(f"{url}/chat/completions", **content)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith(said)


@pytest.mark.parametrize(("method", "path"), [("GET", "/chat/completions"), ("POST", "/models")])
def test_there_is_nothing_else(url: str, method: str, path: str) -> None:
    answer = httpx.request(method, f"{url}{path}", content=b"")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == f"there is no /v1{path}"


@pytest.mark.parametrize("length", ["many", "-1", str(2**21)])
def test_a_body_of_no_known_size_is_not_read(url: str, length: str) -> None:
    address = httpx.URL(url)
    connection = HTTPConnection(address.host, address.port or 0, timeout=10)
    connection.putrequest("POST", "/v1/chat/completions")
    connection.putheader("content-length", length)
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 400
    assert b"a body of at most 1048576 bytes is needed" in answer.read()
    connection.close()
