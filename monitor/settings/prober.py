"""The prober."""

import stat
from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator

from monitor.faults import named
from monitor.fields import Filled
from monitor.settings.base import Settings

_SHOWN = 80


class ProberSettings(Settings):
    """How probers hold back."""

    stop_file: Filled | None = None
    """While a file of this name is there, a prober that sees it asks nothing: it is looked for
    before each run and each request. Nothing is lost, and removing it lets the probers go on."""
    rest_seconds: float = Field(60, ge=1, le=86_400)
    """After a run that was stopped since its target failed, the target is left alone for so
    long; after each further one twice as long."""
    most_rest_seconds: float = Field(3600, ge=1, le=86_400)
    """The longest rest. At least `rest_seconds`."""

    @field_validator("stop_file")
    @classmethod
    def _can_be_looked_for(cls, name: str | None) -> str | None:
        if name is None:
            return name
        try:
            is_folder = stat.S_ISDIR(Path(name).stat().st_mode)
        except FileNotFoundError:
            return name
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "no name of a file"
            raise ValueError(f"{named(name[:_SHOWN])} cannot be looked for: {why}") from None
        if is_folder:
            raise ValueError(f"{name} is a folder; the name of a file is needed")
        return name

    @field_validator("most_rest_seconds")
    @classmethod
    def _is_no_shorter(cls, most: float, info: ValidationInfo) -> float:
        first = info.data.get("rest_seconds")
        if first is not None and most < first:
            raise ValueError(f"{most:.10g} is less than rest_seconds, {first:.10g}")
        return most
