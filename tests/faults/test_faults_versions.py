"""A version that nobody has seen before starts a run at once, and once."""

from pathlib import Path

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.plan import Run
from monitor.verdict import Verdict
from tests.faults.scene import EACH_ROLE, PLAN, TARGET, TRAFFIC, Scene, scene
from tests.faults.waiting import eventually
from tests.faults.workload import Suite, complete_run, live_counts, live_record

pytestmark = pytest.mark.broker

NEW = "scripted-2"
NEWER = "scripted-3"


def sent(on: Scene) -> list[str]:
    """The runs on the plans topic."""
    return [Run.decode(one.value).run for one in on.deployment.read(on.deployment.topics.plans)]


def feed_version(on: Scene, version: str, number: int) -> None:
    """One live call that this version answered."""
    on.writer.send(TRAFFIC, b"", live_record("version", number, version))
    on.writer.flush(Deadline.after(SystemClock(), 60))


def counted(on: Scene) -> float:
    """New versions that the processes counted, all together."""
    series = f'sycophancy_new_versions_total{{target="{TARGET}"}}'
    newest = {page.process: page.series.get(series, 0.0) for page in on.scraper.pages()}
    return sum(newest.values())


def told(on: Scene, version: str) -> int:
    """How often the exporter that runs now has said in its log that a version is new."""
    log = on.deployment["exporter"].incarnation.log.read_text(encoding="utf-8")
    return log.count(f"target {TARGET}: version {version} is new")


def verdicts_of(on: Scene, version: str) -> int:
    verdicts = on.deployment.read(on.deployment.topics.verdicts)
    return sum(Verdict.decode(one.value).version == version for one in verdicts)


def test_a_new_version_in_live_traffic_is_played_once_whoever_leads(tmp_path: Path) -> None:
    with scene(tmp_path, EACH_ROLE, Suite(20)) as on:
        on.deployment.start_all()
        on.ran.append(on.prelude)
        on.deployment.wait("the scheduled run", on.missing)
        [scheduled] = sent(on)
        feed_version(on, NEW, 0)
        on.ran.append(on.prelude)
        on.deployment.wait(
            "the run of the new version",
            lambda status: (
                None if (run := complete_run(status)) and run.id != scheduled else "not yet"
            ),
        )
        extra = sent(on)[1:]
        assert len(extra) == 1
        assert extra[0].startswith(f"{PLAN}-")
        assert extra[0].endswith("-v1")
        eventually("the version is counted", lambda: None if counted(on) == 1 else "not yet")
        assert told(on, NEW) == 1
        on.deployment["exporter"].kill()
        on.deployment["exporter"].start()
        feed_version(on, NEW, 1)
        on.deployment.wait(
            "the version is seen again",
            lambda status: None if sum(live_counts(status, NEW).values()) == 2 else "not yet",
        )
        assert sent(on) == [scheduled, *extra]
        assert (told(on, NEW), counted(on)) == (0, 1)
        on.deployment["exporter"].kill()
        feed_version(on, NEWER, 2)
        eventually("its verdict is there", lambda: None if verdicts_of(on, NEWER) else "not yet")
        on.deployment["exporter"].start()
        eventually("a version that came meanwhile", lambda: None if counted(on) == 2 else "not yet")
        assert (told(on, NEWER), told(on, NEW)) == (1, 0)
