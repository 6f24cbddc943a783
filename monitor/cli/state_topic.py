"""The state topic of a deployment, as the commands read it and write to it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from monitor.clock import Clock, Deadline
from monitor.config import Config
from monitor.errors import FormatError, WorldError
from monitor.record import RawRecord
from monitor.streams.log import LogReader
from monitor.streams.topics import Topics
from monitor.streams.writer import Writer

WAIT_SECONDS = 30.0
"""For reading it, and for a write to arrive."""


@contextmanager
def state_records(
    settings: Config, deadline: Deadline, client: str
) -> Iterator[Iterator[RawRecord]]:
    """What stands there now, oldest first, as far as it can be read until the deadline. A record
    that whoever reads it cannot read (`FormatError`) is a `WorldError`; raises `BrokerError`."""
    topic = Topics(settings.instance).state
    reader = LogReader(settings.kafka, [topic], client)
    try:
        yield reader.read_to(reader.ends(), deadline.passed)
    except FormatError as error:
        raise WorldError(f"{topic}: {error}") from error
    finally:
        reader.close()


def write_state(
    settings: Config, records: Mapping[bytes, bytes | None], clock: Clock, client: str
) -> None:
    """Write these, null to take off, and wait until they have arrived; raises `BrokerError`."""
    writer = Writer(settings.kafka, client)
    try:
        for key, value in records.items():
            writer.send(Topics(settings.instance).state, key, value)
        writer.flush(Deadline.after(clock, WAIT_SECONDS))
    finally:
        writer.close()
