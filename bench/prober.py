"""What 500 slow targets cost the process that asks them."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.samples import Sample

from bench.endpoint_overhead import serving
from bench.memory import MEGABYTE, running, total, wait
from bench.report import Figure, Limit, Section, Side
from monitor.metrics import PROBE_OK
from monitor.streams.embedded import EmbeddedBroker

MEMORY = Limit(Side.BELOW, 200.0)
CORE = Limit(Side.BELOW, 1.0)
ALL = Limit(Side.AT_LEAST, 1.0)

TARGETS = 500
SLOW_SECONDS = 5.0
MEASURED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Load:
    """What the prober took while it asked; `replies` in all, and those that can be used."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int
    replies: int
    usable: int


def run() -> Section:
    """All targets have a run under way, with two requests each in flight, when it begins."""
    with (
        tempfile.TemporaryDirectory(prefix="sycomon-bench-") as made,
        EmbeddedBroker(Path(made) / "broker") as broker,
        serving(SLOW_SECONDS) as url,
    ):
        config = Path(made) / "sycomon.yaml"
        config.write_text(yaml.safe_dump(_config(broker.bootstrap, url)), encoding="utf-8")
        with running("exporter", config) as exporter, running("prober", config) as prober:
            wait(prober, exporter, "a reply of each target", _have_all_answered)
            before, cpu, began = prober.samples(), prober.cpu_seconds(), time.monotonic()
            time.sleep(MEASURED_SECONDS)  # it works meanwhile
            wall, after = time.monotonic() - began, prober.samples()
            load = Load(
                wall_seconds=wall,
                cpu_seconds=prober.cpu_seconds() - cpu,
                peak_bytes=prober.memory().peak,
                replies=_asked(after) - _asked(before),
                usable=_asked(after, result=PROBE_OK) - _asked(before, result=PROBE_OK),
            )
    return Section("prober", figures(load))


def figures(load: Load) -> tuple[Figure, ...]:
    """Memory, cores, and whether all that was asked was answered."""
    of = f"{TARGETS} targets of {SLOW_SECONDS:g} s, asked twice at once"
    return (
        Figure("peak memory", "MB", (load.peak_bytes / MEGABYTE,), of, MEMORY),
        Figure("cores", "", (load.cpu_seconds / load.wall_seconds,), of, CORE),
        Figure("replies a second", "", (load.replies / load.wall_seconds,), of),
        Figure("usable", "", (load.usable / load.replies,), f"of {load.replies:,}", ALL),
    )


def _config(bootstrap: str, url: str) -> Mapping[str, Any]:
    names = [f"target-{number}" for number in range(TARGETS)]
    return {
        "instance": "bench",
        "kafka": {"bootstrap_servers": [bootstrap], "embedded": True},
        "targets": {name: {"endpoint": url, "model": name} for name in names},
        "plans": {name: {"target": name, "suite": "standard-2"} for name in names},
    }


def _asked(samples: Sequence[Sample], **labels: str) -> int:
    return total(samples, "sycophancy_probe_requests_total", **labels)


def _have_all_answered(samples: Sequence[Sample]) -> bool:
    return len({one.labels["target"] for one in samples if _is_reply(one)}) == TARGETS


def _is_reply(sample: Sample) -> bool:
    return sample.name == "sycophancy_probe_requests_total" and sample.value > 0
