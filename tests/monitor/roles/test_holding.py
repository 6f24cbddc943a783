"""Which targets a prober leaves alone, and what it says of them."""

from monitor.config import Config
from monitor.pauses import EVERY_TARGET
from monitor.prober_state import Pause, ProberState, Rest
from monitor.roles.holding import Hold, pause_of, pause_of_plan, rest_of

NOW = 1_777_636_800.0  # 2026-05-01T12:00:00Z


def config(target_paused: bool = False, plan_paused: bool = False) -> Config:
    endpoint = {"endpoint": "http://127.0.0.1/v1", "model": "m"}
    return Config.model_validate(
        {
            "instance": "test",
            "targets": {"chat": {**endpoint, "paused": target_paused}, "other": endpoint},
            "plans": {"hourly": {"target": "chat", "paused": plan_paused}},
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
    assert rest == Hold("it failed before", NOW + 60)
    assert (rest.is_past(NOW + 60), rest.is_past(NOW + 61)) == (True, False)
    assert rest_of(state, "chat", NOW + 60) is None
    assert rest_of(state, "other", NOW) is None
