"""What commands are told on their command line: endpoints, by their address or as the configuration
has them; targets; and who is at it."""

import getpass
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from monitor.cli.configuration import KNOWN
from monitor.config import Config, load, missing_files
from monitor.errors import ConfigError, InputError
from monitor.faults import problems
from monitor.settings.endpoints import JudgeSettings, TargetSettings

Settings = TypeVar("Settings", TargetSettings, JudgeSettings)


def judge_of(endpoint: str | None, model: str | None, config: Path) -> JudgeSettings:
    """The judge of `--judge-endpoint`, or else the configured one; raises `InputError`."""
    if endpoint is not None:
        return one_judge(endpoint, model)
    if model is not None:
        raise InputError("--judge-model goes with --judge-endpoint")
    found = load(config, KNOWN).judge
    if found is None:
        raise InputError(
            f"{config}: there is no judge; give `judge:` there, or --judge-endpoint URL and "
            "--judge-model M"
        )
    missing = list(missing_files(found.model_dump(), JudgeSettings, ("judge",)))
    if missing:
        raise ConfigError(str(config), missing)
    return found


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


def listed(names: Iterable[str]) -> str:
    """Names that are allowed, for an error."""
    return ", ".join(sorted(names)) or "(none)"


def check_target(settings: Config, name: str) -> None:
    """Raises `InputError` where the configuration has no target of that name."""
    if name not in settings.targets:
        raise InputError(f"TARGET: {name!r} is not one of: {listed(settings.targets)}")


def user_name(option: str) -> str:
    """Who is logged in here; raises `InputError` that asks for `option`, as in a container whose
    user has no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:
        raise InputError(f"{option}: needed, since this user has no name here") from error
