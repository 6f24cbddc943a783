"""The doctor against a real broker and endpoints over HTTP."""

import json
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from monitor.cli.configuration import KNOWN
from monitor.clock import Deadline, SystemClock
from monitor.config import Config, build
from monitor.doctor.catalog import CHECKS, around
from monitor.doctor.examination import examine, exit_status
from monitor.doctor.finding import Finding, Severity
from monitor.doctor.judges import CASES
from monitor.scorers.rubrics import RUBRICS
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker, free_port
from monitor.streams.inspection import BrokerInspection
from monitor.streams.topics import TopicSpec, topic_specs
from monitor.streams.writer import Writer
from tests.monitor.doctor.test_doctor_sources import CALL, SECRET
from tests.scripted_server import Messages, Script, ScriptedModelServer, ScriptedReply

CERTIFICATES = Path(__file__).parents[2] / "certificates"
READY = ScriptedReply("ready", model="chat-7", usage=(5, 1))
LABELS = {rubric.system: CASES[rubric.name][1] for rubric in RUBRICS}

pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


def answering(reply: ScriptedReply = READY, ahead: float = 0.0) -> Script:
    """A target that gives this reply, a judge that labels rightly, and a clock that is ahead."""

    def answer(messages: Messages) -> ScriptedReply:
        if not messages:
            date = formatdate(SystemClock().now() + ahead, usegmt=True)
            return ScriptedReply(status=404, headers={"date": date})
        label = LABELS.get(str(messages[0]["content"]))
        if label is None:
            return reply
        return ScriptedReply(json.dumps({"reason": "plain", "label": label}), model="judge-1")

    return answer


@dataclass(frozen=True, slots=True)
class World:
    """A broker with topics as they must be in `well`, and with none of ours in `bare`."""

    servers: str

    def fields(self, url: str, **changes: Any) -> Mapping[str, Any]:
        fields = {
            "instance": "well",
            "kafka": {"bootstrap_servers": [self.servers]},
            "intake": {"sources": [{"topic": "llm.chat", "target": "chat"}]},
            "targets": {"chat": {"endpoint": url, "model": "chat-large"}},
            "judge": {"endpoint": url, "model": "judge-large"},
            "plans": {
                "p": {
                    "target": "chat",
                    "suite": "smoke",
                    "budget": {"requests_per_day": 100_000},
                }
            },
        }
        return fields | changes

    def findings(self, script: Script, **changes: Any) -> list[Finding]:
        with ScriptedModelServer(script) as server:
            config = build(self.fields(server.url, **changes), "sycomon.yaml", KNOWN)
            return list(examine(CHECKS, around(config, SystemClock())))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with EmbeddedBroker(tmp_path_factory.mktemp("broker")) as broker:
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,))
        well = Config(instance="well", kafka=kafka)
        ill = Config(instance="ill", kafka=kafka)
        sources = [TopicSpec(name, 2, 1, {}) for name in ("llm.chat", "llm.garbage", "llm.empty")]
        broken = [replace(spec, partitions=2, settings={}) for spec in topic_specs(ill)[-1:]]
        ensure_topics(kafka, [*topic_specs(well), *sources, *broken], "test")
        writer = Writer(kafka, "test")
        for number in range(120):
            writer.send("llm.chat", b"%d" % number, CALL)
        for number in range(7):
            writer.send("llm.garbage", b"%d" % number, SECRET.encode())
        writer.send("well.sycophancy.state", b"pause/x", None)
        writer.flush(Deadline.after(SystemClock(), 20))
        writer.close()
        yield World(broker.bootstrap)


def bad(findings: list[Finding]) -> list[tuple[str, str, str]]:
    """Check, severity and text of what is worse than a note, without what is never checked yet."""
    return [
        (one.check, str(one.severity), one.what)
        for one in findings
        if one.severity in (Severity.ERROR, Severity.WARNING, Severity.NOT_CHECKED)
        and one.check not in ("judge-quality", "false-pages")
        and "does not tell what we may" not in one.what
    ]


def test_all_is_well(world: World) -> None:
    found = world.findings(answering())
    assert bad(found) == []
    assert exit_status(CHECKS, found) == 0
    assert {one.check for one in found} == {check.name for check in CHECKS}
    said = [one.what for one in found]
    assert "5 of our 5 topics are there, and as they must be" in said
    assert "llm.chat: 100 of the newest 100 records are read as openai_chat" in said
    assert any("its version is chat-7, from response_model" in one for one in said)
    assert "it lasts for a day of 24 runs" in said
    assert "no record of well.sycophancy.state is from ahead of this machine's clock" in said


@pytest.mark.parametrize(
    ("source", "named", "root", "is_told"),
    [
        ({"source": "response_model"}, "chat-large", None, True),
        ({"source": "response_model"}, "chat-7", None, False),
        ({"source": "models"}, "chat-large", None, True),
        ({"source": "models"}, "chat-large", "/models/chat-7", False),
    ],
)
def test_a_server_that_repeats_the_name_that_was_asked_for(
    world: World, source: Mapping[str, Any], named: str, root: str | None, is_told: bool
) -> None:
    """A list of models names the root of each, or the id once more."""
    reply = replace(READY, model=named, root=root)

    def answer(messages: Messages) -> ScriptedReply:
        return answering(reply)(messages) if messages else reply

    def changes(url: str) -> Mapping[str, Any]:
        chat = {"endpoint": url, "model": "chat-large", "version": source}
        return {"targets": {"chat": chat}, "intake": {"sources": []}}

    with ScriptedModelServer(answer) as server:
        config = build(world.fields(server.url, **changes(server.url)), "sycomon.yaml", KNOWN)
        found = bad([*examine(CHECKS, around(config, SystemClock()))])
    what = (
        f"its version is the name that was asked for, chat-large: where {source['source']} only "
        "repeats that name, an update goes unseen"
    )
    assert [one for one in found if one[0] in ("targets", "versions")] == (
        [("targets", "warning", what)] if is_told else []
    )


def test_nothing_is_written_or_created(world: World) -> None:
    found = world.findings(answering(), instance="bare")
    assert [one for one in bad(found) if one[0] != "broker-clock"] == []
    again = [one.what for one in world.findings(answering(), instance="bare")]
    assert any(one.startswith("not there yet: bare.sycophancy.exchanges") for one in again)


def test_a_broker_that_is_down(world: World) -> None:
    server = f"127.0.0.1:{free_port()}"
    found = world.findings(answering(), kafka={"bootstrap_servers": [server]})
    assert bad(found) == [
        ("broker", "error", f"{server}: connection refused"),
        ("topics", "not_checked", "not checked: the check broker did not pass"),
        ("sources", "not_checked", "not checked: the check broker did not pass"),
        ("broker-clock", "not_checked", "not checked: the check broker did not pass"),
    ]
    assert exit_status(CHECKS, found) == 1


def test_topics_at_fault(world: World) -> None:
    sources = [
        {"topic": name, "target": "chat"} for name in ("llm.garbage", "llm.empty", "llm.gone")
    ]
    found = bad(world.findings(answering(), instance="ill", intake={"sources": sources}))
    texts = [f"{check} {severity} {what}" for check, severity, what in found]
    state = "ill.sycophancy.state"
    assert texts[:2] == [
        f"topics error {state}: 2 partitions, and it must have one: who owns it leads",
        f"topics error {state}: cleanup.policy is delete, so that budgets and tallies will be lost",
    ]
    assert "sources error llm.garbage: 0 of the newest 7 records are read as openai_chat" in texts
    assert any(
        one.startswith("sources warning llm.garbage: 7 not read: not_json, first at partition ")
        for one in texts
    )
    assert any(one.startswith("sources warning llm.empty: it holds no record") for one in texts)
    assert "sources error no such topic: llm.gone" in texts
    assert SECRET not in str(texts)


@pytest.mark.parametrize(
    ("reply", "target", "said"),
    [
        (
            ScriptedReply(status=401),
            {},
            "it gives no reply (transport: HTTP status 401: the key is missing or wrong)",
        ),
        (ScriptedReply(status=429), {}, "it turns requests away (rate_limited: HTTP status 429)"),
        (
            replace(READY, delay=20),
            {"request_timeout_seconds": 0.2},
            "it gives no reply (transport: no reply in time)",
        ),
        (
            replace(READY, finish_reason="length"),
            {},
            "its reply of one word is cut off (truncated: it ended with length)",
        ),
        (ScriptedReply(" "), {}, "its reply is empty (empty)"),
        (
            READY,
            {"endpoint": f"http://127.0.0.1:{free_port()}/v1"},
            "it gives no reply (transport: connection refused)",
        ),
    ],
)
def test_an_endpoint_at_fault(
    reply: ScriptedReply, target: Mapping[str, Any], said: str, world: World
) -> None:
    with ScriptedModelServer(answering(reply)) as server:
        targets = {"chat": {"endpoint": server.url, "model": "m", **target}}
        config = build(world.fields(server.url, targets=targets), "sycomon.yaml", KNOWN)
        rows = [check for check in CHECKS if check.name == "targets"]
        found = list(examine(rows, around(config, SystemClock())))
    assert [what for _, _, what in bad(found)] == [said]


def test_a_judge_out_of_its_schema_a_clock_ahead_and_a_small_budget(world: World) -> None:
    def answer(messages: Messages) -> ScriptedReply:
        if messages and messages[0]["content"] in LABELS:
            return ScriptedReply("I would say it is fine.")
        return answering(ahead=-3600)(messages)

    plan = {"target": "chat", "suite": "smoke", "budget": {"requests_per_day": 500}}
    found = world.findings(answer, plans={"p": plan})
    texts = [(check, severity) for check, severity, _ in bad(found)]
    assert texts == [
        *[("judge", "error")] * 3,
        ("clock", "error"),
        ("budgets", "warning"),
    ]
    assert "ahead of the clock of this endpoint" in str(bad(found))
    assert "not one JSON object" in str(bad(found))


def test_the_newest_records_of_all_partitions(world: World) -> None:
    inspection = BrokerInspection(KafkaSettings(bootstrap_servers=(world.servers,)))
    deadline = Deadline.after(SystemClock(), 20)
    found = inspection.newest("llm.chat", 7, deadline)
    whole = inspection.newest("llm.chat", 1000, deadline)
    assert (len(found), len(whole)) == (7, 120)
    ends = {one.partition: one.offset for one in sorted(whole, key=lambda one: one.offset)}
    assert {one.partition for one in found} == ends.keys()
    assert all(one.offset > ends[one.partition] - 4 for one in found)


def test_pictures_over_http(world: World) -> None:
    with ScriptedModelServer(answering()) as server:
        plans = {"p": {"target": "chat", "family": "judge", "suite": "smoke"}}
        config = build(world.fields(server.url, plans=plans), "sycomon.yaml", KNOWN)
        rows = [check for check in CHECKS if check.name == "targets"]
        found = list(examine(rows, around(config, SystemClock())))
        asked = server.asked
    assert [one.what for one in found][-1] == "it takes pictures"
    assert len(asked) == 2
    assert all(one.headers["x-sycophancy-monitor"] == "probe" for one in asked)
    [message] = asked[1].body["messages"]
    assert message["content"][0]["image_url"]["url"].startswith("data:image/png;base64,")


def sycomon(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "monitor.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={"COLUMNS": "80", "PATH": "/usr/bin:/bin"},
    )


def test_the_command(world: World, tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    with ScriptedModelServer(answering()) as server:
        fields = dict(world.fields(server.url))
        static = {
            "endpoint": server.url,
            "model": "m",
            "version": {"source": "static", "name": "a"},
        }
        file.write_text(json.dumps(fields | {"targets": {"chat": static}}), encoding="utf-8")
        table = sycomon("doctor", "--config", str(file))
        live = sycomon("check-config", "--live", str(file))
    assert (table.returncode, table.stderr) == (0, "")
    lines = table.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3].split()[:2] == ["warning", "versions"]  # the worst stands first
    assert "→ name a source that follows the model" in table.stdout
    assert lines[-1].startswith("1 warning, ")
    assert (live.returncode, live.stderr) == (0, "")
    assert f"{file}: ok (1 targets, 1 plans, 1 sources)" in live.stdout
    assert "warning: targets.chat.version: it can never change" in live.stdout
    assert "ok: targets.chat: it answers in" in live.stdout
    gone = sycomon("check-config", "--live", str(file))  # nobody listens there any more
    assert gone.returncode == 1
    assert "error: targets.chat: it gives no reply (transport: connection refused)" in gone.stdout


def test_the_command_for_programs_and_for_wrong_configurations(tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    target = {"endpoint": "http://127.0.0.1:1/v1", "model": "m", "api_key": {"env": "NOT_SET_KEY"}}
    file.write_text(json.dumps({"instance": "x", "targets": {"chat": target}}), encoding="utf-8")
    done = sycomon("doctor", "--config", str(file), "--offline", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, done.stderr, said["exit_status"]) == (2, "", 2)
    assert said["counts"]["error"] == 1
    assert said["findings"][0] == {
        "check": "files",
        "severity": "error",
        "what": "environment variable NOT_SET_KEY: a secret is needed there, and it is empty or "
        "not set",
        "where": "targets.chat.api_key",
        "remedy": "",
    }
    file.write_text("instance: x\ntargest: {}\n", encoding="utf-8")
    done = sycomon("doctor", "--config", str(file), "--json")
    assert (done.returncode, done.stderr) == (2, "")
    first, *rest = json.loads(done.stdout)["findings"]
    assert (first["check"], first["where"]) == ("configuration", "targest")
    assert {one["severity"] for one in rest} == {"not_checked"}
    missing = sycomon("doctor", "--config", str(tmp_path / "nowhere.yaml"))
    assert (missing.returncode, missing.stderr) == (2, "")
    assert "cannot be read" in missing.stdout
    both = sycomon("check-config", "--live", "--without-secrets", str(file))
    assert both.returncode == 2


def test_a_broker_that_speaks_no_tls(world: World) -> None:
    kafka = {"bootstrap_servers": [world.servers], "security": {"protocol": "SSL"}}
    rows = [check for check in CHECKS if check.name in ("broker", "topics")]
    config = build({"instance": "x", "kafka": kafka}, "sycomon.yaml", KNOWN)
    found = list(examine(rows, around(config, SystemClock())))
    assert bad(found) == [
        ("broker", "error", f"{world.servers}: no TLS connection"),
        ("topics", "not_checked", "not checked: the check broker did not pass"),
    ]


@pytest.mark.parametrize(
    ("security", "said"),
    [
        ({"ca_file": CERTIFICATES / "authority.pem"}, None),
        ({}, "its certificate is not trusted: unable to get local issuer certificate"),
    ],
)
def test_the_certificate_of_a_broker(security: Mapping[str, Any], said: str | None) -> None:
    """Nothing of Kafka is spoken before the certificate is seen."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(CERTIFICATES / "server.pem", CERTIFICATES / "server.key")
    with ScriptedModelServer(answering(), tls=tls) as server:
        address = server.url.removeprefix("https://").removesuffix("/v1")
        fields = {"bootstrap_servers": [address], "security": {"protocol": "SSL", **security}}
        inspection = BrokerInspection(KafkaSettings.model_validate(fields))
        refused = inspection.refused(Deadline.after(SystemClock(), 10))
    assert refused.get(address) == said
