"""What the probers of a deployment tell each other: read from the state topic and written there."""

import logging
from collections.abc import Collection, Mapping

from monitor.budgets import Amount, DayOfPlan
from monitor.clock import Deadline
from monitor.errors import FormatError, WorldError
from monitor.gentleness import rest_seconds
from monitor.pauses import said
from monitor.prober_state import ProberState, Rest, claim_key, claim_value, rest_key
from monitor.roles.role import FLUSH_SECONDS, Outfit
from monitor.roles.spending import Spending
from monitor.roles.sweep import Sweep
from monitor.streams.log import LogReader
from monitor.streams.writer import Writer

log = logging.getLogger(__name__)


class Bulletin:
    """One prober's view of the state topic. It belongs to the loop that owns the writer."""

    def __init__(self, outfit: Outfit, writer: Writer, spending: Spending) -> None:
        self._outfit = outfit
        self._topic = outfit.topics.state
        self._writer = writer
        self._spending = spending
        self._log = LogReader(outfit.config.kafka, [self._topic], "sycomon-prober-state")
        self._sweep = Sweep(outfit)
        self.state = ProberState()

    def close(self) -> None:
        """Close the connections of its own; the writer is another's."""
        self._sweep.close()
        self._log.close()

    def start_over(self) -> None:
        """The broker was away: what it holds now is read again from the beginning."""
        self._sweep.close()
        self._log.refetch()
        self._log.seek(self._log.begins())
        self.state = ProberState()

    def follow(self, ours: Mapping[bytes, DayOfPlan] | None = None) -> dict[DayOfPlan, Amount]:
        """Read what was added. For the days of `ours`, keys of claims that were just written:
        what others had claimed before ours came."""
        before: dict[DayOfPlan, Amount] = {}
        for record in self._log.read_to(self._log.ends(), self._outfit.stop.is_set):
            try:
                self.state.learn(record)
            except FormatError as error:
                raise WorldError(f"{record.topic}/{record.offset}: {error}") from error
            day = (ours or {}).get(record.key or b"")
            if day is not None:
                before[day] = self.state.claims.total(day, self._spending.prober)
        return before

    def keep_claims(self, playing: Collection[str]) -> bool:
        """Claim what plans that are `playing` need, and give back what others do not; true when
        there was something to write."""
        wanted = self._spending.next_claims(self.state.claims, playing)
        if not wanted:
            return False
        self._write({self._key(day): claim_value(claim) for day, claim in wanted.items()})
        before = self.follow({self._key(day): day for day in wanted})
        instead = {
            self._key(day): claim_value(claim)
            for day, others in before.items()
            if (claim := self._spending.grant(day, wanted[day], others)) is not None
        }
        self._write(instead)
        return True

    def release_claims(self, seconds: float) -> None:
        """Give back what was claimed and not spent; nothing more is asked."""
        wanted = self._spending.next_claims(self.state.claims, ())
        self._write({self._key(day): claim_value(one) for day, one in wanted.items()}, seconds)

    def forget_past_days(self) -> None:
        """Take the claims of days long over off the topic."""
        self._write(dict.fromkeys(self._spending.forget_past(self.state.claims)))

    def forget_past_announcements(self) -> None:
        """Take some announcements off the topic that no intake needs any more, if there are."""
        self._write(dict.fromkeys(self._sweep.next_keys()))

    def tell_failed(
        self, target: str, failed_at: float, asked_rest: float, last_failure: str
    ) -> None:
        """A run was stopped since its target failed: all probers leave it alone for a while, and
        for as long as it asks (seconds). `failed_at`: when the newest request was sent that says
        so (Unix seconds); several runs may meet one failure."""
        settings = self._outfit.config.prober
        known = self.state.rests.get(target)
        if known and failed_at <= known.since:
            return
        times = known.times + 1 if known else 1
        seconds = rest_seconds(times, settings.rest_seconds, settings.most_rest_seconds)
        now = self._outfit.clock.now()
        until = max(now + seconds, now + asked_rest, known.until if known else 0.0)
        why = f"it failed {times} run{'s' * (times > 1)} in a row (last: {last_failure})"
        self._write({rest_key(target): Rest(times=times, until=until, since=now, why=why).encode()})
        log.warning("target %s: %s; it is left alone until %s", target, why, said(until))

    def tell_asked_rest(self, target: str, seconds: float) -> None:
        """A run ended since its target asks to be left alone for longer than the run had. It has
        not failed for that, and a longer rest that it was given before stays."""
        now = self._outfit.clock.now()
        known = self.state.rests.get(target)
        until = now + seconds
        if seconds <= 0 or (known and known.until >= until):
            return
        times = known.times if known else 0
        rest = Rest(times=times, until=until, since=now, why="it asks to be left alone")
        self._write({rest_key(target): rest.encode()})
        log.warning("target %s asks to be left alone until %s", target, said(until))

    def tell_well(self, target: str, answered_at: float) -> None:
        """The target answered what was sent then (Unix seconds)."""
        known = self.state.rests.get(target)
        # Not what was sent before the rest was over: another prober may not have seen it yet.
        if known and answered_at >= known.until:
            self._write({rest_key(target): None})
            log.info("target %s answers again", target)

    def _key(self, day: DayOfPlan) -> bytes:
        return claim_key(day, self._spending.prober)

    def _write(self, records: Mapping[bytes, bytes | None], seconds: float = FLUSH_SECONDS) -> None:
        for key, value in records.items():
            self._writer.send(self._topic, key, value)
        if records:
            self._writer.flush(Deadline.after(self._outfit.clock, seconds))
