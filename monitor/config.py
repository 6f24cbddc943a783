"""The configuration: one YAML file, frozen, unknown keys refused, every problem at once.

Its sections stand in `monitor/settings`, whose field comments are the reference;
`docs/reference/configuration.md` is made from them. Checks that look at more than one value sit on
the field that they complain about, so that pydantic tells them in the same pass as the others.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import TypeAdapter, ValidationError, ValidationInfo, field_validator

from monitor.errors import ConfigError, InputError, Problem
from monitor.faults import bare_type, dotted, named, problems
from monitor.fields import Filled, Known, Name, names_in
from monitor.settings.base import Secret, Settings, read_file
from monitor.settings.budgets import PriceSettings
from monitor.settings.endpoints import JUDGED_FAMILIES, JudgeSettings, TargetSettings
from monitor.settings.intake import IntakeSettings
from monitor.settings.kafka import KafkaSettings
from monitor.settings.plans import PlanSettings
from monitor.settings.prober import ProberSettings
from monitor.settings.roles import ExporterSettings, TelemetrySettings, WorkerSettings
from monitor.strict_yaml import parse
from probes.false_balance import FalseBalance


class Config(Settings):
    """The whole configuration."""

    instance: Name
    """Name of this deployment; every topic starts with it."""
    kafka: KafkaSettings = KafkaSettings()
    """The broker."""
    intake: IntakeSettings = IntakeSettings()
    """Live traffic."""
    targets: Mapping[Name, TargetSettings] = {}
    """The endpoints, by name."""
    plans: Mapping[Name, PlanSettings] = {}
    """The canary plans, by name."""
    prices: Mapping[Filled, PriceSettings] = {}
    """What models cost, by the names that targets ask for them by; for budgets in money."""
    prober: ProberSettings = ProberSettings()
    """How probers hold back."""
    judge: JudgeSettings | None = None
    """The model that labels what no program can read. Without one, `false_balance` has no
    verdicts, and `stance` has those of replies with an answer line."""
    worker: WorkerSettings = WorkerSettings()
    """Scoring."""
    exporter: ExporterSettings = ExporterSettings()
    """Metrics and the status page."""
    telemetry: TelemetrySettings = TelemetrySettings()
    """Traces."""

    @field_validator("plans")
    @classmethod
    def _have_streams_of_their_own(
        cls, plans: Mapping[str, PlanSettings]
    ) -> Mapping[str, PlanSettings]:
        streams: dict[tuple[str, str], list[str]] = {}
        for name, plan in plans.items():
            streams.setdefault((plan.target, plan.family), []).append(named(name))
        shared = [
            f"{' and '.join(names)} both play {family} against {named(target)}, and their rates "
            "would take turns in one series; keep one, or give one of them a target of another "
            "name with the same endpoint"
            for (target, family), names in streams.items()
            if len(names) > 1
        ]
        idle = [
            f"{named(name)} never starts a run: all its times lie in its quiet hours; "
            "name others by cron"
            for name, plan in plans.items()
            if plan.timetable(name).following(0.0) == math.inf
        ]
        if shared or idle:
            raise ValueError("; ".join([*shared, *idle]))
        return plans

    @field_validator("plans")
    @classmethod
    def _can_pay_one_reply(
        cls, plans: Mapping[str, PlanSettings], info: ValidationInfo
    ) -> Mapping[str, PlanSettings]:
        targets: Mapping[str, TargetSettings] = info.data.get("targets", {})
        small = [
            f"{named(name)}: budget.tokens_per_day is {limit}, and one reply of "
            f"{named(plan.target)} may take {targets[plan.target].max_tokens}"
            for name, plan in plans.items()
            if plan.budget is not None and plan.target in targets
            if (limit := plan.budget.tokens_per_day) is not None
            if limit < targets[plan.target].max_tokens
        ]
        if small:
            raise ValueError("; ".join(small))
        return plans

    @field_validator("judge")
    @classmethod
    def _can_be_paid(
        cls, judge: JudgeSettings | None, info: ValidationInfo
    ) -> JudgeSettings | None:
        prices: Mapping[str, PriceSettings] | None = info.data.get("prices")  # null: at fault
        if judge is not None and prices is not None and _lacks_its_price(judge, prices):
            raise ValueError(
                f"budget.money_per_day needs the price of {named(judge.model)!r}; give it "
                "under prices"
            )
        return judge

    @field_validator("judge")
    @classmethod
    def _judges_others(
        cls, judge: JudgeSettings | None, info: ValidationInfo
    ) -> JudgeSettings | None:
        targets: Mapping[str, TargetSettings] = info.data.get("targets", {})
        plans: Mapping[str, PlanSettings] = info.data.get("plans", {})
        unread = [
            f"plans.{named(name)}"
            for name, plan in plans.items()
            if plan.family == FalseBalance.name and judge is None
        ]
        if unread:
            raise ValueError(f"needed: it reads the replies of {', '.join(unread)}")
        itself = [
            f"plans.{named(name)} has it judge targets.{named(plan.target)}"
            for name, plan in plans.items()
            if plan.family in JUDGED_FAMILIES
            if judge is not None and plan.target in targets
            if judge.is_asked_as(targets[plan.target])
        ]
        if itself:
            raise ValueError(
                f"{'; '.join(itself)}: the same endpoint and model, and no model judges itself"
            )
        return judge


def _lacks_its_price(judge: JudgeSettings, prices: Mapping[str, PriceSettings]) -> bool:
    """Whether a budget in money cannot be counted."""
    budget = judge.budget
    return budget is not None and budget.money_per_day is not None and judge.model not in prices


def load(path: Path, known: Known, needs_secrets: bool = False) -> Config:
    """Read and check a configuration; raises `ConfigError` with every problem.

    The same code serves `run` and `check-config`. `needs_secrets` also asks for every secret
    and certificate to be there now. A file that cannot be read is an `InputError`.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    parsed = parse(text)
    if parsed.fields is None:
        raise ConfigError(str(path), parsed.problems)
    missing = list(missing_files(parsed.fields)) if needs_secrets else []
    try:
        config = build(parsed.fields, str(path), known)
    except ConfigError as error:
        raise ConfigError(str(path), [*parsed.problems, *error.problems, *missing]) from error
    if parsed.problems or missing:
        raise ConfigError(str(path), [*parsed.problems, *missing])
    return config


def build(fields: Mapping[Any, Any], source: str, known: Known) -> Config:
    """Check fields that were read already; `source` names them in the problems."""
    try:
        return Config.model_validate(fields, context=names_in(fields, known))
    except ValidationError as error:
        # Not `from error`: its text repeats keys that may be secrets in the wrong place.
        raise ConfigError(source, list(problems(error, Config))) from None


def missing_files(fields: Any, kind: Any = Config, path: Sequence[str] = ()) -> Iterator[Problem]:
    """Every secret and certificate in `fields`, the raw fields of a `kind`, that cannot be read
    on this machine now. What is at fault otherwise is passed over: `build` tells it."""
    bare = bare_type(kind)
    if bare in _READ:
        try:
            _READ[bare](TypeAdapter(bare).validate_python(fields))
        except ValidationError:
            return
        except InputError as error:
            yield Problem(dotted(path), str(error))
    elif isinstance(fields, Mapping) and get_origin(bare) is Mapping:
        for name, value in fields.items():
            yield from missing_files(value, get_args(bare)[1], (*path, str(name)))
    elif isinstance(fields, Mapping) and isinstance(bare, type) and issubclass(bare, Settings):
        for name, field in bare.model_fields.items():
            if fields.get(name) is not None:
                yield from missing_files(fields[name], field.annotation, (*path, name))


_READ: Mapping[Any, Callable[[Any], object]] = {Path: read_file, Secret: Secret.read}
"""How what stands outside the configuration is read, by the type of its field."""
