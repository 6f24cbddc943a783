"""Whether one version answers otherwise than it did: run after run, without an end. Pure.

What is doubted is that the runs could have come in any order. So the same items may be asked for
ever, and no rate has to be known beforehand. Each run is placed among all before it; places that
are drawn evenly say nothing, and places at the top one after the other add up.

Source: Vovk, Gammerman and Shafer (2022), Algorithmic Learning in a Random World, second edition,
chapter 8 (conformal Shiryaev-Roberts); Vovk, Nouretdinov and Gammerman (2003), ICML, for the
power martingale.
"""

import bisect
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

EXPONENTS: Sequence[float] = (0.2, 0.4, 0.6, 0.8)
"""The bets e * p^(e - 1), all at once and with equal parts: small exponents bet on places at the
very top."""

_BITS = 53


@dataclass(slots=True)
class DriftWatch:
    """The runs of one version, by their regressive share, and what they amount to.

    `evidence` is the Shiryaev-Roberts statistic R. Where nothing changes, the mean number of
    runs until it first reaches a line is at least that line.
    """

    shares: list[float] = field(default_factory=list)
    """Those of all runs up to now, in ascending order."""
    evidences: list[float] = field(default_factory=lambda: [0.0] * len(EXPONENTS))

    @property
    def evidence(self) -> float:
        return sum(self.evidences) / len(self.evidences)

    def learn(self, share: float, tie: float) -> float:
        """Take in one complete run; gives the new evidence. `share` is its regressive share,
        `tie` (0 < tie <= 1, see `tie_of`) its place among runs of the same share."""
        if not 0 < tie <= 1:
            raise ValueError(f"tie {tie}: above 0, at most 1")
        place = place_of(share, self.shares, tie)
        bisect.insort(self.shares, share)
        self.evidences = [
            (1.0 + evidence) * exponent * place ** (exponent - 1.0)
            for evidence, exponent in zip(self.evidences, EXPONENTS, strict=True)
        ]
        return self.evidence

    def start_again(self) -> None:
        """After an alarm: what was found counts no longer, the runs stay known."""
        self.evidences = [0.0] * len(EXPONENTS)


def place_of(share: float, before: Sequence[float], tie: float) -> float:
    """The share of runs, this one included, that lie above it; those of its own share count by
    `tie`. Evenly drawn from 0…1 where any order of the runs is as likely as any other. `before` is
    in ascending order."""
    first = bisect.bisect_left(before, share)
    last = bisect.bisect_right(before, share)
    above, same = len(before) - last, last - first + 1
    return (above + tie * same) / (len(before) + 1)


def tie_of(run: str, key: bytes) -> float:
    """Evenly drawn, above 0 and at most 1, and always the same for one run: nobody can choose
    it, and a restart does not draw again."""
    digest = hashlib.blake2b(
        run.encode("utf-8", "surrogatepass"), digest_size=8, key=key, person=b"drift"
    ).digest()
    return ((int.from_bytes(digest, "big") >> (64 - _BITS)) + 1) / (1 << _BITS)
