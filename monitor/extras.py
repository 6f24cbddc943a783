"""Parts of the monitor that need more packages than the rest: loaded when they are asked for."""

import importlib
import importlib.util
from typing import Any

from monitor.errors import InputError


def load_part(module: str, needed_by: str, extra: str) -> Any:
    """A module of ours by its name; raises `InputError` that names the extra to install when a
    package of others is missing."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "monitor":
            raise
        needs = f"needs the extra: pip install 'sycophancy-monitor[{extra}]'"
        raise InputError(f"{needed_by} {needs} (there is no package {error.name})") from error


def is_installed(*packages: str) -> bool:
    """Whether packages of others are there, without loading them."""
    return all(importlib.util.find_spec(package) is not None for package in packages)
