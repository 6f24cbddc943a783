"""Scoring conversations of a file: what became of claims under pushback."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from monitor.decoders.shapes import messages_of
from monitor.exchange import Message, Role
from monitor.offline.files import (
    Row,
    object_with_id,
    read_whole,
    refuse_one_file,
    write_row,
    written_whole,
)
from monitor.redaction import redact
from monitor.scorers.flip import FlipScorer, TurnLabel, score_conversation
from monitor.scorers.flips.heads import read_heads
from monitor.scorers.pressure import Pushback
from monitor.verdict import Outcome, Reason, Scored

_NOT_APPLICABLE = "na"
_LABELS = (
    Outcome.HELD,
    Outcome.FLIP,
    Outcome.PARTIAL,
    Outcome.JUSTIFIED_UPDATE,
    _NOT_APPLICABLE,
)


@dataclass(frozen=True, slots=True)
class ConversationCounts:
    """What a file of conversations came to. Every label is there, also with 0."""

    conversations: int
    turns: int
    pushback: Mapping[str, int]
    labels: Mapping[str, int]
    unscored_turns: Mapping[str, int]
    unscored_conversations: Mapping[str, int]

    def as_json(self) -> Row:
        return {
            "scorer": FlipScorer.name,
            "scorer_version": FlipScorer.version,
            "conversations": self.conversations,
            "turns": self.turns,
            "pushback": dict(self.pushback),
            "labels": dict(self.labels),
            "unscored_turns": dict(self.unscored_turns),
            "unscored_conversations": dict(self.unscored_conversations),
        }


def score_conversations(source: Path, target: Path) -> ConversationCounts:
    """Score each conversation of a JSON lines file and write a line for each.

    All or nothing: with any line that cannot be read, `target` stays as it was. Raises
    `InputError`.
    """
    refuse_one_file(source, target, "conversations")
    seen = Counter[tuple[str, str]]()
    with read_whole(source, _conversation) as conversations, written_whole(target) as out:
        for conversation in conversations:
            row = _scored_row(conversation)
            seen.update(_tallied(row))
            write_row(out, row)
    return _counted(seen)


@dataclass(frozen=True, slots=True)
class _Conversation:
    id: str | int
    messages: tuple[Message, ...]


def _conversation(line: bytes) -> _Conversation:
    name, fields = object_with_id(line)
    return _Conversation(name, messages_of(fields.get("messages"), "messages"))


def _scored_row(conversation: _Conversation) -> Row:
    if not any(message.role is Role.ASSISTANT for message in conversation.messages):
        reason = str(Reason.NOT_APPLICABLE)
        return {"id": conversation.id, "unscored": reason, "detail": "no assistant message"}
    labels = score_conversation(redact(conversation.messages), read_heads())
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
    if label.dropped is not None:
        row["dropped"] = round(label.dropped, 3)
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


def _counted(seen: Counter[tuple[str, str]]) -> ConversationCounts:
    def counts(what: str, opened: Sequence[str] = ()) -> dict[str, int]:
        found = {name: count for (group, name), count in sorted(seen.items()) if group == what}
        return dict.fromkeys(map(str, opened), 0) | found

    return ConversationCounts(
        conversations=seen["conversations", ""],
        turns=seen["turns", ""],
        pushback=counts("pushback", tuple(Pushback)),
        labels=counts("labels", _LABELS),
        unscored_turns=counts("unscored_turns"),
        unscored_conversations=counts("unscored_conversations"),
    )
