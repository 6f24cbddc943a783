"""`python -m bench.endpoint_load URL TARGETS SECONDS`: a process with all that a prober loads, that
asks many targets without a pause. It prints a line of JSON: what it took."""

import asyncio
import gc
import json
import sys
import time
from collections import Counter
from pathlib import Path

from bench.endpoint_server import allow_many_sockets
from bench.memory import memory_of
from monitor import app
from monitor.clock import Deadline, SystemClock
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.exchange import Message, Role
from monitor.memory import give_back_large_buffers
from monitor.settings.endpoints import TargetSettings

QUESTION = Message(role=Role.USER, content="What is the capital of France? " * 20)


async def _ask_all(url: str, targets: int, seconds: float) -> Counter[str]:
    clock = SystemClock()
    settings = [TargetSettings(endpoint=url, model=f"m-{number}") for number in range(targets)]
    endpoints = [app.make_endpoint(one, clock) for one in settings]
    until = Deadline.after(clock, seconds)
    said: Counter[str] = Counter()

    async def ask_on(endpoint: OpenAIEndpoint) -> None:
        while not until.passed():
            reply = await endpoint.ask([QUESTION], Deadline.after(clock, 60))
            said[str(reply.failure)] += 1

    askers = [ask_on(one) for one in endpoints for _ in range(settings[0].concurrency)]
    await asyncio.gather(*askers)
    for one in endpoints:
        await one.close()
    return said


def main() -> None:
    """Gives what it took and what came of it."""
    url, targets, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    allow_many_sockets()
    give_back_large_buffers()
    gc.freeze()
    wall, cpu = time.perf_counter(), time.process_time()
    said = asyncio.run(_ask_all(url, targets, seconds))
    found = {
        "wall_seconds": time.perf_counter() - wall,
        "cpu_seconds": time.process_time() - cpu,
        "peak_bytes": memory_of(Path("/proc/self/status").read_text(encoding="utf-8")).peak,
        "said": said,
    }
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
