"""What must be true of every rate of a simulated family."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import pytest
from scipy.stats import binom

from monitor.measures.measure import Measure
from monitor.rates import CONFIDENCE, Rate, clopper_pearson
from monitor.status import measured_status
from monitor.totals import Mark, mark_of
from monitor.verdict import Reason
from tests.monitor.demo.simulation import SEEDS, Played, Simulation, endpoint_of

DISPLAY_SHARE = 0.90
LEVEL = 0.01
"""Of the binomial test: a right interval is called wrong this often."""

ERRORS = 4
"""Standard errors by which a mean over all seeds may miss the truth."""

Kind = tuple[Measure, str | None]


def rates(kind: Kind, played: Sequence[Played]) -> list[Rate]:
    found = [rate for one in played if (rate := one.rates.rate(*kind)) is not None]
    assert len(found) == len(played)
    return found


class RatesHold:
    """To be tested for `simulation`."""

    simulation: ClassVar[Simulation]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        kinds = list(self.simulation.truth())
        for name, wanted in (
            ("kind", kinds),
            ("counted", [kind for kind in kinds if kind[0] in self.simulation.counted]),
        ):
            if name in metafunc.fixturenames:
                ids = ["-".join(part for part in kind if part) for kind in wanted]
                metafunc.parametrize(name, wanted, ids=ids)

    @pytest.fixture(scope="class")
    @classmethod
    def played(cls) -> Sequence[Played]:
        return cls.simulation.play()

    def test_the_displayed_interval_holds_the_truth(
        self, kind: Kind, played: Sequence[Played]
    ) -> None:
        truth = self.simulation.truth()[kind]
        held = sum(rate.low <= truth <= rate.high for rate in rates(kind, played))
        assert held >= DISPLAY_SHARE * len(played), held

    def test_the_exact_interval_holds_the_truth_as_often_as_it_says(
        self, counted: Kind, played: Sequence[Played]
    ) -> None:
        truth = self.simulation.truth()[counted]
        intervals = [
            clopper_pearson(round(rate.value * rate.items), rate.items)
            for rate in rates(counted, played)
        ]
        held = sum(one.low <= truth <= one.high for one in intervals)
        assert binom.cdf(held, len(played), CONFIDENCE) >= LEVEL, held

    def test_no_rate_leans_to_one_side(self, kind: Kind, played: Sequence[Played]) -> None:
        found = [rate.value for rate in rates(kind, played)]
        mean = sum(found) / len(found)
        spread = sum((value - mean) ** 2 for value in found) / len(found)
        truth = self.simulation.truth()[kind]
        assert abs(mean - truth) < ERRORS * (spread / len(found)) ** 0.5, mean

    def test_asked_is_answered_and_each_reason(self, played: Sequence[Played]) -> None:
        size, arms = self.simulation.size, self.simulation.all_measured
        for one in played:
            assert one.sent == one.shown
            for arm, found in one.by_arm.items():
                assert found.total() == size, arm
            told = dict[Mark, int]([*one.rates.outcomes.items(), *one.rates.unscored.items()])
            assert told == sum(one.by_arm.values(), Counter())
            asked = size * len(arms) - told.get(Reason.NOT_APPLICABLE, 0)
            assert one.rates.coverage == sum(one.rates.outcomes.values()) / asked

    def test_every_rate_and_every_mark_comes_up(self, played: Sequence[Played]) -> None:
        for one in played:
            found = {(had.measure, had.of) for had in one.rates.measured if had.rate is not None}
            assert found == set(self.simulation.truth())
        marks = {mark for one in played for found in one.by_arm.values() for mark in found}
        assert marks == set(self.simulation.marks)

    def test_a_round_without_the_shortcut_says_the_same(self, played: Sequence[Played]) -> None:
        endpoint = endpoint_of(self.simulation.model(SEEDS[0]))
        report = self.simulation.report(endpoint, self.simulation.scorer)
        expected = played[0].rates
        assert report.measured == measured_status(expected)
        assert (report.outcomes, report.unscored) == (expected.outcomes, expected.unscored)
        assert report.coverage == expected.coverage
        by_arm = {
            arm: Counter(mark_of(trial.results[arm]) for trial in report.trials)
            for arm in self.simulation.all_measured
        }
        assert by_arm == played[0].by_arm
