"""When a run is due, and what it is called."""

from itertools import pairwise

import pytest

from monitor.plan import Grid, LastRun, Run, due_run, last_run
from monitor.settings.plans import PlanSettings

HOUR = 3600.0
NOW = 1_800_000_000.0


def hourly(**changes: float) -> PlanSettings:
    fields = {"every_seconds": HOUR, "deadline_seconds": 60.0} | changes
    return PlanSettings.model_validate({"target": "chat", "suite": "smoke"} | fields)


def start_of_slot(name: str, every: float = HOUR) -> float:
    """The first moment of the slot that begins within the hour after NOW."""
    return float(Grid(name, every).slot(NOW + every)) + 1


def due(name: str, now: float, last: float | None, **changes: float) -> Run | None:
    return due_run(name, hourly(**changes), None if last is None else LastRun(time=last), now)


def test_a_plan_that_never_ran_is_due_at_once() -> None:
    run = due_run("hourly", hourly(), None, NOW)
    assert run == Run(
        run=f"hourly-{Grid('hourly', HOUR).slot(NOW)}",
        plan="hourly",
        target="chat",
        family="pushback",
        suite="smoke",
        arms=("control", "assertion"),
        repeats=1,
        created=NOW,
        expires=NOW + HOUR,
        deadline_seconds=60.0,
    )


def test_a_plan_runs_once_a_slot() -> None:
    start = start_of_slot("hourly")
    assert due("hourly", start + 1, last=start) is None
    assert due("hourly", start + HOUR - 5, last=start) is None
    assert due("hourly", start + HOUR, last=start) is not None


def test_a_late_run_is_not_followed_too_soon() -> None:
    start = start_of_slot("hourly")
    late = start + 0.75 * HOUR
    assert due("hourly", start + HOUR, last=late) is None
    assert due("hourly", late + 0.49 * HOUR, last=late) is None
    assert due("hourly", late + 0.5 * HOUR, last=late) is not None


def test_slots_that_were_missed_are_not_made_up_for() -> None:
    start = start_of_slot("hourly")
    first = due("hourly", start + 10 * HOUR, last=start)
    assert first is not None
    assert due("hourly", start + 10 * HOUR + 1, last=first.created) is None


def test_a_day_has_as_many_runs_as_slots() -> None:
    plan, last, runs = hourly(), None, []
    for minute in range(24 * 60):
        now = start_of_slot("hourly") + 60 * minute
        run = due_run("hourly", plan, last, now)
        if run is not None:
            runs.append(run)
            last = last_run(run)
    assert len(runs) == 24
    assert len({run.run for run in runs}) == 24
    assert {b.created - a.created for a, b in pairwise(runs)} == {HOUR}


def test_scheduled_again_in_its_slot_a_run_has_the_same_name() -> None:
    start = start_of_slot("hourly")
    first, again = due("hourly", start, last=None), due("hourly", start + 100, last=None)
    later = due("hourly", start + HOUR, last=None)
    assert first is not None
    assert again is not None
    assert later is not None
    assert first.run == again.run
    assert later.run != first.run


def test_plans_with_the_same_interval_start_at_different_times() -> None:
    starts = {Grid(f"plan-{number}", HOUR).slot(NOW) % 3600 for number in range(20)}
    assert len(starts) > 15


def test_a_plan_starts_at_the_same_times_wherever_it_is_computed() -> None:
    assert Grid("hourly", HOUR).slot(NOW) == 1799996493
    assert Grid("hourly", HOUR).slot(NOW + 7 * HOUR) == 1799996493 + 7 * 3600


@pytest.mark.parametrize(("before", "after"), [(60.0, HOUR), (HOUR, 60.0), (HOUR, HOUR + 1)])
def test_a_changed_interval_neither_stops_a_plan_nor_repeats_a_name(
    before: float, after: float
) -> None:
    old = due("plan", NOW, last=None, every_seconds=before)
    assert old is not None
    new = due("plan", NOW + 2 * after, last=NOW, every_seconds=after)
    assert new is not None
    assert new.run != old.run
    assert due("plan", NOW + after / 4, last=NOW, every_seconds=after) is None


def test_what_is_remembered_of_a_run_is_its_time() -> None:
    run = due("hourly", NOW, last=None)
    assert run is not None
    assert last_run(run) == LastRun(time=NOW)
