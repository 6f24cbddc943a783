"""Purses: what may be asked today, claimed on the state topic before it is spent."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from threading import Lock
from typing import NamedTuple

from monitor.budgets import (
    NOTHING,
    Amount,
    Claims,
    Day,
    DayOfPlan,
    Purse,
    Unit,
    day_of,
    limited_units,
    remaining,
)
from monitor.charges import limit_of
from monitor.clock import Clock
from monitor.config import Config
from monitor.metrics import ProcessMetrics
from monitor.prober_state import claim_key

_KEPT_SECONDS = 2 * 86_400.0
"""Longer than any day, anywhere, goes on after it has ended elsewhere."""


JUDGE = "@judge"
"""Stands for the judge where a plan's name would; no plan can be called so."""


class DailyLimit(NamedTuple):
    """What may be spent in a day, and the zone whose days count."""

    limit: Amount
    time_zone: str


def limits_of_plans(config: Config) -> Mapping[str, DailyLimit]:
    """Those of the canary plans that have a budget, by plan."""
    return {
        name: DailyLimit(limit_of(plan.budget), plan.time_zone)
        for name, plan in config.plans.items()
        if plan.budget is not None
    }


def limit_of_judge(config: Config) -> Mapping[str, DailyLimit]:
    """That of the judge, where it has one."""
    judge = config.judge
    if judge is None or judge.budget is None:
        return {}
    return {JUDGE: DailyLimit(limit_of(judge.budget), judge.time_zone)}


@dataclass(frozen=True, slots=True)
class Reservation:
    """What was put aside for one question, and where it is paid from."""

    day: DayOfPlan
    reserved: Amount


class Refusal(Enum):
    """Why there is no reservation."""

    WAIT = auto()
    """More has to be claimed first, or what is in flight may leave room."""
    OVER = auto()
    """The day's budget has no room."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What all processes together have claimed of a budget today; `ends` is when the day does
    (Unix seconds). `left` is the share of each limit (0…1): none where the rest is too little
    for what was to be asked last."""

    plan: str
    ends: float
    limit: Amount
    claimed: Amount
    left: Mapping[Unit, float]


class Spending:
    """One purse for each plan (or the judge, by `limits`) and day. The loop that owns the Kafka
    clients claims, another thread reserves and settles. `prober` is the process that spends.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        metrics: ProcessMetrics,
        prober: str,
        limits: Callable[[Config], Mapping[str, DailyLimit]] = limits_of_plans,
    ) -> None:
        self.prober = prober
        self._clock = clock
        self._metrics = metrics
        self._lock = Lock()
        self._purses: dict[DayOfPlan, Purse] = {}
        self._short: dict[DayOfPlan, tuple[Unit, ...]] = {}
        self._plans = limits(config)
        for plan, (limit, _) in self._plans.items():
            for unit in limited_units(limit):
                self._metrics.budget_spent.labels(plan, unit.value)

    def reserve(self, plan: str, cost: Amount) -> Reservation | Refusal:
        """Put aside what a question may cost at most."""
        if plan not in self._plans:
            return Reservation(DayOfPlan(plan, ""), NOTHING)
        with self._lock:
            day = DayOfPlan(plan, self.today(plan).date)
            purse = self._purses.setdefault(day, Purse(self._plans[plan][0]))
            reserved = purse.reserve(cost)
            if reserved is not None:
                self._short.pop(day, None)
                return Reservation(day, reserved)
            if not purse.is_over():
                return Refusal.WAIT
            self._short[day] = purse.lacking(cost)
            return Refusal.OVER

    def settle(self, reservation: Reservation, cost: Amount) -> None:
        """The question was answered, or failed, and has cost this much."""
        day = reservation.day
        if day.plan not in self._plans:
            return
        with self._lock:
            purse = self._purses[day]
            purse.settle(reservation.reserved, cost)
        counted = cost.where_limited(purse.limit).by_unit()
        for unit in limited_units(purse.limit):
            self._metrics.budget_spent.labels(day.plan, unit.value).inc(counted[unit])

    def today(self, plan: str) -> Day:
        """The day that the budget of a plan is for now."""
        return day_of(self._clock.now(), self._plans[plan][1])

    def next_claims(self, claims: Claims, playing: Collection[str]) -> dict[DayOfPlan, Amount]:
        """What should stand on the state topic and does not, given what stands there. Plans that
        are not `playing`, and days that are over, keep only what was spent."""
        wanted: dict[DayOfPlan, Amount] = {}
        with self._lock:
            for day, purse in self._purses.items():
                if day.plan in playing and day.date == self.today(day.plan).date:
                    claim = purse.next_claim(claims.total(day, self.prober))
                else:
                    claim = purse.release()
                if claim != claims.by(day, self.prober):
                    wanted[day] = claim
        return wanted

    def forget_past(self, claims: Claims) -> tuple[bytes, ...]:
        """Drop the purses of days long over; gives the keys on the topic that can go as well."""
        last = day_of(self._clock.now() - _KEPT_SECONDS, "UTC").date
        with self._lock:
            past = [
                day
                for day, purse in self._purses.items()
                if day.date < last and purse.in_flight == NOTHING
            ]
            for day in past:
                del self._purses[day]
                self._short.pop(day, None)
        return tuple(
            claim_key(day, prober)
            for day, probers in claims.of.items()
            if day.date < last
            for prober in probers
        )

    def grant(self, day: DayOfPlan, claim: Amount, others: Amount) -> Amount | None:
        """A claim stands on the topic behind others that come to `others`. What to write there
        instead where the others were faster; null when it is granted."""
        with self._lock:
            purse = self._purses[day]
            return None if purse.grant(claim, others) else purse.claimed

    def spent(self, claims: Claims) -> Iterator[Spent]:
        """For each plan with a budget, what is gone today; also sets the gauges."""
        for plan, (limit, _) in self._plans.items():
            date, ends = self.today(plan)
            day = DayOfPlan(plan, date)
            claimed, short = claims.total(day), self._short.get(day, ())
            shares = remaining(limit, claimed)
            left = {unit: 0.0 if unit in short else share for unit, share in shares.items()}
            for unit, share in left.items():
                self._metrics.budget_remaining.labels(plan, unit.value).set(share)
            yield Spent(plan, ends, limit, claimed, left)
