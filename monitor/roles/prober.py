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
from monitor.budgets import DayOfPlan
from monitor.clock import Deadline
from monitor.config import Config
from monitor.errors import FormatError, InputError, NewerSchemaError, WorldError
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
from monitor.roles.holding import Hold, hold_of
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
from monitor.status import ProberBoard, WaitingStatus
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.offsets import OffsetTracker
from monitor.streams.topics import MAX_VALUE_BYTES
from monitor.streams.writer import Writer
from probes.catalog import AnyProbe, AnySuite, load_suite
from probes.items import ItemError

log = logging.getLogger(__name__)

_CLOCK_SKEW_SECONDS = 300.0
"""How far apart our clocks and the broker's may be."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A run that this prober has taken up, and where its record stands."""

    record: RawRecord
    run: Run
    deadline: Deadline
    gate: Gate
    future: "Future[None]"


def unplayable(run: Run, config: Config, probe: AnyProbe | None) -> str | None:
    """Why this process cannot play a run; null when it can. A run of a plan that is not known
    here would have no budget and no pause."""
    if run.plan not in config.plans:
        return f"plan {run.plan!r} is not in this configuration"
    if run.target not in config.targets:
        return f"target {run.target!r} is not in this configuration"
    if probe is None:
        return f"family {run.family!r} is not known to this version"
    unknown = sorted(set(run.arms) - set(probe.arms))
    if unknown:
        return f"arms {', '.join(unknown)} are not known to this version"
    return None


class ProberRole:
    """Reads due runs in the group `prober` and plays them, several at once.

    The first messages of a run are announced on the state topic before anything is sent.
    An exchange is written when its arms are complete; the run's record is committed when all
    of its exchanges have arrived. A run that another prober left half-done is gone on with:
    the exchanges it wrote are not asked again. A run that must not be played at present, or that
    this version or configuration does not know, waits until it may be, or until the next one is
    due: in a rolling update a prober that knows it takes over. What goes wrong in one run ends
    that run.

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
        self._refused: dict[str, str] = {}
        self._waiting: dict[str, WaitingStatus] = {}
        self._unwritten: list[Exchange] = []
        self._timetables = {name: plan.timetable(name) for name, plan in config.plans.items()}
        self._ended: dict[str, float] = {}
        self._told_over: set[DayOfPlan] = set()
        self._board = board
        self._owned_since = outfit.clock.now()
        self._assignments = 0
        self._committed: dict[Partition, int] = {}
        prober = f"{socket.gethostname()}-{os.getpid()}-{outfit.clock.now():.6f}"
        self._spending = Spending(config, outfit.clock, outfit.metrics, prober)
        self._bulletin = Bulletin(outfit, self._writer, self._spending)
        self._stage = Stage(outfit, make_endpoint, self._spending)
        self._lookout = Lookout(
            outfit, self._bulletin, self._spending, self._stage, board, self._timetables
        )

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
        self._owned_since = self._outfit.clock.now()
        self._committed = {}
        self._tracker.forget()
        self._later, self._waiting = [], {}

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
        self._board.waiting = tuple(self._waiting.values())
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
            self._tell_waiting(run, ProbeRunResult.PLAYED, Hold("a run of its plan is under way"))
            return
        self._begin(record, run)

    def _begin(self, record: RawRecord, run: Run) -> None:
        """Start it, have it wait, or give it up."""
        now = self._outfit.clock.now()
        held = self._hold_of(run, now)
        if now >= run.expires and run.created < self._owned_since:
            # Played before, and delivered again since another run in its partition was held; or
            # there was no prober. It is no run that this process took up.
            log.info("run %s is over: it was played before, or no prober was there", run.run)
            self._end(record, run)
        elif now >= run.expires:
            result, why = held or (ProbeRunResult.STOPPED, "nobody took it up")
            self._give_up(record, run, result, f"{why}, and the next run is due")
        elif held is not None:
            self._later.append(record)
            self._tell_waiting(run, *held)
        else:
            try:
                today = datetime.fromtimestamp(now, UTC).date()
                suite = load_suite(run.family, run.suite, today, run.run)
                self._start(record, run, suite)
            except (ItemError, InputError) as error:
                self._refused[run.run] = str(error)
                self._begin(record, run)

    def _hold_of(self, run: Run, now: float) -> tuple[ProbeRunResult, Hold] | None:
        """Why it is not begun at present, and what it counts as when that lasts."""
        config = self._outfit.config
        fault = unplayable(run, config, self._probes.get(run.family)) or self._refused.get(run.run)
        if fault is not None:
            return ProbeRunResult.STOPPED, Hold(fault)
        is_stopped = self._stage.halt.is_stopped()
        return hold_of(config, self._bulletin.state, self._timetables, run, is_stopped, now)

    def _tell_waiting(self, run: Run, result: ProbeRunResult, hold: Hold) -> None:
        known = self._waiting.get(run.run)
        if known is None or known.why != str(hold):
            level = logging.ERROR if result is ProbeRunResult.STOPPED else logging.INFO
            log.log(level, "run %s waits: %s", run.run, hold)
        self._waiting[run.run] = WaitingStatus(
            run=run.run, plan=run.plan, target=run.target, why=str(hold), expires=run.expires
        )

    def _give_up(self, record: RawRecord, run: Run, result: ProbeRunResult, why: str) -> None:
        level = logging.ERROR if result is ProbeRunResult.STOPPED else logging.INFO
        log.log(level, "run %s is not played: %s", run.run, why)
        self._count_run(run, result)
        self._end(record, run)

    def _end(self, record: RawRecord, run: Run) -> None:
        """Nothing more is done about it."""
        self._tracker.end(record)
        self._waiting.pop(run.run, None)
        self._refused.pop(run.run, None)

    def _start(self, record: RawRecord, run: Run, suite: AnySuite) -> None:
        done = self._written_ids(run) if self._may_be_begun(run) else frozenset[str]()
        waiting = [t for t in trials(suite, run) if exchange_id(run, t) not in done]
        if not waiting:
            # Delivered again, since another run in its partition was held: counted before.
            log.info("run %s was played before", run.run)
            self._end(record, run)
            return
        self._waiting.pop(run.run, None)
        target, probe = self._outfit.config.targets[run.target], self._probes[run.family]
        self._announce(probe, waiting, run)
        log.info(
            "run %s: %d of %d exchanges to play", run.run, len(waiting), len(waiting) + len(done)
        )
        seconds = run.seconds_left(self._outfit.clock.now())
        deadline = Deadline.after(self._outfit.clock, seconds)
        part = Part(run, suite, waiting, probe, target, deadline)
        is_careful = run.target in self._bulletin.state.rests
        gate, future = self._stage.play(part, is_careful)
        self._playing[run.run] = Playing(record, run, deadline, gate, future)

    def _may_be_begun(self, run: Run) -> bool:
        """Whether this run may have exchanges on the topic: played by us and delivered again, or
        made before we owned what it stands in."""
        is_ours = run.created >= self._owned_since + _CLOCK_SKEW_SECONDS
        return run.run in self._ended or not is_ours

    def _written_ids(self, run: Run) -> frozenset[str]:
        """Ids of the exchanges of this run that are on the topic already."""
        prefix = f"probe/{run.run}/".encode()
        self._log.seek(self._log.since(run.created - _CLOCK_SKEW_SECONDS))
        records = self._log.read_to(self._log.ends(), self._outfit.stop.is_set)
        keys = (record.key for record in records if record.key is not None)
        return frozenset(key.decode() for key in keys if key.startswith(prefix))

    def _announce(self, probe: AnyProbe, waiting: list[Trial], run: Run) -> None:
        topic, now = self._outfit.topics.state, self._outfit.clock.now()
        sent_by = now + run.seconds_left(now)
        for text in first_messages(probe, waiting, run.arms):
            self._writer.send(topic, own_traffic.announcement_key(text, sent_by), b"{}")
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
        ended = [p for p in self._playing.values() if p.future.done()]
        for playing in ended:
            if not self._stage.finished.empty():
                return  # its last exchanges are written in the next step
            self._tell(playing)
            self._end(playing.record, playing.run)
            del self._playing[playing.run.run]
            self._ended[playing.run.run] = playing.run.expires
            result = result_of(playing)
            log.info("run %s of target %s ended: %s",
                playing.run.run, playing.run.target, result.value,
            )  # fmt: skip
            self._count_run(playing.run, result)
        if ended:
            now = self._outfit.clock.now()
            self._ended = {run: expires for run, expires in self._ended.items() if expires > now}

    def _tell(self, playing: Playing) -> None:
        """What all probers should know of how a run went."""
        run, gate = playing.run, playing.gate
        if gate.ended is ProbeRunResult.OVER_BUDGET:
            self._tell_over_budget(run.plan)
        if gate.ended is ProbeRunResult.ENDPOINT_FAILED and gate.failed_at is not None:
            self._bulletin.tell_failed(
                run.target, gate.failed_at, gate.rest_left(), gate.last_failure
            )
            self._lookout.hurry()  # before the next run of this target is taken up
        elif gate.ended is ProbeRunResult.RESTING:
            self._bulletin.tell_asked_rest(run.target, gate.rest_left())
            self._lookout.hurry()
        elif gate.answered_at is not None:
            self._bulletin.tell_well(run.target, gate.answered_at)
            self._lookout.hurry()

    def _tell_over_budget(self, plan: str) -> None:
        """Once a day: each further run of the plan ends in the same way."""
        today = self._spending.today(plan)
        day = DayOfPlan(plan, today.date)
        if day not in self._told_over:
            log.warning("today's budget of plan %s is spent, until %s", plan, said(today.end))
        self._told_over = {*(one for one in self._told_over if one.plan != plan), day}


def result_of(playing: Playing) -> ProbeRunResult:
    """How a run ended whose future is done. An error is ours: it is logged, and ends that run
    alone."""
    error = playing.future.exception()
    if error is not None:
        log.error("run %s ended with an error", playing.run.run, exc_info=error)
        return ProbeRunResult.ERROR
    late = playing.deadline.passed()
    return playing.gate.ended or (ProbeRunResult.DEADLINE if late else ProbeRunResult.PLAYED)
