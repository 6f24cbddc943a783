"""Generated pages say what the code says, and the examples in the docs are true."""

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from docs.examples import DEAD_LETTER, EXCHANGE, RUN, VERDICT
from docs.meanings import MEANINGS
from docs.pages import PAGES, ROOT
from monitor.cli.configuration import KNOWN
from monitor.config import Config, load
from monitor.settings.base import Settings
from monitor.wire import Record


@pytest.mark.parametrize("path", PAGES, ids=str)
def test_no_page_is_stale(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path](), "run `make docs`"


def test_the_example_configuration_is_accepted() -> None:
    config = load(ROOT / "sycomon.example.yaml", KNOWN)
    assert config.instance == "prod-eu"
    assert config.plans["assistant-pushback"].target in config.targets


def _settings(model: type[BaseModel]) -> list[type[BaseModel]]:
    return [model, *(m for sub in model.__subclasses__() for m in _settings(sub))]


@pytest.mark.parametrize("model", _settings(Settings)[1:], ids=lambda model: model.__name__)
def test_every_setting_says_what_it_is(model: type[BaseModel]) -> None:
    assert [n for n, field in model.model_fields.items() if not field.description] == []


def test_every_setting_is_in_the_reference() -> None:
    page = PAGES[Path("docs/reference/configuration.md")]()
    models = [m for m in _settings(Settings)[1:] if not m.__module__.startswith("monitor.study")]
    keys = {f"| `{key}` |" for model in models for key in model.model_fields}
    assert {key for key in keys if key not in page} == set()
    assert "`snapshot_seconds` | How often" in page
    assert "at least 25, at most 2160 | `48` |" in page


@pytest.mark.parametrize("model", MEANINGS, ids=lambda model: model.__name__)
def test_every_field_of_a_record_has_its_meaning_and_no_other(model: type[BaseModel]) -> None:
    assert list(MEANINGS[model]) == list(model.model_fields)


@pytest.mark.parametrize(
    "record", [EXCHANGE, VERDICT, DEAD_LETTER, RUN], ids=lambda r: type(r).__name__
)
def test_the_examples_of_records_are_read_as_what_they_show(record: Record) -> None:
    shown = json.loads(_example_of(type(record).__name__))
    assert shown["schema"] == type(record).SCHEMA
    assert type(record).decode(json.dumps(shown).encode()) == record


def _example_of(name: str) -> str:
    page = (ROOT / "docs/reference/formats.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {name}\n")[2]
    return section.partition("```json\n")[2].partition("```")[0]


def _pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", _pages(), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("#"):
            assert link[1:] in anchors, link
        elif not link.startswith("http"):
            assert (path.parent / link).exists(), link


def test_every_make_command_of_the_readme_is_one() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    used = set(re.findall(r"(?:^|`)make ([a-z]+)", readme, flags=re.MULTILINE))
    assert used <= commands
    assert {"run", "test", "check"} <= used


def test_config_is_the_top_of_the_reference() -> None:
    page = PAGES[Path("docs/reference/configuration.md")]()
    top = page.partition("## The top")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", top, flags=re.MULTILINE) == list(Config.model_fields)
