"""The broker goes away under load and comes back: with all it had, or as it was a second ago."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import orjson
import pytest

from monitor.clock import Deadline, SystemClock
from monitor.plan import Run
from monitor.status import Status
from tests.faults.scene import EACH_ROLE, TARGET, TRAFFIC, Scene, scene
from tests.faults.test_faults_kill import under_way
from tests.faults.waiting import eventually
from tests.faults.workload import (
    ARMS,
    VERSION,
    Model,
    Suite,
    complete_run,
    dead_letters,
    difference,
    live_counts,
    live_marks,
    live_record,
)

_Key = TypeVar("_Key")

pytestmark = pytest.mark.broker


def test_the_broker_is_stopped_and_started_under_load(tmp_path: Path) -> None:
    """It saved everything, so everything is counted exactly once."""
    with scene(tmp_path, EACH_ROLE, Suite(600), Model(limit=150)) as on:
        on.deployment.start_all()
        for number in range(2):
            under_way(on, f"the broker is stopped, {number}")
            on.feed(200)
            on.close()
            on.deployment.broker.stop()
            on.deployment.broker.start()
        on.model.let_pass(None)
        on.feed(400)
        on.finish()


SECOND = "scripted-2"
"""The version that the second batch of live calls names."""


@pytest.mark.parametrize("outage", ["short", "long"])
def test_the_broker_is_killed_under_load(tmp_path: Path, outage: str) -> None:
    """It comes back as it was up to a second ago. What it lost may be lost; all that it kept,
    and all that comes later, is counted exactly once.

    The second batch is written before anybody has noticed, so that new records stand where
    lost ones were. In the long outage nobody leads any more when the broker comes back.
    """
    with scene(tmp_path, EACH_ROLE, Suite(600), Model(limit=150)) as on:
        on.deployment.start_all()
        under_way(on, "the broker is killed")
        on.model.let_pass(None)
        on.feed(700)
        on.close()
        on.deployment.broker.kill()
        if outage == "long":
            eventually("nobody leads", lambda: on.deployment.leader())
        on.deployment.broker.start()
        second = feed_second(on, 500)
        kept = kept_of_first(on)
        order_run(on, "second-run")

        def missing(status: Status) -> str | None:
            run = complete_run(status)
            return (
                difference(live_counts(status, SECOND), second)
                or lacking(live_counts(status), kept)
                or (None if run and run.id == "second-run" else "the second run")
            )

        on.deployment.wait("the second batch and the second run", missing)
        on.check_run()
        on.drain()
        status = on.deployment.read_status()
        assert lacking(live_counts(status), kept) is None
        assert lacking(on.live, live_counts(status)) is None
        assert lacking(on.dead, dead_letters(status)) is None
        on.check_tallies()
        on.check_scrapes()


def feed_second(on: Scene, count: int) -> Counter[str]:
    """Live calls of another version; gives what they must come to."""
    numbers = range(count)
    for number in numbers:
        on.writer.send(TRAFFIC, f"{number}".encode(), live_record("second", number, SECOND))
    on.writer.flush(Deadline.after(SystemClock(), 60))
    return Counter(live_marks(numbers))


def kept_of_first(on: Scene) -> Counter[str]:
    """What the first batch must come to at least: the records of it that the broker kept."""
    numbers = []
    for record in on.deployment.read(TRAFFIC):
        if record.value and record.value.startswith(b'{"request"'):
            response = orjson.loads(record.value)["response"]
            if response["model"] == VERSION:
                numbers.append(int(response["id"].removeprefix("first-")))
    assert len(numbers) == len(set(numbers))
    return Counter(live_marks(numbers))


def order_run(on: Scene, name: str) -> None:
    """A second run of the plan, due now."""
    clock = SystemClock()
    run = Run(
        run=name,
        plan="canary",
        target=TARGET,
        family="pushback",
        suite=str(on.folder / "suite.jsonl"),
        arms=ARMS,
        repeats=1,
        created=clock.now(),
        expires=clock.now() + 3600,
        deadline_seconds=600,
    )
    on.writer.send(on.deployment.topics.plans, b"canary", run.encode())
    on.writer.flush(Deadline.after(clock, 60))


def lacking(found: Mapping[_Key, int], wanted: Mapping[_Key, int]) -> str | None:
    """What `found` has less of than `wanted`; null when nothing."""
    less = Counter(wanted) - Counter(found)
    return f"missing {dict(less)}" if less else None
