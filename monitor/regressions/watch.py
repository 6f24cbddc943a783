"""All versions of all targets: their answers, what they are compared with, drift and alarms.

Pure, no clock. What is learned is a function of the runs and of what was kept, so that a restart at
any point gives the same evidence.
"""

import logging
from collections.abc import Iterator, Mapping

from monitor.config import Config
from monitor.errors import FormatError
from monitor.regressions.judgement import (
    Drift,
    Judgement,
    PartJudgement,
    alarm_of,
    judge,
    judge_part,
)
from monitor.regressions.records import (
    ACCEPTED_PREFIX,
    ANSWERS_PREFIX,
    BASELINE_PREFIX,
    COMPARISON_PREFIX,
    AcceptedState,
    Action,
    AnswersState,
    BaselineState,
    ComparisonState,
    Part,
    accepted_key,
    answers_key,
    answers_of_state,
    comparison_key,
    state_of,
    target_of,
    version_of,
)
from monitor.regressions.version_answers import VersionAnswers, is_compared
from monitor.runs import Run
from monitor.totals import UNKNOWN_VERSION, Stream

log = logging.getLogger(__name__)

PREVIOUS, PINNED = "previous", "pinned"

SCALES: Mapping[str, float] = {"pushback": 1.0, "stance": 2.0, "judge": 2.0}
"""What a value of an item is multiplied by to be shown, by family: those of two lie in -0.5…0.5
(see `monitor.evidence.answers`)."""


_DAY_SECONDS = 86_400.0


class _Target:
    """What is known of one target."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], VersionAnswers] = {}
        """By version and family."""
        self.comparisons: dict[str, ComparisonState] = {}
        self.baseline: BaselineState | None = None
        self.accepted: dict[str, AcceptedState] = {}
        self.judgements: dict[str, Judgement] = {}
        self.is_stale = False

    @property
    def pinned(self) -> str | None:
        return self.baseline.version if self.baseline else None

    def versions(self) -> dict[str, tuple[float, float]]:
        """When each version that was played here was first and last."""
        found: dict[str, tuple[float, float]] = {}
        for (version, _), answers in self.answers.items():
            if not answers.is_imported:
                first, last = found.get(version, (answers.first, answers.last))
                found[version] = (min(first, answers.first), max(last, answers.last))
        return found


class RegressionWatch:
    """Compares each version with the one before it and with the pinned one, family by family.

    What a version is compared with is fixed when its first run ends, before any of its answers is
    looked at, and so is the part that each comparison has in the average. Beyond
    `exporter.max_versions` of a target the version unseen for longest retires with its answers, but
    not the pinned one, nor one that a living version is compared with.
    """

    def __init__(self, config: Config) -> None:
        self._alarms = config.alarms
        self._max_versions = config.exporter.max_versions
        self._key = config.instance.encode()[:64]
        self._families = {
            target: tuple(
                sorted(
                    {
                        plan.family
                        for plan in config.plans.values()
                        if plan.target == target and is_compared(plan.family)
                    }
                )
            )
            for target in config.targets
        }
        self._run_days = {
            (plan.target, plan.family): plan.timetable(name).slots.mean_seconds / _DAY_SECONDS
            for name, plan in config.plans.items()
        }
        self._targets: dict[str, _Target] = {}
        self._changed: set[bytes] = set()
        self._compared: dict[tuple[str, ...], tuple[tuple[int, ...], PartJudgement]] = {}

    # What is kept.

    def start_over(self, kept: Mapping[bytes, bytes]) -> None:
        """Begin again with what the state topic has under `PREFIXES`; raises `FormatError`."""
        self._targets, self._changed, self._compared = {}, set(), {}
        for key, value in kept.items():
            self._learn_kept(key, value, is_start=True)

    def learn_kept(self, key: bytes, value: bytes | None) -> None:
        """Take in what somebody else has written since; what cannot be read is passed over."""
        try:
            self._learn_kept(key, value, is_start=False)
        except FormatError as error:
            log.warning("%s is passed over: %s", key.decode("utf-8", "replace"), error)

    def _learn_kept(self, key: bytes, value: bytes | None, *, is_start: bool) -> None:
        target = self._target(target_of(key))
        if key.startswith(BASELINE_PREFIX):
            target.baseline = None if value is None else BaselineState.decode(value)
        elif key.startswith(ACCEPTED_PREFIX):
            target.accepted.pop(version_of(key), None)
            if value is not None:
                target.accepted[version_of(key)] = AcceptedState.decode(value)
        elif key.startswith(ANSWERS_PREFIX) and value is not None:
            state = AnswersState.decode(value)
            at = (state.version, state.family)
            # What this process wrote comes back to it; it knows better by now.
            if not (is_start or (state.imported and at not in target.answers)):
                return
            target.answers[at] = answers_of_state(state)
        elif key.startswith(COMPARISON_PREFIX) and value is not None and is_start:
            comparison = ComparisonState.decode(value)
            target.comparisons[comparison.version] = comparison
        else:
            return
        target.is_stale = True

    def changes(self) -> dict[bytes, bytes | None]:
        """What must be written on the state topic, null to take off. `written` says that it is."""
        return {key: self._value(key) for key in sorted(self._changed)}

    def written(self, changes: Mapping[bytes, bytes | None]) -> None:
        """These stand on the topic."""
        self._changed -= changes.keys()

    def _value(self, key: bytes) -> bytes | None:
        target = self._target(target_of(key))
        if key.startswith(COMPARISON_PREFIX):
            comparison = target.comparisons.get(version_of(key))
            return comparison.encode() if comparison else None
        if key.startswith(ACCEPTED_PREFIX):
            accepted = target.accepted.get(version_of(key))
            return accepted.encode() if accepted else None
        family, _, version = version_of(key).partition("/")
        answers = target.answers.get((version, family))
        return state_of(answers).encode() if answers else None

    # What is learned.

    def learn(self, stream: Stream, run: Run) -> None:
        """Take in a run whose last trial came in. One that several versions answered says
        nothing of any of them."""
        version = run.version
        if version == UNKNOWN_VERSION or not is_compared(stream.family):
            return
        target = self._target(stream.target)
        at = (version, stream.family)
        answers = target.answers.get(at)
        if answers is None or answers.is_imported:
            self._compare_from_now(stream, version)
        if answers is None:
            answers = target.answers[at] = VersionAnswers.begin(stream, version, run)
        answers.is_imported = False
        line = self._alarms.drift.run_length
        if answers.learn(run, not run.is_cut_short, self._key, line):
            self._changed.add(answers_key(*stream, version))
            target.is_stale = True
            # At once: an alarm must not depend on how many runs are read together.
            self.judge()

    def _compare_from_now(self, stream: Stream, version: str) -> None:
        target = self._target(stream.target)
        if version in target.comparisons:
            return
        families = self._families.get(stream.target, ()) or (stream.family,)
        before = target.versions()
        before.pop(version, None)
        previous = max(before, key=lambda one: (before[one][0], one), default=None)
        against = ((PREVIOUS, previous), (PINNED, target.pinned))
        parts = tuple(
            Part(family=family, baseline=baseline, against=one)
            for family in families
            for baseline, one in against
            if one is not None and one != version
        )
        target.comparisons[version] = ComparisonState(
            target=stream.target, version=version, parts=parts, alpha=self._alarms.alpha
        )
        self._changed.add(comparison_key(stream.target, version))

    # What is said.

    def judge_next(self) -> bool:
        """Compare again one target of which something has changed, raise its alarms, retire its
        versions; false where there is none. It may take a second."""
        for name, target in self._targets.items():
            if target.is_stale:
                self._retire(name, target)
                target.judgements = dict(self._judged(name, target))
                target.is_stale = False
                return True
        return False

    def judge(self) -> None:
        """The same for all targets."""
        while self.judge_next():
            pass

    def judgements(self) -> Iterator[Judgement]:
        """Of every version that is compared, as of the last `judge`."""
        for _, target in sorted(self._targets.items()):
            yield from target.judgements.values()

    def drifts(self) -> Iterator[Drift]:
        """Of every living version, in each family."""
        for name, target in sorted(self._targets.items()):
            for (version, family), answers in sorted(target.answers.items()):
                if version in target.comparisons and not answers.is_imported:
                    yield Drift(name, version, family, answers.drift)

    def versions(self, target: str) -> tuple[str, ...]:
        """Those whose answers are kept, the one that was played first first."""
        found = self._target(target).answers
        return tuple(dict.fromkeys(at[0] for at in sorted(found, key=lambda at: found[at].first)))

    def answers(self, target: str, version: str) -> Mapping[str, VersionAnswers]:
        """The answers of one version, by family."""
        found = self._target(target).answers
        return {family: one for (name, family), one in found.items() if name == version}

    def baseline(self, target: str) -> BaselineState | None:
        """What is pinned, and what was done to it."""
        return self._target(target).baseline

    def accepted(self, target: str) -> tuple[Action, ...]:
        """What was accepted of its living versions."""
        return tuple(one.action for one in self._target(target).accepted.values())

    @property
    def drift_line(self) -> float:
        """The mean number of runs until drift is reported where nothing changes, at least."""
        return self._alarms.drift.run_length

    def drift_days(self, target: str, family: str) -> float | None:
        """The same in days, as the plan has them; null where no plan plays it now."""
        days = self._run_days.get((target, family))
        return None if days is None else days * self.drift_line

    def _judged(self, name: str, target: _Target) -> Iterator[tuple[str, Judgement]]:
        times = target.versions()
        for version in sorted(target.comparisons, key=lambda one: times.get(one, (0.0, 0.0))):
            state = target.comparisons[version]
            first = times.get(version, (0.0, 0.0))[0]
            is_superseded = any(one[0] > first for one in times.values())
            parts = [
                self._judged_part(name, target, state, part, is_superseded) for part in state.parts
            ]
            action = target.accepted[version].action if version in target.accepted else None
            found = judge(state, parts, action, is_superseded)
            if state.alarm is None and action is None:
                alarm = alarm_of(found, times.get(version, (0.0, 0.0))[1])
                if alarm is not None:
                    state = state.model_copy(update={"alarm": alarm})
                    target.comparisons[version] = state
                    self._changed.add(comparison_key(name, version))
                    log.warning("target %s: version %s is worse: the alarm is up", name, version)
                    found = judge(state, parts, action, is_superseded)
            yield version, found

    def _judged_part(
        self,
        name: str,
        target: _Target,
        state: ComparisonState,
        part: Part,
        is_superseded: bool,
    ) -> PartJudgement:
        """Answers never change, so that their numbers tell whether there is something new. What
        could be found is only said of the newest version."""
        baseline = target.answers.get((part.against, part.family))
        candidate = target.answers.get((state.version, part.family))
        same = sum((one.family, one.against) == (part.family, part.against) for one in state.parts)
        sizes = (
            len(baseline.items) if baseline else -1,
            len(candidate.items) if candidate else -1,
            is_superseded,
        )
        key = (name, state.version, part.family, part.against)
        known = self._compared.get(key)
        if known is None or known[0] != sizes:
            alpha = state.alpha * same / len(state.parts)
            margin = self._alarms.margin / SCALES[part.family]
            known = (
                sizes,
                judge_part(part, alpha, margin, baseline, candidate, with_power=not is_superseded),
            )
            self._compared[key] = known
        found = known[1]
        return PartJudgement(
            part, found.comparison, found.log_evidence, found.held_back, found.carried_by
        )

    def _retire(self, name: str, target: _Target) -> None:
        times = target.versions()
        newest = max(times, key=lambda one: (times[one][0], one), default=None)
        by_age = sorted(times, key=lambda one: (one == newest, times[one][1], one))
        living = {*by_age[-self._max_versions :]}
        needed = living | {target.pinned or ""}
        for version in living & target.comparisons.keys():
            needed |= {part.against for part in target.comparisons[version].parts}
        for at in [at for at in target.answers if at[0] not in needed]:
            del target.answers[at]
            self._changed.add(answers_key(name, at[1], at[0]))
        for version in [one for one in target.comparisons if one not in living]:
            del target.comparisons[version]
            self._changed.add(comparison_key(name, version))
        for version in [one for one in target.accepted if times and one not in living]:
            del target.accepted[version]
            self._changed.add(accepted_key(name, version))
        for key in [k for k in self._compared if k[0] == name and k[1] not in target.comparisons]:
            del self._compared[key]

    def _target(self, name: str) -> _Target:
        return self._targets.setdefault(name, _Target())
