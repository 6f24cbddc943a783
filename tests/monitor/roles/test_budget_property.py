"""A day's budget, whatever probers do and whenever they die: never exceeded, never forgotten."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from prometheus_client import CollectorRegistry

from monitor.budgets import NOTHING, Amount, Claims, DayOfPlan
from monitor.config import Config
from monitor.metrics import ProcessMetrics
from monitor.roles.spending import Reservation, Spending
from tests.fakes import FakeClock

PLAN = "hourly"
LIMIT = Amount(requests=20, tokens=100)
MOST_TOKENS_BEYOND = 3
"""How wrong the estimate of what a request costs at most may be."""

CONFIG = Config.model_validate(
    {
        "instance": "test",
        "targets": {
            "chat": {
                "endpoint": "http://127.0.0.1/v1", "model": "m", "retries": 0, "max_tokens": 5,
            },
        },
        "plans": {
            PLAN: {
                "target": "chat",
                "budget": {
                    "requests_per_day": LIMIT.requests, "tokens_per_day": LIMIT.tokens,
                },
            },
        },
    }
)  # fmt: skip
METRICS = ProcessMetrics(CollectorRegistry(), CONFIG)


@dataclass(slots=True)
class Prober:
    """One process: what it has read of the log, what it waits for, and what is in flight."""

    spending: Spending
    claims: Claims = field(default_factory=Claims)
    read: int = 0
    pending: dict[DayOfPlan, Amount] = field(default_factory=dict)
    in_flight: list[Reservation] = field(default_factory=list)


class Probers(RuleBasedStateMachine):
    """Probers that play one plan at the same time, which is worse than what really happens."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = FakeClock()
        self.log: list[tuple[DayOfPlan, str, Amount]] = []
        self.probers: list[Prober] = []
        self.born = 0
        self.spent: dict[DayOfPlan, Amount] = {}
        self.in_flight: Counter[DayOfPlan] = Counter()
        self.most_in_flight: Counter[DayOfPlan] = Counter()

    def one(self, data: st.DataObject) -> Prober:
        return data.draw(st.sampled_from(self.probers))

    @rule()
    @precondition(lambda self: len(self.probers) < 3)
    def start(self) -> None:
        self.born += 1
        spending = Spending(CONFIG, self.clock, METRICS, f"prober-{self.born}")
        self.probers.append(Prober(spending))

    @rule(data=st.data())
    @precondition(lambda self: self.probers)
    def crash(self, data: st.DataObject) -> None:
        """Its requests were sent and are paid for; it never says so."""
        self.probers.remove(self.one(data))

    @rule(data=st.data(), is_playing=st.sampled_from([True, True, True, False]))
    @precondition(lambda self: self.probers)
    def write_claims(self, data: st.DataObject, is_playing: bool) -> None:
        self.write(self.one(data), is_playing)

    @rule(data=st.data())
    @precondition(lambda self: self.probers)
    def read_log(self, data: st.DataObject) -> None:
        self.read(self.one(data))

    @rule()
    def claim_all_at_once(self) -> None:
        """The worst moment: nobody has read what the others wrote."""
        for prober in self.probers:
            prober.spending.reserve(PLAN, LIMIT)
            self.write(prober, is_playing=True)
        for prober in self.probers:
            self.read(prober)

    def write(self, prober: Prober, is_playing: bool) -> None:
        playing = {PLAN} if is_playing else set[str]()
        prober.pending = prober.spending.next_claims(prober.claims, playing)
        self.append(prober, prober.pending)

    def read(self, prober: Prober) -> None:
        before: dict[DayOfPlan, Amount] = {}
        for day, name, claim in self.log[prober.read :]:
            prober.claims.learn(day, name, claim)
            if name == prober.spending.prober and day in prober.pending:
                before[day] = prober.claims.total(day, name)
        prober.read = len(self.log)
        instead = {
            day: lost
            for day, others in before.items()
            if (lost := prober.spending.grant(day, prober.pending[day], others)) is not None
        }
        prober.pending = {}
        self.append(prober, instead)

    @rule(
        data=st.data(),
        times=st.integers(1, 10),
        requests=st.integers(1, 3),
        tokens=st.integers(0, 12),
    )
    @precondition(lambda self: self.probers)
    def ask(self, data: st.DataObject, times: int, requests: int, tokens: int) -> None:
        prober = self.one(data)
        for _ in range(times):
            self.ask_once(prober, requests, tokens)

    def ask_once(self, prober: Prober, requests: int, tokens: int) -> None:
        reserved = prober.spending.reserve(PLAN, Amount(requests, tokens, micros=7))
        if isinstance(reserved, Reservation):
            # What it will have cost at least; the rest is told when it ends.
            prober.in_flight.append(reserved)
            day = reserved.day
            self.in_flight[day] += 1
            self.most_in_flight[day] = max(self.most_in_flight[day], self.in_flight[day])
            self.spent[day] = self.spent.get(day, NOTHING) + reserved.reserved

    @rule(data=st.data(), share=st.floats(0, 1), beyond=st.integers(0, MOST_TOKENS_BEYOND))
    @precondition(lambda self: any(prober.in_flight for prober in self.probers))
    def answer(self, data: st.DataObject, share: float, beyond: int) -> None:
        """It has cost less than was put aside, or some tokens more."""
        prober = data.draw(st.sampled_from([one for one in self.probers if one.in_flight]))
        ended = prober.in_flight.pop(data.draw(st.integers(0, len(prober.in_flight) - 1)))
        most = ended.reserved
        cost = Amount(max(1, int(most.requests * share)), int(most.tokens * share))
        if share > 0.5:
            cost = Amount(most.requests, most.tokens + beyond)
        prober.spending.settle(ended, cost)
        self.in_flight[ended.day] -= 1
        self.spent[ended.day] += cost - most

    @rule()
    def pass_midnight(self) -> None:
        self.clock.advance(86_400)

    @rule()
    def turn_back_the_clock(self) -> None:
        self.clock.advance(-3_600)

    def append(self, prober: Prober, claims: dict[DayOfPlan, Amount]) -> None:
        self.log += [(day, prober.spending.prober, claim) for day, claim in claims.items()]

    @invariant()
    def is_never_exceeded(self) -> None:
        for day, spent in self.spent.items():
            assert spent.fits(LIMIT + self.beyond(day)), day

    @invariant()
    def is_never_forgotten(self) -> None:
        claims = Claims()
        for entry in self.log:
            claims.learn(*entry)
        for day, spent in self.spent.items():
            assert spent.fits(claims.total(day) + self.beyond(day)), day

    def beyond(self, day: DayOfPlan) -> Amount:
        """Requests are counted exactly; tokens only as well as they are estimated."""
        return Amount(tokens=MOST_TOKENS_BEYOND * self.most_in_flight[day])


TestProbers = Probers.TestCase
TestProbers.settings = settings(max_examples=150, stateful_step_count=60)
