"""How long a loop took over a topic, from the moment that its partitions are its own."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_GIVE_UP_SECONDS = 300.0
_ASSIGNED = "Setting newly assigned partitions"
_COORDINATOR = logging.getLogger("kafka.coordinator.consumer")


@dataclass(frozen=True, slots=True)
class Pass:
    """One loop over a topic: messages, seconds on the wall, seconds of this process's CPU."""

    messages: int
    seconds: float
    cpu_seconds: float

    @property
    def per_second(self) -> float:
        """Messages per second."""
        return self.messages / self.seconds

    @property
    def cpu_microseconds(self) -> float:
        """CPU time of one message."""
        return 1e6 * self.cpu_seconds / self.messages


@dataclass(frozen=True, slots=True)
class _Moment:
    wall: float
    cpu: float


def _now() -> _Moment:
    return _Moment(time.perf_counter(), time.process_time())


class Stopwatch:
    """Started by an assignment, told after each batch how many messages were dealt with.

    How long a group takes to form is not what is measured, but the first fetch is.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._first: _Moment | None = None
        self._last: _Moment | None = None
        self._give_up = _now().wall + _GIVE_UP_SECONDS

    def start(self) -> None:
        """Now; called again it changes nothing."""
        self._first = self._first or _now()

    def note(self, done: int) -> bool:
        """True once all were dealt with; raises `TimeoutError` when that takes for ever."""
        if self._last is None:
            now = _now()
            if now.wall > self._give_up:
                raise TimeoutError(f"{done} of {self._total} messages in {_GIVE_UP_SECONDS:.0f} s")
            self._last = now if done >= self._total else None
        return self._last is not None

    def passed(self) -> Pass:
        """What it measured; raises `ValueError` where it was not started or has not ended."""
        if self._first is None or self._last is None:
            raise ValueError("no assignment was seen, or the loop has not come to its end")
        first, last = self._first, self._last
        return Pass(self._total, last.wall - first.wall, last.cpu - first.cpu)


class _OnAssignment(logging.Handler):
    def __init__(self, watch: Stopwatch) -> None:
        super().__init__(logging.INFO)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith(_ASSIGNED):
            self._watch.start()


@contextmanager
def started_by_assignment(watch: Stopwatch) -> Iterator[Stopwatch]:
    """While this lasts, the first assignment of any consumer in this process starts the watch.

    The library says so in its log, and in the same place for both loops.
    """
    handler = _OnAssignment(watch)
    level = _COORDINATOR.level
    _COORDINATOR.addHandler(handler)
    _COORDINATOR.setLevel(logging.INFO)
    _COORDINATOR.propagate = False
    try:
        yield watch
    finally:
        _COORDINATOR.removeHandler(handler)
        _COORDINATOR.setLevel(level)
        _COORDINATOR.propagate = True
