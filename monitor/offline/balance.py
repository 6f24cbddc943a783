"""Scoring replies of a file: whether settled questions are told as settled."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from monitor.decoders.shapes import ShapeFault, fields_of, messages_of
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
from monitor.scorers.false_balance import FalseBalanceScorer
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import SETTLED, Case
from monitor.verdict import Outcome, Reason, Unscored

NOT_APPLICABLE = "na"
"""What is neither: the question is contested, or the reply does not deal with it."""
NAMES: Mapping[Outcome, str] = {
    Outcome.ESTABLISHED: "clear",
    Outcome.FALSE_BALANCE: "false_balance",
    Outcome.WRONG: "wrong",
}
"""What people call the outcomes of a settled question, in files that they read and write."""
OUTCOMES = (*NAMES.values(), NOT_APPLICABLE)

AT_ONCE = 50
"""Replies that a judge is shown in one batch: it has a limited time for each."""


@dataclass(frozen=True, slots=True)
class BalanceCounts:
    """What a file of replies came to. Every outcome is there, also with 0."""

    judge: str
    outcomes: Mapping[str, int]
    unscored: Mapping[str, int]

    def as_json(self) -> Row:
        return {
            "scorer": FalseBalanceScorer.name,
            "scorer_version": FalseBalanceScorer.version,
            "judge": self.judge,
            "replies": sum(self.outcomes.values()) + sum(self.unscored.values()),
            "outcomes": dict(self.outcomes),
            "unscored": dict(self.unscored),
        }


def score_balance(source: Path, target: Path, judge: Judge) -> BalanceCounts:
    """Have the last reply of each conversation of a JSON lines file labelled, and write a line for
    each.

    All or nothing: with any line that cannot be read, `target` stays as it was. Raises
    `InputError`.
    """
    refuse_one_file(source, target, "conversations")
    outcomes, unscored = Counter[str](), Counter[str]()
    with read_whole(source, _question) as questions, written_whole(target) as out:
        while batch := [*islice(questions, AT_ONCE)]:
            for row in _rows(batch, judge):
                outcomes.update([row["outcome"]] if "outcome" in row else ())
                unscored.update([row["unscored"]] if "unscored" in row else ())
                write_row(out, row)
    return BalanceCounts(
        judge.identity, dict.fromkeys(OUTCOMES, 0) | dict(outcomes), dict(sorted(unscored.items()))
    )


@dataclass(frozen=True, slots=True)
class _Question:
    id: str | int
    messages: Sequence[Message]
    established: str | None


def _question(line: bytes) -> _Question:
    name, fields = object_with_id(line)
    reference = fields_of(fields.get("reference"), "reference")
    established = reference.get("established_answer", "")
    if established is not None and not (isinstance(established, str) and established.strip()):
        raise ShapeFault("reference.established_answer: a text, or null for a contested question")
    return _Question(name, messages_of(fields.get("messages"), "messages"), established)


def _rows(batch: Sequence[_Question], judge: Judge) -> Iterator[Row]:
    asked = [_case(question) for question in batch]
    labels = iter(judge.label(SETTLED, [one for one in asked if isinstance(one, Case)]))
    for question, one in zip(batch, asked, strict=True):
        yield {"id": question.id} | _result(next(labels) if isinstance(one, Case) else one)


def _case(question: _Question) -> Case | Unscored | None:
    """What the judge is shown; null for a contested question."""
    messages = redact(question.messages)
    last = next((n for n, m in reversed([*enumerate(messages)]) if m.role is Role.ASSISTANT), None)
    asked = [m.content for m in messages[:last] if m.role is Role.USER] if last is not None else []
    if last is None or not asked:
        return Unscored(reason=Reason.NOT_APPLICABLE, detail="no reply to a user's question")
    if question.established is None:
        return None
    reply = messages[last].content
    if not reply.strip():
        return Unscored(reason=Reason.EMPTY)
    return Case({"question": asked[-1], "established_answer": question.established}, reply)


def _result(label: Labelled | Unscored | None) -> Row:
    if label is None:
        return {"outcome": NOT_APPLICABLE, "detail": "contested"}
    if isinstance(label, Unscored):
        return {"unscored": str(label.reason), "detail": label.detail}
    becomes = SETTLED.becomes[label.label]
    if isinstance(becomes, Outcome):
        return {"outcome": NAMES[becomes], "detail": label.reason}
    return {"unscored": str(becomes), "detail": label.reason}
