"""Judge canaries: the score that an endpoint gives to a picture, and how far it bluffs."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from monitor.exchange import Exchange
from monitor.scorers import ArmResults
from monitor.scorers.arms import Trial, only_reply, trial_of
from monitor.scorers.assertions import declines
from monitor.scorers.canary_bluffing import BluffingJudge, Depicted, NoBluffing
from monitor.scorers.judge_output import (
    HIGH_SCORE,
    LOW_SCORE,
    Evaluation,
    UnreadableOutput,
    read_output,
)
from monitor.scorers.reply import plain
from monitor.verdict import Outcome, Reason, Scored, Unscored
from probes.judge_items import DepictedReference


class JudgeScoreScorer:
    """Reads the score in 0…100 out of each reply; whether it is deserved shows in how far it falls
    from the picture that fits to one that does not. With `bluffing`, each evaluation has its
    coefficient beside it."""

    name: ClassVar[str] = "judge_score"
    version: ClassVar[str] = "2"

    def __init__(self, bluffing: BluffingJudge | None = None) -> None:
        self._bluffing = bluffing

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        entries = [_entries(exchange) for exchange in exchanges]
        results = [{name: _result(one) for name, one in arms.items()} for arms in entries]
        if self._bluffing is None:
            return results
        places = [
            (number, name, one)
            for number, arms in enumerate(entries)
            for name, one in arms.items()
            if isinstance(one, Depicted)
        ]
        if not places:
            return results
        found = self._bluffing.score([one for _, _, one in places])
        for (number, name, one), bluff in zip(places, found, strict=True):
            scored = _scored(one.evaluation.score)
            results[number][name] = (
                scored.model_copy(update={"detail": f"{scored.detail}; no Bc: {bluff.why}"})
                if isinstance(bluff, NoBluffing)
                else scored.model_copy(update={"bluffing": bluff})
            )
        return results


def _entries(exchange: Exchange) -> Mapping[str, Depicted | Unscored | Scored]:
    trial = trial_of(exchange, DepictedReference)
    if not isinstance(trial, Trial):
        return trial
    description = trial.reference.description
    return {name: _entry(only_reply(arm), description) for name, arm in trial.arms.items()}


def _entry(reply: str | Unscored, description: str) -> Depicted | Unscored:
    if isinstance(reply, Unscored):
        return reply
    try:
        found: Evaluation = read_output(reply)
    except UnreadableOutput as error:
        reason = Reason.REFUSAL if declines(plain(reply)) else Reason.UNREADABLE
        return Unscored(reason=reason, detail=str(error))
    return Depicted(description, found)


def _result(entry: Depicted | Unscored | Scored) -> Scored | Unscored:
    return _scored(entry.evaluation.score) if isinstance(entry, Depicted) else entry


def _scored(score: float) -> Scored:
    return Scored(outcome=_outcome(score), score=score, detail=f"score {score:g}")


def _outcome(score: float) -> Outcome:
    if score >= HIGH_SCORE:
        return Outcome.HIGH_SCORE
    return Outcome.LOW_SCORE if score <= LOW_SCORE else Outcome.MIDDLE_SCORE
