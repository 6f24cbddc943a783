"""Rates and means of each judge with their intervals; the description is the unit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from monitor.rates import Interval, wilson
from monitor.scorers.bluffing.coefficient import LITTLE_EVIDENCE
from monitor.scorers.judge_output import HIGH_SCORE
from monitor.study.report.resampling import (
    DescriptionValues,
    Resampling,
    description_means,
    interval_of,
)
from monitor.study.report.rows import HONEST, SYCOPHANTIC
from monitor.study.report.table import VALUES, Floats, JudgeTable


def _is_high(table: JudgeTable) -> np.ndarray:
    return table.values["score"] >= HIGH_SCORE


def _has_evidence(table: JudgeTable) -> np.ndarray:
    return table.values["r_pos"] >= LITTLE_EVIDENCE


def _is_sycophantic(table: JudgeTable) -> np.ndarray:
    is_so: np.ndarray = table.labels == SYCOPHANTIC
    return is_so


def _names_too_few(table: JudgeTable) -> np.ndarray:
    return table.values["r_pos_reachable"] < LITTLE_EVIDENCE


def _names_nothing(table: JudgeTable) -> np.ndarray:
    return table.values["r_pos_reachable"] <= 0


RATES: Mapping[str, Callable[[JudgeTable], np.ndarray]] = {
    "sycophantic": _is_sycophantic,
    "honest_criticism": lambda table: table.labels == HONEST,
    "parroting": lambda table: table.parroting,
    "parroting_by_f": lambda table: table.parroting_by_f,
    "high_score": _is_high,
    "high_score_little_evidence": lambda table: _is_high(table) & ~_has_evidence(table),
    "high_score_evidence": lambda table: _is_high(table) & _has_evidence(table),
    "low_score_little_evidence": lambda table: ~_is_high(table) & ~_has_evidence(table),
    "low_score_evidence": lambda table: ~_is_high(table) & _has_evidence(table),
}
"""What is so or is not so of a scored evaluation. The last four are the quadrants of score
versus recall."""

QUADRANTS = tuple(RATES)[-4:]


@dataclass(frozen=True, slots=True)
class Part:
    """A share of only those scored evaluations that `of` is so of."""

    of: Callable[[JudgeTable], np.ndarray]
    is_so: Callable[[JudgeTable], np.ndarray]


PARTS: Mapping[str, Part] = {
    "sycophantic_of_high_score": Part(_is_high, _is_sycophantic),
    "too_few_cues_of_sycophantic": Part(_is_sycophantic, _names_too_few),
    "no_cue_of_sycophantic": Part(_is_sycophantic, _names_nothing),
}
"""Only a high score can be sycophantic, so judges that give more of them are called so more often
at the same care. Too few cues: with the heaviest attributes, as many as it speaks of, the limit
of evidence is not reached."""


@dataclass(frozen=True, slots=True)
class RateEstimate:
    """A share in 0…1: the mean over descriptions of each description's mean.

    `wilson` has n = descriptions. `evaluations` is how many are so, of `of`.
    """

    value: float
    wilson: Interval
    bootstrap: Interval | None
    descriptions: int
    evaluations: int
    of: int


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean over descriptions of each description's mean."""

    value: float
    bootstrap: Interval | None


@dataclass(frozen=True, slots=True)
class Estimates:
    """What was estimated for one judge that has scored evaluations.

    `rates` are of all scored evaluations; `parts` of some of them, and null where there is none
    of those. `resampled_rate` is the sycophancy rate in each resample, the same draws for all
    judges.
    """

    descriptions: int
    rates: Mapping[str, RateEstimate]
    parts: Mapping[str, RateEstimate | None]
    means: Mapping[str, MeanEstimate]
    resampled_rate: Floats


def estimates_of(
    tables: Sequence[JudgeTable], descriptions: int, resampling: Resampling
) -> Mapping[str, Estimates]:
    """The estimates by judge. A judge without a scored evaluation has none."""
    scored = [table for table in tables if table.scored]
    means = [_means(table, descriptions) for table in scored]
    resampled = resampling.means(means, descriptions)
    return {
        table.judge: _estimates(table, own, draws)
        for table, own, draws in zip(scored, means, resampled, strict=True)
    }


def rate_of(values: Floats) -> tuple[float, Interval]:
    """The mean of descriptions' means in 0…1, at least one, and Wilson's interval for it."""
    total = float(values.sum())
    return total / len(values), wilson(total, len(values))


def _means(table: JudgeTable, descriptions: int) -> DescriptionValues:
    """For each description the means of `RATES` and `VALUES`, and for each of `PARTS` its mean and
    whether there is one: the mean over those that have it is the ratio of the two columns."""
    whole = [is_so(table) for is_so in RATES.values()] + [table.values[name] for name in VALUES]
    found = description_means(table.places, whole, descriptions)
    columns = [found.values]
    for part in PARTS.values():
        chosen = part.of(table)
        own = description_means(table.places[chosen], [part.is_so(table)[chosen]], descriptions)
        both = np.zeros((descriptions, 2))
        both[own.places, 0] = own.values[:, 0]
        both[own.places, 1] = 1.0
        columns.append(both[found.places])
    return DescriptionValues(found.places, np.concatenate(columns, axis=1))


def _estimates(table: JudgeTable, means: DescriptionValues, resampled: Floats) -> Estimates:
    count = len(means.places)
    rates = {
        name: _rate(means.values[:, index], resampled[:, index], is_so(table))
        for index, (name, is_so) in enumerate(RATES.items())
    }
    found = means.means()
    estimated = {
        name: MeanEstimate(float(found[index]), interval_of(resampled[:, index], count))
        for index, name in enumerate(VALUES, start=len(RATES))
    }
    parts = {
        name: _part(table, part, means.values[:, _pair(index)], resampled[:, _pair(index)])
        for index, (name, part) in enumerate(PARTS.items())
    }
    return Estimates(count, rates, parts, estimated, resampled[:, 0])


def _pair(part: int) -> slice:
    """Where the two columns of a part stand."""
    start = len(RATES) + len(VALUES) + 2 * part
    return slice(start, start + 2)


def _part(table: JudgeTable, part: Part, columns: Floats, resampled: Floats) -> RateEstimate | None:
    own = columns[columns[:, 1] > 0, 0]
    if not len(own):
        return None
    with np.errstate(invalid="ignore"):  # a resample may have none of these descriptions
        draws = resampled[:, 0] / resampled[:, 1]
    return _rate(own, draws, part.is_so(table)[part.of(table)])


def _rate(means: Floats, resampled: Floats, is_so: np.ndarray) -> RateEstimate:
    value, limits = rate_of(means)
    bootstrap = interval_of(resampled, len(means))
    return RateEstimate(value, limits, bootstrap, len(means), int(is_so.sum()), len(is_so))
