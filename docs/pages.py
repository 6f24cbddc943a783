"""Every generated page or part of a page, and how it is made."""

from collections.abc import Callable, Mapping
from pathlib import Path

from docs import configuration, formats
from monitor import glossary, metrics

ROOT = Path(__file__).parents[1]
REFERENCE = Path("docs/reference")

_START = "<!-- glossary: made by `make docs` from `monitor/glossary.py` -->"
_END = "<!-- end of glossary -->"


def _readme() -> str:
    """The README with a fresh glossary between its markers."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    before, start, rest = text.partition(_START)
    _, end, after = rest.partition(_END)
    if not start or not end:
        raise ValueError(f"README.md: the lines {_START!r} and {_END!r} are needed")
    return f"{before}{start}\n\n{glossary.as_markdown().strip()}\n\n{end}{after}"


PAGES: Mapping[Path, Callable[[], str]] = {
    Path("README.md"): _readme,
    REFERENCE / "configuration.md": configuration.page,
    REFERENCE / "formats.md": formats.page,
    REFERENCE / "metrics.md": metrics.as_markdown,
}


def stale() -> tuple[Path, ...]:
    """The pages that differ from what the code says now."""
    return tuple(path for path, make in PAGES.items() if _written(path) != make())


def write() -> tuple[Path, ...]:
    """Write the pages that are stale; tells which."""
    changed = stale()
    for path in changed:
        (ROOT / path).write_text(PAGES[path](), encoding="utf-8")
    return changed


def _written(path: Path) -> str | None:
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
