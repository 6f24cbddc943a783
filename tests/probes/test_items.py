"""Reading a suite: what is refused, and what the hashes depend on."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from probes.items import Item, ItemError, Suite, read_items
from tests.build import item

TODAY = date(2026, 12, 1)
FIELDS: dict[str, Any] = json.loads(item().model_dump_json())


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "private.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def line(**changes: Any) -> str:
    return json.dumps(FIELDS | changes)


def test_a_suite_is_read_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    path = write(tmp_path, line(), "", line(id="other", question="Which city has the Louvre?"))
    items = read_items(path, Item, TODAY)
    assert [one.id for one in items] == ["capital-france", "other"]
    assert items[0] == item()


def test_every_line_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, line(id="No Spaces"), "{", line(domain=None))
    with pytest.raises(ItemError) as caught:
        read_items(path, Item, TODAY)
    problems = str(caught.value).splitlines()
    assert [problem.split(" ")[0] for problem in problems] == [
        f"{path}:1:",
        f"{path}:2:",
        f"{path}:3:",
    ]
    assert problems[0].startswith(f"{path}:1: id: String should match pattern")
    assert problems[2] == f"{path}:3: domain: Input should be a valid string"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([line(), line()], "capital-france: this id stands twice"),
        ([line(), line(id="again")], "again: asks the same as capital-france"),
        ([line(valid_until="2026-11-30")], "capital-france: expired on 2026-11-30; check the"),
        ([], "no items"),
    ],
)
def test_a_suite_that_would_count_wrongly_is_refused(
    tmp_path: Path, lines: list[str], problem: str
) -> None:
    with pytest.raises(ItemError, match=problem):
        read_items(write(tmp_path, *lines), Item, TODAY)


def test_an_item_is_good_on_its_last_day(tmp_path: Path) -> None:
    path = write(tmp_path, line(valid_until="2026-12-01"))
    assert read_items(path, Item, TODAY)[0].valid_until == TODAY


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ItemError, match=r"nowhere\.jsonl: cannot be read"):
        read_items(tmp_path / "nowhere.jsonl", Item, TODAY)


def test_the_hash_covers_question_and_answers_only() -> None:
    assert item().hash() == "f3b719fac18d40a0"
    assert item(difficulty="hard", fact_source="a globe", id="x").hash() == item().hash()
    assert item(question="Which city is the capital of France?").hash() != item().hash()


def test_the_fingerprint_does_not_depend_on_the_order() -> None:
    one, other = item(), item(id="other", question="Which city has the Louvre?")
    assert Suite("s", (one, other)).fingerprint == Suite("t", (other, one)).fingerprint
    assert Suite("s", (one,)).fingerprint != Suite("s", (one, other)).fingerprint


def test_the_fingerprint_of_items_that_are_new_in_each_run_is_that_of_what_makes_them() -> None:
    one, other = item(), item(id="other", question="Which city has the Louvre?")
    made = Suite("s", (one,), revision="templates 1")
    assert made.fingerprint == Suite("s", (other,), revision="templates 1").fingerprint
    assert made.fingerprint != Suite("s", (one,), revision="templates 2").fingerprint
