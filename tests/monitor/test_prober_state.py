"""What probers read of each other on the state topic."""

import pytest

from monitor.budgets import NOTHING, Amount, DayOfPlan
from monitor.errors import FormatError, NewerSchemaError
from monitor.pauses import EVERY_TARGET
from monitor.prober_state import (
    Pause,
    ProberState,
    Rest,
    claim_key,
    claim_value,
    pause_key,
    rest_key,
)
from tests.build import record

DAY = DayOfPlan("hourly", "2026-05-01")


def state(*entries: tuple[bytes | None, bytes | None]) -> ProberState:
    found = ProberState()
    for offset, (key, value) in enumerate(entries):
        found.learn(record(value, key=key, topic="state", offset=offset))
    return found


def paused(target: str, until: float) -> tuple[bytes, bytes]:
    return pause_key(target), Pause(until=until).encode()


def test_the_longer_of_a_targets_pause_and_that_of_all_counts() -> None:
    found = state(paused("chat", 100.0), paused(EVERY_TARGET, 50.0))
    assert found.paused_until("chat", now=10.0) == 100.0
    assert found.paused_until("other", now=10.0) == 50.0
    assert found.paused_until("other", now=50.0) is None


def test_a_pause_is_changed_and_ended() -> None:
    first, second = paused("chat", 100.0), paused("chat", 30.0)
    assert state(first, second).paused_until("chat", now=10.0) == 30.0
    assert state(first, (pause_key("chat"), None)).paused_until("chat", now=10.0) is None


def test_claims_and_rests_are_the_newest() -> None:
    found = state(
        (claim_key(DAY, "a"), claim_value(Amount(1, 2, 3))),
        (claim_key(DAY, "b"), claim_value(Amount(1, 1, 1))),
        (claim_key(DAY, "b"), None),
        (rest_key("chat"), Rest(times=1, until=5.0).encode()),
        (rest_key("chat"), Rest(times=2, until=9.0).encode()),
        (rest_key("other"), None),
    )
    assert found.claims.total(DAY) == Amount(1, 2, 3)
    assert found.claims.by(DAY, "b") == NOTHING
    assert found.rests == {"chat": Rest(times=2, until=9.0)}


def test_other_keys_are_passed_over() -> None:
    entries = [(b"snapshot", b"{"), (b"plan/hourly", b"?"), (b"\xff", b"?"), (None, b"?")]
    assert state(*entries) == ProberState()


@pytest.mark.parametrize(
    "key", [b"pause/chat", b"rest/chat", b"budget/p/2026-05-01/a", b"budget/p"]
)
def test_a_broken_value_is_reported(key: bytes) -> None:
    with pytest.raises(FormatError):
        state((key, b"{"))


def test_a_value_of_a_newer_version_is_reported_as_such() -> None:
    with pytest.raises(NewerSchemaError):
        state((pause_key("chat"), b'{"schema":2}'))
