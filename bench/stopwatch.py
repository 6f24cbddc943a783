"""How long a loop took, from the end of its first batch to the end of its last."""

import time
from dataclasses import dataclass

_GIVE_UP_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Pass:
    """One loop over a topic: messages timed, seconds on the wall, seconds of this process's CPU."""

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
    done: int
    wall: float
    cpu: float


class Stopwatch:
    """Told after each batch how many messages were dealt with.

    Joining the group takes as long as it takes, so the time runs from the end of the first
    batch; what was done up to then does not count.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._first: _Moment | None = None
        self._last: _Moment | None = None
        self._give_up = time.perf_counter() + _GIVE_UP_SECONDS

    def note(self, done: int) -> bool:
        """True once all were dealt with; raises `TimeoutError` when that takes for ever."""
        if self._last is not None:
            return True
        now = _Moment(done, time.perf_counter(), time.process_time())
        if now.wall > self._give_up:
            raise TimeoutError(f"{done} of {self._total} messages in {_GIVE_UP_SECONDS:.0f} s")
        if done and self._first is None:
            self._first = now
        if done >= self._total:
            self._last = now
        return self._last is not None

    def passed(self) -> Pass:
        """What it measured; raises `ValueError` before the end."""
        if self._first is None or self._last is None:
            raise ValueError("the loop has not come to its end")
        first, last = self._first, self._last
        return Pass(last.done - first.done, last.wall - first.wall, last.cpu - first.cpu)
