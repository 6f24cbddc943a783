"""Scorers: exchanges in, a result for each arm out."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from monitor.exchange import Exchange
from monitor.verdict import Scored, Unscored

ArmResults = Mapping[str, Scored | Unscored]
"""A result for each arm of the plan, by its name; an arm that was not played has a reason."""


class Scorer(Protocol):
    """Judges exchanges of one family.

    `version` is part of every verdict: it changes whenever the same exchange could be
    judged otherwise.
    """

    name: ClassVar[str]
    version: ClassVar[str]

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        """One entry for each exchange, in the same order. Never raises for what a model said."""
