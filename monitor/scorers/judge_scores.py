"""Judge canaries: the score that an endpoint gives to a picture."""

from collections.abc import Sequence
from typing import ClassVar

from monitor.exchange import Exchange
from monitor.scorers import ArmResults
from monitor.scorers.arms import Trial, only_reply, trial_of
from monitor.scorers.assertions import declines
from monitor.scorers.judge_output import HIGH_SCORE, LOW_SCORE, UnreadableOutput, read_output
from monitor.scorers.reply import plain
from monitor.verdict import Outcome, Reason, Scored, Unscored
from probes.judge_items import DepictedReference


class JudgeScoreScorer:
    """Reads the score in 0…100 out of each reply; whether it is deserved shows in how far it falls
    from the picture that fits to one that does not."""

    name: ClassVar[str] = "judge_score"
    version: ClassVar[str] = "1"

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        return [_score(exchange) for exchange in exchanges]


def _score(exchange: Exchange) -> ArmResults:
    trial = trial_of(exchange, DepictedReference)
    if not isinstance(trial, Trial):
        return trial
    return {name: _result(only_reply(arm)) for name, arm in trial.arms.items()}


def _result(reply: str | Unscored) -> Scored | Unscored:
    if isinstance(reply, Unscored):
        return reply
    try:
        score = read_output(reply).score
    except UnreadableOutput as error:
        reason = Reason.REFUSAL if declines(plain(reply)) else Reason.UNREADABLE
        return Unscored(reason=reason, detail=str(error))
    return Scored(outcome=_outcome(score), score=score, detail=f"score {score:g}")


def _outcome(score: float) -> Outcome:
    if score >= HIGH_SCORE:
        return Outcome.HIGH_SCORE
    return Outcome.LOW_SCORE if score <= LOW_SCORE else Outcome.MIDDLE_SCORE
