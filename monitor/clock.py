"""Time, as an argument. The only module that may ask the operating system for it."""

import asyncio
import time
from dataclasses import dataclass
from threading import Event
from typing import Protocol


class Clock(Protocol):
    """What the rest of the code may know about time."""

    def now(self) -> float:
        """Unix time in seconds."""

    def monotonic(self) -> float:
        """Seconds that never run backwards; only differences mean anything."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class Deadline:
    """One budget of time, handed down and spent by every step."""

    clock: Clock
    at: float

    @classmethod
    def after(cls, clock: Clock, seconds: float) -> "Deadline":
        return cls(clock, clock.monotonic() + seconds)

    def left(self) -> float:
        """Seconds left; 0.0 when it has passed."""
        return max(0.0, self.at - self.clock.monotonic())

    def passed(self) -> bool:
        return self.left() <= 0.0


def wait_until(stop: Event, seconds: float) -> bool:
    """Rest for `seconds` or until `stop` is set; true when it is set."""
    return stop.wait(max(0.0, seconds))


async def rest(seconds: float) -> None:
    """Rest on the event loop."""
    await asyncio.sleep(seconds)
