"""When a run stops early, and how long its target rests."""

from collections.abc import Sequence

import pytest

from monitor.gentleness import Health, rest_seconds
from monitor.verdict import Reason

WELL, DOWN, BUSY = None, Reason.TRANSPORT, Reason.RATE_LIMITED


def requests_made(*replies: Reason | None) -> int | None:
    """After how many requests the endpoint is left alone; null when it never is."""
    health = Health()
    for number, failure in enumerate(replies, 1):
        health.learn(failure)
        if health.is_poor():
            return number
    return None


@pytest.mark.parametrize(
    ("replies", "stops_after"),
    [
        ([DOWN] * 60, 5),
        ([BUSY] * 60, 5),
        ([WELL] * 100 + [DOWN] * 20, 105),
        ([DOWN, BUSY, DOWN, BUSY, WELL, DOWN], 6),
        # Four of every twenty are 20%, and no more.
        ([DOWN, WELL, WELL, WELL, WELL] * 40, None),
        ([DOWN, DOWN, DOWN, DOWN, *[WELL] * 16, DOWN], None),
        ([DOWN, DOWN, DOWN, DOWN, *[WELL] * 15, DOWN], 20),
        # The endpoint works: what it says is another matter.
        ([Reason.REFUSAL, Reason.EMPTY, Reason.FILTERED, Reason.TRUNCATED] * 20, None),
    ],
)
def test_a_run_stops_when_more_than_a_fifth_of_the_last_twenty_failed(
    replies: Sequence[Reason | None], stops_after: int | None
) -> None:
    assert requests_made(*replies) == stops_after


def test_each_rest_is_twice_as_long_up_to_a_limit() -> None:
    assert [rest_seconds(times, 60, 3600) for times in range(1, 9)] == [
        60, 120, 240, 480, 960, 1920, 3600, 3600,
    ]  # fmt: skip
    assert rest_seconds(10_000, 60, 3600) == 3600
