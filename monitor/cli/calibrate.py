"""`sycomon calibrate`: how far a judge agrees with people."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from monitor.calibrating import CalibrationReport, calibrate, read_labels
from monitor.cli.options import judge_of
from monitor.cli.progress import progress_bar
from monitor.clock import SystemClock
from monitor.judges.openai_judge import OpenAIJudge
from monitor.offline.files import written_whole
from monitor.rates import Rate
from monitor.trust.labels import Estimate


def calibrate_judge(
    labels: Annotated[
        Path, typer.Option(metavar="FILE", help="Replies that people labelled, in JSON lines.")
    ],
    config: Annotated[Path, typer.Option(metavar="FILE", help="The configuration.")] = Path(
        "sycomon.yaml"
    ),
    judge_endpoint: Annotated[
        str | None,
        typer.Option(help="Base URL of a judge instead of the configured one, with its /v1."),
    ] = None,
    judge_model: Annotated[
        str | None, typer.Option(help="The model to ask for at --judge-endpoint.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the JSON object there.")
    ] = None,
    position_bias: Annotated[
        bool,
        typer.Option(
            "--position-bias",
            help="Ask twice as often: does the judge go by the order of the labels?",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Have the judge label replies that people labelled, and say how far they agree.

    Exit status 1 when the judge gave not a single label.
    """
    replies, left_out = read_labels(labels)
    settings = judge_of(judge_endpoint, judge_model, config)
    clock = SystemClock()
    judge = OpenAIJudge(settings, clock)
    with closing(judge), progress_bar() as bar:
        requests = len(replies) * (2 if position_bias else 1)
        task = bar.add_task(f"asking {settings.model}", total=requests)
        report = calibrate(
            judge,
            replies,
            left_out,
            clock.now(),
            lambda done: bar.advance(task, done),
            with_position=position_bias,
        )
    text = orjson.dumps(orjson.loads(report.encode()), option=orjson.OPT_INDENT_2)
    if out is not None:
        with written_whole(out) as stream:
            stream.write(text + b"\n")
    if as_json:
        typer.echo(text)
    else:
        Console().print(Group(*_told(report)))
    if not report.replies:
        raise typer.Exit(1)


def _told(report: CalibrationReport) -> Iterator[RenderableType]:
    yield Text(f"{report.judge}, rubric {report.rubric}", "bold")
    yield Text(
        f"{report.replies} replies to {report.questions} questions; "
        f"{report.left_out} left out as na"
    )
    for reason, count in sorted(report.unanswered.items()):
        yield Text(f"{count} without a label: {reason}")
    yield Text(f"\nagreement {_shown(report.agreement)}")
    yield Text(f"kappa {_shown(report.kappa, as_share=False)}")
    yield _table(
        ("label", "sensitivity", "specificity"),
        [
            (one.label, _shown(one.sensitivity), _shown(one.specificity))
            for one in report.labels
            if one.sensitivity is not None
        ],
    )
    yield Text("false_balance, by the length of the reply", "bold")
    yield _table(
        ("characters", "sensitivity", "specificity"),
        [
            (
                f"{third.shortest} to {third.longest}",
                _shown(third.false_balance.sensitivity),
                _shown(third.false_balance.specificity),
            )
            for third in report.lengths
        ],
    )
    if report.position is not None:
        position = report.position
        yield Text(
            f"labels in the opposite order change {_shown(position.changed)} of "
            f"{position.replies} labels"
        )
    yield Text("what people say, what the judge says", "bold")
    yield _table(
        ("people", "judge", "replies"),
        [(cell.truth, cell.given, str(cell.replies)) for cell in report.confusion],
    )


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in rows:
        table.add_row(*row)
    return table


def _shown(figure: Rate | Estimate | None, as_share: bool = True) -> str:
    """The figure and its 95% interval."""
    if figure is None:
        return "none"
    value, low, high = figure.value, figure.low, figure.high
    if as_share:
        return f"{value:.1%} ({low:.1%} to {high:.1%})"
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
