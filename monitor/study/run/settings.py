"""Which judges are asked, where and how: `judges` in `study.yaml`."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from monitor.config import missing_files
from monitor.errors import ConfigError, InputError, Problem
from monitor.faults import one_of, problems
from monitor.settings.base import Settings
from monitor.settings.endpoints import TargetSettings
from monitor.strict_yaml import parse
from monitor.study.folder import checked_judge
from monitor.study.run.judges import KNOWN_JUDGES


def _judge_name(name: str) -> str:
    try:
        return checked_judge(name)
    except InputError as error:
        raise ValueError(str(error)) from error


JudgeName = Annotated[str, AfterValidator(_judge_name)]
Output = Literal["json_schema", "json_object", "text"]


class JudgeSettings(TargetSettings):
    """A judge. NAME is the name of its file; one of the paper's six brings `model` and
    `size_billions` along (`sycomon study judges`)."""

    size_billions: float | None = Field(None, gt=0, le=100_000)
    """Billions of parameters, for the report's correlation with size. Without it the judge is
    left out of that."""
    sees_images: bool = True
    """False for a judge of text, which is shown the caption in place of the picture."""
    output: Output = "json_schema"
    """How the server is told to give JSON: `json_schema` by the schema, `json_object` as any
    JSON, `text` not at all (the prompt alone asks for it)."""
    concurrency: int = Field(4, ge=1, le=256)
    """Requests in flight at once."""
    request_timeout_seconds: float = Field(120, gt=0, le=3600)
    """How long one reply may take."""
    max_tokens: int = Field(512, ge=1, le=100_000)
    """Limit on each reply. An answer that is cut off is counted as truncated."""


class StudySettings(Settings):
    """What stands in `study.yaml`."""

    judges: Mapping[JudgeName, JudgeSettings] = {}
    """The judges, by name."""

    @model_validator(mode="before")
    @classmethod
    def _knows_the_six(cls, value: Any) -> Any:
        judges = value.get("judges") if isinstance(value, Mapping) else None
        if not isinstance(judges, Mapping):
            return value
        return {**value, "judges": {name: _filled_in(name, judges[name]) for name in judges}}


def _filled_in(name: Any, fields: Any) -> Any:
    known = KNOWN_JUDGES.get(name) if isinstance(name, str) else None
    if known is None or not isinstance(fields, Mapping):
        return fields
    return {"model": known.model, "size_billions": known.size_billions, **fields}


def load_judges(file: Path, chosen: Collection[str]) -> Mapping[str, JudgeSettings]:
    """The chosen judges of a configuration (none chosen: all), in its order.

    Raises `ConfigError` with every problem, secrets of the chosen ones that are missing among
    them, and `InputError` when there is no such file or no such judge.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        other = "or give --endpoint URL --model M --name N"
        raise InputError(f"{file}: not there; name the judges in it, {other}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: cannot be read: {error}") from error
    parsed = parse(text)
    if parsed.fields is None:
        raise ConfigError(str(file), parsed.problems)
    try:
        settings = StudySettings.model_validate(parsed.fields)
    except ValidationError as error:
        # Not `from error`: its text repeats keys that may be secrets in the wrong place.
        found = [*parsed.problems, *problems(error, StudySettings)]
        raise ConfigError(str(file), found) from None
    unknown = sorted(set(chosen) - settings.judges.keys())
    if unknown:
        raise InputError(f"--judge: {one_of(unknown[0], settings.judges)}")
    judges = {n: judge for n, judge in settings.judges.items() if not chosen or n in chosen}
    missing = missing_files({"judges": _dumped(judges)}, StudySettings)
    at_fault = [*parsed.problems, *missing]
    if not judges:
        at_fault.append(Problem("judges", "at least one is needed"))
    if at_fault:
        raise ConfigError(str(file), at_fault)
    return judges


def _dumped(judges: Mapping[str, JudgeSettings]) -> dict[str, Any]:
    return {name: judge.model_dump() for name, judge in judges.items()}


OPTIONS: Mapping[str, str] = {
    "endpoint": "--endpoint",
    "model": "--model",
    "size_billions": "--size",
    "concurrency": "--concurrency",
    "output": "--output",
    "api_key.env": "--api-key-env",
    "api_key": "--api-key-env",
}
"""Options of the command line, by where they stand in the configuration."""


def one_judge(name: str, fields: Mapping[str, Any]) -> Mapping[str, JudgeSettings]:
    """A judge that stands in no configuration; what is null in `fields` is left out.

    Raises `InputError` that names the options at fault.
    """
    given = {key: value for key, value in fields.items() if value is not None}
    try:
        settings = StudySettings.model_validate({"judges": {name: given}})
    except ValidationError as error:
        found = [_as_option(problem, name) for problem in problems(error, StudySettings)]
        raise InputError("\n".join(found)) from None
    missing = missing_files({"judges": _dumped(settings.judges)}, StudySettings)
    if any_missing := [_as_option(problem, name) for problem in missing]:
        raise InputError("\n".join(any_missing))
    return settings.judges


def _as_option(problem: Problem, name: str) -> str:
    path = problem.path.removeprefix(f"judges.{name}").removeprefix(".")
    return f"{OPTIONS.get(path, '--name')}: {problem.message}"
