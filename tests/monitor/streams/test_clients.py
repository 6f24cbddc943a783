"""The clients on a real broker that nobody ends."""

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from kafka.record import MemoryRecordsBuilder
from kafka.record.util import calc_crc32c

from monitor.clock import SystemClock
from monitor.errors import BrokerError, InputError, WorldError
from monitor.record import Partition
from monitor.settings.kafka import KafkaSecurity, KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.topics import MAX_MESSAGE_BYTES, TopicSpec
from monitor.streams.writer import Writer
from tests.monitor.streams.conftest import MakeTopic, soon, take, values, write

pytestmark = pytest.mark.broker


@pytest.fixture
def writer(kafka: KafkaSettings, closing: ExitStack) -> Writer:
    made = Writer(kafka, "tests-writer")
    closing.callback(made.close)
    return made


def log_of(kafka: KafkaSettings, closing: ExitStack, *topics: str) -> LogReader:
    made = LogReader(kafka, topics, "tests-log")
    closing.callback(made.close)
    return made


def member_of(kafka: KafkaSettings, closing: ExitStack, group: str, topic: str) -> GroupReader:
    made = GroupReader(kafka, group, [topic], "tests-member")
    closing.callback(made.close)
    return made


def never() -> bool:
    return False


def test_a_record_comes_back_as_it_was_written(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    before = SystemClock().now()
    writer.send(topic, b"key", b'{"a":1}', [("trace", b"abc"), ("empty", b"")])
    writer.flush(soon())
    [record] = take(log_of(kafka, closing, topic), 1)
    assert (record.topic, record.partition, record.offset) == (topic, 0, 0)
    assert (record.key, record.value) == (b"key", b'{"a":1}')
    assert record.headers == (("trace", b"abc"), ("empty", b""))
    assert before - 1 < record.timestamp < SystemClock().now() + 1


def test_a_record_without_a_value_has_none(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    writer.send(topic, b"gone", None)
    writer.flush(soon())
    [record] = take(log_of(kafka, closing, topic), 1)
    assert (record.key, record.value) == (b"gone", None)


def batch_of(headers: list[tuple[str, bytes | None]]) -> bytes:
    """A batch of one record that our own writer would never write."""
    batch = MemoryRecordsBuilder(magic=2, compression_type=0, batch_size=1 << 16)
    batch.append(timestamp=1_800_000_000_000, key=None, value=b"v", headers=headers)
    batch.close()
    return bytes(batch.buffer())


def produce(bootstrap: str, topic: str, records: bytes) -> None:
    """Kafka's produce request, version 3, by hand."""

    def text(value: str) -> bytes:
        return struct.pack(">h", len(value)) + value.encode()

    body = struct.pack(">hhi", 0, 3, 1) + text("tests") + struct.pack(">hhi", -1, -1, 10_000)
    body += struct.pack(">i", 1) + text(topic) + struct.pack(">iii", 1, 0, len(records)) + records
    host, port = bootstrap.split(":")
    with socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(struct.pack(">i", len(body)) + body)
        assert connection.recv(4), "the broker hung up"


def test_records_that_cannot_be_unpacked_end_the_reader(
    kafka: KafkaSettings, closing: ExitStack, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    batch = bytearray(batch_of([]))
    struct.pack_into(">h", batch, 21, 7)  # a way of compressing that there is not
    struct.pack_into(">I", batch, 17, calc_crc32c(bytes(batch[21:])))
    produce(kafka.bootstrap_servers[0], topic, bytes(batch))
    with pytest.raises(WorldError, match=r"^a batch of records cannot be unpacked: ") as error:
        take(log_of(kafka, closing, topic), 1)
    assert not isinstance(error.value, BrokerError), "it would be tried again for ever"


def test_a_header_may_be_null(
    kafka: KafkaSettings, closing: ExitStack, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    produce(kafka.bootstrap_servers[0], topic, batch_of([("null", None)]))
    [record] = take(log_of(kafka, closing, topic), 1)
    assert record.value == b"v"
    assert record.headers == (("null", None),)


def test_a_record_of_five_megabytes_passes(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    large = b"x" * 5_000_000
    write(writer, topic, large, b"after")
    assert values(take(log_of(kafka, closing, topic), 2)) == [large, b"after"]


def test_a_record_over_the_limit_is_refused_at_once(writer: Writer, make_topic: MakeTopic) -> None:
    topic = make_topic()
    with pytest.raises(BrokerError, match=f"writing to {topic}: MessageSizeTooLargeError"):
        writer.send(topic, None, b"x" * (MAX_MESSAGE_BYTES + 1))


def test_topics_that_exist_stay_as_they_are(
    kafka: KafkaSettings, closing: ExitStack, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    other = f"{topic}-other"
    ensure_topics(kafka, [TopicSpec(topic, 5, 1, {}), TopicSpec(other, 3, 1, {})], "tests")
    ends = log_of(kafka, closing, topic, other).ends()
    assert ends == {
        Partition(topic, 0): 0,
        Partition(topic, 1): 0,
        Partition(other, 0): 0,
        Partition(other, 1): 0,
        Partition(other, 2): 0,
    }


def test_a_group_starts_at_the_beginning_and_goes_on_from_its_commit(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, b"0", b"1", b"2", b"3")
    first = GroupReader(kafka, "group-restart", [topic], "tests")
    assert values(take(first, 4)) == [b"0", b"1", b"2", b"3"]
    assert first.assignments == 1
    assert first.owned() == {Partition(topic, 0)}
    assert first.commit({Partition(topic, 0): 3}) is True
    first.close()
    second = member_of(kafka, closing, "group-restart", topic)
    assert values(take(second, 1)) == [b"3"]


def test_rewind_goes_back_to_the_commit(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, b"0", b"1", b"2")
    member = member_of(kafka, closing, "group-rewind", topic)
    assert values(take(member, 3)) == [b"0", b"1", b"2"]
    member.rewind()
    assert values(take(member, 3)) == [b"0", b"1", b"2"], "nothing was committed"
    assert member.commit({Partition(topic, 0): 2})
    member.rewind()
    assert values(take(member, 1)) == [b"2"]


def test_a_batch_has_no_more_records_than_asked_for(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, *[b"v"] * 10)
    member = GroupReader(kafka, "group-batch", [topic], "tests", max_records=4)
    closing.callback(member.close)
    deadline = soon()
    sizes: list[int] = []
    while sum(sizes) < 10 and not deadline.passed():
        sizes += [size for size in [len(member.poll(0.05))] if size]
    assert sum(sizes) == 10
    assert max(sizes) == 4


def test_a_held_reader_gets_nothing_until_it_resumes(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, b"0")
    member = member_of(kafka, closing, "group-hold", topic)
    assert values(take(member, 1)) == [b"0"]
    member.hold()
    write(writer, topic, b"1")
    assert member.poll(0.5) == []
    member.resume()
    assert values(take(member, 1)) == [b"1"]


def test_lag_counts_what_waits_behind_the_last_batch(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, *[b"v"] * 10)
    member = GroupReader(kafka, "group-lag", [topic], "tests", max_records=4)
    closing.callback(member.close)
    assert member.lag() == {}
    assert len(take(member, 1)) == 4
    assert member.lag() == {Partition(topic, 0): 6}
    take(member, 6)
    assert member.lag() == {Partition(topic, 0): 0}


@contextmanager
def polled(member: GroupReader) -> Iterator[None]:
    """Somebody else's loop: keeps polling `member` while the context lasts."""
    stop = Event()

    def loop() -> None:
        while not stop.is_set():
            member.poll(0.2)

    thread = Thread(target=loop)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def test_a_commit_is_refused_once_somebody_else_owns_the_partition(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    for number in range(20):
        write(writer, topic, b"v", key=str(number).encode())
    old = member_of(kafka, closing, "group-lost", topic)
    assert len(take(old, 20)) == 20
    both = {Partition(topic, 0), Partition(topic, 1)}
    assert old.owned() == both
    new = member_of(kafka, closing, "group-lost", topic)
    deadline = soon()
    with polled(old):
        while not (old.owned() and new.owned()) and not deadline.passed():
            new.poll(0.2)
    assert old.owned() | new.owned() == both
    [kept], [lost] = old.owned(), new.owned()
    assert old.commit({kept: 1}) is True
    assert old.commit({lost: 1}) is False
    assert old.commit({kept: 2, lost: 1}) is False
    new.rewind()
    assert take(new, 1)[0].offset == 0, "the refused commit moved it"
    old.rewind()
    assert take(old, 1)[0].offset == 2


def test_nothing_is_owned_while_the_group_shares_out(
    kafka: KafkaSettings, closing: ExitStack, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    throne = Partition(topic, 0)
    meanwhile: list[tuple[bool, bool]] = []

    def look() -> None:
        meanwhile.append((bool(old.owned()), old.commit({throne: 0})))

    old = GroupReader(kafka, "group-share", [topic], "tests", on_revoked=look)
    closing.callback(old.close)
    deadline = soon()
    while not old.owned() and not deadline.passed():
        old.poll(0.2)
    assert old.commit({throne: 0}) is True
    meanwhile.clear()
    new = member_of(kafka, closing, "group-share", topic)
    owners: list[tuple[bool, bool]] = []
    deadline = soon()
    with polled(new):
        while not (meanwhile and owners and new.assignments and any(owners[-1])):
            assert not deadline.passed()
            old.poll(0.0)
            owners.append((bool(old.owned()), bool(new.owned())))
    assert set(meanwhile) == {(False, False)}, "the old owner was not told before it let go"
    assert (True, True) not in owners
    assert owners[-1] in [(True, False), (False, True)]


def test_the_log_has_a_beginning_an_end_and_times(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    at = Partition(topic, 0)
    write(writer, topic, b"0", b"1", b"2")
    log = log_of(kafka, closing, topic)
    assert (log.begins(), log.ends()) == ({at: 0}, {at: 3})
    records = take(log, 3)
    assert log.positions() == {at: 3}
    assert log.since(records[0].timestamp) == {at: 0}
    assert log.since(records[0].timestamp - 3600) == {at: 0}
    assert log.since(records[2].timestamp + 3600) == {at: 3}, "nothing since then: the end"


def test_seek_reads_on_from_there(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    at = Partition(topic, 0)
    write(writer, topic, b"0", b"1", b"2")
    log = log_of(kafka, closing, topic)
    log.seek({at: 2})
    assert values(take(log, 1)) == [b"2"]


def test_read_to_stops_at_the_end_and_leaves_the_rest(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    at = Partition(topic, 0)
    write(writer, topic, b"0", b"1", b"2", b"3", b"4")
    log = log_of(kafka, closing, topic)
    assert values(list(log.read_to({at: 3}, never))) == [b"0", b"1", b"2"]
    assert log.positions() == {at: 3}
    assert values(take(log, 2)) == [b"3", b"4"], "what lay behind the end was lost"
    assert list(log.read_to(log.ends(), never)) == []


def test_read_to_ends_each_partition_at_its_own_end(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    for number in range(40):
        write(writer, topic, str(number).encode(), key=str(number).encode())
    log = log_of(kafka, closing, topic)
    ends = log.ends()
    first, second = Partition(topic, 0), Partition(topic, 1)
    assert ends[first] + ends[second] == 40
    assert min(ends.values()) > 5
    upto = {first: 2, second: ends[second] - 1}
    read = list(log.read_to(upto, never))
    assert [r.offset for r in read if r.at() == first] == [0, 1]
    assert [r.offset for r in read if r.at() == second] == list(range(ends[second] - 1))
    assert log.positions() == upto
    rest = take(log, ends[first] - 2 + 1)
    assert {r.at(): r.offset for r in reversed(rest)} == upto


def test_read_to_gives_up_when_told(
    kafka: KafkaSettings, closing: ExitStack, writer: Writer, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    write(writer, topic, b"0")
    log = log_of(kafka, closing, topic)
    assert list(log.read_to({Partition(topic, 0): 1}, lambda: True)) == []


def test_a_log_of_a_missing_topic_is_refused(kafka: KafkaSettings) -> None:
    with pytest.raises(BrokerError, match=r"^no such topic: never-made$"):
        LogReader(kafka, ["never-made"], "tests")


def test_without_a_server_the_configuration_is_named() -> None:
    with pytest.raises(InputError) as error:
        Writer(KafkaSettings(), "tests")
    assert str(error.value) == (
        "kafka.bootstrap_servers: at least one host:port, or run with --embedded"
    )


def test_a_certificate_that_is_missing_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "ca.pem"
    settings = KafkaSettings(
        bootstrap_servers=("127.0.0.1:9",),
        security=KafkaSecurity(protocol="SSL", ca_file=missing),
    )
    with pytest.raises(InputError, match=rf"kafka\.security: cannot use {missing} as PEM files"):
        Writer(settings, "tests")
