"""Processes are killed in the middle of 2,000 exchanges and started again."""

from pathlib import Path

import pytest

from monitor.status import Status
from tests.faults.scene import EACH_ROLE, Scene, scene
from tests.faults.workload import Model, Suite, canaries_done, live_counts

pytestmark = pytest.mark.broker


def _live(status: Status) -> int:
    return sum(live_counts(status).values())


def test_each_role_is_killed_in_the_middle(tmp_path: Path) -> None:
    """1,400 live calls and 600 canary trials; each role is killed while both are under way."""
    model = Model(limit=150)
    with scene(tmp_path, EACH_ROLE, Suite(600), model) as on:
        on.deployment.start_all()
        on.feed(200)
        on.deployment.wait("a first part", _at_least(on, live=100, canaries=20))
        for role in ("worker", "intake", "prober", "exporter"):
            _kill_in_the_middle(on, role)
        model.let_pass(None)
        on.feed(200)
        on.finish()


def _kill_in_the_middle(on: Scene, role: str) -> None:
    before = on.deployment.status()
    assert before is not None
    on.model.let_pass(300)
    on.feed(250)
    live, canaries = _live(before) + 20, canaries_done(before) + 20
    on.deployment.wait(f"work for the {role}", _at_least(on, live, canaries))
    on.deployment[role].kill()
    on.deployment[role].start()


def _at_least(on: Scene, live: int, canaries: int):  # type: ignore[no-untyped-def]
    def missing(status: Status) -> str | None:
        found = _live(status), canaries_done(status)
        return None if found[0] >= live and found[1] >= canaries else f"counted {found}"

    return missing
