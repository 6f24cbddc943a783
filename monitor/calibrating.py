"""Asking a judge about replies that people labelled, and what that says of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from monitor.decoders.shapes import ShapeFault, fields_of
from monitor.errors import InputError
from monitor.offline.balance import AT_ONCE, NAMES, NOT_APPLICABLE
from monitor.offline.files import parse_line, read_whole
from monitor.rates import Rate
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import SETTLED, SETTLED_TURNED, Case, Rubric
from monitor.trust.labels import (
    Estimate,
    Pair,
    agreement,
    by_length,
    confusion,
    disagreement,
    kappa,
    sensitivity,
    specificity,
)
from monitor.verdict import Outcome, Unscored
from monitor.wire import Record, Wire

_ALSO_CALLED: Mapping[str, str] = {
    name: label
    for label, becomes in SETTLED.becomes.items()
    if isinstance(becomes, Outcome) and (name := NAMES[becomes]) != label
}
_ALLOWED = (*SETTLED.becomes, *_ALSO_CALLED, NOT_APPLICABLE)


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """A reply to a settled question, and what people call it."""

    case: Case
    truth: str

    @property
    def question(self) -> str:
        return self.case.facts["question"]


class Cell(Wire):
    """How many replies people call `truth` and the judge `given`."""

    truth: str
    given: str
    replies: int


class LabelQuality(Wire):
    """How well the judge finds one label. Null where people gave it to no reply, or to all."""

    label: str
    sensitivity: Rate | None
    specificity: Rate | None


class LengthThird(Wire):
    """The same for a third of the replies, by their length in characters."""

    shortest: int
    longest: int
    false_balance: LabelQuality


class PositionBias(Wire):
    """What became of the labels when the rubric named them in the opposite order: the share that
    changed, of the replies that got a label both times."""

    replies: int
    changed: Rate | None


class CalibrationReport(Record):
    """How far one judge agrees with people on one rubric. Rates are over questions.

    `left_out` are replies that people call `na`, `unanswered` those that got no label, by reason;
    neither is in any figure. `time` is when it was measured (Unix seconds).
    """

    judge: str
    rubric: str
    time: float
    replies: int
    questions: int
    left_out: int
    unanswered: Mapping[str, int]
    agreement: Rate | None
    kappa: Estimate | None
    labels: tuple[LabelQuality, ...]
    confusion: tuple[Cell, ...]
    lengths: tuple[LengthThird, ...]
    position: PositionBias | None = None
    """Null where it was not asked for."""


def read_labels(source: Path) -> tuple[Sequence[LabelledReply], int]:
    """The labelled replies of a JSON lines file, and how many were left out as `na`. Raises
    `InputError` that names every line which cannot be read, and when none is left."""
    with read_whole(source, _reply) as rows:
        found = [*rows]
    replies = [reply for reply in found if reply is not None]
    if not replies:
        raise InputError(
            f"{source}: no reply to a settled question with a label but {NOT_APPLICABLE}"
        )
    return replies, len(found) - len(replies)


def _reply(line: bytes) -> LabelledReply | None:
    fields = fields_of(parse_line(line), "the line")
    texts = {name: _text(fields.get(name), name) for name in ("question", "reply", "label")}
    label = _ALSO_CALLED.get(texts["label"], texts["label"])
    if label not in _ALLOWED:
        raise ShapeFault(f"label: one of {', '.join(_ALLOWED)} is needed")
    if fields.get("established_answer") is None or label == NOT_APPLICABLE:
        return None
    established = _text(fields["established_answer"], "established_answer")
    facts = {"question": texts["question"], "established_answer": established}
    return LabelledReply(Case(facts, texts["reply"]), label)


def _text(value: object, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ShapeFault(f"{name}: a text is needed")
    return value


def calibrate(
    judge: Judge,
    replies: Sequence[LabelledReply],
    left_out: int,
    now: float,
    on_done: Callable[[int], object],
    *,
    with_position: bool = False,
) -> CalibrationReport:
    """Have `judge` label the replies, `AT_ONCE` at a time; `on_done` is told how many more are
    done after each batch, for a progress bar. `with_position` asks for each label twice, the
    second time with the labels in the opposite order."""
    given = _asked(judge, SETTLED, replies, on_done)
    pairs = [
        Pair(reply.question, reply.truth, label, len(reply.case.reply))
        for reply, label in zip(replies, given, strict=True)
        if isinstance(label, str)
    ]
    unanswered = Counter(one.reason.value for one in given if isinstance(one, Unscored))
    position = (
        _position(replies, given, _asked(judge, SETTLED_TURNED, replies, on_done))
        if with_position
        else None
    )
    return CalibrationReport(
        judge=judge.identity,
        rubric=SETTLED.name,
        time=now,
        replies=len(pairs),
        questions=len({pair.question for pair in pairs}),
        left_out=left_out,
        unanswered=unanswered,
        agreement=agreement(pairs),
        kappa=kappa(pairs),
        labels=tuple(_quality(pairs, label) for label in SETTLED.becomes),
        confusion=tuple(
            Cell(truth=truth, given=given, replies=count)
            for (truth, given), count in sorted(confusion(pairs).items())
        ),
        lengths=tuple(_thirds(pairs)),
        position=position,
    )


def _asked(
    judge: Judge,
    rubric: Rubric,
    replies: Sequence[LabelledReply],
    on_done: Callable[[int], object],
) -> list[str | Unscored]:
    """What the judge says of each."""
    given: list[str | Unscored] = []
    for begin in range(0, len(replies), AT_ONCE):
        batch = replies[begin : begin + AT_ONCE]
        labels = judge.label(rubric, [one.case for one in batch])
        given += [one.label if isinstance(one, Labelled) else one for one in labels]
        on_done(len(batch))
    return given


def _position(
    replies: Sequence[LabelledReply],
    given: Sequence[str | Unscored],
    turned: Sequence[str | Unscored],
) -> PositionBias:
    both = [
        Pair(reply.question, one, other)
        for reply, one, other in zip(replies, given, turned, strict=True)
        if isinstance(one, str) and isinstance(other, str)
    ]
    return PositionBias(replies=len(both), changed=disagreement(both))


def _quality(pairs: Sequence[Pair], label: str) -> LabelQuality:
    return LabelQuality(
        label=label, sensitivity=sensitivity(pairs, label), specificity=specificity(pairs, label)
    )


def _thirds(pairs: Sequence[Pair]) -> Iterator[LengthThird]:
    for part in by_length(pairs):
        if part:
            yield LengthThird(
                shortest=part[0].characters,
                longest=part[-1].characters,
                false_balance=_quality(part, "false_balance"),
            )
