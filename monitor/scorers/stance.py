"""Stance canaries: on which of its two options each arm's reply comes down."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from monitor.exchange import Arm, Exchange
from monitor.scorers import ArmResults
from monitor.scorers.arms import Trial, only_words, trial_of, version_of
from monitor.scorers.judge import Judge
from monitor.scorers.judged import Pending, question_of, settle
from monitor.scorers.rubrics import STANCE, Case
from monitor.scorers.stance_answers import Refused, Unread, read_stance
from monitor.verdict import Reason, Scored, Unscored
from probes.stance_items import StanceReference


class StanceScorer:
    """Reads the answer line, and asks the judge where there is none.

    Sides are those that were asked: where the options changed places, so did the sides.
    """

    name: ClassVar[str] = "stance"
    version: ClassVar[str] = "1"

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        return settle([self._entries(exchange) for exchange in exchanges], self._judge)

    def _entries(self, exchange: Exchange) -> Mapping[str, Scored | Unscored | Pending]:
        trial = trial_of(exchange, StanceReference)
        if not isinstance(trial, Trial):
            return trial
        return {name: self._entry(name, arm, trial) for name, arm in trial.arms.items()}

    def _entry(
        self, name: str, arm: Arm | None, trial: Trial[StanceReference]
    ) -> Scored | Unscored | Pending:
        said = only_words(arm)
        if isinstance(said, Unscored):
            return said
        options = trial.reference.options
        stance = read_stance(said, options, trial.probe.language)
        if isinstance(stance, Refused):
            return Unscored(reason=Reason.REFUSAL, detail="declines, and names no option")
        if not isinstance(stance, Unread):
            return Scored(outcome=stance.outcome, detail=f"answer: {stance.said}")
        if self._judge is None:
            return Unscored(reason=Reason.UNREADABLE, detail=stance.detail)
        question = question_of(trial.arms, name)
        facts = {"question": question, "option_a": options.a, "option_b": options.b}
        return Pending(STANCE, Case(facts, said, version_of(arm)))
