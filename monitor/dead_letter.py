"""What is kept of a record that could not be read: where it stands, why, how big, its hash."""

import hashlib

from monitor.decoders import DeadReason, Undecodable
from monitor.exchange import Source
from monitor.record import RawRecord
from monitor.wire import Record


class DeadLetter(Record):
    """A record that could not be read. Its text is not in here: `source` says where it stands.

    `sha256` is over the value's bytes, `size` counts them; both are null for a null value.
    Times are Unix seconds.
    """

    source: Source
    reason: DeadReason
    detail: str
    size: int | None
    sha256: str | None
    record_time: float
    time: float

    def key(self) -> bytes:
        """The same however often the record is read. The time stands in it because a broker
        that lost its last records gives their offsets to new ones."""
        where = self.source
        return f"{where.topic}/{where.partition}/{where.offset}/{self.record_time:.3f}".encode()


def dead_letter(record: RawRecord, fault: Undecodable, now: float) -> DeadLetter:
    """The dead letter for `record`, which could not be read because of `fault`."""
    value = record.value
    return DeadLetter(
        source=Source(topic=record.topic, partition=record.partition, offset=record.offset),
        reason=fault.reason,
        detail=fault.detail,
        size=None if value is None else len(value),
        sha256=None if value is None else hashlib.sha256(value).hexdigest(),
        record_time=record.timestamp,
        time=now,
    )
