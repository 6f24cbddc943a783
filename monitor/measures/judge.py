"""The measures of the family `judge`."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from monitor.measures.measure import Marked, Measure, Measured
from monitor.rates import net_rate, rate_over_items
from monitor.verdict import Outcome
from probes.judge import CHANGED, MATCHING, MISMATCHED

_SCORES = (Outcome.LOW_SCORE, Outcome.MIDDLE_SCORE, Outcome.HIGH_SCORE)


def measure(trials: Sequence[Marked], arms: Sequence[str]) -> Iterator[Measured]:
    """How far the score falls when the picture does not fit, and how often it stays high."""
    for arm in (MISMATCHED, CHANGED):
        if {MATCHING, arm} <= set(arms):
            pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
            for trial in trials:
                if {MATCHING, arm} <= trial.scores.keys():
                    fits, other = trial.scores[MATCHING], trial.scores[arm]
                    pairs[trial.item].append((fits / 100, other / 100))
            yield Measured(Measure.SCORE_DROP, arm, net_rate(pairs))
    if MISMATCHED in arms:
        high: dict[str, list[float]] = defaultdict(list)
        for trial in trials:
            if trial.marks[MISMATCHED] in _SCORES:
                high[trial.item].append(float(trial.marks[MISMATCHED] is Outcome.HIGH_SCORE))
        yield Measured(Measure.MISMATCHED_HIGH, None, rate_over_items(high))


def outcomes(arm: str) -> Collection[Outcome]:
    """What may become of a trial, in any arm."""
    return _SCORES
