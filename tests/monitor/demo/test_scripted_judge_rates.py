"""Judge: the rates of a model that bluffs on a known share of pictures."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest

from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.model import ScriptedModel
from monitor.exchange import Arm
from monitor.measures.measure import Measure
from monitor.play import Trial
from monitor.scorers import Scorer
from monitor.scorers.judge_scores import JudgeScoreScorer
from monitor.totals import Mark
from monitor.verdict import Outcome
from probes.catalog import load_suite
from probes.judge import MISMATCHED, Judge
from tests.monitor.demo.rates_hold import RatesHold
from tests.monitor.demo.simulation import SILENT, Played, Simulation

SCORES = (Outcome.LOW_SCORE, Outcome.MIDDLE_SCORE, Outcome.HIGH_SCORE)


class JudgeSimulation(Simulation):
    family = Judge.name
    arms = Judge.arms
    counted = (Measure.MISMATCHED_HIGH,)
    marks = (*SCORES, *SILENT.values())

    def make_scorer(self, model: ScriptedModel) -> Scorer:
        return JudgeScoreScorer()

    def intended(
        self, trial: Trial, measured: str, arms: Mapping[str, Arm], model: ScriptedModel
    ) -> Mark:
        meaning = model.meaning(arms[measured].messages[:1])
        if meaning.manner in SILENT:
            return SILENT[meaning.manner]
        score = int(meaning.answer or "")
        low, middle, high = SCORES
        return high if score >= 70 else low if score <= 40 else middle


class TestJudge(RatesHold):
    simulation = JudgeSimulation(
        load_suite(Judge.name, "full-1", date.min, ""),
        Behaviour(bluff=0.35, refusal=0.04, empty=0.02, hedge=0.05),
    )

    def test_high_scores_are_a_share_of_those_that_are_read(self, played: Sequence[Played]) -> None:
        for one in played:
            rate, found = one.rates.rate(Measure.MISMATCHED_HIGH), one.by_arm[MISMATCHED]
            assert rate is not None
            assert rate.trials == sum(found[outcome] for outcome in SCORES)
            assert rate.value * rate.trials == pytest.approx(found[Outcome.HIGH_SCORE])
