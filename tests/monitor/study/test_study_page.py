"""What the page of the study shows is what the code has."""

import json
import re
from pathlib import Path

import pytest
import typer

from monitor.cli.main import app
from monitor.settings.endpoints import TargetSettings
from monitor.study.build.rows import SkipReason
from monitor.study.evaluations import ASKED_AGAIN, Failure, Said
from monitor.study.pairs import Pair
from monitor.study.run.judges import KNOWN_JUDGES, KnownJudge
from monitor.study.run.prompt import prompt_of, response_format
from monitor.study.run.settings import JudgeSettings, load_judges
from monitor.study.scoring import score_study
from tests.monitor.study.test_scoring import HONEST, PAIRS, rows, study

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "study.md").read_text(encoding="utf-8")


_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(language: str) -> list[str]:
    return [text for name, text in _BLOCK.findall(PAGE) if name == language]


@pytest.mark.parametrize("known", KNOWN_JUDGES.values(), ids=lambda known: known.name)
def test_the_six_stand_there_with_size_and_flags(known: KnownJudge) -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{known.name}` |")]
    for shown in (
        f"`{known.model}`",
        f"{known.size_billions:g} B",
        f"{known.parameters / 1e9:.2f} B",
        known.serve_command.removeprefix(f"vllm serve {known.model} "),
    ):
        assert shown in line


def test_the_prompt_and_the_form_of_the_answer_are_those_that_are_sent() -> None:
    message = prompt_of(Pair(id="p", description="…", image="i"), "i")
    assert message.content in [block.rstrip("\n") for block in blocks("")]
    assert response_format("json_schema") in [
        json.loads(text) for text in blocks("json") if "json_schema" in text
    ]


def test_the_example_of_judges_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = blocks("yaml")
    file = tmp_path / "study.yaml"
    file.write_text(example, encoding="utf-8")
    monkeypatch.setenv("MY_KEY", "x")
    judges = load_judges(file, ())
    assert list(judges) == ["lfm2-vl-450m", "my-judge"]


@pytest.mark.parametrize("key", JudgeSettings.model_fields.keys() - TargetSettings.model_fields)
def test_every_setting_that_only_a_judge_has_is_named(key: str) -> None:
    assert f"{key}:" in PAGE or f"`{key}`" in PAGE


def test_the_page_says_where_the_other_settings_stand() -> None:
    assert "[configuration.md](configuration.md), `targets.NAME`" in PAGE


@pytest.mark.parametrize("reason", SkipReason)
def test_every_reason_to_skip_is_explained(reason: SkipReason) -> None:
    assert re.search(rf"^\| .*`{reason}`.* \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("failure", Failure)
def test_every_failure_says_whether_it_is_asked_again(failure: Failure) -> None:
    (line,) = re.findall(rf"^\| [^|]*`{failure}`.*\|.*\| (.*) \|$", PAGE, re.MULTILINE)
    assert line.startswith("yes" if failure in ASKED_AGAIN else "no")


def test_the_row_is_one_that_is_written(tmp_path: Path) -> None:
    folder = study(tmp_path, PAIRS[:1], {"my-judge": [Said("k1", HONEST)]})
    score_study(folder, yardstick_descriptions=0)
    (wanted,) = rows(folder)
    shown = [json.loads(text) for text in blocks("json") if text.startswith('{"judge":"my-judge"')]
    assert shown == [wanted]


def test_every_option_of_every_step_is_named() -> None:
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    steps = command.commands["study"]
    assert isinstance(steps, typer.core.TyperGroup)
    options = {
        option
        for step in steps.commands.values()
        for parameter in step.params
        for option in parameter.opts
        if option.startswith("--")
    }
    assert len(options) > 30
    assert {option for option in options if f"{option}" not in PAGE} == set()
