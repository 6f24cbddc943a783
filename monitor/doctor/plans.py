"""The checks `plans` and `budgets`: what will be asked, when, what it costs and whether it may."""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from monitor.bills import Bill, day_bill, day_in_utc, run_bill, suite_of
from monitor.budgets import MICROS, Amount, Unit, day_of, limited_units
from monitor.charges import limit_of
from monitor.costs import Cost
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.faults import dotted
from monitor.settings.plans import PlanSettings
from monitor.timetable import Timetable
from probes.catalog import AnySuite
from probes.items import ItemError

PLANS = "plans"
BUDGETS = "budgets"

EXPIRY_DAYS = 30
"""Items that expire within so many days are told."""


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
        yield from _expiring(suite, day_in_utc(now), where)
        bills[name] = day_bill(config, name, suite, now)
        told = _told_bill(run_bill(config, plan, suite), bills[name])
        yield Finding(PLANS, Severity.NOTE, told, where)
        yield Finding(PLANS, Severity.NOTE, _told_times(plan, plan.timetable(name), now), where)
    if len(bills) > 1:
        yield Finding(PLANS, Severity.NOTE, f"all plans: {_told_total(bills)}", PLANS)


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


def _told_bill(run: Bill, day: Bill) -> str:
    money = "" if day.money is None else f", {day.money:,.2f} in money"
    return (
        f"at most {run.cost.requests:,} requests a run; a day {day.cost.requests:,} requests, "
        f"{_told_tokens(day.cost)}{money}"
    )


def _told_total(bills: Mapping[str, Bill]) -> str:
    day = sum((bill.cost for bill in bills.values()), Cost())
    known = [bill.money for bill in bills.values() if bill.money is not None]
    money = f", {sum(known):,.2f} in money" if known else ""
    unknown = len(bills) - len(known)
    without = f", and {unknown} without a price" if known and unknown else ""
    return f"at most {day.requests:,} requests a day, {_told_tokens(day)}{money}{without}"


def _told_tokens(cost: Cost) -> str:
    return f"{cost.input_tokens:,} tokens in, {cost.output_tokens:,} out"


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
        once = _amount(run_bill(config, plan, suite))
        room = limit_of(plan.budget)
        slots = _slots_of_a_day(plan, plan.timetable(name), now)
        yield _lasting(slots, once, room, plan.time_zone, where)
    if all(plan.budget is None for plan in config.plans.values()) and config.plans:
        what = "no plan has a budget, so nothing limits what canaries may spend"
        yield Finding(BUDGETS, Severity.NOTE, what, PLANS)


def _amount(bill: Bill) -> Amount:
    cost, micros = bill.cost, math.ceil((bill.money or 0.0) * MICROS)
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
