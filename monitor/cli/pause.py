"""`sycomon pause`: have all probers of a deployment leave a target alone for a while."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import orjson
import typer

from monitor.cli.configuration import KNOWN
from monitor.clock import Clock, Deadline, SystemClock
from monitor.config import Config, load
from monitor.errors import FormatError, InputError, WorldError
from monitor.pauses import EVERY_TARGET, parse_duration, parse_moment, said
from monitor.prober_state import Pause, ProberState, pause_key
from monitor.streams.admin import ensure_topics
from monitor.streams.log import LogReader
from monitor.streams.topics import Topics, topic_specs
from monitor.streams.writer import Writer

_WRITE_SECONDS = 30.0


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
    is under way waits.
    """
    if (target is None) != all_targets:
        raise InputError("give either a TARGET or --all")
    if [duration is None, until is None, not resume].count(False) != 1:
        raise InputError("give one of --for TIME, --until TIME and --resume")
    clock = SystemClock()
    ends = _end(duration, until, clock.now())
    settings = load(config, KNOWN)
    if target is not None and target not in settings.targets:
        known = ", ".join(sorted(settings.targets)) or "(none)"
        raise InputError(f"TARGET: {target!r} is not one of: {known}")
    name = target or EVERY_TARGET
    ensure_topics(settings.kafka, topic_specs(settings), "sycomon-pause")
    state = _state(settings, clock)
    names = {name} if target or ends is not None else {name, *state.pauses}
    _write(settings, names, ends, clock)
    for one in names:
        state.pauses.pop(one, None)
    paused = ends if ends is not None else state.paused_until(name, clock.now())
    _say(target, ends, paused, as_json)


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
    topic = Topics(settings.instance).state
    reader = LogReader(settings.kafka, [topic], "sycomon-pause-log")
    state, deadline = ProberState(), Deadline.after(clock, _WRITE_SECONDS)
    try:
        for record in reader.read_to(reader.ends(), deadline.passed):
            state.learn(record)
    except FormatError as error:
        raise WorldError(f"{topic}: {error}") from error
    finally:
        reader.close()
    return state


def _write(settings: Config, names: Iterable[str], ends: float | None, clock: Clock) -> None:
    writer = Writer(settings.kafka, "sycomon-pause")
    value = None if ends is None else Pause(until=ends).encode()
    try:
        for name in names:
            writer.send(Topics(settings.instance).state, pause_key(name), value)
        writer.flush(Deadline.after(clock, _WRITE_SECONDS))
    finally:
        writer.close()


def _say(target: str | None, ends: float | None, paused: float | None, as_json: bool) -> None:
    """`ends` is what was asked for, `paused` what holds now."""
    if as_json:
        until = None if paused is None else said(paused)
        typer.echo(orjson.dumps({"target": target, "paused_until": until}))
        return
    who = target or "every target"
    if ends is not None:
        typer.echo(f"{who}: paused until {said(ends)}")
    elif paused is not None:
        typer.echo(
            f"{who}: still paused with all others until {said(paused)}; "
            "`sycomon pause --all --resume` ends that"
        )
    else:
        typer.echo(f"{who}: goes on")
