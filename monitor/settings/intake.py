"""Live traffic."""

from pydantic import Field

from monitor.fields import DecoderName, TargetName, TopicName
from monitor.settings.base import Secret, Settings


class IntakeSource(Settings):
    """One topic of live traffic."""

    topic: TopicName
    """Its name, as it is on the broker."""
    format: DecoderName = "openai_chat"
    """Name of a decoder (`sycomon list decoders`)."""
    target: TargetName
    """The target whose traffic this is."""


class IntakeSettings(Settings):
    """Sampling of live traffic."""

    sources: tuple[IntakeSource, ...] = ()
    """The topics to read. Without any, only canaries are watched."""
    sample_ratio: float = Field(0.01, gt=0, le=1)
    """Share of conversations that are kept, by keyed hash of the conversation."""
    sampling_key: Secret | None = None
    """Key of the hash. Without one, who sees this code can tell which conversations are kept."""
    max_record_bytes: int = Field(4 * 2**20, ge=1024, le=100 * 2**20)
    """Larger records go to the dead letters unread."""
