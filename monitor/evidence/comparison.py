"""Two versions, item by item: is the newer one worse, and could one have seen it? Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from monitor.evidence.answers import ItemAnswer, Standing
from monitor.evidence.betting import log_evidence, lower_bound, upper_bound
from monitor.evidence.power import could_ever_show, items_needed, smallest_rise

ALPHA = 0.01
"""How often a comparison may call a version worse that is not."""
MARGIN = 0.05
"""A rise below this is called none."""
MOST_UNREAD = 0.1
"""Above this share of items without a readable first answer nothing is said."""


class Conclusion(StrEnum):
    """What a comparison comes to."""

    WORSE = "worse"
    BETTER = "better"
    NOT_WORSE = "not_worse"
    """The rise is smaller than the margin, if there is one."""
    INCONCLUSIVE = "inconclusive"
    CANNOT_TELL = "cannot_tell"
    """Nothing that could have come out would have shown it."""


@dataclass(frozen=True, slots=True)
class Items:
    """How many items there are of each kind. `used` have a value in both versions; `both_wrong`
    and the two after it are wrong first somewhere; `unread` had no readable first answer in one of
    the two; `unmatched` were asked of one version only; `left` count and miss an answer."""

    used: int
    left: int
    only_baseline_right: int
    only_candidate_right: int
    both_wrong: int
    unread: int
    unmatched: int

    @property
    def shared(self) -> int:
        """All that both versions were asked."""
        parts = (self.used, self.left, self.only_baseline_right, self.only_candidate_right)
        return sum(parts) + self.both_wrong + self.unread


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is known of `candidate - baseline`, positive where the candidate is worse.

    `low` and `high` hold the difference with 95%, however often one looks; `evidence` is how many
    times more money a bettor has who holds that it is worse, `evidence_at_worst` the same if all
    that is missing spoke for the candidate: that one has to reach the line, 1/alpha.
    `smallest_rise` is what would be found with 80% probability, null where nothing would.
    Differences are null where no item is used.
    """

    conclusion: Conclusion
    items: Items
    baseline: float | None
    candidate: float | None
    difference: float | None
    low: float | None
    high: float | None
    log10_evidence: float
    log10_evidence_at_worst: float
    log10_line: float
    smallest_rise: float | None
    items_needed: int


def compare(
    baseline: Mapping[str, ItemAnswer],
    candidate: Mapping[str, ItemAnswer],
    alpha: float = ALPHA,
    margin: float = MARGIN,
    *,
    with_power: bool = True,
) -> Comparison:
    """Compare two versions by what their items say, each item once: their order does not matter,
    since all of them are there. Without `with_power` nothing is said of the smallest rise, which
    takes longer than all the rest."""
    pairs = [(one, candidate[item]) for item, one in baseline.items() if item in candidate]
    counted = [pair for pair in pairs if all(one.standing is Standing.COUNTS for one in pair)]
    values = [(x.value, y.value) for x, y in counted if x.value is not None and y.value is not None]
    differences = [y - x for x, y in values]
    items = _count(pairs, len(baseline.keys() ^ candidate.keys()), len(counted), len(values))
    known = log_evidence(differences)
    at_worst = log_evidence([y.low - x.high for x, y in counted])
    low = lower_bound(differences, _EACH_SIDE) if differences else None
    high = upper_bound(differences, _EACH_SIDE) if differences else None
    falls = sum(max(0.0, -one) for one in differences) / len(differences) if differences else 0.0
    return Comparison(
        conclusion=_conclusion(items, at_worst, high, alpha, margin),
        items=items,
        baseline=_mean([x for x, _ in values]),
        candidate=_mean([y for _, y in values]),
        difference=_mean(differences),
        low=low,
        high=high,
        log10_evidence=known / math.log(10),
        log10_evidence_at_worst=at_worst / math.log(10),
        log10_line=-math.log10(alpha),
        smallest_rise=(
            smallest_rise(len(differences), falls, alpha) if differences and with_power else None
        ),
        items_needed=items_needed(alpha),
    )


_EACH_SIDE = 0.025


def _conclusion(
    items: Items, at_worst: float, high: float | None, alpha: float, margin: float
) -> Conclusion:
    if high is None or items.unread > MOST_UNREAD * items.shared:
        return Conclusion.CANNOT_TELL
    if at_worst >= -math.log(alpha):
        return Conclusion.WORSE
    if high < 0:
        return Conclusion.BETTER
    if high < margin:
        return Conclusion.NOT_WORSE
    return (
        Conclusion.INCONCLUSIVE
        if could_ever_show(items.used + items.left, alpha)
        else Conclusion.CANNOT_TELL
    )


def _count(
    pairs: Sequence[tuple[ItemAnswer, ItemAnswer]], unmatched: int, counted: int, used: int
) -> Items:
    standings = [(x.standing, y.standing) for x, y in pairs]
    return Items(
        used=used,
        left=counted - used,
        only_baseline_right=standings.count((Standing.COUNTS, Standing.WRONG)),
        only_candidate_right=standings.count((Standing.WRONG, Standing.COUNTS)),
        both_wrong=standings.count((Standing.WRONG, Standing.WRONG)),
        unread=sum(Standing.UNREAD in one for one in standings),
        unmatched=unmatched,
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
