"""Which group of items, if it is one alone, makes a version worse. Pure."""

import math
from collections.abc import Mapping

from monitor.evidence.answers import ItemAnswer, Standing
from monitor.evidence.betting import log_evidence


def evidence_at_worst(
    baseline: Mapping[str, ItemAnswer], candidate: Mapping[str, ItemAnswer]
) -> Mapping[str, float]:
    """By item that counts in both: the difference if all that is missing spoke for the
    candidate."""
    return {
        item: candidate[item].low - one.high
        for item, one in baseline.items()
        if item in candidate
        if one.standing is candidate[item].standing is Standing.COUNTS
    }


def carrier(differences: Mapping[str, float], groups: Mapping[str, str], line: float) -> str | None:
    """The group without which the evidence stays below `line` (natural logarithm); null where
    there are several such, or none, or where it is below the line with all of them.

    `differences` and `groups` are by item.
    """
    if not math.isfinite(line) or log_evidence(differences.values()) < line:
        return None
    found = [
        group
        for group in sorted({groups[item] for item in differences})
        if log_evidence(one for item, one in differences.items() if groups[item] != group) < line
    ]
    return found[0] if len(found) == 1 else None
