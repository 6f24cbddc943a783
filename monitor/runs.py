"""One canary run as its verdicts come in, and the rates that it gives. Pure, no clock."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from monitor.measures.catalog import MEASURERS
from monitor.measures.measure import Bluff, Marked, Measure, Measured, Trial
from monitor.rates import Rate, coverage
from monitor.totals import UNKNOWN_VERSION, Mark, mark_of, version_label
from monitor.verdict import CLASS_OF, Outcome, Reason, ReasonClass, Scored, Unscored, Verdict

CUT_SHORT = frozenset({Reason.INCOMPLETE, Reason.OVER_BUDGET})
"""What stands for trials that a run did not come to."""
UNKNOWN_ONE_IN = 10
"""Of so many readable trials of one version, one may have a version that could not be read."""


class TrialKey(NamedTuple):
    """Which item of the run, and which asking of it."""

    item_hash: str
    repeat: int


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run set out to do. `size` is its number of (item, repeat)."""

    id: str
    family: str
    size: int
    arms: tuple[str, ...]
    suite: str
    suite_fingerprint: str


def plan_of(verdict: Verdict) -> RunPlan | None:
    """The run that a verdict belongs to; null for live traffic."""
    if verdict.run is None or verdict.run_size is None:
        return None
    return RunPlan(
        id=verdict.run,
        family=verdict.family,
        size=verdict.run_size,
        arms=verdict.arms_planned,
        suite=verdict.suite or "",
        suite_fingerprint=verdict.suite_fingerprint or "",
    )


@dataclass(frozen=True, slots=True)
class RunRates:
    """What a run says.

    `measured` are the measures of its family, with a null rate where nothing can be said.
    `outcomes` and `unscored` count over all arms. `coverage` is in 0…1.
    """

    measured: tuple[Measured, ...]
    coverage: float | None
    outcomes: Mapping[Outcome, int]
    unscored: Mapping[Reason, int]

    def rate(self, measure: Measure, of: str | None = None) -> Rate | None:
        """The rate of one measure; null also where the run does not have it."""
        return rate_in(self.measured, measure, of)


class HasRate(Protocol):
    """A measure with its rate, as computed or as written out."""

    @property
    def measure(self) -> Measure: ...
    @property
    def of(self) -> str | None: ...
    @property
    def rate(self) -> Rate | None: ...


def rate_in(measured: Iterable[HasRate], measure: Measure, of: str | None = None) -> Rate | None:
    """The rate of one measure among several; null where it is not there."""
    return next((one.rate for one in measured if (one.measure, one.of) == (measure, of)), None)


class Run:
    """The trials of one run, up to now.

    The first verdict on an (item, repeat) stays: one that is scored again by another scorer
    does not change a run. Times are event times in Unix seconds.
    """

    def __init__(self, plan: RunPlan, first: float) -> None:
        self.plan = plan
        self.first = first
        self.last = first
        self.scorer = ("", "")
        """Name and version; the greater pair where a run has two."""
        self.named: set[str] = set()
        """The versions that any reply named, also one that nobody could read."""
        self.trials: dict[TrialKey, Trial] = {}
        self.domains: dict[str, str] = {}
        """By item hash."""
        self._shared: dict[Trial, Trial] = {}
        self._rates: RunRates | None = None

    def add(self, key: TrialKey, verdict: Verdict) -> None:
        """Take in one verdict. A planned arm without a result is `incomplete`."""
        self.first = min(self.first, verdict.event_time)
        self.last = max(self.last, verdict.event_time)
        self.scorer = max(self.scorer, (verdict.scorer, verdict.scorer_version))
        self.named.update(verdict.mixed_versions)
        results = verdict.arms
        marks = tuple(
            mark_of(results[arm]) if arm in results else Reason.INCOMPLETE for arm in self.plan.arms
        )
        scores = tuple(
            one.score if isinstance(one := results.get(arm), Scored) else None
            for arm in self.plan.arms
        )
        bluffs = tuple(_bluff(results.get(arm)) for arm in self.plan.arms)
        trial = Trial(
            verdict.version or None,
            marks,
            verdict.form,
            scores if any(score is not None for score in scores) else (),
            bluffs if any(bluffs) else (),
        )
        if verdict.domain is not None:
            self.domains.setdefault(key.item_hash, verdict.domain)
        self.put(key, trial)

    def put(self, key: TrialKey, trial: Trial) -> None:
        """Store one trial, unless it is known; equal trials share their memory."""
        if trial.version is not None:
            self.named.add(trial.version)
        self.trials.setdefault(key, self._shared.setdefault(trial, trial))
        self._rates = None

    @property
    def order(self) -> tuple[float, str]:
        """Runs are older and newer by this."""
        return self.first, self.plan.id

    @property
    def is_complete(self) -> bool:
        return len(self.trials) >= self.plan.size

    @property
    def is_cut_short(self) -> bool:
        """Whether some trials were never begun or not gone on with, so that no rate is the rate
        of the suite."""
        return any(mark in CUT_SHORT for kind in {*self.trials.values()} for mark in kind.marks)

    def versions(self) -> set[str]:
        """The versions that answered, be it with something that nobody could read: a new version
        that breaks off half of its replies is there all the same.

        `unknown` is one of them where readable trials have no version, but not where it is beside
        one known version in up to a tenth of those trials, or in one: a version that could not be
        read for a moment. With more of them a second version may have answered that nobody can
        name.
        """
        readable = Counter(
            trial.version
            for trial in self.trials.values()
            if any(isinstance(mark, Outcome) for mark in trial.marks)
        )
        found: set[str | None] = {*self.named}
        most = max(1, readable.total() // UNKNOWN_ONE_IN)
        if readable[None] > (most if len(found) == 1 else 0):
            found.add(None)
        return {version_label(version) for version in found}

    @property
    def is_mixed(self) -> bool:
        """Whether more than one version answered, or may have, so that no rate is the rate of
        one: in two trials, or within one."""
        return len(self.versions()) > 1

    @property
    def version(self) -> str:
        """The version that answered; `unknown` when it is not known or not one."""
        found = self.versions()
        return UNKNOWN_VERSION if self.is_mixed or not found else found.pop()

    def rates(self) -> RunRates:
        """Computed once for every change."""
        if self._rates is None:
            self._rates = rates_of(self)
        return self._rates


def rates_of(run: Run) -> RunRates:
    """The rates of a run, complete or in progress."""
    arms = run.plan.arms
    marks = Counter[Mark](mark for trial in run.trials.values() for mark in trial.marks)
    unscored = {mark: n for mark, n in marks.items() if isinstance(mark, Reason)}
    outcomes = {mark: n for mark, n in marks.items() if isinstance(mark, Outcome)}
    missing = sum(n for r, n in unscored.items() if CLASS_OF[r] is not ReasonClass.NOT_ASKED)
    measurer = MEASURERS.get(run.plan.family)
    marked = [_marked(key, trial, arms) for key, trial in run.trials.items()]
    return RunRates(
        measured=tuple(measurer.measure(marked, arms)) if measurer else (),
        coverage=coverage(sum(outcomes.values()), missing),
        outcomes=outcomes,
        unscored=unscored,
    )


def _marked(key: TrialKey, trial: Trial, arms: tuple[str, ...]) -> Marked:
    scores = {arm: one for arm, one in zip(arms, trial.scores, strict=False) if one is not None}
    bluffs = {arm: one for arm, one in zip(arms, trial.bluffs, strict=False) if one is not None}
    marks = dict(zip(arms, trial.marks, strict=True))
    return Marked(key.item_hash, trial.form, marks, scores, bluffs)


def _bluff(result: Scored | Unscored | None) -> Bluff | None:
    if not isinstance(result, Scored) or result.bluffing is None:
        return None
    return Bluff(result.bluffing.bc, result.bluffing.label)
