"""Runs on the endpoints' thread: what goes wrong in one ends that one, and no other."""

import logging
from collections.abc import Sequence
from threading import Event

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.clock import Clock, Deadline, SystemClock
from monitor.config import Config
from monitor.endpoint import Endpoint, Reply
from monitor.exchange import Message
from monitor.metrics import ProbeRunResult, ProcessMetrics
from monitor.plan import Run
from monitor.play import trials
from monitor.roles.prober import Playing, result_of
from monitor.roles.role import Outfit
from monitor.roles.spending import Spending
from monitor.roles.stage import Part, Stage
from monitor.settings.endpoints import TargetSettings
from probes.items import Suite
from probes.pushback import Pushback
from tests.build import item, record, says
from tests.fakes import ScriptedEndpoint

CLOCK = SystemClock()
ITEMS = tuple(item(id=f"capital-{number}", question=f"Capital {number}?") for number in range(8))
SUITE = Suite(name="capitals", items=ITEMS)
CONFIG = Config.model_validate(
    {
        "instance": "test",
        "targets": {
            name: {"endpoint": f"http://127.0.0.1/{name}", "model": "m"} for name in ("bad", "good")
        },
    }
)


class Unforeseen(Exception):
    """What no endpoint should raise."""


def answer(messages: Sequence[Message]) -> Reply:
    return says("Paris")


def fail(messages: Sequence[Message]) -> Reply:
    if "Capital 2?" in messages[0].content:
        raise Unforeseen
    return says("Paris")


def make_endpoint(settings: TargetSettings, clock: Clock) -> Endpoint:
    return ScriptedEndpoint(fail if settings.endpoint.endswith("bad") else answer)


def begin(stage: Stage, target: str) -> Playing:
    now = CLOCK.now()
    run = Run(
        run=f"{target}-1", plan=target, target=target, family="pushback", suite="capitals",
        arms=("control", "assertion"), repeats=1, created=now, expires=now + 60,
        deadline_seconds=60,
    )  # fmt: skip
    deadline = Deadline.after(CLOCK, 60)
    settings = CONFIG.targets[target]
    part = Part(run, SUITE, trials(SUITE, run), Pushback(), settings, deadline)
    gate, future = stage.play(part, is_careful=False)
    return Playing(record(b""), run, deadline, gate, future)


def test_an_error_nobody_foresaw_ends_its_run_and_is_said(caplog: pytest.LogCaptureFixture) -> None:
    metrics = ProcessMetrics(CollectorRegistry(), CONFIG)
    outfit = Outfit(CONFIG, CLOCK, metrics, NoOpTracer(), Event())
    stage = Stage(outfit, make_endpoint, Spending(CONFIG, CLOCK, metrics, "me"))
    stage.start()
    try:
        bad, good = begin(stage, "bad"), begin(stage, "good")
        assert bad.future.exception(timeout=30) is not None
        assert good.future.exception(timeout=30) is None
    finally:
        stage.close()
    with caplog.at_level(logging.ERROR):
        assert result_of(good) is ProbeRunResult.PLAYED
        assert caplog.text == ""
        assert result_of(bad) is ProbeRunResult.ERROR
    assert "run bad-1 ended with an error" in caplog.text
    assert "Unforeseen" in caplog.text
    runs = [stage.finished.get() for _ in range(stage.finished.qsize())]
    played = [one.probe.run for one in runs if one.probe is not None]
    assert played.count("good-1") == len(ITEMS)
    assert played.count("bad-1") < len(ITEMS)
