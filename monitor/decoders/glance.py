"""A quick look at a record of `openai_chat`: is it a plain call, and of which conversation?

Most of a decoder's work is building messages, and sampling leaves most of them out.
"""

from typing import Annotated, Literal

import msgspec

from monitor.record import RawRecord


class _Shape(msgspec.Struct, gc=False):
    """An object whose other keys are passed over."""


class _Turn(_Shape):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str
    tool_calls: Annotated[list[None], msgspec.Meta(max_length=0)] | None = None
    function_call: None = None


class _Choice(_Shape):
    message: _Turn
    delta: msgspec.UnsetType = msgspec.UNSET


class _Metadata(_Shape):
    conversation_id: str | None = None


class _Request(_Shape):
    messages: Annotated[list[_Turn], msgspec.Meta(min_length=1)]
    metadata: _Metadata | None = None


class _Response(_Shape):
    choices: Annotated[list[_Choice], msgspec.Meta(min_length=1)]


class _Body(_Shape):
    request: _Request
    response: _Response
    conversation_id: str | None = None
    session_id: str | None = None


_BODY = msgspec.json.Decoder(_Body)


def conversation_at_a_glance(record: RawRecord) -> str | None:
    """The conversation of a call of the plainest shape; null for all others, whatever they hold.

    A record that is known here is one that `openai_chat` reads as one call of this
    conversation: a JSON object with one whole response, and texts as contents. Of the fields
    that are not looked at only the syntax is checked.
    """
    try:
        body = _BODY.decode(record.value or b"")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    metadata = body.request.metadata
    return (
        (metadata.conversation_id if metadata else None) or body.conversation_id or body.session_id
    )
