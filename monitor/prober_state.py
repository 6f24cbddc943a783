"""What the probers of a deployment tell each other on the state topic, by key. Pure."""

from dataclasses import dataclass, field

from monitor.budgets import Amount, Claims, DayOfPlan
from monitor.errors import FormatError
from monitor.pauses import EVERY_TARGET
from monitor.record import RawRecord
from monitor.wire import Record

PAUSE_PREFIX = "pause/"
REST_PREFIX = "rest/"
BUDGET_PREFIX = "budget/"


class Pause(Record):
    """Nothing is asked of a target before `until` (Unix seconds)."""

    until: float


class Rest(Record):
    """A target is left alone until then (Unix seconds): it failed so many runs in a row, or asks
    for it (0 runs). What was asked of it before `since`, when that was found, says nothing new.
    `why` is for people."""

    times: int
    until: float
    since: float = 0.0
    why: str = "it failed before, or asked for a rest"


class Claim(Record):
    """What one prober has spent of one plan and day, and may spend before it claims more;
    `micros` is money in millionths of its unit."""

    requests: int
    tokens: int
    micros: int


def pause_key(target: str) -> bytes:
    """`target` may be `EVERY_TARGET`."""
    return f"{PAUSE_PREFIX}{target}".encode()


def rest_key(target: str) -> bytes:
    return f"{REST_PREFIX}{target}".encode()


def claim_key(day: DayOfPlan, prober: str) -> bytes:
    """A key that only this prober writes, until the day is long over."""
    return f"{BUDGET_PREFIX}{day.plan}/{day.date}/{prober}".encode()


def claim_value(claimed: Amount) -> bytes:
    return Claim(requests=claimed.requests, tokens=claimed.tokens, micros=claimed.micros).encode()


@dataclass(slots=True)
class ProberState:
    """The newest of each, by target; claims by plan, day and prober."""

    pauses: dict[str, Pause] = field(default_factory=dict)
    rests: dict[str, Rest] = field(default_factory=dict)
    claims: Claims = field(default_factory=Claims)

    def learn(self, record: RawRecord) -> None:
        """Take in one record of the topic; other keys are passed over. Raises `FormatError`."""
        key = (record.key or b"").decode("utf-8", "replace")
        if key.startswith(PAUSE_PREFIX):
            target = key.removeprefix(PAUSE_PREFIX)
            self.pauses.pop(target, None)
            if record.value is not None:
                self.pauses[target] = Pause.decode(record.value)
        elif key.startswith(REST_PREFIX):
            target = key.removeprefix(REST_PREFIX)
            self.rests.pop(target, None)
            if record.value is not None:
                self.rests[target] = Rest.decode(record.value)
        elif key.startswith(BUDGET_PREFIX):
            self._learn_claim(key.removeprefix(BUDGET_PREFIX), record.value)

    def _learn_claim(self, key: str, value: bytes | None) -> None:
        plan, _, rest = key.partition("/")
        date, _, prober = rest.partition("/")
        if not (plan and date and prober):
            raise FormatError(f"{BUDGET_PREFIX}{key}: a plan, a day and a prober are needed")
        claim = None if value is None else Claim.decode(value)
        amount = None if claim is None else Amount(claim.requests, claim.tokens, claim.micros)
        self.claims.learn(DayOfPlan(plan, date), prober, amount)

    def paused_until(self, target: str, now: float) -> float | None:
        """When the pause of a target ends (Unix seconds); null when it is not paused."""
        found = (self.pauses.get(name) for name in (target, EVERY_TARGET))
        ends = [pause.until for pause in found if pause is not None and pause.until > now]
        return max(ends, default=None)
