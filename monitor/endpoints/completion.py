"""Reads the body of a reply: a chat completion, whole or as a stream of events. Pure."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ValidationError, field_validator

from monitor.endpoint import Usage
from monitor.finish_reasons import failure_of_finish, finish_of
from monitor.thinking import Spoken, spoken
from monitor.verdict import Reason

_DONE = "[DONE]"
_MOST_TOKENS = 10**9
_HALF_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]")
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
    begun and not ended, `has_end` that the server said that it ended, in whatever way."""

    text: str
    is_cut: bool
    is_refused: bool
    finish: str | None
    has_end: bool
    model: str | None
    fingerprint: str | None
    usage: Usage | None


FAILURES: Sequence[tuple[Callable[[Completion], bool], Reason]] = (
    (lambda reply: failure_of_finish(reply.finish) is Reason.FILTERED, Reason.FILTERED),
    (lambda reply: reply.is_refused, Reason.REFUSAL),
    (lambda reply: failure_of_finish(reply.finish) is Reason.TRUNCATED, Reason.TRUNCATED),
    (lambda reply: reply.is_cut and reply.finish is None, Reason.TRUNCATED),
    (lambda reply: not reply.has_end, Reason.TRUNCATED),
    (lambda reply: not reply.text.strip(), Reason.EMPTY),
)
"""Why a reply cannot be judged: the first that holds."""


def failure_of(reply: Completion) -> Reason | None:
    """Null when it can be judged."""
    return next((reason for holds, reason in FAILURES if holds(reply)), None)


class _Said(BaseModel):
    """A message, or a piece of one."""

    content: str | None = None
    refusal: Any = None

    @field_validator("content", mode="before")
    @classmethod
    def _in_one_piece(cls, content: Any) -> Any:
        return "".join(map(_text_of, content)) if isinstance(content, list) else content


def _text_of(part: Any) -> str:
    """What a part of a message says. Thinking and references have other types."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise ValueError("a part of a message is a text or an object")
    text, kind = part.get("text"), part.get("type")
    return text if isinstance(text, str) and kind in (None, "text") else ""


def _object(value: Any) -> Any:
    return value if isinstance(value, dict) else None


def _word(value: Any) -> str | None:
    """A name, also where a server writes a number; null for what is none."""
    is_word = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_word else None


def _tokens(value: Any) -> int | None:
    """A count; null for what is none."""
    is_count = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_count and 0 <= value < _MOST_TOKENS and value == int(value) else None


_Word = Annotated[str | None, BeforeValidator(_word)]
_Tokens = Annotated[int | None, BeforeValidator(_tokens)]


_Finish = Annotated[str | None, BeforeValidator(finish_of)]


class _Choice(BaseModel):
    message: Annotated[_Said | None, BeforeValidator(_object)] = None
    delta: Annotated[_Said | None, BeforeValidator(_object)] = None
    finish_reason: _Finish = None


class _Usage(BaseModel):
    prompt_tokens: _Tokens = None
    completion_tokens: _Tokens = None


class _Body(BaseModel):
    """What is read of a completion or of one event; the rest of it may be anything. What is only
    read beside the reply counts as not there where it has another type."""

    object: _Word = None
    model: _Word = None
    system_fingerprint: _Word = None
    choices: tuple[_Choice, ...] = ()
    usage: Annotated[_Usage | None, BeforeValidator(_object)] = None
    error: Any = None

    @field_validator("choices", mode="before")
    @classmethod
    def _the_first(cls, choices: Any) -> Any:
        """The others are not read, whatever they are."""
        return choices[:1] if isinstance(choices, list) else () if choices is None else choices

    @field_validator("error")
    @classmethod
    def _says_something(cls, error: Any) -> Any:
        return None if isinstance(error, dict) and not any(error.values()) else error


def read_completion(body: bytes) -> Completion:
    """A whole chat completion; raises `BodyFault`."""
    found = _body(body)
    if not found.choices or found.choices[0].message is None:
        raise BodyFault("the body is no chat completion")
    choice, message = found.choices[0], found.choices[0].message
    return _completion(
        [found], message.content or "", bool(message.refusal), choice.finish_reason, has_end=True
    )


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
    # Servers that say nothing but [DONE] send it after a fault of theirs as well.
    has_end = finish is not None
    return _completion(events, text, any(one.refusal for one in said), finish, has_end)


def _completion(
    bodies: Sequence[_Body], text: str, is_refused: bool, finish: str | None, has_end: bool
) -> Completion:
    """Model, fingerprint and usage stand in the first or in the last of a stream's events."""
    said = _without_thinking(text)
    usage = next((body.usage for body in reversed(bodies) if body.usage is not None), None)
    return Completion(
        text=said.text.strip() if said.thought else text,
        is_cut=said.is_cut,
        is_refused=is_refused,
        finish=finish,
        has_end=has_end,
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
        body = _Body.model_validate_json(_mended(data.removeprefix(BOM_UTF8)))
    except ValidationError:
        # Not `from error`: its text repeats the body.
        raise BodyFault("the body is no chat completion") from None
    if body.error:
        raise BodyFault("the body holds an error", error_codes(body.error))
    if body.object == "error":
        raise BodyFault("the body holds an error", error_codes(json.loads(data)))
    return body


def _mended(data: bytes) -> bytes:
    """With a mark in place of half a character, as a server leaves it that cuts in between."""
    if not _HALF_CHARACTER.search(data):
        return data
    try:
        return json.dumps(json.loads(data), ensure_ascii=False).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return data


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
        text = body.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        raise BodyFault("the stream is not UTF-8", is_broken=True) from None
    for event in _EVENT_END.split(text):
        lines = [line for line in re.split(r"\r\n|\n|\r", event) if line.startswith("data:")]
        if lines:
            yield "\n".join(line.removeprefix("data:").removeprefix(" ") for line in lines)
