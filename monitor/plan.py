"""Runs: when one is due, and what is said about it on the plans topic. Pure."""

import hashlib
from dataclasses import dataclass

from monitor.settings.plans import PlanSettings
from monitor.wire import Record, Wire


class Run(Record):
    """One due run of a canary plan. `run` is stable: scheduled twice, it is the same run.

    `created` and `expires` are in Unix seconds: a run that nobody took up before the next
    one was due is not played. It ends `deadline_seconds` after a prober takes it up.
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


class LastRun(Wire):
    """When the newest run of a plan was scheduled (Unix seconds), kept on the state topic."""

    time: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A steady grid of slots, shifted by a hash of the plan's name so that plans that share an
    interval do not all start in the same second."""

    plan: str
    every_seconds: float

    def slot(self, now: float) -> int:
        """Where the slot that `now` lies in begins, in whole Unix seconds."""
        digest = hashlib.blake2b(self.plan.encode(), digest_size=8).digest()
        phase = int.from_bytes(digest, "big") / 2**64 * self.every_seconds
        return int((now - phase) // self.every_seconds * self.every_seconds + phase)


def due_run(name: str, plan: PlanSettings, last: LastRun | None, now: float) -> Run | None:
    """The run that is due now, or null. A plan that never ran is due at once; after that
    once a slot, and never sooner than half an interval after the one before."""
    grid = Grid(name, plan.every_seconds)
    slot = grid.slot(now)
    # The last run's slot is found on the present grid: the interval may have been changed.
    if last is not None and (
        slot <= grid.slot(last.time) or now - last.time < plan.every_seconds / 2
    ):
        return None
    return Run(
        run=f"{name}-{slot}",
        plan=name,
        target=plan.target,
        family=plan.family,
        suite=plan.suite,
        arms=plan.arms,
        repeats=plan.repeats,
        created=now,
        expires=now + plan.every_seconds,
        deadline_seconds=plan.deadline_seconds,
    )


def last_run(run: Run) -> LastRun:
    """What to remember of a run that was just scheduled."""
    return LastRun(time=run.created)
