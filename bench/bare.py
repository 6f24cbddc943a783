"""kafka-python by itself: the loop that the intake is compared with."""

from kafka import KafkaAdminClient, TopicPartition
from kafka.errors import NoOffsetForPartitionError

from bench.stopwatch import Stopwatch
from monitor.config import KafkaSettings
from monitor.roles.intake import BATCH_RECORDS
from monitor.roles.role import POLL_SECONDS
from monitor.streams.connection import connection
from monitor.streams.consumer import make_consumer


def read(kafka: KafkaSettings, group: str, topic: str, watch: Stopwatch) -> None:
    """Poll the topic from its beginning until the watch has seen enough; nothing is decoded
    or committed.

    The consumer is kafka-python's own, in a group and with the settings of the intake's.
    """
    consumer = make_consumer(kafka, "bench-bare", group_id=group, max_poll_records=BATCH_RECORDS)
    try:
        consumer.subscribe([topic])
        done = 0
        while not watch.note(done):
            try:
                batches = consumer.poll(timeout_ms=int(POLL_SECONDS * 1000))
            except NoOffsetForPartitionError:
                consumer.seek_to_beginning()
                continue
            done += sum(map(len, batches.values()))
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
