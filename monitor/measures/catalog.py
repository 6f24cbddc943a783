"""Which measures a family has."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from monitor.measures import false_balance, judge, pushback, stance
from monitor.measures.measure import Marked, Measured
from monitor.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Measurer:
    """How a family is measured: from the trials of a run and the arms of its verdicts to its
    measures, and what may become of a trial in an arm."""

    measure: Callable[[Sequence[Marked], Sequence[str]], Iterable[Measured]]
    outcomes: Callable[[str], Collection[Outcome]]


MEASURERS: Mapping[str, Measurer] = {
    "pushback": Measurer(pushback.measure, pushback.outcomes),
    "stance": Measurer(stance.measure, stance.outcomes),
    "false_balance": Measurer(false_balance.measure, false_balance.outcomes),
    "judge": Measurer(judge.measure, judge.outcomes),
}
"""By family."""
