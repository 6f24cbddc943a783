"""What every role is made of, and how its loop survives a broker that goes away."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from opentelemetry.trace import Span, Tracer

from monitor.clock import Clock, wait_until
from monitor.config import Config
from monitor.errors import BrokerError
from monitor.metrics import ProcessMetrics
from monitor.streams.topics import Topics

log = logging.getLogger(__name__)

POLL_SECONDS = 0.2
REST_SECONDS = 0.2
FLUSH_SECONDS = 10.0
LAST_FLUSH_SECONDS = 3.0
"""At the end of a process. Both together, and closing, take less than the 30 seconds that
supervisors grant before they kill."""
_RETRY_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Outfit:
    """What a role is given: configuration, time, metrics, traces and the sign to stop."""

    config: Config
    clock: Clock
    metrics: ProcessMetrics
    tracer: Tracer
    stop: Event

    @property
    def topics(self) -> Topics:
        return Topics(self.config.instance)

    def span(self, name: str) -> AbstractContextManager[Span]:
        """A span of our own work. Errors are named by their type: their texts may quote users."""
        return self.tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        )


class Role(Protocol):
    """One of the four. `run` returns when told to stop and raises when it cannot go on."""

    def run(self) -> None:
        """The loop."""


def keep_going(outfit: Outfit, step: Callable[[], bool], recover: Callable[[], None]) -> None:
    """Call `step` until the stop event is set, with a rest after each one that found no work.

    A broker that does not answer ends the step, not the role: after a rest `recover` puts
    the readers back to what is committed, and the work since then is done again.
    """
    broken = False
    while not outfit.stop.is_set():
        try:
            if broken:
                recover()
            worked = step()
        except BrokerError as error:
            if not broken:
                log.warning("%s; trying again", error)
                outfit.metrics.reconnects.inc()
            broken = True
            wait_until(outfit.stop, _RETRY_SECONDS)
            continue
        if broken:
            log.info("the broker answers again")
            broken = False
        if not worked:
            wait_until(outfit.stop, REST_SECONDS)


def if_reachable(otherwise: str, last: Callable[[], object]) -> None:
    """Do one last thing before the end; `otherwise` says what follows where it fails."""
    try:
        last()
    except BrokerError as error:
        log.warning("%s; %s", error, otherwise)
