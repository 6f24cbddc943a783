"""The prober: due runs in, canary exchanges out."""

import asyncio
import logging
import queue
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from threading import Thread

from monitor import own_traffic
from monitor.clock import Clock, Deadline
from monitor.endpoint import Endpoint, MeasuredEndpoint, Reply
from monitor.errors import FormatError, NewerSchemaError, WorldError
from monitor.exchange import Exchange
from monitor.metrics import PROBE_OK, ProbeRunResult
from monitor.plan import Run
from monitor.play import (
    Trial,
    canary_exchange,
    exchange_id,
    first_messages,
    play,
    trials,
    without_text,
)
from monitor.record import Partition, RawRecord
from monitor.roles.role import (
    FLUSH_SECONDS,
    LAST_FLUSH_SECONDS,
    POLL_SECONDS,
    Outfit,
    if_reachable,
    keep_going,
)
from monitor.settings.endpoints import TargetSettings
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.offsets import OffsetTracker
from monitor.streams.topics import MAX_VALUE_BYTES
from monitor.streams.writer import Writer
from probes.catalog import AnyProbe, AnySuite, load_suite
from probes.items import ItemError

log = logging.getLogger(__name__)

EndpointMaker = Callable[[TargetSettings, Clock], Endpoint]

_CLOCK_SKEW_SECONDS = 300.0
"""How far apart our clocks and the broker's may be when a run's exchanges are looked for."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A run that this prober has taken up, and where its record stands."""

    record: RawRecord
    run: Run
    deadline: Deadline
    future: "Future[None]"


def unplayable(
    run: Run, target: TargetSettings | None, probe: AnyProbe | None, now: float
) -> str | None:
    """Why this process cannot or should not play a run; null when it can."""
    if target is None:
        return f"target {run.target!r} is not in this configuration"
    if probe is None:
        return f"family {run.family!r} is not known to this version"
    unknown = sorted(set(run.arms) - set(probe.arms))
    if unknown:
        return f"arms {', '.join(unknown)} are not known to this version"
    if now >= run.expires:
        return "the next run was due before anybody took it up"
    return None


class ProberRole:
    """Reads due runs in the group `prober` and plays them, several at once.

    The first messages of a run are announced on the state topic before anything is sent.
    An exchange is written when its arms are complete; the run's record is committed when all
    of its exchanges have arrived. A run that another prober left half-done is gone on with:
    the exchanges it wrote are not asked again.

    The Kafka clients belong to this loop; the endpoints to one asyncio thread. Between them
    go futures and one queue of finished exchanges.
    """

    def __init__(
        self, outfit: Outfit, probes: Mapping[str, AnyProbe], make_endpoint: EndpointMaker
    ) -> None:
        config = outfit.config
        self._outfit = outfit
        self._probes = probes
        self._make_endpoint = make_endpoint
        self._reader = GroupReader(
            config.kafka, outfit.topics.group("prober"), [outfit.topics.plans], "sycomon-prober"
        )
        self._log = LogReader(config.kafka, [outfit.topics.exchanges], "sycomon-prober-log")
        self._writer = Writer(config.kafka, "sycomon-prober")
        self._tracker = OffsetTracker()
        self._playing: dict[str, Playing] = {}
        self._finished: queue.SimpleQueue[Exchange] = queue.SimpleQueue()
        self._unwritten: list[Exchange] = []
        self._assignments = 0
        self._committed: dict[Partition, int] = {}
        self._loop = asyncio.new_event_loop()
        self._endpoints: dict[str, Endpoint] = {}

    def run(self) -> None:
        """The loop."""
        thread = Thread(target=self._loop.run_forever, name="prober-endpoints", daemon=True)
        thread.start()
        try:
            keep_going(self._outfit, self._step, self._recover)
            if_reachable(
                "the last exchanges are asked again",
                partial(self._write_finished, LAST_FLUSH_SECONDS),
            )
        finally:
            self._close(thread)

    def _close(self, thread: Thread) -> None:
        for playing in self._playing.values():
            playing.future.cancel()
        for endpoint in self._endpoints.values():
            asyncio.run_coroutine_threadsafe(endpoint.close(), self._loop).result(timeout=5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        thread.join(timeout=5)
        if not thread.is_alive():
            self._loop.close()
        for client in (self._writer, self._reader, self._log):
            client.close()

    def _recover(self) -> None:
        """Records that were not committed come again; runs in hand go on and are known by id."""
        self._track_anew()
        self._reader.rewind()

    def _track_anew(self) -> None:
        """Everything that is not committed is delivered again, to whoever owns it now."""
        self._committed = {}
        self._tracker.forget()

    def _step(self) -> bool:
        records = self._reader.poll(POLL_SECONDS)
        if self._assignments != self._reader.assignments:
            self._assignments = self._reader.assignments
            self._track_anew()
        for record in records:
            self._tracker.begin(record)
            self._take_up(record)
        wrote = self._write_finished()
        self._end_runs()
        self._commit()
        return bool(records) or wrote

    def _commit(self) -> None:
        following = self._tracker.committable()
        if following != self._committed:
            self._reader.commit(following)
            self._committed = following

    def _take_up(self, record: RawRecord) -> None:
        try:
            run = Run.decode(record.value)
        except NewerSchemaError as error:
            raise WorldError(f"{record.topic}/{record.offset}: {error}") from error
        except FormatError as error:
            log.warning("%s/%d is no run: %s", record.topic, record.offset, error)
            self._tracker.end(record)
            return
        known = self._playing.get(run.run)
        if known is not None:
            # Delivered again, or scheduled twice: the second record has nothing of its own.
            if record != known.record:
                self._tracker.end(record)
            return
        target = self._outfit.config.targets.get(run.target)
        probe = self._probes.get(run.family)
        fault = unplayable(run, target, probe, self._outfit.clock.now())
        if fault is None and target is not None and probe is not None:
            try:
                today = datetime.fromtimestamp(self._outfit.clock.now(), UTC).date()
                suite = load_suite(run.family, run.suite, today, run.run)
                self._start(record, run, suite, target, probe)
                return
            except ItemError as error:
                fault = str(error)
        log.error("run %s is not played: %s", run.run, fault)
        self._count_run(run, ProbeRunResult.STOPPED)
        self._tracker.end(record)

    def _start(
        self, record: RawRecord, run: Run, suite: AnySuite, target: TargetSettings, probe: AnyProbe
    ) -> None:
        done = self._written_ids(run)
        waiting = [t for t in trials(suite, run) if exchange_id(run, t) not in done]
        self._announce(probe, waiting, run.arms)
        endpoint = self._endpoints.get(run.target)
        if endpoint is None:
            made = self._make_endpoint(target, self._outfit.clock)
            endpoint = MeasuredEndpoint(made, partial(self._observe, run.target))
            self._endpoints[run.target] = endpoint
        log.info(
            "run %s: %d of %d exchanges to play", run.run, len(waiting), len(waiting) + len(done)
        )
        deadline = Deadline.after(self._outfit.clock, run.deadline_seconds)
        future = asyncio.run_coroutine_threadsafe(
            self._play_all(run, suite, waiting, probe, endpoint, deadline, target), self._loop
        )
        self._playing[run.run] = Playing(record, run, deadline, future)

    def _written_ids(self, run: Run) -> set[str]:
        """Ids of the exchanges of this run that are on the topic already."""
        prefix = f"probe/{run.run}/".encode()
        self._log.seek(self._log.since(run.created - _CLOCK_SKEW_SECONDS))
        records = self._log.read_to(self._log.ends(), self._outfit.stop.is_set)
        return {r.key.decode() for r in records if r.key is not None and r.key.startswith(prefix)}

    def _announce(self, probe: AnyProbe, waiting: list[Trial], arms: tuple[str, ...]) -> None:
        topic = self._outfit.topics.state
        for text in first_messages(probe, waiting, arms):
            key = f"{own_traffic.KEY_PREFIX}{own_traffic.text_hash(text)}"
            self._writer.send(topic, key.encode(), b"{}")
        self._writer.flush(Deadline.after(self._outfit.clock, FLUSH_SECONDS))

    async def _play_all(
        self,
        run: Run,
        suite: AnySuite,
        waiting: list[Trial],
        probe: AnyProbe,
        endpoint: Endpoint,
        deadline: Deadline,
        target: TargetSettings,
    ) -> None:
        turnstile = asyncio.Semaphore(target.concurrency)

        async def play_one(trial: Trial) -> None:
            async with turnstile:
                with self._outfit.span("sycophancy.probe") as span:
                    span.set_attribute("sycophancy.run", run.run)
                    span.set_attribute("sycophancy.item", trial.item.id)
                    arms = await play(probe, trial, run.arms, endpoint, deadline)
            self._finished.put(canary_exchange(run, suite, trial, arms, target.labels))

        await asyncio.gather(*(play_one(trial) for trial in waiting))

    def _count_run(self, run: Run, result: ProbeRunResult) -> None:
        self._outfit.metrics.probe_runs.labels(run.target, run.family, result.value).inc()

    def _observe(self, target: str, reply: Reply) -> None:
        result = reply.failure.value if reply.failure is not None else PROBE_OK
        self._outfit.metrics.probe_requests.labels(target, result).inc()
        self._outfit.metrics.probe_request_seconds.labels(target).observe(
            max(0.0, reply.ended - reply.started)
        )

    def _write_finished(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Exchanges stay in hand until they have arrived, whatever the broker does."""
        while not self._finished.empty():
            self._unwritten.append(self._finished.get())
        for exchange in self._unwritten:
            value = exchange.encode()
            if len(value) > MAX_VALUE_BYTES:
                value = without_text(exchange).encode()
            self._writer.send(self._outfit.topics.exchanges, exchange.id.encode(), value)
        if not self._unwritten:
            return False
        self._writer.flush(Deadline.after(self._outfit.clock, seconds))
        self._unwritten = []
        return True

    def _end_runs(self) -> None:
        for playing in [p for p in self._playing.values() if p.future.done()]:
            if not self._finished.empty():
                return  # its last exchanges are written in the next step
            playing.future.result()
            self._tracker.end(playing.record)
            del self._playing[playing.run.run]
            late = playing.deadline.passed()
            self._count_run(playing.run, ProbeRunResult.DEADLINE if late else ProbeRunResult.PLAYED)
