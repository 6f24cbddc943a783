"""Clock skew, as the doctor tells it."""

import pytest

from monitor.doctor.clocks import look_at_broker_clock, look_at_endpoint_clocks
from monitor.record import RawRecord
from tests.monitor.doctor.surroundings import CHAT, FakeBroker, around, config_of, dated, told

STATE = "prod-eu.sycophancy.state"


@pytest.mark.parametrize(
    ("ahead", "severity", "said"),
    [
        (30, "ok", "within 30 s of the clock of this endpoint"),
        (31, "warning", "this machine's clock is 31 s behind the clock of this endpoint"),
        (-31, "warning", "this machine's clock is 31 s ahead of the clock of this endpoint"),
        (300, "warning", "this machine's clock is 300 s behind the clock of this endpoint"),
        (-301, "error", "this machine's clock is 301 s ahead of the clock of this endpoint"),
    ],
)
def test_an_endpoint_says_what_time_it_is(ahead: float, severity: str, said: str) -> None:
    surroundings = around(config_of(), server_date=dated(ahead))
    assert told(look_at_endpoint_clocks(surroundings)) == [(severity, "targets.chat", said)]


def test_each_address_is_asked_once_and_a_paused_target_not() -> None:
    other = {"endpoint": "http://127.0.0.1:3/v1", "model": "m"}
    targets = {
        "chat": CHAT,
        "same": {**CHAT, "model": "other"},
        "paused": {**other, "paused": True},
    }
    judge = {"endpoint": "http://127.0.0.1:2/v1", "model": "j"}
    surroundings = around(config_of(targets=targets, judge=judge), server_date=dated(0))
    found = [one.where for one in look_at_endpoint_clocks(surroundings)]
    assert found == ["targets.chat", "judge"]


def test_an_endpoint_without_a_date() -> None:
    assert told(look_at_endpoint_clocks(around(config_of()))) == [
        ("not_checked", "targets.chat", "not checked: no date comes from it")
    ]


@pytest.mark.parametrize(
    ("ahead", "severity"), [(-5000, "ok"), (20, "ok"), (31, "warning"), (301, "error")]
)
def test_only_a_record_from_ahead_says_anything(ahead: float, severity: str) -> None:
    surroundings = around(config_of())
    record = RawRecord(STATE, 0, 0, surroundings.clock.now() + ahead, b"k", b"v")
    broker = FakeBroker(records={STATE: [record]})
    [found] = look_at_broker_clock(around(config_of(), broker=broker))
    assert found.severity == severity


@pytest.mark.parametrize("records", [{STATE: []}, {}])
def test_no_record_says_nothing(records: dict[str, list[RawRecord]]) -> None:
    broker = FakeBroker(records=records)
    [found] = look_at_broker_clock(around(config_of(), broker=broker))
    assert found.severity == "not_checked"
