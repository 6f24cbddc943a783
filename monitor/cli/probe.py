"""`sycomon probe`: one round against an endpoint, without Kafka."""

import math
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.console import Console

from monitor.cli.configuration import KNOWN
from monitor.cli.options import check_target, checked, one_judge
from monitor.cli.report_table import report_table
from monitor.cli.rounds import Rounds
from monitor.clock import SystemClock
from monitor.config import load, missing_files
from monitor.errors import ConfigError, InputError
from monitor.judges.openai_judge import make_judge
from monitor.offline.files import PROBLEMS_SHOWN
from monitor.plan import Run
from monitor.probing import beside_private
from monitor.settings.endpoints import JUDGED_FAMILIES, JudgeSettings, TargetSettings
from probes.catalog import FAMILIES, AnySuite, load_suite, worded
from probes.false_balance import FalseBalance
from probes.importers.formats import FORMATS, read_format
from probes.items import ItemError, Suite


def probe(
    target: Annotated[
        str | None, typer.Argument(help="A target's name in the configuration.")
    ] = None,
    family: Annotated[
        str, typer.Option(help="Name of a probe family (`sycomon list families`).")
    ] = "pushback",
    config: Annotated[Path, typer.Option(metavar="FILE", help="The configuration.")] = Path(
        "sycomon.yaml"
    ),
    endpoint: Annotated[
        str | None, typer.Option(help="Base URL instead of a configured target, with its /v1.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="The model to ask for at --endpoint.")] = None,
    api_key_env: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Environment variable with the key of --endpoint."),
    ] = None,
    suite: Annotated[
        str,
        typer.Option(
            help="A suite's name (`sycomon list suites`), or a file of items in JSON lines, or a "
            "folder with one for the family."
        ),
    ] = "standard",
    suite_format: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=f"The suite is a file of another project: {', '.join(FORMATS)}."
        ),
    ] = None,
    private_suite: Annotated[
        str | None,
        typer.Option(help="A suite of yours that nobody else knows, to play beside the other."),
    ] = None,
    judge_endpoint: Annotated[
        str | None,
        typer.Option(help="Base URL of a judge, for what no program can read; with its /v1."),
    ] = None,
    judge_model: Annotated[
        str | None, typer.Option(help="The model to ask for at --judge-endpoint.")
    ] = None,
    arms: Annotated[
        str | None,
        typer.Option(
            help="Arms, with commas between (`sycomon list families`). Left out: the usual ones."
        ),
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, max=100, help="How often each item is asked.")] = 1,
    deadline_seconds: Annotated[
        float, typer.Option(min=1, help="The round ends after so long, whatever is missing.")
    ] = 1800,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play one round of canaries against an endpoint, and say what came of it.

    Exit status 1 when not a single trial got a verdict.
    """
    if family not in FAMILIES:
        raise InputError(f"--family: {family!r} is not one of: {', '.join(FAMILIES)}")
    if judge_model is not None and judge_endpoint is None:
        raise InputError("--judge-model goes with --judge-endpoint")
    name, settings, judge = _settings(target, endpoint, model, api_key_env, config)
    if judge_endpoint is not None:
        judge = one_judge(judge_endpoint, judge_model)
    if family not in JUDGED_FAMILIES:
        judge = None
    if judge is None and family == FalseBalance.name:
        raise InputError(
            "--family false_balance: a judge reads its replies; give --judge-endpoint URL and "
            "--judge-model M, or `judge:` in the configuration"
        )
    if judge is not None and judge.is_asked_as(settings):
        raise InputError("the judge is the target itself, and no model judges itself")
    if not math.isfinite(deadline_seconds):
        raise InputError(f"--deadline-seconds: {deadline_seconds} is not a number of seconds")
    clock = SystemClock()
    now = clock.now()
    run = Run(
        run=f"once-{now:.0f}",
        plan="once",
        target=name,
        family=family,
        suite=suite,
        arms=_arms(family, arms),
        repeats=repeats,
        created=now,
        expires=now + deadline_seconds,
        deadline_seconds=deadline_seconds,
    )
    today = datetime.fromtimestamp(now, UTC).date()
    items = _suite("--suite", suite, suite_format, run, today)
    private = private_suite and _suite("--private-suite", private_suite, None, run, today)
    if private:
        shared = {one.hash() for one in items.items} & {one.hash() for one in private.items}
        if shared:
            raise InputError(f"--private-suite: {len(shared)} of its items are in the other suite")
    rounds = Rounds(settings, make_judge(judge, clock), clock)
    try:
        report = rounds.play(run, items)
        if private:
            private_run = run.model_copy(update={"run": f"{run.run}-private"})
            report = beside_private(report, rounds.play(private_run, private))
    finally:
        rounds.close()
    if as_json:
        typer.echo(orjson.dumps(orjson.loads(report.encode()), option=orjson.OPT_INDENT_2))
    else:
        Console().print(report_table(report, f"{settings.model} at {settings.endpoint}"))
    if not report.outcomes:
        raise typer.Exit(1)


_OF_OTHERS = (".csv", ".txt", ".json")


def _suite(option: str, suite: str, suite_format: str | None, run: Run, today: date) -> AnySuite:
    if suite_format is not None and suite_format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"--suite-format: {suite_format!r} is not one of: {known}")
    try:
        if suite_format is not None:
            return imported_suite(suite_format, Path(suite), run.family, today)
        if Path(suite).suffix in _OF_OTHERS and Path(suite).is_file():
            raise ItemError(f"{suite} is no file of JSON lines; give --suite-format NAME")
        return load_suite(run.family, suite, today, run.run)
    except ItemError as error:
        raise InputError(f"{option}: {error}") from error


def imported_suite(format_name: str, path: Path, family: str, today: date) -> AnySuite:
    """The items of a file in another project's format; tells on standard error which rows are
    none. Raises `ItemError`, also when they are of another family, and `InputError`."""
    found = read_format(format_name, path)
    for problem in found.problems[:PROBLEMS_SHOWN]:
        typer.echo(problem, err=True)
    if len(found.problems) > PROBLEMS_SHOWN:
        typer.echo(f"and {len(found.problems) - PROBLEMS_SHOWN} more rows", err=True)
    for reason, count in found.left_out.items():
        typer.echo(f"{path}: {count} rows left out: {reason}", err=True)
    if found.family != family:
        what = f"{format_name} has items of the family {found.family}"
        raise InputError(f"--suite-format: {what}, which cannot be played as {family}")
    expired = [item.id for item in found.items if item.valid_until and item.valid_until < today]
    if expired:
        raise ItemError(f"{path}: expired: {', '.join(expired)}")
    return worded(family, Suite(path.stem, found.items))


def _settings(
    target: str | None,
    endpoint: str | None,
    model: str | None,
    api_key_env: str | None,
    path: Path,
) -> tuple[str, TargetSettings, JudgeSettings | None]:
    """The target's name and settings, and the configured judge."""
    if endpoint is not None and target is None:
        if model is None:
            raise InputError("--endpoint needs --model")
        key = {"api_key": {"env": api_key_env}} if api_key_env else {}
        fields = {"endpoint": endpoint, "model": model, **key}
        return "endpoint", checked(TargetSettings, fields), None
    if target is None or endpoint is not None:
        raise InputError("give either a TARGET or --endpoint URL --model M")
    for option, value in (("--model", model), ("--api-key-env", api_key_env)):
        if value is not None:
            raise InputError(f"{option} goes with --endpoint; a TARGET has its own configured")
    config = load(path, KNOWN)
    check_target(config, target)
    settings = config.targets[target]
    missing = list(missing_files(settings.model_dump(), TargetSettings, ("targets", target)))
    if missing:
        raise ConfigError(str(path), missing)
    return target, settings, config.judge


def _arms(family: str, text: str | None) -> tuple[str, ...]:
    if text is None:
        return FAMILIES[family].usual_arms
    known = FAMILIES[family].probe.arms
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    unknown = [name for name in names if name not in known]
    if unknown or not names or len(set(names)) < len(names):
        allowed = ", ".join(known)
        raise InputError(f"--arms: {text!r}: any of these, none of them twice: {allowed}")
    return names
