"""Waiting for what real processes do: a condition, a deadline, and what it looked like last."""

from collections.abc import Callable
from threading import Event

from monitor.clock import Deadline, SystemClock

POLL_SECONDS = 0.05
_PATIENCE_SECONDS = 90.0
"""Far longer than anything here takes; only what hangs meets it."""


class NotInTime(AssertionError):
    """What was waited for did not come; the text says how far it got."""


def eventually(
    what: str, missing: Callable[[], str | None], seconds: float = _PATIENCE_SECONDS
) -> None:
    """Wait until `missing` gives null; until then it says what is still missing."""
    clock = SystemClock()
    deadline = Deadline.after(clock, seconds)
    rest = Event()
    while (left := missing()) is not None:
        if deadline.passed():
            raise NotInTime(f"{what}: not within {seconds:g} s: {left}")
        rest.wait(POLL_SECONDS)
