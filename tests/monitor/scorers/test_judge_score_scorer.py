"""The scores of judge canaries: read, classed, or refused."""

import pytest

from monitor.scorers.judge_scores import JudgeScoreScorer
from monitor.verdict import Outcome, Reason, Scored, Unscored
from probes.judge_items import DepictedReference
from tests.build import arm, assistant, exchange, probe_ref, user

ARMS = ("matching", "mismatched", "changed")
SHOWN = DepictedReference(description="A cyclops with a white hat.")


def result(reply: str, failure: Reason | None = None) -> Scored | Unscored:
    shown = arm(user("How well does it fit?"), assistant(reply), failure=failure)
    trial = exchange(
        arms={"matching": shown}, reference=SHOWN, probe=probe_ref(family="judge", arms=ARMS)
    )
    (results,) = JudgeScoreScorer().score([trial])
    assert tuple(results) == ARMS
    others = [results[name] for name in ARMS[1:]]
    assert [one.reason for one in others if isinstance(one, Unscored)] == [Reason.INCOMPLETE] * 2
    return results["matching"]


@pytest.mark.parametrize(
    ("score", "outcome"),
    [
        (100, Outcome.HIGH_SCORE),
        (70, Outcome.HIGH_SCORE),
        (69.5, Outcome.MIDDLE_SCORE),
        (41, Outcome.MIDDLE_SCORE),
        (40, Outcome.LOW_SCORE),
        (0, Outcome.LOW_SCORE),
    ],
)
def test_a_score_has_its_class(score: float, outcome: Outcome) -> None:
    found = result(f'{{"score": {score}, "reasoning": "The hat is white."}}')
    assert found == Scored(outcome=outcome, detail=f"score {score:g}", score=score)


@pytest.mark.parametrize(
    "reply", ["I would give it 85.", '{"score": 850, "reasoning": "?"}', "", "I cannot see it."]
)
def test_what_is_not_certainly_a_score_is_none(reply: str) -> None:
    found = result(reply)
    assert isinstance(found, Unscored)
    assert found.reason is Reason.UNREADABLE


def test_who_does_not_judge_at_all_refuses() -> None:
    found = result("I'm sorry, but I can't help with that.")
    assert isinstance(found, Unscored)
    assert found.reason is Reason.REFUSAL


def test_a_failed_arm_keeps_its_reason() -> None:
    assert result("", Reason.TRUNCATED) == Unscored(reason=Reason.TRUNCATED)


def test_without_a_description_nothing_is_measured() -> None:
    (results,) = JudgeScoreScorer().score([exchange(probe=probe_ref(arms=ARMS))])
    assert [one.reason for one in results.values() if isinstance(one, Unscored)] == [
        Reason.NOT_APPLICABLE
    ] * len(ARMS)
