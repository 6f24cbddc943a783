"""Which targets a prober leaves alone, and what it says of them."""

import pytest

from monitor.config import Config
from monitor.metrics import ProbeRunResult
from monitor.pauses import EVERY_TARGET
from monitor.plan import Run
from monitor.prober_state import Pause, ProberState, Rest
from monitor.roles.holding import Hold, hold_of, pause_of, pause_of_plan, rest_of

NOW = 1_777_636_800.0  # 2026-05-01T12:00:00Z


def config(
    target_paused: bool = False, plan_paused: bool = False, quiet: str = "00:00-01:00"
) -> Config:
    endpoint = {"endpoint": "http://127.0.0.1/v1", "model": "m"}
    return Config.model_validate(
        {
            "instance": "test",
            "targets": {"chat": {**endpoint, "paused": target_paused}, "other": endpoint},
            "plans": {"hourly": {"target": "chat", "paused": plan_paused, "quiet": [quiet]}},
            "prober": {"stop_file": "/run/stop"},
        }
    )


def test_a_target_is_paused_by_command_by_configuration_or_by_the_file() -> None:
    asked, nothing = config(), ProberState()
    by_command = ProberState(pauses={EVERY_TARGET: Pause(until=NOW + 60)})
    paused = config(target_paused=True)
    assert pause_of(asked, nothing, "chat", is_stopped=False, now=NOW) is None
    said = str(pause_of(asked, by_command, "chat", is_stopped=False, now=NOW))
    assert said == "paused by command until 2026-05-01T12:01:00Z"
    assert pause_of(asked, by_command, "chat", is_stopped=False, now=NOW + 60) is None
    assert str(pause_of(paused, nothing, "chat", False, NOW)) == "targets.chat.paused is set"
    assert pause_of(paused, nothing, "other", False, NOW) is None
    assert str(pause_of(asked, nothing, "chat", True, NOW)) == "the file /run/stop is there"


def test_a_plan_is_paused_by_itself() -> None:
    assert pause_of_plan(config(), "hourly") is None
    assert str(pause_of_plan(config(plan_paused=True), "hourly")) == "plans.hourly.paused is set"
    assert pause_of_plan(config(plan_paused=True), "gone") is None


def test_a_rest_ends_by_itself() -> None:
    state = ProberState(rests={"chat": Rest(times=3, until=NOW + 60)})
    rest = rest_of(state, "chat", NOW)
    assert rest == Hold("it failed before, or asked for a rest", NOW + 60)
    assert rest_of(state, "chat", NOW + 60) is None
    assert rest_of(state, "other", NOW) is None


RUN = Run(
    run="hourly-1", plan="hourly", target="chat", family="pushback", suite="standard-1",
    arms=("control", "assertion"), repeats=1, created=NOW - 60, expires=NOW + 3600,
    deadline_seconds=600,
)  # fmt: skip
IN_60 = NOW + 60
RESTING = ProberState(rests={"chat": Rest(times=3, until=IN_60)})
BY_COMMAND = ProberState(pauses={"chat": Pause(until=IN_60)})


@pytest.mark.parametrize(
    ("asked", "state", "is_stopped", "result", "ends"),
    [
        (config(), ProberState(), True, ProbeRunResult.PAUSED, None),
        (config(target_paused=True), ProberState(), False, ProbeRunResult.PAUSED, None),
        (config(plan_paused=True), ProberState(), False, ProbeRunResult.PAUSED, None),
        (config(), BY_COMMAND, False, ProbeRunResult.PAUSED, IN_60),
        (config(), RESTING, False, ProbeRunResult.RESTING, IN_60),
        (config(plan_paused=True), RESTING, False, ProbeRunResult.PAUSED, None),
        (config(quiet="11:00-13:00"), ProberState(), False, ProbeRunResult.QUIET, None),
    ],
)
def test_a_run_is_held_and_what_that_counts_as_when_it_lasts_is_known(
    asked: Config, state: ProberState, is_stopped: bool, result: ProbeRunResult, ends: float | None
) -> None:
    timetables = {name: plan.timetable(name) for name, plan in asked.plans.items()}
    found = hold_of(asked, state, timetables, RUN, is_stopped, NOW)
    assert found is not None
    assert (found[0], found[1].until) == (result, ends)


def test_a_run_that_nothing_holds_is_begun() -> None:
    asked = config()
    timetables = {name: plan.timetable(name) for name, plan in asked.plans.items()}
    over = ProberState(pauses=BY_COMMAND.pauses, rests=RESTING.rests)
    assert hold_of(asked, over, timetables, RUN, is_stopped=False, now=IN_60) is None
    gone = RUN.model_copy(update={"plan": "gone"})
    assert hold_of(asked, ProberState(), timetables, gone, is_stopped=False, now=NOW) is None
