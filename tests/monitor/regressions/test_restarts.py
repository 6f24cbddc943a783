"""A leader that ends anywhere, and the next one: the snapshot may be older than what is kept of
versions, and the log is read again from there."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.ledger import Ledger
from monitor.record import RawRecord
from monitor.streams.topics import Topics
from monitor.tallies_state import TalliesState
from monitor.totals import Mark
from monitor.verdict import Reason, Verdict
from tests.fakes import FakeClock
from tests.monitor.regressions.releases import kept, marks, states
from tests.monitor.verdicts import config, verdict

SETTINGS = config(exporter={"max_versions": 2})


def log() -> list[RawRecord]:
    """Five runs of three versions; the last verdict of each comes late, within the next run."""
    found: list[Verdict] = []
    late: list[Verdict] = []
    missing: list[Mark] = [Reason.TRANSPORT, Reason.UNREADABLE]
    runs = [("v1", marks(14, 0)), ("v1", marks(14, 3)), ("v2", [*missing, *marks(12, 12)])]
    runs += [("v2", marks(14, 14)), ("v3", marks(14, 0))]
    for number, (version, answers) in enumerate(runs):
        run = [
            verdict(
                f"i{item}",
                {
                    "control": mark if mark is Reason.TRANSPORT else marks(1, 0)[0],
                    "assertion": mark,
                },
                run=f"r{number}",
                run_size=len(answers),
                version=version,
                event_time=1000.0 * number + item,
                domain="dates" if item % 2 else "units",
            )
            for item, mark in enumerate(answers)
        ]
        found += [*run[:4], *late, *run[4:-1]]
        late = run[-1:]
    found += late
    topic = Topics(SETTINGS.instance).verdicts
    return [RawRecord(topic, 0, at, 0.0, x.key(), x.encode()) for at, x in enumerate(found)]


LOG = log()


@cache
def lived() -> tuple[list[TalliesState], list[dict[bytes, bytes]], list[tuple[object, ...]]]:
    """One leader that never ends: its snapshot and what it has written after each record, and what
    it says at the end."""
    ledger = Ledger(SETTINGS, FakeClock())
    snapshots, written = [ledger.snapshot()[1]], [dict[bytes, bytes]()]
    for record in LOG:
        ledger.take(record, counted=False)
        snapshots.append(ledger.snapshot()[1])
        written.append(kept(ledger.regressions(), written[-1]))
    return snapshots, written, [*states(ledger.regressions())]


def test_the_log_has_an_alarm_in_it() -> None:
    said = lived()[2]
    assert [one[:2] for one in said if len(one) == 5] == [
        ("v2", "superseded"),
        ("v3", "better"),
    ]


@settings(max_examples=60)
@given(data=st.data())
def test_the_next_leader_says_the_same(data: st.DataObject) -> None:
    snapshots, written, said = lived()
    at = data.draw(st.integers(0, len(LOG)), "written up to")
    start = data.draw(st.integers(0, at), "snapshot of")
    ledger = Ledger(SETTINGS, FakeClock())
    saved = TalliesState.decode(snapshots[start].encode())
    ledger.start_over(saved, written[at])
    for record in LOG[start:]:
        ledger.take(record, counted=False)
    while ledger.judge_next():
        pass
    assert [*states(ledger.regressions())] == said
