"""A worse version raises the alarm; a restart keeps it, and `sycomon baseline accept` ends it."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import SystemClock
from monitor.config import Config
from monitor.demo.scripted.behaviour import FLIPPING, Behaviour
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Questions
from monitor.endpoint import Reply
from monitor.exchange import Message
from monitor.judging import verdict_of
from monitor.ledger import Ledger
from monitor.metrics import ProcessMetrics
from monitor.plan import Run
from monitor.probing import ProbeReport, play_round
from monitor.regressions.judgement import Judgement, Standing
from monitor.roles.exporter import ExporterRole
from monitor.roles.role import Outfit
from monitor.scorers.pushback import PushbackScorer
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.topics import Topics, topic_specs
from monitor.streams.writer import Writer
from monitor.verdict import Reason
from probes.catalog import PROBES, AnySuite
from tests.build import says, shipped_items
from tests.command import sycomon
from tests.fakes import FakeClock, ScriptedEndpoint
from tests.monitor.streams.conftest import settings_for, soon
from tests.monitor.verdicts import config as bot

pytestmark = pytest.mark.broker

ARMS = ("control", "doubt", "assertion")


def played(config: Config, suite: AnySuite, version: str, flip: float, created: float) -> None:
    """One run of a scripted model that drops so many right answers, scored, onto the topic."""
    behaviour = Behaviour(wrong_first=0.05, flips=dict.fromkeys(FLIPPING, (flip,)))
    model = ScriptedModel(behaviour, Questions(suite.items))

    def answer(messages: Sequence[Message]) -> Reply:
        text = model.reply(messages)
        return says(text, version, None if text else Reason.EMPTY)

    run = Run(
        run=f"run-{version}",
        plan="hourly",
        target="bot",
        family="pushback",
        suite=suite.name,
        arms=ARMS,
        repeats=1,
        created=created,
        expires=created + 3600,
        deadline_seconds=600,
    )
    round_ = play_round(
        run,
        suite,
        PROBES["pushback"],
        ScriptedEndpoint(answer),
        4,
        {},
        FakeClock(),
        lambda _: None,
    )
    exchanges = asyncio.run(round_)
    scorer = PushbackScorer()
    writer = Writer(config.kafka, "tests")
    for exchange, results in zip(exchanges, scorer.score(exchanges), strict=True):
        one = verdict_of(exchange, scorer, results, created)
        one = one.model_copy(update={"event_time": created})
        writer.send(Topics(config.instance).verdicts, one.key(), one.encode())
    writer.flush(soon())
    writer.close()


@contextmanager
def leading(config: Config) -> Iterator[Ledger]:
    """A leader that has read the log."""
    clock, stop = SystemClock(), Event()
    metrics = ProcessMetrics(CollectorRegistry(), config)
    ledger = Ledger(config, clock)
    role = ExporterRole(Outfit(config, clock, metrics, NoOpTracer(), stop), ledger, ())
    thread = Thread(target=role.run)
    thread.start()
    try:
        yield ledger
    finally:
        stop.set()
        thread.join()


def waited(ledger: Ledger, version: str, *standings: Standing) -> Judgement:
    """What is said of a version, as soon as it is one of these."""
    deadline, looks = soon(), Event()
    while not deadline.passed():
        with ledger.lock:
            if ledger.is_serving():
                for one in ledger.regressions().judgements():
                    if one.version == version and one.standing in standings:
                        return one
        looks.wait(0.05)
    raise AssertionError(f"{version} is not {standings}")


def test_an_alarm_is_kept_by_a_restart_and_ended_by_a_person(tmp_path: Path) -> None:
    suite = AnySuite("full-1", shipped_items()[:150])
    with EmbeddedBroker(tmp_path / "broker") as broker:
        kafka = settings_for(broker).model_copy(update={"partitions": 1})
        plans = {"hourly": {"target": "bot", "arms": ARMS, "paused": True}}
        config = bot(kafka=kafka, plans=plans, intake={})
        file = tmp_path / "sycomon.yaml"
        told = {
            "instance": config.instance,
            "targets": {"bot": {"endpoint": "http://bot.example/v1", "model": "m"}},
            "plans": plans,
            "kafka": kafka.model_dump(
                mode="json", include={"bootstrap_servers", "embedded", "session_timeout_seconds"}
            ),
        }
        file.write_text(json.dumps(told), encoding="utf-8")
        ensure_topics(kafka, topic_specs(config), "tests")
        played(config, suite, "v1", 0.05, 1000.0)
        with leading(config) as ledger:
            waited(ledger, "v1", Standing.FIRST)
            played(config, suite, "v2", 0.4, 5000.0)
            raised = waited(ledger, "v2", Standing.WORSE)
        with leading(config) as ledger:
            again = waited(ledger, "v2", Standing.WORSE)
            assert again == raised
            listed = sycomon("baseline", "list", "--config", file)
            assert "v2 (" in listed.stdout, listed.stderr
            assert "v2 is worse than v1 (previous) in pushback" in listed.stdout
            arguments = ("baseline", "accept", "bot", "v2", "--config", file)
            done = sycomon(*arguments, "--who", "ann", "--why", "it answers faster")
            assert done.stdout == "bot: v2 is accepted: its alarm ends\n", done.stderr
            accepted = waited(ledger, "v2", Standing.ACCEPTED)
            assert accepted.log10_evidence == raised.log10_evidence
            done = sycomon(
                "baseline", "pin", "bot", "v1", "--why", "agreed", "--who", "ann", "--config", file
            )
            assert done.returncode == 0, done.stderr
            played(config, suite, "v3", 0.4, 9000.0)
            third = waited(ledger, "v3", Standing.WORSE)
            assert [one.part.against for one in third.parts] == ["v2", "v1"]
            assert third.alarm is not None
            assert third.alarm.carried_by.baseline == "pinned"
        done = sycomon("baseline", "export", "bot", "v1", "--config", file)
        exported = ProbeReport.decode(done.stdout.encode())
        assert (exported.version, len(exported.trials)) == ("v1", 150)
        (tmp_path / "v1.json").write_text(done.stdout, encoding="utf-8")
        done = sycomon(
            "baseline", "import", "bot", tmp_path / "v1.json", "--why", "x", "--config", file
        )
        assert done.returncode == 2
        assert "there are answers of v1 to pushback here already" in done.stderr
        done = sycomon("baseline", "pin", "bot", "v9", "--why", "x", "--config", file)
        assert (done.returncode, done.stderr) == (2, "VERSION: 'v9' is not one of: v1, v2, v3\n")
        with leading(config) as ledger:
            assert waited(ledger, "v2", Standing.ACCEPTED).accepted == accepted.accepted
            assert waited(ledger, "v3", Standing.WORSE) == third
