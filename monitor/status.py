"""The status page's JSON: what the leader knows, as frozen models. Readers parse it with them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from monitor.collectors import LeaderView
from monitor.exchange import LIVE_ARM
from monitor.measures.measure import Measure
from monitor.rates import Rate
from monitor.regressions.telling import (
    DriftStatus,
    RegressionStatus,
    drifts_of,
    regressions_of,
)
from monitor.runs import Run, RunRates, rate_in
from monitor.tallies import Tallies
from monitor.totals import Stream, VersionCounts
from monitor.verdict import Outcome, Reason
from monitor.wire import Record, Wire


class RunState(StrEnum):
    COMPLETE = "complete"
    IN_PROGRESS = "in progress"


class MeasuredStatus(Wire):
    """One measure of a run: `of` is the arm, form or turn where there are several, null where
    there is one in all; the rate is null where nothing can be said."""

    measure: Measure
    of: str | None
    rate: Rate | None


class RunStatus(Wire):
    """One run. `done` of `size` (item, repeat) have their verdict; rates are null where
    nothing can be said. Times are event times in Unix seconds; `versions` are all that
    answered, and more than one means that the run will move no gauge."""

    id: str
    state: RunState
    done: int
    size: int
    suite: str
    suite_fingerprint: str
    scorer: str
    scorer_version: str
    versions: tuple[str, ...]
    first_time: float
    last_time: float
    measured: tuple[MeasuredStatus, ...]
    coverage: float | None
    outcomes: Mapping[Outcome, int]
    unscored: Mapping[Reason, int]

    def rate(self, measure: Measure, of: str | None = None) -> Rate | None:
        """The rate of one measure; null also where the run does not have it."""
        return rate_in(self.measured, measure, of)


class Counts(Wire):
    """Trials by outcome, and those without a verdict by reason; what never happened is left out."""

    outcomes: Mapping[Outcome, int] = {}
    unscored: Mapping[Reason, int] = {}


class TargetStatus(Wire):
    """One target, version and probe family.

    `complete` is the run that the gauges describe, `in_progress` the one under way (shown
    under the version that it was answered by up to now). `totals` count by arm over all
    verdicts, whichever run they belong to.
    """

    target: str
    version: str
    family: str
    complete: RunStatus | None
    in_progress: RunStatus | None
    totals: Mapping[str, Counts]


class LiveStatus(Wire):
    """Live traffic of one target and version."""

    target: str
    version: str
    totals: Counts


class DeadLetterStatus(Wire):
    """Records of one topic that could not be read."""

    topic: str
    reason: str
    count: int


class PauseStatus(Wire):
    """A target that this process's prober leaves alone, since it is paused or rests; `until` is in
    Unix seconds, null where somebody must change something first."""

    target: str
    why: str
    until: float | None


class BudgetStatus(Wire):
    """A plan's budget of today in one unit (`requests`, `tokens`, `money`). `claimed` is what all
    probers have spent or are about to; `resumes` (Unix seconds) is set when nothing is left, or too
    little for the next request."""

    plan: str
    unit: str
    limit: float
    claimed: float
    resumes: float | None


class WaitingStatus(Wire):
    """A due run that this process's prober has and does not begin. At `expires` (Unix seconds) it
    is given up."""

    run: str
    plan: str
    target: str
    why: str
    expires: float


class PlanStatus(Wire):
    """A plan of this process's configuration: whether it is paused there, whether it has quiet
    hours now, and when it is next due (Unix seconds; null: never)."""

    plan: str
    target: str
    paused: bool
    quiet: bool
    next_due: float | None


@dataclass(slots=True)
class ProberBoard:
    """Where a prober writes what it knows, and the status reads it; each field as a whole."""

    pauses: tuple[PauseStatus, ...] = ()
    rests: tuple[PauseStatus, ...] = ()
    waiting: tuple[WaitingStatus, ...] = ()
    plans: tuple[PlanStatus, ...] = ()
    budgets: tuple[BudgetStatus, ...] = ()

    def told(self) -> Mapping[str, Any]:
        """All of it, by the names that the status has for it."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


NO_PROBER = ProberBoard()
"""Of a process without a prober: nobody writes on it."""


class Status(Record):
    """What `/status.json` says. A process that is not the leader has no targets to show, and one
    that is no prober nothing of what follows `dead_letters`."""

    instance: str
    leader: bool
    ready: bool
    targets: tuple[TargetStatus, ...] = ()
    regressions: tuple[RegressionStatus, ...] = ()
    drifts: tuple[DriftStatus, ...] = ()
    live: tuple[LiveStatus, ...] = ()
    dead_letters: tuple[DeadLetterStatus, ...] = ()
    pauses: tuple[PauseStatus, ...] = ()
    rests: tuple[PauseStatus, ...] = ()
    waiting: tuple[WaitingStatus, ...] = ()
    plans: tuple[PlanStatus, ...] = ()
    budgets: tuple[BudgetStatus, ...] = ()


def read_status(
    instance: str, view: LeaderView, board: ProberBoard = NO_PROBER, *, ready: bool
) -> Status:
    """The status of this process; what the leader knows is read in one consistent state."""
    with view.lock:
        if not view.is_serving():
            return Status(
                instance=instance,
                leader=False,
                ready=ready,
                **board.told(),
            )
        tallies = view.tallies()
        return Status(
            instance=instance,
            leader=True,
            ready=ready,
            targets=_targets(tallies),
            regressions=regressions_of(view.regressions()),
            drifts=drifts_of(view.regressions()),
            live=tuple(
                LiveStatus(
                    target=stream.target,
                    version=version,
                    totals=_counts_by_arm(counts).get(LIVE_ARM, Counts()),
                )
                for stream, version, counts in sorted(tallies.totals.each(), key=lambda e: e[:2])
                if stream.family == LIVE_ARM
            ),
            dead_letters=tuple(
                DeadLetterStatus(topic=topic, reason=reason, count=count)
                for (topic, reason), count in sorted(tallies.totals.dead_letters.items())
            ),
            **board.told(),
        )


def _targets(tallies: Tallies) -> tuple[TargetStatus, ...]:
    complete = {(stream, version): run for stream, version, run in tallies.last_complete()}
    under_way = {(stream, run.version): run for stream, run in tallies.in_progress()}
    totals = {
        (stream, version): _counts_by_arm(counts)
        for stream, version, counts in tallies.totals.each()
        if stream.family != LIVE_ARM
    }
    return tuple(
        _target(key, complete.get(key), under_way.get(key), totals.get(key, {}))
        for key in sorted(complete.keys() | under_way.keys() | totals.keys())
    )


def _target(
    key: tuple[Stream, str],
    complete: Run | None,
    in_progress: Run | None,
    totals: Mapping[str, Counts],
) -> TargetStatus:
    (target, family), version = key
    return TargetStatus(
        target=target,
        version=version,
        family=family,
        complete=_run_status(complete, RunState.COMPLETE) if complete else None,
        in_progress=_run_status(in_progress, RunState.IN_PROGRESS) if in_progress else None,
        totals=totals,
    )


def _run_status(run: Run, state: RunState) -> RunStatus:
    plan, rates = run.plan, run.rates()
    scorer, scorer_version = run.scorer
    return RunStatus(
        id=plan.id,
        state=state,
        done=len(run.trials),
        size=plan.size,
        suite=plan.suite,
        suite_fingerprint=plan.suite_fingerprint,
        scorer=scorer,
        scorer_version=scorer_version,
        versions=tuple(sorted(run.versions())),
        first_time=run.first,
        last_time=run.last,
        measured=measured_status(rates),
        coverage=rates.coverage,
        outcomes=rates.outcomes,
        unscored=rates.unscored,
    )


def measured_status(rates: RunRates) -> tuple[MeasuredStatus, ...]:
    """The measures of a run as they are written out."""
    return tuple(
        MeasuredStatus(measure=one.measure, of=one.of, rate=one.rate) for one in rates.measured
    )


def _counts_by_arm(counts: VersionCounts) -> dict[str, Counts]:
    outcomes: dict[str, dict[Outcome, int]] = {}
    unscored: dict[str, dict[Reason, int]] = {}
    for key, n in counts.by_arm.items():
        if isinstance(key.mark, Outcome):
            outcomes.setdefault(key.arm, {})[key.mark] = n
        else:
            unscored.setdefault(key.arm, {})[key.mark] = n
    return {
        arm: Counts(outcomes=outcomes.get(arm, {}), unscored=unscored.get(arm, {}))
        for arm in sorted(outcomes.keys() | unscored.keys())
    }
