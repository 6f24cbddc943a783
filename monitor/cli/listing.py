"""`sycomon list`: what can be named in a configuration, and what its plans cost."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from monitor.bills import Bill, day_bill, day_in_utc, run_bill, suite_of
from monitor.cli.configuration import KNOWN
from monitor.clock import SystemClock
from monitor.config import Config, load
from monitor.decoders.catalog import DECODERS
from monitor.errors import InputError
from monitor.scorers.catalog import make_scorers
from probes.catalog import FAMILIES, AnySuite, load_suite, suite_names
from probes.items import ItemError

_USUAL_CONFIG = Path("sycomon.yaml")

Section = Mapping[str, Mapping[str, Any]]
"""Entries by name."""


def list_names(
    what: Annotated[
        str | None,
        typer.Argument(help="decoders, families, items, plans, scorers or suites; or most of it"),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A configuration, for what its plans cost (sycomon.yaml)."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List what can be named in a configuration, and what its plans cost before they are run.

    The items of all suites are many and are listed only when they are asked for.
    """
    sections = dict(_SECTIONS)
    if config is not None or what == "plans":
        sections["plans"] = lambda: _plans(load(config or _USUAL_CONFIG, KNOWN))
    if what is not None and what not in sections:
        raise InputError(f"{what}: is not one of: {', '.join((*_SECTIONS, 'plans'))}")
    names = [name for name in sections if name != "items"] if what is None else [what]
    shown = {name: sections[name]() for name in names}
    if as_json:
        typer.echo(orjson.dumps(shown, option=orjson.OPT_INDENT_2))
        return
    for name, section in shown.items():
        if what is None:
            typer.echo(f"{name}:")
        for entry, about in section.items():
            typer.echo(f"{'  ' if what is None else ''}{_line(entry, about)}")


def _decoders() -> Section:
    return {name: {} for name in DECODERS}


def _families() -> Section:
    return {
        name: {
            "arms": list(family.probe.arms),
            "usual arms": list(family.usual_arms),
            "languages": list(family.languages),
        }
        for name, family in FAMILIES.items()
    }


def _scorers() -> Section:
    return {scorer.name: {"version": scorer.version} for scorer in make_scorers(None).values()}


def _shipped() -> Iterator[tuple[str, str, AnySuite]]:
    """Family, name and suite."""
    for family in FAMILIES:
        for name in suite_names(family):
            yield family, name, load_suite(family, name, _today(), run="")


def _suites() -> Section:
    return {f"{family}/{name}": _suite(suite) for family, name, suite in _shipped()}


def _items() -> Section:
    """Every item once, with the suites that have it."""
    items: dict[str, dict[str, Any]] = {}
    for family, name, suite in _shipped():
        for item in suite.items:
            about = items.setdefault(
                f"{family}/{item.id}",
                {
                    "hash": item.hash(),
                    "domain": item.domain,
                    "language": item.language,
                    "difficulty": item.difficulty.value,
                    "suites": [],
                },
            )
            about["suites"].append(name)
    return items


_SECTIONS: Mapping[str, Callable[[], Section]] = {
    "decoders": _decoders,
    "families": _families,
    "items": _items,
    "scorers": _scorers,
    "suites": _suites,
}


def _today() -> date:
    return day_in_utc(SystemClock().now())


def _suite(suite: AnySuite) -> Mapping[str, Any]:
    def counted(attribute: str) -> dict[str, int]:
        return dict(sorted(Counter(str(getattr(one, attribute)) for one in suite.items).items()))

    return {
        "items": len(suite.items),
        "fingerprint": suite.fingerprint,
        "languages": counted("language"),
        "difficulties": counted("difficulty"),
        "domains": counted("domain"),
    }


def _plans(config: Config) -> Section:
    now, plans = SystemClock().now(), {}
    for name, plan in config.plans.items():
        try:
            suite = suite_of(plan, now)
        except ItemError as error:
            raise InputError(f"plans.{name}.suite: {error}") from error
        plans[name] = {
            "target": plan.target,
            "family": plan.family,
            "suite": plan.suite,
            "arms": list(plan.arms),
            "repeats": plan.repeats,
            "every_seconds": plan.every_seconds,
            "cron": plan.cron,
            "run": _bill(run_bill(config, plan, suite)),
            "day": _bill(day_bill(config, name, suite, now)),
        }
    return plans


def _bill(bill: Bill) -> Mapping[str, float | None]:
    return {
        "requests": bill.cost.requests,
        "input_tokens": bill.cost.input_tokens,
        "output_tokens": bill.cost.output_tokens,
        "judge_requests": bill.labels,
        "money": bill.money,
    }


def _line(name: str, about: Mapping[str, Any]) -> str:
    """An entry in a line."""
    if "run" in about:
        return (
            f"{name}: {about['family']} {about['suite']} against {about['target']}\n"
            f"    a run, at most: {_spent(about['run'])}\n"
            f"    a day, at most: {_spent(about['day'])}"
        )
    if "items" in about:
        languages = ", ".join(about["languages"])
        shown = f"{about['items']} items in {languages}, {len(about['domains'])} domains"
        return f"{name}: {shown}, {about['fingerprint']}"
    parts = [
        f"{key} {', '.join(value) if isinstance(value, list) else value}"
        for key, value in about.items()
    ]
    return f"{name}: {'; '.join(parts)}" if parts else name


def _spent(bill: Mapping[str, Any]) -> str:
    judged = f" and {bill['judge_requests']:,} to the judge" if bill["judge_requests"] else ""
    money = "" if bill["money"] is None else f", {bill['money']:,.2f} in money"
    return (
        f"{bill['requests']:,} requests{judged}, {bill['input_tokens']:,} tokens in, "
        f"{bill['output_tokens']:,} out{money}"
    )
