"""What asking adds to an endpoint's own time, and what 500 slow targets cost one process."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.endpoint_load import QUESTION
from bench.endpoint_server import OWN_TIME
from bench.report import Figure, Limit, Section, Side
from monitor.app import make_endpoint
from monitor.clock import Deadline, SystemClock
from monitor.settings.endpoints import TargetSettings
from monitor.settings.versions import VersionSource
from monitor.streams.embedded import with_parent

OVERHEAD = Limit(Side.BELOW, 5.0)
MEMORY = Limit(Side.BELOW, 200.0)
CORE = Limit(Side.BELOW, 1.0)

REQUESTS = 300
OWN_SECONDS = 0.02
TARGETS = 500
SLOW_SECONDS = 5.0
LOAD_SECONDS = 30.0

_ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Load:
    """What a process with many slow targets took; `said` is how often each outcome came."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int
    said: dict[str, int]


def run() -> Section:
    """First one request after the other, then two to each of many targets at once."""
    with _serving(OWN_SECONDS) as url:
        added = asyncio.run(_added(url))
    with _serving(SLOW_SECONDS) as url:
        load = Load(**_loaded(url))
    return Section("endpoint", figures(added, load))


def figures(added: Sequence[float], load: Load) -> tuple[Figure, ...]:
    """`added` are the seconds of each request beyond the endpoint's own."""
    milliseconds = tuple(1e3 * seconds for seconds in added)
    replies = sum(load.said.values())
    answered = load.said.get("None", 0)
    ordered = sorted(milliseconds)
    slowest = ordered[int(0.95 * (len(ordered) - 1))]
    of = f"{TARGETS} targets of {SLOW_SECONDS:g} s, asked twice at once"
    return (
        Figure("added to a reply", "ms", milliseconds, f"median of {len(added)}", OVERHEAD),
        Figure("added to a reply, 95%", "ms", (slowest,)),
        Figure("peak memory", "MB", (load.peak_bytes / 1e6,), of, MEMORY),
        Figure("cores", "", (load.cpu_seconds / load.wall_seconds,), of, CORE),
        Figure("CPU of a reply", "ms", (1e3 * load.cpu_seconds / replies,), of),
        Figure("answered", "", (answered / replies,), f"of {replies:,}", Limit(Side.AT_LEAST, 1.0)),
    )


async def _added(url: str) -> Sequence[float]:
    """Seconds beyond the endpoint's own of each request, the first left out: it connects."""
    clock = SystemClock()
    version = (VersionSource(source="header", name=OWN_TIME),)
    endpoint = make_endpoint(TargetSettings(endpoint=url, model="m", version=version), clock)
    found = []
    for _ in range(REQUESTS + 1):
        started = time.perf_counter()
        reply = await endpoint.ask([QUESTION], Deadline.after(clock, 60))
        took = time.perf_counter() - started
        found.append(took - float(reply.version or "nan"))
    await endpoint.close()
    return found[1:]


def _loaded(url: str) -> dict[str, Any]:
    arguments = [url, str(TARGETS), f"{LOAD_SECONDS:g}"]
    command = [sys.executable, "-m", "bench.endpoint_load", *arguments]
    done = subprocess.run(
        with_parent(command), cwd=_ROOT, stdout=subprocess.PIPE, check=True, timeout=300
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@contextmanager
def _serving(seconds: float) -> Iterator[str]:
    """The base URL of an endpoint that takes so long."""
    command = [sys.executable, "-m", "bench.endpoint_server", f"{seconds:g}"]
    with subprocess.Popen(
        with_parent(command), cwd=_ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            if server.stdout is None:
                raise RuntimeError("the server has no output")
            yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
        finally:
            server.kill()
