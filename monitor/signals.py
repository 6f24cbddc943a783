"""Being told to stop by the system."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from types import FrameType

from monitor.clock import wait_until

_LOOK_SECONDS = 0.2


@contextmanager
def stopped_by(numbers: Sequence[signal.Signals], stop: Event) -> Iterator[None]:
    """These signals set `stop` while this lasts, so that nothing cuts the stopping short."""

    def tell(number: int, frame: FrameType | None) -> None:
        # Not in this thread: it may hold the event's lock just now.
        Thread(target=stop.set, daemon=True).start()

    before = {number: signal.signal(number, tell) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for(stop: Event) -> None:
    """Rest in the main thread until `stop` is set.

    The system may give a signal to any thread. Python acts on it in the main thread, and only
    when that wakes up.
    """
    while not wait_until(stop, _LOOK_SECONDS):
        pass
