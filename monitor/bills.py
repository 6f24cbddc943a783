"""What the runs of a plan cost at most, before they are played. Pure."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from monitor.budgets import MICROS
from monitor.config import Config
from monitor.costs import DAY_SECONDS, Cost, cost_of_run, tokens
from monitor.settings.endpoints import JUDGED_FAMILIES
from monitor.settings.plans import PlanSettings
from monitor.timetable import Timetable
from probes.catalog import FAMILIES, AnySuite, load_suite

_COUNTED_DAYS = 28
"""Over so many days the runs of a plan with quiet hours are counted: whole weeks, since quiet hours
come by the week."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a run costs, or a mean day of runs. `money` is null without a price; `labels` are the
    replies that a judge may be asked about."""

    cost: Cost
    money: float | None
    labels: int


def suite_of(plan: PlanSettings, now: float) -> AnySuite:
    """The suite as a run of today would load it; raises `ItemError`."""
    return load_suite(plan.family, plan.suite, day_in_utc(now), run="")


def day_in_utc(now: float) -> date:
    """Items are valid by days of UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def run_bill(config: Config, plan: PlanSettings, suite: AnySuite) -> Bill:
    """One run, without what is asked again after errors."""
    target = config.targets[plan.target]
    cost = cost_of_run(
        FAMILIES[plan.family].probe,
        suite,
        plan.arms,
        plan.repeats,
        target.max_tokens,
        tokens(target.system_prompt or ""),
    )
    is_judged = config.judge is not None and plan.family in JUDGED_FAMILIES
    labels = len(suite.items) * len(plan.arms) * plan.repeats if is_judged else 0
    return Bill(cost, _money(config, plan, cost), labels)


def day_bill(config: Config, name: str, suite: AnySuite, now: float) -> Bill:
    """A mean day of runs of the plan of this name."""
    plan = config.plans[name]
    run, runs = run_bill(config, plan, suite), _runs_a_day(plan.timetable(name), now)
    cost = run.cost.times(runs)
    return Bill(cost, _money(config, plan, cost), round(run.labels * runs))


def _money(config: Config, plan: PlanSettings, cost: Cost) -> float | None:
    price = config.prices.get(config.targets[plan.target].model)
    if price is None:
        return None
    sent, said = price.input_per_million, price.output_per_million
    return (cost.input_tokens * sent + cost.output_tokens * said) / MICROS


def _runs_a_day(timetable: Timetable, now: float) -> float:
    """On average. With quiet hours the runs of the next weeks are counted."""
    if not timetable.quiet:
        return DAY_SECONDS / timetable.slots.mean_seconds
    first = slot = timetable.following(now)
    count = 0
    while slot < first + _COUNTED_DAYS * DAY_SECONDS:
        count += 1
        slot = timetable.following(slot)
    return count / _COUNTED_DAYS
