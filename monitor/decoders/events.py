"""The chunks of a streamed response in the text of its event stream."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from monitor.decoders.shapes import Fields, ShapeFault, parse_json

CUT: Fields = {"error": "the text ends inside this chunk"}
"""Stands for the last chunk when only a part of it was logged: the stream broke off there."""

_LINE_END = re.compile(r"\r\n|\n|\r")  # not splitlines: JSON may hold other line ends
_DATA_LINE = re.compile(r"(?:\A|[\r\n])data:")
_DONE = "[DONE]"

_Line = tuple[int, str]
"""The number of a line, from 1, and its data."""


def is_event_stream(text: str) -> bool:
    """Whether any line of a text holds the data of an event."""
    return _DATA_LINE.search(text) is not None


def chunks_in(text: str, path: str) -> Iterator[Any]:
    """What the events of a text say, up to `[DONE]`.

    An event ends at an empty line. The data lines of one event are one JSON text, or, where a
    log dropped the empty lines, each is an event of its own. Comments, other fields and empty
    data are passed over. Raises `ShapeFault` for what is not JSON, unless the text ends there.
    """
    data = [found for event in _events(text) for found in _texts(event)]
    for place, (number, found) in enumerate(data):
        if found.strip() == _DONE:
            return
        try:
            yield parse_json(found.strip(), f"{path}, line {number}")
        except ShapeFault:
            if place < len(data) - 1:
                raise
            yield CUT


def chunks_of(entries: Sequence[Any], path: str) -> Sequence[Any]:
    """The chunks in a list of them up to `[DONE]`, as values or JSON texts; or in a list of the
    lines or events of an event stream."""
    texts = [entry for entry in entries if isinstance(entry, str)]
    if len(texts) == len(entries) and any(map(is_event_stream, texts)):
        return list(chunks_in("\n".join(texts), path))
    found: list[Any] = []
    for entry in entries:
        text = entry.strip() if isinstance(entry, str) else entry
        if text == _DONE:
            break
        if text != "":
            found.append(entry)
    return found


def _events(text: str) -> Iterator[list[_Line]]:
    lines = enumerate(_LINE_END.split(text), start=1)
    for is_between, event in groupby(lines, key=lambda line: not line[1]):
        if not is_between:
            fields = ((number, *line.partition(":")) for number, line in event)
            yield [(n, data) for n, name, _, data in fields if name == "data" and data.strip()]


def _texts(event: list[_Line]) -> Sequence[_Line]:
    """The JSON texts of one event."""
    if len(event) < 2 or _is_json(event[0][1]):
        return event
    return [(event[0][0], "\n".join(data for _, data in event))]


def _is_json(text: str) -> bool:
    try:
        parse_json(text, "")
    except ShapeFault:
        return False
    return True
