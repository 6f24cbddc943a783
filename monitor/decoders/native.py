"""The format `native`: one JSON object for each call, for those who write their own log."""

from monitor.decoders import Decoded, LiveCall
from monitor.decoders.shapes import (
    Fields,
    ShapeFault,
    decoder,
    failure_of,
    marks_of,
    messages_of,
    text_or_none,
    time_of,
)
from monitor.exchange import Role
from monitor.record import RawRecord


def _read(record: RawRecord, body: Fields) -> Decoded:
    """One call: the whole conversation, the last message being the reply.

    ```json
    {"conversation": "c-81", "model": "gpt-5", "time": 1767225600.5, "messages": [
      {"role": "user", "content": "What is the capital of France?"},
      {"role": "assistant", "content": "The capital of France is Paris."}]}
    ```

    `messages` is needed, all else may be missing. `messages` are as in the OpenAI chat API:
    content is a text, null or a list of parts, and `tool_calls` may stand beside it.
    `conversation` ties calls together; without it each call is a conversation of its own.
    `time` is in Unix seconds (or RFC 3339), else the record's own time. `finish_reason` says
    how the reply ended: `stop` and words like it, `content_filter` and words like it
    (withheld), and every other word (`length`, `error`, `abort` …) for one that was cut off.
    `response_id`, `user` and the names of the record's headers are how our own calls are known.
    Other keys are not read.
    """
    messages = messages_of(body.get("messages"), "messages")
    reply = messages[-1]
    if reply.role is not Role.ASSISTANT:
        raise ShapeFault(f"messages[{len(messages) - 1}].role: the last must be the assistant's")
    time = time_of(body.get("time"))
    response_id = text_or_none(body.get("response_id"))
    return LiveCall(
        messages=messages,
        model=text_or_none(body.get("model")),
        conversation=text_or_none(body.get("conversation")),
        response_id=response_id,
        event_time=record.timestamp if time is None else time,
        failure=failure_of(reply, refusal=False, finish=text_or_none(body.get("finish_reason"))),
        marks=marks_of(record, body.get("user"), response_id),
    )


native = decoder(_read)
