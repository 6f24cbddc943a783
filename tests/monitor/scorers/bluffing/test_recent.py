"""The bound is kept, and what is asked for stays."""

from monitor.scorers.bluffing.recent import Recent


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    kept = Recent[str, int](2)
    kept.keep("a", 1)
    kept.keep("b", 2)
    assert kept.get("a") == 1
    kept.keep("c", 3)
    assert [kept.get(key) for key in "abc"] == [1, None, 3]
    assert len(kept) == 2


def test_sizes_count() -> None:
    kept = Recent[str, str](10)
    for key, size in (("a", 4), ("b", 4), ("c", 4), ("huge", 11)):
        kept.keep(key, key.upper(), size)
    assert [kept.get(key) for key in ("a", "b", "c", "huge")] == [None, "B", "C", None]
    kept.keep("d", "D", 10)
    assert [kept.get(key) for key in "abcd"] == [None, None, None, "D"]
