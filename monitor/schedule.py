"""The leader's schedule: which runs are due now, from what is remembered of the last ones. Pure.

What it rests on: one leader at a time, and one `LastRun` for each plan on the state topic. It is
written before its run goes to the plans topic and again after; who takes over between the two
sends the very same run again. So a run is neither lost nor doubled by a restart or a change of
leader. No run starts while the one before it may still be played: until it is complete, or until
its `expires`, at which every prober stops playing it. Where clocks disagree, the prober that owns
a plan's partition still plays one run of it at a time.

Runs that were missed are not made up for: after a downtime, whatever was due is one run. Where
many plans are late at once, after a downtime, at a first start or at the end of quiet hours, they
start one after the other.

When the clock is set forward, what was due in between is one run too. When it is set back, a plan
rests until the clock has come to its last run again, so that no slot is played twice. A last run
more than a day ahead was written by a wrong clock; the plan then goes on with its next slot.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from monitor.plan import LastRun, Run, make_run
from monitor.settings.plans import PlanSettings
from monitor.timetable import Timetable

FORGOTTEN_SECONDS = 86_400.0
"""How long the last run of a plan is remembered that the configuration does not have any more."""
BELIEVED_AHEAD_SECONDS = 86_400.0
"""How far ahead of the clock a last run may lie before it is taken for one of a wrong clock."""

_LATE_SECONDS = 60.0
"""A run that starts so long after its slot is late."""
LATE_APART_SECONDS = 5.0
"""Late runs start so far apart."""


class Knowledge(Protocol):
    """What the leader knows from the verdicts. Streams are (target, family)."""

    def has_ended(self, target: str, family: str, run: str) -> bool:
        """Whether the run is known to have nothing left to be played."""

    def new_versions(self, target: str) -> int:
        """How many versions of the target were first seen beside others, ever."""

    def newest_has_run(self, target: str, family: str) -> bool:
        """Whether a run was played to its end by the target's newest version alone."""


@dataclass(slots=True)
class _Planned:
    """A plan with its memory; `following` is its first slot after the last run."""

    settings: PlanSettings
    timetable: Timetable
    last: LastRun | None = None
    following: float = math.inf


class Schedule:
    """Which plans start now. Its memory is only what was given by `restore` and `remember`."""

    def __init__(self, plans: Mapping[str, PlanSettings]) -> None:
        self._plans = {
            name: _Planned(settings, settings.timetable(name)) for name, settings in plans.items()
        }
        self._gone: dict[str, LastRun] = {}
        self._late_at = -math.inf

    def restore(self, last_runs: Mapping[str, LastRun]) -> None:
        """Begin with what the state topic says."""
        for planned in self._plans.values():
            planned.last, planned.following = None, math.inf
        self._gone = {}
        for name, last in last_runs.items():
            self.remember(name, last)

    def remember(self, name: str, last: LastRun) -> None:
        """This stands on the state topic now."""
        planned = self._plans.get(name)
        if planned is None:
            self._gone[name] = last
            return
        if planned.last is None or planned.last.time != last.time:
            planned.following = planned.timetable.following(last.time)
        planned.last = last

    def forgettable(self, now: float) -> Iterator[str]:
        """Plans that the configuration does not have any more, and whose last run is long over.
        They are forgotten by asking."""
        for name, last in [*self._gone.items()]:
            if abs(now - last.time) > FORGOTTEN_SECONDS:
                del self._gone[name]
                yield name

    def unsent(self, now: float) -> Iterator[tuple[str, LastRun]]:
        """Runs of which nobody knows whether they were sent, as long as they may be played."""
        for name, planned in self._plans.items():
            last = planned.last
            if last and last.run and not last.is_sent and now < last.run.expires:
                yield name, last

    def due(self, now: float, known: Knowledge) -> Iterator[tuple[str, LastRun]]:
        """What is to be written for each plan for which something changes now: mostly a run
        that is to be sent. The caller remembers each before it asks for the next."""
        for name, planned in self._plans.items():
            change = self._change(name, planned, now, known)
            if change is not None:
                yield name, change

    def _take_turn(self, slot: float, now: float) -> bool:
        """Have the run of a slot start now; false where it is late and so is another that has just
        started."""
        if now - slot < _LATE_SECONDS:
            return True
        if abs(now - self._late_at) < LATE_APART_SECONDS:
            return False
        self._late_at = now
        return True

    def _change(self, name: str, planned: _Planned, now: float, known: Knowledge) -> LastRun | None:
        plan, last = planned.settings, planned.last
        arrived = known.new_versions(plan.target)
        if last is None and plan.every_seconds is not None:
            # As if the run before the newest slot had been the last: this one is due at once.
            last = LastRun(time=now - plan.every_seconds)
            following = planned.timetable.following(last.time)
        elif last is None or last.time > now + BELIEVED_AHEAD_SECONDS:
            return LastRun(time=now, new_versions=arrived)
        else:
            following = planned.following
        is_due = following <= now and now - last.time >= planned.timetable.slots.apart_seconds
        is_extra = not is_due and is_regression_due(plan, planned.timetable, last, now, known)
        if not (is_due or is_extra) or planned.timetable.is_quiet(now):
            return None
        if self._is_under_way(plan, last, now, known):
            return None
        if is_due and not self._take_turn(following, now):
            return None
        key = f"{int(last.time)}-v{arrived}" if is_extra else _slot_key(planned.last, following)
        return LastRun(
            time=now,
            run=make_run(name, plan, key, now, planned.timetable.following(now)),
            is_sent=False,
            new_versions=arrived,
            extra=now if is_extra else last.extra,
        )

    def _is_under_way(
        self, plan: PlanSettings, last: LastRun, now: float, known: Knowledge
    ) -> bool:
        """Whether the last run may still be played, or one of the same target and family whose
        plan has another name now."""
        runs = (one.run for one in (last, *self._gone.values()))
        return any(may_be_played(run, now, known) for run in runs if run and _is_alike(run, plan))


def _slot_key(last: LastRun | None, following: float) -> str:
    """What a run is called by: it follows from the last run, so whoever schedules after that one
    gives the same name. After a wait not by its slot, which a wrong clock may have had before."""
    is_after_wait = last is not None and last.run is None
    return f"{int(last.time)}-first" if is_after_wait and last else f"{int(following)}"


def _is_alike(run: Run, plan: PlanSettings) -> bool:
    return (run.target, run.family) == (plan.target, plan.family)


def may_be_played(run: Run, now: float, known: Knowledge) -> bool:
    """Whether a prober may still ask something for this run."""
    return now < run.expires and not known.has_ended(run.target, run.family, run.run)


def is_regression_due(
    plan: PlanSettings, timetable: Timetable, last: LastRun, now: float, known: Knowledge
) -> bool:
    """Whether a new version was first seen since the last run, so that a run is due now.

    Not when the run under way then was played by the new version alone: it is that run. Not more
    than one in half the plan's mean interval, however many versions come.
    """
    arrived = known.new_versions(plan.target)
    if last.new_versions is None or arrived == last.new_versions:
        return False
    if last.extra is not None and now - last.extra < timetable.slots.mean_seconds / 2:
        return False
    return not known.newest_has_run(plan.target, plan.family)
