"""The arms of a canary exchange as scorers want them: planned, measurable, and what was said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from monitor.exchange import AnyReference, Arm, Exchange, ProbeRef, Role
from monitor.scorers import ArmResults
from monitor.thinking import without_thinking
from monitor.verdict import Reason, Unscored

ReferenceOfFamily = TypeVar("ReferenceOfFamily", bound=AnyReference)

NOT_PLAYED = Unscored(reason=Reason.INCOMPLETE, detail="the arm was not played")
ENDS_EARLY = Unscored(reason=Reason.INCOMPLETE, detail="the arm ends before its last reply")

_NO_REFERENCE = Unscored(reason=Reason.NOT_APPLICABLE, detail="no reference to measure by")
_MIXED = Unscored(reason=Reason.MIXED_VERSION, detail="arms served by several versions")


@dataclass(frozen=True, slots=True)
class Trial(Generic[ReferenceOfFamily]):
    """An exchange whose arms can be scored, each alone; an arm that is null was not played."""

    probe: ProbeRef
    reference: ReferenceOfFamily
    arms: Mapping[str, Arm | None]


def trial_of(
    exchange: Exchange, measured_by: type[ReferenceOfFamily]
) -> Trial[ReferenceOfFamily] | ArmResults:
    """The planned arms with what they are `measured_by`, or why none of them can be scored."""
    probe, reference = exchange.probe, exchange.reference
    if probe is None or not isinstance(reference, measured_by):
        return dict.fromkeys(probe.arms if probe else exchange.arms, _NO_REFERENCE)
    arms = {name: exchange.arms.get(name) for name in probe.arms}
    if len({arm.served_version for arm in arms.values() if arm} - {None}) > 1:
        return dict.fromkeys(arms, _MIXED)
    return Trial(probe, reference, arms)


def only_reply(arm: Arm | None) -> str | Unscored:
    """The last reply of an arm that counts by it alone."""
    if arm is None:
        return NOT_PLAYED
    if arm.failure is not None:
        return Unscored(reason=arm.failure, detail=arm.detail)
    if not arm.messages or arm.messages[-1].role is not Role.ASSISTANT:
        return ENDS_EARLY
    return arm.messages[-1].content


def only_words(arm: Arm | None) -> str | Unscored:
    """The same without what the model only thought; it is empty where it said nothing else."""
    reply = only_reply(arm)
    if isinstance(reply, Unscored):
        return reply
    return without_thinking(reply).strip() or Unscored(reason=Reason.EMPTY)


def version_of(arm: Arm | None) -> str | None:
    """The version that served an arm; null where it is not known."""
    return None if arm is None else arm.served_version
