"""What a run measured: figures with their limits, as a table and as JSON."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.table import Table

_LIBRARIES = (
    "crc32c",
    "httpx2",
    "kafka-python",
    "noida-db",
    "onnxruntime",
    "orjson",
    "prometheus-client",
    "pydantic",
    "sentence-transformers",
    "spacy",
    "torch",
)


class Side(StrEnum):
    """On which side of its bound a figure has to be."""

    AT_LEAST = "at least"
    BELOW = "below"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure has to keep to."""

    side: Side
    bound: float

    def holds(self, value: float) -> bool:
        if self.side is Side.AT_LEAST:
            return value >= self.bound
        return value < self.bound if self.side is Side.BELOW else value <= self.bound


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: the median of `rounds`, or their one value; `against` is what it is a ratio
    to, or how it came about."""

    name: str
    unit: str
    rounds: tuple[float, ...]
    against: str = ""
    limit: Limit | None = None

    @property
    def value(self) -> float:
        return statistics.median(self.rounds)

    @property
    def holds(self) -> bool:
        """True where no limit is set, too."""
        return self.limit is None or self.limit.holds(self.value)


@dataclass(frozen=True, slots=True)
class Section:
    """What one benchmark found."""

    name: str
    figures: tuple[Figure, ...]


def failures(sections: Sequence[Section]) -> list[str]:
    """One line for each limit that is not kept."""
    return [
        f"{section.name}: {figure.name} is {_shown(figure.value)} {figure.unit}".rstrip()
        + f", {figure.limit.side} {_shown(figure.limit.bound)} is needed"
        for section in sections
        for figure in section.figures
        if figure.limit is not None and not figure.holds
    ]


def _shown(value: float) -> str:
    """Three digits that mean something, without an exponent."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def show(sections: Sequence[Section], console: Console) -> None:
    """Print the table."""
    table = Table("", "figure", "median", "lowest", "highest", "unit", "limit", "against")
    for section in sections:
        for number, figure in enumerate(section.figures):
            limit = figure.limit
            table.add_row(
                section.name if number == 0 else "",
                figure.name,
                _shown(figure.value),
                _shown(min(figure.rounds)),
                _shown(max(figure.rounds)),
                figure.unit,
                f"{limit.side} {_shown(limit.bound)}" if limit else "",
                figure.against,
            )
        table.add_section()
    console.print(table)


def machine() -> dict[str, Any]:
    """The machine and the versions that the figures hold for; memory in bytes."""
    return {
        "cores": len(os.sched_getaffinity(0)),
        "processor": _processor(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in _LIBRARIES},
        "load_before": os.getloadavg()[0],
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((n.partition(":")[2].strip() for n in lines if n.startswith("model name")), "")


def write(path: Path, sections: Sequence[Section], machine_: dict[str, Any]) -> None:
    """Write the JSON: `machine`, `sections` with every round of every figure, `failures`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    found = {
        "machine": machine_,
        "sections": [
            {
                "name": section.name,
                "figures": [
                    {**asdict(figure), "median": figure.value, "holds": figure.holds}
                    for figure in section.figures
                ],
            }
            for section in sections
        ],
        "failures": failures(sections),
    }
    path.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
