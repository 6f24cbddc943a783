"""A new version is told once, also when it came while no exporter ran."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import SystemClock
from monitor.config import Config
from monitor.ledger import Ledger
from monitor.metrics import ProcessMetrics
from monitor.roles.exporter import ExporterRole
from monitor.roles.role import Outfit
from monitor.sightings import NewVersion
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.topics import Topics, topic_specs
from monitor.streams.writer import Writer
from tests.monitor.streams.conftest import settings_for, soon
from tests.monitor.verdicts import config as bot
from tests.monitor.verdicts import verdict

pytestmark = pytest.mark.broker

HOURS = 3600.0


class Exporter:
    """One exporter while it runs, and what it tells."""

    def __init__(self, config: Config) -> None:
        clock = SystemClock()
        metrics = ProcessMetrics(CollectorRegistry(), config)
        self.outfit = Outfit(config, clock, metrics, NoOpTracer(), Event())
        self.ledger = Ledger(config, clock)
        self.heard: list[str] = []

    def fail(self, new: NewVersion) -> None:
        raise RuntimeError("no such dashboard")

    def hear(self, new: NewVersion) -> None:
        self.heard.append(new.version)

    @property
    def counted(self) -> int:
        return self.ledger.counts().new_versions.get("bot", 0)


@contextmanager
def exporting(config: Config) -> Iterator[Exporter]:
    """One that leads and has read the log."""
    exporter = Exporter(config)
    role = ExporterRole(exporter.outfit, exporter.ledger, (exporter.fail, exporter.hear))
    thread = Thread(target=role.run)
    thread.start()
    try:
        wait_until(exporter, exporter.ledger.is_serving)
        yield exporter
    finally:
        exporter.outfit.stop.set()
        thread.join()


def wait_until(exporter: Exporter, is_so: Callable[[], bool]) -> None:
    deadline, looks = soon(), Event()
    while not is_so():
        assert not deadline.passed(), exporter.heard
        looks.wait(0.05)


def feed(config: Config, version: str, age: float = 0.0) -> None:
    """One verdict on a reply of this version."""
    writer = Writer(config.kafka, "tests")
    one = verdict(version, version=version, event_time=SystemClock().now() - age)
    writer.send(Topics(config.instance).verdicts, one.key(), one.encode())
    writer.flush(soon())
    writer.close()


def test_each_new_version_is_told_by_whoever_leads_then(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path / "broker") as broker:
        kafka = settings_for(broker).model_copy(update={"partitions": 1})
        config = bot(kafka=kafka, plans={}, intake={})
        ensure_topics(kafka, topic_specs(config), "tests")
        for version, age in (("v1", 9 * HOURS), ("v2", 8 * HOURS), ("v3", 60.0)):
            feed(config, version, age)
        with exporting(config) as first:
            wait_until(first, lambda: first.heard == ["v3"])
            feed(config, "v4", 7 * HOURS)
            wait_until(first, lambda: len(first.heard) == 2)
        assert (first.heard, first.counted) == (["v3", "v4"], 2), "v2 is history"
        feed(config, "v5", 6 * HOURS)
        with exporting(config) as second:
            wait_until(second, lambda: second.heard == ["v5"])
        assert (second.heard, second.counted) == (["v5"], 1)
        with exporting(config) as third:
            feed(config, "v6")
            wait_until(third, lambda: "v6" in third.heard)
        assert (third.heard, third.counted) == (["v6"], 1)
