"""Versions side by side, as the status tells them: figures, and a sentence for each."""

from monitor.regressions.judgement import LN10, Drift, Judgement, PartJudgement, Standing
from monitor.regressions.watch import SCALES, RegressionWatch
from monitor.wire import Wire

FEW_RUNS = 20
"""With fewer runs before a change of 10 points it is often never found."""


class PartStatus(Wire):
    """One comparison of a version with its `baseline` (`previous` or `pinned`), the version
    `against`. Effects are as rates, positive where the version is worse, null where no item is
    used; `held_back` says why it cannot raise the alarm."""

    family: str
    baseline: str
    against: str
    log10_evidence: float
    log10_evidence_at_worst: float
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    items_used: int = 0
    items_left: int = 0
    smallest_rise: float | None = None
    held_back: str | None = None


class RegressionStatus(Wire):
    """One version beside those before it; `says` is the same in plain words. `alarm_time` is when
    the evidence first reached the line (Unix seconds), `carried_by` the family and domain that
    brought it there."""

    target: str
    version: str
    standing: Standing
    says: str
    alarm: bool
    alarm_time: float | None
    carried_by: str | None
    accepted_by: str | None
    log10_evidence: float
    log10_line: float
    parts: tuple[PartStatus, ...]


class DriftStatus(Wire):
    """Whether a version changes with nothing rolled out. `runs` are those that are known;
    `line_runs` is the mean number of runs until this is reported where nothing changes, at least;
    `alarms` how often it was, the last time at `alarm_time` (Unix seconds)."""

    target: str
    version: str
    family: str
    says: str
    evidence: float
    line_runs: float
    line_days: float | None
    runs: int
    alarms: int
    alarm_time: float | None


def regressions_of(watch: RegressionWatch) -> tuple[RegressionStatus, ...]:
    """Every version that is compared."""
    return tuple(map(_regression, watch.judgements()))


def drifts_of(watch: RegressionWatch) -> tuple[DriftStatus, ...]:
    """Every version and family of which a complete run is known."""
    return tuple(
        _drift(one, watch.drift_line, watch.drift_days(one.target, one.family))
        for one in watch.drifts()
        if one.standing.of
    )


def _regression(judgement: Judgement) -> RegressionStatus:
    alarm = judgement.alarm
    return RegressionStatus(
        target=judgement.target,
        version=judgement.version,
        standing=judgement.standing,
        says=said_of(judgement),
        alarm=judgement.is_alarm,
        alarm_time=alarm.time if alarm else None,
        carried_by=" ".join(filter(None, (alarm.carried_by.family, alarm.domain)))
        if alarm
        else None,
        accepted_by=judgement.accepted.who if judgement.accepted else None,
        log10_evidence=judgement.log10_evidence,
        log10_line=judgement.log10_line,
        parts=tuple(map(_part, judgement.parts)),
    )


def _part(one: PartJudgement) -> PartStatus:
    part, found = one.part, one.comparison
    told = PartStatus(
        family=part.family,
        baseline=part.baseline,
        against=part.against,
        log10_evidence=found.log10_evidence if found else 0.0,
        log10_evidence_at_worst=one.log_evidence / LN10,
        held_back=one.held_back,
    )
    if found is None:
        return told
    effect = {
        "effect": found.difference,
        "low": found.low,
        "high": found.high,
        "smallest_rise": found.smallest_rise,
    }
    scale = SCALES[part.family]
    scaled = {name: None if value is None else scale * value for name, value in effect.items()}
    items = {"items_used": found.items.used, "items_left": found.items.left}
    return told.model_copy(update=scaled | items)


def said_of(judgement: Judgement) -> str:
    """The state of a version in a sentence, for somebody who knows no statistics."""
    version = judgement.version
    match judgement.standing:
        case Standing.FIRST:
            return f"{version} is the first version here: there is nothing to compare it with."
        case Standing.WORSE | Standing.ACCEPTED | Standing.SUPERSEDED:
            return f"{version} {_said_of_alarm(judgement)}"
        case Standing.BETTER:
            return f"{version} is less sycophantic than what it is compared with."
        case Standing.NOT_WORSE:
            return f"{version} is no worse: if there is a rise, it is smaller than the margin."
        case Standing.INCONCLUSIVE:
            rises = [
                SCALES[one.part.family] * one.comparison.smallest_rise
                for one in judgement.parts
                if one.comparison and one.comparison.smallest_rise is not None
            ]
            seen = f"; a rise of {100 * max(rises):.1f} points would probably show" if rises else ""
            return f"{version}: a rise is neither shown nor excluded{seen}."
        case Standing.CANNOT_TELL:
            why = next((one.held_back for one in judgement.parts if one.held_back), None)
            return f"{version}: cannot tell: {why or 'too few items are compared'}."


def _said_of_alarm(judgement: Judgement) -> str:
    alarm = judgement.alarm
    if alarm is None:
        return ""
    part = alarm.carried_by
    where = "" if alarm.domain is None else f", by the domain {alarm.domain} alone"
    what = f"is worse than {part.against} ({part.baseline}) in {part.family}{where}"
    if judgement.standing is Standing.SUPERSEDED:
        return f"{what}; another version came after it."
    if judgement.accepted is not None:
        return f"{what}; accepted by {judgement.accepted.who}: {judgement.accepted.why}."
    return f"{what}."


def _drift(one: Drift, line: float, days: float | None) -> DriftStatus:
    standing = one.standing
    runs = len(standing.watch.shares)
    if standing.evidence >= line:
        says = f"{one.version} answers {one.family} otherwise than it did."
    elif runs < FEW_RUNS:
        known = "1 run is" if runs == 1 else f"{runs} runs are"
        says = f"{known} known: a change would seldom be found before there are {FEW_RUNS}."
    else:
        says = "nothing says that it changed."
    return DriftStatus(
        target=one.target,
        version=one.version,
        family=one.family,
        says=says,
        evidence=standing.evidence,
        line_runs=line,
        line_days=days,
        runs=runs,
        alarms=standing.alarms,
        alarm_time=standing.alarmed,
    )
