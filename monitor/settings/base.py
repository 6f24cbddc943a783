"""What all settings are, and secrets, which never stand in the configuration itself."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    SecretStr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from monitor.errors import InputError
from monitor.faults import named
from monitor.fields import EnvName


class Settings(BaseModel):
    """Frozen settings; a key that is not known is an error."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )


class Secret(Settings):
    """A secret from the environment or from a file, never from the configuration itself."""

    env: EnvName | None = None
    """Name of an environment variable. Give this or `file`."""
    file: Path | None = None
    """Path of a file; white space at its ends is dropped. Give this or `env`."""

    @model_validator(mode="before")
    @classmethod
    def _is_not_the_secret_itself(cls, value: Any) -> Any:
        if isinstance(value, str | int | float):
            raise ValueError("a secret should not stand here; give env: NAME or file: PATH")
        if isinstance(value, Mapping) and not value.keys() <= cls.model_fields.keys():
            raise ValueError(
                "only env and file are known here; the secret itself never stands here"
            )
        return value

    @field_validator("file")
    @classmethod
    def _has_one_origin(cls, file: Path | None, info: ValidationInfo) -> Path | None:
        if "env" in info.data and (info.data["env"] is None) == (file is None):
            raise ValueError("give either env or file")
        return file

    def read(self) -> SecretStr:
        """The secret; raises `InputError` naming the variable or file that is missing."""
        if self.file is None:
            value = os.environ.get(self.env or "", "")
            origin = f"environment variable {named(self.env or '')}"
        else:
            origin = f"file {named(str(self.file))}"
            try:
                value = read_file(self.file).decode("utf-8").strip()
            except UnicodeDecodeError as error:
                raise InputError(f"{origin}: cannot be read: not UTF-8") from error
        if not value:
            raise InputError(f"{origin}: a secret is needed there, and it is empty or not set")
        return SecretStr(value)


def read_file(file: Path) -> bytes:
    """The bytes of a file that settings name; raises `InputError`."""
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        why = error.strerror if isinstance(error, OSError) else "not a path"
        raise InputError(f"file {named(str(file))}: cannot be read: {why}") from error
