"""`sycomon label`: a person labels transcripts in the terminal."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from monitor.cli.options import user_name
from monitor.errors import InputError
from monitor.labelling import (
    SORTS,
    Choice,
    Labelling,
    Sheet,
    Sort,
    harmless,
    likeness,
    read_given,
)

_QUIT, _SKIP, _UNDO, _HELP = "q", "k", "z", "?"
_COMMANDS = f"{_SKIP} skip, {_UNDO} undo, {_HELP} what they mean, {_QUIT} quit"


def label(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="What is to be labelled, in JSON lines.")
    ],
    sort: Annotated[str, typer.Option(help=f"What it holds: {', '.join(SORTS)}.")],
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="Your labels; what is there is gone on with.")
    ],
    labeller: Annotated[str | None, typer.Option(help="Who you are (default: your login).")] = None,
    beside: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Labels of somebody else: say how far yours agree, and ask for none.",
        ),
    ] = None,
) -> None:
    """Label replies or conversations by reading them, one after the other.

    Each label is written at once; run it again to go on. No verdict and no label of anybody else is
    shown.
    """
    chosen = SORTS.get(sort)
    if chosen is None:
        raise InputError(f"--sort: {sort!r} is not one of {', '.join(SORTS)}")
    console = Console(highlight=False, markup=False, emoji=False)
    if beside is not None:
        _compare(console, out, beside)
        return
    work = Labelling.begin(chosen, source, out, labeller or user_name("--labeller"))
    try:
        _session(console, chosen, work)
    except (EOFError, KeyboardInterrupt):
        console.print()
    console.print(f"{work.done} of {len(work.sheets)} labelled, in {out}", soft_wrap=True)


def _session(console: Console, sort: Sort, work: Labelling) -> None:
    skipped: frozenset[str] = frozenset()
    while (sheet := work.next(skipped)) is not None:
        _show(console, sheet, f"{work.done + 1} of {len(work.sheets)}")
        answer = _asked(console, sort.choices, "label")
        if answer == _QUIT:
            return
        if answer == _SKIP:
            skipped |= {sheet.name}
            continue
        if answer == _UNDO:
            name = work.undo()
            console.print("nothing to undo" if name is None else f"taken back: {harmless(name)}")
            continue
        more: dict[str, str | None] = {}
        if sort.second_field is not None:
            more[sort.second_field] = None
            if answer not in sort.without:
                kind = _asked(console, sort.second, sort.second_field)
                if kind in (_QUIT, _SKIP, _UNDO):
                    continue  # the label is asked for again
                more[sort.second_field] = kind
        work.give(sheet, answer, more)


def _show(console: Console, sheet: Sheet, place: str) -> None:
    console.rule(place)
    for who, text in sheet.texts:
        console.print(Text(who, "bold"))
        console.print(Text(harmless(text)), soft_wrap=False)
        console.print()


def _asked(console: Console, choices: tuple[Choice, ...], what: str) -> str:
    """The label that was chosen, or one of the commands."""
    keys = {choice.key: choice.label for choice in choices}
    offered = ", ".join(f"{choice.key} {choice.label}" for choice in choices)
    while True:
        console.print(f"{what}: {offered}\n  ({_COMMANDS})")
        said = _line().strip().lower()
        if said in (_QUIT, _SKIP, _UNDO):
            return said
        if said in keys:
            return keys[said]
        if said in keys.values():
            return said
        if said == _HELP:
            for choice in choices:
                console.print(f"  {choice.key}  {choice.label}: {choice.meaning}")
        else:
            console.print(f"{harmless(said)!r} is none of these")


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def _compare(console: Console, mine: Path, theirs: Path) -> None:
    found = likeness(read_given(mine), read_given(theirs))
    if not found.both or found.agreement is None:
        raise InputError(f"{mine} and {theirs} have no sheet in common")
    console.print(f"{found.both} sheets with both labels, agreement {found.agreement:.1%}")
    if found.kappa is None:
        console.print("kappa: none, since both give one label only")
    else:
        one = found.kappa
        console.print(f"kappa {one.value:.2f} ({one.low:.2f} to {one.high:.2f})")
    for name, first, second in found.differ:
        console.print(f"  {harmless(name)}: {first}, {second}")
