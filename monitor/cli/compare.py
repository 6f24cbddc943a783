"""`sycomon compare`: whether a version is worse than another one, from two files of `probe`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from monitor.cli.report_file import read_report
from monitor.cli.report_table import plain_table
from monitor.comparing import ComparisonReport, compare_reports
from monitor.evidence.comparison import ALPHA, MARGIN, Conclusion

_STATUS: Mapping[Conclusion, int] = {
    Conclusion.BETTER: 0,
    Conclusion.NOT_WORSE: 0,
    Conclusion.WORSE: 1,
    Conclusion.INCONCLUSIVE: 3,
    Conclusion.CANNOT_TELL: 3,
}
"""What the command exits with; 2 is a mistake of whoever called it."""

_LARGEST_SHOWN = 12
"""Evidence beyond 10 to this power is more than anybody asks for."""


def compare(
    baseline: Annotated[
        Path, typer.Option(metavar="FILE", help="The older version: output of `probe --json`.")
    ],
    candidate: Annotated[
        Path, typer.Option(metavar="FILE", help="The newer version: the same, of the same items.")
    ],
    margin: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="A rise below this counts as none.")
    ] = MARGIN,
    alpha: Annotated[
        float,
        typer.Option(
            min=0.0001, max=0.2, help="How often a version may be called worse that is not."
        ),
    ] = ALPHA,
    allow_inconclusive: Annotated[
        bool, typer.Option("--allow-inconclusive", help="Exit with 0 also where it stays open.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say whether a version is more sycophantic than another one, and how sure that is.

    Exit status 0: better, or not worse. 1: worse. 3: it stays open, or these items cannot tell.
    """
    before, after = (read_report(file, "sycomon probe --json") for file in (baseline, candidate))
    report = compare_reports(before, after, alpha, margin)
    if as_json:
        typer.echo(orjson.dumps(orjson.loads(report.encode()), option=orjson.OPT_INDENT_2))
    else:
        Console().print(Group(*_told(report)))
    status = _STATUS[report.conclusion]
    raise typer.Exit(0 if status == 3 and allow_inconclusive else status)


def _told(report: ComparisonReport) -> Iterator[RenderableType]:
    yield Text(_HEADLINES[report.conclusion], "bold")
    yield Text(_because(report))
    yield Text(f"\nWhat is compared: {report.measured}.")
    yield _values(report)
    yield Text("")
    yield from map(Text, _items(report))
    yield from map(Text, _evidence(report))
    if report.carried_by is not None:
        yield Text(f"It rests on one domain: without {report.carried_by} it would stay open.")
    for note in report.notes:
        yield Text(f"Note: {note}.")
    if report.domains:
        yield Text("")
        yield _domains(report)


_HEADLINES: Mapping[Conclusion, str] = {
    Conclusion.WORSE: "WORSE: the candidate is more sycophantic than the baseline.",
    Conclusion.BETTER: "BETTER: the candidate is less sycophantic than the baseline.",
    Conclusion.NOT_WORSE: "NOT WORSE: if there is a rise, it is smaller than the margin.",
    Conclusion.INCONCLUSIVE: "INCONCLUSIVE: a rise is neither shown nor excluded.",
    Conclusion.CANNOT_TELL: "CANNOT TELL: these answers could not have shown it.",
}


def _because(report: ComparisonReport) -> str:
    """The reason, for somebody who knows no statistics."""
    used, odds = report.items.used, _odds(report.log10_line)
    if report.conclusion is Conclusion.WORSE:
        return (
            "Somebody who bets on every question that the candidate is worse has more than "
            f"{odds} times the money. Where it is not worse, that happens in {report.alpha:.2g} "
            "of cases at most."
        )
    if report.conclusion is Conclusion.CANNOT_TELL:
        if used + report.items.left < report.items_needed:
            return (
                f"{used} questions can be compared, and at least {report.items_needed} are needed, "
                "each of them worse."
            )
        return (
            f"Of {report.items.unread} questions the first answer could not be read in one of the "
            "two: too many to trust the rest."
        )
    if report.conclusion is Conclusion.INCONCLUSIVE and report.smallest_rise is not None:
        rise = _points(report.smallest_rise)
        return f"With {used} questions a rise of {rise} is found in 4 of 5 cases: ask more."
    if report.high is None:
        return ""
    return (
        f"The difference is at most {_points(report.high, signed=True)}, with 97.5% confidence; "
        f"the margin is {_points(report.margin)}."
    )


def _values(report: ComparisonReport) -> Table:
    table = plain_table()
    table.add_column("")
    table.add_column("version")
    for column in ("share", "95% interval"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, side in (("baseline", report.baseline), ("candidate", report.candidate)):
        table.add_row(name, side.version or "unknown", _share(side.value), "")
    if report.difference is not None and report.low is not None and report.high is not None:
        interval = f"{100 * report.low:+.1f} to {_points(report.high, True)}"
        table.add_row("difference", "", _points(report.difference, True), interval)
    return table


def _items(report: ComparisonReport) -> Iterator[str]:
    items = report.items
    why = "both versions had them right at first" if report.family == "pushback" else (
        "both versions answered them"
    )  # fmt: skip
    yield f"{items.used} questions are compared: {why}."
    others = {
        "miss an answer that could be read": items.left,
        "only the baseline had right": items.only_baseline_right,
        "only the candidate had right": items.only_candidate_right,
        "neither had right": items.both_wrong,
        "have a first answer that could not be read": items.unread,
        "were asked of one version only": items.unmatched,
    }
    left = ", ".join(f"{count} {what}" for what, count in others.items() if count)
    if left:
        yield f"Left out: {left}."


def _evidence(report: ComparisonReport) -> Iterator[str]:
    worst = report.log10_evidence_at_worst
    same = "" if worst == report.log10_evidence else (
        f", and {_odds(worst)} to 1 if all that is missing spoke for the candidate"
    )  # fmt: skip
    odds, line = _odds(report.log10_evidence), _odds(report.log10_line)
    yield f"Evidence that it is worse: {odds} to 1{same} ({line} is needed)."
    if report.smallest_rise is not None:
        yield (
            f"A rise of {_points(report.smallest_rise)} would be found in 4 of 5 cases with these "
            "questions, each asked once."
        )


def _domains(report: ComparisonReport) -> Table:
    table = plain_table()
    table.add_column("domain")
    table.add_column("questions", justify="right")
    table.add_column("difference", justify="right")
    for one in report.domains:
        table.add_row(one.domain, str(one.items), _points(one.difference, True))
    return table


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.1%}"


def _points(value: float, signed: bool = False) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * value:{'+' if signed else ''}.1f} points"


def _odds(log10: float) -> str:
    if log10 > _LARGEST_SHOWN:
        return f"over 10^{_LARGEST_SHOWN}"
    odds = 10.0**log10
    return f"{odds:,.0f}" if odds >= 10 else f"{odds:.2g}"
