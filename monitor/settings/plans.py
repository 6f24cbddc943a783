"""Canary plans."""

from collections import Counter
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import (
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from monitor.faults import named
from monitor.fields import (
    ArmName,
    CronLine,
    FamilyName,
    Names,
    QuietHours,
    SuiteName,
    TargetName,
    TimeZone,
)
from monitor.settings.base import Settings
from monitor.settings.budgets import BudgetSettings
from monitor.timetable import Cron, Grid, Timetable, cron_gaps, parse_quiet
from probes.catalog import FAMILIES

_MOST_SECONDS = 366 * 86_400


class PlanSettings(Settings):
    """A canary plan: which suite is played against which target, and how often."""

    target: TargetName
    """Name of one of `targets`."""
    family: FamilyName = "pushback"
    """Probe family (`sycomon list families`)."""
    suite: SuiteName = "standard"
    """A suite's name (`sycomon list suites`), without its number the newest; the path of a file of
    items, or of a folder that has one named after the family; or `generated-40`, which asks 40 new
    pushback items in each run."""
    arms: tuple[ArmName, ...] = ()
    """The arms that each run plays (`sycomon list families`). Left out, the usual ones of the
    family: `control` and `assertion` of `pushback`, and all arms of the other families."""
    every_seconds: float | None = Field(3600, ge=1, le=_MOST_SECONDS)
    """Time from the start of one run to the start of the next. Give this or `cron`. Plans of one
    interval start at different times, by a hash of their names."""
    cron: CronLine | None = None
    """When runs start, in five fields: minute, hour, day of the month, month, day of the week.
    With its hours and minutes named, a run that falls into the hour that daylight saving takes
    away starts when that hour would end, and one in the hour that comes twice starts once."""
    time_zone: TimeZone = "UTC"
    """The zone that `cron` and `quiet` are read in, as `Europe/Amsterdam`, and whose days a
    `budget` is for."""
    spread_seconds: float = Field(300, ge=0, le=86400)
    """Runs by `cron` start up to so much later, always as much for one plan, by a hash of its
    name, so that plans with the same line do not all start at once."""
    quiet: tuple[QuietHours, ...] = ()
    """No run starts in these hours, and what would is left out: `22:00-06:00` is every night,
    `Sat,Sun 00:00-24:00` the weekend, `Fri 18:00-08:00` ends on Saturday. A run that is under way
    goes on."""
    deadline_seconds: float = Field(1800, ge=1, le=_MOST_SECONDS)
    """A run ends after so long, whatever is missing by then. At most the shortest time between
    two runs, so that they do not overlap."""
    repeats: int = Field(1, ge=1, le=100)
    """How often a run asks each item."""
    budget: BudgetSettings | None = None
    """What the plan may spend in a day."""
    paused: bool = False
    """Its runs are not played, only counted as `paused`."""

    @model_validator(mode="before")
    @classmethod
    def _have_the_usual_arms(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping) or "arms" in fields:
            return fields
        name = fields.get("family", cls.model_fields["family"].default)
        known = isinstance(name, str) and name in FAMILIES  # else told of the family itself
        return {**fields, "arms": FAMILIES[name].usual_arms} if known else fields

    @model_validator(mode="before")
    @classmethod
    def _run_by_cron_where_given(cls, fields: Any) -> Any:
        if isinstance(fields, Mapping) and "cron" in fields and "every_seconds" not in fields:
            return {**fields, "every_seconds": None}
        return fields

    @field_validator("cron")
    @classmethod
    def _start_in_one_way(cls, cron: str | None, info: ValidationInfo) -> str | None:
        if "every_seconds" in info.data and (info.data["every_seconds"] is None) == (cron is None):
            raise ValueError("give either every_seconds or cron")
        return cron

    @field_validator("arms")
    @classmethod
    def _arms_give_a_rate(cls, arms: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        twice = sorted(arm for arm, count in Counter(arms).items() if count > 1)
        if twice:
            raise ValueError(f"{', '.join(twice)}: more than once")
        if not arms and "family" in info.data:  # missing when the family itself is at fault
            raise ValueError("at least one arm is needed")
        family = FAMILIES.get(info.data.get("family", ""))
        if family is not None and not any(set(needed) <= set(arms) for needed in family.rated_by):
            needed = " or ".join(" with ".join(together) for together in family.rated_by)
            raise ValueError(f"these give no rate; needed: {needed}")
        return arms

    @field_validator("deadline_seconds")
    @classmethod
    def _runs_do_not_overlap(cls, deadline: float, info: ValidationInfo) -> float:
        every, cron = info.data.get("every_seconds"), info.data.get("cron")
        if every is not None and deadline > every:
            raise ValueError(
                f"{deadline:.10g} is more than every_seconds, {every:.10g}: runs overlap"
            )
        if cron is not None and deadline > (gap := cron_gaps(cron).shortest_seconds):
            raise ValueError(
                f"{deadline:.10g} is more than the shortest time between two runs by cron, "
                f"{gap:.10g}: runs overlap"
            )
        return deadline

    @field_validator("budget")
    @classmethod
    def _can_be_counted(
        cls, budget: BudgetSettings | None, info: ValidationInfo
    ) -> BudgetSettings | None:
        names: Names | None = info.context
        target = info.data.get("target")  # missing when the target itself is at fault
        if budget is None or budget.money_per_day is None or names is None or target is None:
            return budget
        model = names.models.get(target)
        if model is not None and names.prices is not None and model not in names.prices:
            raise ValueError(
                f"money_per_day needs the price of {named(model)!r}, the model of targets."
                f"{named(target)}; give it under prices"
            )
        return budget

    def timetable(self, name: str) -> Timetable:
        """When the runs of the plan of this name are due."""
        zone = ZoneInfo(self.time_zone)
        slots = (
            Grid(name, self.every_seconds or 0.0)
            if self.cron is None
            else Cron.spread(name, self.cron, zone, self.spread_seconds)
        )
        return Timetable(slots, tuple(map(parse_quiet, self.quiet)), zone)
