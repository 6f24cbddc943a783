"""Writes what the client's own producer refuses: null headers, and records of nothing at all."""

import socket
import struct
from collections.abc import Sequence

from kafka.protocol.producer import ProduceRequest
from kafka.record import MemoryRecordsBuilder

from monitor.clock import SystemClock

_VERSION = 7
_BATCH_BYTES = 1 << 20
_TIMEOUT_SECONDS = 10.0


def produce(
    port: int,
    topic: str,
    partition: int,
    value: bytes | None,
    headers: Sequence[tuple[str, bytes | None]],
    key: bytes | None = b"raw",
) -> None:
    """One record by one request on a connection of its own; returns when the broker has it."""
    batch = MemoryRecordsBuilder(magic=2, compression_type=0, batch_size=_BATCH_BYTES)
    batch.append(int(SystemClock().now() * 1000), key, value, list(headers))
    batch.close()
    data = ProduceRequest.TopicProduceData
    request = ProduceRequest(
        transactional_id=None,
        acks=-1,
        timeout_ms=int(_TIMEOUT_SECONDS * 1000),
        topic_data=[
            data(
                name=topic,
                partition_data=[
                    data.PartitionProduceData(index=partition, records=bytes(batch.buffer()))
                ],
            )
        ],
    )
    request.API_VERSION = _VERSION
    request.with_header(correlation_id=1, client_id="raw")
    with socket.create_connection(("127.0.0.1", port), timeout=_TIMEOUT_SECONDS) as connection:
        connection.sendall(request.encode(version=_VERSION, header=True, framed=True))
        answer = connection.makefile("rb")
        size = struct.unpack(">i", answer.read(4))[0]
        assert len(answer.read(size)) == size
        answer.close()
