"""The version of a reply, from each source, in order, and while it changes."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.endpoints.version_reader import Served, VersionReader
from monitor.settings.versions import VersionSource
from tests.asking import MODEL, ask, ask_often, target
from tests.build import user
from tests.fakes import FakeClock
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply, in_turn

OK = ScriptedReply("Paris", model=MODEL)
HEADER = {"source": "header", "name": "X-Model-Version"}
FINGERPRINT = {"source": "fingerprint", "groups": {"blue": ["fp_1", "fp_2"]}}
NO_MODEL = ScriptedReply(
    body=json.dumps({"choices": [{"message": {"content": "x"}}]}).encode(),
    headers={"x-model-version": "sha-17"},
)


def printed(fingerprint: str) -> ScriptedReply:
    return ScriptedReply("Paris", model="m", fingerprint=fingerprint)


VERSIONS: Mapping[str, tuple[Any, ScriptedReply, str | None]] = {
    "model of the reply": ({}, ScriptedReply("x", model="m-1"), "m-1"),
    "no model": ({}, NO_MODEL, None),
    "header": (HEADER, ScriptedReply("x", headers={"x-model-version": "sha-17"}), "sha-17"),
    "header missing": (HEADER, OK, None),
    "header that is no name": (
        HEADER,
        ScriptedReply("x", headers={"x-model-version": "a b"}),
        None,
    ),
    "static": ({"source": "static", "name": "blue"}, OK, "blue"),
    "record": ({"source": "record", "name": "x-version"}, OK, None),
    "fingerprint of a group": (FINGERPRINT, printed("fp_2"), "m/blue"),
    "fingerprint of no group": (FINGERPRINT, printed("fp_3"), "m/fp_3"),
    "no fingerprint": (FINGERPRINT, OK, None),
    "the first that gives one": ([HEADER, FINGERPRINT, {}], printed("fp_9"), "m/fp_9"),
    "the last": ([HEADER, FINGERPRINT, {}], OK, MODEL),
    "the first of two": ([HEADER, {}], ScriptedReply("x", headers={"x-model-version": "a"}), "a"),
    "of what was filtered": (
        [HEADER],
        ScriptedReply(
            status=400,
            body=b'{"error": {"code": "content_filter"}}',
            headers={"x-model-version": "sha-17"},
        ),
        "sha-17",
    ),
    "of a fault on the way": (
        [HEADER],
        ScriptedReply(status=502, headers={"x-model-version": "sha-17"}),
        None,
    ),
}


@pytest.mark.parametrize("case", VERSIONS)
def test_the_version_is_read_where_the_configuration_says(case: str) -> None:
    source, reply, version = VERSIONS[case]
    with ScriptedModelServer(lambda _: reply) as server:
        assert ask(server.url, version=source).version == version


def test_replicas_with_fingerprints_of_their_own_are_one_version() -> None:
    flapping = in_turn(*map(printed, ("fp_1", "fp_2", "fp_1", "fp_2", "fp_1", "fp_9")))
    with ScriptedModelServer(flapping) as server:
        replies = ask_often(server.url, 6, SystemClock(), version=FINGERPRINT)
    assert [reply.version for reply in replies] == ["m/blue"] * 5 + ["m/fp_9"]


def test_fingerprints_that_come_by_turns_are_told_once_and_stay_apart(
    caplog: pytest.LogCaptureFixture,
) -> None:
    flapping = in_turn(*map(printed, ("fp_1", "fp_2", "fp_1", "fp_2", "fp_1")))
    with ScriptedModelServer(flapping) as server:
        replies = ask_often(server.url, 5, SystemClock(), version={"source": "fingerprint"})
    assert [reply.version for reply in replies] == ["m/fp_1", "m/fp_2"] * 2 + ["m/fp_1"]
    [told] = [one.message for one in caplog.records if "come by turns" in one.message]
    assert "m/fp_1 and m/fp_2 come by turns" in told


def test_an_update_that_stays_is_not_told_as_coming_by_turns(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with ScriptedModelServer(in_turn(*map(printed, ("fp_1", "fp_1", "fp_2", "fp_2")))) as server:
        ask_often(server.url, 4, SystemClock(), version={"source": "fingerprint"})
    assert "come by turns" not in caplog.text


def test_the_roll_outs_file_is_read_with_each_reply(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "version"
    states = iter([None, "v1\n", "v2\nsecond line\n", "", "v3"])

    def roll_out(_: Messages) -> ScriptedReply:
        state = next(states)
        if state is not None:
            file.write_text(state)
        return OK

    with ScriptedModelServer(roll_out) as server:
        source = {"source": "file", "path": str(file)}
        replies = ask_often(server.url, 5, SystemClock(), version=source)
    assert [reply.version for reply in replies] == [None, "v1", "v2", None, "v3"]
    assert f"{file} cannot be read: No such file or directory" in caplog.text
    assert f"{file} is empty" in caplog.text


def test_a_file_that_is_no_text_gives_no_version(tmp_path: Path) -> None:
    file = tmp_path / "version"
    file.write_bytes(b"\xff\xfe")
    with ScriptedModelServer(lambda _: OK) as server:
        assert ask(server.url, version={"source": "file", "path": str(file)}).version is None


def test_the_list_of_models_is_asked_for_once_in_a_while() -> None:
    clock = FakeClock()
    states = iter([(0, "v1"), (9, "v2"), (1, "v2"), (9, "v3"), (1, None)])
    root: list[str | None] = [None]

    def deployment(messages: Messages) -> ScriptedReply:
        if messages:
            seconds, root[0] = next(states)
            clock.advance(seconds)
            return OK
        return ScriptedReply(model=MODEL, root=root[0], status=404 if root[0] is None else 200)

    source = [{"source": "models", "every_seconds": 10}]
    with ScriptedModelServer(deployment) as server:
        replies = ask_often(server.url, 5, clock, seconds=100, version=source)
        assert server.listed == 3
    assert [reply.version for reply in replies] == ["v1", "v1", "v2", "v2", None]


def test_a_list_that_failed_is_asked_for_again_at_the_next_reply() -> None:
    clock = FakeClock()
    states = iter([(0, 503), (1, 200), (29, 200), (1, 503), (0.5, 200), (0.5, 200)])
    status = [0]

    def deployment(messages: Messages) -> ScriptedReply:
        if messages:
            seconds, status[0] = next(states)
            clock.advance(seconds)
            return OK
        return ScriptedReply(model=MODEL, root=f"at-{clock.now():.0f}", status=status[0])

    begun = clock.now()
    with ScriptedModelServer(deployment) as server:
        replies = ask_often(server.url, 6, clock, seconds=100, version={"source": "models"})
        assert server.listed == 4
    first, later = f"at-{begun + 1:.0f}", f"at-{begun + 32:.0f}"
    assert [reply.version for reply in replies] == [None, first, first, None, None, later]


def test_a_list_that_hangs_past_the_deadline_takes_no_reply_away() -> None:
    def deployment(messages: Messages) -> ScriptedReply:
        return OK if messages else ScriptedReply(delay=30)

    with ScriptedModelServer(deployment) as server:
        reply = ask(server.url, seconds=0.5, version={"source": "models"})
    assert (reply.text, reply.version, reply.failure) == (OK.text, None, None)


ENTRIES: Mapping[str, tuple[Mapping[str, Any], Any, str | None]] = {
    "root that is a path": (
        {},
        {"data": [{"id": "other", "root": "x"}, {"id": MODEL, "root": "/models/m-7"}]},
        "models/m-7",
    ),
    "root that is a name": ({}, {"data": [{"id": MODEL, "root": "org/m-7"}]}, "org/m-7"),
    "another entry": ({"entry": "created"}, {"data": [{"id": MODEL, "created": 17}]}, "17"),
    "an entry that is not there": ({"entry": "rev"}, {"data": [{"id": MODEL}]}, None),
    "an entry of another kind": ({"entry": "x"}, {"data": [{"id": MODEL, "x": {"y": 1}}]}, None),
    "another model": ({}, {"data": [{"id": "other", "root": "x"}]}, None),
    "no list": ({}, {"data": "x"}, None),
    "no entries": ({}, [1], None),
}


@pytest.mark.parametrize("case", ENTRIES)
def test_only_the_entry_of_the_model_counts(case: str) -> None:
    settings, listed, version = ENTRIES[case]

    async def models() -> bytes:
        return json.dumps(listed).encode()

    source = VersionSource.model_validate({"source": "models", **settings})
    reader = VersionReader([source], MODEL, "a test", FakeClock(), models)
    assert asyncio.run(reader.read(Served({}))) == version


def test_requests_at_once_ask_for_the_list_once() -> None:
    def deployment(messages: Messages) -> ScriptedReply:
        return OK if messages else ScriptedReply(model=MODEL, root="v1")

    async def many(url: str) -> list[str | None]:
        settings = target(url, concurrency=8, version={"source": "models"})
        endpoint = OpenAIEndpoint(settings, SystemClock())
        deadline = Deadline.after(SystemClock(), 10)
        replies = await asyncio.gather(*(endpoint.ask([user("?")], deadline) for _ in range(8)))
        await endpoint.close()
        return [reply.version for reply in replies]

    with ScriptedModelServer(deployment) as server:
        assert asyncio.run(many(server.url)) == ["v1"] * 8
        assert server.listed == 1
