"""Which offsets may be committed while records end out of order."""

from hypothesis import given
from hypothesis import strategies as st

from monitor.record import Partition, RawRecord
from monitor.streams.offsets import OffsetTracker
from tests.build import record

AT = Partition("llm-traffic", 0)


def at(offset: int, partition: int = 0) -> RawRecord:
    return record(b"{}", offset=offset, partition=partition)


def begun(*offsets: int) -> OffsetTracker:
    tracker = OffsetTracker()
    for offset in offsets:
        tracker.begin(at(offset))
    return tracker


def test_nothing_was_begun() -> None:
    assert OffsetTracker().committable() == {}


def test_an_open_record_is_not_committed() -> None:
    assert begun(7).committable() == {AT: 7}


def test_the_oldest_open_record_holds_the_commit() -> None:
    tracker = begun(1, 2, 3, 4, 5)
    for offset in (5, 1, 3, 2):
        tracker.end(at(offset))
    assert tracker.committable() == {AT: 4}
    tracker.end(at(4))
    assert tracker.committable() == {AT: 6}


def test_gaps_in_the_log_are_no_open_records() -> None:
    tracker = begun(10, 20)
    tracker.end(at(10))
    assert tracker.committable() == {AT: 20}
    tracker.end(at(20))
    assert tracker.committable() == {AT: 21}


def test_partitions_are_apart() -> None:
    tracker = OffsetTracker()
    tracker.begin(at(5, partition=0))
    tracker.begin(at(9, partition=1))
    tracker.end(at(9, partition=1))
    assert tracker.committable() == {
        Partition("llm-traffic", 0): 5,
        Partition("llm-traffic", 1): 10,
    }


def test_a_record_may_begin_and_end_again() -> None:
    tracker = begun(3, 3)
    tracker.end(at(3))
    tracker.end(at(3))
    assert tracker.committable() == {AT: 4}


def test_the_end_of_an_unknown_record_says_nothing() -> None:
    tracker = OffsetTracker()
    tracker.end(at(3))
    assert tracker.committable() == {}


def test_after_forgetting_only_what_begins_anew_counts() -> None:
    tracker = begun(8, 9)
    tracker.forget()
    assert tracker.committable() == {}
    tracker.end(at(8))
    tracker.begin(at(2))
    assert tracker.committable() == {AT: 2}


@given(st.permutations(range(8)))
def test_a_commit_never_passes_an_open_record(order: list[int]) -> None:
    tracker = begun(*range(8))
    left = set(range(8))
    for offset in order:
        tracker.end(at(offset))
        left.remove(offset)
        assert tracker.committable() == {AT: min(left, default=8)}
