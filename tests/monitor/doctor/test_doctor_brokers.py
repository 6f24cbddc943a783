"""What the doctor says of a broker and of our topics there."""

import dataclasses
from typing import Any

import pytest

from monitor.doctor.brokers import look_at_broker, look_at_topics
from monitor.doctor.finding import Severity
from monitor.errors import BrokerError, InputError
from tests.monitor.doctor.surroundings import FakeBroker, around, config_of, facts_of, told

CONFIG = config_of()
STATE = "prod-eu.sycophancy.state"
VERDICTS = "prod-eu.sycophancy.verdicts"


def of_broker(**changes: Any) -> list[tuple[str, str, str]]:
    return told(look_at_broker(around(CONFIG, broker=FakeBroker(**changes))))


def test_a_broker_that_lets_us_in() -> None:
    assert of_broker() == [("ok", "kafka.bootstrap_servers", "it answers, by PLAINTEXT")]


def test_no_broker_is_named() -> None:
    [finding] = look_at_broker(around(config_of(kafka={})))
    assert finding.severity is Severity.NOT_CHECKED
    assert "sycomon run --embedded" in finding.what


def test_a_server_that_is_down_is_an_error_only_when_all_are() -> None:
    down = {"127.0.0.1:9092": "connection refused"}
    path = "kafka.bootstrap_servers[0]"
    assert of_broker(unreachable=down) == [("error", path, "127.0.0.1:9092: connection refused")]
    two = config_of(kafka={"bootstrap_servers": ["127.0.0.1:9092", "127.0.0.1:9093"]})
    found = told(look_at_broker(around(two, broker=FakeBroker(unreachable=down))))
    assert [one[0] for one in found] == ["warning", "ok"]


@pytest.mark.parametrize("fault", [BrokerError("SASL: refused"), InputError("file x: not there")])
def test_a_broker_that_keeps_us_out(fault: BrokerError | InputError) -> None:
    assert of_broker(fault=fault) == [("error", "kafka.security", str(fault))]


def of_topics(name: str | None = None, **changes: Any) -> list[tuple[str, str, str]]:
    """What is told where one topic has other facts, or is missing."""
    facts = facts_of(CONFIG)
    if name is not None:
        facts[name] = dataclasses.replace(facts[name], **changes)
    return told(look_at_topics(around(CONFIG, broker=FakeBroker(facts))))


def test_topics_as_they_must_be() -> None:
    assert of_topics() == [
        ("ok", "instance", "5 of our 5 topics are there, and as they must be"),
        ("ok", "kafka.security", "we may read and write each of our topics"),
    ]


@pytest.mark.parametrize(
    ("name", "changes", "severity", "said"),
    [
        (STATE, {"partitions": 3}, "error", "3 partitions, and it must have one"),
        (STATE, {"settings": {"cleanup.policy": "delete"}}, "error", "cleanup.policy is delete"),
        (STATE, {"settings": {}}, "not_checked", "its settings cannot be seen"),
        (STATE, {"leaderless": 1}, "error", "1 of its partitions have no leader"),
        (VERDICTS, {"partitions": 2}, "warning", "2 partitions instead of 4"),
        (VERDICTS, {"settings": {"retention.ms": "3600000"}}, "warning", "kept 1 hours instead"),
        (VERDICTS, {"settings": {"max.message.bytes": "1048588"}}, "warning", "1,048,588 bytes"),
        (VERDICTS, {"rights": frozenset({"describe"})}, "error", "we may not read or write it"),
        (VERDICTS, {"rights": None}, "not_checked", "does not tell what we may read and write"),
    ],
)
def test_a_topic_at_fault(name: str, changes: dict[str, Any], severity: str, said: str) -> None:
    [found] = [one for one in of_topics(name, **changes) if one[0] != "ok"]
    assert found[0] == severity
    assert said in found[2]


@pytest.mark.parametrize(
    "changes",
    [
        {"settings": {"retention.ms": "-1"}},
        {"partitions": 40},
        {"settings": {"max.message.bytes": "99999999"}},
    ],
)
def test_more_than_we_need_is_no_fault(changes: dict[str, Any]) -> None:
    assert {one[0] for one in of_topics(VERDICTS, **changes)} == {"ok"}


def test_topics_that_are_not_there_yet() -> None:
    facts = facts_of(CONFIG)
    del facts[STATE], facts[VERDICTS]
    broker = FakeBroker(facts, refusals={STATE: "TopicAuthorizationFailedError"})
    found = list(look_at_topics(around(CONFIG, broker=broker)))
    assert told(found, Severity.NOTE, Severity.ERROR) == [
        ("note", "instance", f"not there yet: {VERDICTS}; the first `sycomon run` creates them"),
        (
            "error",
            "kafka",
            f"{STATE}: not there, and it cannot be created: TopicAuthorizationFailedError",
        ),
    ]
    assert "with 1 partitions and cleanup.policy=compact" in found[1].remedy
