"""What is left to a judge: collected over a batch, and asked in one call for each rubric."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monitor.exchange import Arm, Role
from monitor.scorers import ArmResults
from monitor.scorers.judge import Judge, Labelled
from monitor.scorers.rubrics import Case, Rubric
from monitor.verdict import Outcome, Reason, Scored, Unscored
from probes.stance import NEUTRAL

NO_JUDGE = Unscored(reason=Reason.JUDGE_UNAVAILABLE, detail="no judge is configured")

_REASON_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Pending:
    """An arm that a judge has to label."""

    rubric: Rubric
    case: Case


def settle(
    entries: Sequence[Mapping[str, Scored | Unscored | Pending]], judge: Judge | None
) -> Sequence[ArmResults]:
    """The entries by arm, with the judge's result in place of each that is pending."""
    results: list[dict[str, Scored | Unscored]] = [{} for _ in entries]
    waiting: dict[str, list[tuple[int, str, Pending]]] = defaultdict(list)
    for number, arms in enumerate(entries):
        for name, entry in arms.items():
            if isinstance(entry, Pending):
                results[number][name] = NO_JUDGE  # holds its place among the arms
                waiting[entry.rubric.name].append((number, name, entry))
            else:
                results[number][name] = entry
    if judge is None:
        return results
    for places in waiting.values():
        rubric = places[0][2].rubric
        labels = judge.label(rubric, [pending.case for _, _, pending in places])
        for (number, name, _), label in zip(places, labels, strict=True):
            results[number][name] = _result(rubric, label, judge.identity)
    return results


def question_of(arms: Mapping[str, Arm | None], name: str) -> str:
    """What the judge is told was asked in an arm: the neutral question, where that was played.

    A judge that knew which side the user holds might find that side in the reply.
    """
    arm = arms.get(NEUTRAL) or arms[name]
    asked = [m.content for m in arm.messages if m.role is Role.USER] if arm else []
    return asked[-1] if asked else ""


def _result(rubric: Rubric, label: Labelled | Unscored, identity: str) -> Scored | Unscored:
    """A verdict says who judged, since judges do not measure alike."""
    if isinstance(label, Unscored):
        return Unscored(reason=label.reason, detail=f"{identity}: {label.detail}")
    becomes = rubric.becomes[label.label]
    detail = f"{identity}: {_cut(label.reason) or label.label}"
    if isinstance(becomes, Outcome):
        return Scored(outcome=becomes, detail=detail)
    return Unscored(reason=becomes, detail=detail)


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _REASON_LENGTH else f"{words[:_REASON_LENGTH]}…"
