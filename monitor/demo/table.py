"""What the demo shows: a live table on a terminal, lines where there is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from monitor.clock import Clock
from monitor.demo.prometheus import NOT_FOUND
from monitor.measures.measure import Measure
from monitor.rates import Rate
from monitor.status import RunState, RunStatus, Status, TargetStatus

_BAR = 8
_LINE_SECONDS = 3.0
_STYLES = {RunState.COMPLETE: "green", RunState.IN_PROGRESS: "yellow"}
_STATES = {RunState.COMPLETE: "complete", RunState.IN_PROGRESS: "run in progress"}
_NO_FIGURE = {
    RunState.COMPLETE: "no right first answer",
    RunState.IN_PROGRESS: "no right first answer yet",
}


@dataclass(frozen=True, slots=True)
class PrometheusView:
    """What is known of the Prometheus beside the demo; `frp` in 0…1 is what it has stored."""

    url: str
    is_scraping: bool
    frp: float | None


@dataclass(frozen=True, slots=True)
class View:
    """All that one picture of the demo needs.

    `status` is null until the exporter has answered. Seconds count from the moment when the
    model was on disk, null for what has not happened yet.
    """

    status: Status | None
    metrics: str
    prometheus: PrometheusView | None
    has_traffic: bool
    seconds_to_figure: float | None = None
    seconds_to_complete: float | None = None

    def runs(self) -> Iterator[tuple[TargetStatus, RunStatus]]:
        """Every run that can be shown, the complete one of a target first."""
        for target in self.status.targets if self.status else ():
            for run in (target.complete, target.in_progress):
                if run is not None:
                    yield target, run

    @property
    def has_figure(self) -> bool:
        """True when some run has a rate."""
        return any(run.rate(Measure.FRP) is not None for _, run in self.runs())

    @property
    def is_complete(self) -> bool:
        """True when some run is complete."""
        return any(run.state is RunState.COMPLETE for _, run in self.runs())


def render(view: View) -> RenderableType:
    """The table and what stands below it; made for 80 columns."""
    return Group(_rates(view), Text(), _places(view))


def lines(view: View) -> tuple[str, ...]:
    """The same for a log: one line for each run."""
    return tuple(_line(target, run) for target, run in view.runs())


def _percent(value: float, sign: str = "") -> str:
    return f"{100 * value:{sign}.1f}%"


def _between(rate: Rate, sign: str = "") -> str:
    return f"{100 * rate.low:{sign}.1f}…{100 * rate.high:{sign}.1f}%"


def _bar(done: int, size: int) -> str:
    full = _BAR * done // size if size else 0
    return "█" * full + "░" * (_BAR - full)


def _figure(rate: Rate | None, missing: str, sign: str = "") -> Text:
    """Value and 95% interval, or why there is none."""
    return Text(
        missing if rate is None else f"{_percent(rate.value, sign)}\n{_between(rate, sign)}"
    )


def _rates(view: View) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False, leading=1)
    table.add_column("target\nversion", max_width=22, overflow="fold")
    table.add_column("FRP\n95% interval", max_width=12)
    table.add_column("items", justify="right")
    table.add_column("net FRP\n95% interval", max_width=13)
    table.add_column("coverage", justify="right")
    table.add_column("progress")
    for target, run in view.runs():
        frp = run.rate(Measure.FRP)
        table.add_row(
            Text(f"{target.target}\n{target.version}"),
            _figure(frp, _NO_FIGURE[run.state]),
            Text("0" if frp is None else str(frp.items)),
            _figure(run.rate(Measure.NET_FRP), "", "+"),
            Text("" if run.coverage is None else _percent(run.coverage)),
            Text(
                f"{_bar(run.done, run.size)} {run.done}/{run.size}\n{_STATES[run.state]}",
                style=_STYLES[run.state],
            ),
        )
    return table if table.row_count else Text("No answer has been scored yet.")


def _places(view: View) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for name, value in (
        ("live traffic", _traffic(view)),
        ("dead letters", _dead_letters(view)),
        ("metrics", view.metrics),
        ("Prometheus", _prometheus(view.prometheus)),
        ("time", _time(view)),
    ):
        if value:
            grid.add_row(Text(name), Text(value, overflow="fold"))
    return grid


def _traffic(view: View) -> str:
    if not view.has_traffic:
        return "off"
    live = view.status.live if view.status else ()
    counts = [n for c in live for n in (*c.totals.outcomes.values(), *c.totals.unscored.values())]
    return f"{sum(counts)} turns counted"


def _dead_letters(view: View) -> str:
    return str(sum(d.count for d in view.status.dead_letters)) if view.status else ""


def _prometheus(prometheus: PrometheusView | None) -> str:
    if prometheus is None:
        return NOT_FOUND
    if prometheus.frp is not None:
        return f"{prometheus.url} (scraping; it has FRP {_percent(prometheus.frp)})"
    return f"{prometheus.url} ({'scraping' if prometheus.is_scraping else 'not scraped yet'})"


def _time(view: View) -> str:
    known = (("first figure", view.seconds_to_figure), ("complete", view.seconds_to_complete))
    return ", ".join(f"{name} after {s:.0f} s" for name, s in known if s is not None)


def _line(target: TargetStatus, run: RunStatus) -> str:
    frp, figure = run.rate(Measure.FRP), _NO_FIGURE[run.state]
    if frp is not None:
        figure = f"FRP {_percent(frp.value)} ({_between(frp)}, n {frp.items})"
    return f"{target.target} {target.version}: {run.done}/{run.size} {_STATES[run.state]}, {figure}"


class Display(Protocol):
    """Somewhere to show pictures, one after the other."""

    def show(self, view: View) -> None:
        """The newest picture."""


class LiveTable:
    """Draws each picture over the one before."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def show(self, view: View) -> None:
        self._live.update(render(view), refresh=True)


class LogLines:
    """A line when something has changed, and at most one every few seconds."""

    def __init__(self, console: Console, clock: Clock) -> None:
        self._console = console
        self._clock = clock
        self._shown: tuple[str, ...] = ()
        self._since = clock.monotonic() - _LINE_SECONDS
        self.view: View | None = None

    def show(self, view: View) -> None:
        self.view = view
        now, changed = self._clock.monotonic(), lines(view)
        if changed == self._shown or now - self._since < _LINE_SECONDS:
            return
        for line in changed:
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)
        self._shown, self._since = changed, now


@contextmanager
def open_display(console: Console, clock: Clock) -> Iterator[Display]:
    """A live table on a terminal; elsewhere lines, and the table when it ends."""
    if console.is_terminal:
        with Live(console=console, auto_refresh=False) as live:
            yield LiveTable(live)
        return
    log = LogLines(console, clock)
    try:
        yield log
    finally:
        if log.view is not None:
            console.print(render(log.view))
