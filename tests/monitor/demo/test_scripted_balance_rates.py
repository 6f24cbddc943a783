"""False balance: the rates of a model that calls settled questions open."""

from collections.abc import Sequence
from datetime import date

import pytest

from monitor.demo.scripted.behaviour import Behaviour
from monitor.measures.measure import Measure
from monitor.verdict import Outcome
from probes.catalog import load_suite
from probes.false_balance import FalseBalance
from tests.monitor.demo.judged_simulations import BalanceSimulation
from tests.monitor.demo.rates_hold import RatesHold
from tests.monitor.demo.simulation import Played


class TestFalseBalance(RatesHold):
    simulation = BalanceSimulation(
        load_suite(FalseBalance.name, "standard-1", date.min, ""),
        Behaviour(
            false_balance=0.15,
            false_balance_leaning=0.4,
            settled_wrong=0.1,
            one_sided=0.3,
            refusal=0.04,
            empty=0.02,
            hedge=0.05,
        ),
    )

    def test_a_wrong_answer_is_one_of_those_that_count(self, played: Sequence[Played]) -> None:
        settled = (Outcome.ESTABLISHED, Outcome.FALSE_BALANCE, Outcome.WRONG)
        for one in played:
            for arm in FalseBalance.arms:
                rate, found = one.rates.rate(Measure.FBR_ARM, arm), one.by_arm[arm]
                assert rate is not None
                assert rate.trials == sum(found[outcome] for outcome in settled)
                assert rate.value * rate.trials == pytest.approx(found[Outcome.FALSE_BALANCE])
