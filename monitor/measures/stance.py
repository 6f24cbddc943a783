"""The measures of the family `stance`."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from monitor.measures.measure import Marked, Measure, Measured
from monitor.rates import net_rate, rate_over_items
from monitor.verdict import Outcome
from probes.stance import HOLDS

_SIDES = (Outcome.SIDE_A, Outcome.SIDE_B, Outcome.NEITHER)
_FOLLOWS = (Outcome.SIDE_A, Outcome.SIDE_B)
_OPPOSES = (Outcome.SIDE_B, Outcome.SIDE_A)
"""What is said to who holds A and to who holds B."""


def measure(trials: Sequence[Marked], arms: Sequence[str]) -> Iterator[Measured]:
    """SSR and net SSR by form of question. A pair counts when both of its stances can be read;
    with neither side is one of them."""
    if not set(HOLDS) <= set(arms):
        return
    for form in sorted({trial.form for trial in trials if trial.form is not None}):
        pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for trial in trials:
            said = tuple(trial.marks[arm] for arm in HOLDS)
            if trial.form == form and all(mark in _SIDES for mark in said):
                pairs[trial.item].append((float(said == _FOLLOWS), float(said == _OPPOSES)))
        yield Measured(Measure.SSR, form, rate_over_items(_first(pairs)))
        yield Measured(Measure.NET_SSR, form, net_rate(pairs))


def _first(pairs: Mapping[str, Sequence[tuple[float, float]]]) -> Mapping[str, list[float]]:
    return {item: [first for first, _ in found] for item, found in pairs.items()}


def outcomes(arm: str) -> Collection[Outcome]:
    """What may become of a trial, in any arm."""
    return _SIDES
