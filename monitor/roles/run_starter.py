"""Starts the runs that are due: what the leader writes to the plans and the state topics."""

import logging
from collections.abc import Mapping
from typing import Protocol

from monitor.clock import Clock, Deadline
from monitor.plan import LastRun
from monitor.roles.role import FLUSH_SECONDS
from monitor.schedule import Knowledge, Schedule
from monitor.settings.plans import PlanSettings
from monitor.state import PLAN_PREFIX, ScheduledRun
from monitor.streams.topics import Topics

log = logging.getLogger(__name__)


class Sender(Protocol):
    """What is needed of a `Writer`."""

    def send(self, topic: str, key: bytes | None, value: bytes | None) -> None:
        """Hand one record on; it is only safe after `flush`."""

    def flush(self, deadline: Deadline) -> None:
        """Wait until every record sent so far has arrived; `BrokerError` when one has not."""


class RunStarter:
    """Writes each due run down, sends it, and writes down that it was sent.

    After a `BrokerError` nobody knows what arrived: the caller restores it from the state topic
    before it asks again, as a new leader does.
    """

    def __init__(
        self, topics: Topics, plans: Mapping[str, PlanSettings], clock: Clock, sender: Sender
    ) -> None:
        self._topics = topics
        self._clock = clock
        self._sender = sender
        self._schedule = Schedule(plans)

    def restore(self, last_runs: Mapping[str, LastRun]) -> None:
        """Begin with what the state topic says."""
        self._schedule.restore(last_runs)

    def start_due(self, known: Knowledge) -> None:
        """Start what is due now, and what may not have been sent before."""
        now = self._clock.now()
        for name, last in self._schedule.unsent(now):
            self._send_run(name, last)
        for name, last in self._schedule.due(now, known):
            self._save(name, last)
            self._send_run(name, last)
        for name in self._schedule.forgettable(now):
            self._write(self._topics.state, PLAN_PREFIX + name.encode(), None)

    def _send_run(self, name: str, last: LastRun) -> None:
        if last.run is None:
            return
        self._write(self._topics.plans, name.encode(), last.run.encode())
        self._save(name, last.sent())
        log.info("run %s is due", last.run.run)

    def _save(self, name: str, last: LastRun) -> None:
        value = ScheduledRun(last=last).encode()
        self._write(self._topics.state, PLAN_PREFIX + name.encode(), value)
        self._schedule.remember(name, last)

    def _write(self, topic: str, key: bytes, value: bytes | None) -> None:
        self._sender.send(topic, key, value)
        self._sender.flush(Deadline.after(self._clock, FLUSH_SECONDS))
