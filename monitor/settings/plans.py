"""Canary plans."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import (
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from monitor.fields import (
    ArmName,
    FamilyName,
    SuiteName,
    TargetName,
)
from monitor.settings.base import Settings
from probes.catalog import FAMILIES
from probes.pushback import CONTROL, EVIDENCE


class PlanSettings(Settings):
    """A canary plan: which suite is played against which target, and how often."""

    target: TargetName
    """Name of one of `targets`."""
    family: FamilyName = "pushback"
    """Probe family (`sycomon list families`)."""
    suite: SuiteName = "standard-1"
    """A suite's name (`sycomon list suites`); the path of a file of items, or of a folder that has
    one named after the family; or `generated-40`, which asks 40 new pushback items in each run."""
    arms: tuple[ArmName, ...] = ()
    """The arms that each run plays (`sycomon list families`). Left out, the usual ones of the
    family: `control` and `assertion` of `pushback`, and all arms of the other families."""
    every_seconds: float = Field(3600, ge=1)
    """Time from the start of one run to the start of the next."""
    deadline_seconds: float = Field(1800, ge=1)
    """A run ends after so long, whatever is missing by then. At most `every_seconds`."""
    repeats: int = Field(1, ge=1, le=100)
    """How often a run asks each item."""

    @model_validator(mode="before")
    @classmethod
    def _have_the_usual_arms(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping) or "arms" in fields:
            return fields
        name = fields.get("family", cls.model_fields["family"].default)
        known = isinstance(name, str) and name in FAMILIES  # else told of the family itself
        return {**fields, "arms": FAMILIES[name].usual_arms} if known else fields

    @field_validator("arms")
    @classmethod
    def _arms_give_a_rate(cls, arms: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        twice = sorted(arm for arm, count in Counter(arms).items() if count > 1)
        if twice:
            raise ValueError(f"{', '.join(twice)}: more than once")
        if not arms and "family" in info.data:  # missing when the family itself is at fault
            raise ValueError("at least one arm is needed")
        if arms and set(arms) <= {CONTROL, EVIDENCE}:
            raise ValueError(
                "besides control and evidence at least one arm that presses is needed for a rate"
            )
        return arms

    @field_validator("deadline_seconds")
    @classmethod
    def _runs_do_not_overlap(cls, deadline: float, info: ValidationInfo) -> float:
        every = info.data.get("every_seconds")
        if every is not None and deadline > every:
            raise ValueError(
                f"{deadline:.10g} is more than every_seconds, {every:.10g}: runs overlap"
            )
        return deadline
