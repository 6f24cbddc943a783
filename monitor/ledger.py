"""What the leader knows, shared between the loop that reads the log and the scrapes."""

import logging
from collections.abc import Mapping
from threading import Lock

from monitor.clock import Clock
from monitor.config import Config
from monitor.dead_letter import DeadLetter
from monitor.errors import FormatError, NewerSchemaError, WorldError
from monitor.record import RawRecord
from monitor.regressions.watch import RegressionWatch
from monitor.seen import Seen
from monitor.sightings import Sightings
from monitor.streams.topics import Topics
from monitor.tallies import Tallies
from monitor.tallies_state import TalliesState
from monitor.totals import Stream, Totals
from monitor.verdict import Verdict
from monitor.version_sources import is_live_comparable

log = logging.getLogger(__name__)

IDS_KNOWN = 200_000
"""Newest ids that are known, so that a record delivered again is dropped."""


class Ledger:
    """Tallies, restored and rebuilt from the log; counts, of this process since it started.

    Only one loop writes. Scrapes read under `lock` and only while a lease is valid: a leader
    that was cut off stops serving by its own clock, without being told.
    """

    def __init__(self, config: Config, clock: Clock) -> None:
        self.lock = Lock()
        self._clock = clock
        self._topics = Topics(config.instance)
        self._max_versions = config.exporter.max_versions
        self._live_comparable = frozenset(
            name for name, target in config.targets.items() if is_live_comparable(target.version)
        )
        self._tallies = Tallies(self._max_versions)
        self._regressions = RegressionWatch(config)
        self._tallied = Seen(IDS_KNOWN)
        self._counts = Totals(self._max_versions)
        self._counted = Seen(IDS_KNOWN)
        self._revision = 0
        self._serves_until = 0.0
        self._stands_by = False

    # Read by scrapes, under the lock.

    def is_serving(self) -> bool:
        """Whether this process holds a valid lease and has replayed the log."""
        return self._clock.monotonic() < self._serves_until

    def not_ready(self) -> str | None:
        """What this process waits for; null when it leads or stands by for another that does."""
        return None if self._stands_by or self.is_serving() else "replaying, or no lease"

    def tallies(self) -> Tallies:
        """Everything that was ever said, as far as the log holds it."""
        return self._tallies

    def counts(self) -> Totals:
        """What this process counted since it started."""
        return self._counts

    def regressions(self) -> RegressionWatch:
        """What is known of versions side by side."""
        return self._regressions

    # Written by the exporter's loop.

    def serve_until(self, moment: float) -> None:
        """The lease is valid until `moment`, by the monotonic clock."""
        with self.lock:
            self._serves_until = moment
            self._stands_by = False

    def withdraw(self) -> None:
        """Serve nothing until the next lease."""
        with self.lock:
            self._serves_until = 0.0
            self._stands_by = False

    def stand_by(self) -> None:
        """Serve nothing, and say that another process leads."""
        with self.lock:
            self._serves_until = 0.0
            self._stands_by = True

    def start_over(
        self, saved: TalliesState | None, kept: Mapping[bytes, bytes] | None = None
    ) -> None:
        """Begin again from a snapshot and from what is `kept` of versions, or from nothing. Counts
        stay: they are this process's."""
        with self.lock:
            self._tallies = (
                Tallies(self._max_versions)
                if saved is None
                else Tallies.restore(saved, self._max_versions)
            )
            self._tallied = Seen(IDS_KNOWN)
            self._regressions.start_over(kept or {})
            # Those that a version which kept no answers has saved; all others are known.
            complete = sorted(self._tallies.last_complete(), key=lambda found: found[2].order)
            for stream, _, run in complete:
                self._regressions.learn(stream, run)
            self._revision += 1

    def learn_kept(self, key: bytes, value: bytes | None) -> None:
        """Take in what somebody else has written of versions: a baseline, or what was accepted."""
        with self.lock:
            self._regressions.learn_kept(key, value)

    def judge_next(self) -> bool:
        """Compare again the versions of one target of which something is new; false where there is
        none."""
        with self.lock:
            return self._regressions.judge_next()

    def remember(self, record: RawRecord) -> None:
        """The snapshot holds this record already; only what it is known by is needed."""
        if record.key is not None:
            self._tallied.add((record.topic, record.key))

    def take(self, record: RawRecord, counted: bool) -> None:
        """Tally one record of the log, and count it in this process's counters if `counted`.

        A record that was taken before, under whatever offset, changes nothing.
        """
        read = self._read(record)
        if read is None:
            return
        with self.lock:
            known_by = (record.topic, read.key())
            if not self._tallied.add(known_by):
                return
            self._revision += 1
            self._tally(read, counted and self._counted.add(known_by))

    def sightings(self) -> Mapping[str, Sightings]:
        """The versions that were ever seen, by target. For the loop that writes."""
        return self._tallies.sightings()

    def count_new_version(self, target: str) -> None:
        """Count one that was told just now."""
        with self.lock:
            self._counts.add_new_version(target)

    def revision(self) -> int:
        """Changes whenever the tallies do."""
        return self._revision

    def snapshot(self) -> tuple[int, TalliesState]:
        """The tallies as they can be saved, and their revision."""
        with self.lock:
            return self._revision, self._tallies.snapshot()

    def _tally(self, read: Verdict | DeadLetter, counted: bool) -> None:
        if isinstance(read, Verdict):
            ends = self._tallies.add(read)
            if self._is_sighting(read):
                self._tallies.see(read)
            stream = Stream(read.target, read.family)
            for run in self._tallies.take_finished(stream):
                self._regressions.learn(stream, run)
            if counted:
                self._counts.add(read)
                for end in ends:
                    self._counts.add_run(end)
        else:
            place = (read.source.topic, read.reason.value)
            self._tallies.add_dead_letter(*place)
            if counted:
                self._counts.add_dead_letter(*place)

    def _is_sighting(self, verdict: Verdict) -> bool:
        """Whether its version can be compared with the others of its target. A name in live
        traffic that probes never read would be a new version beside theirs."""
        return verdict.run is not None or verdict.target in self._live_comparable

    def _read(self, record: RawRecord) -> Verdict | DeadLetter | None:
        kind = Verdict if record.topic == self._topics.verdicts else DeadLetter
        try:
            return kind.decode(record.value)
        except NewerSchemaError as error:
            where = f"{record.topic}/{record.partition}/{record.offset}"
            raise WorldError(f"{where}: {error}") from error
        except FormatError as error:
            log.warning(
                "%s/%d/%d is passed over: %s", record.topic, record.partition, record.offset, error
            )
            return None
