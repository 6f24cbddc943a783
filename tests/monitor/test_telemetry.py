"""Spans: off unless configured, and without text."""

from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, ClassVar

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.decoders.catalog import DECODERS
from monitor.metrics import ProcessMetrics
from monitor.roles.intake import IntakeRole
from monitor.roles.role import Outfit, Role
from monitor.roles.worker import WorkerRole
from monitor.scorers.catalog import make_scorers
from monitor.settings.endpoints import TargetSettings
from monitor.settings.intake import IntakeSettings, IntakeSource
from monitor.settings.kafka import KafkaSettings
from monitor.settings.roles import TelemetrySettings
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.log import LogReader
from monitor.streams.topics import Topics, TopicSpec, topic_specs
from monitor.streams.writer import Writer
from monitor.telemetry import Telemetry
from tests.build import exchange


def test_without_an_endpoint_no_span_is_made() -> None:
    telemetry = Telemetry(Config(instance="prod-eu"), "worker")
    assert isinstance(telemetry.tracer, NoOpTracer)
    with telemetry.tracer.start_as_current_span("stage") as span:
        assert not span.is_recording()
    telemetry.close()


class Collector(BaseHTTPRequestHandler):
    """Says yes to everything and remembers where it was sent."""

    paths: ClassVar[list[str]] = []

    def log_message(self, format: str, *args: Any) -> None:
        """Not what this test is about."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.paths.append(self.path)
        self.send_response(200)
        self.end_headers()


@pytest.mark.parametrize("end", ["", "/"])
def test_spans_are_sent_to_the_endpoint(end: str) -> None:
    Collector.paths.clear()
    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}{end}"
        config = Config(instance="prod-eu", telemetry=TelemetrySettings(otlp_endpoint=address))
        telemetry = Telemetry(config, "worker")
        with telemetry.tracer.start_as_current_span("stage") as span:
            assert span.is_recording()
        telemetry.close()
        server.shutdown()
        thread.join()
    assert Collector.paths == ["/v1/traces"]


def test_spans_name_the_deployment_and_the_roles() -> None:
    exporter = InMemorySpanExporter()
    telemetry = Telemetry(Config(instance="prod-eu"), "worker", SimpleSpanProcessor(exporter))
    with telemetry.tracer.start_as_current_span("sycophancy.score") as span:
        span.set_attribute("sycophancy.exchanges", 7)
    telemetry.close()
    [span_read] = exporter.get_finished_spans()
    assert span_read.name == "sycophancy.score"
    assert span_read.attributes == {"sycophancy.exchanges": 7}
    resource: Mapping[str, object] = span_read.resource.attributes
    assert resource["service.name"] == "sycophancy-monitor"
    assert resource["service.namespace"] == "prod-eu"
    assert resource["sycophancy.roles"] == "worker"


def traffic_config(broker: EmbeddedBroker) -> Config:
    return Config(
        instance="prod-eu",
        kafka=KafkaSettings(bootstrap_servers=(broker.bootstrap,), partitions=1),
        intake=IntakeSettings(
            sources=(IntakeSource(topic="llm-traffic", format="native", target="chat"),),
            sample_ratio=1.0,
        ),
        targets={"chat": TargetSettings(endpoint="http://127.0.0.1:9/v1", model="m")},
    )


def wait_for_verdicts(config: Config, number: int) -> int:
    """How many verdicts came, of so many that should."""
    log = LogReader(config.kafka, [Topics(config.instance).verdicts], "tests")
    deadline = Deadline.after(SystemClock(), 20)
    found = 0
    while found < number and not deadline.passed():
        found += len(log.poll(0.2))
    log.close()
    return found


@pytest.mark.broker
def test_the_stages_make_spans_without_text(tmp_path: Path) -> None:
    said = b"""{"model": "chat-7", "conversation": "xyzzy-1", "messages": [
        {"role": "user", "content": "xyzzy-2"}, {"role": "assistant", "content": "xyzzy-3"}]}"""
    exporter = InMemorySpanExporter()
    with EmbeddedBroker(tmp_path) as broker:
        config = traffic_config(broker)
        telemetry = Telemetry(config, "intake,worker", SimpleSpanProcessor(exporter))
        ensure_topics(
            config.kafka, [*topic_specs(config), TopicSpec("llm-traffic", 1, 1, {})], "tests"
        )
        metrics = ProcessMetrics(CollectorRegistry(), config)
        outfit = Outfit(config, SystemClock(), metrics, telemetry.tracer, Event())
        roles: list[Role] = [IntakeRole(outfit, DECODERS), WorkerRole(outfit, make_scorers(None))]
        threads = [Thread(target=role.run) for role in roles]
        for thread in threads:
            thread.start()
        writer = Writer(config.kafka, "tests")
        writer.send("llm-traffic", None, said)
        writer.send(outfit.topics.exchanges, None, exchange().encode())
        writer.flush(Deadline.after(SystemClock(), 10))
        found = wait_for_verdicts(config, 2)
        outfit.stop.set()
        for thread in threads:
            thread.join()
        writer.close()
        telemetry.close()
    assert found == 2
    spans = exporter.get_finished_spans()
    assert {span.name for span in spans} == {"sycophancy.intake", "sycophancy.score"}
    written = "".join(span.to_json() for span in spans)
    for text in ("xyzzy", "chat-7", "Paris", "capital of"):
        assert text not in written
