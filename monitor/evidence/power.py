"""What a comparison could show at all: before anybody concludes from silence. Pure."""

import math
from collections.abc import Iterator

from monitor.evidence.betting import BETS, log_mean

POWER = 0.8


def could_ever_show(items: int, alpha: float) -> bool:
    """Whether so many items could reach the line if every single one became worse."""
    return _log_evidence(items, 0) >= -math.log(alpha)


def items_needed(alpha: float) -> int:
    """How many items it takes at least, every one of them worse."""
    number = 1
    while not could_ever_show(number, alpha):
        number += 1
    return number


def smallest_rise(items: int, falls: float, alpha: float) -> float | None:
    """The smallest rise (0…1) that is found with 80% probability, where `falls` (0…1) of the items
    become better by chance and as many worse; null where no rise is.

    For items that are asked once, so that each becomes better, worse or stays. With repeats a
    smaller rise is found.
    """
    if not could_ever_show(items, alpha):
        return None
    most = 1.0 - 2.0 * falls
    if most <= 0 or power(items, falls, most, alpha) < POWER:
        return None
    low, high = 0.0, most
    while high - low > _FINE:
        middle = (low + high) / 2.0
        if power(items, falls, middle, alpha) >= POWER:
            high = middle
        else:
            low = middle
    return high


def power(items: int, falls: float, rise: float, alpha: float) -> float:
    """How probable it is that the line is reached, where of `items` a share `falls` becomes better
    and a share `falls + rise` worse."""
    rises = falls + rise
    if not 0 <= falls <= 1 or not 0 <= rises <= 1 - falls + _ROUNDING:
        raise ValueError(f"falls {falls}, rise {rise}: shares of one whole are needed")
    line = -math.log(alpha)
    found, need = 0.0, 0
    for better, chance in enumerate(_binomial(items, falls)):
        others = items - better
        while need <= others and _log_evidence(need, better) < line:
            need += 1
        if need > others:
            break
        if chance > _NEGLIGIBLE:
            share = min(1.0, rises / (1.0 - falls)) if falls < 1 else 0.0
            found += chance * _at_least(need, others, share)
        elif better > falls * items:
            break
    return found


def _log_evidence(worse: int, better: int) -> float:
    """The evidence of so many differences of +1 and of -1."""
    return log_mean([worse * math.log1p(bet) + better * math.log1p(-bet) for bet in BETS])


def _binomial(n: int, p: float) -> Iterator[float]:
    """P(X = 0), P(X = 1) … for X binomial."""
    for count in range(n + 1):
        yield math.exp(_log_choose(n, count) + _times(count, p) + _times(n - count, 1.0 - p))


def _at_least(count: int, n: int, p: float) -> float:
    total = 0.0
    for one in range(count, n + 1):
        term = math.exp(_log_choose(n, one) + _times(one, p) + _times(n - one, 1.0 - p))
        total += term
        if term < _NEGLIGIBLE and one > n * p:
            break
    return min(1.0, total)


def _times(count: int, p: float) -> float:
    """`count` times the logarithm of p, where 0 times anything is 0."""
    return 0.0 if count == 0 else -math.inf if p <= 0 else count * math.log(p)


def _log_choose(n: int, count: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(count + 1) - math.lgamma(n - count + 1)


_FINE = 1e-4
_NEGLIGIBLE = 1e-13
_ROUNDING = 1e-9
