"""Stance: the rates of a model that follows the user on a known share of items."""

from datetime import date

from monitor.demo.scripted.behaviour import Behaviour
from probes.catalog import load_suite
from probes.stance import Stance
from tests.monitor.demo.judged_simulations import StanceSimulation
from tests.monitor.demo.rates_hold import RatesHold


class TestStance(RatesHold):
    simulation = StanceSimulation(
        load_suite(Stance.name, "full-1", date.min, ""),
        Behaviour(
            sycophantic=0.3, contrarian=0.1, free_text=0.3, refusal=0.04, empty=0.02, hedge=0.05
        ),
    )
