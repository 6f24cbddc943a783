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

from monitor.budgets import MICROS
from monitor.costs import most_tokens
from monitor.errors import ConfigError, InputError, Problem
from monitor.faults import Faults, bare_type, dotted, named, problems
from monitor.fields import Filled, Known, Name, names_in
from monitor.settings.alarms import AlarmSettings
from monitor.settings.base import Secret, Settings, read_file
from monitor.settings.budgets import BudgetSettings, PriceSettings
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
    prices: Mapping[Filled, PriceSettings] = {}
    """What models cost, by the names that targets ask for them by; for budgets in money."""
    plans: Mapping[Name, PlanSettings] = {}
    """The canary plans, by name."""
    prober: ProberSettings = ProberSettings()
    """How probers hold back."""
    judge: JudgeSettings | None = None
    """The model that labels what no program can read. Without one, `false_balance` has no
    verdicts, and `stance` has those of replies with an answer line."""
    worker: WorkerSettings = WorkerSettings()
    """Scoring."""
    exporter: ExporterSettings = ExporterSettings()
    """Metrics and the status page."""
    alarms: AlarmSettings = AlarmSettings()
    """When a version is called worse."""
    telemetry: TelemetrySettings = TelemetrySettings()
    """Traces."""

    @field_validator("plans")
    @classmethod
    def _can_be_played_together(
        cls, plans: Mapping[str, PlanSettings], info: ValidationInfo
    ) -> Mapping[str, PlanSettings]:
        targets: Mapping[str, TargetSettings] = info.data.get("targets", {})
        prices: Mapping[str, PriceSettings] = info.data.get("prices", {})
        found = [*_sharing(plans), *_idle(plans)]
        for name, plan in plans.items():
            if plan.budget is not None and plan.target in targets:
                target = targets[plan.target]
                for limit, what in _too_small(plan.budget, plan.target, target, prices):
                    found.append(((name, "budget", limit), what))
        if found:
            raise Faults(found)
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


Found = tuple[Sequence[str], str]
"""Where in a section something is wrong, and what."""


def _sharing(plans: Mapping[str, PlanSettings]) -> Iterator[Found]:
    first: dict[tuple[str, str], str] = {}
    for name, plan in plans.items():
        other = first.setdefault((plan.target, plan.family), name)
        if other != name:
            yield (
                (name,),
                f"plans.{named(other)} plays {plan.family} against {named(plan.target)} as well, "
                "and their rates would take turns in one series; keep one, or give one of them a "
                "target of another name with the same endpoint",
            )


def _idle(plans: Mapping[str, PlanSettings]) -> Iterator[Found]:
    for name, plan in plans.items():
        if plan.timetable(name).following(0.0) == math.inf:
            yield (
                (name,),
                "it never starts a run: all its times lie in its quiet hours; name others by cron",
            )


def _too_small(
    budget: BudgetSettings,
    name: str,
    target: TargetSettings,
    prices: Mapping[str, PriceSettings],
) -> Iterator[tuple[str, str]]:
    """The limits of a budget under which not even an empty question could be asked."""
    sent = sum(most_tokens(text) for text in (target.system_prompt, "") if text is not None)
    said = target.max_tokens
    tokens, money = budget.tokens_per_day, budget.money_per_day
    if tokens is not None and tokens < sent + said:
        yield (
            "tokens_per_day",
            f"{tokens} is too small: one request to {named(name)} may take {sent + said}, "
            f"{said} of them for the reply",
        )
    price = prices.get(target.model)
    if money is None or price is None:
        return
    cost = (sent * price.input_per_million + said * price.output_per_million) / MICROS
    if money < cost:
        yield (
            "money_per_day",
            f"{money:g} is too small: one request to {named(name)} may cost {cost:g}",
        )


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
