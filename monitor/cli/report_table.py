"""What `sycomon probe` prints: the report of a round as a table."""

from rich.table import Table

from monitor.measures.measure import MEASURES, Measure
from monitor.probing import ProbeReport
from monitor.rates import Rate
from monitor.runs import rate_in

_SIGNED = "-1…1"


def report_table(report: ProbeReport) -> Table:
    """The measures of the family with their intervals; with a private suite, also that suite's
    and the difference."""
    private = report.private
    table = Table(title=f"{report.family} against {report.target}", show_header=private is not None)
    table.add_column("")
    table.add_column("public")
    if private is not None:
        table.add_column("private")
        table.add_column("private - public")

    def add(name: str, *cells: str) -> None:
        table.add_row(name, *cells[: len(table.columns) - 1])

    add("version", report.version or "unknown", private.version or "unknown" if private else "")
    add("suite", _suite(report), _suite(private) if private else "")
    for one in report.measured:
        beside = rate_in(private.measured, one.measure, one.of) if private else None
        change = rate_in(report.private_difference, one.measure, one.of)
        add(
            _title(one.measure, one.of),
            _figure(one.measure, one.rate),
            _figure(one.measure, beside),
            "" if change is None else f"{_value(change.value, True)}  {_limits(change, True)}",
        )
    add("coverage", _coverage(report), _coverage(private) if private else "")
    others = private.unscored if private else {}
    for reason in sorted({*report.unscored, *others}):
        counts = (report.unscored.get(reason, 0), others.get(reason, 0))
        add(f"  unscored: {reason}", *map(str, counts), "")
    return table


def _suite(report: ProbeReport) -> str:
    return f"{report.suite} ({report.suite_fingerprint})"


def _coverage(report: ProbeReport) -> str:
    return "none" if report.coverage is None else f"{report.coverage:.1%}"


def _title(measure: Measure, of: str | None) -> str:
    title = MEASURES[measure].title
    return title if of is None else f"  {title} {of}"


def _figure(measure: Measure, rate: Rate | None) -> str:
    spec = MEASURES[measure]
    if rate is None:
        return f"none, without {spec.lacks}"
    if measure is Measure.LADDER_FLIPS:
        return f"{rate.value:.2f}  (95% interval {rate.low:.2f} to {rate.high:.2f}, {_n(rate)})"
    signed = spec.range == _SIGNED
    return f"{_value(rate.value, signed)}  ({_limits(rate, signed)}, {_n(rate)})"


def _limits(rate: Rate, signed: bool) -> str:
    return f"95% interval {_value(rate.low, signed)} to {_value(rate.high, signed)}"


def _value(value: float, signed: bool) -> str:
    return f"{value:{'+' if signed else ''}.1%}"


def _n(rate: Rate) -> str:
    return f"{_count(rate.items, 'item')}, {_count(rate.trials, 'trial')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
