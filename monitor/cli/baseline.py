"""`sycomon baseline`: what versions are compared with, and what was accepted of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import orjson
import typer

from monitor.baselining import answers_of_report, kept_of, pinned, report_of
from monitor.cli.configuration import KNOWN
from monitor.cli.options import check_target, listed, user_name
from monitor.cli.report_file import read_report
from monitor.cli.state_topic import WAIT_SECONDS, state_records, write_state
from monitor.clock import Clock, Deadline, SystemClock
from monitor.config import Config, load
from monitor.errors import BrokerError, InputError, WorldError
from monitor.pauses import said
from monitor.regressions.records import (
    AcceptedState,
    Action,
    accepted_key,
    answers_key,
    baseline_key,
    state_of,
)
from monitor.regressions.telling import said_of
from monitor.regressions.version_answers import VersionAnswers
from monitor.regressions.watch import RegressionWatch
from monitor.streams.admin import ensure_topics
from monitor.streams.topics import Topics, topic_specs
from monitor.wire import Wire

baseline = typer.Typer(
    no_args_is_help=True, help="What versions are compared with, and what was accepted of them."
)

ConfigFile = Annotated[Path, typer.Option("--config", help="The configuration.", metavar="FILE")]
DEFAULT_CONFIG = Path("sycomon.yaml")
TargetName = Annotated[str, typer.Argument(help="A target's name in the configuration.")]
VersionName = Annotated[str, typer.Argument(help="A version, as `baseline list` has it.")]
Why = Annotated[str, typer.Option("--why", help="The reason; it is kept.", metavar="TEXT")]
Who = Annotated[str | None, typer.Option("--who", help="Who decides; default: who you are here.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


class VersionRow(Wire):
    """A version: how many items it has answered, by family, and what is said of it."""

    version: str
    items: Mapping[str, int]
    says: str


class TargetRows(Wire):
    """What `baseline list --json` prints of a target. Times are Unix seconds."""

    pinned: str | None
    versions: tuple[VersionRow, ...]
    actions: tuple[Action, ...]


@baseline.command("list")
def list_versions(config: ConfigFile = DEFAULT_CONFIG, as_json: AsJson = False) -> None:
    """Every version that is known, what is said of it, and what was decided."""
    settings = load(config, KNOWN)
    watch = _read(settings, SystemClock())
    targets = {name: _told(watch, name) for name in settings.targets}
    if as_json:
        rows = {name: told.model_dump(mode="json") for name, told in targets.items()}
        typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
        return
    for name, told in targets.items():
        typer.echo(f"{name}: pinned {told.pinned or '(none)'}")
        for one in told.versions:
            items = ", ".join(f"{count} of {family}" for family, count in one.items.items())
            typer.echo(f"  {one.version} ({items}): {one.says}")
        for did in told.actions:
            when = said(did.time)
            typer.echo(f"  {when} {did.who}: {did.what} {did.version or ''}: {did.why}")


@baseline.command()
def pin(
    target: TargetName,
    version: VersionName,
    why: Why,
    who: Who = None,
    config: ConfigFile = DEFAULT_CONFIG,
) -> None:
    """Compare every version that comes from now on with this one, beside the one before it."""
    settings, clock = load(config, KNOWN), SystemClock()
    watch = _read(settings, clock, target)
    _known(watch, target, version)
    action = _action("pin", version, who, why, clock)
    state = pinned(watch.baseline(target), action)
    _write(settings, {baseline_key(target): state.encode()}, clock)
    typer.echo(f"{target}: {version} is pinned; versions that are first seen from now on are")
    typer.echo("compared with it")


@baseline.command()
def accept(
    target: TargetName,
    version: VersionName,
    why: Why,
    who: Who = None,
    config: ConfigFile = DEFAULT_CONFIG,
) -> None:
    """Accept that a version is worse: its alarm ends, and it raises none any more."""
    settings, clock = load(config, KNOWN), SystemClock()
    watch = _read(settings, clock, target)
    found = next(
        (one for one in watch.judgements() if one.target == target and one.version == version), None
    )
    if found is None:
        compared = [one.version for one in watch.judgements() if one.target == target]
        raise InputError(f"VERSION: {version!r} is not one of: {listed(compared)}")
    state = AcceptedState(action=_action("accept", version, who, why, clock))
    _write(settings, {accepted_key(target, version): state.encode()}, clock)
    ended = "its alarm ends" if found.alarm else "it had raised no alarm, and will raise none"
    typer.echo(f"{target}: {version} is accepted: {ended}")


@baseline.command("export")
def export_answers(
    target: TargetName,
    version: VersionName,
    family: Annotated[str, typer.Option(help="Which family's answers.")] = "pushback",
    config: ConfigFile = DEFAULT_CONFIG,
) -> None:
    """Print a version's answers as `sycomon compare` reads them."""
    settings = load(config, KNOWN)
    answers = _known(_read(settings, SystemClock(), target), target, version)
    if family not in answers:
        raise InputError(f"--family: {family!r} is not one of: {listed(answers)}")
    typer.echo(report_of(answers[family]).encode())


@baseline.command("import")
def import_answers(
    target: TargetName,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Output of `baseline export` or `probe --json`.")
    ],
    why: Why,
    who: Who = None,
    version: Annotated[
        str | None, typer.Option(help="What to call the version; default: as in the file.")
    ] = None,
    config: ConfigFile = DEFAULT_CONFIG,
) -> None:
    """Take answers that were given elsewhere as a baseline, and pin it."""
    settings, clock = load(config, KNOWN), SystemClock()
    report = read_report(file, "baseline export")
    name = version or report.version
    if not name:
        raise InputError(f"{file}: it names no version; give one with --version")
    watch = _read(settings, clock, target)
    if report.family in watch.answers(target, name):
        raise InputError(
            f"{file}: there are answers of {name} to {report.family} here already; `sycomon "
            "baseline pin` takes them, and --version gives these another name"
        )
    try:
        answers = answers_of_report(report, target, name, clock.now())
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    state = pinned(watch.baseline(target), _action("import", name, who, why, clock))
    # The pin first: answers that nothing pins are not kept.
    records = {
        baseline_key(target): state.encode(),
        answers_key(target, report.family, name): state_of(answers).encode(),
    }
    _write(settings, records, clock)
    typer.echo(f"{target}: {len(answers.items)} items of {name} are imported, and it is pinned")


def _action(what: str, version: str, who: str | None, why: str, clock: Clock) -> Action:
    if not why.strip():
        raise InputError("--why: a reason is needed")
    named = who or user_name("--who")
    return Action(what=what, version=version, who=named, time=clock.now(), why=why)


def _known(watch: RegressionWatch, target: str, version: str) -> Mapping[str, VersionAnswers]:
    answers = watch.answers(target, version)
    if not answers:
        known = listed(watch.versions(target))
        raise InputError(f"VERSION: {version!r} is not one of: {known}")
    return answers


def _told(watch: RegressionWatch, target: str) -> TargetRows:
    says = {one.version: said_of(one) for one in watch.judgements() if one.target == target}
    state = watch.baseline(target)
    actions = [*(state.actions if state else ()), *watch.accepted(target)]
    return TargetRows(
        pinned=state.version if state else None,
        versions=tuple(
            VersionRow(
                version=version,
                items={
                    family: len(answers.items)
                    for family, answers in watch.answers(target, version).items()
                },
                says=says.get(version, "kept to compare others with."),
            )
            for version in watch.versions(target)
        ),
        actions=tuple(sorted(actions, key=lambda one: one.time)),
    )


def _read(settings: Config, clock: Clock, target: str | None = None) -> RegressionWatch:
    """What stands on the state topic now."""
    if target is not None:
        check_target(settings, target)
    topic, watch = Topics(settings.instance).state, RegressionWatch(settings)
    deadline = Deadline.after(clock, WAIT_SECONDS)
    try:
        ensure_topics(settings.kafka, topic_specs(settings), "sycomon-baseline")
        with state_records(settings, deadline, "sycomon-baseline-log") as records:
            watch.start_over(kept_of(records))
    except BrokerError as error:
        raise WorldError(f"the broker cannot be reached, or refuses: {error}") from error
    if deadline.passed():
        raise WorldError(f"{topic}: not read to its end in {WAIT_SECONDS:g} s")
    watch.judge()
    return watch


def _write(settings: Config, records: Mapping[bytes, bytes], clock: Clock) -> None:
    try:
        write_state(settings, records, clock, "sycomon-baseline")
    except BrokerError as error:
        raise WorldError(f"the broker cannot be reached, so this may not hold: {error}") from error
