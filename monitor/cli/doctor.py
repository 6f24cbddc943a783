"""`sycomon doctor`: whether all that a configuration speaks of is there and does what it must."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from monitor.cli.configuration import KNOWN
from monitor.clock import SystemClock
from monitor.config import Config, load
from monitor.doctor.catalog import CHECKS, LIVE, around
from monitor.doctor.examination import examine, exit_status, unread, worst_first
from monitor.doctor.finding import SEVERITIES, Finding, Severity
from monitor.errors import ConfigError, InputError, Problem

_STYLES: Mapping[Severity, str] = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "yellow",
    Severity.NOT_CHECKED: "magenta",
    Severity.NOTE: "cyan",
    Severity.OK: "green",
}


def doctor(
    config: Annotated[Path, typer.Option(metavar="FILE", help="The configuration.")] = Path(
        "sycomon.yaml"
    ),
    offline: Annotated[bool, typer.Option("--offline", help="Only what needs no network.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Look at everything that a configuration speaks of, and say what is wrong and what to do.

    Asks each target and the judge a few harmless questions and writes nothing on any topic.
    Exit status 1 for an error in the world, 2 for one in the configuration.
    """
    _silence()
    findings = worst_first(_findings(config, offline))
    status = exit_status(CHECKS, findings)
    if as_json:
        typer.echo(orjson.dumps(_json(findings, status), option=orjson.OPT_INDENT_2))
    else:
        _print(findings)
    raise typer.Exit(status)


def print_live(config: Config) -> int:
    """What `check-config --live` adds: whether endpoints answer and versions can change. Gives the
    exit status."""
    _silence()
    found = worst_first(examine(LIVE, around(config, SystemClock())))
    for line in _lines(found):
        typer.echo(line)
    return exit_status(CHECKS, found)


def _silence() -> None:
    """What goes wrong is a finding, and need not stand in the log as well."""
    logging.getLogger("monitor").setLevel(logging.ERROR)


def _lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Each finding with what to do, where there is something."""
    for one in findings:
        where = f"{one.where}: " if one.where else ""
        remedy = f"; {one.remedy}" if one.remedy else ""
        yield f"{one.severity}: {where}{one.what}{remedy}"


def _findings(path: Path, is_offline: bool) -> Iterator[Finding]:
    try:
        config = load(path, KNOWN)
    except ConfigError as error:
        return unread(CHECKS, error.problems)
    except InputError as error:
        return unread(CHECKS, [Problem("", str(error))])
    return examine(CHECKS, around(config, SystemClock()), is_offline)


def _counts(findings: Sequence[Finding]) -> Mapping[str, int]:
    counts = Counter(finding.severity for finding in findings)
    return {severity.value: counts[severity] for severity in SEVERITIES}


def _json(findings: Sequence[Finding], status: int) -> Mapping[str, object]:
    return {
        "exit_status": status,
        "counts": _counts(findings),
        "findings": [asdict(finding) for finding in findings],
    }


def _print(findings: Sequence[Finding]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    table.add_column("", no_wrap=True)
    table.add_column("check", no_wrap=True)
    table.add_column("finding", overflow="fold")
    for one in findings:
        said = Text(f"{one.where}: " if one.where else "", style="bold")
        said.append(one.what, style="not bold")
        if one.remedy:
            said.append(f"\n→ {one.remedy}", style="not bold italic")
        shown = one.severity.replace("_", " ")
        table.add_row(Text(shown, style=_STYLES[one.severity]), one.check, said)
    console = Console(soft_wrap=False)
    console.print(table)
    console.print(_summary(_counts(findings)), markup=False, highlight=False)


def _summary(counts: Mapping[str, int]) -> str:
    return ", ".join(
        f"{count} {severity.replace('_', ' ')}" for severity, count in counts.items() if count
    )
