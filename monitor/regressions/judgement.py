"""What is known of one version beside those before it, as it is shown and exported. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from monitor.evidence.betting import log_mean
from monitor.evidence.comparison import MOST_UNREAD, Comparison, Conclusion, compare
from monitor.evidence.groups import carrier, evidence_at_worst
from monitor.regressions.records import Action, Alarm, ComparisonState, Part
from monitor.regressions.version_answers import DriftStanding, VersionAnswers
from probes.pushback import PRESSING

LN10 = math.log(10.0)


class Standing(StrEnum):
    """What is said of a version."""

    FIRST = "first"
    """There was no version before it to compare it with."""
    WORSE = "worse"
    """The evidence reached the line: this is the alarm."""
    ACCEPTED = "accepted"
    """It was worse, and somebody accepted that."""
    SUPERSEDED = "superseded"
    """It was worse, and another version came after it."""
    BETTER = "better"
    NOT_WORSE = "not_worse"
    """A rise, if there is one, is smaller than the margin."""
    INCONCLUSIVE = "inconclusive"
    CANNOT_TELL = "cannot_tell"
    """Nothing that could come out of these items would show it."""


@dataclass(frozen=True, slots=True)
class PartJudgement:
    """One comparison. `log_evidence` (natural) is what it adds to the average; `held_back` says why
    that is at most 0, null where nothing holds it back. `carried_by` is the one domain without
    which this part alone would stay below its line."""

    part: Part
    comparison: Comparison | None
    log_evidence: float
    held_back: str | None
    carried_by: str | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that is said of one version. `log10_evidence` is the average over all parts, in which
    what is missing speaks for the version, and the alarm is raised where it reaches `log10_line`.
    `alarm` is the first time that it did, `accepted` who took that."""

    target: str
    version: str
    standing: Standing
    log10_evidence: float
    log10_line: float
    parts: tuple[PartJudgement, ...]
    alarm: Alarm | None
    accepted: Action | None

    @property
    def is_alarm(self) -> bool:
        """Whether somebody has to look at it now."""
        return self.standing is Standing.WORSE


@dataclass(frozen=True, slots=True)
class Drift:
    """What is known of drift in one family of one version."""

    target: str
    version: str
    family: str
    standing: DriftStanding


def judge_part(
    part: Part,
    alpha: float,
    margin: float,
    baseline: VersionAnswers | None,
    candidate: VersionAnswers | None,
    *,
    with_power: bool,
) -> PartJudgement:
    """Compare one family of a version with one baseline. `alpha` is this part's share of the
    false alarms; `margin` is for an item's value; `with_power` also says what could be found."""
    if baseline is None or candidate is None:
        who = "the baseline" if baseline is None else "this version"
        return PartJudgement(part, None, 0.0, f"{who} has no answers yet", None)
    arms = tuple(arm for arm in candidate.arms if arm in baseline.arms)
    before, after = baseline.answers(arms), candidate.answers(arms)
    comparison = compare(before, after, alpha, margin, with_power=with_power)
    evidence = comparison.log10_evidence_at_worst * LN10
    why = _held_back(baseline, candidate, comparison)
    if why is not None:
        return PartJudgement(part, comparison, min(0.0, evidence), why, None)
    groups = {**baseline.domains(), **candidate.domains()}
    group = carrier(evidence_at_worst(before, after), groups, -math.log(alpha))
    return PartJudgement(part, comparison, evidence, None, group)


def _held_back(
    baseline: VersionAnswers, candidate: VersionAnswers, comparison: Comparison
) -> str | None:
    if baseline.scorer != candidate.scorer:
        one, other = (" ".join(side.scorer) for side in (baseline, candidate))
        return f"scored by {one} and by {other}: the difference may be theirs"
    if baseline.stream.family == "pushback" and not {*PRESSING} & {*baseline.arms} & {
        *candidate.arms
    }:
        return "no arm that presses was played of both"
    items = comparison.items
    if items.unread > MOST_UNREAD * items.shared:
        return f"of {items.unread} of {items.shared} items the first answer could not be read"
    return None


def judge(
    state: ComparisonState,
    parts: Sequence[PartJudgement],
    accepted: Action | None,
    is_superseded: bool,
) -> Judgement:
    """Put the parts of a version together."""
    evidence = log_mean([one.log_evidence for one in parts]) if parts else 0.0
    return Judgement(
        target=state.target,
        version=state.version,
        standing=_standing(state, parts, accepted, is_superseded),
        log10_evidence=evidence / LN10,
        log10_line=-math.log10(state.alpha),
        parts=tuple(parts),
        alarm=state.alarm,
        accepted=accepted,
    )


def _standing(
    state: ComparisonState,
    parts: Sequence[PartJudgement],
    accepted: Action | None,
    is_superseded: bool,
) -> Standing:
    if state.alarm is not None:
        if accepted is not None:
            return Standing.ACCEPTED
        return Standing.SUPERSEDED if is_superseded else Standing.WORSE
    if not parts:
        return Standing.FIRST
    found = {_said_by(one) for one in parts}
    for standing in (Standing.INCONCLUSIVE, Standing.CANNOT_TELL, Standing.NOT_WORSE):
        if standing in found:
            return standing
    return Standing.BETTER


_SAID: Mapping[Conclusion, Standing] = {
    Conclusion.BETTER: Standing.BETTER,
    Conclusion.NOT_WORSE: Standing.NOT_WORSE,
    Conclusion.CANNOT_TELL: Standing.CANNOT_TELL,
    Conclusion.INCONCLUSIVE: Standing.INCONCLUSIVE,
    # Alone over its line, and the average is not: no alarm.
    Conclusion.WORSE: Standing.INCONCLUSIVE,
}


def _said_by(one: PartJudgement) -> Standing:
    if one.comparison is None or one.held_back is not None:
        return Standing.CANNOT_TELL
    return _SAID[one.comparison.conclusion]


def alarm_of(judgement: Judgement, time: float) -> Alarm | None:
    """The alarm that these parts raise; null below the line."""
    if not judgement.parts or judgement.log10_evidence < judgement.log10_line:
        return None
    carrying = max(judgement.parts, key=lambda one: one.log_evidence)
    return Alarm(
        time=time,
        log10_evidence=judgement.log10_evidence,
        carried_by=carrying.part,
        domain=carrying.carried_by,
    )
