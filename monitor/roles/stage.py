"""The thread that speaks to endpoints: runs are played there, several at once."""

import asyncio
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

from monitor.charges import Tariff
from monitor.clock import Clock, Deadline
from monitor.endpoint import Endpoint, MeasuredEndpoint, Reply
from monitor.endpoints.courtesy import Courtesy
from monitor.endpoints.patience import PatientEndpoint
from monitor.exchange import Exchange
from monitor.metrics import PROBE_OK
from monitor.plan import Run
from monitor.play import Trial, canary_exchange, play, unasked
from monitor.roles.gate import Access, Gate, Halt, Signal
from monitor.roles.role import Outfit
from monitor.roles.spending import Spending
from monitor.settings.endpoints import TargetSettings
from probes.catalog import AnyProbe, AnySuite

EndpointMaker = Callable[[TargetSettings, Clock], Endpoint]

_CLOSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Part:
    """What is left to be played of a run."""

    run: Run
    suite: AnySuite
    waiting: Sequence[Trial]
    probe: AnyProbe
    target: TargetSettings
    deadline: Deadline


class Stage:
    """One asyncio loop in a thread of its own, and what all runs of a target share there: the
    endpoint, and what they owe it.

    Finished exchanges go into `finished`; nothing else comes out but the futures.
    """

    def __init__(self, outfit: Outfit, make_endpoint: EndpointMaker, spending: Spending) -> None:
        self._outfit = outfit
        self._make_endpoint = make_endpoint
        self._spending = spending
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="prober-endpoints", daemon=True)
        self._accesses: dict[str, Access] = {}
        self._signal = Signal()
        stop_file = outfit.config.prober.stop_file
        self.halt = Halt(Path(stop_file) if stop_file is not None else None)
        self.finished: queue.SimpleQueue[Exchange] = queue.SimpleQueue()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Close the endpoints and end the thread. The futures were cancelled before."""
        for access in self._accesses.values():
            closing = asyncio.run_coroutine_threadsafe(access.endpoint.close(), self._loop)
            closing.result(timeout=_CLOSE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=_CLOSE_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()

    def wake(self) -> None:
        """Have the questions that wait look again: pauses or claims may have changed."""
        self._loop.call_soon_threadsafe(self._signal.fire)

    def forget_rest(self, target: str) -> None:
        """Ask a target again that wanted to be left alone."""
        if target in self._accesses:
            self._accesses[target].courtesy.forget_rest()

    def play(self, part: Part, is_careful: bool) -> tuple[Gate, "Future[None]"]:
        """Begin to play; the gate says how the run fares. `is_careful`: the target failed the
        last time, and the first request goes alone."""
        run = part.run
        gate = Gate(
            run.plan,
            self._access(run.target, part.target),
            self.halt,
            self._spending,
            self._signal,
            self._outfit.clock,
            is_careful,
        )
        return gate, asyncio.run_coroutine_threadsafe(self._play_all(part, gate), self._loop)

    def _access(self, name: str, target: TargetSettings) -> Access:
        if name not in self._accesses:
            made = self._make_endpoint(target, self._outfit.clock)
            self._accesses[name] = Access(
                target=name,
                endpoint=MeasuredEndpoint(made, partial(self._observe, name)),
                courtesy=Courtesy(target.concurrency, self._outfit.clock),
                tariff=Tariff(target, self._outfit.config.prices.get(target.model)),
            )
        return self._accesses[name]

    async def _play_all(self, part: Part, gate: Gate) -> None:
        endpoint = PatientEndpoint(gate, part.target.retries)
        # Not a task for each trial: hundreds of runs may be under way.
        waiting = iter(part.waiting)

        async def play_on() -> None:
            for trial in waiting:
                await self._play_one(part, gate, endpoint, trial)

        async with asyncio.TaskGroup() as tasks:
            for _ in range(part.target.concurrency):
                tasks.create_task(play_on())

    async def _play_one(self, part: Part, gate: Gate, endpoint: Endpoint, trial: Trial) -> None:
        run = part.run
        refusal = gate.refusal(part.deadline)
        if refusal is not None:
            arms = unasked(run.arms, refusal, self._outfit.clock.now())
        else:
            with self._outfit.span("sycophancy.probe") as span:
                span.set_attribute("sycophancy.run", run.run)
                span.set_attribute("sycophancy.item", trial.item.id)
                arms = await play(part.probe, trial, run.arms, endpoint, part.deadline)
        self.finished.put(canary_exchange(run, part.suite, trial, arms, part.target.labels))

    def _observe(self, target: str, reply: Reply) -> None:
        result = reply.failure.value if reply.failure is not None else PROBE_OK
        self._outfit.metrics.probe_requests.labels(target, result).inc()
        self._outfit.metrics.probe_request_seconds.labels(target).observe(
            max(0.0, reply.ended - reply.started)
        )
