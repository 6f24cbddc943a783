"""Which plans start a run now: after what ran last, what is under way, and what was first seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from monitor.plan import LastRun, Run
from monitor.schedule import (
    BELIEVED_AHEAD_SECONDS,
    FORGOTTEN_SECONDS,
    LATE_APART_SECONDS,
    Schedule,
)
from monitor.settings.plans import PlanSettings
from monitor.timetable import Grid

HOUR = 3600.0
DAY = 86_400.0
NOW = 1_800_000_000.0
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
SLOT = Grid("hourly", HOUR).following(NOW)


@dataclass(slots=True)
class Known:
    """What a leader may know: runs that ended, new versions, and whether the newest has a run."""

    ended: set[str] = field(default_factory=set)
    new: int = 0
    has_run: bool = False

    def has_ended(self, target: str, family: str, run: str) -> bool:
        return run in self.ended

    def new_versions(self, target: str) -> int:
        return self.new

    def newest_has_run(self, target: str, family: str) -> bool:
        return self.has_run


def plan(**changes: Any) -> PlanSettings:
    fields = {"target": "chat", "suite": "smoke", "deadline_seconds": 60.0}
    return PlanSettings.model_validate(fields | changes)


class Leading:
    """A schedule of one plan, started anew from what would stand on the state topic."""

    def __init__(self, name: str = "hourly", known: Known | None = None, **changes: Any) -> None:
        self.name = name
        self.known = known or Known()
        self.schedule = Schedule({name: plan(**changes)})

    def ask(self, now: float) -> LastRun | None:
        """What changes now; it is not remembered."""
        changes = dict(self.schedule.due(now, self.known))
        assert changes.keys() <= {self.name}
        return changes.get(self.name)

    def run(self, now: float) -> Run | None:
        """The run that is due now; it is remembered as sent."""
        change = self.ask(now)
        if change is None:
            return None
        self.schedule.remember(self.name, change.sent())
        return change.run

    def after(self, last: LastRun) -> "Leading":
        self.schedule.restore({self.name: last})
        return self


def test_a_plan_by_interval_that_never_ran_is_due_at_once() -> None:
    run = Leading().run(NOW)
    assert run is not None
    assert run.run == f"hourly-{int(SLOT - HOUR)}"
    assert (run.created, run.expires) == (NOW, SLOT)


def test_plans_that_are_late_together_start_one_after_the_other() -> None:
    """At a first start, after a downtime, at the end of quiet hours."""
    names = [f"plan-{number}" for number in range(20)]
    schedule = Schedule({name: plan(target=name) for name in names})
    started: list[float] = []
    for second in range(200):
        for name, change in schedule.due(NOW + second, Known()):
            schedule.remember(name, change.sent())
            started.append(NOW + second)
    assert started == [NOW + LATE_APART_SECONDS * number for number in range(len(names))]


def test_a_plan_runs_once_a_slot() -> None:
    leading = Leading().after(LastRun(time=SLOT))
    assert leading.run(SLOT + 1) is None
    assert leading.run(SLOT + HOUR - 1) is None
    assert leading.run(SLOT + HOUR) is not None
    assert leading.run(SLOT + HOUR) is None


def test_scheduled_again_a_run_has_the_same_name() -> None:
    """Two leaders that both think they lead know the same last run."""
    one, two = (Leading().after(LastRun(time=SLOT)) for _ in range(2))
    first, again = one.run(SLOT + HOUR), two.run(SLOT + 2.5 * HOUR)
    later = one.run(SLOT + 2 * HOUR)
    assert first is not None
    assert again is not None
    assert later is not None
    assert first.run == again.run
    assert first.run != later.run


def test_slots_that_were_missed_are_one_run() -> None:
    leading = Leading().after(LastRun(time=SLOT))
    assert leading.run(SLOT + 10.1 * HOUR) is not None
    assert leading.run(SLOT + 10.2 * HOUR) is None
    assert leading.run(SLOT + 11 * HOUR) is not None


def test_a_late_run_by_interval_is_not_followed_too_soon() -> None:
    late = SLOT + 0.75 * HOUR
    leading = Leading().after(LastRun(time=late))
    assert leading.run(SLOT + HOUR) is None
    assert leading.run(late + 0.49 * HOUR) is None
    assert leading.run(late + 0.5 * HOUR) is not None


def test_a_late_run_by_cron_is_followed_at_the_next_slot() -> None:
    leading = Leading(cron="0 * * * *", spread_seconds=0).after(LastRun(time=NOW + 3590))
    assert NOW % HOUR == 0
    assert leading.run(NOW + HOUR - 1) is None
    assert leading.run(NOW + HOUR) is not None


@pytest.mark.parametrize(("before", "after"), [(60.0, HOUR), (HOUR, 60.0), (HOUR, HOUR + 1)])
def test_a_changed_interval_neither_stops_a_plan_nor_repeats_a_name(
    before: float, after: float
) -> None:
    old = Leading("plan", every_seconds=before).run(NOW)
    assert old is not None
    leading = Leading("plan", every_seconds=after).after(LastRun(time=NOW))
    assert leading.run(NOW + after / 4) is None
    new = leading.run(NOW + 2 * after)
    assert new is not None
    assert new.run != old.run


# A plan by cron


def night(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 6, day, hour, minute, tzinfo=AMSTERDAM).timestamp()


LOCAL: dict[str, Any] = {"time_zone": "Europe/Amsterdam", "spread_seconds": 0}
NIGHTLY = LOCAL | {"cron": "30 2 * * *"}


def test_a_plan_by_cron_that_never_ran_waits_for_its_first_slot() -> None:
    leading = Leading(**NIGHTLY)
    begun = leading.ask(night(1, 14))
    assert begun == LastRun(time=night(1, 14), new_versions=0)
    leading.after(begun)
    assert leading.run(night(2, 2, 29)) is None
    run = leading.run(night(2, 2, 31))
    assert run is not None
    assert run.run == f"hourly-{int(night(1, 14))}-first"
    assert run.expires == night(3, 2, 30)


def test_a_plan_by_cron_that_was_missed_runs_once_afterwards() -> None:
    leading = Leading(**NIGHTLY).after(LastRun(time=night(1, 2, 30)))
    assert leading.run(night(4, 5)) is not None
    assert leading.run(night(5, 2, 29)) is None
    assert leading.run(night(5, 2, 30)) is not None


# Quiet hours

QUIET: dict[str, Any] = {"quiet": ["22:00-06:00"], "time_zone": "Europe/Amsterdam"}


def test_no_run_starts_in_quiet_hours_however_late() -> None:
    """The leader was away at 21:30 and comes back at night."""
    leading = Leading(cron="30 * * * *", spread_seconds=0, **QUIET)
    leading.after(LastRun(time=night(1, 20, 30)))
    assert leading.run(night(1, 22)) is None
    assert leading.run(night(2, 5, 59)) is None
    assert leading.run(night(2, 6)) is not None
    assert leading.run(night(2, 6, 29)) is None
    assert leading.run(night(2, 6, 30)) is not None


def test_a_new_version_at_night_is_played_in_the_morning() -> None:
    leading = Leading(known=Known(new=1), **QUIET)
    leading.after(LastRun(time=night(1, 21, 59), new_versions=0))
    assert leading.run(night(1, 23)) is None
    assert leading.run(night(2, 6)) is not None


def test_a_plan_that_never_ran_does_not_start_in_quiet_hours() -> None:
    leading = Leading(**QUIET)
    assert leading.ask(night(1, 23)) is None
    assert leading.ask(night(2, 7)) is not None


# No overlap


def run_of(name: str = "hourly", **changes: Any) -> Run:
    fields: dict[str, Any] = {
        "run": f"{name}-1", "plan": name, "target": "chat", "family": "pushback",
        "suite": "smoke", "arms": ("control", "assertion"), "repeats": 1, "created": SLOT,
        "expires": SLOT + 1.5 * HOUR, "deadline_seconds": 1.5 * HOUR,
    }  # fmt: skip
    return Run(**fields | changes)


def test_no_run_starts_while_the_one_before_may_be_played() -> None:
    leading = Leading().after(LastRun(time=SLOT, run=run_of()))
    assert leading.run(SLOT + HOUR) is None
    assert leading.run(SLOT + 1.49 * HOUR) is None
    assert leading.run(SLOT + 1.5 * HOUR) is not None


def test_a_run_that_is_complete_holds_nobody_up() -> None:
    leading = Leading(known=Known(ended={"hourly-1"})).after(LastRun(time=SLOT, run=run_of()))
    assert leading.run(SLOT + HOUR) is not None


@pytest.mark.parametrize(
    ("changes", "waits"),
    [({}, True), ({"family": "stance"}, False), ({"target": "other"}, False)],
)
def test_a_plan_under_a_new_name_waits_for_the_run_under_the_old_one(
    changes: Mapping[str, Any], waits: bool
) -> None:
    leading = Leading()
    leading.schedule.restore({"renamed": LastRun(time=SLOT, run=run_of("renamed", **changes))})
    assert (leading.ask(SLOT + 60) is None) == waits
    assert leading.ask(SLOT + 1.5 * HOUR) is not None


def test_plans_that_are_gone_are_forgotten_after_a_day() -> None:
    leading = Leading()
    leading.schedule.restore({"gone": LastRun(time=NOW), "hourly": LastRun(time=NOW - 9e6)})
    assert list(leading.schedule.forgettable(NOW + FORGOTTEN_SECONDS)) == []
    assert list(leading.schedule.forgettable(NOW + FORGOTTEN_SECONDS + 1)) == ["gone"]
    assert list(leading.schedule.forgettable(NOW + FORGOTTEN_SECONDS + 1)) == []


# Restarts


def test_a_run_that_may_not_have_been_sent_is_sent_again_as_it_was() -> None:
    change = Leading().ask(NOW)
    assert change is not None
    assert change.run is not None
    assert not change.is_sent
    leading = Leading().after(change)
    assert list(leading.schedule.unsent(NOW + 60)) == [("hourly", change)]
    assert leading.ask(NOW + 60) is None
    leading.schedule.remember("hourly", change.sent())
    assert list(leading.schedule.unsent(NOW + 60)) == []


def test_a_run_that_nobody_could_take_up_any_more_is_not_sent() -> None:
    change = Leading().ask(NOW)
    assert change is not None
    assert list(Leading().after(change).schedule.unsent(SLOT)) == []


# Clock steps


def test_a_clock_set_forward_gives_one_run() -> None:
    leading = Leading().after(LastRun(time=SLOT))
    runs = [leading.run(SLOT + 5.3 * HOUR + 60 * minute) for minute in range(40)]
    assert sum(run is not None for run in runs) == 1


def test_a_clock_set_back_repeats_no_slot() -> None:
    leading = Leading().after(LastRun(time=SLOT))
    back = SLOT - 5.3 * HOUR
    assert [leading.run(back + 60 * minute) for minute in range(6 * 60)] == [None] * 360
    assert leading.run(SLOT + HOUR) is not None


def test_a_last_run_far_ahead_of_the_clock_does_not_stop_a_plan_for_ever() -> None:
    leading = Leading().after(LastRun(time=NOW + BELIEVED_AHEAD_SECONDS, run=run_of()))
    assert leading.ask(NOW) is None
    leading.after(LastRun(time=NOW + 400 * DAY, run=run_of(expires=NOW + 401 * DAY)))
    begun = leading.ask(NOW)
    assert begun == LastRun(time=NOW, new_versions=0)
    leading.after(begun)
    assert leading.run(SLOT - 1) is None
    assert leading.run(SLOT) is None  # not half an interval after it began
    assert leading.run(max(SLOT, NOW + HOUR / 2)) is not None


# New versions


def test_a_new_version_is_played_at_once_and_once() -> None:
    leading = Leading().after(LastRun(time=SLOT, new_versions=0))
    assert leading.run(SLOT + 60) is None
    leading.known.new = 1
    run = leading.run(SLOT + 61)
    assert run is not None
    assert run.run == f"hourly-{int(SLOT)}-v1"
    leading.known.ended.add(run.run)
    assert [leading.run(SLOT + 62 + minute * 60) for minute in range(58)] == [None] * 58
    regular = leading.run(SLOT + HOUR)
    assert regular is not None
    assert regular.run == f"hourly-{int(SLOT + HOUR)}"


def test_a_restart_does_not_start_a_version_again() -> None:
    leading = Leading(known=Known(new=1)).after(LastRun(time=SLOT, new_versions=0))
    change = leading.ask(SLOT + 61)
    assert change is not None
    assert (change.new_versions, change.extra) == (1, SLOT + 61)
    again = Leading(known=Known(new=1)).after(change.sent())
    assert again.run(SLOT + 200) is None


def test_a_new_version_waits_for_the_run_under_way() -> None:
    leading = Leading(known=Known(new=1))
    leading.after(LastRun(time=SLOT, run=run_of(), new_versions=0))
    assert leading.run(SLOT + 60) is None
    leading.known.ended.add("hourly-1")
    assert leading.run(SLOT + 61) is not None


def test_a_run_that_the_new_version_played_alone_needs_no_other() -> None:
    leading = Leading(known=Known(new=1, has_run=True, ended={"hourly-1"}))
    leading.after(LastRun(time=SLOT, run=run_of(), new_versions=0))
    assert leading.run(SLOT + 61) is None


def test_versions_that_come_without_end_start_one_run_in_half_an_interval() -> None:
    """A new one with every second, for a day: the plan's own 24 runs and at most 48 more."""
    leading = Leading(deadline_seconds=1).after(LastRun(time=NOW, new_versions=0))
    runs = []
    for second in range(0, int(DAY), 5):
        leading.known.new += 5
        run = leading.run(NOW + second)
        if run is not None:
            leading.known.ended.add(run.run)
            runs.append(run)
    extra = [run.created for run in runs if "-v" in run.run]
    assert len({run.run for run in runs}) == len(runs)
    assert min(b - a for a, b in pairwise(extra)) >= HOUR / 2
    assert 24 <= len(runs) <= 24 + 48


def test_a_plan_by_cron_plays_a_new_version_by_its_mean_interval() -> None:
    """Twice a day, an hour apart: on average every twelve hours."""
    leading = Leading(known=Known(new=1), cron="0 2,3 * * *", **LOCAL)
    leading.after(LastRun(time=night(1, 12), new_versions=0))
    assert leading.run(night(1, 12, 1)) is not None
    leading.known.new = 2
    leading.known.ended = {f"hourly-{int(night(1, 12))}-v1"}
    assert leading.run(night(1, 18)) is None
    assert leading.run(night(1, 18, 1)) is not None


def test_what_a_version_before_did_not_count_is_not_new() -> None:
    assert Leading(known=Known(new=3)).after(LastRun(time=SLOT)).run(SLOT + 60) is None


def test_only_the_plans_of_that_target_play_its_new_version() -> None:
    plans = {"chat": plan(), "other": plan(target="other"), "stance": plan(family="stance")}

    class OneNew(Known):
        def new_versions(self, target: str) -> int:
            return int(target == "chat")

    schedule = Schedule(plans)
    schedule.restore({name: LastRun(time=NOW, new_versions=0) for name in plans})
    found = {name for name, _ in schedule.due(NOW + 1, OneNew())}
    started = {name for name in plans if Grid(name, HOUR).following(NOW) <= NOW + 1}
    assert found - started == {"chat", "stance"}
