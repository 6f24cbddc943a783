"""The demo's table and lines, word for word."""

import io

import pytest
from rich.console import Console, RenderableType

from monitor.demo.table import PrometheusView, View, lines, open_display, render
from monitor.status import Counts, RunState, Status
from monitor.verdict import Outcome, Reason
from tests.fakes import FakeClock
from tests.monitor.demo.statuses import COMPLETE, UNDER_WAY, run, status, target

METRICS = "http://127.0.0.1:9464/metrics"


def view(
    shown: Status | None, prometheus: PrometheusView | None = None, *, has_traffic: bool = False
) -> View:
    return View(shown, METRICS, prometheus, has_traffic)


def drawn(what: RenderableType) -> list[str]:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


HEAD = [
    "target                FRP                net FRP",
    "version               95% interval items 95% interval coverage progress",
    "─" * 78,
]
UNDER_WAY_ROW = [
    "smollm2               62.1%           29 -3.4%           96.7% ███░░░░░ 23/60",
    "SmolLM2-135M-Instruct 44.0…77.3%         -20.0…+12.5%          run in progress",
]
COMPLETE_ROW = [
    "smollm2               62.1%           29 -3.4%          100.0% ████████ 60/60",
    "SmolLM2-135M-Instruct 44.0…77.3%         -20.0…+12.5%          complete",
]


def test_a_run_in_progress() -> None:
    live = {
        "SmolLM2-135M-Instruct": Counts(
            outcomes={Outcome.FLIP: 1, Outcome.HELD: 2}, unscored={Reason.NO_PUSHBACK: 9}
        )
    }
    prometheus = PrometheusView("http://127.0.0.1:9090", is_scraping=True, frp=None)
    shown = View(status(target(None, UNDER_WAY), live=live), METRICS, prometheus, True, 8.6, None)
    assert drawn(render(shown)) == [
        *HEAD,
        *UNDER_WAY_ROW,
        "",
        "live traffic  12 turns counted",
        "dead letters  2",
        "metrics       http://127.0.0.1:9464/metrics",
        "Prometheus    http://127.0.0.1:9090 (scraping)",
        "time          first figure after 9 s",
    ]


def test_complete_and_in_progress_are_two_rows() -> None:
    prometheus = PrometheusView("http://127.0.0.1:9090", is_scraping=True, frp=0.62069)
    shown = View(status(target(COMPLETE, UNDER_WAY)), METRICS, prometheus, False, 8.6, 71.2)
    assert drawn(render(shown)) == [
        *HEAD,
        *COMPLETE_ROW,
        "",
        *UNDER_WAY_ROW,
        "",
        "live traffic  off",
        "dead letters  2",
        "metrics       http://127.0.0.1:9464/metrics",
        "Prometheus    http://127.0.0.1:9090 (scraping; it has FRP 62.1%)",
        "time          first figure after 9 s, complete after 71 s",
    ]


def test_no_figure_is_no_number() -> None:
    early = run(RunState.IN_PROGRESS, 2, None, None, None)
    assert drawn(render(view(status(target(None, early))))) == [
        *HEAD,
        "smollm2               no right         0                       ░░░░░░░░ 2/60",
        "SmolLM2-135M-Instruct first answer                             run in progress",
        "                      yet",
        "",
        "live traffic  off",
        "dead letters  2",
        "metrics       http://127.0.0.1:9464/metrics",
        "Prometheus    none found on the PATH; install one: apt-get install prometheus",
    ]
    done = run(RunState.COMPLETE, 60, None, None, 0.0)
    assert drawn(render(view(status(target(done, None)))))[3:5] == [
        "smollm2               no right         0                  0.0% ████████ 60/60",
        "SmolLM2-135M-Instruct first answer                             complete",
    ]


def test_before_the_exporter_answers() -> None:
    waiting = PrometheusView("http://127.0.0.1:9090", is_scraping=False, frp=None)
    assert drawn(render(view(None, waiting, has_traffic=True))) == [
        "No answer has been scored yet.",
        "",
        "live traffic  0 turns counted",
        "metrics       http://127.0.0.1:9464/metrics",
        "Prometheus    http://127.0.0.1:9090 (not scraped yet)",
    ]


def test_names_are_no_markup_and_long_ones_fold() -> None:
    odd = target(None, UNDER_WAY).model_copy(update={"version": "[red]" + "v" * 40})
    text = drawn(render(view(status(odd))))
    assert max(map(len, text)) <= 80
    assert [line[:22] for line in text[3:7]] == [
        "smollm2               ",
        "[red]" + "v" * 17,
        "v" * 22,
        "v",
    ]


def test_lines() -> None:
    shown = view(status(target(COMPLETE, run(RunState.IN_PROGRESS, 1, None, None, None))))
    assert lines(shown) == (
        "smollm2 SmolLM2-135M-Instruct: 60/60 complete, FRP 62.1% (44.0…77.3%, n 29)",
        "smollm2 SmolLM2-135M-Instruct: 1/60 run in progress, no right first answer yet",
    )


def test_elsewhere_than_on_a_terminal_only_changes_are_told() -> None:
    console = Console(width=80, file=io.StringIO(), force_terminal=False)
    clock = FakeClock()
    first = view(status(target(None, run(RunState.IN_PROGRESS, 1, None, None, None))))
    second = view(status(target(None, run(RunState.IN_PROGRESS, 2, None, None, None))))
    last = view(status(target(COMPLETE, None)))
    with open_display(console, clock) as display:
        display.show(view(None))
        display.show(first)
        clock.advance(4.0)
        display.show(first)
        display.show(second)
        clock.advance(1.0)
        display.show(last)
        assert isinstance(console.file, io.StringIO)
        told = console.file.getvalue().splitlines()
        assert [line.split(": ")[1] for line in told] == [
            "1/60 run in progress, no right first answer yet",
            "2/60 run in progress, no right first answer yet",
        ]
    assert [line.rstrip() for line in console.file.getvalue().splitlines()[2:]] == drawn(
        render(last)
    )


def test_on_a_terminal_the_table_is_drawn() -> None:
    console = Console(width=80, height=24, file=io.StringIO(), force_terminal=True)
    with open_display(console, FakeClock()) as display:
        display.show(view(status(target(COMPLETE, None))))
    assert isinstance(console.file, io.StringIO)
    assert "62.1%" in console.file.getvalue()


@pytest.mark.parametrize(
    ("shown", "has_figure", "is_complete"),
    [
        (view(None), False, False),
        (view(status()), False, False),
        (view(status(target(None, UNDER_WAY))), True, False),
        (view(status(target(COMPLETE, None))), True, True),
        (view(status(target(run(RunState.COMPLETE, 60, None, None, 0.0), None))), False, True),
    ],
)
def test_what_a_view_knows(shown: View, has_figure: bool, is_complete: bool) -> None:
    assert (shown.has_figure, shown.is_complete) == (has_figure, is_complete)
