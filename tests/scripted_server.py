"""A model server that says what a function tells it to: real HTTP on a loopback port."""

import argparse
import importlib
import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Self

Messages = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """What the server sends. `body` takes the place of the chat completion; `delay` is before
    the first byte and `drip` after each one, in seconds."""

    text: str | None = ""
    model: str = "scripted-1"
    finish_reason: str = "stop"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    refusal: str | None = None
    fingerprint: str | None = None
    content_type: str = "application/json"
    body: bytes | None = None
    delay: float = 0.0
    drip: float = 0.0

    def encoded(self) -> bytes:
        """The body: what was given, an error for a bad status, or a chat completion."""
        if self.body is not None:
            return self.body
        if self.status >= 400:
            return json.dumps({"error": {"message": "scripted", "type": "scripted"}}).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        completion = {
            "id": "scripted",
            "object": "chat.completion",
            "created": 0,
            "model": self.model,
            "system_fingerprint": self.fingerprint,
            "choices": [choice],
        }
        return json.dumps(completion).encode()


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in; header names are in lower case."""

    headers: Mapping[str, str]
    body: Mapping[str, Any]


Script = Callable[[Messages], ScriptedReply]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], script: Script) -> None:
        self.script = script
        self.closing = Event()
        self.lock = Lock()
        self.asked: list[Asked] = []
        self.in_flight = 0
        self.most_in_flight = 0
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about; nothing to print."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, format: str, *args: Any) -> None:
        """Tests read what was asked, not a log."""

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            self._send(ScriptedReply(status=404))
            return
        model = self.server.script([]).model
        body = {"object": "list", "data": [{"id": model, "object": "model"}]}
        self._send(ScriptedReply(body=json.dumps(body).encode()))

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", "0")))
        if self.path != "/v1/chat/completions":
            self._send(ScriptedReply(status=404))
            return
        body = json.loads(content)
        server = self.server
        with server.lock:
            server.asked.append(Asked({k.lower(): v for k, v in self.headers.items()}, body))
            server.in_flight += 1
            server.most_in_flight = max(server.most_in_flight, server.in_flight)
        try:
            reply = server.script(body["messages"])
            if reply.delay:
                server.closing.wait(reply.delay)
        finally:
            with server.lock:
                server.in_flight -= 1
        self._send(reply)

    def _send(self, reply: ScriptedReply) -> None:
        body = reply.encoded()
        self.send_response_only(reply.status)
        self.send_header("content-type", reply.content_type)
        self.send_header("content-length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if reply.drip:
            for number in range(len(body)):
                self.wfile.write(body[number : number + 1])
                self.wfile.flush()
                if self.server.closing.wait(reply.drip):
                    return
        else:
            self.wfile.write(body)
        self.wfile.flush()


class ScriptedModelServer:
    """Speaks `/v1/chat/completions` and `/v1/models` while its context lasts.

    `script` is called with the messages of each request (with none for `/v1/models`) and may
    be called from many threads at once.
    """

    def __init__(self, script: Script, port: int = 0) -> None:
        self._script = script
        self._port = port
        self._server: _Server | None = None
        self._thread: Thread | None = None

    @property
    def _running(self) -> _Server:
        assert self._server is not None, "the server runs only inside its context"
        return self._server

    @property
    def url(self) -> str:
        """Base URL, with its `/v1`."""
        host, port = self._running.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    @property
    def asked(self) -> list[Asked]:
        """The chat requests up to now."""
        with self._running.lock:
            return list(self._running.asked)

    @property
    def most_in_flight(self) -> int:
        """The most chat requests that were waiting for their script at once."""
        return self._running.most_in_flight

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", self._port), self._script)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        server = self._running
        server.closing.set()
        server.shutdown()
        server.server_close()


def in_turn(*replies: ScriptedReply) -> Script:
    """A script that gives these replies one after the other, and the last one for ever."""
    waiting: Iterator[ScriptedReply] = iter(replies[:-1])
    return lambda _: next(waiting, replies[-1])


def main() -> None:
    """Serve until SIGTERM or SIGINT; prints the URL first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("script", help="module:function that maps messages to a ScriptedReply")
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    module, _, name = arguments.script.partition(":")
    script: Script = getattr(importlib.import_module(module), name)
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with ScriptedModelServer(script, arguments.port) as server:
        print(server.url, flush=True)
        stop.wait()


if __name__ == "__main__":
    main()
