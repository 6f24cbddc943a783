"""A Kafka record as it stands on its topic: raw bytes, read by nobody yet."""

from typing import NamedTuple

import msgspec


class Partition(NamedTuple):
    """One partition of one topic."""

    topic: str
    number: int


class RawRecord(msgspec.Struct, frozen=True, gc=False):
    """One record. Key, value and header values may be null, whoever wrote it."""

    topic: str
    partition: int
    offset: int
    timestamp: float
    """Unix seconds, from the producer's or the broker's clock."""
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...] = ()

    def at(self) -> Partition:
        return Partition(self.topic, self.partition)
