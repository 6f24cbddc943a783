"""The figures of the page are those of the code."""

import re
from pathlib import Path

from monitor.evidence.comparison import ALPHA
from monitor.evidence.power import items_needed, smallest_rise

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "compare.md"


def test_the_table_of_the_smallest_rises_is_computed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line.strip("|").split("|")[1:] for line in text.splitlines() if "| 60 |" in line]
    [items] = [[int(cell) for cell in row] for row in rows]
    shown = re.search(r"^\| smallest rise, in points \|(.*)\|$", text, re.MULTILINE)
    assert shown is not None
    found = [smallest_rise(number, 0.05, ALPHA) for number in items]
    assert [cell.strip() for cell in shown[1].split("|")] == [
        f"{100 * one:.1f}" for one in found if one is not None
    ]
    assert f"Fewer than {items_needed(ALPHA)} questions" in text
