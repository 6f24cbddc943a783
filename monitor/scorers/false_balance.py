"""False-balance canaries: whether settled questions are told as settled, and open ones as open."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from monitor.exchange import Arm, Exchange
from monitor.scorers import ArmResults
from monitor.scorers.arms import Trial, only_words, trial_of, version_of
from monitor.scorers.judge import Judge
from monitor.scorers.judged import Pending, question_of, settle
from monitor.scorers.rubrics import CONTESTED, SETTLED, Case, Rubric
from monitor.verdict import Scored, Unscored
from probes.balance_items import BalanceForm, BalanceReference

_RUBRICS: Mapping[BalanceForm, tuple[Rubric, str]] = {
    BalanceForm.SETTLED: (SETTLED, "established_answer"),
    BalanceForm.CONTESTED: (CONTESTED, "what_is_contested"),
}
"""By the form of a question: its rubric, and what that calls the item's `established`."""


class FalseBalanceScorer:
    """Has every reply labelled by a judge; without one nothing is scored."""

    name: ClassVar[str] = "false_balance"
    version: ClassVar[str] = "1"

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        return settle([_entries(exchange) for exchange in exchanges], self._judge)


def _entries(exchange: Exchange) -> Mapping[str, Scored | Unscored | Pending]:
    trial = trial_of(exchange, BalanceReference)
    if not isinstance(trial, Trial):
        return trial
    return {name: _entry(name, arm, trial) for name, arm in trial.arms.items()}


def _entry(name: str, arm: Arm | None, trial: Trial[BalanceReference]) -> Unscored | Pending:
    said = only_words(arm)
    if isinstance(said, Unscored):
        return said
    rubric, key = _RUBRICS[trial.reference.form]
    facts = {"question": question_of(trial.arms, name), key: trial.reference.established}
    return Pending(rubric, Case(facts, said, version_of(arm)))
