"""What a prober writes on a real state topic before it asks."""

from collections.abc import Sequence
from contextlib import ExitStack
from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import SystemClock
from monitor.config import Config
from monitor.endpoint import Reply
from monitor.exchange import Message
from monitor.metrics import ProcessMetrics
from monitor.own_traffic import announcement_key
from monitor.plan import Run
from monitor.roles.prober import ProberRole
from monitor.roles.role import Outfit
from monitor.settings.kafka import KafkaSettings
from monitor.status import ProberBoard
from monitor.streams.admin import ensure_topics
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from probes.catalog import PROBES
from tests.fakes import ScriptedEndpoint
from tests.monitor.streams.conftest import soon, take

pytestmark = pytest.mark.broker

ITEMS = 3
WEEKS = 3 * 7 * 86_400.0


def test_what_is_asked_is_announced_for_as_long_as_the_run_may_last(
    kafka: KafkaSettings, closing: ExitStack
) -> None:
    """A call that is made in the last minute of a run of three weeks must be known as ours too."""
    clock = SystemClock()
    config = Config.model_validate(
        {
            "instance": "prober-announcements",
            "targets": {"chat": {"endpoint": "http://127.0.0.1:1/v1", "model": "m"}},
            "plans": {"monthly": {"target": "chat"}},
        }
    ).model_copy(update={"kafka": kafka})
    ensure_topics(kafka, topic_specs(config), "tests")
    metrics = ProcessMetrics(CollectorRegistry(), config)
    outfit = Outfit(config, clock, metrics, NoOpTracer(), Event())

    def answer(messages: Sequence[Message]) -> Reply:
        return Reply("I do not know.", "v1", clock.now(), clock.now())

    endpoint, now = ScriptedEndpoint(answer), clock.now()
    run = Run(
        run="monthly-1",
        plan="monthly",
        target="chat",
        family="pushback",
        suite=f"generated-{ITEMS}",
        arms=("control", "assertion"),
        repeats=1,
        created=now,
        expires=now + 2 * WEEKS,
        deadline_seconds=WEEKS,
    )
    writer = Writer(kafka, "tests")
    closing.callback(writer.close)
    writer.send(outfit.topics.plans, b"monthly", run.encode())
    writer.flush(soon())
    role = ProberRole(outfit, PROBES, lambda target, clock: endpoint, ProberBoard())
    thread = Thread(target=role.run)
    thread.start()
    log = LogReader(kafka, [outfit.topics.exchanges], "tests")
    closing.callback(log.close)
    played = take(log, ITEMS)
    outfit.stop.set()
    thread.join()
    assert len(played) == ITEMS
    state = LogReader(kafka, [outfit.topics.state], "tests")
    closing.callback(state.close)
    own = [r.key for r in state.read_to(state.ends(), lambda: False) if r.value == b"{}"]
    asked = {conversation[0].content for conversation in endpoint.asked}
    begun, ended = (
        {announcement_key(text, moment + WEEKS) for text in asked} for moment in (now, clock.now())
    )
    assert len(own) == len(asked) == ITEMS
    assert begun & ended <= {*own} <= begun | ended, "the week may have changed meanwhile"
