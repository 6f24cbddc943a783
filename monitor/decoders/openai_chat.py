"""The format `openai_chat`: request and response of a chat completion, as a proxy logs them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from monitor.decoders import DeadReason, Decoded, Ignored, IgnoredReason, LiveCall
from monitor.decoders.events import chunks_in, chunks_of, is_event_stream
from monitor.decoders.shapes import (
    Fields,
    ShapeFault,
    calls_of,
    content_of,
    decoder,
    failure_of,
    fields_of,
    list_of,
    marks_of,
    messages_of,
    parse_json,
    text_or_none,
    time_of,
)
from monitor.exchange import Message, Role, ToolCall
from monitor.record import RawRecord

_OTHER_REQUESTS = frozenset({"input", "prompt", "file", "image"})
"""Keys of requests for embeddings, moderation, images and speech; they have no `messages`."""

_ERROR_KEYS = ("error", "detail")
"""Servers name what went wrong under these."""

_BOM = "\ufeff"
_STREAM_CUT = "length"
"""A stream without a finish reason broke off, so its text is cut as one that met its limit."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """The assistant's side of a call. `finish` is null when the response does not say."""

    message: Message
    refusal: bool
    finish: str | None
    response: Fields
    """Where `id`, `model` and `created` stand."""


def _read(record: RawRecord, body: Fields) -> Decoded:
    """One call: `{"request": {…}, "response": {…}}`, both as on the wire.

    ```json
    {"request": {"model": "gpt-5", "messages": [{"role": "user", "content": "2+2?"}]},
     "response": {"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600,
       "model": "gpt-5-2026-01-01", "choices": [{"index": 0, "finish_reason": "stop",
         "message": {"role": "assistant", "content": "4"}}]},
     "conversation_id": "c-81", "timestamp": 1767225600.5}
    ```

    Either may be a JSON text holding that object. A streamed response is a list of its chunks,
    the text of the event stream, or a list of its lines. Only the first choice is read, and
    its `message` rather than a `delta` beside it. Times are Unix seconds.

    * conversation: `request.metadata.conversation_id`, else `conversation_id`, else
      `session_id` beside the request.
    * event time: `timestamp` beside the request (Unix seconds or RFC 3339), else
      `response.created`, else the record's own.
    * marks: `request.user`, `request.metadata.sycomon`, `response.id`, the names of the record's
      headers and of those in `headers` beside the request.
    * failure: `filtered` (finish reason `content_filter` or a word like it), `refusal` (the
      field of that name), `truncated` (finish reason `length`, `error` or any other that is not
      known to mean an end; or a stream that ends without any, also inside its last chunk),
      `empty`.
    * ignored as no LLM call: embeddings, moderation, images, speech; and calls that gave no
      reply: a null response, an object without choices that has `error`, `detail` or
      `"object": "error"`, a text that is neither JSON nor an event stream (a proxy's page).
      Such a call makes no turn: its retry does.
    """
    if body.get("request") is None:
        raise ShapeFault("request: missing")
    request = fields_of(_unwrapped(body["request"], "request"), "request")
    response = _response(body.get("response"))
    if "messages" not in request:
        return _other_request(request, response)
    messages = messages_of(request["messages"], "request.messages")
    if _has_no_reply(response):
        return Ignored(IgnoredReason.NO_LLM_CALL)
    reply = _streamed(response) if isinstance(response, list) else _whole(response)
    if reply is None:
        return Ignored(IgnoredReason.NO_LLM_CALL)
    response_id = text_or_none(reply.response.get("id"))
    sent = body.get("headers")
    names = [str(name).lower() for name in sent] if isinstance(sent, dict) else []
    time = time_of(body.get("timestamp"), reply.response.get("created"))
    return LiveCall(
        messages=(*messages, reply.message),
        # Not the request's: that is the name that was asked for, whatever stood behind it.
        model=text_or_none(reply.response.get("model")),
        conversation=_conversation(body, request),
        response_id=response_id,
        event_time=record.timestamp if time is None else time,
        failure=failure_of(reply.message, reply.refusal, reply.finish),
        marks=marks_of(
            record, request.get("user"), _metadata(request).get("sycomon"), response_id, *names
        ),
    )


openai_chat = decoder(_read)


def _metadata(request: Fields) -> Fields:
    found = request.get("metadata")
    return found if isinstance(found, dict) else {}


def _conversation(body: Fields, request: Fields) -> str | None:
    return (
        text_or_none(_metadata(request).get("conversation_id"))
        or text_or_none(body.get("conversation_id"))
        or text_or_none(body.get("session_id"))
    )


def _unwrapped(value: Any, path: str) -> Any:
    """What a body says: itself, or what the JSON in its text says."""
    if not isinstance(value, str):
        return value
    text = value.removeprefix(_BOM)
    if not text.strip():
        return None
    if _is_json_text(text):
        return parse_json(text, path)
    raise ShapeFault(f"{path}: neither JSON nor an event stream", DeadReason.NOT_JSON)


def _response(value: Any) -> Any:
    """The response, a stream as the list of its chunks; null where a text holds no response."""
    text = value.removeprefix(_BOM) if isinstance(value, str) else ""
    if text.strip() and not _is_json_text(text):
        return (list(chunks_in(text, "response")) or None) if is_event_stream(text) else None
    found = _unwrapped(value, "response")
    return chunks_of(found, "response") if isinstance(found, list) else found


def _is_json_text(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[")


def _other_request(request: Fields, response: Any) -> Ignored:
    has_output = isinstance(response, dict) and ("output" in response or "choices" in response)
    if has_output or not _OTHER_REQUESTS & request.keys():
        raise ShapeFault("request.messages: missing; only chat completions are read")
    return Ignored(IgnoredReason.NO_LLM_CALL)


def _has_no_reply(response: Any) -> bool:
    if response is None:
        return True
    if not isinstance(response, dict) or response.get("output"):
        return False
    return _is_error(response) and not _choices(response)


def _is_error(fields: Fields) -> bool:
    return any(map(fields.get, _ERROR_KEYS)) or fields.get("object") == "error"


def _choices(response: Fields) -> list[Any]:
    return list_of(response.get("choices") or [], "response.choices")


def _whole(response: Any) -> _Reply | None:
    fields = fields_of(response, "response")
    choices = _choices(fields)
    if not choices:
        raise ShapeFault("response.choices: missing or empty")
    path = "response.choices[0]"
    choice = fields_of(choices[0], path)
    if "delta" in choice and not isinstance(choice.get("message"), dict):
        return _streamed([fields])
    message = fields_of(choice.get("message"), f"{path}.message")
    text, images = content_of(message.get("content"), f"{path}.message.content")
    refusal = text_or_none(message.get("refusal"))
    return _Reply(
        message=Message(
            role=Role.ASSISTANT,
            content=text or refusal or "",
            tool_calls=calls_of(message, f"{path}.message"),
            images=images,
        ),
        refusal=refusal is not None,
        finish=text_or_none(choice.get("finish_reason")),
        response=fields,
    )


@dataclass(slots=True)
class _Stream:
    """What the chunks said so far."""

    head: dict[str, Any] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    calls: dict[int, tuple[list[str], list[str]]] = field(default_factory=dict)
    """Name and arguments in pieces, by the index of the call."""
    finish: str | None = None


def _streamed(chunks: Iterable[Any]) -> _Reply | None:
    """Null when the stream broke before its first choice."""
    stream = _Stream()
    started = failed = False
    for number, entry in enumerate(chunks):
        path = f"response[{number}]"
        chunk = fields_of(_unwrapped(entry, path), path)
        failed = failed or _is_error(chunk)
        for key in ("id", "model", "created"):
            if chunk.get(key) and key not in stream.head:
                stream.head[key] = chunk[key]
        for choice in list_of(chunk.get("choices") or [], f"{path}.choices"):
            fields = fields_of(choice, f"{path}.choices")
            if fields.get("index") in (0, None):
                started = True
                _add(stream, fields, f"{path}.choices")
    if not started and failed:
        return None
    if not started:
        raise ShapeFault("response: a stream without choices")
    text, images = content_of("".join(stream.texts) or "".join(stream.refusals), "response")
    return _Reply(
        message=Message(
            role=Role.ASSISTANT,
            content=text,
            images=images,
            tool_calls=tuple(
                ToolCall(name="".join(name), arguments="".join(arguments))
                for name, arguments in stream.calls.values()
            ),
        ),
        refusal=any(stream.refusals),
        finish=stream.finish or _STREAM_CUT,
        response=stream.head,
    )


def _add(stream: _Stream, choice: Fields, path: str) -> None:
    stream.finish = text_or_none(choice.get("finish_reason")) or stream.finish
    delta = fields_of(choice.get("delta") or {}, f"{path}.delta")
    stream.texts.append(content_of(delta.get("content"), f"{path}.delta.content")[0])
    stream.refusals.append(text_or_none(delta.get("refusal")) or "")
    pieces = list_of(delta.get("tool_calls") or [], f"{path}.delta.tool_calls")
    if delta.get("function_call") is not None:
        pieces = [*pieces, {"index": -1, "function": delta["function_call"]}]
    for piece in pieces:
        fields = fields_of(piece, f"{path}.delta.tool_calls")
        what = fields_of(fields.get("function") or {}, f"{path}.delta.tool_calls.function")
        index = fields.get("index")
        if not isinstance(index, int):
            # Some servers leave it out: a name starts a new call, without one it goes on.
            index = len(stream.calls) - (0 if what.get("name") else 1)
        name, arguments = stream.calls.setdefault(index, ([], []))
        name.append(text_or_none(what.get("name")) or "")
        arguments.append(text_or_none(what.get("arguments")) or "")
