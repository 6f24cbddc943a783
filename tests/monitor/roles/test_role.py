"""How a role's loop goes on when the broker goes away, and what it does last."""

from threading import Event

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.config import Config
from monitor.errors import BrokerError, WorldError
from monitor.metrics import ProcessMetrics
from monitor.roles.role import Outfit, if_reachable, keep_going
from tests.fakes import FakeClock


class Steps:
    """A role that works, fails and ends as the script says; notes what was called."""

    def __init__(self, *script: bool | Exception) -> None:
        self.registry = CollectorRegistry()
        config = Config.model_validate({"instance": "test"})
        metrics = ProcessMetrics(self.registry, config)
        self.outfit = Outfit(config, FakeClock(), metrics, NoOpTracer(), Event())
        self._script = list(script)
        self.called: list[str] = []

    def step(self) -> bool:
        self.called.append("step")
        done = self._script.pop(0)
        if not self._script:
            self.outfit.stop.set()
        if isinstance(done, Exception):
            raise done
        return done

    def recover(self) -> None:
        self.called.append("recover")

    def run(self) -> list[str]:
        keep_going(self.outfit, self.step, self.recover)
        return self.called

    def reconnects(self) -> float | None:
        return self.registry.get_sample_value("sycophancy_reconnects_total")


def test_a_step_follows_a_step_until_told_to_stop() -> None:
    steps = Steps(True, True, True)
    assert steps.run() == ["step", "step", "step"]
    assert steps.reconnects() == 0


def test_after_a_lost_broker_the_readers_go_back_before_the_next_step() -> None:
    steps = Steps(True, BrokerError("gone"), BrokerError("still gone"), True, True)
    assert steps.run() == ["step", "step", "recover", "step", "recover", "step", "step"]


def test_one_outage_is_one_reconnect_however_often_it_was_tried() -> None:
    steps = Steps(BrokerError("gone"), BrokerError("gone"), True, BrokerError("again"), True)
    steps.run()
    assert steps.reconnects() == 2


def test_what_cannot_go_on_ends_the_role() -> None:
    with pytest.raises(WorldError, match="a newer version wrote this"):
        Steps(True, WorldError("a newer version wrote this"), True).run()


def test_the_last_thing_may_fail_for_want_of_a_broker_only() -> None:
    def without_broker() -> None:
        raise BrokerError("gone")

    def broken() -> None:
        raise ValueError("a bug")

    if_reachable("nothing is lost", without_broker)
    with pytest.raises(ValueError, match="a bug"):
        if_reachable("nothing is lost", broken)
