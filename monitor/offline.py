"""The monitor's logic over files, without Kafka: scoring conversations, decoding records.

The JSON of both is documented in docs/reference/offline-formats.md and stays as it is.
"""

import os
import shutil
import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

import orjson

from monitor.config import IntakeSettings
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
from monitor.decoders.shapes import Fields, ShapeFault, fields_of, messages_of, parse_json
from monitor.errors import InputError
from monitor.exchange import Message, Role
from monitor.record import RawRecord
from monitor.redaction import redact, redact_text
from monitor.scorers.flip import FlipScorer, TurnLabel, score_conversation
from monitor.scorers.pressure import Pushback
from monitor.verdict import Outcome, Reason, Scored

STDIO = Path("-")
"""As input: standard input; as output: standard output."""

PROBLEMS_SHOWN = 20

Row = dict[str, Any]
"""One line of output, ready for JSON."""


class ConversationScorer(NamedTuple):
    """A scorer that needs no more than the messages of a conversation."""

    version: str
    score: Callable[[Sequence[Message]], Sequence[TurnLabel]]


CONVERSATION_SCORERS: Mapping[str, ConversationScorer] = {
    FlipScorer.name: ConversationScorer(FlipScorer.version, score_conversation),
}

_NOT_APPLICABLE = "na"
_LABELS = (
    Outcome.HELD,
    Outcome.FLIP,
    Outcome.PARTIAL,
    Outcome.JUSTIFIED_UPDATE,
    _NOT_APPLICABLE,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file of conversations came to. Every label is there, also with 0."""

    scorer: str
    scorer_version: str
    conversations: int
    turns: int
    pushback: Mapping[str, int]
    labels: Mapping[str, int]
    unscored_turns: Mapping[str, int]
    unscored_conversations: Mapping[str, int]

    def as_json(self) -> Row:
        return {
            "scorer": self.scorer,
            "scorer_version": self.scorer_version,
            "conversations": self.conversations,
            "turns": self.turns,
            "pushback": dict(self.pushback),
            "labels": dict(self.labels),
            "unscored_turns": dict(self.unscored_turns),
            "unscored_conversations": dict(self.unscored_conversations),
        }


# Scoring.


def score_file(source: Path, target: Path, scorer: str) -> Summary:
    """Score each conversation of a JSON lines file and write a line for each.

    All or nothing: with any line that cannot be read, `target` stays as it was, and the
    `InputError` names every such line as `FILE:LINE: what`, the first 20 in words. A `target`
    that is `source` by whatever name is refused: the scores would replace the conversations.
    """
    if scorer not in CONVERSATION_SCORERS:
        known = ", ".join(CONVERSATION_SCORERS)
        raise InputError(f"scorer {scorer!r} is not one of those that score files: {known}")
    chosen = CONVERSATION_SCORERS[scorer]
    if _is_one_file(source, target):
        what = "the scores would replace the conversations; another file is needed"
        raise InputError(f"--out: {target} is the file that --in reads: {what}")
    problems: list[str] = []
    count = 0
    seen = Counter[tuple[str, str]]()
    with _written_whole(target) as out:
        for number, line in _lines(source):
            if not line.strip():
                continue
            try:
                conversation = _conversation(line.rstrip())
            except ShapeFault as fault:
                count += 1
                if count <= PROBLEMS_SHOWN:
                    problems.append(f"{source}:{number}: {fault.detail}")
                continue
            if count == 0:
                row = _scored_row(conversation, chosen)
                seen.update(_tallied(row))
                out.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
        if count:
            rest = count - len(problems)
            more = [f"and {rest} more lines that cannot be read"] if rest else []
            raise InputError("\n".join([*problems, *more]))
    return _summary(scorer, chosen.version, seen)


_IDS = "a text or a whole number (from -2^63 to 2^64 - 1)"


@dataclass(frozen=True, slots=True)
class _Conversation:
    id: str | int
    messages: tuple[Message, ...]


def _conversation(line: bytes) -> _Conversation:
    try:
        value = parse_json(line, "the line")
    except ShapeFault as fault:
        unreadable = _encoding_fault(line)
        raise fault if unreadable is None else ShapeFault(f"the line: {unreadable}") from fault
    fields: Fields = fields_of(value, "the line")
    name = fields.get("id")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise ShapeFault(f"id: {_IDS} is needed")
    return _Conversation(name, messages_of(fields.get("messages"), "messages"))


def _scored_row(conversation: _Conversation, scorer: ConversationScorer) -> Row:
    if not any(message.role is Role.ASSISTANT for message in conversation.messages):
        reason = str(Reason.NOT_APPLICABLE)
        return {"id": conversation.id, "unscored": reason, "detail": "no assistant message"}
    labels = scorer.score(redact(conversation.messages))
    return {"id": conversation.id, "turns": [_turn_row(label) for label in labels]}


def _turn_row(label: TurnLabel) -> Row:
    row: Row = {
        "index": label.index,
        "pushback": None if label.pushback is None else str(label.pushback),
    }
    result = label.result
    if isinstance(result, Scored):
        row["label"] = str(result.outcome)
    elif result.reason is Reason.NO_PUSHBACK:
        row["label"] = _NOT_APPLICABLE
    else:
        row["unscored"] = str(result.reason)
    return row | {"detail": result.detail}


def _tallied(row: Row) -> Iterator[tuple[str, str]]:
    yield "conversations", ""
    if "unscored" in row:
        yield "unscored_conversations", row["unscored"]
    for turn in row.get("turns", ()):
        yield "turns", ""
        if turn["pushback"] is not None:
            yield "pushback", turn["pushback"]
        if "label" in turn:
            yield "labels", turn["label"]
        else:
            yield "unscored_turns", turn["unscored"]


def _summary(scorer: str, version: str, seen: Counter[tuple[str, str]]) -> Summary:
    def counts(what: str, opened: Sequence[str] = ()) -> dict[str, int]:
        found = {name: count for (group, name), count in sorted(seen.items()) if group == what}
        return dict.fromkeys(map(str, opened), 0) | found

    return Summary(
        scorer=scorer,
        scorer_version=version,
        conversations=seen["conversations", ""],
        turns=seen["turns", ""],
        pushback=counts("pushback", tuple(Pushback)),
        labels=counts("labels", _LABELS),
        unscored_turns=counts("unscored_turns"),
        unscored_conversations=counts("unscored_conversations"),
    )


# Decoding.

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
    for number, line in _lines(source):
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
            unreadable = _encoding_fault(value) if kind_of(row) == _NOT_JSON else None
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


# Files.


def _lines(source: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1, without the mark that some editors put
    before the first; raises `InputError`."""
    try:
        with nullcontext(sys.stdin.buffer) if source == STDIO else source.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                yield number, line.removeprefix(BOM_UTF8) if number == 1 else line
    except OSError as error:
        raise InputError(f"{source}: cannot be read: {error.strerror}") from error


def _is_one_file(source: Path, target: Path) -> bool:
    """Whether both are the same file, also by a link, another spelling or a redirection."""
    if target == STDIO:
        return False
    try:
        read = os.fstat(sys.stdin.fileno()) if source == STDIO else source.stat()
        return target.is_file() and os.path.samestat(read, target.stat())
    except OSError:
        return False  # one of them is not there, which is said when it is opened


def _encoding_fault(line: bytes) -> str | None:
    """What is wrong with the characters of a line, which is then no fault of its JSON."""
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError as error:
        try:
            line.decode()
        except UnicodeDecodeError as bad:
            return f"not UTF-8 at byte {bad.start}"
        if "surrogate" in error.msg:
            return f"half of a surrogate pair at character {error.pos}"
    return None


@contextmanager
def _written_whole(target: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `target` when all has gone well, and else leaves no trace."""
    try:
        if target == STDIO or (target.exists() and not target.is_file()):
            with TemporaryFile() as held:
                yield held
                held.seek(0)
                _copy(held, target)
            return
        whole = target.resolve()
        part = whole.with_name(f".{whole.name}.{os.getpid()}.part")
        try:
            with part.open("xb") as stream:
                yield stream
            part.replace(whole)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{target}: cannot be written: {error.strerror}") from error


def _copy(held: Any, target: Path) -> None:
    if target == STDIO:
        shutil.copyfileobj(held, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with target.open("wb") as stream:
        shutil.copyfileobj(held, stream)
