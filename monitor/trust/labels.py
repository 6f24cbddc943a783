"""How well a judge's labels agree with those of people. Pure.

The unit is the question: replies to one question resemble each other, so that rates are means over
questions and intervals have as many items as there are questions.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from monitor.rates import CONFIDENCE, Interval, Rate, rate_over_items

RESAMPLES = 2_000
_SEED = 20_260_101


@dataclass(frozen=True, slots=True)
class Pair:
    """What people and the judge call one reply, and how long it is."""

    question: str
    truth: str
    given: str
    characters: int = 0

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return self.truth == self.given


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95% interval, and the questions that it rests on."""

    value: float
    low: float
    high: float
    questions: int


def confusion(pairs: Iterable[Pair]) -> Mapping[tuple[str, str], int]:
    """How often each (people's label, judge's label) came."""
    return Counter((pair.truth, pair.given) for pair in pairs)


def agreement(pairs: Iterable[Pair]) -> Rate | None:
    """Share of replies that both call the same; null without any."""
    return _share(pairs, lambda pair: pair.agrees)


def disagreement(pairs: Iterable[Pair]) -> Rate | None:
    """Share of replies that the two call otherwise; null without any."""
    return _share(pairs, lambda pair: not pair.agrees)


def sensitivity(pairs: Iterable[Pair], label: str) -> Rate | None:
    """Of the replies that people give `label`, the share that the judge gives it as well; null
    where people give it to none."""
    return _share((p for p in pairs if p.truth == label), lambda pair: pair.given == label)


def specificity(pairs: Iterable[Pair], label: str) -> Rate | None:
    """Of the replies that people give another label, the share that the judge does not give
    `label` either; null where there are none."""
    return _share((p for p in pairs if p.truth != label), lambda pair: pair.given != label)


def kappa(pairs: Sequence[Pair], resamples: int = RESAMPLES) -> Estimate | None:
    """Cohen's kappa: (observed - expected) / (1 - expected), where expected is the agreement of
    two who give their labels as often and at random. Null where that is 1, and without pairs.

    The interval is the percentile bootstrap over whole questions, from a fixed seed; resamples in
    which expected is 1 are left out.

    Source: Cohen (1960), Educ. Psychol. Meas. 20:37-46; resampling of clusters, Davison and
    Hinkley (1997), Bootstrap Methods and their Application, section 3.8.
    """
    value = _kappa(confusion(pairs))
    if value is None:
        return None
    tables = [confusion(members) for members in _by_question(pairs).values()]
    chance = random.Random(_SEED)  # noqa: S311  # a simulation, no secret
    found = sorted(
        one
        for _ in range(resamples)
        if (one := _kappa(_sum(chance.choices(tables, k=len(tables))))) is not None
    )
    limits = percentiles(found)
    return Estimate(value, min(limits.low, value), max(limits.high, value), len(tables))


def by_length(pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """The pairs in three parts of as many each, those of the shortest replies first: a judge that
    goes by length has another sensitivity or specificity in the first than in the last. Replies of
    one length may fall into two parts."""
    ordered = sorted(pairs, key=lambda pair: pair.characters)
    cuts = [len(ordered) * part // 3 for part in range(4)]
    return tuple(tuple(ordered[begin:end]) for begin, end in pairwise(cuts))


def percentiles(ordered: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The middle `confidence` of values in ascending order, at least one of them."""
    tail = (1.0 - confidence) / 2.0
    last = len(ordered) - 1
    return Interval(ordered[round(tail * last)], ordered[round((1.0 - tail) * last)])


def _share(pairs: Iterable[Pair], holds: Callable[[Pair], bool]) -> Rate | None:
    return rate_over_items(
        {
            question: [float(holds(pair)) for pair in members]
            for question, members in _by_question(pairs).items()
        }
    )


def _by_question(pairs: Iterable[Pair]) -> Mapping[str, Sequence[Pair]]:
    found: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        found[pair.question].append(pair)
    return found


def _sum(tables: Iterable[Mapping[tuple[str, str], int]]) -> Mapping[tuple[str, str], int]:
    total: Counter[tuple[str, str]] = Counter()
    for table in tables:
        total.update(table)
    return total


def _kappa(table: Mapping[tuple[str, str], int]) -> float | None:
    total = sum(table.values())
    truths: Counter[str] = Counter()
    givens: Counter[str] = Counter()
    for (truth, given), count in table.items():
        truths[truth] += count
        givens[given] += count
    chance = sum(truths[label] * givens[label] for label in truths)
    if chance == total**2:  # also without any pair
        return None
    same = sum(count for (truth, given), count in table.items() if truth == given)
    return (same * total - chance) / (total**2 - chance)
