"""Exchanges that were read and wait to be scored. One thread puts them in, another takes them."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Condition

from monitor.exchange import Exchange, Kind
from monitor.record import RawRecord

_LOOK_SECONDS = 1.0
"""How long a wait lasts before it is begun again: no signal that was missed is missed for ever."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An exchange, and the record that it came in; `since` is when it was read, on the monotonic
    clock."""

    record: RawRecord
    exchange: Exchange
    since: float


class Backlog:
    """What waits, canaries before live exchanges, each in the order in which they came.

    Who puts in bounds it, by not reading on.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._canaries: deque[Taken] = deque()
        self._live: deque[Taken] = deque()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._canaries) + len(self._live)

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def put(self, taken: Sequence[Taken]) -> None:
        """Have these wait as well."""
        with self._changed:
            for one in taken:
                is_live = one.exchange.kind is Kind.LIVE
                (self._live if is_live else self._canaries).append(one)
            self._changed.notify_all()

    def take(self, most: int) -> list[Taken]:
        """The next ones, as soon as there are any, canaries first; none once it is closed."""
        with self._changed:
            while not self._is_closed and not self._canaries and not self._live:
                self._changed.wait(_LOOK_SECONDS)
            if self._is_closed:
                return []
            taken = [self._canaries.popleft() for _ in range(min(most, len(self._canaries)))]
            room = min(most - len(taken), len(self._live))
            return taken + [self._live.popleft() for _ in range(room)]

    def clear(self) -> list[Taken]:
        """Give back all that waits."""
        with self._changed:
            waiting = [*self._canaries, *self._live]
            self._canaries.clear()
            self._live.clear()
            return waiting

    def close(self) -> None:
        """Nothing is given out any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
