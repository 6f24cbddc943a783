"""The five topics of a deployment."""

from collections.abc import Mapping
from dataclasses import dataclass

from monitor.config import Config

MAX_MESSAGE_BYTES = 8 * 2**20
"""Largest record on our own topics; set when we create them."""
MAX_VALUE_BYTES = MAX_MESSAGE_BYTES - 64 * 2**10
"""Largest value that we write: key, headers and framing need some room."""


@dataclass(frozen=True, slots=True)
class TopicSpec:
    """A topic as we create it; `settings` are Kafka's own topic settings."""

    name: str
    partitions: int
    replication_factor: int
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Topics:
    """Names of the topics of one deployment, all with its name in front."""

    instance: str

    @property
    def exchanges(self) -> str:
        return f"{self.instance}.sycophancy.exchanges"

    @property
    def verdicts(self) -> str:
        return f"{self.instance}.sycophancy.verdicts"

    @property
    def dead_letter(self) -> str:
        return f"{self.instance}.sycophancy.dead-letter"

    @property
    def plans(self) -> str:
        return f"{self.instance}.sycophancy.plans"

    @property
    def state(self) -> str:
        """Compacted, one partition: who owns it is the leader."""
        return f"{self.instance}.sycophancy.state"

    def group(self, role: str) -> str:
        """The consumer group of a role."""
        return f"{self.instance}.sycophancy.{role}"


def topic_specs(config: Config) -> tuple[TopicSpec, ...]:
    """The topics to create where they are missing. Topics that exist are left as they are."""
    topics = Topics(config.instance)
    kafka = config.kafka
    kept = {
        "retention.ms": str(int(kafka.retention_hours * 3_600_000)),
        "max.message.bytes": str(MAX_MESSAGE_BYTES),
    }
    compacted = {"cleanup.policy": "compact", "max.message.bytes": str(MAX_MESSAGE_BYTES)}
    copies = kafka.replication_factor
    return (
        TopicSpec(topics.exchanges, kafka.partitions, copies, kept),
        TopicSpec(topics.verdicts, kafka.partitions, copies, kept),
        TopicSpec(topics.dead_letter, 1, copies, kept),
        TopicSpec(topics.plans, kafka.partitions, copies, kept),
        TopicSpec(topics.state, 1, copies, compacted),
    )
