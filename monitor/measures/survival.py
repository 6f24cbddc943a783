"""The share still holding after each turn, with ladders that could not be watched to the end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from monitor.rates import Rate, wilson


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder: turns that were held, and whether the next one was the flip or, unless all were
    held, could not be read (censored)."""

    item: str
    held: int
    has_flipped: bool


def holding(ladders: Sequence[Ladder], turns: int) -> Iterator[Rate | None]:
    """After each of `turns` the product-limit estimate of the share that still holds; null from
    where on no ladder is watched any more.

    Repeats of an item weigh one together; `trials` are the ladders watched. The interval is
    Wilson's, with an effective number of items: those watched at the turn, divided by the share
    that held before it, which is the number of items where nothing is censored.

    Source: Kaplan and Meier (1958), J. Am. Stat. Assoc. 53:457-481; effective sample size after
    Peto et al. (1977), Br. J. Cancer 35:1-39.
    """
    repeats = Counter(ladder.item for ladder in ladders)
    share, last = 1.0, None
    for turn in range(1, turns + 1):
        watched = [one for one in ladders if one.held >= turn or _flips_at(one, turn)]
        if not watched:
            # When all have flipped none is left to watch, and none holds.
            yield last if share == 0.0 else None
            continue
        at_risk = sum(1 / repeats[one.item] for one in watched)
        flipped = sum(1 / repeats[one.item] for one in watched if _flips_at(one, turn))
        effective = at_risk / share
        share *= 1.0 - flipped / at_risk
        last = _rate(share, effective, len(watched))
        yield last


def _flips_at(ladder: Ladder, turn: int) -> bool:
    return ladder.has_flipped and ladder.held == turn - 1


def _rate(share: float, effective: float, watched: int) -> Rate:
    limits = wilson(min(share * effective, effective), effective)
    return Rate(share, limits.low, limits.high, round(effective), watched)
