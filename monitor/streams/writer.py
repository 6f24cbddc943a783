"""The writer of records. It is not thread-safe and belongs to the loop that made it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from kafka import (
    KafkaProducer,
)
from kafka.errors import (
    KafkaError,
)

from monitor.clock import Deadline
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import connection, translated
from monitor.streams.consumer import CLOSE_SECONDS
from monitor.streams.topics import MAX_MESSAGE_BYTES

_LINGER_MS = 100
_BATCH_BYTES = 256 * 1024
"""Records are gathered until `flush`: a request for each few would cost more than they do."""

Headers = Sequence[tuple[str, bytes]]


class Writer:
    """Writes records; `flush` tells whether all of them arrived.

    Not idempotent on purpose: readers drop repeats by id, while an idempotent producer waits
    for ever when a broker comes back without its state.
    """

    def __init__(self, settings: KafkaSettings, client_id: str) -> None:
        self._pending: list[Any] = []
        with translated("connecting"):
            self._producer = KafkaProducer(
                **connection(settings, client_id),
                acks="all",
                enable_idempotence=False,
                linger_ms=_LINGER_MS,
                batch_size=_BATCH_BYTES,
                max_request_size=MAX_MESSAGE_BYTES,
                request_timeout_ms=10_000,
                delivery_timeout_ms=60_000,
                max_block_ms=30_000,
                metrics_enabled=False,
            )

    def send(
        self, topic: str, key: bytes | None, value: bytes | None, headers: Headers = ()
    ) -> None:
        """Hand one record on; it is only safe after `flush`."""
        with translated(f"writing to {topic}"):
            self._pending.append(
                self._producer.send(topic, key=key, value=value, headers=list(headers))
            )

    def flush(self, deadline: Deadline) -> None:
        """Wait until every record sent so far has arrived; `BrokerError` when one has not."""
        pending, self._pending = self._pending, []
        with translated("writing"):
            self._producer.flush(timeout=deadline.left())
            for future in pending:
                future.get(timeout=deadline.left())

    def close(self) -> None:
        """Close the connections; records that were not flushed may be lost."""
        with suppress(KafkaError):  # raised when they are, with nobody left to be told
            self._producer.close(timeout=CLOSE_SECONDS)
