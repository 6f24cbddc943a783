"""Reads the body of a reply: a chat completion, whole or as a stream of events. Pure."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field, ValidationError, field_validator

from monitor.endpoint import Usage
from monitor.thinking import Spoken, spoken
from monitor.verdict import Reason

HALF_WAY = frozenset({"length", "error"})
"""Finish reasons of a reply that has no end: it met a limit, or the model failed. The same as in
live traffic."""

_DONE = "[DONE]"
_EVENT_END = re.compile(r"\r\n\r\n|\n\n|\r\r")


class BodyFault(ValueError):
    """A body that is no reply. `codes` are what an error in it calls itself; `is_broken` says
    that it began as a stream and has no end."""

    def __init__(self, detail: str, codes: Sequence[str] = (), is_broken: bool = False) -> None:
        super().__init__(detail)
        self.detail = detail
        self.codes = codes
        self.is_broken = is_broken


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply as the server gave it. `text` is without thinking; `is_cut` says that thinking was
    begun and not ended."""

    text: str
    is_cut: bool
    is_refused: bool
    finish: str | None
    model: str | None
    fingerprint: str | None
    usage: Usage | None


FAILURES: Sequence[tuple[Callable[[Completion], bool], Reason]] = (
    (lambda reply: reply.finish == "content_filter", Reason.FILTERED),
    (lambda reply: reply.is_refused, Reason.REFUSAL),
    (lambda reply: reply.finish in HALF_WAY, Reason.TRUNCATED),
    (lambda reply: reply.is_cut and reply.finish is None, Reason.TRUNCATED),
    (lambda reply: not reply.text.strip(), Reason.EMPTY),
)
"""Why a reply cannot be judged: the first that holds."""


def failure_of(reply: Completion) -> Reason | None:
    """Null when it can be judged."""
    return next((reason for holds, reason in FAILURES if holds(reply)), None)


class _Part(BaseModel):
    """Part of a message that comes in parts; thinking and references have other types."""

    type: str = "text"
    text: str | None = None


class _Said(BaseModel):
    """A message, or a piece of one."""

    content: str | None = None
    refusal: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _in_one_piece(cls, content: Any) -> Any:
        if not isinstance(content, list):
            return content
        parts = [_Part.model_validate(part) for part in content]
        return "".join(part.text or "" for part in parts if part.type == "text")


class _Choice(BaseModel):
    message: _Said | None = None
    delta: _Said | None = None
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = Field(None, ge=0)
    completion_tokens: int | None = Field(None, ge=0)


class _Body(BaseModel):
    """What is read of a completion or of one event; the rest of it may be anything."""

    model: str | None = None
    system_fingerprint: str | None = None
    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None
    error: Any = None


def read_completion(body: bytes) -> Completion:
    """A whole chat completion; raises `BodyFault`."""
    found = _body(body)
    if not found.choices or found.choices[0].message is None:
        raise BodyFault("the body is no chat completion")
    choice, message = found.choices[0], found.choices[0].message
    return _completion([found], message.content or "", bool(message.refusal), choice.finish_reason)


def read_stream(body: bytes) -> Completion:
    """The events of a stream put together; raises `BodyFault`, broken where it has no end."""
    events: list[_Body] = []
    is_done = False
    for data in _data(body):
        if data == _DONE:
            is_done = True
            break
        try:
            events.append(_body(data.encode("utf-8", "surrogatepass")))
        except BodyFault as fault:
            raise BodyFault(fault.detail, fault.codes, is_broken=True) from None
    pieces = [choice for event in events for choice in event.choices[:1]]
    finish = next((piece.finish_reason for piece in pieces if piece.finish_reason), None)
    if not events:
        raise BodyFault("the body is no stream of a chat completion")
    if finish is None and not is_done:
        raise BodyFault("the stream broke off", is_broken=True)
    said = [piece.delta for piece in pieces if piece.delta is not None]
    text = "".join(one.content or "" for one in said)
    return _completion(events, text, any(one.refusal for one in said), finish)


def _completion(
    bodies: Sequence[_Body], text: str, is_refused: bool, finish: str | None
) -> Completion:
    """Model, fingerprint and usage stand in the first or in the last of a stream's events."""
    said = _without_thinking(text)
    usage = next((body.usage for body in reversed(bodies) if body.usage is not None), None)
    return Completion(
        text=said.text.strip() if said.thought else text,
        is_cut=said.is_cut,
        is_refused=is_refused,
        finish=finish,
        model=next((body.model for body in bodies if body.model), None),
        fingerprint=next((b.system_fingerprint for b in bodies if b.system_fingerprint), None),
        usage=None if usage is None else Usage(usage.prompt_tokens, usage.completion_tokens),
    )


def _without_thinking(text: str) -> Spoken:
    """JSON stays as it is: one of its strings may speak of a tag."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return spoken(text)
        return Spoken(text, thought=False, is_cut=False)
    return spoken(text)


def _body(data: bytes) -> _Body:
    try:
        body = _Body.model_validate_json(data)
    except ValidationError:
        # Not `from error`: its text repeats the body.
        raise BodyFault("the body is no chat completion") from None
    if body.error is not None:
        raise BodyFault("the body holds an error", error_codes(body.error))
    return body


def error_codes(error: Any) -> Sequence[str]:
    """What an error calls itself: its code, its type, Azure's inner code, and the class that
    LiteLLM puts before the message. They are not trusted: look them up, and never repeat them."""
    if not isinstance(error, dict):
        return ()
    inner = error.get("innererror")
    message = error.get("message")
    found = (
        error.get("code"),
        error.get("type"),
        inner.get("code") if isinstance(inner, dict) else None,
        message.partition(":")[0].removeprefix("litellm.") if isinstance(message, str) else None,
    )
    return [code for code in found if isinstance(code, str)]


def _data(body: bytes) -> Iterator[str]:
    """The data of each event, comments and other fields left out."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BodyFault("the stream is not UTF-8", is_broken=True) from None
    for event in _EVENT_END.split(text):
        lines = [line for line in re.split(r"\r\n|\n|\r", event) if line.startswith("data:")]
        if lines:
            yield "\n".join(line.removeprefix("data:").removeprefix(" ") for line in lines)
