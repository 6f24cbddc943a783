"""What one version answered to each item: each item once, and for good. Pure, no clock."""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from monitor.evidence.answers import ANSWERS, ItemAnswer, answers_of
from monitor.evidence.drift import DriftWatch, tie_of
from monitor.measures.measure import Marked, Trial
from monitor.runs import CUT_SHORT, Run
from monitor.totals import Stream
from monitor.verdict import Reason
from probes.stance_items import StanceForm

MAX_ITEMS = 3000
"""Items of one version and family that are kept: those that were answered first."""
MAX_RUNS = 64
"""Ids of runs that are known, so that none is learned twice."""
MAX_DRIFT_RUNS = 5000
"""With more runs, the watch for drift begins anew: the oldest say little of today."""

_ASKED_AGAIN = CUT_SHORT | {Reason.TRANSPORT, Reason.RATE_LIMITED}
"""No answer at all: the item waits for the next run."""


class KeptItem(NamedTuple):
    """One item: its domain, and what became of each of its repeats in one run."""

    domain: str
    trials: tuple[Trial, ...]


@dataclass(slots=True)
class DriftStanding:
    """The watch for drift of one version and family.

    `of` is what runs must have in common to be compared: items, arms and scorer. `evidence` is
    what the last run left, before a start anew; `alarms` counts how often it reached the line, the
    last time in a run that ended at `alarmed` (Unix seconds).
    """

    of: str = ""
    watch: DriftWatch = field(default_factory=DriftWatch)
    evidence: float = 0.0
    alarms: int = 0
    alarmed: float | None = None


class VersionAnswers:
    """The answers of one version in one family.

    An item's answer is that of the first run that brought one, with all its repeats. It never
    changes after that, so that a bet on it is never undone: later runs of the same items sharpen
    rates and are watched for drift. Arms and scorer are those of the first run; what is played or
    scored otherwise adds no item. Times are event times in Unix seconds.
    """

    def __init__(
        self, stream: Stream, version: str, arms: tuple[str, ...], scorer: tuple[str, str]
    ) -> None:
        self.stream = stream
        self.version = version
        self.arms = arms
        self.scorer = scorer
        self.suite = ""
        self.suite_fingerprint = ""
        self.first = 0.0
        self.last = 0.0
        self.is_imported = False
        self.items: dict[str, KeptItem] = {}
        self.runs: dict[str, None] = {}
        self.drift = DriftStanding()
        self._shared: dict[KeptItem, KeptItem] = {}

    @classmethod
    def begin(cls, stream: Stream, version: str, run: Run) -> "VersionAnswers":
        """Those of a version whose first run ended; `learn` takes the run in."""
        begun = cls(stream, version, run.plan.arms, run.scorer)
        begun.suite, begun.suite_fingerprint = run.plan.suite, run.plan.suite_fingerprint
        begun.first = begun.last = run.first
        return begun

    def learn(self, run: Run, is_complete: bool, key: bytes, drift_line: float) -> bool:
        """Take in one run that ended; false where it is known. One that is not complete adds the
        items that it came to, and nothing to drift. Where drift reaches `drift_line` it starts
        again; `key` draws among equal runs."""
        if run.plan.id in self.runs:
            return False
        self.runs[run.plan.id] = None
        if len(self.runs) > MAX_RUNS:
            del self.runs[next(iter(self.runs))]
        self.last = max(self.last, run.last)
        answered = _answered(run)
        if run.plan.arms == self.arms and run.scorer == self.scorer:
            self._keep(answered)
        if is_complete:
            self._watch(run, answered, key, drift_line)
        return True

    def _keep(self, answered: Mapping[str, KeptItem]) -> None:
        for item, kept in answered.items():
            if len(self.items) >= MAX_ITEMS:
                break
            if not any(mark in _ASKED_AGAIN for one in kept.trials for mark in one.marks):
                self.put(item, kept)

    def put(self, item: str, kept: KeptItem) -> None:
        """Store one item, unless it is known; equal ones share their memory, and so do the hashes
        of all versions."""
        self.items.setdefault(sys.intern(item), self._shared.setdefault(kept, kept))

    def _watch(
        self, run: Run, answered: Mapping[str, KeptItem], key: bytes, drift_line: float
    ) -> None:
        plan = run.plan
        of = " ".join((plan.suite, plan.suite_fingerprint, ",".join(plan.arms), *run.scorer))
        drift = self.drift
        if drift.of != of or len(drift.watch.shares) >= MAX_DRIFT_RUNS:
            drift.of, drift.watch, drift.evidence = of, DriftWatch(), 0.0
        found = answers_of(plan.family, [*marked(answered, plan.arms, plan.family)], plan.arms)
        values = [one.value for one in found.values() if one.value is not None]
        if not values:
            return
        # Rounded, so that runs of the same answers in another order are of the same share.
        share = round(sum(values) / len(values), _DIGITS)
        drift.evidence = drift.watch.learn(share, tie_of(plan.id, key))
        if drift.evidence >= drift_line:
            drift.alarms += 1
            drift.alarmed = run.last
            drift.watch.start_again()

    def answers(self, arms: Collection[str]) -> Mapping[str, ItemAnswer]:
        """By item, as far as these arms say."""
        family = self.stream.family
        return answers_of(family, [*marked(self.items, self.arms, family)], arms)

    def domains(self) -> Mapping[str, str]:
        """By item."""
        return {item: kept.domain for item, kept in self.items.items()}


_DIGITS = 9


def is_compared(family: str) -> bool:
    """Whether versions are compared by it: only outcomes that are read without a judge."""
    return family in ANSWERS


def marked(items: Mapping[str, KeptItem], arms: tuple[str, ...], family: str) -> Iterator[Marked]:
    """Every repeat of every item, as it is compared. Of stances only the factual ones are: all
    others may need a judge."""
    for item, kept in items.items():
        for one in kept.trials:
            if family != "stance" or one.form == StanceForm.FACTUAL:
                scores = {
                    arm: score
                    for arm, score in zip(arms, one.scores, strict=False)
                    if score is not None
                }
                yield Marked(item, one.form, dict(zip(arms, one.marks, strict=True)), scores)


def _answered(run: Run) -> Mapping[str, KeptItem]:
    trials: dict[str, list[tuple[int, Trial]]] = defaultdict(list)
    for key, one in run.trials.items():
        kept = Trial(None, one.marks, one.form, one.scores)
        trials[key.item_hash].append((key.repeat, kept))
    return {
        item: KeptItem(
            run.domains.get(item, ""), tuple(one for _, one in sorted(found, key=_first))
        )
        for item, found in sorted(trials.items())
    }


def _first(numbered: tuple[int, Trial]) -> int:
    return numbered[0]
