"""Tells new versions: to the log, to the counter, and to whoever else wants to know."""

import logging
from collections.abc import Iterator, Mapping, Sequence

from monitor.clock import Clock, Deadline
from monitor.ledger import Ledger
from monitor.roles.role import FLUSH_SECONDS
from monitor.roles.run_starter import Sender
from monitor.sightings import MAX_NAMES, NewVersion, OnNewVersion, Sightings
from monitor.state import TOLD_PREFIX, ToldVersions
from monitor.streams.topics import Topics

log = logging.getLogger(__name__)

RECENT_SECONDS = 3600.0
"""How long ago a version may have been first seen to be told where nothing says what was told."""


class VersionNews:
    """Tells each new version that the ledger knows and that was not told, and writes that down.

    It is told at least once, whichever leader saw it first: also when it came while nobody led or
    while the log was replayed. It is told twice only where a leader ends in between telling it
    and writing it down. What a listener raises is logged, and the version counts as told.

    Of a target of which nothing was written down yet (a first start on an existing log, or the
    first leader that writes it down) those are told that were first seen in the last hour. Older
    ones are history.
    """

    def __init__(
        self,
        topics: Topics,
        clock: Clock,
        sender: Sender,
        ledger: Ledger,
        listeners: Sequence[OnNewVersion],
    ) -> None:
        self._topic = topics.state
        self._clock = clock
        self._sender = sender
        self._ledger = ledger
        self._listeners = listeners
        self._told: dict[str, dict[str, None]] = {}
        self._unwritten: set[str] = set()
        self._looked_at: dict[str, int] = {}

    def restore(self, written: Mapping[str, Sequence[str]]) -> None:
        """Begin with what the state topic says, and with what this process told and could not
        write down."""
        for target, names in written.items():
            self._told[target] = dict.fromkeys((*names, *self._told.get(target, ())))
        self._unwritten = {
            target
            for target, names in self._told.items()
            if target not in written or len(names) > len(written[target])
        }
        self._looked_at = {}

    def tell(self) -> None:
        """Tell what is new; raises `BrokerError` when it cannot be written down."""
        now = self._clock.now()
        for target, seen in self._ledger.sightings().items():
            if self._looked_at.get(target) != seen.new:
                for new in self._untold(target, seen, now):
                    self._tell(new)
                self._looked_at[target] = seen.new
        if self._unwritten:
            self._write()

    def _untold(self, target: str, seen: Sightings, now: float) -> Iterator[NewVersion]:
        is_known = target in self._told
        told = self._told.setdefault(target, {})
        untold = [one for one in seen.news() if one[0] not in told]
        if not told.keys() >= {*seen.names}:
            self._unwritten.add(target)
            told.update(dict.fromkeys(seen.names))
        for version, time in untold:
            if is_known or (time is not None and now - time <= RECENT_SECONDS):
                yield NewVersion(target, version, now if time is None else time)
        while len(told) > MAX_NAMES:
            del told[next(iter(told))]

    def _tell(self, new: NewVersion) -> None:
        self._ledger.count_new_version(new.target)
        for listener in self._listeners:
            try:
                listener(new)
            except Exception:
                log.exception("target %s: version %s: telling it failed", new.target, new.version)

    def _write(self) -> None:
        for target in sorted(self._unwritten):
            value = ToldVersions(names=tuple(self._told[target])).encode()
            self._sender.send(self._topic, TOLD_PREFIX + target.encode(), value)
        self._sender.flush(Deadline.after(self._clock, FLUSH_SECONDS))
        self._unwritten.clear()
