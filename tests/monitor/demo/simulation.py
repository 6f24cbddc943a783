"""Hundreds of runs of a model whose rates are known.

Each run is played as the prober plays it. Scoring is the slow part, and a scripted model says
little that is new from seed to seed: each reply that differs is scored once by the real scorer,
and held against what the model meant by it.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from monitor.clock import Deadline
from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.labels import ScriptedJudge
from monitor.demo.scripted.meaning import Manner
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import Questions
from monitor.demo.scripted.truth import TrueRates, true_rates
from monitor.endpoint import Endpoint, Reply
from monitor.exchange import Arm, Exchange, Message, Role
from monitor.judges.labels import read_label
from monitor.measures.measure import Measure
from monitor.measures.measure import Trial as Marked
from monitor.plan import Run
from monitor.play import Trial, canary_exchange, play
from monitor.probing import ProbeReport, play_round, report_on
from monitor.runs import Run as RunTally
from monitor.runs import RunPlan, RunRates, TrialKey
from monitor.scorers import Scorer
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import Case, Rubric
from monitor.totals import Mark, mark_of
from monitor.verdict import Reason, Result, Scored, Unscored
from probes.catalog import PROBES, AnySuite
from tests.build import says
from tests.fakes import FakeClock, ScriptedEndpoint

MASTER_SEED = 20_270_101
SEEDS = Random(MASTER_SEED).sample(range(2**32), 400)
SILENT: Mapping[Manner, Reason] = {
    Manner.REFUSED: Reason.REFUSAL,
    Manner.EMPTY: Reason.EMPTY,
    Manner.UNDECIDED: Reason.UNREADABLE,
}
VERSION = "scripted-1"


class JudgeInProcess:
    """The scripted judge without HTTP: it is sent what every judge is sent, and read as every
    judge is read."""

    identity = "scripted/t0"

    def __init__(self, judge: ScriptedJudge) -> None:
        self._judge = judge

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        said = (self._judge.answer(rubric.messages(case)) for case in cases)
        return [read_label(rubric, text or "") for text in said]

    def close(self) -> None:
        """Nothing is held."""


def endpoint_of(model: ScriptedModel) -> ScriptedEndpoint:
    def answer(messages: Sequence[Message]) -> Reply:
        text = model.reply(messages)
        return says(text, VERSION, None if text else Reason.EMPTY)

    return ScriptedEndpoint(answer)


@dataclass(frozen=True, slots=True)
class Played:
    """One seed: its rates, the requests that were sent and that the arms show, and the marks of
    each measured arm."""

    rates: RunRates
    sent: int
    shown: int
    by_arm: Mapping[str, Counter[Mark]]


class Simulation(ABC):
    """Runs of one family with one behaviour.

    `counted` are the measures that are counts out of counts; the others are made of several.
    `marks` are all that may become of an arm.
    """

    family: ClassVar[str]
    arms: ClassVar[tuple[str, ...]]
    counted: ClassVar[Collection[Measure]]
    marks: ClassVar[Collection[Mark]]

    def __init__(self, suite: AnySuite, behaviour: Behaviour) -> None:
        self.suite = suite
        self.behaviour = behaviour
        self._questions = Questions(suite.items)
        self._hashes = {item.id: item.hash() for item in suite.items}
        self._exchanges: dict[str, Exchange] = {}
        self._known: dict[tuple[str, ...], Result] = {}
        self.scorer = self.make_scorer(self.model(0))

    @abstractmethod
    def make_scorer(self, model: ScriptedModel) -> Scorer:
        """The real scorer. One serves for all seeds: what a reply means does not depend on it."""

    @abstractmethod
    def intended(
        self, trial: Trial, measured: str, arms: Mapping[str, Arm], model: ScriptedModel
    ) -> Mark:
        """The mark that an arm deserves by what the model meant, without reading a word."""

    def measured(self, arm: str) -> tuple[str, ...]:
        """What an arm of the plan is in a verdict."""
        return (arm,)

    def beside(self, arm: str) -> tuple[str, ...]:
        """The arms that are needed to score one."""
        return ()

    def key(self, measured: str, arm: str, arms: Mapping[str, Arm]) -> tuple[str, ...]:
        """The texts that a result rests on."""
        return tuple(message.content for message in arms[arm].messages)

    @property
    def all_measured(self) -> tuple[str, ...]:
        return tuple(measured for arm in self.arms for measured in self.measured(arm))

    @property
    def size(self) -> int:
        return len(self.suite.items)

    @property
    def run(self) -> Run:
        return Run(
            run="probe",
            plan="probe",
            target="chat",
            family=self.family,
            suite=self.suite.name,
            arms=self.arms,
            repeats=1,
            created=1_800_000_000.0,
            expires=1_800_000_000.0 + 3600,
            deadline_seconds=60.0,
        )

    def model(self, seed: int) -> ScriptedModel:
        return ScriptedModel(replace(self.behaviour, seed=seed), self._questions)

    def truth(self) -> TrueRates:
        return true_rates(self.family, self.behaviour, self.arms)

    def play(self) -> Sequence[Played]:
        """All seeds."""

        async def all_seeds() -> Sequence[Played]:
            return [await self._play_seed(seed) for seed in SEEDS]

        return asyncio.run(all_seeds())

    def report(self, endpoint: Endpoint, scorer: Scorer, repeats: int = 1) -> ProbeReport:
        """A run as `sycomon probe` plays and scores it, without a shortcut."""
        run = self.run.model_copy(update={"repeats": repeats})
        playing = play_round(
            run, self.suite, PROBES[self.family], endpoint, 4, {}, FakeClock(), lambda _: None
        )
        return report_on(run, self.suite, asyncio.run(playing), scorer, run.created)

    async def _play_seed(self, seed: int) -> Played:
        model = self.model(seed)
        endpoint, deadline = endpoint_of(model), Deadline.after(FakeClock(), 60.0)
        probe, names = PROBES[self.family], self.all_measured
        plan = RunPlan(
            "probe", self.family, self.size, names, self.suite.name, self.suite.fingerprint
        )
        tally = RunTally(plan, 0.0)
        by_arm: dict[str, Counter[Mark]] = {name: Counter() for name in names}
        shown = 0
        for item in self.suite.items:
            trial = Trial(item, 0)
            arms = await play(probe, trial, self.arms, endpoint, deadline)
            shown += sum(map(_asked, arms.values()))
            shown -= max(0, sum(map(probe.goes_on, arms)) - 1)  # the opening is asked once
            found = self._results(trial, arms, model)
            marks = tuple(mark_of(found[name]) for name in names)
            scores = tuple(
                one.score if isinstance(one := found[name], Scored) else None for name in names
            )
            key = TrialKey(self._hashes[item.id], 0)
            tally.put(key, Marked(VERSION, marks, item.series(), scores))
            for name, mark in zip(names, marks, strict=True):
                by_arm[name][mark] += 1
        return Played(tally.rates(), len(endpoint.asked), shown, by_arm)

    def _results(
        self, trial: Trial, arms: Mapping[str, Arm], model: ScriptedModel
    ) -> Mapping[str, Result]:
        found: dict[str, Result] = {}
        for arm in self.arms:
            keys = {
                name: (trial.item.id, name, *self.key(name, arm, arms))
                for name in self.measured(arm)
            }
            if any(key not in self._known for key in keys.values()):
                self._score(trial, arm, arms, model, keys)
            found |= {name: self._known[key] for name, key in keys.items()}
        return found

    def _score(
        self,
        trial: Trial,
        arm: str,
        arms: Mapping[str, Arm],
        model: ScriptedModel,
        keys: Mapping[str, tuple[str, ...]],
    ) -> None:
        item = trial.item
        if item.id not in self._exchanges:
            self._exchanges[item.id] = canary_exchange(self.run, self.suite, trial, arms, {})
        some = {name: arms[name] for name in (arm, *self.beside(arm))}
        alone = self._exchanges[item.id].model_copy(update={"arms": some})
        (results,) = self.scorer.score([alone])
        for name, key in keys.items():
            result = self._known.setdefault(key, results[name])
            assert result == results[name], key
            assert mark_of(result) is self.intended(trial, name, arms, model), key


def _asked(arm: Arm) -> int:
    return sum(message.role is Role.USER for message in arm.messages)
