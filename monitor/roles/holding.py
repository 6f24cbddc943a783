"""What a prober must leave alone at present, and for how long. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.config import Config
from monitor.metrics import ProbeRunResult
from monitor.pauses import said
from monitor.plan import Run
from monitor.prober_state import ProberState
from monitor.timetable import Timetable


@dataclass(frozen=True, slots=True)
class Hold:
    """Why nothing is asked of a target, and until when (Unix seconds; null: until somebody
    changes it)."""

    why: str
    until: float | None = None

    def __str__(self) -> str:
        return self.why if self.until is None else f"{self.why} until {said(self.until)}"


def pause_of(
    config: Config, state: ProberState, target: str, is_stopped: bool, now: float
) -> Hold | None:
    """Why a target is paused; null when it is not. `is_stopped`: the stop file is there."""
    if is_stopped:
        return Hold(f"the file {config.prober.stop_file} is there")
    if target in config.targets and config.targets[target].paused:
        return Hold(f"targets.{target}.paused is set")
    until = state.paused_until(target, now)
    return None if until is None else Hold("paused by command", until)


def pause_of_plan(config: Config, plan: str) -> Hold | None:
    """Why a plan is paused by itself; null when it is not."""
    is_paused = plan in config.plans and config.plans[plan].paused
    return Hold(f"plans.{plan}.paused is set") if is_paused else None


def hold_of(
    config: Config,
    state: ProberState,
    timetables: Mapping[str, Timetable],
    run: Run,
    is_stopped: bool,
    now: float,
) -> tuple[ProbeRunResult, Hold] | None:
    """Why a run is not begun at present, and what it counts as when that lasts until the next one
    is due; null when it may be begun. `timetables` are those of the plans."""
    pause = pause_of_plan(config, run.plan) or pause_of(config, state, run.target, is_stopped, now)
    if pause is not None:
        return ProbeRunResult.PAUSED, pause
    rest = rest_of(state, run.target, now)
    if rest is not None:
        return ProbeRunResult.RESTING, rest
    if run.plan in timetables and timetables[run.plan].is_quiet(now):
        return ProbeRunResult.QUIET, Hold("its plan has quiet hours")
    return None


def rest_of(state: ProberState, target: str, now: float) -> Hold | None:
    """Until when a target that failed is left alone; null when it may be asked."""
    rest = state.rests.get(target)
    return None if rest is None or rest.until <= now else Hold(rest.why, rest.until)
