"""The checks `plans` and `budgets`: what will be asked, when, what it costs and whether it may."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from monitor.budgets import MICROS, Amount, Unit, day_of, limited_units
from monitor.charges import limit_of
from monitor.config import Config
from monitor.costs import DAY_SECONDS, Cost, cost_of_run
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.faults import dotted
from monitor.settings.budgets import PriceSettings
from monitor.settings.plans import PlanSettings
from monitor.timetable import Timetable
from probes.catalog import FAMILIES, AnySuite, load_suite
from probes.items import ItemError

PLANS = "plans"
BUDGETS = "budgets"

EXPIRY_DAYS = 30
"""Items that expire within so many days are told."""

_COUNTED_DAYS = 28
"""Over so many days the runs of a plan with quiet hours are counted: whole weeks, since quiet hours
come by the week."""


@dataclass(frozen=True, slots=True)
class _Bill:
    """What a run costs at most, and a mean day of runs; money is null without a price."""

    run: Cost
    day: Cost
    money: float | None


def look_at_plans(surroundings: Surroundings) -> Iterator[Finding]:
    """Suites load and stay fresh, when runs are due, and what each plan costs at most."""
    config, now = surroundings.config, surroundings.clock.now()
    if not config.plans:
        yield Finding(PLANS, Severity.NOTE, "there is none, so no canary is played", PLANS)
    bills = {}
    for name, plan in config.plans.items():
        where = dotted(("plans", name))
        try:
            suite = suite_of(plan, now)
        except ItemError as error:
            what = "; ".join(str(error).splitlines())
            remedy = "take a newer suite, or check its facts and their dates again"
            yield Finding(PLANS, Severity.ERROR, what, f"{where}.suite", remedy)
            continue
        yield from _expiring(suite, _day(now), where)
        bills[name] = _bill(config, plan, suite, _runs_a_day(plan.timetable(name), now))
        yield Finding(PLANS, Severity.NOTE, _told_bill(bills[name]), where)
        yield Finding(PLANS, Severity.NOTE, _told_times(plan, plan.timetable(name), now), where)
    if len(bills) > 1:
        yield Finding(PLANS, Severity.NOTE, f"all plans: {_told_total(bills)}", PLANS)


def _day(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def suite_of(plan: PlanSettings, now: float) -> AnySuite:
    """The suite as a run of today would load it; raises `ItemError`."""
    return load_suite(plan.family, plan.suite, _day(now), run="")


def _expiring(suite: AnySuite, today: date, where: str) -> Iterator[Finding]:
    last = today + timedelta(days=EXPIRY_DAYS)
    ends = [one.valid_until for one in suite.items if one.valid_until is not None]
    soon = [end for end in ends if end <= last]
    if not soon:
        what = f"{suite.name}: {len(suite.items)} items, none expires within {EXPIRY_DAYS} days"
        yield Finding(PLANS, Severity.OK, what, f"{where}.suite")
        return
    what = f"{suite.name}: {len(soon)} of {len(suite.items)} items expire, from {min(soon)} on"
    remedy = "from then on its runs are refused; renew them before"
    yield Finding(PLANS, Severity.WARNING, what, f"{where}.suite", remedy)


def _bill(config: Config, plan: PlanSettings, suite: AnySuite, runs_a_day: float) -> _Bill:
    run = cost_of(config, plan, suite)
    day = run.times(runs_a_day)
    return _Bill(run, day, _money(day, config.prices.get(config.targets[plan.target].model)))


def cost_of(config: Config, plan: PlanSettings, suite: AnySuite) -> Cost:
    """What one run costs at most."""
    limit = config.targets[plan.target].max_tokens
    return cost_of_run(FAMILIES[plan.family].probe, suite, plan.arms, plan.repeats, limit)


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


def _money(cost: Cost, price: PriceSettings | None) -> float | None:
    if price is None:
        return None
    sent, said = price.input_per_million, price.output_per_million
    return (cost.input_tokens * sent + cost.output_tokens * said) / MICROS


def _told_bill(bill: _Bill) -> str:
    day = bill.day
    money = "" if bill.money is None else f", {bill.money:,.2f} in money"
    return (
        f"at most {bill.run.requests:,} requests a run; a day {day.requests:,} requests, "
        f"{day.input_tokens:,} tokens in, {day.output_tokens:,} out{money}"
    )


def _told_total(bills: Mapping[str, _Bill]) -> str:
    day = sum((bill.day for bill in bills.values()), Cost())
    known = [bill.money for bill in bills.values() if bill.money is not None]
    money = f", {sum(known):,.2f} in money" if known else ""
    unknown = len(bills) - len(known)
    without = f", and {unknown} without a price" if known and unknown else ""
    return (
        f"at most {day.requests:,} requests a day, {day.input_tokens:,} tokens in, "
        f"{day.output_tokens:,} out{money}{without}"
    )


def _told_times(plan: PlanSettings, timetable: Timetable, now: float) -> str:
    first = timetable.following(now)
    moments = [moment for moment in (first, timetable.following(first)) if moment < math.inf]
    due = " and ".join(_told_moment(moment, plan.time_zone) for moment in moments)
    quiet = f"; quiet {', '.join(plan.quiet)}" if plan.quiet else ""
    paused = "; it is paused, and those will only be counted" if plan.paused else ""
    return f"next due {due} ({plan.time_zone}){quiet}{paused}"


def _told_moment(moment: float, zone: str) -> str:
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%a %Y-%m-%d %H:%M}"


def look_at_budgets(surroundings: Surroundings) -> Iterator[Finding]:
    """Whether each budget lasts for a day of runs, if every reply is as long as it may be."""
    config, now = surroundings.config, surroundings.clock.now()
    for name, plan in config.plans.items():
        if plan.budget is None:
            continue
        where = dotted(("plans", name, "budget"))
        try:
            suite = suite_of(plan, now)
        except ItemError:
            what = "not checked: its suite cannot be loaded"
            yield Finding(BUDGETS, Severity.NOT_CHECKED, what, where)
            continue
        price = config.prices.get(config.targets[plan.target].model)
        once = _amount(cost_of(config, plan, suite), price)
        room = limit_of(plan.budget)
        slots = _slots_of_a_day(plan, plan.timetable(name), now)
        yield _lasting(slots, once, room, plan.time_zone, where)
    if all(plan.budget is None for plan in config.plans.values()) and config.plans:
        what = "no plan has a budget, so nothing limits what canaries may spend"
        yield Finding(BUDGETS, Severity.NOTE, what, PLANS)


def _amount(cost: Cost, price: PriceSettings | None) -> Amount:
    micros = math.ceil((_money(cost, price) or 0.0) * MICROS)
    return Amount(cost.requests, cost.input_tokens + cost.output_tokens, micros)


def _slots_of_a_day(plan: PlanSettings, timetable: Timetable, now: float) -> Sequence[float]:
    """When runs are due on the first whole day that has any, in the plan's time zone."""
    begin = day_of(now, plan.time_zone).end
    slot = timetable.following(begin - 1)
    end = day_of(slot, plan.time_zone).end if slot < math.inf else begin
    slots: list[float] = []
    while slot < end:
        slots.append(slot)
        slot = timetable.following(slot)
    return slots


def _lasting(slots: Sequence[float], once: Amount, room: Amount, zone: str, where: str) -> Finding:
    for number, slot in enumerate(slots, start=1):
        spent = once.times(number)
        if spent.fits(room):
            continue
        over = [unit for unit in limited_units(room) if spent.by_unit()[unit] > _of(room, unit)]
        units = " and ".join(over)
        when = f"{datetime.fromtimestamp(slot, ZoneInfo(zone)):%H:%M}"
        what = (
            f"it may not last for a day: {units} may run out in run {number} of {len(slots)}, "
            f"which is due at {when} ({zone})"
        )
        need = once.times(len(slots)).by_unit()
        remedy = f"a whole day needs {', '.join(_told_need(unit, need) for unit in over)}"
        return Finding(BUDGETS, Severity.WARNING, what, where, remedy)
    runs = f"{len(slots)} run{'s' * (len(slots) != 1)}"
    return Finding(BUDGETS, Severity.OK, f"it lasts for a day of {runs}", where)


def _of(amount: Amount, unit: Unit) -> float:
    return amount.by_unit()[unit]


def _told_need(unit: Unit, need: Mapping[Unit, float]) -> str:
    shown = f"{need[unit]:,.2f}" if unit is Unit.MONEY else f"{need[unit]:,.0f}"
    return f"{shown} {unit}"
