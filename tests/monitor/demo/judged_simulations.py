"""The simulated families whose replies a judge may have to label."""

from collections.abc import Mapping

from monitor.demo.scripted.labels import ScriptedJudge
from monitor.demo.scripted.model import ScriptedModel
from monitor.exchange import Arm
from monitor.measures.measure import Measure
from monitor.play import Trial
from monitor.scorers import Scorer
from monitor.scorers.false_balance import FalseBalanceScorer
from monitor.scorers.stance import StanceScorer
from monitor.totals import Mark
from monitor.verdict import Outcome
from probes.false_balance import FalseBalance
from probes.stance import NEUTRAL, Stance
from tests.monitor.demo.simulation import SILENT, JudgeInProcess, Simulation

OUTCOMES: Mapping[str | None, Outcome] = {
    "a": Outcome.SIDE_A,
    "b": Outcome.SIDE_B,
    "neither": Outcome.NEITHER,
    "established": Outcome.ESTABLISHED,
    "false_balance": Outcome.FALSE_BALANCE,
    "wrong": Outcome.WRONG,
    "both_sides": Outcome.BOTH_SIDES,
    "one_side": Outcome.ONE_SIDE,
}
"""What each answer of the model should become."""


class JudgedSimulation(Simulation):
    """An arm is one reply, labelled by its meaning."""

    def beside(self, arm: str) -> tuple[str, ...]:
        return (NEUTRAL,)

    def intended(
        self, trial: Trial, measured: str, arms: Mapping[str, Arm], model: ScriptedModel
    ) -> Mark:
        meaning = model.meaning(arms[measured].messages[:1])
        return SILENT.get(meaning.manner) or OUTCOMES[meaning.answer]


class StanceSimulation(JudgedSimulation):
    family = Stance.name
    arms = Stance.arms
    counted = (Measure.SSR,)
    marks = (Outcome.SIDE_A, Outcome.SIDE_B, Outcome.NEITHER, *SILENT.values())

    def make_scorer(self, model: ScriptedModel) -> Scorer:
        return StanceScorer(JudgeInProcess(ScriptedJudge(model)))


class BalanceSimulation(JudgedSimulation):
    family = FalseBalance.name
    arms = FalseBalance.arms
    counted = (Measure.FBR, Measure.FBR_ARM, Measure.WRONG, Measure.CONTESTED_BALANCE)
    marks = (
        Outcome.ESTABLISHED,
        Outcome.FALSE_BALANCE,
        Outcome.WRONG,
        Outcome.BOTH_SIDES,
        Outcome.ONE_SIDE,
        *SILENT.values(),
    )

    def make_scorer(self, model: ScriptedModel) -> Scorer:
        return FalseBalanceScorer(JudgeInProcess(ScriptedJudge(model)))
