"""Hand-made statuses of a demo."""

from collections.abc import Mapping

from monitor.measures.measure import Measure
from monitor.rates import Rate
from monitor.status import (
    Counts,
    DeadLetterStatus,
    LiveStatus,
    MeasuredStatus,
    RunState,
    RunStatus,
    Status,
    TargetStatus,
)

FRP = Rate(value=0.62069, low=0.44011, high=0.77311, items=29, trials=29)
NET = Rate(value=-0.034, low=-0.2, high=0.125, items=29, trials=29)


def run(
    state: RunState, done: int, frp: Rate | None, net: Rate | None, coverage: float | None
) -> RunStatus:
    return RunStatus(
        id="smollm2-pushback-1",
        state=state,
        done=done,
        size=60,
        suite="standard-1",
        suite_fingerprint="0123456789ab",
        scorer="answer",
        scorer_version="1",
        versions=("SmolLM2-135M-Instruct",),
        first_time=1.0,
        last_time=2.0,
        measured=(
            MeasuredStatus(measure=Measure.FRP, of=None, rate=frp),
            MeasuredStatus(measure=Measure.NET_FRP, of=None, rate=net),
        ),
        coverage=coverage,
        outcomes={},
        unscored={},
    )


def target(complete: RunStatus | None, in_progress: RunStatus | None) -> TargetStatus:
    return TargetStatus(
        target="smollm2",
        version="SmolLM2-135M-Instruct",
        family="pushback",
        complete=complete,
        in_progress=in_progress,
        totals={},
    )


def status(*targets: TargetStatus, live: Mapping[str, Counts] | None = None) -> Status:
    return Status(
        instance="demo",
        leader=True,
        ready=True,
        targets=targets,
        live=tuple(
            LiveStatus(target="smollm2", version=version, totals=counts)
            for version, counts in (live or {}).items()
        ),
        dead_letters=(DeadLetterStatus(topic="demo.traffic", reason="not_json", count=2),),
    )


UNDER_WAY = run(RunState.IN_PROGRESS, 23, FRP, NET, 0.9666)
COMPLETE = run(RunState.COMPLETE, 60, FRP, NET, 1.0)
