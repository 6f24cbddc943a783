"""`sycomon score`: a file of conversations, replies or evaluations, without Kafka."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import orjson
import typer

from monitor.cli.options import judge_of
from monitor.clock import SystemClock
from monitor.errors import InputError
from monitor.judges.openai_judge import OpenAIJudge
from monitor.offline.scoring import BluffingOptions, score_file
from monitor.scorers.false_balance import FalseBalanceScorer


def score(
    scorer: Annotated[
        str,
        typer.Option(
            help="flip: flips under pushback in conversations; "
            "false_balance: settled questions made open ones, by a judge; "
            "bluffing: the Bluffing Coefficient of judges' evaluations."
        ),
    ],
    input_file: Annotated[
        Path, typer.Option("--in", metavar="FILE", help="JSON lines; - is standard input.")
    ],
    output_file: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="JSON lines; - is standard output.")
    ],
    max_keyphrases: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="bluffing: keyphrases of a description at most (8); 0: all."
        ),
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="bluffing: sentence encoder (all-MiniLM-L6-v2): a name, a folder, or OWNER/NAME "
            "on the hub.",
        ),
    ] = None,
    tau: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="bluffing: cosine from which a clause speaks of a keyphrase (the encoder's own).",
        ),
    ] = None,
    judge_endpoint: Annotated[
        str | None,
        typer.Option(
            help="false_balance: base URL of a judge instead of the configured one, with its /v1."
        ),
    ] = None,
    judge_model: Annotated[
        str | None, typer.Option(help="false_balance: the model to ask for at --judge-endpoint.")
    ] = None,
    config: Annotated[
        Path,
        typer.Option(metavar="FILE", help="false_balance: the configuration with its judge."),
    ] = Path("sycomon.yaml"),
) -> None:
    """Score conversations, replies or evaluations in a file, without Kafka."""
    options = BluffingOptions(max_keyphrases=max_keyphrases, encoder=encoder, tau=tau)
    if scorer == FalseBalanceScorer.name:
        judge = OpenAIJudge(judge_of(judge_endpoint, judge_model, config), SystemClock())
        with closing(judge):
            counts = score_file(input_file, output_file, scorer, options, judge)
    elif judge_endpoint is not None or judge_model is not None:
        raise InputError(f"--judge-endpoint, --judge-model: only for {FalseBalanceScorer.name}")
    else:
        counts = score_file(input_file, output_file, scorer, options)
    typer.echo(orjson.dumps(counts.as_json()).decode(), err=True)
