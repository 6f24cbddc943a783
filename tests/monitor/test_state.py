"""What the leader reads from the state topic."""

import pytest

from monitor.errors import FormatError, NewerSchemaError
from monitor.plan import LastRun
from monitor.record import Partition, RawRecord
from monitor.state import ScheduledRun, Snapshot, State, ToldVersions, read_state
from monitor.tallies import Tallies
from tests.build import record, verdict


def snapshot(offset: int) -> bytes:
    tallies = Tallies(8)
    tallies.add(verdict())
    return Snapshot(offsets=(("verdicts", 1, offset),), tallies=tallies.snapshot()).encode()


def scheduled(time: float) -> bytes:
    return ScheduledRun(last=LastRun(time=time)).encode()


def log(*entries: tuple[bytes | None, bytes | None]) -> list[RawRecord]:
    return [
        record(value, key=key, topic="state", offset=offset)
        for offset, (key, value) in enumerate(entries)
    ]


def test_an_empty_topic_holds_nothing() -> None:
    assert read_state([]) == State(snapshot=None, last_runs={})


def test_the_newest_of_each_key_counts() -> None:
    state = read_state(
        log(
            (b"snapshot", snapshot(3)),
            (b"plan/hourly", scheduled(100.0)),
            (b"plan/daily", scheduled(50.0)),
            (b"snapshot", snapshot(7)),
            (b"plan/hourly", scheduled(200.0)),
        )
    )
    assert state.snapshot is not None
    assert state.snapshot.positions() == {Partition("verdicts", 1): 7}
    assert state.snapshot == Snapshot.decode(snapshot(7))
    assert state.last_runs == {"hourly": LastRun(time=200.0), "daily": LastRun(time=50.0)}


def test_what_was_told_of_each_target() -> None:
    told = [ToldVersions(names=names).encode() for names in [("v1",), ("v1", "v2"), ()]]
    state = read_state(
        log((b"told/chat", told[0]), (b"told/gone", told[0]), (b"told/chat", told[1]))
    )
    assert state.told == {"chat": ("v1", "v2"), "gone": ("v1",)}


def test_a_tombstone_takes_the_key_away() -> None:
    state = read_state(
        log(
            (b"snapshot", snapshot(3)),
            (b"plan/hourly", scheduled(100.0)),
            (b"snapshot", None),
            (b"plan/hourly", None),
        )
    )
    assert state == State(snapshot=None, last_runs={})


def test_what_is_broken_and_was_replaced_does_no_harm() -> None:
    state = read_state(log((b"snapshot", b"{"), (b"snapshot", snapshot(7))))
    assert state.snapshot == Snapshot.decode(snapshot(7))


def test_other_keys_are_passed_over() -> None:
    state = read_state(
        log(
            (b"own/0123456789abcdef", b"{}"),
            (b"budget/chat", b"not even JSON"),
            (b"\xff\xfe", b"{}"),
            (None, b"{}"),
            (None, None),
        )
    )
    assert state == State(snapshot=None, last_runs={})


def test_what_is_kept_of_versions_is_handed_on_unread() -> None:
    state = read_state(
        log(
            (b"baseline/chat", b"1"),
            (b"baseline/chat", b"2"),
            (b"answers/chat/pushback/v1", b"3"),
            (b"accepted/chat/v1", b"4"),
            (b"comparison/chat/v1", b"5"),
            (b"accepted/chat/v1", None),
        )
    )
    assert state.regressions == {
        b"baseline/chat": b"2",
        b"answers/chat/pushback/v1": b"3",
        b"comparison/chat/v1": b"5",
    }


@pytest.mark.parametrize("key", [b"snapshot", b"plan/hourly", b"plan/\xff", b"told/chat"])
def test_a_broken_value_is_reported(key: bytes) -> None:
    with pytest.raises(FormatError, match="not JSON"):
        read_state(log((key, b"{")))


def test_a_value_of_a_newer_version_is_reported_as_such() -> None:
    with pytest.raises(NewerSchemaError):
        read_state(log((b"snapshot", b'{"schema":2}')))


def test_older_snapshots_are_kept_for_when_the_newest_is_of_another_log() -> None:
    entries = [(b"snapshot", snapshot(offset)) for offset in range(10)]
    state = read_state(log(*entries[:8], (b"snapshot", b"{"), *entries[8:]))
    found = [one.positions()[Partition("verdicts", 1)] for one in state.snapshots()]
    # Of the four before the newest, one cannot be read.
    assert found == [9, 8, 7, 6]


def test_a_tombstone_takes_the_older_snapshots_away() -> None:
    state = read_state(log((b"snapshot", snapshot(1)), (b"snapshot", None), (b"snapshot", None)))
    assert [*state.snapshots()] == []
