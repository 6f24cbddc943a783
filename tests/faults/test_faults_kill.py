"""Processes are killed in the middle of 2,000 exchanges and started again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from monitor.clock import SystemClock
from monitor.status import Status
from tests.faults.deployment import ALL_ROLES
from tests.faults.scene import EACH_ROLE, Scene, scene
from tests.faults.scraper import Page
from tests.faults.waiting import eventually
from tests.faults.workload import Suite, canaries_done, live_counts

pytestmark = pytest.mark.broker

TWO_REPLICAS = {"one": ALL_ROLES, "two": ALL_ROLES}


def live_done(status: Status) -> int:
    return sum(live_counts(status).values())


def counted(live: int, canaries: int) -> Callable[[Status], str | None]:
    """Whether at least so much was counted."""

    def missing(status: Status) -> str | None:
        done = live_done(status), canaries_done(status)
        return None if done[0] >= live and done[1] >= canaries else f"counted {done}"

    return missing


def under_way(on: Scene, what: str) -> None:
    """Feed more of both kinds, and return in the middle of it."""
    before = on.deployment.read_status()
    on.model.let_pass(300)
    on.feed(300)
    some = counted(live_done(before) + 20, canaries_done(before) + 10)
    on.deployment.wait(f"work before {what}", some)
    done = on.deployment.read_status()
    assert live_done(done) < 1_400
    assert canaries_done(done) < on.suite.size


def test_each_role_is_killed_in_the_middle(tmp_path: Path) -> None:
    """1,400 live calls and 600 canary trials; each role is killed while both are under way."""
    with scene(tmp_path, EACH_ROLE, Suite(600)) as on:
        on.begin(questions=150)
        for role in ("worker", "intake", "prober", "exporter"):
            under_way(on, f"the {role} is killed")
            on.deployment[role].kill()
            on.deployment[role].start()
        on.model.let_pass(None)
        on.feed(200)
        on.finish()


def test_the_leader_is_killed_and_frozen_in_the_middle(tmp_path: Path) -> None:
    """Two full replicas. The leader is killed; then the one that leads is frozen until the other
    has taken over, and goes on where it stopped; then the broker forgets who leads."""
    with scene(tmp_path, TWO_REPLICAS, Suite(600)) as on:
        on.begin(questions=150)
        under_way(on, "the leader is killed")
        killed = on.deployment.leader()
        assert killed is not None
        on.deployment[killed].kill()
        frozen = next(name for name in TWO_REPLICAS if name != killed)
        on.wait_for_leader(frozen)
        on.deployment[killed].start()
        under_way(on, "the leader is frozen")
        leads = on.deployment.leader()
        assert leads is not None
        on.deployment[leads].freeze()
        on.wait_for_leader(next(name for name in TWO_REPLICAS if name != leads))
        under_way(on, "the old leader goes on")
        check_thawed(on, leads)
        on.close()
        on.settle()
        on.deployment.broker.stop()
        on.deployment.broker.start()
        on.model.let_pass(None)
        on.feed(500)
        on.finish()


def check_thawed(on: Scene, name: str) -> None:
    """A frozen leader goes on. It shows no rates any more, not even to who asked meanwhile."""
    process, thawed = on.deployment[name].incarnation.name, SystemClock().monotonic()
    on.deployment[name].thaw()

    def since() -> list[Page]:
        pages = on.scraper.pages()
        return [page for page in pages if page.process == process and page.answered > thawed]

    eventually(f"answers of {process}", lambda: None if len(since()) >= 3 else "too few")
    assert [page.asked - thawed for page in since() if page.has_rates] == []
