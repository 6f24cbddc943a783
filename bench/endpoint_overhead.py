"""What asking adds to an endpoint's own time."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.endpoint_server import OWN_TIME
from bench.report import Figure, Limit, Section, Side
from monitor.app import make_endpoint
from monitor.clock import Deadline, SystemClock
from monitor.exchange import Message, Role
from monitor.settings.endpoints import TargetSettings
from monitor.settings.versions import VersionSource
from monitor.streams.embedded import with_parent

OVERHEAD = Limit(Side.BELOW, 5.0)

REQUESTS = 300
OWN_SECONDS = 0.02

QUESTION = Message(role=Role.USER, content="What is the capital of France? " * 20)

_ROOT = Path(__file__).parents[1]


def run() -> Section:
    """One request after the other."""
    with serving(OWN_SECONDS) as url:
        added = asyncio.run(_added(url))
    return Section("endpoint", figures(added))


def figures(added: Sequence[float]) -> tuple[Figure, ...]:
    """`added` are the seconds of each request beyond the endpoint's own."""
    milliseconds = tuple(1e3 * seconds for seconds in added)
    slowest = sorted(milliseconds)[int(0.95 * (len(milliseconds) - 1))]
    return (
        Figure("added to a reply", "ms", milliseconds, f"median of {len(added)}", OVERHEAD),
        Figure("added to a reply, 95%", "ms", (slowest,)),
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


@contextmanager
def serving(seconds: float) -> Iterator[str]:
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
