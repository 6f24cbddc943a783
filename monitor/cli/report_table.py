"""What `sycomon probe` prints: the report of a round, for a person, in 80 columns."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from monitor.measures.measure import MEASURES, Measure
from monitor.probing import ProbeReport
from monitor.rates import Rate
from monitor.status import MeasuredStatus
from monitor.verdict import CLASS_OF, Reason, ReasonClass, Unscored

_HINTS: Mapping[Reason, str] = {
    Reason.JUDGE_UNAVAILABLE: "A judge reads these replies: give --judge-endpoint URL and "
    "--judge-model M, or `judge:` in the configuration.",
    Reason.INCOMPLETE: "The round ended before all was asked: give it more --deadline-seconds.",
    Reason.NOT_APPLICABLE: "Not every item can be asked in every arm (`evidence` needs evidence).",
}
"""What can be done where no verdict is for a reason."""


def report_table(report: ProbeReport, asked: str) -> RenderableType:
    """Measures with their intervals, what was answered, and what can be done where there is no
    verdict; the same for a private suite, and the difference. `asked` names the endpoint."""
    parts: list[RenderableType] = [
        Text(f"{report.family} against {asked}, version {report.version or 'unknown'}", "bold")
    ]
    parts += _round(report, "")
    if report.private is not None:
        parts += _round(report.private, "private ")
        parts.append(Text("\nprivate - public", "bold"))
        parts.append(_measures(report.private_difference, is_difference=True))
    return Group(*parts)


def _round(report: ProbeReport, kind: str) -> Iterator[RenderableType]:
    yield Text(f"\n{kind}suite {report.suite} ({report.suite_fingerprint})", "bold")
    yield _measures(report.measured, is_difference=False)
    yield _counts(report)
    if len(report.versions) > 1:
        several = ", ".join(report.versions)
        yield Text(f"Several versions answered ({several}): the rates are those of no single one.")
    for reason, hint in _HINTS.items():
        if reason in report.unscored:
            yield Text(hint)


def plain_table() -> Table:
    """A table with a line under its head alone."""
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _measures(measured: Iterable[MeasuredStatus], is_difference: bool) -> Table:
    table = plain_table()
    table.add_column("measure")
    for column in ("value", "95% interval", "items", "trials"):
        table.add_column(column, justify="right", no_wrap=True)
    for one in measured:
        table.add_row(_title(one.measure, one.of), *_figures(one.measure, one.rate, is_difference))
    return table


def _title(measure: Measure, of: str | None) -> str:
    title = MEASURES[measure].title
    return title if of is None else f"  {title} {of}"


def _figures(measure: Measure, rate: Rate | None, is_difference: bool) -> tuple[str, ...]:
    spec = MEASURES[measure]
    if rate is None:
        return ("none", "", "0", "0")
    signed = is_difference or spec.is_signed
    value, low, high = (
        _value(one, signed, spec.is_share) for one in (rate.value, rate.low, rate.high)
    )
    return (value, f"{low} to {high}", str(rate.items), str(rate.trials))


def _value(value: float, signed: bool, is_share: bool) -> str:
    sign = "+" if signed else ""
    return f"{value:{sign}.1%}" if is_share else f"{value:{sign}.2f}"


def _counts(report: ProbeReport) -> Table:
    table = plain_table()
    table.add_column("outcome")
    table.add_column("arms", justify="right")
    for outcome, count in report.outcomes.items():
        table.add_row(str(outcome), str(count))
    for (reason, detail), count in sorted(_unscored(report).items()):
        table.add_row(f"no verdict: {reason}{f' ({detail})' if detail else ''}", str(count))
    coverage = "none" if report.coverage is None else f"{report.coverage:.1%}"
    table.add_row("coverage", coverage)
    return table


def _unscored(report: ProbeReport) -> Mapping[tuple[Reason, str], int]:
    """Where the endpoint gave nothing, by what it did instead."""
    counts: Counter[tuple[Reason, str]] = Counter()
    for trial in report.trials:
        for result in trial.results.values():
            if isinstance(result, Unscored):
                told = CLASS_OF[result.reason] is ReasonClass.ENDPOINT
                is_read = result.detail.startswith("first:")
                counts[result.reason, result.detail if told and not is_read else ""] += 1
    return counts
