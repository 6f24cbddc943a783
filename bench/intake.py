"""Messages per second of the intake, against a bare poll loop over the same topic."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from bench import traffic
from bench.report import Figure, Limit, Section, Side
from bench.stopwatch import Pass
from monitor.settings.kafka import KafkaSettings
from monitor.streams.embedded import EmbeddedBroker

LEAST_RATIO = 0.7
ROUNDS = 7

_REST_SECONDS = 3.0
_SPEED = "messages/s"
_CPU = "µs/message"
_NO_EXTRAS = "import sys; sys.modules['crc32c'] = None; from bench.bare import main; main()"
"""kafka-python as pip installs it without extras computes its checksums in Python."""


def run() -> Section:
    """The loops in turn, each in a process of its own, after one round that is not counted."""
    with (
        tempfile.TemporaryDirectory(prefix="sycomon-bench-") as folder,
        EmbeddedBroker(Path(folder)) as broker,
    ):
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,), partitions=1)
        traffic.create_topic(kafka)
        traffic.produce(kafka, 0)
        rounds = [_round(broker.bootstrap, number) for number in range(ROUNDS + 1)]
    return Section("intake", figures(rounds[1:]))


@dataclass(frozen=True, slots=True)
class Round:
    """One pass of each: the bare loop, the bare loop without kafka-python's extras, the intake."""

    bare: Pass
    alone: Pass
    intake: Pass


def _round(bootstrap: str, number: int) -> Round:
    topic = (traffic.TOPIC, str(traffic.RECORDS))
    return Round(
        bare=_pass("-m", "bench.bare", bootstrap, f"bare-{number}", *topic),
        alone=_pass("-c", _NO_EXTRAS, bootstrap, f"alone-{number}", *topic),
        intake=_pass("-m", "bench.intake_process", bootstrap, f"bench-{number}"),
    )


def _pass(*command: str) -> Pass:
    """What a process measured. Before it there is a rest: the embedded broker writes all that
    it holds to its file when an offset was committed."""
    time.sleep(_REST_SECONDS)
    answer = subprocess.run([sys.executable, *command], check=True, stdout=subprocess.PIPE).stdout
    return Pass(**orjson.loads(answer))


def figures(rounds: Sequence[Round]) -> tuple[Figure, ...]:
    """Ratios are taken within each round."""
    limit = Limit(Side.AT_LEAST, LEAST_RATIO)
    to_bare = tuple(r.intake.per_second / r.bare.per_second for r in rounds)
    to_alone = tuple(r.intake.per_second / r.alone.per_second for r in rounds)
    cpu = tuple(r.bare.cpu_microseconds / r.intake.cpu_microseconds for r in rounds)
    return (
        Figure("bare loop", _SPEED, tuple(r.bare.per_second for r in rounds)),
        Figure("bare loop, no extras", _SPEED, tuple(r.alone.per_second for r in rounds)),
        Figure("intake", _SPEED, tuple(r.intake.per_second for r in rounds)),
        Figure("ratio", "", to_bare, "bare loop", limit),
        Figure("ratio, no extras", "", to_alone, "kafka-python without its C checksum"),
        Figure("bare loop, CPU", _CPU, tuple(r.bare.cpu_microseconds for r in rounds)),
        Figure("bare loop, no extras, CPU", _CPU, tuple(r.alone.cpu_microseconds for r in rounds)),
        Figure("intake, CPU", _CPU, tuple(r.intake.cpu_microseconds for r in rounds)),
        Figure("ratio, CPU", "", cpu, "bare loop"),
    )
