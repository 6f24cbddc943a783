"""Looks at a broker without changing anything there."""

import socket
import ssl
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kafka import (
    KafkaAdminClient,
)
from kafka.admin import (
    ConfigResource,
    ConfigResourceType,
)
from kafka.errors import (
    KafkaError,
    for_code,
)

from monitor.clock import Deadline
from monitor.record import RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.streams.connection import connection, translated
from monitor.streams.log import LogReader
from monitor.streams.topics import TopicSpec

_CLIENT = "sycomon-doctor"
_CONNECT_SECONDS = 5.0
_GREET_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """A topic as the broker has it. `rights` are the operations that we may do there, as `read`
    and `write`; null where the broker does not tell. `settings` are Kafka's own; none where we
    may not see them."""

    partitions: int
    leaderless: int
    rights: frozenset[str] | None
    settings: Mapping[str, str]


class BrokerInspection:
    """Each question opens a connection of its own and closes it."""

    def __init__(self, settings: KafkaSettings) -> None:
        self._settings = settings

    def refused(self, deadline: Deadline) -> Mapping[str, str]:
        """Why each bootstrap server takes no connection, or none by TLS, for those that do not;
        raises `InputError` for certificates and secrets that cannot be used."""
        tls: ssl.SSLContext | None = connection(self._settings, _CLIENT).get("ssl_context")
        faults = {
            server: _fault(server, tls, max(0.1, min(_CONNECT_SECONDS, deadline.left())))
            for server in self._settings.bootstrap_servers
        }
        return {server: fault for server, fault in faults.items() if fault is not None}

    def greet(self, deadline: Deadline) -> None:
        """Go through TLS and SASL and ask for the list of topics; raises `BrokerError`, and
        `InputError` for certificates and secrets that cannot be used."""
        with translated("connecting"), closing(self._admin(deadline)) as admin:
            admin.list_topics()

    def topics(self, names: Sequence[str], deadline: Deadline) -> Mapping[str, TopicFacts]:
        """Those that are there; raises `BrokerError`."""
        with translated("describing topics"), closing(self._admin(deadline)) as admin:
            present = [one for one in admin.describe_topics(list(names)) if not one["error_code"]]
            configs = _settings(admin, [one["name"] for one in present])
        return {one["name"]: _facts(one, configs.get(one["name"], {})) for one in present}

    def not_creatable(self, specs: Iterable[TopicSpec], deadline: Deadline) -> Mapping[str, str]:
        """Why each topic could not be created, for those that could not. None is created."""
        wanted = {
            spec.name: {
                "num_partitions": spec.partitions,
                "replication_factor": spec.replication_factor,
                "configs": dict(spec.settings),
            }
            for spec in specs
        }
        with translated("trying to create topics"), closing(self._admin(deadline)) as admin:
            answer = admin.create_topics(wanted, validate_only=True, raise_errors=False)
        return {
            one["name"]: for_code(one["error_code"]).__name__
            for one in answer["topics"]
            if one["error_code"]
        }

    def newest(self, topic: str, most: int, deadline: Deadline) -> Sequence[RawRecord]:
        """Up to `most` of the newest records, as many from each partition; in no group, so that
        nobody's position changes. Raises `BrokerError`."""
        with closing(LogReader(self._settings, [topic], _CLIENT)) as reader:
            begins, ends = reader.begins(), reader.ends()
            share = -(-most // len(ends))
            reader.seek({at: max(begins[at], end - share) for at, end in ends.items()})
            found = list(reader.read_to(ends, deadline.passed))
        return sorted(found, key=lambda record: record.timestamp)[-most:]

    def _admin(self, deadline: Deadline) -> Any:
        return KafkaAdminClient(
            **connection(self._settings, _CLIENT),
            bootstrap_timeout_ms=int(1000 * max(0.1, min(_GREET_SECONDS, deadline.left()))),
        )


def _fault(server: str, tls: ssl.SSLContext | None, seconds: float) -> str | None:
    host, _, port = server.rpartition(":")
    name = host.strip("[]")
    try:
        with socket.create_connection((name, int(port)), seconds) as plain:
            if tls is not None:
                tls.wrap_socket(plain, server_hostname=name).close()
    except TimeoutError:
        return "no connection in time"
    except ssl.SSLCertVerificationError as error:
        return f"its certificate is not trusted: {error.verify_message}"
    except ssl.SSLError:
        return "no TLS connection"
    except OSError as error:
        return (error.strerror or type(error).__name__).lower()
    return None


def _settings(admin: Any, names: Sequence[str]) -> Mapping[str, Any]:
    """By topic; nothing where we may not see them, which is a right of its own."""
    if not names:
        return {}
    wanted = [ConfigResource(ConfigResourceType.TOPIC, name) for name in names]
    try:
        found: Mapping[str, Mapping[str, Any]] = admin.describe_configs(wanted, config_filter="all")
    except KafkaError:
        return {}
    return found.get("topic", {})


def _facts(described: Mapping[str, Any], configs: Mapping[str, Any]) -> TopicFacts:
    rights = described.get("authorized_operations")
    partitions = described["partitions"]
    return TopicFacts(
        partitions=len(partitions),
        leaderless=sum(one["leader_id"] < 0 for one in partitions),
        rights=None if rights is None else frozenset(name.lower() for name in rights),
        settings={name: str(config["value"]) for name, config in configs.items()},
    )
