"""A scripted model behind the OpenAI chat API, on a port of the loopback interface."""

import json
import logging
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError

from monitor.clock import Clock
from monitor.demo.scripted.labels import ScriptedJudge
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.pictures import reference_of
from monitor.exchange import Message, Role

log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.05
_MAX_BYTES = 1024 * 1024


class _Text(BaseModel):
    type: Literal["text"]
    text: str


class _Picture(BaseModel):
    """`url` becomes the reference of the picture that it holds."""

    url: Annotated[str, AfterValidator(reference_of)]


class _Image(BaseModel):
    type: Literal["image_url"]
    image_url: _Picture


_Part = Annotated[_Text | _Image, Field(discriminator="type")]


def _parts(content: Any) -> Any:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


class _Said(BaseModel):
    role: Role
    content: Annotated[tuple[_Part, ...], BeforeValidator(_parts)]

    def message(self) -> Message:
        return Message(
            role=self.role,
            content="\n".join(part.text for part in self.content if isinstance(part, _Text)),
            images=tuple(part.image_url.url for part in self.content if isinstance(part, _Image)),
        )


class _Request(BaseModel):
    """What is read of a chat request; the rest of it may be anything."""

    messages: tuple[_Said, ...] = Field(min_length=1)
    stream: Literal[False] | None = None


class ScriptedServer:
    """Speaks `/v1/chat/completions` (text and PNG pictures, not streamed) and `/v1/models` while
    its context lasts. A request with the system message of a rubric is answered by the judge that
    knows what `model` means, and is served as another model. `model` may be asked from many
    threads at once."""

    def __init__(self, model: ScriptedModel, clock: Clock) -> None:
        self._server = _Server(model, clock)
        self._thread = Thread(target=self._server.serve_forever, args=(_LOOK_SECONDS,), daemon=True)

    @property
    def url(self) -> str:
        """Base URL for OpenAI clients."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, model: ScriptedModel, clock: Clock) -> None:
        self.model = model
        self.judge = ScriptedJudge(model)
        self.clock = clock
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        log.debug("a client hung up", exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    # Head and body in one segment, at once: else each reply waits for an acknowledgement.
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            self._refuse(HTTPStatus.NOT_FOUND, f"there is no {self.path}")
            return
        model = {"id": self.server.model.behaviour.version, "object": "model"}
        self._send(HTTPStatus.OK, {"object": "list", "data": [model]})

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > _MAX_BYTES:
            self.close_connection = True
            self._refuse(HTTPStatus.BAD_REQUEST, f"a body of at most {_MAX_BYTES} bytes is needed")
            return
        content = self.rfile.read(int(length))
        if self.path != "/v1/chat/completions":
            self._refuse(HTTPStatus.NOT_FOUND, f"there is no {self.path}")
            return
        try:
            request = _Request.model_validate_json(content)
        except ValidationError as error:
            faults = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            self._refuse(HTTPStatus.BAD_REQUEST, "; ".join(faults))
            return
        self._send(HTTPStatus.OK, self._completion(request))

    def _completion(self, request: _Request) -> Mapping[str, Any]:
        said = [one.message() for one in request.messages]
        label = self.server.judge.answer(said)
        text = self.server.model.reply(said) if label is None else label
        message = {"role": "assistant", "content": text}
        version = self.server.model.behaviour.version
        return {
            "id": "scripted",
            "object": "chat.completion",
            "created": int(self.server.clock.now()),
            "model": version if label is None else f"{version}-judge",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        }

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        self._send(status, {"error": {"message": message, "type": "invalid_request_error"}})

    def _send(self, status: HTTPStatus, fields: Mapping[str, Any]) -> None:
        body = json.dumps(fields).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
