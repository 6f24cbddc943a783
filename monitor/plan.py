"""Runs: what is said about one on the plans topic, and what is remembered of it. Pure."""

from monitor.settings.plans import PlanSettings
from monitor.wire import Record, Wire


class Run(Record):
    """One due run of a canary plan. `run` is stable: scheduled twice, it is the same run.

    `created` and `expires` are in Unix seconds. A run ends `deadline_seconds` after a prober
    takes it up, and at `expires` at the latest; the next run of its plan is not started before
    that, unless this one is known to be complete.
    """

    run: str
    plan: str
    target: str
    family: str
    suite: str
    arms: tuple[str, ...]
    repeats: int
    created: float
    expires: float
    deadline_seconds: float

    def seconds_left(self, now: float) -> float:
        """How long it may be played by who takes it up now."""
        return max(0.0, min(self.deadline_seconds, self.expires - now))


class LastRun(Wire):
    """The newest run of a plan, kept on the state topic.

    `time` is when it was scheduled (Unix seconds). `run` is null where there is none: a plan
    that waits for its first slot from `time` on. Until `is_sent`, nobody knows whether the run
    stands on the plans topic. `new_versions` is how many new versions its target had had by
    then, null where nobody counted; `extra` is when the newest run outside the timetable was
    scheduled.
    """

    time: float
    run: Run | None = None
    is_sent: bool = True
    new_versions: int | None = None
    extra: float | None = None

    def sent(self) -> "LastRun":
        """The same, with its run on the plans topic."""
        return self.model_copy(update={"is_sent": True})


def make_run(name: str, plan: PlanSettings, key: str, now: float, following: float) -> Run:
    """A run of a plan that starts now; `following` is when the next one is due.

    It may be taken up late, but not when its plan has quiet hours: they may have begun.
    """
    ends = now + plan.deadline_seconds
    return Run(
        run=f"{name}-{key}",
        plan=name,
        target=plan.target,
        family=plan.family,
        suite=plan.suite,
        arms=plan.arms,
        repeats=plan.repeats,
        created=now,
        expires=ends if plan.quiet else max(ends, following),
        deadline_seconds=plan.deadline_seconds,
    )
