"""The clients while the broker goes away and comes back."""

import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.errors import BrokerError
from monitor.record import Partition, RawRecord
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.topics import TopicSpec
from monitor.streams.writer import Writer
from tests.monitor.streams.conftest import settings_for, soon, take, values, write

pytestmark = pytest.mark.broker

AT = Partition("topic", 0)


class Clients:
    """One of each, on one topic of one partition."""

    def __init__(self, broker: EmbeddedBroker, closing: ExitStack) -> None:
        kafka = settings_for(broker)
        ensure_topics(kafka, [TopicSpec("topic", 1, 1, {})], "tests")
        self.writer = Writer(kafka, "tests")
        self.member = GroupReader(kafka, "group", ["topic"], "tests")
        self.log = LogReader(kafka, ["topic"], "tests")
        for client in (self.writer, self.member, self.log):
            closing.callback(client.close)


def numbered(first: int, last: int) -> list[bytes]:
    return [str(number).encode() for number in range(first, last)]


@pytest.fixture
def clients(own_broker: EmbeddedBroker, closing: ExitStack) -> Clients:
    return Clients(own_broker, closing)


def test_sigterm_and_a_restart_lose_nothing(own_broker: EmbeddedBroker, clients: Clients) -> None:
    write(clients.writer, "topic", *numbered(0, 100))
    assert values(take(clients.member, 100)) == numbered(0, 100)
    assert clients.member.commit({AT: 60})
    assert values(take(clients.log, 100)) == numbered(0, 100)
    own_broker.stop()
    assert clients.member.poll(0.1) == []
    own_broker.start()
    write(clients.writer, "topic", *numbered(100, 110))
    assert values(take(clients.log, 10)) == numbered(100, 110)
    # What it is given before it notices that it must join anew, it cannot commit.
    read: list[bytes | None] = []
    deadline = soon()
    while not deadline.passed():
        batch = values(clients.member.poll(0.2))
        read += batch
        if b"109" in batch and clients.member.commit({AT: 110}):
            break
    assert read[-50:] == numbered(60, 110)
    clients.member.rewind()
    assert clients.member.poll(0.2) == []


def test_records_sent_while_it_is_away_arrive_when_it_is_back(
    own_broker: EmbeddedBroker, clients: Clients
) -> None:
    write(clients.writer, "topic", b"before")
    own_broker.stop()
    clients.writer.send("topic", None, b"meanwhile")
    own_broker.start()
    clients.writer.flush(soon())
    assert values(take(clients.log, 2)) == [b"before", b"meanwhile"]


def test_sigkill_and_a_restart_hang_nobody(own_broker: EmbeddedBroker, clients: Clients) -> None:
    write(clients.writer, "topic", *numbered(0, 50))
    assert len(take(clients.member, 50)) == 50
    assert len(take(clients.log, 50)) == 50
    own_broker.kill()
    assert clients.log.poll(0.1) == []
    own_broker.start()
    # It may have lost all that was written in its last second, even the topic itself.
    ensure_topics(settings_for(own_broker), [TopicSpec("topic", 1, 1, {})], "tests")
    write(clients.writer, "topic", b"after")
    clients.log.seek(clients.log.begins())
    kept = [r.value for r in clients.log.read_to(clients.log.ends(), lambda: False)]
    assert kept == [*numbered(0, len(kept) - 1), b"after"]
    assert b"after" in values(take(clients.member, 1 if len(kept) > 50 else len(kept)))


class Crash:
    """A broker that comes back as it was at an earlier moment, as after a crash."""

    def __init__(self, broker: EmbeddedBroker, copy: Path) -> None:
        self._broker = broker
        self._copy = copy
        broker.stop()
        shutil.copytree(broker.data_dir, copy)
        broker.start()

    def back_to_then(self) -> None:
        self._broker.kill()
        shutil.rmtree(self._broker.data_dir)
        shutil.copytree(self._copy, self._broker.data_dir)
        self._broker.start()


def test_a_log_reader_says_that_what_it_read_is_gone(
    own_broker: EmbeddedBroker, clients: Clients, tmp_path: Path
) -> None:
    write(clients.writer, "topic", *numbered(0, 10))
    crash = Crash(own_broker, tmp_path / "copy")
    write(clients.writer, "topic", *numbered(10, 20))
    assert values(take(clients.log, 20)) == numbered(0, 20)
    crash.back_to_then()
    with pytest.raises(BrokerError, match="OffsetOutOfRangeError"):
        take(clients.log, 1)
    write(clients.writer, "topic", b"new 10")
    with pytest.raises(BrokerError, match=r"^records that were read are gone: "):
        list(clients.log.read_to(clients.log.ends(), lambda: False))
    clients.log.seek({AT: 9})
    assert values(take(clients.log, 2)) == [b"9", b"new 10"]


def test_reading_to_an_end_that_is_gone_ends_at_what_is_left(
    own_broker: EmbeddedBroker, clients: Clients, tmp_path: Path
) -> None:
    write(clients.writer, "topic", *numbered(0, 10))
    crash = Crash(own_broker, tmp_path / "copy")
    write(clients.writer, "topic", *numbered(10, 20))
    ends = clients.log.ends()
    assert ends == {AT: 20}
    crash.back_to_then()
    deadline = soon()
    assert [r.value for r in clients.log.read_to(ends, deadline.passed)] == numbered(0, 10)
    assert not deadline.passed()


def test_a_group_goes_on_from_its_commit_when_what_it_read_is_gone(
    own_broker: EmbeddedBroker, clients: Clients, tmp_path: Path
) -> None:
    write(clients.writer, "topic", *numbered(0, 10))
    assert len(take(clients.member, 10)) == 10
    assert clients.member.commit({AT: 8})
    crash = Crash(own_broker, tmp_path / "copy")
    write(clients.writer, "topic", *numbered(10, 20))
    take(clients.member, 12)
    assert clients.member.commit({AT: 20})
    crash.back_to_then()
    write(clients.writer, "topic", b"new 10")
    assert values(take(clients.member, 3)) == [b"8", b"9", b"new 10"]


PAIR = (Partition("pair", 0), Partition("pair", 1))


@pytest.fixture
def pair(own_broker: EmbeddedBroker, closing: ExitStack, tmp_path: Path) -> tuple[Crash, Writer]:
    """A topic of two partitions: what is fetched of both is polled from one of them first."""
    kafka = settings_for(own_broker)
    ensure_topics(kafka, [TopicSpec("pair", len(PAIR), 1, {})], "tests")
    crash = Crash(own_broker, tmp_path / "copy")
    writer = Writer(kafka, "tests")
    closing.callback(writer.close)
    return crash, writer


def write_pairs(writer: Writer, value: bytes, count: int) -> None:
    """`count` records, spread over both partitions by their keys."""
    for number in range(count):
        writer.send("pair", str(number).encode(), value)
    writer.flush(soon())


def test_a_group_forgets_what_was_fetched_before_the_crash(
    own_broker: EmbeddedBroker, closing: ExitStack, pair: tuple[Crash, Writer]
) -> None:
    crash, writer = pair
    member = GroupReader(settings_for(own_broker), "group", ["pair"], "tests", max_records=1)
    closing.callback(member.close)
    write_pairs(writer, b"old", 20)
    assert values(take(member, 1)) == [b"old"]
    crash.back_to_then()
    write_pairs(writer, b"new", 20)
    found: list[RawRecord] = []
    joined = member.assignments
    deadline = soon()
    while member.assignments == joined and not deadline.passed():
        member.hold()  # it is given what was fetched until it has joined anew
        found = member.poll(0.2)
    member.resume()
    found += take(member, 20 - len(found))
    assert {record.at() for record in found} == set(PAIR)
    assert values(found) == [b"new"] * 20


def test_a_log_reader_can_forget_what_was_fetched_before_the_crash(
    own_broker: EmbeddedBroker, closing: ExitStack, pair: tuple[Crash, Writer]
) -> None:
    crash, writer = pair
    log = LogReader(settings_for(own_broker), ["pair"], "tests")
    closing.callback(log.close)
    write_pairs(writer, b"old", 6000)
    assert len({record.at() for record in log.poll(5.0)}) == 1
    crash.back_to_then()
    write_pairs(writer, b"new", 20)
    log.refetch()
    log.seek(log.begins())
    found = take(log, 20)
    assert {record.at() for record in found} == set(PAIR)
    assert values(found) == [b"new"] * 20


def test_a_flush_fails_when_its_deadline_passes(
    own_broker: EmbeddedBroker, clients: Clients
) -> None:
    write(clients.writer, "topic", b"0")
    own_broker.stop()
    clients.writer.send("topic", None, b"1")
    clock = SystemClock()
    started = clock.monotonic()
    with pytest.raises(BrokerError, match=r"^writing: KafkaTimeoutError"):
        clients.writer.flush(Deadline.after(clock, 0.5))
    assert clock.monotonic() - started < 2
    own_broker.start()


def test_a_question_without_an_answer_is_an_error(
    own_broker: EmbeddedBroker, clients: Clients
) -> None:
    write(clients.writer, "topic", b"0")
    assert len(take(clients.member, 1)) == 1
    own_broker.stop()
    with pytest.raises(BrokerError, match=r"^rewinding: "):
        clients.member.rewind()


def test_clients_close_without_a_broker(own_broker: EmbeddedBroker, clients: Clients) -> None:
    assert take(clients.member, 0) == []
    clients.writer.send("topic", None, b"0")
    own_broker.stop()
    clock = SystemClock()
    started = clock.monotonic()
    for client in (clients.writer, clients.member, clients.log):
        client.close()
    assert clock.monotonic() - started < 8
    own_broker.start()
