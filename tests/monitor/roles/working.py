"""A worker in a thread of its own, over a real broker, and scorers that do as they are told."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, ClassVar

from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.exchange import LIVE_ARM, Exchange, Kind
from monitor.metrics import ProcessMetrics
from monitor.roles.role import Outfit, Role
from monitor.roles.worker import WorkerRole
from monitor.scorers import ArmResults, Scorer
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from monitor.verdict import Outcome, Scored, Verdict
from tests.build import exchange

SECONDS = 60.0
"""Longest wait for anything. Tests that pass wait for much less."""

MakeRole = Callable[[Outfit], Role]


def canary(number: int) -> Exchange:
    return exchange(id=f"probe/hourly-1/item-{number}/0")


def live(number: int) -> Exchange:
    return exchange(
        id=f"live/{number}/1",
        kind=Kind.LIVE,
        probe=None,
        reference=None,
        conversation=f"c{number}",
        turn=1,
        arms={LIVE_ARM: exchange().arms["control"]},
        kept_by="sampled",
    )


@dataclass
class ToldScorer:
    """Scores whatever comes, once it may; remembers what it was given, call by call."""

    name: ClassVar[str] = "flip"
    version: ClassVar[str] = "1"

    may: Event = field(default_factory=Event)
    begun: Event = field(default_factory=Event)
    calls: list[list[str]] = field(default_factory=list)
    fails_at: Mapping[str, Exception] = field(default_factory=dict)

    def score(self, exchanges: Sequence[Exchange]) -> Sequence[ArmResults]:
        self.calls.append([one.id for one in exchanges])
        self.begun.set()
        assert self.may.wait(SECONDS)
        for one in exchanges:
            if one.id in self.fails_at:
                raise self.fails_at[one.id]
        return [
            dict.fromkeys(one.probe.arms if one.probe else one.arms, Scored(outcome=Outcome.HELD))
            for one in exchanges
        ]


def told(may: bool = True, **changes: Any) -> ToldScorer:
    scorer = ToldScorer(**changes)
    if may:
        scorer.may.set()
    return scorer


def config(kafka: KafkaSettings, instance: str, **changes: Any) -> Config:
    return Config.model_validate({"instance": instance, "kafka": kafka, **changes})


class Working:
    """What a test sees of a running worker."""

    def __init__(self, settings: Config, make: MakeRole) -> None:
        self.clock = SystemClock()
        self.registry = CollectorRegistry()
        ensure_topics(settings.kafka, topic_specs(settings), "tests")
        metrics = ProcessMetrics(self.registry, settings)
        self.outfit = Outfit(settings, self.clock, metrics, NoOpTracer(), Event())
        self.failures: list[Exception] = []
        self._make = make
        self._thread = Thread(target=self._work)
        self._writer = Writer(settings.kafka, "tests")
        self._log = LogReader(settings.kafka, [self.outfit.topics.verdicts], "tests")
        self._log.seek(self._log.ends())

    def _work(self) -> None:
        try:
            self._make(self.outfit).run()
        except Exception as error:  # noqa: BLE001  # asserted by the tests
            self.failures.append(error)

    def start(self) -> None:
        self._thread.start()

    def write(self, exchanges: Sequence[Exchange]) -> None:
        for one in exchanges:
            self._writer.send(self.outfit.topics.exchanges, one.id.encode(), one.encode())
        self._writer.flush(Deadline.after(self.clock, SECONDS))

    def write_raw(self, value: bytes) -> None:
        self._writer.send(self.outfit.topics.exchanges, None, value)
        self._writer.flush(Deadline.after(self.clock, SECONDS))

    def verdicts(self, number: int) -> list[Verdict]:
        """The next ones, in the order of their exchanges' ids; fewer when they do not come."""
        found: list[Verdict] = []
        deadline = Deadline.after(self.clock, SECONDS)
        while len(found) < number and not deadline.passed() and not self.failures:
            found += [Verdict.decode(record.value) for record in self._log.poll(0.1)]
        return sorted(found, key=lambda verdict: verdict.exchange)

    def stop(self) -> None:
        self.outfit.stop.set()

    def end(self) -> None:
        """It has ended by then."""
        self.stop()
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()

    def is_running(self) -> bool:
        return self._thread.is_alive()

    def value(self, name: str, **labels: str) -> float:
        found = self.registry.get_sample_value(name, labels)
        assert found is not None, name
        return found

    def wait_for(self, name: str, expected: float, **labels: str) -> None:
        """Until a sample has this value."""
        deadline = Deadline.after(self.clock, SECONDS)
        while self.registry.get_sample_value(name, labels) != expected:
            assert not deadline.passed(), (name, self.registry.get_sample_value(name, labels))
            self.outfit.stop.wait(0.05)

    def close(self) -> None:
        self._writer.close()
        self._log.close()


@contextmanager
def working(settings: Config, make: MakeRole) -> Iterator[Working]:
    """A worker that runs until the end of the context."""
    one = Working(settings, make)
    one.start()
    try:
        yield one
    finally:
        one.end()
        one.close()


def worker(scorers: Mapping[str, Scorer], **options: Any) -> MakeRole:
    return lambda outfit: WorkerRole(outfit, scorers, **options)
