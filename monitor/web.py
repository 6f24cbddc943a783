"""The HTTP server of one process: a table of paths, each with the function that answers."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_INET, AF_INET6
from socketserver import TCPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

from monitor.errors import InputError
from monitor.status import Status

log = logging.getLogger(__name__)

_IDLE_SECONDS = 10.0
"""How long a client may keep a connection without sending or taking a byte."""
_STOP_POLL_SECONDS = 0.1
_TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Reply:
    """What a path answers. `body` is called for GET alone, so that HEAD is no scrape."""

    body: Callable[[], bytes]
    content_type: str = _TEXT
    status: HTTPStatus = HTTPStatus.OK


Page = Callable[[str], Reply]
"""Given the request's Accept header."""


def text_reply(text: str, status: HTTPStatus = HTTPStatus.OK) -> Reply:
    return Reply(f"{text}\n".encode, status=status)


def pages(
    registry: CollectorRegistry,
    fault: Callable[[], str | None],
    not_ready: Callable[[], str | None],
    status: Callable[[], Status],
) -> Mapping[str, Page]:
    """The paths that every process serves.

    `fault` says what is broken for good (a loop that ended), `not_ready` what the process
    still waits for; both give null when all is well.
    """

    def metrics(accept: str) -> Reply:
        try:
            encoder, content_type = choose_encoder(accept)
        except TypeError:  # the library's answer to a version that is no number
            encoder, content_type = choose_encoder("")
        return Reply(lambda: encoder(registry), content_type)

    def health(why: Callable[[], str | None]) -> Page:
        def answer(_accept: str) -> Reply:
            reason = why()
            if reason is None:
                return text_reply("ok")
            return text_reply(reason, HTTPStatus.SERVICE_UNAVAILABLE)

        return answer

    def status_json(_accept: str) -> Reply:
        return Reply(lambda: status().encode(), "application/json")

    return {
        "/metrics": metrics,
        "/healthz": health(fault),
        "/readyz": health(not_ready),
        "/status.json": status_json,
    }


class WebServer:
    """Serves pages on its own threads, one for each connection, until it is stopped."""

    def __init__(self, host: str, port: int, table: Mapping[str, Page]) -> None:
        """Binds at once (port 0 takes a free one); raises `InputError` where it cannot."""
        try:
            self._server = _Server((host, port), table)
        except OSError as error:
            reason = error.strerror or error
            raise InputError(
                f"exporter.host, exporter.port: cannot listen on {host}:{port}: {reason}"
            ) from error
        self._thread = Thread(
            target=self._server.serve_forever, args=(_STOP_POLL_SECONDS,), name="web", daemon=True
        )

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; replies under way are cut when the process ends."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], table: Mapping[str, Page]) -> None:
        self.table = table
        self.address_family = AF_INET6 if ":" in address[0] else AF_INET
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Without the reverse name look-up of the standard library's, which can take seconds."""
        TCPServer.server_bind(self)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no event of ours; its address is nobody's business."""
        log.debug("a connection ended early", exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "sycomon"
    sys_version = ""
    timeout = _IDLE_SECONDS

    def do_GET(self) -> None:
        try:
            reply = self._find()
            body = reply.body()
        except Exception:
            log.exception("a page could not be made")
            reply = text_reply("internal error", HTTPStatus.INTERNAL_SERVER_ERROR)
            body = reply.body()
        self._head(reply, {"Content-Length": str(len(body))})
        self.wfile.write(body)

    def do_HEAD(self) -> None:
        self._head(self._find(), {})

    def _refuse(self) -> None:
        reply = text_reply("only GET and HEAD", HTTPStatus.METHOD_NOT_ALLOWED)
        body = reply.body()
        self._head(reply, {"Allow": "GET, HEAD", "Content-Length": str(len(body))})
        self.wfile.write(body)

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = _refuse

    def _find(self) -> Reply:
        page = self.server.table.get(urlsplit(self.path).path)
        if page is None:
            paths = "\n".join(self.server.table)
            return text_reply(f"not found; here are:\n{paths}", HTTPStatus.NOT_FOUND)
        return page(self.headers.get("Accept", ""))

    def _head(self, reply: Reply, headers: Mapping[str, str]) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Cache-Control", "no-store")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request, without saying any of it back."""
        self.close_connection = True
        reply = text_reply(HTTPStatus(code).phrase, HTTPStatus(code))
        self._head(reply, {})
        if self.command != "HEAD":
            self.wfile.write(reply.body())

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing of a request."""
