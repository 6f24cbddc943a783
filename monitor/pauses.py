"""How long a pause is, as people write it. Pure, no clock."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

EVERY_TARGET = "*"
"""Stands for all targets where one could be named; no target is called so."""

MOST_DAYS = 365

_SECONDS: Mapping[str, int] = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def parse_duration(text: str) -> float:
    """Seconds of `90s`, `30m`, `2h`, `1d` or `1h30m`; raises `ValueError`."""
    parts = re.fullmatch(r"(?:[0-9]{1,9}[smhd])+", text.strip().lower())
    found = re.findall(r"([0-9]+)([smhd])", parts[0]) if parts else []
    units = [unit for _, unit in found]
    if not found or len(set(units)) < len(units):
        raise ValueError(
            f"{text!r} is not a duration; write a number and s, m, h or d, as 90s, 30m, 2h, 1d or "
            "1h30m"
        )
    seconds = sum(int(number) * _SECONDS[unit] for number, unit in found)
    if not 0 < seconds <= MOST_DAYS * 86_400:
        raise ValueError(f"{text!r} is not between 1s and {MOST_DAYS}d")
    return float(seconds)


def parse_moment(text: str, now: float) -> float:
    """Unix seconds of `2026-05-01T18:00Z` or one with another offset; raises `ValueError`."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError(
            f"{text!r} is not a date and time with its offset, as 2026-05-01T18:00Z or "
            "2026-05-01T18:00+02:00"
        )
    if not 0 < moment.timestamp() - now <= MOST_DAYS * 86_400:
        raise ValueError(f"{text!r} is not within the next {MOST_DAYS} days; it is {said(now)} now")
    return moment.timestamp()


def said(moment: float) -> str:
    """A moment (Unix seconds) in UTC, to the second, as it is logged and printed."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M:%SZ}"
