"""What a plan may ask for in a day, and how probers share it out. Pure, no clock.

A prober asks for nothing before it has claimed it: it writes down what it has spent plus some room
to spend, reads the log up to its own entry, and goes on only if all claims up to there are
within the limit. So the first in the log wins, and what a prober that died had claimed counts as
spent.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

UNLIMITED = 2**62
"""Stands in a limit where there is none."""

MICROS = 1_000_000
"""Money is counted in millionths: then a price per million tokens is that of one token."""

_CLAIMS_A_DAY = 20
"""A claim is this part of the day's limit: what a crash may count too much."""


class Unit(StrEnum):
    """What is limited."""

    REQUESTS = "requests"
    TOKENS = "tokens"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class Amount:
    """Requests, tokens (both ways) and money in millionths of its unit. Also a limit on each."""

    requests: int = 0
    tokens: int = 0
    micros: int = 0

    def __add__(self, other: "Amount") -> "Amount":
        return self._with(other, operator.add)

    def __sub__(self, other: "Amount") -> "Amount":
        return self._with(other, operator.sub)

    def at_least(self, other: "Amount") -> "Amount":
        """The greater of both, each unit by itself."""
        return self._with(other, max)

    def at_most(self, other: "Amount") -> "Amount":
        """The smaller of both, each unit by itself."""
        return self._with(other, min)

    def times(self, number: int) -> "Amount":
        """So many times as much."""
        return Amount(self.requests * number, self.tokens * number, self.micros * number)

    def part(self, number: int) -> "Amount":
        """One of so many parts, rounded up."""
        return Amount(
            -(-self.requests // number), -(-self.tokens // number), -(-self.micros // number)
        )

    def fits(self, room: "Amount") -> bool:
        """Whether it is no more than `room` in any unit."""
        return self.at_most(room) == self

    def where_limited(self, limit: "Amount") -> "Amount":
        """With 0 in each unit that `limit` does not limit."""
        return self._with(limit, lambda mine, most: mine if most < UNLIMITED else 0)

    def by_unit(self) -> Mapping[Unit, float]:
        """As people speak of it: money in its own unit."""
        return {
            Unit.REQUESTS: self.requests,
            Unit.TOKENS: self.tokens,
            Unit.MONEY: self.micros / MICROS,
        }

    def _with(self, other: "Amount", how: Callable[[int, int], int]) -> "Amount":
        return Amount(
            how(self.requests, other.requests),
            how(self.tokens, other.tokens),
            how(self.micros, other.micros),
        )


NOTHING = Amount()


def limited_units(limit: Amount) -> tuple[Unit, ...]:
    """The units that a limit speaks of."""
    each = zip(Unit, (limit.requests, limit.tokens, limit.micros), strict=True)
    return tuple(unit for unit, most in each if most < UNLIMITED)


def remaining(limit: Amount, spent: Amount) -> Mapping[Unit, float]:
    """Which share of each limit is left, in 0…1."""
    limits, gone = limit.by_unit(), spent.by_unit()
    return {unit: max(0.0, 1 - gone[unit] / limits[unit]) for unit in limited_units(limit)}


class Day(NamedTuple):
    """A calendar day somewhere: its date, and when it ends (Unix seconds)."""

    date: str
    end: float


def day_of(now: float, zone: str) -> Day:
    """The day that `now` lies in, in a time zone."""
    there = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, there).date()
    tomorrow = datetime.combine(today + timedelta(days=1), time.min, there)
    return Day(today.isoformat(), tomorrow.timestamp())


class DayOfPlan(NamedTuple):
    """What a budget is for."""

    plan: str
    date: str


@dataclass(slots=True)
class Claims:
    """The newest claim of every prober, in the order of the log."""

    of: dict[DayOfPlan, dict[str, Amount]] = field(default_factory=dict)

    def learn(self, day: DayOfPlan, prober: str, claimed: Amount | None) -> None:
        """One entry of the log; null takes it out of the log."""
        probers = self.of.setdefault(day, {})
        if claimed is not None:
            probers[prober] = claimed
            return
        probers.pop(prober, None)
        if not probers:
            del self.of[day]

    def by(self, day: DayOfPlan, prober: str) -> Amount:
        """What one prober has claimed."""
        return self.of.get(day, {}).get(prober, NOTHING)

    def total(self, day: DayOfPlan, without: str | None = None) -> Amount:
        """What all claim together, or all but one."""
        total = NOTHING
        for prober, claimed in self.of.get(day, {}).items():
            if prober != without:
                total += claimed
        return total


@dataclass(slots=True)
class Purse:
    """What one prober may spend of one plan on one day.

    `claimed` stands in the log and was granted; requests in flight count as what they may cost
    at most. `wanted` is what waits for a claim, and `is_final` says that the day has no room
    for it as far as others have claims.
    """

    limit: Amount
    claimed: Amount = NOTHING
    settled: Amount = NOTHING
    in_flight: Amount = NOTHING
    wanted: Amount = NOTHING
    is_final: bool = False

    @property
    def spent(self) -> Amount:
        """Never less than what was spent."""
        return self.settled + self.in_flight

    def reserve(self, cost: Amount) -> Amount | None:
        """Put aside what a request may cost at most; null when it has to wait or is refused."""
        counted = cost.where_limited(self.limit)
        if not (self.spent + counted).fits(self.claimed):
            self.wanted = self.wanted.at_least(counted)
            return None
        self.in_flight += counted
        self.is_final = False
        return counted

    def settle(self, reserved: Amount, cost: Amount) -> None:
        """A request ended and has cost this much; `reserved` is what `reserve` gave."""
        self.in_flight -= reserved
        self.settled += cost.where_limited(self.limit)

    def is_over(self) -> bool:
        """Whether what waits will never be served: no room, and nothing to come back."""
        return self.is_final and self.in_flight == NOTHING

    def lacking(self, cost: Amount) -> tuple[Unit, ...]:
        """The units in which too little is left for this."""
        needed, claimed = (self.spent + cost).by_unit(), self.claimed.by_unit()
        return tuple(unit for unit in limited_units(self.limit) if needed[unit] > claimed[unit])

    def next_claim(self, others: Amount) -> Amount:
        """What to have in the log from now on, where others have claimed so much: `claimed` when
        that will do."""
        chunk = self.limit.where_limited(self.limit).part(_CLAIMS_A_DAY)
        is_low = not (self.spent + chunk.part(2)).fits(self.claimed)
        if self.wanted == NOTHING and not is_low:
            return self.claimed
        room = (self.limit - others).at_least(NOTHING)
        wanted = self.spent + self.wanted
        best = (self.spent + chunk).at_least(wanted).at_most(room)
        # Never less than before: what is claimed may be spent while the new claim is written.
        claim = best.at_least(self.claimed).at_least(self.spent)
        self.is_final = self.wanted != NOTHING and not wanted.fits(claim)
        self.wanted = NOTHING
        return claim

    def grant(self, claim: Amount, others: Amount) -> bool:
        """A claim of ours stands in the log behind others that come to `others`. False: they
        were faster, and `claimed` must be written again."""
        if claim.fits((self.limit - others).at_least(self.spent)):
            self.claimed = claim
            return True
        self.claimed = self.claimed.at_least(self.spent)
        return False

    def release(self) -> Amount:
        """What to have in the log when no more will be asked."""
        self.wanted, self.is_final = NOTHING, False
        self.claimed = self.spent
        return self.claimed
