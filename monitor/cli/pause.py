"""`sycomon pause`: have all probers of a deployment leave a target alone for a while."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import orjson
import typer

from monitor.cli.configuration import KNOWN
from monitor.cli.options import check_target
from monitor.cli.state_topic import WAIT_SECONDS, state_records, write_state
from monitor.clock import Clock, Deadline, SystemClock
from monitor.config import Config, load
from monitor.errors import BrokerError, InputError, WorldError
from monitor.pauses import EVERY_TARGET, parse_duration, parse_moment, said
from monitor.prober_state import Pause, ProberState, pause_key, rest_key
from monitor.streams.admin import ensure_topics
from monitor.streams.topics import topic_specs

_CLIENT = "sycomon-pause"


def pause(
    target: Annotated[
        str | None, typer.Argument(help="A target's name in the configuration.")
    ] = None,
    config: Annotated[Path, typer.Option(metavar="FILE", help="The configuration.")] = Path(
        "sycomon.yaml"
    ),
    all_targets: Annotated[
        bool, typer.Option("--all", help="Every target instead of one.")
    ] = False,
    duration: Annotated[
        str | None, typer.Option("--for", metavar="TIME", help="How long: 90s, 30m, 2h, 1d.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Until when, with its offset: 2026-05-01T18:00Z."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="End the pause now.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Have every prober of the deployment leave a target alone for a while.

    Requests in flight end normally. Runs that fall due meanwhile are not played, and one that
    is under way waits. `--resume` also ends the rest of a target that failed.
    """
    if (target is None) != all_targets:
        raise InputError("give either a TARGET or --all")
    if [duration is None, until is None, not resume].count(False) != 1:
        raise InputError("give one of --for TIME, --until TIME and --resume")
    clock = SystemClock()
    ends = _end(duration, until, clock.now())
    settings = load(config, KNOWN)
    if target is not None:
        check_target(settings, target)
    try:
        ensure_topics(settings.kafka, topic_specs(settings), _CLIENT)
        state = _state(settings, clock)
        if ends is not None:
            key = pause_key(target or EVERY_TARGET)
            write_state(settings, {key: Pause(until=ends).encode()}, clock, _CLIENT)
            _say(target, ends, f"paused until {said(ends)}", as_json)
            return
        write_state(settings, dict.fromkeys(_keys_to_end(state, target)), clock, _CLIENT)
    except BrokerError as error:
        raise WorldError(
            f"the broker cannot be reached, or refuses, so this may not hold: {error}. "
            "The file named by prober.stop_file stops probers without a broker"
        ) from error
    if target is None:
        _say(None, None, _all_go_on(settings, state, clock.now()), as_json)
    else:
        others = state.pauses.get(EVERY_TARGET)
        paused = others.until if others and others.until > clock.now() else None
        _say(target, paused, _goes_on(settings, state, target, clock.now()), as_json)


def _keys_to_end(state: ProberState, target: str | None) -> Iterator[bytes]:
    """What ending the pause of a target, or of all, takes off the topic."""
    pauses = state.pauses if target is None else {*state.pauses} & {target}
    rests = state.rests if target is None else {*state.rests} & {target}
    yield from map(pause_key, pauses)
    yield from map(rest_key, rests)


def _goes_on(settings: Config, state: ProberState, target: str, now: float) -> str:
    """How one target is after its pause and its rest were ended."""
    others = state.pauses.get(EVERY_TARGET)
    if others is not None and others.until > now:
        return (
            f"still paused with all others until {said(others.until)}; "
            "`sycomon pause --all --resume` ends that"
        )
    if settings.targets[target].paused:
        return f"still paused: targets.{target}.paused is set in the configuration"
    rest, pause = state.rests.get(target), state.pauses.get(target)
    if rest is not None and rest.until > now:
        return f"goes on; its rest until {said(rest.until)} is ended"
    return "goes on" if pause is not None and pause.until > now else "goes on; it was not paused"


def _all_go_on(settings: Config, state: ProberState, now: float) -> str:
    paused = sorted(name for name, target in settings.targets.items() if target.paused)
    if paused:
        names = ", ".join(paused)
        return f"goes on, but for those with `paused: true` in the configuration: {names}"
    ends = [pause.until for pause in state.pauses.values()]
    ends += [rest.until for rest in state.rests.values()]
    return "goes on" if max(ends, default=now) > now else "goes on; nothing was paused"


def _end(duration: str | None, until: str | None, now: float) -> float | None:
    """When the pause ends (Unix seconds); null when it is to end now."""
    try:
        if duration is not None:
            return now + parse_duration(duration)
        return None if until is None else parse_moment(until, now)
    except ValueError as error:
        raise InputError(f"{'--for' if duration is not None else '--until'}: {error}") from error


def _state(settings: Config, clock: Clock) -> ProberState:
    """What stands on the state topic now."""
    state, deadline = ProberState(), Deadline.after(clock, WAIT_SECONDS)
    with state_records(settings, deadline, f"{_CLIENT}-log") as records:
        for record in records:
            state.learn(record)
    return state


def _say(target: str | None, until: float | None, told: str, as_json: bool) -> None:
    """`until` is when the pause ends that holds now (Unix seconds)."""
    if as_json:
        paused_until = None if until is None else said(until)
        typer.echo(orjson.dumps({"target": target, "paused_until": paused_until}))
    else:
        typer.echo(f"{target or 'every target'}: {told}")
