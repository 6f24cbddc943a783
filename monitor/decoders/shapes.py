"""Reading the shapes that chat formats share: JSON values, messages, parts, tool calls, times."""

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

from monitor.decoders import DeadReason, Decoded, Decoder, Undecodable
from monitor.exchange import Message, Role, ToolCall
from monitor.finish_reasons import failure_of_finish
from monitor.record import RawRecord
from monitor.verdict import Reason

Fields = Mapping[str, Any]

ROLES: Mapping[str, Role] = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}

_TEXT_PARTS: Mapping[str, str] = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "refusal": "refusal",
}
_IMAGE_PARTS = frozenset({"image_url", "input_image"})

_FRAMING_BYTES = 5  # a zero and the schema's number in four bytes, before the payload
_MAX_REFERENCE = 2048
_LAST_SECOND = 1e11  # the year 5138; larger numbers count smaller units
_UNITS_PER_SECOND = (1, 1e3, 1e6, 1e9)
_DATA_URL = re.compile(r"data:[\w/+.;=-]{0,128}base64,[A-Za-z0-9+/=_%-]*+")


class ShapeFault(Exception):
    """A record is not what its format promises. Stays inside the decoders, as their early exit."""

    def __init__(self, detail: str, reason: DeadReason = DeadReason.WRONG_SHAPE) -> None:
        super().__init__(detail)
        self.detail = detail
        self.reason = reason


def decoder(read: Callable[[RawRecord, Fields], Decoded]) -> Decoder:
    """A decoder that opens the record's JSON object, has it read, and never raises."""

    def decode(record: RawRecord) -> tuple[Decoded]:
        try:
            return (read(record, _open(record.value)),)
        except ShapeFault as fault:
            return (Undecodable(fault.reason, fault.detail),)

    decode.__doc__ = read.__doc__
    return decode


def _open(value: bytes | None) -> Fields:
    if not value:
        what = "null" if value is None else "empty"
        raise ShapeFault(f"the value is {what}", DeadReason.EMPTY_VALUE)
    if value[0] == 0 and len(value) >= _FRAMING_BYTES:
        raise ShapeFault("the value starts with a schema number", DeadReason.SCHEMA_REGISTRY)
    return fields_of(parse_json(value, "the value"), "the value")


def parse_json(text: bytes | str, path: str) -> Any:
    """What a JSON text says. NaN, infinities and nesting beyond 1,024 levels are refused."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        # The library's message may quote the record, its position does not.
        fault = f"{path}: not JSON at character {error.pos}"
        raise ShapeFault(fault, DeadReason.NOT_JSON) from error


def fields_of(value: Any, path: str) -> Fields:
    """`value` as a JSON object."""
    if not isinstance(value, dict):
        raise ShapeFault(f"{path}: an object is needed, not {_kind(value)}")
    return value


def list_of(value: Any, path: str) -> list[Any]:
    """`value` as a JSON list."""
    if not isinstance(value, list):
        raise ShapeFault(f"{path}: a list is needed, not {_kind(value)}")
    return value


def text_or_none(value: Any) -> str | None:
    """An id or a name: a text that is not empty, or a whole number; else null."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def messages_of(value: Any, path: str) -> tuple[Message, ...]:
    """A list of at least one message."""
    entries = list_of(value, path)
    if not entries:
        raise ShapeFault(f"{path}: empty")
    return tuple(message_of(entry, f"{path}[{index}]") for index, entry in enumerate(entries))


def message_of(value: Any, path: str) -> Message:
    """One message; its content may be a text, null or a list of parts."""
    fields = fields_of(value, path)
    role = fields.get("role")
    if not isinstance(role, str) or role not in ROLES:
        raise ShapeFault(f"{path}.role: one of {', '.join(ROLES)} is needed")
    text, images = content_of(fields.get("content"), f"{path}.content")
    return Message(role=ROLES[role], content=text, tool_calls=calls_of(fields, path), images=images)


def content_of(value: Any, path: str) -> tuple[str, tuple[str, ...]]:
    """The text of a content, and references to its images.

    Texts of several parts are joined by line ends. An image is kept as its URL, or as the hash
    of its bytes; parts of other kinds (audio, files) have no text and are left out.
    """
    if value is None:
        return "", ()
    if isinstance(value, str):
        return _without_bytes(value)
    texts: list[str] = []
    images: list[str] = []
    if not isinstance(value, list):
        what = "a text, null or a list of parts"
        raise ShapeFault(f"{path}: {what} is needed, not {_kind(value)}")
    for index, part in enumerate(value):
        if isinstance(part, str):
            text, inline = _without_bytes(part)
        else:
            text, inline = _part(fields_of(part, f"{path}[{index}]"), f"{path}[{index}]")
        texts += [text] if text else []
        images += inline
    return "\n".join(texts), tuple(images)


def _part(part: Fields, path: str) -> tuple[str, tuple[str, ...]]:
    kind = part.get("type")
    if not isinstance(kind, str):
        raise ShapeFault(f"{path}.type: a text is needed, not {_kind(kind)}")
    if kind in _TEXT_PARTS:
        text = part.get(_TEXT_PARTS[kind])
        if not isinstance(text, str):
            raise ShapeFault(f"{path}.{_TEXT_PARTS[kind]}: a text is needed, not {_kind(text)}")
        return _without_bytes(text)
    if kind in _IMAGE_PARTS:
        image = part.get("image_url")
        url = image.get("url") if isinstance(image, dict) else image
        if not isinstance(url, str):
            raise ShapeFault(f"{path}.image_url: a URL is needed, not {_kind(url)}")
        return "", (_reference(url),)
    return "", ()


def _without_bytes(text: str) -> tuple[str, tuple[str, ...]]:
    """Images that were pasted into a text as base64 are taken out of it and kept as hashes."""
    if "base64," not in text:
        return text, ()
    images = tuple(_reference(url) for url in _DATA_URL.findall(text))
    return _DATA_URL.sub("[image]", text), images


def _reference(url: str) -> str:
    if url.startswith("data:") or len(url) > _MAX_REFERENCE:
        payload = url.partition(",")[2] or url
        return f"sha256:{hashlib.sha256(payload.encode()).hexdigest()}"
    return url


def calls_of(fields: Fields, path: str) -> tuple[ToolCall, ...]:
    """The tool calls of a message, with the older single `function_call`."""
    calls = [
        _call(fields_of(entry, f"{path}.tool_calls[{index}]"), f"{path}.tool_calls[{index}]")
        for index, entry in enumerate(list_of(fields.get("tool_calls") or [], f"{path}.tool_calls"))
    ]
    older = fields.get("function_call")
    if older is not None:
        calls.append(_call({"function": older}, path))
    return tuple(calls)


def _call(entry: Fields, path: str) -> ToolCall:
    for key, argument in (("function", "arguments"), ("custom", "input")):
        if entry.get(key) is not None:
            what = fields_of(entry[key], f"{path}.{key}")
            name = text_or_none(what.get("name"))
            if name is None:
                raise ShapeFault(f"{path}.{key}.name: a text is needed")
            return ToolCall(name=name, arguments=_arguments(what.get(argument), path))
    raise ShapeFault(f"{path}: function or custom is needed")


def _arguments(value: Any, path: str) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _without_bytes(value)[0]
    try:
        return _without_bytes(orjson.dumps(value).decode())[0]
    except orjson.JSONEncodeError as error:
        raise ShapeFault(f"{path}: the arguments are nested too deeply") from error


def failure_of(reply: Message, refusal: bool, finish: str | None) -> Reason | None:
    """Why a reply cannot be judged; null when it can. A call of tools is a reply."""
    failure = failure_of_finish(finish)
    if refusal and failure is not Reason.FILTERED:
        return Reason.REFUSAL
    if failure is not None:
        return failure
    return None if reply.content.strip() or reply.tool_calls else Reason.EMPTY


def time_of(*values: Any) -> float | None:
    """The first usable time, as Unix seconds.

    Usable are RFC 3339 texts, and numbers of seconds, milli-, micro- or nanoseconds since 1970,
    told apart by their size.
    """
    return next((time for time in map(_time, values) if time is not None), None)


def _time(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            parsed = datetime.fromisoformat(value)
        except ValueError:
            return None
        value = (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        return None
    return next((value / unit for unit in _UNITS_PER_SECOND if value / unit < _LAST_SECOND), None)


def marks_of(record: RawRecord, *values: Any) -> tuple[str, ...]:
    """What our own calls can be known by: given values, and the names of the record's headers."""
    marks = [mark for mark in map(text_or_none, values) if mark is not None]
    return (*marks, *(name.lower() for name, _ in record.headers))


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a boolean"}
    return "null" if value is None else names.get(type(value), "a number")
