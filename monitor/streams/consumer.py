"""A kafka-python consumer as all our readers set it up, and how it is asked for records.

Raw bytes come out: a deserializer inside the client would fail on the same offset for ever.
"""

from contextlib import suppress
from typing import Any

from kafka import (
    KafkaConsumer,
)
from kafka.errors import (
    CorruptRecordError,
    NoOffsetForPartitionError,
    OffsetOutOfRangeError,
    UnsupportedCodecError,
)

from monitor.errors import WorldError
from monitor.record import Partition, RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import connection, translated
from monitor.streams.topics import MAX_MESSAGE_BYTES

ANSWER_MS = 10_000
"""How long a question to the broker may wait for its answer; some would wait for ever."""
CLOSE_SECONDS = 5
GLANCE_SECONDS = 0.01
"""How long a reader looks for records that was idle when it looked last. The embedded broker
answers at once when there are none, so that a longer look would be a busy loop."""

_JOIN_MS = 500

_NOWHERE = 2**62  # no log is as long, so nothing can be fetched from there


def poll_raw(consumer: Any, seconds: float) -> list[RawRecord]:
    try:
        records = consumer.poll(timeout_ms=int(seconds * 1000))
    except (CorruptRecordError, UnsupportedCodecError) as error:
        # No use in trying again: the library would not come back from its next poll.
        raise WorldError(f"a batch of records cannot be unpacked: {error}") from error
    return [
        RawRecord(
            r.topic,
            r.partition,
            r.offset,
            r.timestamp / 1000,
            r.key,
            r.value,
            tuple(r.headers),
        )
        for batch in records.values()
        for r in batch
    ]


def discard_fetched(consumer: Any) -> None:
    """Drop what was fetched and not yet polled; every partition must be sought to afterwards.

    The library gives its buffer out when it begins where we read on. After a broker has lost
    its newest records, others stand in their places.
    """
    paused = consumer.paused()
    consumer.resume(*paused)  # for paused ones the library keeps it
    for partition in consumer.assignment():
        consumer.seek(partition, _NOWHERE)
    with suppress(NoOffsetForPartitionError, OffsetOutOfRangeError):
        consumer.poll(timeout_ms=0)
    consumer.pause(*(paused & consumer.assignment()))


def ours(partition: Any) -> Partition:
    return Partition(partition.topic, partition.partition)


def let_joins_end(consumer: Any) -> None:
    """Give a join that begins in the last milliseconds of a poll the time to end in that poll.

    One that ends between two polls is forgotten by the library, which begins another. Every
    member then has to join again, and the embedded broker may wait for one that waits for it.
    """
    coordinator = consumer._coordinator  # noqa: SLF001  # there is no public way
    join = coordinator.ensure_active_group

    def join_in_time(timeout_ms: float | None = None) -> Any:
        return join(None if timeout_ms is None else max(timeout_ms, _JOIN_MS))

    coordinator.ensure_active_group = join_in_time


def make_consumer(settings: KafkaSettings, client_id: str, **options: Any) -> Any:
    """A consumer that never moves by itself: a broker that lost its newest records would send
    it back to the beginning, and what it read long ago would count twice."""
    session = settings.session_timeout_seconds
    with translated("connecting"):
        return KafkaConsumer(
            **connection(settings, client_id),
            enable_auto_commit=False,
            auto_offset_reset="none",
            session_timeout_ms=int(session * 1000),
            heartbeat_interval_ms=max(100, int(session * 1000 / 5)),
            request_timeout_ms=int(max(session + 5, 15) * 1000),
            max_partition_fetch_bytes=2 * MAX_MESSAGE_BYTES,
            allow_auto_create_topics=False,
            metadata_max_age_ms=30_000,  # topics and partitions made later are found by then
            metrics_enabled=False,
            **options,
        )
