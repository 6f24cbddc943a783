"""What the ledger says of a record that it takes: a new version is told once, where it counts."""

from monitor.ledger import Ledger
from monitor.record import RawRecord
from monitor.sightings import NewVersion
from monitor.streams.topics import Topics
from monitor.verdict import Verdict
from tests.fakes import FakeClock
from tests.monitor.verdicts import config, verdict

VERDICTS = Topics("test").verdicts
SECOND = NewVersion("bot", "v2", 100.0)


def record(one: Verdict) -> RawRecord:
    return RawRecord(VERDICTS, 0, 0, 0.0, one.key(), one.encode())


FIRST = record(verdict("a"))
NEXT = record(verdict("b", version="v2"))
LATER = record(verdict("c", version="v2"))


def test_a_new_version_is_told_with_the_record_that_shows_it() -> None:
    ledger = Ledger(config(), FakeClock())
    taken = [ledger.take(one, counted=True) for one in (FIRST, NEXT, NEXT, LATER)]
    assert taken == [None, SECOND, None, None]
    assert ledger.counts().new_versions == {"bot": 1}
    assert ledger.tallies().new_versions("bot") == 1


def test_what_is_replayed_is_known_and_not_told() -> None:
    ledger = Ledger(config(), FakeClock())
    taken = [ledger.take(one, counted=False) for one in (FIRST, NEXT)]
    assert [*taken, ledger.take(LATER, counted=True)] == [None, None, None]
    assert ledger.counts().new_versions == {}
    assert ledger.tallies().new_versions("bot") == 1


def test_after_a_restart_versions_of_the_snapshot_are_known() -> None:
    before = Ledger(config(), FakeClock())
    for one in (FIRST, NEXT):
        before.take(one, counted=True)
    _, saved = before.snapshot()
    again = Ledger(config(), FakeClock())
    again.start_over(saved)
    assert again.take(LATER, counted=True) is None
    assert again.tallies().new_versions("bot") == 1
    third = again.take(record(verdict("d", version="v3")), counted=True)
    assert third == NewVersion("bot", "v3", 100.0)
