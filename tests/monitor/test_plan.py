"""A run as it is sent and as it is remembered."""

import pytest

from monitor.plan import LastRun, Run, make_run
from monitor.settings.plans import PlanSettings

HOUR = 3600.0
NOW = 1_800_000_000.0


def hourly(**changes: object) -> PlanSettings:
    fields = {"target": "chat", "suite": "smoke", "deadline_seconds": 60.0}
    return PlanSettings.model_validate(fields | changes)


def made(plan: PlanSettings, following: float = NOW + HOUR) -> Run:
    return make_run("hourly", plan, "1799996493", NOW, following)


def test_a_run_says_all_that_a_prober_needs() -> None:
    assert made(hourly()) == Run(
        run="hourly-1799996493",
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


def test_a_late_run_keeps_its_time_though_the_next_one_is_near() -> None:
    assert made(hourly(deadline_seconds=1800), following=NOW + 600).expires == NOW + 1800


def test_with_quiet_hours_a_run_is_not_taken_up_late() -> None:
    assert made(hourly(quiet=["22:00-06:00"])).expires == NOW + 60


@pytest.mark.parametrize(
    ("taken_up", "seconds"), [(0, 60), (HOUR - 60, 60), (HOUR - 10, 10), (HOUR, 0), (2 * HOUR, 0)]
)
def test_a_run_is_played_for_its_deadline_and_never_longer_than_it_lives(
    taken_up: float, seconds: float
) -> None:
    assert made(hourly()).seconds_left(NOW + taken_up) == seconds


def test_what_is_remembered_comes_back_from_the_state_topic() -> None:
    last = LastRun(time=NOW, run=made(hourly()), is_sent=False, new_versions=2, extra=NOW - 1)
    assert LastRun.model_validate_json(last.model_dump_json()) == last
    assert last.sent() == last.model_copy(update={"is_sent": True})
    assert LastRun.model_validate({"time": 5.0}) == LastRun(time=5.0, run=None, is_sent=True)
