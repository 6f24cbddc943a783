"""How long an endpoint asks to be left alone. Pure."""

import math
from collections.abc import Mapping

from monitor.endpoints.http_dates import unix_time

_LONGEST_SECONDS = 86_400.0
"""Quotas are often by the day. A server that says more is not believed: nobody would ever ask it
again."""


def said_rest(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that the server asks for (RFC 9110, section 10.2.3, as a number or as a date), a day
    at most; null where it asks for nothing that can be read. `now` is Unix time; header names are
    in lower case or looked up without case."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if math.isfinite(seconds):
            return _within_a_day(seconds)
    at = unix_time(headers.get("retry-after", ""))
    # The server's date is by the server's clock, and so is what it says its own time is.
    there = unix_time(headers.get("date", ""))
    return None if at is None else _within_a_day(at - (now if there is None else there))


def _within_a_day(seconds: float) -> float:
    return min(max(0.0, seconds), _LONGEST_SECONDS)
