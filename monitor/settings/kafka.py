"""The broker."""

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from monitor.fields import Filled, Server
from monitor.settings.base import Secret, Settings


class KafkaSecurity(Settings):
    """TLS and SASL, in Kafka's own terms."""

    protocol: Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"] = "PLAINTEXT"
    """How the brokers are spoken to."""
    ca_file: Path | None = None
    """Certificate authority that signed the brokers' certificates (PEM); else the system's."""
    cert_file: Path | None = None
    """Our certificate (PEM), for mutual TLS."""
    key_file: Path | None = None
    """Key of our certificate (PEM)."""
    sasl_mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] | None = None
    """Needed with SASL."""
    username: Filled | None = None
    """Needed with SASL."""
    password: Secret | None = None
    """Needed with SASL."""

    @field_validator("ca_file", "cert_file", "key_file")
    @classmethod
    def _goes_with_tls(cls, value: Path | None, info: ValidationInfo) -> Path | None:
        protocol = info.data.get("protocol", "SSL")
        if value is not None and not protocol.endswith("SSL"):
            raise ValueError(f"goes with protocol SSL or SASL_SSL, not with {protocol}")
        return value

    @field_validator("key_file")
    @classmethod
    def _goes_with_its_certificate(cls, value: Path | None, info: ValidationInfo) -> Path | None:
        if "cert_file" in info.data and (info.data["cert_file"] is None) != (value is None):
            raise ValueError("cert_file and key_file go together")
        return value

    @field_validator("sasl_mechanism", "username", "password")
    @classmethod
    def _goes_with_sasl(cls, value: Any, info: ValidationInfo) -> Any:
        protocol = info.data.get("protocol")
        if protocol is None:
            return value
        if value is None and protocol.startswith("SASL_"):
            raise ValueError(f"needed with protocol {protocol}")
        if value is not None and not protocol.startswith("SASL_"):
            raise ValueError(f"goes with a SASL protocol, not with {protocol}")
        return value


class KafkaSettings(Settings):
    """The broker. Leave `bootstrap_servers` out to use `sycomon run --embedded`."""

    bootstrap_servers: tuple[Server, ...] = ()
    """`host:port`, as many as you like."""
    embedded: bool = False
    """The broker is the embedded one, which never ends the session of a process that crashed:
    our processes then watch each other's commits and take who fell silent out of the group.
    `sycomon run --embedded` sets it; leave it out for every other broker."""
    security: KafkaSecurity = KafkaSecurity()
    """TLS and SASL."""
    partitions: int = Field(4, ge=1, le=1000)
    """Partitions of the topics that we create; workers scale up to this number."""
    replication_factor: int = Field(1, ge=1, le=10)
    """Copies of the topics that we create. Use 3 in production."""
    retention_hours: float = Field(48, ge=25, le=24 * 90)
    """How long exchanges and verdicts are kept. More than the 24 in which repeats are known."""
    session_timeout_seconds: float = Field(10, ge=6, le=300)
    """After so long without a sign of life a process is replaced by another: one lease. With the
    embedded broker it takes half as long again. Brokers take no less than their
    `group.min.session.timeout.ms`, which is 6 seconds unless it was changed."""
