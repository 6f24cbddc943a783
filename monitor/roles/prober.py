"""The prober: due runs in, canary exchanges out."""

import logging
import os
import socket
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from monitor import own_traffic
from monitor.clock import Deadline
from monitor.errors import FormatError, NewerSchemaError, WorldError
from monitor.exchange import Exchange
from monitor.metrics import ProbeRunResult
from monitor.pauses import said
from monitor.plan import Run
from monitor.play import (
    Trial,
    exchange_id,
    first_messages,
    trials,
    without_text,
)
from monitor.record import Partition, RawRecord
from monitor.roles.bulletin import Bulletin
from monitor.roles.gate import Gate
from monitor.roles.holding import pause_of, pause_of_plan, rest_of
from monitor.roles.lookout import Lookout
from monitor.roles.role import (
    FLUSH_SECONDS,
    LAST_FLUSH_SECONDS,
    POLL_SECONDS,
    Outfit,
    if_reachable,
    keep_going,
)
from monitor.roles.spending import Spending
from monitor.roles.stage import EndpointMaker, Part, Stage
from monitor.settings.endpoints import TargetSettings
from monitor.status import ProberBoard
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.offsets import OffsetTracker
from monitor.streams.topics import MAX_VALUE_BYTES
from monitor.streams.writer import Writer
from probes.catalog import AnyProbe, AnySuite, load_suite
from probes.items import ItemError

log = logging.getLogger(__name__)

_CLOCK_SKEW_SECONDS = 300.0
"""How far apart our clocks and the broker's may be when a run's exchanges are looked for."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A run that this prober has taken up, and where its record stands."""

    record: RawRecord
    run: Run
    deadline: Deadline
    gate: Gate
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

    The Kafka clients belong to this loop; the endpoints to one asyncio thread, the stage.
    """

    def __init__(
        self,
        outfit: Outfit,
        probes: Mapping[str, AnyProbe],
        make_endpoint: EndpointMaker,
        board: ProberBoard,
    ) -> None:
        config = outfit.config
        self._outfit = outfit
        self._probes = probes
        self._reader = GroupReader(
            config.kafka, outfit.topics.group("prober"), [outfit.topics.plans], "sycomon-prober"
        )
        self._log = LogReader(config.kafka, [outfit.topics.exchanges], "sycomon-prober-log")
        self._writer = Writer(config.kafka, "sycomon-prober")
        self._tracker = OffsetTracker()
        self._playing: dict[str, Playing] = {}
        self._later: list[RawRecord] = []
        self._unwritten: list[Exchange] = []
        self._assignments = 0
        self._committed: dict[Partition, int] = {}
        prober = f"{socket.gethostname()}-{os.getpid()}-{outfit.clock.now():.6f}"
        self._spending = Spending(config, outfit.clock, outfit.metrics, prober)
        self._bulletin = Bulletin(outfit, self._writer, self._spending)
        self._stage = Stage(outfit, make_endpoint, self._spending)
        self._lookout = Lookout(outfit, self._bulletin, self._spending, self._stage.halt, board)

    def run(self) -> None:
        """The loop."""
        self._stage.start()
        try:
            keep_going(self._outfit, self._step, self._recover)
            if_reachable(
                "the last exchanges are asked again",
                partial(self._write_finished, LAST_FLUSH_SECONDS),
            )
            if_reachable(
                "what was claimed of budgets counts as spent",
                partial(self._bulletin.release_claims, LAST_FLUSH_SECONDS),
            )
        finally:
            for playing in self._playing.values():
                playing.future.cancel()
            self._stage.close()
            for client in (self._bulletin, self._writer, self._reader, self._log):
                client.close()

    def _recover(self) -> None:
        """Records that were not committed come again; runs in hand go on and are known by id."""
        self._track_anew()
        self._reader.rewind()
        self._bulletin.start_over()

    def _track_anew(self) -> None:
        """Everything that is not committed is delivered again, to whoever owns it now."""
        self._committed = {}
        self._tracker.forget()
        self._later = []

    def _step(self) -> bool:
        records = self._reader.poll(POLL_SECONDS)
        if self._assignments != self._reader.assignments:
            self._assignments = self._reader.assignments
            self._track_anew()
            self._let_go()
        self._lookout.look()
        later, self._later = self._later, []
        for record in records:
            self._tracker.begin(record)
        for record in (*later, *records):
            self._take_up(record)
        self._bulletin.keep_claims({playing.run.plan for playing in self._playing.values()})
        self._stage.wake()
        wrote = self._write_finished()
        self._end_runs()
        self._commit()
        return bool(records) or wrote

    def _let_go(self) -> None:
        """Stop playing the runs of partitions that others own now: they play them to the end."""
        owned = self._reader.owned()
        for playing in [*self._playing.values()]:
            if playing.record.at() not in owned:
                log.info("run %s is left to another prober", playing.run.run)
                playing.future.cancel()
                del self._playing[playing.run.run]

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
        if any(playing.run.plan == run.plan for playing in self._playing.values()):
            # One run of a plan at a time, whatever the clocks say: all of them stand in one
            # partition, and it is ours.
            self._later.append(record)
            return
        target = self._outfit.config.targets.get(run.target)
        probe = self._probes.get(run.family)
        fault = unplayable(run, target, probe, self._outfit.clock.now())
        ended = ProbeRunResult.STOPPED
        if fault is None and target is not None and probe is not None:
            held = self._held(run)
            if held is None:
                try:
                    today = datetime.fromtimestamp(self._outfit.clock.now(), UTC).date()
                    suite = load_suite(run.family, run.suite, today, run.run)
                    self._start(record, run, suite, target, probe)
                    return
                except ItemError as error:
                    fault = str(error)
            else:
                ended, fault = held
        level = logging.ERROR if ended is ProbeRunResult.STOPPED else logging.INFO
        log.log(level, "run %s is not played: %s", run.run, fault)
        self._count_run(run, ended)
        self._tracker.end(record)

    def _held(self, run: Run) -> tuple[ProbeRunResult, str] | None:
        """Why a run is not even begun at present, and what it counts as."""
        config, state = self._outfit.config, self._bulletin.state
        now, is_stopped = self._outfit.clock.now(), self._stage.halt.is_stopped()
        pause = pause_of_plan(config, run.plan) or pause_of(
            config, state, run.target, is_stopped, now
        )
        if pause is not None:
            return ProbeRunResult.PAUSED, str(pause)
        rest = rest_of(state, run.target, now)
        if rest is not None and rest.is_past(now + run.seconds_left(now)):
            return ProbeRunResult.RESTING, str(rest)
        return None

    def _start(
        self, record: RawRecord, run: Run, suite: AnySuite, target: TargetSettings, probe: AnyProbe
    ) -> None:
        done = self._written_ids(run)
        waiting = [t for t in trials(suite, run) if exchange_id(run, t) not in done]
        self._announce(probe, waiting, run.arms)
        log.info(
            "run %s: %d of %d exchanges to play", run.run, len(waiting), len(waiting) + len(done)
        )
        seconds = run.seconds_left(self._outfit.clock.now())
        deadline = Deadline.after(self._outfit.clock, seconds)
        part = Part(run, suite, waiting, probe, target, deadline)
        is_careful = run.target in self._bulletin.state.rests
        gate, future = self._stage.play(part, is_careful)
        self._playing[run.run] = Playing(record, run, deadline, gate, future)

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

    def _count_run(self, run: Run, result: ProbeRunResult) -> None:
        self._outfit.metrics.probe_runs.labels(run.target, run.family, result.value).inc()

    def _write_finished(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Exchanges stay in hand until they have arrived, whatever the broker does."""
        while not self._stage.finished.empty():
            self._unwritten.append(self._stage.finished.get())
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
            if not self._stage.finished.empty():
                return  # its last exchanges are written in the next step
            playing.future.result()
            self._tell(playing)
            self._tracker.end(playing.record)
            del self._playing[playing.run.run]
            late = playing.deadline.passed()
            in_time = ProbeRunResult.DEADLINE if late else ProbeRunResult.PLAYED
            self._count_run(playing.run, playing.gate.ended or in_time)

    def _tell(self, playing: Playing) -> None:
        """What all probers should know of how a run went."""
        run, gate = playing.run, playing.gate
        if gate.ended is ProbeRunResult.OVER_BUDGET:
            ends = said(self._spending.today(run.plan).end)
            log.warning("run %s: today's budget of plan %s is spent, until %s",
                run.run, run.plan, ends,
            )  # fmt: skip
        if gate.ended is ProbeRunResult.ENDPOINT_FAILED:
            self._bulletin.tell_failed(run.target)
            self._lookout.hurry()  # before the next run of this target is taken up
        elif gate.answered:
            self._bulletin.tell_well(run.target)
            self._lookout.hurry()
