"""Which ids are known, in what order they are forgotten, and what that costs."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.seen import Seen


def test_an_id_is_new_once() -> None:
    seen = Seen(10)
    assert seen.add(("verdicts", b"probe/run/a/0#flip"))
    assert not seen.add(("verdicts", b"probe/run/a/0#flip"))
    assert seen.add(("verdicts", b"probe/run/a/1#flip"))
    assert seen.add(("chats", 0, 81))
    assert not seen.add(("chats", 0, 81))
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [(("ab", "c"), ("a", "bc")), (("a', 'b",), ("a", "b")), (("1",), (1,)), (("",), ())],
)
def test_different_ids_are_told_apart(
    one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    seen = Seen(10)
    assert seen.add(one)
    assert seen.add(other)


@given(st.lists(st.integers(0, 12), max_size=60), st.integers(1, 6))
def test_the_oldest_is_forgotten_first(numbers: list[int], capacity: int) -> None:
    seen, kept = Seen(capacity), list[int]()
    for number in numbers:
        assert seen.add((number,)) == (number not in kept)
        if number not in kept:
            kept = [*kept, number][-capacity:]
        assert len(seen) == len(kept)


def test_200_000_ids_take_less_than_25_mb() -> None:
    tracemalloc.start()
    seen = Seen(200_000)
    for number in range(300_000):
        seen.add(("chats", 0, number))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(seen) == 200_000
    assert held < 25e6


def test_it_remembers_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Seen(0)
