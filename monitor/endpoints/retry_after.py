"""How long an endpoint asks to be left alone. Pure."""

import math
from collections.abc import Mapping

from monitor.endpoints.http_dates import unix_time


def said_rest(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that the server asks for (RFC 9110, section 10.2.3, as a number or as a date);
    null where it asks for nothing that can be read. `now` is Unix time; header names are in
    lower case or looked up without case."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    at = unix_time(headers.get("retry-after", ""))
    return None if at is None else max(0.0, at - now)
