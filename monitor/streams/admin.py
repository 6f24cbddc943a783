"""Creates our topics where they are missing."""

from collections.abc import Iterable

from kafka import (
    KafkaAdminClient,
)
from kafka.errors import (
    TopicAlreadyExistsError,
)

from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import connection, translated
from monitor.streams.topics import TopicSpec


def ensure_topics(settings: KafkaSettings, specs: Iterable[TopicSpec], client_id: str) -> None:
    """Create the topics that are missing and leave those that exist as they are."""
    with translated("looking for topics"):
        admin = KafkaAdminClient(**connection(settings, client_id))
    with translated("creating topics"):
        try:
            present = set(admin.list_topics())
            for spec in specs:
                if spec.name in present:
                    continue
                wanted = {
                    spec.name: {
                        "num_partitions": spec.partitions,
                        "replication_factor": spec.replication_factor,
                        "configs": dict(spec.settings),
                    }
                }
                try:
                    admin.create_topics(wanted)
                except TopicAlreadyExistsError:
                    continue  # another process of ours was faster
        finally:
            admin.close()
