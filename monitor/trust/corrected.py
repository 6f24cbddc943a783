"""A rate that a judge found, corrected for how often the judge errs. Pure."""

import random
from dataclasses import dataclass

from monitor.rates import Rate
from monitor.trust.labels import percentiles

LEAST_INFORMATION = 0.2
"""Below this sensitivity + specificity - 1, a judge tells too little for a correction: its errors
would be blown up by five and more."""
DRAWS = 4_000
_SEED = 20_260_102


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """What the rate would be with a judge that never errs, in 0…1, and its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Correction:
    """Why there is a corrected rate or none. `information_low` is the lower limit of the judge's
    sensitivity + specificity - 1."""

    rate: CorrectedRate | None
    information_low: float


def corrected(
    raw: Rate, sensitivity: Rate, specificity: Rate, draws: int = DRAWS, seed: int = _SEED
) -> Correction:
    """The rate that is behind `raw`: (raw + specificity - 1) / (sensitivity + specificity - 1).

    Each of the three is uncertain. It enters with half a success and half a failure more than
    were seen (Jeffreys' prior) on its n of items, and the interval is what 95% of `draws` from
    the three Beta distributions give; `seed` makes it the same each time. Draws in which the
    judge is no better than chance count as the whole range. No rate where the lower limit of
    sensitivity + specificity - 1 is below `LEAST_INFORMATION`. Results are cut to 0…1 for being
    shown; before that the value may lie outside, and a mean of cut values leans upwards.

    Source: Rogan and Gladen (1978), Am. J. Epidemiol. 107:71-76; uncertainty of all three as in
    Lang and Reiczigel (2014), Prev. Vet. Med. 113:13-22, here by simulation.
    """
    chance = random.Random(seed)  # noqa: S311  # a simulation, no secret
    information: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    for _ in range(draws):
        p, right, spared = (_draw(chance, rate) for rate in (raw, sensitivity, specificity))
        known = right + spared - 1.0
        information.append(known)
        lows.append((p + spared - 1.0) / known if known > 0 else 0.0)
        highs.append((p + spared - 1.0) / known if known > 0 else 1.0)
    information_low = percentiles(sorted(information)).low
    if information_low < LEAST_INFORMATION:
        return Correction(None, information_low)
    p, right, spared = map(_middle, (raw, sensitivity, specificity))
    value = _cut((p + spared - 1.0) / (right + spared - 1.0))
    low, high = percentiles(sorted(lows)).low, percentiles(sorted(highs)).high
    rate = CorrectedRate(value, min(_cut(low), value), max(_cut(high), value))
    return Correction(rate, information_low)


def _draw(chance: random.Random, rate: Rate) -> float:
    successes = rate.value * rate.items
    return chance.betavariate(successes + 0.5, rate.items - successes + 0.5)


def _middle(rate: Rate) -> float:
    return (rate.value * rate.items + 0.5) / (rate.items + 1.0)


def _cut(value: float) -> float:
    return min(1.0, max(0.0, value))
