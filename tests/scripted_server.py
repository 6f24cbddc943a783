"""A model server that says what a function tells it to: real HTTP on a loopback port."""

import argparse
import importlib
import json
import signal
import socket
import ssl
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

Messages = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    """What the server sends: a stream where one is asked for. `body` takes the place of the chat
    completion; `delay` is before the first byte and `drip` after each one, in seconds. After
    `cut` bytes of the body the connection is reset, at 0 before the headers. `root` stands in
    `/v1/models` only. `usage` are prompt and completion tokens."""

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
    cut: int | None = None
    reasoning: str | None = None
    root: str | None = None
    usage: tuple[int, int] | None = None

    def encoded(self) -> bytes:
        """The body: what was given, an error for a bad status, or a chat completion."""
        if self.body is not None:
            return self.body
        if self.status >= 400:
            return json.dumps({"error": {"message": "scripted", "type": "scripted"}}).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        if self.reasoning is not None:
            message["reasoning_content"] = self.reasoning
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        completion = {**self._frame("chat.completion"), "choices": [choice]}
        if self.usage is not None:
            completion["usage"] = self._usage(self.usage)
        return json.dumps(completion).encode()

    def streamed(self) -> bytes:
        """The same as events: each word for itself, and the usage last."""
        words = [f"{word} " for word in (self.text or "").split(" ")]
        words[-1] = words[-1].removesuffix(" ")
        deltas: list[Mapping[str, str | None]] = [{"role": "assistant", "content": ""}]
        deltas += [{"reasoning_content": self.reasoning}] if self.reasoning else []
        deltas += [{"content": word} for word in words]
        deltas += [{"refusal": self.refusal}] if self.refusal else []
        choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas] + [
            {"index": 0, "delta": {}, "finish_reason": self.finish_reason}
        ]
        frame = self._frame("chat.completion.chunk")
        events = [{**frame, "choices": [choice]} for choice in choices]
        if self.usage is not None:
            events.append({**frame, "choices": [], "usage": self._usage(self.usage)})
        return b"".join(
            b"data: %s\n\n" % data
            for data in [*(json.dumps(event).encode() for event in events), b"[DONE]"]
        )

    def _frame(self, kind: str) -> dict[str, Any]:
        return {
            "id": "scripted",
            "object": kind,
            "created": 0,
            "model": self.model,
            "system_fingerprint": self.fingerprint,
        }

    def _usage(self, tokens: tuple[int, int]) -> Mapping[str, int]:
        return {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}


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
        self.listed = 0
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
        if urlsplit(self.path).path != "/v1/models":
            self._send(ScriptedReply(status=404))
            return
        reply = self.server.script([])
        with self.server.lock:
            self.server.listed += 1
        entry = {"id": reply.model, "object": "model", "root": reply.root or reply.model}
        body = json.dumps({"object": "list", "data": [entry]}).encode()
        self._send(reply if reply.status >= 400 else ScriptedReply(body=body))

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", "0")))
        if urlsplit(self.path).path != "/v1/chat/completions":
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
        self._send(reply, is_stream=body.get("stream") is True)

    def _send(self, reply: ScriptedReply, is_stream: bool = False) -> None:
        is_stream = is_stream and reply.body is None and reply.status < 400
        body = reply.streamed() if is_stream else reply.encoded()
        if reply.cut == 0:
            self._reset()
            return
        self.send_response_only(reply.status)
        self.send_header("content-type", "text/event-stream" if is_stream else reply.content_type)
        self.send_header("content-length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if reply.cut is not None:
            self.wfile.write(body[: reply.cut])
            self.wfile.flush()
            self._reset()
        elif reply.drip:
            for number in range(len(body)):
                self.wfile.write(body[number : number + 1])
                self.wfile.flush()
                if self.server.closing.wait(reply.drip):
                    return
        else:
            self.wfile.write(body)
        self.wfile.flush()

    def _reset(self) -> None:
        """Close the connection so that the other side is told that it was cut off."""
        self.close_connection = True
        now = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, now)
        self.connection.close()


class ScriptedModelServer:
    """Speaks `/v1/chat/completions` and `/v1/models` while its context lasts.

    `script` is called with the messages of each request (with none for `/v1/models`) and may
    be called from many threads at once. Asked as a proxy for plain HTTP it answers in the place of
    whoever is asked. With `tls` it speaks HTTPS.
    """

    def __init__(self, script: Script, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self._script = script
        self._port = port
        self._tls = tls
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
        return f"{'https' if self._tls else 'http'}://{host!s}:{port}/v1"

    @property
    def asked(self) -> list[Asked]:
        """The chat requests up to now."""
        with self._running.lock:
            return list(self._running.asked)

    @property
    def listed(self) -> int:
        """How often `/v1/models` was asked for."""
        return self._running.listed

    @property
    def most_in_flight(self) -> int:
        """The most chat requests that were waiting for their script at once."""
        return self._running.most_in_flight

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", self._port), self._script)
        if self._tls is not None:
            self._server.socket = self._tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
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


def every(number: int, one: ScriptedReply, other: ScriptedReply) -> Script:
    """A script that gives `one` at each `number`-th request and `other` at the rest."""
    lock, asked = Lock(), count(1)

    def answer(_: Messages) -> ScriptedReply:
        with lock:
            return one if next(asked) % number == 0 else other

    return answer


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
