"""How a client reaches the broker (addresses, TLS, SASL), and what its errors become."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kafka.errors import KafkaError

from monitor.errors import BrokerError, InputError
from monitor.settings.kafka import KafkaSecurity, KafkaSettings


def _tls(security: KafkaSecurity) -> ssl.SSLContext:
    files = [security.ca_file, security.cert_file, security.key_file]
    try:
        context = ssl.create_default_context(
            cafile=str(security.ca_file) if security.ca_file else None
        )
        if security.cert_file:
            context.load_cert_chain(security.cert_file, security.key_file)
    except OSError as error:  # what cannot be read, and ssl.SSLError: what is no certificate
        named = ", ".join(str(file) for file in files if file)
        raise InputError(f"kafka.security: cannot use {named} as PEM files: {error}") from error
    return context


def connection(settings: KafkaSettings, client_id: str) -> dict[str, Any]:
    """The options that every client takes; raises `InputError` for what cannot be used."""
    if not settings.bootstrap_servers:
        raise InputError("kafka.bootstrap_servers: at least one host:port, or run with --embedded")
    security = settings.security
    options: dict[str, Any] = {
        "bootstrap_servers": list(settings.bootstrap_servers),
        "client_id": client_id,
        "security_protocol": security.protocol,
        "reconnect_backoff_max_ms": 2_000,
    }
    if security.protocol.endswith("SSL"):
        options["ssl_context"] = _tls(security)
    if security.password is not None:
        options["sasl_mechanism"] = security.sasl_mechanism
        options["sasl_plain_username"] = security.username
        options["sasl_plain_password"] = security.password.read().get_secret_value()
    return options


@contextmanager
def translated(doing: str) -> Iterator[None]:
    try:
        yield
    except KafkaError as error:
        raise BrokerError(f"{doing}: {type(error).__name__}: {error}") from error
