"""`docs/reference/formats.md`: the records of our own topics, field by field."""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel

from docs.examples import DEAD_LETTER, EXCHANGE, RUN, VERDICT
from docs.kinds import kind, one_line
from docs.meanings import MEANINGS
from monitor.dead_letter import DeadLetter
from monitor.decoders import DeadReason
from monitor.exchange import Arm, Exchange, Kind, Message, ProbeRef, Role, Source, ToolCall
from monitor.plan import Run
from monitor.streams.topics import Topics
from monitor.verdict import (
    CLASS_OF,
    Bluffing,
    EvaluationClass,
    Outcome,
    Reason,
    ReasonClass,
    Scored,
    Unscored,
    Verdict,
)
from monitor.wire import Record
from probes.answers import AnswerKind, Reference
from probes.balance_items import BalanceForm, BalanceReference
from probes.judge_items import DepictedReference
from probes.stance_items import Side, Sides, StanceForm, StanceReference

_HEAD = """\
# Formats

<!-- Made by `make docs` from the code. -->

What stands on our own topics. Every record is one JSON object in UTF-8 with the version of its
format under `schema`. A version of this program reads its own schema and the one before it. A
newer one is refused with a clear error and stays unread and uncommitted. A key that is not known
is an error. Times are Unix seconds. INSTANCE is the deployment's name in the configuration.

Delivery is at least once: whoever reads these topics drops what it has seen, by the ids below.
"""


@dataclass(frozen=True, slots=True)
class _Topic:
    """A record with all that stands inside it."""

    record: type[Record]
    topic: str
    key: str
    example: Record
    parts: Sequence[type[BaseModel] | type[StrEnum]]


_TOPICS = Topics("INSTANCE")
_RECORDS: tuple[_Topic, ...] = (
    _Topic(
        Exchange,
        _TOPICS.exchanges,
        "`id`",
        EXCHANGE,
        (
            Kind,
            Source,
            Arm,
            Message,
            Role,
            ToolCall,
            Reference,
            AnswerKind,
            StanceReference,
            StanceForm,
            Sides,
            Side,
            BalanceReference,
            BalanceForm,
            DepictedReference,
            ProbeRef,
        ),
    ),
    _Topic(
        Verdict,
        _TOPICS.verdicts,
        "`exchange`, `scorer` and `scorer_version`",
        VERDICT,
        (Scored, Bluffing, EvaluationClass, Unscored, Outcome, Reason, ReasonClass),
    ),
    _Topic(
        DeadLetter,
        _TOPICS.dead_letter,
        "`source` and `record_time`",
        DEAD_LETTER,
        (DeadReason,),
    ),
    _Topic(Run, _TOPICS.plans, "`run`", RUN, ()),
)


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(_record(topic) for topic in _RECORDS)])


def _record(topic: _Topic) -> str:
    name = topic.record.__name__
    example = {"schema": topic.record.SCHEMA, **topic.example.model_dump(mode="json")}
    lines = [
        f"## {name}",
        "",
        f"On `{topic.topic}`, schema {topic.record.SCHEMA}. The same by {topic.key}.",
        "",
        _text(topic.record),
        "",
        *_fields(topic.record),
        "",
        "```json",
        json.dumps(example, indent=2, ensure_ascii=False),
        "```",
        "",
    ]
    for part in topic.parts:
        table = _members(part) if issubclass(part, StrEnum) else _fields(part)
        lines += [f"### {part.__name__}", "", _text(part), "", *table, ""]
    return "\n".join(lines)


def _text(documented: type) -> str:
    """The first paragraph of a docstring; for enums all of it, since no table repeats it."""
    paragraphs = (inspect.getdoc(documented) or "").split("\n\n")
    shown = paragraphs if issubclass(documented, StrEnum) else paragraphs[:1]
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in shown)


def _fields(model: type[BaseModel]) -> Iterator[str]:
    yield "| field | type | meaning |"
    yield "|---|---|---|"
    for name, field in model.model_fields.items():
        yield f"| `{name}` | {kind(field.annotation)} | {one_line(MEANINGS[model][name])} |"


def _members(enum: type[StrEnum]) -> Iterator[str]:
    comments = _comments(enum)
    if enum is Reason:
        yield "| value | class |"
        yield "|---|---|"
        yield from (f"| `{reason}` | `{cls}` |" for reason, cls in CLASS_OF.items())
    elif comments:
        yield "| value | meaning |"
        yield "|---|---|"
        yield from (f"| `{member}` | {comments.get(member.name, '')} |" for member in enum)
    else:
        yield ", ".join(f"`{member}`" for member in enum)


def _comments(enum: type[StrEnum]) -> Mapping[str, str]:
    """The string that stands below each member, by the member's name."""
    body = ast.parse(inspect.getsource(enum)).body[0]
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    name = ""
    for statement in body.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
        elif name and isinstance(statement, ast.Expr):
            found[name] = one_line(ast.literal_eval(statement.value))
    return found
