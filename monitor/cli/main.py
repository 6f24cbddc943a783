"""`sycomon`: every command, and what its exit status means.

0 done, 1 something outside failed, 2 the person running it must change something.
"""

import logging
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.console import Console

from monitor.app import ALL_ROLES, RoleName, run_process
from monitor.cli.baseline import baseline
from monitor.cli.calibrate import calibrate_judge
from monitor.cli.compare import compare
from monitor.cli.configuration import KNOWN
from monitor.cli.doctor import doctor, print_live
from monitor.cli.label import label
from monitor.cli.listing import list_names
from monitor.cli.output import checked_output
from monitor.cli.pause import pause
from monitor.cli.probe import probe
from monitor.cli.score import score
from monitor.cli.study import study
from monitor.config import load
from monitor.demo.demo import DemoOptions, run_demo
from monitor.demo.scripted.behaviour import KEYS, parse_behaviour
from monitor.doctor.series import told_false_pages
from monitor.errors import InputError, UserError, WorldError
from monitor.log_lines import LineFormatter
from monitor.offline.decoding import decode_file, kind_of

app = typer.Typer(
    name="sycomon",
    help="Watches deployed language models for sycophancy.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

ConfigFile = Annotated[Path, typer.Option("--config", help="The configuration.", metavar="FILE")]
DEFAULT_CONFIG = Path("sycomon.yaml")

app.command("calibrate")(calibrate_judge)
app.command()(compare)
app.command()(doctor)
app.command()(label)
app.command()(pause)
app.command()(probe)
app.command("list")(list_names)
app.command()(score)
app.add_typer(baseline, name="baseline")
app.add_typer(study, name="study")


def _roles(text: str) -> tuple[RoleName, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = sorted(set(names) - {role.value for role in RoleName})
    if unknown or not names:
        allowed = ", ".join(role.value for role in RoleName)
        raise InputError(f"--roles: {', '.join(unknown) or 'nothing'} is not among: {allowed}")
    return tuple(role for role in RoleName if role.value in names)


@app.command()
def run(
    config: ConfigFile = DEFAULT_CONFIG,
    roles: Annotated[
        str, typer.Option(help="Which roles this process has, with commas between.")
    ] = ",".join(ALL_ROLES),
    embedded: Annotated[
        bool, typer.Option("--embedded", help="Start a broker here and stop it at the end.")
    ] = False,
    data_dir: Annotated[
        Path, typer.Option(help="Where the embedded broker keeps its data.")
    ] = Path(".sycomon/broker"),
    port: Annotated[
        int | None, typer.Option(help="Port for /metrics instead of the configured one; 0: any.")
    ] = None,
    port_file: Annotated[
        Path | None, typer.Option(help="Write the port of /metrics into this file.")
    ] = None,
) -> None:
    """Run the monitor, or some of its roles, until SIGTERM or Ctrl-C."""
    wanted = _roles(roles)
    settings = load(config, KNOWN, needs_secrets=True)
    raise typer.Exit(run_process(settings, wanted, embedded, data_dir, port, port_file))


@app.command("check-config")
def check_config(
    file: Annotated[Path | None, typer.Argument(help="The same as --config.")] = None,
    config: ConfigFile = DEFAULT_CONFIG,
    without_secrets: Annotated[
        bool,
        typer.Option(
            "--without-secrets",
            help="Secrets and certificates need not be there on this machine.",
        ),
    ] = False,
    live: Annotated[
        bool,
        typer.Option("--live", help="Also ask each target whether it answers, and its version."),
    ] = False,
) -> None:
    """Check a configuration as `run` would, and say everything that is wrong with it."""
    if live and without_secrets:
        raise InputError("--live needs the secrets: leave --without-secrets out")
    config = file or config
    settings = load(config, KNOWN, needs_secrets=not without_secrets)
    sources, targets, plans = (
        len(settings.intake.sources),
        len(settings.targets),
        len(settings.plans),
    )
    typer.echo(f"{config}: ok ({targets} targets, {plans} plans, {sources} sources)")
    if settings.targets:
        typer.echo(f"{config}: {told_false_pages(settings)}")
    if not settings.kafka.bootstrap_servers:
        typer.echo(
            f"{config}: kafka.bootstrap_servers is left out: only `sycomon run --embedded` runs it",
            err=True,
        )
    if live:
        raise typer.Exit(print_live(settings))


@app.command()
def decode(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="One record a line; - is standard input.")
    ],
    format_name: Annotated[
        str, typer.Option("--format", help="Name of a decoder (`sycomon list decoders`).")
    ],
) -> None:
    """Show what a decoder reads in the records of a file, one JSON object a line."""
    counts = Counter[str]()
    for row in decode_file(file, format_name):
        counts[kind_of(row)] += 1
        typer.echo(orjson.dumps(row).decode())
    typer.echo(orjson.dumps({"format": format_name, "records": counts}).decode(), err=True)


@app.command()
def demo(
    once: Annotated[
        bool, typer.Option("--once", help="End after one full round of canaries.")
    ] = False,
    endpoint: Annotated[
        str | None, typer.Option(help="Play against this OpenAI-compatible server instead.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="The model to ask for there.")] = None,
    folder: Annotated[Path, typer.Option(help="Where this run keeps its files.")] = Path(
        ".sycomon"
    ),
    cache: Annotated[
        Path | None, typer.Option(help="Where the small model is kept once it is made.")
    ] = None,
    traffic: Annotated[
        bool | None,
        typer.Option(help="Also make live traffic (default: not with --endpoint)."),
    ] = None,
    api_key_env: Annotated[
        str | None, typer.Option(help="Environment variable with the key for --endpoint.")
    ] = None,
    scripted: Annotated[
        bool,
        typer.Option("--scripted", help="Play against a model with known rates instead."),
    ] = False,
    scripted_behaviour: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help=f"How it behaves, as often as needed: {', '.join(KEYS)}.",
        ),
    ] = None,
) -> None:
    """The main job on this machine: broker, model, all roles and a live table."""
    if scripted_behaviour and not scripted:
        raise InputError("--scripted-behaviour needs --scripted")
    behaviour = parse_behaviour(scripted_behaviour or (), "--scripted-behaviour")
    options = DemoOptions(
        once=once,
        endpoint=endpoint,
        model=model,
        folder=folder,
        cache=cache,
        traffic=traffic,
        api_key_env=api_key_env,
        scripted=behaviour if scripted else None,
    )
    raise typer.Exit(run_demo(options))


def main() -> None:
    """Entry point of the console script."""
    lines = logging.StreamHandler()
    lines.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[lines])
    logging.getLogger("kafka").setLevel(logging.CRITICAL)
    for talkative in ("httpx", "httpx2", "openai"):
        logging.getLogger(talkative).setLevel(logging.WARNING)
    errors = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)
    try:
        with checked_output():
            app()
    except UserError as error:
        errors.print(str(error))
        sys.exit(2)
    except WorldError as error:
        errors.print(f"sycomon: {error}")
        sys.exit(1)


if __name__ == "__main__":
    main()
