"""The broker goes away under load and comes back: with all it had, or as it was a second ago."""

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import orjson
import pytest

from monitor.clock import Deadline, SystemClock
from monitor.state import SNAPSHOT_KEY
from monitor.status import Status
from tests.faults.scene import EACH_ROLE, TRAFFIC, Scene, scene
from tests.faults.test_faults_kill import under_way
from tests.faults.waiting import eventually
from tests.faults.workload import (
    VERSION,
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


ENDED_WELL = dict.fromkeys(EACH_ROLE, 0)


def test_what_is_stopped_in_order_loses_nothing(tmp_path: Path) -> None:
    """Under load the processes are stopped, then the broker, then the processes while the broker
    is away. Each process ends by itself with status 0; everything is counted exactly once."""
    with scene(tmp_path, EACH_ROLE, Suite(600)) as on:
        broker = on.deployment.broker
        on.begin(questions=150)
        under_way(on, "all are stopped")
        assert on.deployment.stop_all() == ENDED_WELL
        on.deployment.start_all()
        under_way(on, "the broker is stopped")
        on.feed(200)
        on.close()
        stop_broker(on)
        broker.start()
        under_way(on, "all are stopped while the broker is away")
        on.feed(200)
        on.close()
        stop_broker(on)
        assert on.deployment.stop_all() == ENDED_WELL
        broker.start()
        on.deployment.start_all()
        on.model.let_pass(None)
        on.feed(100)
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
    with scene(tmp_path, EACH_ROLE, Suite(600)) as on:
        on.begin(questions=150)
        wait_for_save(on)
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
        on.deployment.wait("the run that the new version starts", without_extra_run)
        on.order_run("second")

        def missing(status: Status) -> str | None:
            run = complete_run(status)
            return (
                difference(live_counts(status, SECOND), second)
                or lacking(live_counts(status), kept)
                or (None if run and run.id == "second" else "the second run")
            )

        on.deployment.wait("the second batch and the second run", missing)
        on.check_run("second")
        on.drain()
        status = on.deployment.read_status()
        assert lacking(live_counts(status), kept) is None
        assert lacking(on.live, live_counts(status)) is None
        assert lacking(on.dead, dead_letters(status)) is None
        on.check_tallies()
        on.check_scrapes()


def without_extra_run(status: Status) -> str | None:
    """Whether the last complete run is not yet the one that a new version starts."""
    run = complete_run(status)
    return None if run and run.id.endswith("-v1") else f"the last is {run and run.id}"


def wait_for_save(on: Scene) -> None:
    """Wait until the broker has written all that it holds now: the second file from now on was
    begun after the first was there."""
    file = on.deployment.broker.data_dir / "kafka.json"
    seen = {file.stat().st_mtime_ns}

    def unsaved() -> str | None:
        seen.add(file.stat().st_mtime_ns)
        return None if len(seen) == 3 else "not yet"

    eventually("two saves", unsaved)


def stop_broker(on: Scene) -> None:
    """End it while all but the leader go on writing.

    It forgets what it takes in while it ends. What was forgotten is done again, and a leader
    that had read and counted it could not know; so the leader has read only what was saved.
    """
    leader = on.deployment.leader()
    assert leader is not None
    on.deployment[leader].freeze()
    wait_for_save(on)
    on.deployment.broker.stop()
    on.deployment[leader].thaw()


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


def lacking(found: Mapping[_Key, int], wanted: Mapping[_Key, int]) -> str | None:
    """What `found` has less of than `wanted`; null when nothing."""
    less = Counter(wanted) - Counter(found)
    return f"missing {dict(less)}" if less else None


def test_a_snapshot_of_records_that_were_lost_is_not_used(tmp_path: Path) -> None:
    """A leader that is killed together with the broker may have its last snapshot arrive after
    the records that the snapshot tells of were lost, and others stand in their places."""
    rest = "intake,prober,worker"
    with scene(tmp_path, {"rest": rest, "exporter": "exporter"}, Suite(20)) as on:
        broker, then = on.deployment.broker, tmp_path / "then"
        on.begin()
        on.feed(60)
        on.deployment.wait("a first part", on.missing)
        on.drain()
        on.close()
        on.deployment.stop_all()
        broker.stop()
        shutil.copytree(broker.data_dir, then)
        broker.start()
        on.deployment.start_all()
        counted_then = Counter(on.live), Counter(on.dead)
        on.feed(120)
        on.deployment.wait("a part that will be lost", on.missing)
        on.close()
        on.deployment.stop_all()
        newest = on.deployment.read(on.deployment.topics.state)[-1]
        assert newest.key == SNAPSHOT_KEY
        broker.kill()
        shutil.rmtree(broker.data_dir)
        shutil.copytree(then, broker.data_dir)
        broker.start()
        on.live, on.dead = counted_then
        on.writer.send(newest.topic, newest.key, newest.value)
        on.feed(150)
        on.deployment["rest"].start()
        on.drain()
        on.deployment["exporter"].start()
        on.deployment.wait("what is left and what is new", on.missing)
        on.finish()
