"""Names and settings of the topics of a deployment."""

from monitor.config import Config
from monitor.settings.kafka import KafkaSettings
from monitor.streams.topics import Topics, TopicSpec, topic_specs


def test_names_start_with_the_instance() -> None:
    topics = Topics("prod-eu")
    assert topics.exchanges == "prod-eu.sycophancy.exchanges"
    assert topics.verdicts == "prod-eu.sycophancy.verdicts"
    assert topics.dead_letter == "prod-eu.sycophancy.dead-letter"
    assert topics.plans == "prod-eu.sycophancy.plans"
    assert topics.state == "prod-eu.sycophancy.state"
    assert topics.group("worker") == "prod-eu.sycophancy.worker"


def test_topics_are_made_as_the_configuration_says() -> None:
    kafka = KafkaSettings(partitions=6, replication_factor=3, retention_hours=36)
    kept = {"retention.ms": "129600000", "max.message.bytes": "8388608"}
    compacted = {"cleanup.policy": "compact", "max.message.bytes": "8388608"}
    assert topic_specs(Config(instance="prod-eu", kafka=kafka)) == (
        TopicSpec("prod-eu.sycophancy.exchanges", 6, 3, kept),
        TopicSpec("prod-eu.sycophancy.verdicts", 6, 3, kept),
        TopicSpec("prod-eu.sycophancy.dead-letter", 1, 3, kept),
        TopicSpec("prod-eu.sycophancy.plans", 6, 3, kept),
        TopicSpec("prod-eu.sycophancy.state", 1, 3, compacted),
    )
