"""A prober's purses beyond what the property covers: days, what is told, what is thrown away."""

import pytest
from prometheus_client import CollectorRegistry

from monitor.budgets import Amount, Claims, DayOfPlan
from monitor.config import Config
from monitor.metrics import ProcessMetrics
from monitor.prober_state import claim_key
from monitor.roles.spending import Refusal, Reservation, Spending, Spent
from tests.fakes import FakeClock

NOW = 1_777_636_800.0  # 2026-05-01T12:00:00Z
TODAY = DayOfPlan("hourly", "2026-05-01")
DAY_SECONDS = 86_400
ONE = Amount(requests=1)


def config(**budget: float) -> Config:
    return Config.model_validate(
        {
            "instance": "test",
            "targets": {"chat": {"endpoint": "http://127.0.0.1/v1", "model": "m", "retries": 0}},
            "plans": {"hourly": {"target": "chat", "budget": budget}},
        }
    )


class Desk:
    """One prober's purses, and the log that it alone writes."""

    def __init__(self, **budget: float) -> None:
        self.clock = FakeClock(NOW)
        self.registry = CollectorRegistry()
        settings = config(**budget)
        metrics = ProcessMetrics(self.registry, settings)
        self.spending = Spending(settings, self.clock, metrics, "me")
        self.claims = Claims()

    def claim(self) -> dict[DayOfPlan, Amount]:
        wanted = self.spending.next_claims(self.claims, {"hourly"})
        for day, claim in wanted.items():
            self.claims.learn(day, "me", claim)
            assert self.spending.grant(day, claim, self.claims.total(day, "me")) is None
        return wanted

    def ask(self) -> Reservation:
        reserved = self.spending.reserve("hourly", ONE)
        if reserved is Refusal.WAIT:
            self.claim()
            reserved = self.spending.reserve("hourly", ONE)
        assert isinstance(reserved, Reservation)
        return reserved

    def value(self, name: str, unit: str) -> float | None:
        return self.registry.get_sample_value(name, {"plan": "hourly", "unit": unit})


def test_a_plan_without_a_budget_is_never_refused() -> None:
    desk = Desk(requests_per_day=5)
    reserved = desk.spending.reserve("other", Amount(10**6, 10**9, 10**9))
    assert isinstance(reserved, Reservation)
    desk.spending.settle(reserved, ONE)
    assert desk.claim() == {}


def test_a_new_day_has_a_new_budget_and_the_old_one_keeps_what_was_in_flight() -> None:
    desk = Desk(requests_per_day=1)
    late = desk.ask()
    assert desk.spending.reserve("hourly", ONE) is Refusal.WAIT
    desk.clock.advance(DAY_SECONDS)
    desk.spending.settle(desk.ask(), ONE)
    desk.spending.settle(late, ONE)
    desk.claim()
    assert desk.claims.total(TODAY) == ONE
    assert desk.claims.total(DayOfPlan("hourly", "2026-05-02")) == ONE


def test_after_the_last_request_the_budget_is_over_until_the_day_ends() -> None:
    desk = Desk(requests_per_day=2)
    for _ in range(2):
        desk.spending.settle(desk.ask(), ONE)
    assert desk.spending.reserve("hourly", ONE) is Refusal.WAIT
    desk.claim()
    assert desk.spending.reserve("hourly", ONE) is Refusal.OVER
    [spent] = desk.spending.spent(desk.claims)
    assert (spent.plan, spent.ends, spent.claimed) == ("hourly", NOW + DAY_SECONDS / 2, Amount(2))
    assert desk.value("sycophancy_budget_remaining_ratio", "requests") == 0.0
    assert desk.value("sycophancy_budget_spent_total", "requests") == 2


def test_money_is_told_in_its_own_unit() -> None:
    desk = Desk(money_per_day=2)
    reserved = desk.spending.reserve("hourly", Amount(micros=500_000))
    assert reserved is Refusal.WAIT
    desk.claim()
    reserved = desk.spending.reserve("hourly", Amount(micros=500_000))
    assert isinstance(reserved, Reservation)
    desk.spending.settle(reserved, Amount(micros=250_000))
    assert desk.value("sycophancy_budget_spent_total", "money") == 0.25
    assert desk.value("sycophancy_budget_spent_total", "requests") is None
    [*_, spent] = [*desk.spending.spent(desk.claims)]
    assert isinstance(spent, Spent)
    assert desk.value("sycophancy_budget_remaining_ratio", "money") == pytest.approx(0.75)


def test_what_the_broker_lost_is_written_again() -> None:
    desk = Desk(requests_per_day=100)
    desk.ask()
    assert desk.claims.total(TODAY) == Amount(5)
    desk.claims = Claims()
    assert desk.claim() == {TODAY: Amount(5)}
    assert desk.claim() == {}


def test_claims_of_days_long_over_are_thrown_away() -> None:
    desk = Desk(requests_per_day=5)
    desk.spending.settle(desk.ask(), ONE)
    desk.claims.learn(DayOfPlan("gone", "2026-05-01"), "other", ONE)
    for _ in range(2):
        assert desk.spending.forget_past(desk.claims) == ()
        desk.clock.advance(DAY_SECONDS)
    desk.clock.advance(DAY_SECONDS)
    assert set(desk.spending.forget_past(desk.claims)) == {
        claim_key(TODAY, "me"),
        claim_key(DayOfPlan("gone", "2026-05-01"), "other"),
    }
    assert desk.claim() == {}
