"""Showing what a decoder reads in a file of records."""

from collections.abc import Iterator
from pathlib import Path

from monitor.decoders import (
    DeadReason,
    Decoded,
    Ignored,
    LiveCall,
    Undecodable,
    too_large,
    turn_of,
)
from monitor.decoders.catalog import DECODERS
from monitor.errors import InputError
from monitor.offline.files import Row, encoding_fault, lines_of
from monitor.record import RawRecord
from monitor.redaction import redact, redact_text
from monitor.settings.intake import IntakeSettings

_NOT_JSON = f"undecodable:{DeadReason.NOT_JSON}"
_MAX_BYTES: int = IntakeSettings().max_record_bytes
_NO_TIME = -1.0  # no record has it, so it shows that the record itself named none


def decode_file(source: Path, format_name: str) -> Iterator[Row]:
    """Decode a file as if each of its lines were the value of one record.

    Gives a row for each call, ignored record and record that cannot be decoded, also one that
    is larger than the intake reads when nothing else is configured. Texts are
    redacted, as they are before anything is written on. Raises `InputError` at once when
    there is no such format.
    """
    if format_name not in DECODERS:
        known = ", ".join(DECODERS)
        raise InputError(f"format {format_name!r} is not one of: {known}")
    return _decoded_rows(source, format_name)


def _decoded_rows(source: Path, format_name: str) -> Iterator[Row]:
    decode = DECODERS[format_name]
    for number, line in lines_of(source):
        value = line.rstrip(b"\r\n")
        record = RawRecord(
            topic=source.name,
            partition=0,
            offset=number - 1,
            timestamp=_NO_TIME,
            key=None,
            value=value,
        )
        for decoded in decode(record) if len(value) <= _MAX_BYTES else (too_large(_MAX_BYTES),):
            row = {"line": number} | _decoded_row(decoded)
            unreadable = encoding_fault(value) if kind_of(row) == _NOT_JSON else None
            yield row if unreadable is None else row | {"detail": f"the value: {unreadable}"}


def _decoded_row(decoded: Decoded) -> Row:
    if isinstance(decoded, Ignored):
        return {"ignored": str(decoded.reason)}
    if isinstance(decoded, Undecodable):
        return {"undecodable": str(decoded.reason), "detail": decoded.detail}
    return {"call": _call_row(decoded)}


def _call_row(call: LiveCall) -> Row:
    return {
        "conversation": _redacted(call.conversation),
        "turn": turn_of(call),
        "model": _redacted(call.model),
        "response_id": _redacted(call.response_id),
        "event_time": None if call.event_time == _NO_TIME else call.event_time,
        "failure": None if call.failure is None else str(call.failure),
        "messages": [message.model_dump(mode="json") for message in redact(call.messages)],
    }


def _redacted(text: str | None) -> str | None:
    return None if text is None else redact_text(text)


def kind_of(row: Row) -> str:
    """What a decoded row is, to count by: `call`, `call:truncated`, `ignored:no_llm_call` …"""
    if "call" in row:
        failure = row["call"]["failure"]
        return f"call:{failure}" if failure else "call"
    kind = "ignored" if "ignored" in row else "undecodable"
    return f"{kind}:{row[kind]}"
