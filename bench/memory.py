"""Resident memory of the sidecar roles while they read round after round of live traffic."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import yaml
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bench import traffic
from bench.report import Figure, Limit, Section, Side
from monitor.exchange import LIVE_ARM
from monitor.settings.kafka import KafkaSettings
from monitor.streams.embedded import EmbeddedBroker, with_parent
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply

SIZE = Limit(Side.BELOW, 150.0)
FLAT = Limit(Side.AT_MOST, 0.05)
MEGABYTE = 1_000_000

ROUNDS = 5
SIDECAR = "intake,prober,exporter"
WORKER = "worker"

_ROOT = Path(__file__).parents[1]
_WAIT_SECONDS = 300.0
_STOP_SECONDS = 30.0
_SCRAPE_SECONDS = 1.0
_REST_SECONDS = 12
_PLAN_SECONDS = 20
"""A canary run starts as often, so that the prober works in each round too."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes: resident now, and the most that were."""

    resident: int
    peak: int


def memory_of(status: str) -> Memory:
    """From the text of `/proc/PID/status`."""
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    kilobytes = [int(fields[name].split()[0]) for name in ("VmRSS", "VmHWM")]
    return Memory(*(1024 * size for size in kilobytes))


def _answer(messages: Messages) -> ScriptedReply:
    return ScriptedReply(text="I am sure. Answer: A" if messages else "")


def _config(bootstrap: str, endpoint: str) -> Mapping[str, Any]:
    return {
        "instance": "bench",
        "kafka": {"bootstrap_servers": [bootstrap], "embedded": True},
        "targets": {"assistant": {"endpoint": endpoint, "model": "scripted-1"}},
        "intake": {"sources": [{"topic": traffic.TOPIC, "target": "assistant"}]},
        "plans": {
            "canary": {
                "target": "assistant",
                "suite": "standard-1",
                "every_seconds": _PLAN_SECONDS,
                "deadline_seconds": _PLAN_SECONDS,
            }
        },
        "exporter": {"snapshot_seconds": 5},
    }


class Process:
    """One `sycomon run`, and what it says of itself."""

    def __init__(self, started: "subprocess.Popen[bytes]", port_file: Path, log: Path) -> None:
        self._started = started
        self._port_file = port_file
        self._log = log

    def check(self) -> None:
        """Raises `RuntimeError` with the end of its log when it has ended."""
        if self._started.poll() is not None:
            tail = self._log.read_text(encoding="utf-8", errors="replace")[-2000:]
            raise RuntimeError(f"sycomon ended with {self._started.returncode}:\n{tail}")

    def memory(self) -> Memory:
        self.check()
        return memory_of(Path(f"/proc/{self._started.pid}/status").read_text(encoding="utf-8"))

    def cpu_seconds(self) -> float:
        """Of user and system, since it began."""
        self.check()
        fields = Path(f"/proc/{self._started.pid}/stat").read_text(encoding="utf-8").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def samples(self) -> list[Sample]:
        """All of /metrics; nothing before it listens."""
        self.check()
        if not self._port_file.is_file():
            return []
        port = self._port_file.read_text(encoding="utf-8").strip()
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as reply:
            text = reply.read().decode()
        return [s for family in text_string_to_metric_families(text) for s in family.samples]


def total(samples: Sequence[Sample], name: str, **labels: str) -> int:
    """The sum of one metric over the series with these labels."""
    return int(
        sum(s.value for s in samples if s.name == name and labels.items() <= s.labels.items())
    )


@contextmanager
def running(roles: str, config: Path) -> Iterator[Process]:
    port_file = config.with_name(f"{roles}.port")
    log = config.with_name(f"{roles}.log")
    command = [sys.executable, "-m", "monitor.cli.main", "run", "--config", str(config)]
    command += ["--roles", roles, "--port", "0", "--port-file", str(port_file)]
    with log.open("wb") as output:
        started = subprocess.Popen(
            with_parent(command), cwd=_ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        yield Process(started, port_file, log)
    finally:
        started.send_signal(signal.SIGTERM)
        try:
            started.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def _has_played(seen: Sequence[Sample]) -> bool:
    """Whether the prober has ended a canary run."""
    return total(seen, "sycophancy_probe_runs_total") > 0


def _has_read(records: int) -> Callable[[Sequence[Sample]], bool]:
    """Whether so many records were read, and every exchange that was kept of them has come back
    from the worker into the exporter's counters."""

    def holds(seen: Sequence[Sample]) -> bool:
        kept = total(seen, "sycophancy_intake_kept_total")
        judged = total(seen, "sycophancy_trials_total", family=LIVE_ARM)
        passed = total(seen, "sycophancy_unscored_total", family=LIVE_ARM)
        read = total(seen, "sycophancy_intake_records_total")
        return read >= records and judged + passed == kept > 0

    return holds


def wait(
    scraped: Process, beside: Process, what: str, holds: Callable[[Sequence[Sample]], bool]
) -> None:
    """Scrape until it holds; raises `TimeoutError` when that takes for ever."""
    give_up = time.monotonic() + _WAIT_SECONDS
    while not holds(scraped.samples()):
        beside.check()
        if time.monotonic() > give_up:
            raise TimeoutError(f"{what}: more than {_WAIT_SECONDS:.0f} s")
        time.sleep(_SCRAPE_SECONDS)


def _at_rest(process: Process) -> Memory:
    """The lowest of what is seen while nothing comes in: a canary run may be under way."""
    seen = []
    for _ in range(_REST_SECONDS):
        time.sleep(1.0)
        seen.append(process.memory())
    return Memory(min(m.resident for m in seen), max(m.peak for m in seen))


def run() -> Section:
    """Each round: new records, all of them read, a rest, and then a look at the process.

    Before the first round a canary run is played, so that every role has loaded what it needs.
    """
    with (
        tempfile.TemporaryDirectory(prefix="sycomon-bench-") as folder,
        EmbeddedBroker(Path(folder) / "broker") as broker,
        ScriptedModelServer(_answer) as model,
    ):
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,))
        traffic.create_topic(kafka)
        config = Path(folder) / "bench.yaml"
        config.write_text(yaml.safe_dump(_config(broker.bootstrap, model.url)), encoding="utf-8")
        seen = []
        with running(SIDECAR, config) as sidecar, running(WORKER, config) as worker:
            wait(sidecar, worker, "the first canary run", _has_played)
            for number in range(ROUNDS):
                traffic.produce(kafka, number)
                read = _has_read((number + 1) * traffic.RECORDS)
                wait(sidecar, worker, f"round {number + 1}", read)
                traffic.delete_all(kafka)
                seen.append(_at_rest(sidecar))
            played = total(sidecar.samples(), "sycophancy_probe_runs_total")
    return Section("memory", figures(seen, played))


def figures(seen: Sequence[Memory], played: int) -> tuple[Figure, ...]:
    """From the sidecar's memory after each round, and the canary runs that it played."""
    resident = [memory.resident / MEGABYTE for memory in seen]
    growth = max(resident) / min(resident) - 1
    after = f"after each of {len(seen)} rounds of {traffic.RECORDS:,} records"
    return (
        *(
            Figure(f"resident, round {number}", "MB", (size,), limit=SIZE)
            for number, size in enumerate(resident, start=1)
        ),
        Figure("spread", "", (growth,), f"highest over lowest, {after}", FLAT),
        Figure("peak", "MB", (max(memory.peak for memory in seen) / MEGABYTE,), "at any moment"),
        Figure("canary runs meanwhile", "runs", (float(played),)),
    )
