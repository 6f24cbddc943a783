"""The exporter: verdicts in, rates out. One of its replicas is the leader, and it schedules."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from monitor.clock import Deadline
from monitor.errors import FormatError, WorldError
from monitor.ledger import Ledger
from monitor.record import Partition, RawRecord
from monitor.regressions.records import PREFIXES
from monitor.roles.role import (
    FLUSH_SECONDS,
    LAST_FLUSH_SECONDS,
    POLL_SECONDS,
    Outfit,
    if_reachable,
    keep_going,
)
from monitor.roles.run_starter import RunStarter
from monitor.roles.version_news import VersionNews
from monitor.sightings import NewVersion, OnNewVersion
from monitor.state import SNAPSHOT_KEY, Snapshot, State, read_state
from monitor.streams.group import GroupReader
from monitor.streams.log import LogReader
from monitor.streams.topics import MAX_VALUE_BYTES
from monitor.streams.writer import Writer

log = logging.getLogger(__name__)

REPEATS_KNOWN_SECONDS = 24 * 3600.0
"""How far back the ids of verdicts are read again, so that late repeats are known."""

_RENEWALS = 5
"""Lease renewals in one session timeout."""


def log_new_version(new: NewVersion) -> None:
    """Say so in the log."""
    log.info("target %s: version %s is new", new.target, new.version)


class ExporterRole:
    """Owns the state partition or waits for it: whoever owns it is the leader.

    The leader keeps a lease: each accepted commit in the leader group proves that the broker
    still counts us as the owner, and nobody else can become it before our session has run
    out. A leader that was cut off or frozen stops serving when the lease ends by our own
    clock, so there is one set of rates at any time.

    On taking over it restores the newest snapshot of this log, reads the ids of the last 24
    hours, and then the log up to its present end. That part feeds the tallies only; what comes
    after also feeds the counters. New versions in both parts are told to `on_new_version`, and
    counted then: see `VersionNews`.
    """

    def __init__(
        self,
        outfit: Outfit,
        ledger: Ledger,
        on_new_version: Sequence[OnNewVersion] = (log_new_version,),
    ) -> None:
        config = outfit.config
        self._outfit = outfit
        self._ledger = ledger
        self._throne = Partition(outfit.topics.state, 0)
        self._keeper = GroupReader(
            config.kafka,
            outfit.topics.group("leader"),
            [outfit.topics.state],
            "sycomon-leader",
            # Before the group gives the partition to another, not at our next step.
            on_revoked=ledger.withdraw,
        )
        topics = [outfit.topics.verdicts, outfit.topics.dead_letter]
        self._log = LogReader(config.kafka, topics, "sycomon-exporter")
        self._state = LogReader(config.kafka, [outfit.topics.state], "sycomon-exporter-state")
        self._writer = Writer(config.kafka, "sycomon-exporter")
        self._starter = RunStarter(outfit.topics, config.plans, outfit.clock, self._writer)
        self._news = VersionNews(outfit.topics, outfit.clock, self._writer, ledger, on_new_version)
        self._leads_since: int | None = None
        self._lease_renewed = 0.0
        self._last_times: dict[Partition, float] = {}
        self._saved_revision = -1
        self._saved_at = 0.0

    def run(self) -> None:
        """The loop."""
        try:
            keep_going(self._outfit, self._step, self._abdicate)
            if self._leads_since is not None:
                if_reachable(
                    "the next leader reads more of the log", partial(self._save, LAST_FLUSH_SECONDS)
                )
        finally:
            self._ledger.withdraw()
            for client in (self._writer, self._keeper, self._log, self._state):
                client.close()

    def _step(self) -> bool:
        self._keeper.poll(0.0 if self._leads_since is not None else POLL_SECONDS)
        if self._throne not in self._keeper.owned():
            self._abdicate()
            self._ledger.stand_by()
            return False
        self._keeper.hold()
        if self._leads_since != self._keeper.assignments:
            self._abdicate()
            if not self._keeper.is_free(self._throne) or not self._take_over():
                return False
        if not self._keep_lease():
            self._abdicate()
            return False
        records = self._log.poll(POLL_SECONDS)
        if records:
            self._take(records)
        self._follow_state()
        self._keep_regressions()
        if self._ledger.is_serving():  # not if we were frozen meanwhile
            self._news.tell()
            self._starter.start_due(self._ledger.tallies())
        if self._is_save_due():
            self._save()
        return bool(records)

    def _take(self, records: Sequence[RawRecord]) -> None:
        with self._outfit.span("sycophancy.export") as span:
            span.set_attribute("sycophancy.records", len(records))
            for record in records:
                self._last_times[record.at()] = record.timestamp
                # A leader that was frozen meanwhile leaves counting to its successor.
                self._ledger.take(record, counted=self._ledger.is_serving())

    def _follow_state(self) -> None:
        """Take in what people have decided about baselines since."""
        for record in self._state.poll(0.0):
            if record.key is not None and record.key.startswith(PREFIXES):
                self._ledger.learn_kept(record.key, record.value)

    def _keep_regressions(self, seconds: float = FLUSH_SECONDS) -> None:
        """Compare what is new, and write down what that changed, before anybody acts on it: a
        restart must find the same evidence, and no alarm may be forgotten."""
        watch = self._ledger.regressions()
        while self._ledger.judge_next():
            if not self._keep_lease():
                break
        changes = watch.changes()
        if not changes:
            return
        if not self._renew_lease():
            self._abdicate()
            return
        for key, value in changes.items():
            if value is not None and len(value) > MAX_VALUE_BYTES:
                log.error("%s has %d bytes, too many for a record: not saved", key, len(value))
                continue
            self._writer.send(self._outfit.topics.state, key, value)
        self._writer.flush(Deadline.after(self._outfit.clock, seconds))
        watch.written(changes)

    def _abdicate(self) -> None:
        if self._leads_since is not None:
            log.info("no longer the leader")
        self._leads_since = None
        self._lease_renewed = 0.0
        self._ledger.withdraw()

    def _take_over(self) -> bool:
        """Rebuild everything from the log; false when leadership went away meanwhile."""
        assignments = self._keeper.assignments
        for reader in (self._state, self._log):
            reader.refetch()
        state = self._read_state()
        self._starter.restore(state.last_runs)
        self._news.restore(state.told)
        begins, ends = self._log.begins(), self._log.ends()
        start = self._restore(state, begins, ends)
        known = self._log.since(self._outfit.clock.now() - REPEATS_KNOWN_SECONDS)
        self._log.seek({p: min(known[p], start[p]) for p in start})
        for number, record in enumerate(self._log.read_to(ends, self._outfit.stop.is_set)):
            self._last_times[record.at()] = record.timestamp
            if record.offset < start[record.at()]:
                self._ledger.remember(record)
            else:
                self._ledger.take(record, counted=False)
            if number % 1000 == 0 and not self._still_owns(assignments):
                return False
        if self._outfit.stop.is_set() or not self._still_owns(assignments):
            return False
        while self._ledger.judge_next():
            if not self._still_owns(assignments):
                return False
        self._leads_since = assignments
        log.info("this process leads; %d records replayed", sum(ends[p] - start[p] for p in ends))
        return True

    def _still_owns(self, assignments: int) -> bool:
        """Keeps our membership during long work; false when the partition was given anew."""
        self._keeper.poll(0.0)
        self._keeper.hold()
        return self._keeper.assignments == assignments and self._throne in self._keeper.owned()

    def _read_state(self) -> State:
        self._state.seek(self._state.begins())
        records = self._state.read_to(self._state.ends(), self._outfit.stop.is_set)
        try:
            return read_state(records)
        except FormatError as error:
            raise WorldError(f"{self._throne.topic}: {error}") from error

    def _restore(
        self, state: State, begins: Mapping[Partition, int], ends: Mapping[Partition, int]
    ) -> dict[Partition, int]:
        """Give the ledger a snapshot; where to read on from, for each partition."""
        fitting = (s for s in state.snapshots() if self._is_of_this_log(s, begins, ends))
        snapshot = next(fitting, None)
        if snapshot != state.snapshot:
            log.warning("the newest snapshot tells of records that the broker lost; not used")
        saved = snapshot.positions() if snapshot else {}
        self._last_times = snapshot.last_times() if snapshot else {}
        try:
            self._ledger.start_over(snapshot.tallies if snapshot else None, state.regressions)
        except FormatError as error:
            raise WorldError(f"{self._throne.topic}: {error}") from error
        self._saved_revision = self._ledger.revision()
        start: dict[Partition, int] = {}
        for partition, oldest in begins.items():
            wanted = saved.get(partition, oldest)
            start[partition] = max(wanted, oldest)
            if wanted < oldest:
                log.warning(
                    "%s/%d: offsets %d to %d expired before they were read",
                    partition.topic,
                    partition.number,
                    wanted,
                    oldest,
                )
        return start

    def _is_of_this_log(
        self, snapshot: Snapshot, begins: Mapping[Partition, int], ends: Mapping[Partition, int]
    ) -> bool:
        """Whether the last record that it includes of each partition still stands there.

        A snapshot can arrive after the broker lost the records that it tells of. By then
        others may stand in their places, and reading on behind them would leave those out.
        """
        times = snapshot.last_times()
        last = {p: at - 1 for p, at in snapshot.positions().items() if at > begins.get(p, at)}
        if any(at >= ends[partition] for partition, at in last.items()):
            return False
        self._log.seek(last)
        ends_there = {partition: at + 1 for partition, at in last.items()}
        found = self._log.read_to(ends_there, self._outfit.stop.is_set)
        return all(times.get(r.at(), r.timestamp) == r.timestamp for r in found)

    def _keep_lease(self) -> bool:
        """Renew it when a good part of it is over; false when we are no longer the leader."""
        session = self._outfit.config.kafka.session_timeout_seconds
        age = self._outfit.clock.monotonic() - self._lease_renewed
        return age < session / _RENEWALS or self._renew_lease()

    def _renew_lease(self) -> bool:
        session = self._outfit.config.kafka.session_timeout_seconds
        asked = self._outfit.clock.monotonic()
        if not self._keeper.commit({self._throne: 0}):
            return False
        self._lease_renewed = asked
        self._ledger.serve_until(asked + session)
        # It may have been revoked, on the client's own thread, since the commit was accepted.
        return self._throne in self._keeper.owned()

    def _is_save_due(self) -> bool:
        return (
            self._ledger.revision() != self._saved_revision
            and self._outfit.clock.monotonic() - self._saved_at
            >= self._outfit.config.exporter.snapshot_seconds
        )

    def _save(self, seconds: float = FLUSH_SECONDS) -> None:
        # A broker that came back without its newest records knows no lease of ours either.
        if not self._renew_lease():
            self._abdicate()
            return
        # What was learned of versions stands on the topic before a snapshot that includes it.
        self._keep_regressions(seconds)
        revision, tallies = self._ledger.snapshot()
        self._saved_revision, self._saved_at = revision, self._outfit.clock.monotonic()
        offsets = tuple((p.topic, p.number, at) for p, at in self._log.positions().items())
        times = tuple((p.topic, p.number, time) for p, time in self._last_times.items())
        value = Snapshot(offsets=offsets, times=times, tallies=tallies).encode()
        if len(value) > MAX_VALUE_BYTES:
            log.error("the snapshot has %d bytes, too many for a record: not saved", len(value))
            return
        self._writer.send(self._outfit.topics.state, SNAPSHOT_KEY, value)
        self._writer.flush(Deadline.after(self._outfit.clock, seconds))
