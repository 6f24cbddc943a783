"""kafka-python by itself: the loop that the intake is compared with."""

from kafka import KafkaAdminClient, KafkaConsumer, TopicPartition

from bench.stopwatch import Stopwatch
from monitor.config import KafkaSettings
from monitor.roles.intake import BATCH_RECORDS
from monitor.roles.role import POLL_SECONDS
from monitor.streams.connection import connection
from monitor.streams.topics import MAX_MESSAGE_BYTES


def options(kafka: KafkaSettings) -> dict[str, object]:
    """How the consumer joins its group and fetches: as the intake's does."""
    session_ms = int(kafka.session_timeout_seconds * 1000)
    return {
        "session_timeout_ms": session_ms,
        "heartbeat_interval_ms": session_ms // 5,
        "request_timeout_ms": max(session_ms + 5000, 15_000),
        "max_partition_fetch_bytes": 2 * MAX_MESSAGE_BYTES,
        "max_poll_records": BATCH_RECORDS,
        "enable_auto_commit": False,
        "allow_auto_create_topics": False,
        "metadata_max_age_ms": 30_000,
        "metrics_enabled": False,
    }


def read(kafka: KafkaSettings, group: str, topic: str, watch: Stopwatch) -> None:
    """Poll the topic from its beginning until the watch has seen enough; nothing is decoded
    or committed."""
    consumer = KafkaConsumer(
        **connection(kafka, "bench-bare"),
        **options(kafka),
        group_id=group,
        auto_offset_reset="earliest",
    )
    try:
        consumer.subscribe([topic])
        done = 0
        while not watch.note(done):
            done += sum(map(len, consumer.poll(timeout_ms=int(POLL_SECONDS * 1000)).values()))
    finally:
        consumer.close()


def delete_records(kafka: KafkaSettings, topic: str, partitions: int) -> None:
    """Empty the topic. The embedded broker writes all that it holds once a second, so old
    records would slow down the rounds after them."""
    admin = KafkaAdminClient(**connection(kafka, "bench-admin"))
    try:
        to_the_end = {TopicPartition(topic, number): -1 for number in range(partitions)}
        admin.delete_records(to_the_end)
    finally:
        admin.close()
