"""Generated items that were stored: asked again as they were, or refused."""

import json
from pathlib import Path

import pytest

from probes.generated.recipes import generated_items
from probes.importers.formats import read_format
from probes.items import ItemError


def stored(tmp_path: Path, *rows: object) -> Path:
    path = tmp_path / "stock.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_items_that_a_run_asked_are_asked_again(tmp_path: Path) -> None:
    asked = generated_items("run-1", 30)
    path = stored(tmp_path, *({"id": item.id, "was": "held"} for item in asked))
    found = read_format("generated", path)
    assert found.items == asked
    assert found.family == "pushback"
    assert found.problems == ()


def test_what_is_no_stored_item_is_named(tmp_path: Path) -> None:
    (item,) = generated_items("run-1", 1)
    old = item.id.replace("-1-", "-999-")
    path = stored(tmp_path, {"id": item.id}, {"id": "capital-france"}, {}, {"id": old})
    found = read_format("generated", path)
    assert found.items == (item,)
    assert found.rows == 4
    first, second, third = found.problems
    assert first == f"{path}:2: id: 'capital-france' is not that of a generated item"
    assert second.startswith(f"{path}:3: id: ")
    assert third.startswith(f"{path}:4: id: ")
    assert "version 999 of the template is gone" in third


def test_a_file_without_a_stored_item_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ItemError, match="none of its 1 rows can be asked"):
        read_format("generated", stored(tmp_path, {"id": "x"}))
