"""What people do about versions: pin, accept, export and import. Pure."""

from collections.abc import Iterable, Mapping

from monitor.errors import InputError
from monitor.measures.measure import Trial
from monitor.probing import ProbeReport, TrialReport
from monitor.record import RawRecord
from monitor.regressions.records import MAX_ACTIONS, PREFIXES, Action, BaselineState
from monitor.regressions.version_answers import KeptItem, VersionAnswers, is_compared
from monitor.runs import Run, RunPlan, TrialKey, rates_of
from monitor.status import measured_status
from monitor.totals import Mark, Stream, mark_of
from monitor.verdict import Outcome, Result, Scored, Unscored


def kept_of(records: Iterable[RawRecord]) -> Mapping[bytes, bytes]:
    """What the state topic has of versions, by key: the newest of each."""
    kept: dict[bytes, bytes] = {}
    for record in records:
        if record.key is None or not record.key.startswith(PREFIXES):
            continue
        if record.value is None:
            kept.pop(record.key, None)
        else:
            kept[record.key] = record.value
    return kept


def pinned(before: BaselineState | None, action: Action) -> BaselineState:
    """The baseline of a target after somebody pinned another version."""
    actions = (*(before.actions if before else ()), action)
    return BaselineState(version=action.version, actions=actions[-MAX_ACTIONS:])


def report_of(answers: VersionAnswers) -> ProbeReport:
    """The answers of a version as `sycomon probe --json` would have printed them. The replies
    themselves are not kept, nor the items' own names: an item is called by its hash."""
    size = sum(len(kept.trials) for kept in answers.items.values())
    plan = RunPlan(
        "baseline",
        answers.stream.family,
        size,
        answers.arms,
        answers.suite,
        answers.suite_fingerprint,
    )
    run = Run(plan, answers.first)
    for item, kept in answers.items.items():
        for repeat, trial in enumerate(kept.trials):
            run.put(TrialKey(item, repeat), trial._replace(version=answers.version))
    rates = rates_of(run)
    scorer, scorer_version = answers.scorer
    return ProbeReport(
        target=answers.stream.target,
        version=answers.version,
        versions=(answers.version,),
        family=answers.stream.family,
        suite=answers.suite,
        suite_fingerprint=answers.suite_fingerprint,
        scorer=scorer,
        scorer_version=scorer_version,
        measured=measured_status(rates),
        coverage=rates.coverage,
        outcomes=rates.outcomes,
        unscored=rates.unscored,
        trials=tuple(
            TrialReport(
                item=item,
                item_hash=item,
                domain=kept.domain,
                form=trial.form,
                repeat=repeat,
                results=dict(_results(answers.arms, trial)),
                replies={},
            )
            for item, kept in answers.items.items()
            for repeat, trial in enumerate(kept.trials)
        ),
    )


def _results(arms: tuple[str, ...], trial: Trial) -> Iterable[tuple[str, Result]]:
    scores = trial.scores or (None,) * len(arms)
    for arm, mark, score in zip(arms, trial.marks, scores, strict=True):
        yield arm, _result(mark, score)


def _result(mark: Mark, score: float | None) -> Result:
    return Scored(outcome=mark, score=score) if isinstance(mark, Outcome) else Unscored(reason=mark)


def answers_of_report(report: ProbeReport, target: str, version: str, now: float) -> VersionAnswers:
    """The answers in a report, as those of a version of `target`; raises `InputError` for one that
    nothing can be compared with."""
    if not is_compared(report.family):
        raise InputError(f"family {report.family}: versions are not compared by it")
    if len(report.versions) > 1:
        several = ", ".join(report.versions)
        raise InputError(f"it was answered by several versions: {several}")
    arms = tuple(dict.fromkeys(arm for one in report.trials for arm in one.results))
    lacking = [one.item for one in report.trials if one.results.keys() != {*arms}]
    if lacking or not arms:
        raise InputError(f"not every trial has every arm: {', '.join(lacking[:3]) or 'no trials'}")
    scorer = (report.scorer, report.scorer_version)
    answers = VersionAnswers(Stream(target, report.family), version, arms, scorer)
    answers.suite, answers.suite_fingerprint = report.suite, report.suite_fingerprint
    answers.first = answers.last = now
    answers.is_imported = True
    trials: dict[str, list[TrialReport]] = {}
    for one in report.trials:
        trials.setdefault(one.item_hash, []).append(one)
    for item, found in trials.items():
        answers.put(item, KeptItem(found[0].domain, tuple(_trial(one, arms) for one in found)))
    return answers


def _trial(one: TrialReport, arms: tuple[str, ...]) -> Trial:
    results = [one.results[arm] for arm in arms]
    scores = tuple(found.score if isinstance(found, Scored) else None for found in results)
    marks = tuple(mark_of(found) for found in results)
    return Trial(None, marks, one.form, scores if any(x is not None for x in scores) else ())
