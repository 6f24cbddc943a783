"""A real broker for the tests of the clients."""

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.record import RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.topics import MAX_MESSAGE_BYTES, TopicSpec
from monitor.streams.writer import Writer

MakeTopic = Callable[..., str]

SECONDS = 90.0
"""Longest wait for anything. Tests that pass wait for much less; a broker that is slow for once
has living members taken for dead after 9 seconds, and they join once more."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The library leaves the sockets of refused connections to the garbage collector, which
    may find them in any later test."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"))


def soon() -> Deadline:
    return Deadline.after(SystemClock(), SECONDS)


def write(writer: Writer, topic: str, *values: bytes, key: bytes | None = None) -> None:
    """Write these values, and wait until they have arrived."""
    for value in values:
        writer.send(topic, key, value)
    writer.flush(soon())


def take(reader: GroupReader | LogReader, number: int) -> list[RawRecord]:
    """That many records, or fewer when they do not come in time."""
    found: list[RawRecord] = []
    deadline = soon()
    while len(found) < number and not deadline.passed():
        found += reader.poll(0.2)
    return found


def values(records: list[RawRecord]) -> list[bytes | None]:
    return [record.value for record in records]


def settings_for(broker: EmbeddedBroker) -> KafkaSettings:
    """How to reach it, with the shortest session that brokers allow."""
    return KafkaSettings(
        bootstrap_servers=(broker.bootstrap,), embedded=True, session_timeout_seconds=6
    )


@pytest.fixture(scope="session")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KafkaSettings]:
    """One broker for all tests that do not harm it."""
    with EmbeddedBroker(tmp_path_factory.mktemp("broker")) as broker:
        yield settings_for(broker)


@pytest.fixture(scope="session")
def make_topic(kafka: KafkaSettings) -> MakeTopic:
    """Creates a topic of its own for each call."""
    numbers = count(1)

    def make(partitions: int = 1) -> str:
        name = f"topic-{next(numbers)}"
        settings = {"max.message.bytes": str(MAX_MESSAGE_BYTES)}
        ensure_topics(kafka, [TopicSpec(name, partitions, 1, settings)], "tests")
        return name

    return make


@pytest.fixture
def own_broker(tmp_path: Path) -> Iterator[EmbeddedBroker]:
    """A running broker that a test may end."""
    with EmbeddedBroker(tmp_path / "broker") as broker:
        yield broker
    gc.collect()  # so that what the library leaves open is not found in somebody else's test


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Closes clients when the test is over."""
    with ExitStack() as stack:
        yield stack
