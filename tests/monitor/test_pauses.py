"""Durations and moments as people write them."""

from datetime import UTC, datetime

import pytest

from monitor.pauses import parse_duration, parse_moment, said

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("30m", 1800), ("2h", 7200), ("1d", 86_400), ("1h30m", 5400), (" 2H ", 7200)],
)
def test_a_duration_is_numbers_with_units(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "2", "h", "2 hours", "-2h", "1.5h", "2h2h", "2w", "²h"])
def test_what_is_no_duration_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration; write a number and s, m, h or d"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["0s", "366d", "999999999d"])
def test_a_pause_has_a_length(text: str) -> None:
    with pytest.raises(ValueError, match="is not between 1s and 365d"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2026-05-01T18:00Z", 6 * 3600), ("2026-05-01 18:00+02:00", 4 * 3600)],
)
def test_a_moment_has_its_offset(text: str, seconds: float) -> None:
    assert parse_moment(text, NOW) == NOW + seconds


@pytest.mark.parametrize("text", ["", "18:00", "2026-05-01T18:00", "tomorrow", "2026-05-01"])
def test_a_moment_without_its_offset_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="is not a date and time with its offset"):
        parse_moment(text, NOW)


@pytest.mark.parametrize("text", ["2026-05-01T12:00Z", "2026-04-30T18:00Z", "2028-01-01T00:00Z"])
def test_a_moment_that_is_over_or_far_off_is_told_what_time_it_is(text: str) -> None:
    with pytest.raises(ValueError, match=r"within the next 365 days; it is 2026-05-01T12:00:00Z"):
        parse_moment(text, NOW)


def test_a_moment_is_said_in_utc() -> None:
    assert said(NOW + 0.9) == "2026-05-01T12:00:00Z"
