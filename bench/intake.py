"""Messages per second of the intake, against a bare poll loop over the same topic."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from bench import bare, traffic
from bench.report import Figure, Limit, Section, Side
from bench.stopwatch import Pass, Stopwatch, started_by_assignment
from monitor.clock import SystemClock
from monitor.config import Config, IntakeSettings, IntakeSource, KafkaSettings, TargetSettings
from monitor.decoders import Decoded, IgnoredReason
from monitor.decoders.openai_chat import openai_chat
from monitor.metrics import ProcessMetrics
from monitor.record import RawRecord
from monitor.roles.intake import IntakeRole, sampling_key
from monitor.roles.role import Outfit
from monitor.sampling import Sampler
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.topics import topic_specs

SAMPLE_RATIO = 0.01
LEAST_RATIO = 0.7
ROUNDS = 11
_REST_SECONDS = 3.0


class _Counting:
    """The decoder, and how many records it was given."""

    def __init__(self) -> None:
        self.records = 0

    def __call__(self, record: RawRecord) -> "tuple[Decoded, ...]":
        self.records += 1
        return tuple(openai_chat(record))


class _UntilRead(Event):
    """The sign to stop, which the role looks at after each batch; sets itself at the end."""

    def __init__(self, watch: Stopwatch, records: Callable[[], int]) -> None:
        super().__init__()
        self._watch = watch
        self._records = records

    def is_set(self) -> bool:
        return self._watch.note(self._records())


def _config(kafka: KafkaSettings, instance: str) -> Config:
    """A deployment of its own for each round: its group starts at the beginning."""
    source = IntakeSource(topic=traffic.TOPIC, format="openai_chat", target="assistant")
    target = TargetSettings(endpoint="http://127.0.0.1:9/v1", model="assistant-large")
    return Config(
        instance=instance,
        kafka=kafka,
        intake=IntakeSettings(sources=(source,), sample_ratio=SAMPLE_RATIO),
        targets={"assistant": target},
    )


def _bare(kafka: KafkaSettings, name: str) -> Pass:
    with started_by_assignment(Stopwatch(traffic.RECORDS)) as watch:
        bare.read(kafka, name, traffic.TOPIC, watch)
    return watch.passed()


def _intake(kafka: KafkaSettings, name: str) -> Pass:
    """The role as `sycomon run` makes it, with all that it writes; raises `ValueError` when it
    did not keep just the conversations that the sampling keeps."""
    config = _config(kafka, name)
    ensure_topics(kafka, topic_specs(config), "bench")
    registry = CollectorRegistry()
    metrics = ProcessMetrics(registry, config)
    decoder = _Counting()
    with started_by_assignment(Stopwatch(traffic.RECORDS)) as watch:
        stop = _UntilRead(watch, lambda: decoder.records)
        outfit = Outfit(config, SystemClock(), metrics, NoOpTracer(), stop)
        IntakeRole(outfit, {"openai_chat": decoder}).run()
    kept = _count(registry, "sycophancy_intake_kept_total", target="assistant")
    left = _count(registry, "sycophancy_ignored_total", reason=IgnoredReason.SAMPLED_OUT.value)
    if (kept, left) != (expected := _expected(config)):
        raise ValueError(f"the intake kept {kept} and left out {left}; {expected} is right")
    return watch.passed()


def _count(registry: CollectorRegistry, name: str, **labels: str) -> int:
    return int(registry.get_sample_value(name, labels) or 0)


def _expected(config: Config) -> tuple[int, int]:
    sampler = Sampler(sampling_key(config.intake), SAMPLE_RATIO)
    kept = sum(sampler.keeps(traffic.conversation(number)) for number in traffic.numbers(0))
    return kept, traffic.RECORDS - kept


def run() -> Section:
    """Both loops in turn, after one pass of each that is not counted.

    After each pass there is a rest: the embedded broker writes all that it holds to its file
    when an offset was committed.
    """
    with (
        tempfile.TemporaryDirectory(prefix="sycomon-bench-") as folder,
        EmbeddedBroker(Path(folder)) as broker,
    ):
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,), partitions=1)
        traffic.create_topic(kafka)
        traffic.produce(kafka, 0)
        passes = []
        for number in range(ROUNDS + 1):
            time.sleep(_REST_SECONDS)
            plain = _bare(kafka, f"bare-{number}")
            time.sleep(_REST_SECONDS)
            passes.append((plain, _intake(kafka, f"bench-{number}")))
    return Section("intake", figures(passes[1:]))


def figures(passes: list[tuple[Pass, Pass]]) -> tuple[Figure, ...]:
    """From pairs of (bare, intake). Ratios are taken within each pair."""
    by_time = tuple(ours.per_second / plain.per_second for plain, ours in passes)
    by_cpu = tuple(plain.cpu_microseconds / ours.cpu_microseconds for plain, ours in passes)
    return (
        Figure("bare loop", "messages/s", tuple(plain.per_second for plain, _ in passes)),
        Figure("intake", "messages/s", tuple(ours.per_second for _, ours in passes)),
        Figure("ratio", "", by_time, "bare loop, each round", Limit(Side.AT_LEAST, LEAST_RATIO)),
        Figure("bare loop, CPU", "µs/message", tuple(p.cpu_microseconds for p, _ in passes)),
        Figure("intake, CPU", "µs/message", tuple(o.cpu_microseconds for _, o in passes)),
        Figure("ratio, CPU", "", by_cpu, "bare loop, each round"),
    )
