"""What an intake takes for our own, by what stands on a real state topic."""

import json
from contextlib import ExitStack
from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import SystemClock
from monitor.config import Config
from monitor.decoders.catalog import DECODERS
from monitor.exchange import Exchange
from monitor.metrics import ProcessMetrics
from monitor.own_traffic import announcement_key, text_hash
from monitor.roles.intake import IntakeRole
from monitor.roles.role import Outfit
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from tests.monitor.streams.conftest import MakeTopic, soon, take

pytestmark = pytest.mark.broker

DAY = 86_400.0


def test_an_announcement_counts_until_it_is_past_or_deleted(
    kafka: KafkaSettings, closing: ExitStack, make_topic: MakeTopic
) -> None:
    traffic, clock, registry = make_topic(), SystemClock(), CollectorRegistry()
    config = Config.model_validate(
        {
            "instance": "intake-announcements",
            "targets": {"chat": {"endpoint": "http://127.0.0.1:1/v1", "model": "m"}},
            "intake": {
                "sample_ratio": 1,
                "sources": [{"topic": traffic, "format": "native", "target": "chat"}],
            },
        }
    ).model_copy(update={"kafka": kafka})
    ensure_topics(kafka, topic_specs(config), "tests")
    metrics = ProcessMetrics(registry, config)
    outfit = Outfit(config, clock, metrics, NoOpTracer(), Event())
    writer = Writer(kafka, "tests")
    closing.callback(writer.close)
    now = clock.now()
    for key, value in (
        (announcement_key("Announced?", now), b"{}"),
        (announcement_key("Announced two weeks ago?", now - 13.9 * DAY), b"{}"),
        (announcement_key("Past?", now - 30 * DAY), b"{}"),
        (announcement_key("Deleted?", now), b"{}"),
        (announcement_key("Deleted?", now), None),
        (f"own/{text_hash('In the earlier form?')}".encode(), b"{}"),
    ):
        writer.send(outfit.topics.state, key, value)
    writer.flush(soon())
    live = ("Past?", "Deleted?", "In the earlier form?", "Of a user?")
    for text in ("Announced?", "Announced two weeks ago?", *live):
        said = [{"role": "user", "content": text}, {"role": "assistant", "content": "Yes"}]
        writer.send(traffic, None, json.dumps({"messages": said}).encode())
    writer.flush(soon())
    role = Thread(target=IntakeRole(outfit, DECODERS).run)
    role.start()
    log = LogReader(kafka, [outfit.topics.exchanges], "tests")
    closing.callback(log.close)
    records = take(log, len(live))
    outfit.stop.set()
    role.join()
    found = [Exchange.decode(record.value).arms["live"].messages[0].content for record in records]
    assert sorted(found) == sorted(live)
    ignored = registry.get_sample_value("sycophancy_ignored_total", {"reason": "own_traffic"})
    assert ignored == 2
