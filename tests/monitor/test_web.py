"""The HTTP server, asked over real sockets."""

import http.client
import logging
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from monitor.errors import InputError
from monitor.status import Status
from monitor.web import Reply, WebServer, pages

SECONDS = 10.0


class Process:
    """What the pages are made from; a test changes it and asks again."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.fault: str | None = None
        self.not_ready: str | None = None
        self.status = Status(instance="test", leader=False, ready=True)
        self.scrapes = 0

    def collect(self) -> list[GaugeMetricFamily]:
        self.scrapes += 1
        return [GaugeMetricFamily("scrapes", "Scrapes up to now.", value=self.scrapes)]

    def describe(self) -> list[GaugeMetricFamily]:
        return []


@pytest.fixture
def process() -> Process:
    process = Process()
    Counter("events", "Events.", registry=process.registry).inc(3)
    process.registry.register(process)
    return process


@pytest.fixture
def server(process: Process) -> Iterator[WebServer]:
    table = pages(
        process.registry,
        fault=lambda: process.fault,
        not_ready=lambda: process.not_ready,
        status=lambda: process.status,
    )
    server = WebServer("127.0.0.1", 0, {**table, "/broken": broken})
    server.start()
    yield server
    server.stop()


def broken(accept: str) -> Reply:
    raise RuntimeError(f"no page for {accept}")


@dataclass(frozen=True)
class Answer:
    status: int
    content_type: str
    text: str
    headers: dict[str, str]


def ask(server: WebServer, path: str, method: str = "GET", accept: str = "") -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    try:
        connection.request(method, path, headers={"Accept": accept} if accept else {})
        response = connection.getresponse()
        headers = dict(response.getheaders())
        return Answer(response.status, headers["Content-Type"], response.read().decode(), headers)
    finally:
        connection.close()


def test_metrics_as_text(server: WebServer) -> None:
    answer = ask(server, "/metrics")
    assert (answer.status, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert "events_total 3.0\n" in answer.text
    assert answer.headers["Content-Length"] == str(len(answer.text.encode()))


def test_metrics_as_openmetrics(server: WebServer) -> None:
    answer = ask(server, "/metrics", accept="application/openmetrics-text; version=1.0.0")
    assert answer.content_type.startswith("application/openmetrics-text; version=1.0.0")
    families = text_string_to_metric_families(answer.text)  # type: ignore[no-untyped-call]  # untyped in the library
    values = {s.name: s.value for family in families for s in family.samples}
    assert values["events_total"] == 3


@pytest.mark.parametrize("accept", ["application/openmetrics-text; version=latest", "nonsense;;"])
def test_an_accept_header_that_means_nothing_gives_text(server: WebServer, accept: str) -> None:
    answer = ask(server, "/metrics", accept=accept)
    assert (answer.status, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")


def test_a_query_does_not_change_the_page(server: WebServer) -> None:
    assert "events_total 3.0\n" in ask(server, "/metrics?name[]=other").text


def test_health_and_readiness_say_why_not(server: WebServer, process: Process) -> None:
    for path in ("/healthz", "/readyz"):
        assert (ask(server, path).status, ask(server, path).text) == (200, "ok\n")
    process.not_ready = "replaying verdicts: 12 of 40"
    assert ask(server, "/healthz").status == 200
    waiting = ask(server, "/readyz")
    assert (waiting.status, waiting.text) == (503, "replaying verdicts: 12 of 40\n")
    process.fault = "the worker's loop has ended"
    dead = ask(server, "/healthz")
    assert (dead.status, dead.text) == (503, "the worker's loop has ended\n")
    assert ask(server, "/readyz", method="HEAD").status == 503


def test_the_status_as_json(server: WebServer, process: Process) -> None:
    answer = ask(server, "/status.json")
    assert (answer.status, answer.content_type) == (200, "application/json")
    assert Status.decode(answer.text.encode()) == process.status


def test_an_unknown_path_lists_the_known_ones(server: WebServer) -> None:
    answer = ask(server, "/metric")
    assert (answer.status, answer.content_type) == (404, "text/plain; charset=utf-8")
    assert answer.text.splitlines()[1:5] == ["/metrics", "/healthz", "/readyz", "/status.json"]
    assert "/metric\n" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_get_and_head(server: WebServer, method: str) -> None:
    answer = ask(server, "/metrics", method=method)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_head_has_no_body_and_is_no_scrape(server: WebServer, process: Process) -> None:
    answer = ask(server, "/metrics", method="HEAD")
    assert (answer.status, answer.text) == (200, "")
    assert answer.content_type.startswith("text/plain")
    assert process.scrapes == 0
    assert ask(server, "/metrics").status == 200
    assert process.scrapes == 1


def test_a_page_that_fails_is_a_500(server: WebServer, caplog: pytest.LogCaptureFixture) -> None:
    answer = ask(server, "/broken")
    assert (answer.status, answer.text) == (500, "internal error\n")
    assert [record.message for record in caplog.records] == ["a page could not be made"]


@pytest.mark.parametrize(
    ("request_bytes", "said"),
    [
        (b"BREW /metrics HTTP/1.1\r\n\r\n", b"Not Implemented\n"),
        (b"\x16\x03\x01 secret\r\n\r\n", b"Bad Request\n"),
        (b"GET /secret HTTP/9.9.9\r\n\r\n", b"Bad Request\n"),
    ],
)
def test_what_is_no_request_is_refused_unsaid(
    server: WebServer,
    request_bytes: bytes,
    said: bytes,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as client:
        client.sendall(request_bytes)
        reply = b"".join(iter(lambda: client.recv(4096), b""))
    assert reply.endswith(said)
    assert b"BREW" not in reply
    assert b"secret" not in reply
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


def test_a_slow_client_holds_nobody_up(server: WebServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as slow:
        slow.sendall(b"GET /metrics HTTP/1.1\r\n")  # and never ends its request
        assert ask(server, "/metrics").status == 200


def test_a_port_in_use_is_the_users_to_change(server: WebServer) -> None:
    with pytest.raises(InputError, match=rf"exporter\.port: .*127\.0\.0\.1:{server.port}: Address"):
        WebServer("127.0.0.1", server.port, {})


def test_after_stop_nobody_answers(process: Process) -> None:
    server = WebServer("127.0.0.1", 0, {})
    server.start()
    port = server.port
    assert ask(server, "/").status == HTTPStatus.NOT_FOUND
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=SECONDS)


def test_a_server_that_was_never_started_can_be_stopped() -> None:
    WebServer("127.0.0.1", 0, {}).stop()
