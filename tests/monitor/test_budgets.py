"""Budgets: units, days, and how a purse claims before it spends."""

from datetime import UTC, datetime

import pytest

from monitor.budgets import (
    NOTHING,
    UNLIMITED,
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

TODAY = DayOfPlan("hourly", "2026-05-01")
ONE = Amount(requests=1)


def purse(requests: int) -> Purse:
    return Purse(Amount(requests, UNLIMITED, UNLIMITED))


def claim(own: Purse, others: Amount = NOTHING) -> None:
    assert own.grant(own.next_claim(others), others)


def at(month: int, day: int, hour: int = 0) -> float:
    return datetime(2026, month, day, hour, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("now", "zone", "date", "ends"),
    [
        (at(5, 1, 12), "UTC", "2026-05-01", at(5, 2)),
        (at(5, 1, 23), "Europe/Amsterdam", "2026-05-02", at(5, 2, 22)),
        # A day of 23 hours, and one of 25.
        (at(3, 29, 12), "Europe/Amsterdam", "2026-03-29", at(3, 29, 22)),
        (at(10, 25, 12), "Europe/Amsterdam", "2026-10-25", at(10, 25, 23)),
    ],
)
def test_a_day_is_one_of_the_calendar(now: float, zone: str, date: str, ends: float) -> None:
    assert day_of(now, zone) == Day(date, ends)


def test_nothing_is_spent_before_it_is_claimed() -> None:
    own = purse(10)
    assert own.reserve(ONE) is None
    claim(own)
    assert own.reserve(ONE) == ONE


def test_every_request_of_a_small_budget_can_be_made_and_not_one_more() -> None:
    own, made = purse(10), 0
    while not own.is_over():
        if own.reserve(ONE) is None:
            claim(own)
        else:
            own.settle(ONE, ONE)
            made += 1
    assert made == 10


def test_what_was_put_aside_and_not_needed_is_spent_later() -> None:
    own, made = purse(10), 0
    three = Amount(requests=3)
    while not own.is_over():
        if own.reserve(three) is None:
            claim(own)
        else:
            own.settle(three, ONE)
            made += 1
    assert made == 8  # with 8 gone, 3 more do not fit


def test_a_request_waits_for_what_is_in_flight_before_it_is_refused() -> None:
    own = purse(4)
    three = Amount(requests=3)
    own.reserve(three)
    claim(own)
    assert own.reserve(three) == three
    assert own.reserve(three) is None
    claim(own)
    assert not own.is_over()
    own.settle(three, ONE)
    assert own.reserve(three) == three


def test_the_first_in_the_log_wins() -> None:
    first, second = purse(10), purse(10)
    all_of_it = Amount(requests=10)
    for one in (first, second):
        one.reserve(all_of_it)
    wanted = [one.next_claim(NOTHING) for one in (first, second)]
    assert wanted == [all_of_it, all_of_it]
    assert first.grant(wanted[0], others=NOTHING)
    assert not second.grant(wanted[1], others=wanted[0])
    assert second.claimed == NOTHING


def test_what_a_dead_prober_had_claimed_counts_as_spent() -> None:
    claims = Claims()
    claims.learn(TODAY, "dead", Amount(requests=8))
    own = purse(10)
    own.reserve(ONE)
    others = claims.total(TODAY, "living")
    assert own.next_claim(others) == ONE
    own.reserve(Amount(requests=3))
    own.next_claim(others)
    assert own.is_over()


def test_a_purse_that_is_given_back_holds_what_was_spent() -> None:
    own = purse(1000)
    own.reserve(ONE)
    claim(own)
    assert own.claimed == Amount(requests=50)  # a twentieth of the day
    own.reserve(ONE)
    own.settle(ONE, ONE)
    own.reserve(ONE)
    assert own.release() == Amount(requests=2)
    assert own.reserve(ONE) is None


def test_units_without_a_limit_are_not_counted() -> None:
    own = purse(5)
    own.reserve(ONE)
    claim(own)
    cost = Amount(1, tokens=10**9, micros=10**9)
    assert own.reserve(cost) == ONE
    own.settle(ONE, cost)
    assert own.spent == ONE
    assert limited_units(own.limit) == (Unit.REQUESTS,)


def test_claims_are_the_newest_of_each_prober() -> None:
    claims = Claims()
    claims.learn(TODAY, "a", Amount(requests=5))
    claims.learn(TODAY, "b", Amount(requests=3))
    claims.learn(TODAY, "a", Amount(requests=4))
    assert claims.total(TODAY) == Amount(requests=7)
    assert claims.total(TODAY, without="a") == Amount(requests=3)
    claims.learn(TODAY, "a", None)
    claims.learn(TODAY, "b", None)
    claims.learn(TODAY, "c", None)
    assert claims.of == {}


def test_what_is_left_is_a_share_of_each_limit() -> None:
    limit = Amount(requests=10, tokens=UNLIMITED, micros=2_000_000)
    assert remaining(limit, NOTHING) == {Unit.REQUESTS: 1.0, Unit.MONEY: 1.0}
    assert remaining(limit, Amount(10, 5, 500_000)) == {Unit.REQUESTS: 0.0, Unit.MONEY: 0.75}
    assert remaining(limit, Amount(11, 5, 0))[Unit.REQUESTS] == 0.0
