"""Dates as HTTP headers carry them."""

from datetime import UTC
from email.utils import parsedate_to_datetime


def unix_time(date: str) -> float | None:
    """A date of RFC 9110, section 5.6.7, in Unix seconds; null for what is none, however odd. One
    without a zone is in UTC, as all HTTP dates are."""
    try:
        at = parsedate_to_datetime(date)
        return (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
