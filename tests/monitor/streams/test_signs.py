"""Who has fallen silent."""

from monitor.record import Partition
from monitor.streams.signs import Signs

ONE, TWO = Partition("topic", 0), Partition("topic", 1)


def test_who_gives_no_new_sign_for_one_and_a_half_sessions_is_silent() -> None:
    signs = Signs(session_seconds=10)
    assert signs.silent({ONE: "a", TWO: ""}, now=100.0) == set()
    assert signs.silent({ONE: "a", TWO: ""}, now=114.9) == set()
    assert signs.silent({ONE: "a", TWO: ""}, now=115.0) == {ONE, TWO}


def test_each_new_sign_begins_a_new_wait() -> None:
    signs = Signs(session_seconds=10)
    signs.silent({ONE: "a", TWO: "a"}, now=100.0)
    signs.silent({ONE: "b", TWO: "a"}, now=110.0)
    assert signs.silent({ONE: "b", TWO: "a"}, now=115.0) == {TWO}
    assert signs.silent({ONE: "b", TWO: "a"}, now=125.0) == {ONE, TWO}


def test_a_partition_that_was_ours_meanwhile_is_watched_from_the_beginning() -> None:
    signs = Signs(session_seconds=10)
    signs.silent({ONE: "a"}, now=100.0)
    signs.silent({}, now=110.0)
    assert signs.silent({ONE: "a"}, now=120.0) == set()
    assert signs.silent({ONE: "a"}, now=135.0) == {ONE}


def test_after_something_was_done_about_it_the_wait_begins_again() -> None:
    signs = Signs(session_seconds=10)
    signs.silent({ONE: "a"}, now=100.0)
    assert signs.silent({ONE: "a"}, now=115.0) == {ONE}
    signs.forget()
    assert signs.silent({ONE: "a"}, now=116.0) == set()
