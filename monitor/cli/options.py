"""Endpoints that are named on the command line and stand in no configuration."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from monitor.errors import InputError
from monitor.faults import problems
from monitor.settings.endpoints import JudgeSettings, TargetSettings

Settings = TypeVar("Settings", TargetSettings, JudgeSettings)


def one_judge(endpoint: str, model: str | None) -> JudgeSettings:
    """The judge of `--judge-endpoint` and `--judge-model`; raises `InputError`."""
    if model is None:
        raise InputError("--judge-endpoint needs --judge-model")
    return checked(JudgeSettings, {"endpoint": endpoint, "model": model}, "judge-")


def checked(kind: type[Settings], fields: Mapping[str, Any], prefix: str = "") -> Settings:
    """Settings from options, which are named like the fields behind `prefix`; raises
    `InputError`."""
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        found = problems(error, kind)  # each path is the name of the option
        raise InputError("\n".join(f"--{prefix}{problem}" for problem in found)) from error
