"""A world for the doctor in which all is well, but for what a test changes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from monitor.cli.configuration import KNOWN
from monitor.clock import Clock, Deadline
from monitor.config import Config, build
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.endpoint import Reply, Usage
from monitor.endpoints.server_date import ServerDate
from monitor.errors import BrokerError, SycomonError
from monitor.exchange import Message
from monitor.record import RawRecord
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import Case, Rubric
from monitor.settings.endpoints import EndpointSettings, JudgeSettings, TargetSettings
from monitor.streams.inspection import TopicFacts
from monitor.streams.topics import TopicSpec, topic_specs
from monitor.verdict import Unscored
from tests.fakes import FakeClock, ScriptedEndpoint

RIGHTS = frozenset({"read", "write", "describe", "create"})
SERVER = "127.0.0.1:9092"
CHAT: Mapping[str, Any] = {"endpoint": "http://127.0.0.1:1/v1", "model": "chat-large"}


def config_of(**changes: Any) -> Config:
    """One target, one broker, and what a test adds or takes away."""
    fields: dict[str, Any] = {
        "instance": "prod-eu",
        "kafka": {"bootstrap_servers": [SERVER]},
        "targets": {"chat": dict(CHAT)},
    }
    return build(fields | changes, "sycomon.yaml", KNOWN)


@dataclass
class FakeBroker:
    """Topics and records as they are given; `fault` is raised by whatever is asked."""

    there: Mapping[str, TopicFacts] = field(default_factory=dict)
    records: Mapping[str, Sequence[RawRecord]] = field(default_factory=dict)
    unreachable: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    fault: SycomonError | None = None

    def refused(self, deadline: Deadline) -> Mapping[str, str]:
        return self.unreachable

    def greet(self, deadline: Deadline) -> None:
        self._raise()

    def topics(self, names: Sequence[str], deadline: Deadline) -> Mapping[str, TopicFacts]:
        self._raise()
        return {name: self.there[name] for name in names if name in self.there}

    def not_creatable(self, specs: Iterable[TopicSpec], deadline: Deadline) -> Mapping[str, str]:
        return {spec.name: self.refusals[spec.name] for spec in specs if spec.name in self.refusals}

    def newest(self, topic: str, most: int, deadline: Deadline) -> Sequence[RawRecord]:
        self._raise()
        if topic not in self.records:
            raise BrokerError(f"no such topic: {topic}")
        return self.records[topic][-most:]

    def _raise(self) -> None:
        if self.fault is not None:
            raise self.fault


def facts_of(config: Config) -> dict[str, TopicFacts]:
    """Every topic as we would create it."""
    return {
        spec.name: TopicFacts(spec.partitions, 0, RIGHTS, spec.settings)
        for spec in topic_specs(config)
    }


@dataclass
class FakeJudge:
    """Gives the labels of a function; `identity` is nobody's."""

    answer: Callable[[Rubric, Case], Labelled | Unscored]
    identity: str = "fake"

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        return [self.answer(rubric, case) for case in cases]

    def close(self) -> None:
        """Nothing is held."""


def ready(took: float = 1.0, **changes: Any) -> Reply:
    """A usable reply."""
    fields: dict[str, Any] = {
        "text": "ready",
        "version": "v7",
        "started": 100.0,
        "ended": 100.0 + took,
        "usage": Usage(4, 1),
    }
    return Reply(**(fields | changes))


def by_source(*replies: Reply) -> Callable[[TargetSettings], ScriptedEndpoint]:
    """One endpoint for each question, with these replies in turn."""
    waiting = iter(replies)
    return lambda settings: ScriptedEndpoint(lambda messages: next(waiting))


def around(config: Config, **changes: Any) -> Surroundings:
    """Nobody answers but those whom a test puts in."""
    clock = FakeClock()

    async def no_date(settings: EndpointSettings, clock: Clock, seconds: float) -> None:
        return None

    def no_endpoint(settings: TargetSettings) -> ScriptedEndpoint:
        def answer(messages: Sequence[Message]) -> Reply:
            raise AssertionError("nobody should be asked")

        return ScriptedEndpoint(answer)

    def no_judge(settings: JudgeSettings) -> FakeJudge:
        raise AssertionError("no judge should be asked")

    fields: dict[str, Any] = {
        "config": config,
        "clock": clock,
        "deadline": Deadline.after(clock, 60),
        "broker": FakeBroker(facts_of(config)),
        "make_endpoint": no_endpoint,
        "make_judge": no_judge,
        "server_date": no_date,
    }
    return Surroundings(**(fields | changes))


def dated(ahead: float) -> Callable[..., Any]:
    """Endpoints whose clock is so many seconds ahead."""

    async def read(settings: EndpointSettings, clock: Clock, seconds: float) -> ServerDate:
        return ServerDate(clock.now() + ahead, clock.now())

    return read


def told(findings: Iterable[Finding], *severities: Severity) -> list[tuple[str, str, str]]:
    """Severity, path and text of each, or of those of some severities."""
    return [
        (str(one.severity), one.where, one.what)
        for one in findings
        if not severities or one.severity in severities
    ]
