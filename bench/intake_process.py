"""The intake as a process, from its first record to its last: what `bench.intake` starts."""

import sys
from dataclasses import asdict
from threading import Event

import orjson
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry, Counter

from bench import traffic
from bench.stopwatch import Pass, Stopwatch, started_by_assignment
from monitor.clock import SystemClock
from monitor.config import Config
from monitor.decoders import IgnoredReason
from monitor.decoders.catalog import DECODERS
from monitor.memory import give_back_large_buffers, keep_what_is_loaded
from monitor.metrics import ProcessMetrics
from monitor.roles.intake import IntakeRole, sampling_key
from monitor.roles.role import Outfit
from monitor.sampling import Sampler
from monitor.settings.endpoints import TargetSettings
from monitor.settings.intake import IntakeSettings, IntakeSource
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.topics import topic_specs

SAMPLE_RATIO = 0.01


class _UntilRead(Event):
    """The sign to stop, which the role looks at after each batch; sets itself at the end."""

    def __init__(self, watch: Stopwatch, read: Counter) -> None:
        super().__init__()
        self._watch = watch
        self._read = read

    def is_set(self) -> bool:
        [counter] = self._read.collect()
        return self._watch.note(int(sum(sample.value for sample in counter.samples)))


def read(bootstrap: str, instance: str) -> Pass:
    """The role as `sycomon run` makes it, with all that it writes; raises `ValueError` when it
    did not keep just the conversations that the sampling keeps."""
    give_back_large_buffers()
    config = _config(KafkaSettings(bootstrap_servers=(bootstrap,), partitions=1), instance)
    ensure_topics(config.kafka, topic_specs(config), "bench")
    registry = CollectorRegistry()
    metrics = ProcessMetrics(registry, config)
    keep_what_is_loaded()
    with started_by_assignment(Stopwatch(traffic.RECORDS)) as watch:
        stop = _UntilRead(watch, metrics.intake_records)
        outfit = Outfit(config, SystemClock(), metrics, NoOpTracer(), stop)
        IntakeRole(outfit, DECODERS).run()
    kept = _count(registry, "sycophancy_intake_kept_total", target="assistant")
    left = _count(registry, "sycophancy_ignored_total", reason=IgnoredReason.SAMPLED_OUT.value)
    if (kept, left) != (expected := _expected(config)):
        raise ValueError(f"the intake kept {kept} and left out {left}; {expected} is right")
    return watch.passed()


def _config(kafka: KafkaSettings, instance: str) -> Config:
    source = IntakeSource(topic=traffic.TOPIC, format="openai_chat", target="assistant")
    target = TargetSettings(endpoint="http://127.0.0.1:9/v1", model="assistant-large")
    return Config(
        instance=instance,
        kafka=kafka,
        intake=IntakeSettings(sources=(source,), sample_ratio=SAMPLE_RATIO),
        targets={"assistant": target},
    )


def _count(registry: CollectorRegistry, name: str, **labels: str) -> int:
    return int(registry.get_sample_value(name, labels) or 0)


def _expected(config: Config) -> tuple[int, int]:
    sampler = Sampler(sampling_key(config.intake), SAMPLE_RATIO)
    kept = sum(sampler.keeps(traffic.conversation(number)) for number in traffic.numbers(0))
    return kept, traffic.RECORDS - kept


def main() -> None:
    """Arguments in, the pass as JSON out."""
    bootstrap, instance = sys.argv[1:]
    print(orjson.dumps(asdict(read(bootstrap, instance))).decode())


if __name__ == "__main__":
    main()
