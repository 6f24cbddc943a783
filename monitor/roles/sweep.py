"""Which announcements of canaries can be taken off the state topic."""

from collections.abc import Mapping

from monitor import own_traffic
from monitor.clock import Deadline
from monitor.own_traffic import PastAnnouncements
from monitor.record import Partition
from monitor.roles.role import Outfit
from monitor.streams.log import LogReader

_SLICE_SECONDS = 0.05
"""How long is read on end, about once a second: the prober's loop has more to do."""
_MOST_HELD = 50_000
"""Some 7 MB. What is left is found when the topic is read again from there."""
_MOST_AT_ONCE = 2_000
"""Deleted within half a second by the slowest broker that we know, the embedded one."""


class Sweep:
    """Reads the whole state topic at the start, and again whenever another week is past: only then
    can there be more to delete. It has a reader of its own while it lasts, so that nothing else
    that is read from the topic goes back in time.
    """

    def __init__(
        self, outfit: Outfit, most_held: int = _MOST_HELD, most_at_once: int = _MOST_AT_ONCE
    ) -> None:
        self._outfit = outfit
        self._most_held = most_held
        self._most_at_once = most_at_once
        self._log: LogReader | None = None
        self._ends: Mapping[Partition, int] = {}
        self._past = PastAnnouncements("", 0)
        self._swept = ""

    def close(self) -> None:
        """Stop where it is; the next time it begins anew."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def next_keys(self) -> list[bytes]:
        """Look a little further. Keys that can be deleted now; none while there is more to read,
        and none when all was looked through."""
        if self._log is None:
            oldest = own_traffic.oldest_living(self._outfit.clock.now())
            if oldest == self._swept:
                return []
            self._log = LogReader(
                self._outfit.config.kafka, [self._outfit.topics.state], "sycomon-prober-sweep"
            )
            self._begin(self._log, oldest)
        if not self._has_read(self._log):
            return []
        keys = self._past.take(self._most_at_once)
        if not keys:  # all that were handed out before are deleted
            self._go_on(self._log)
        return keys

    def _begin(self, log: LogReader, oldest: str) -> None:
        self._past = PastAnnouncements(oldest, self._most_held)
        self._ends = log.ends()

    def _has_read(self, log: LogReader) -> bool:
        """Read on; true when the end was reached."""
        deadline, is_cut_short = Deadline.after(self._outfit.clock, _SLICE_SECONDS), False

        def is_enough() -> bool:
            nonlocal is_cut_short
            is_cut_short = deadline.passed() or self._outfit.stop.is_set()
            return is_cut_short

        for record in log.read_to(self._ends, is_enough):
            self._past.learn(record)
        return not is_cut_short

    def _go_on(self, log: LogReader) -> None:
        """With what was left, or there is nothing more to do."""
        if self._past.left is None:
            self._swept = self._past.oldest_living
            self.close()
        else:
            log.seek(self._past.left)
            self._begin(log, self._past.oldest_living)
