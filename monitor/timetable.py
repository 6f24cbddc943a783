"""When the runs of a plan are due: a steady interval or a cron line, and quiet hours. Pure.

Moments are Unix seconds. What is due at a moment does not depend on when it is asked.
"""

import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import Protocol
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

_DAY_SECONDS = 86_400
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_QUIET = re.compile(r"(?:([A-Za-z,-]+) +)?(\d\d):(\d\d) *- *(\d\d):(\d\d)")
_WINDOWS_SKIPPED = 1000
"""So many quiet windows in a row, each with a slot in it, and no slot outside: years of them."""
_DAYS_LOOKED_AT = 8 * 366
"""Enough for every date and weekday that a cron line usually asks for."""
_CRON_FIELDS = "minute, hour, day of the month, month, day of the week"
_FIRST_DAY = date(2024, 1, 1)


class Slots(Protocol):
    """The moments at which runs are due, quiet hours left aside."""

    @property
    def mean_seconds(self) -> float:
        """From one slot to the next, on average."""

    @property
    def apart_seconds(self) -> float:
        """How far a run has to be from the one before, however late that one was."""

    def following(self, moment: float) -> float:
        """The first slot after `moment`; infinite when there is none."""


def _share(name: str) -> float:
    """A share in 0…1, the same for a name wherever and whenever it is computed."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


@dataclass(frozen=True, slots=True)
class Grid:
    """A steady grid of slots, shifted by a hash of the plan's name so that plans that share an
    interval do not all start in the same second."""

    plan: str
    every_seconds: float

    @property
    def mean_seconds(self) -> float:
        return self.every_seconds

    @property
    def apart_seconds(self) -> float:
        return self.every_seconds / 2

    def following(self, moment: float) -> float:
        phase = int(_share(self.plan) * self.every_seconds)
        number = math.floor((moment - phase) / self.every_seconds)
        while phase + number * self.every_seconds <= moment:
            number += 1
        return phase + number * self.every_seconds


@dataclass(frozen=True, slots=True)
class Cron:
    """The slots of a cron line in a time zone, each `shift_seconds` later.

    Daylight saving as in Debian's cron. A line that names its hours and minutes is due once for
    each of them on every day: at the end of the gap where the clock jumps over it, and at the
    first of the two where it comes twice. A line with a star in one of both follows the clock.
    """

    line: str
    zone: ZoneInfo
    shift_seconds: int

    @classmethod
    def spread(cls, plan: str, line: str, zone: ZoneInfo, spread_seconds: float) -> "Cron":
        """Shifted by less than `spread_seconds`, by a hash of the plan's name."""
        return cls(line, zone, int(_share(plan) * spread_seconds))

    @property
    def mean_seconds(self) -> float:
        return cron_gaps(self.line).mean_seconds

    @property
    def apart_seconds(self) -> float:
        return 0.0

    def following(self, moment: float) -> float:
        after = moment - self.shift_seconds
        # A moment that the clock shows for the second time gives slots that have passed.
        times = CronSim(self.line, datetime.fromtimestamp(after, self.zone))
        found = next((at for one in times if (at := one.timestamp()) > after), math.inf)
        return found + self.shift_seconds


@dataclass(frozen=True, slots=True)
class Gaps:
    """How far the slots of a cron line are from each other, on days without a change of clocks."""

    shortest_seconds: float
    mean_seconds: float


@lru_cache(maxsize=256)
def cron_gaps(line: str) -> Gaps:
    """Raises `ValueError` for what is no cron line of five fields, and for one without slots."""
    if len(line.split()) != 5:
        raise ValueError(f"Input should be a cron line of five fields: {_CRON_FIELDS}")
    try:
        spec = CronSim(line, datetime(2024, 1, 1, tzinfo=UTC))
    except (CronSimError, ValueError) as error:
        why = str(error).removeprefix("Bad ")
        raise ValueError(f"wrong {why}; the five fields are {_CRON_FIELDS}") from None
    times = sorted(60 * hour + minute for hour in spec.hours for minute in spec.minutes)
    days = (_FIRST_DAY + timedelta(days=number) for number in range(_DAYS_LOOKED_AT))
    numbers = [day.toordinal() for day in days if day.month in spec.months and spec.match_day(day)]
    if not numbers:
        raise ValueError("no date fits this cron line")
    within = [later - earlier for earlier, later in pairwise(times)]
    day = min((later - earlier for earlier, later in pairwise(numbers)), default=_DAYS_LOOKED_AT)
    over_night = day * 24 * 60 - times[-1] + times[0]
    mean = _DAYS_LOOKED_AT * _DAY_SECONDS / (len(numbers) * len(times))
    return Gaps(60.0 * min([*within, over_night]), mean)


@dataclass(frozen=True, slots=True)
class QuietWindow:
    """From one minute of the day to another, on the days (0 is Monday) on which it begins.

    With an end before its begin it ends on the next day.
    """

    days: frozenset[int]
    begin: int
    end: int

    def end_of(self, at: datetime) -> datetime | None:
        """When the window that `at` lies in ends, on the clock of its zone; null outside."""
        minute = 60 * at.hour + at.minute
        midnight = at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        for days_ago in (0, 1):
            begin, end = self.begin, self.end + (24 * 60 if self.end <= self.begin else 0)
            begins_on = (at.weekday() - days_ago) % 7
            if begins_on in self.days and begin <= minute + days_ago * 24 * 60 < end:
                over = end - days_ago * 24 * 60
                return midnight + timedelta(days=over // (24 * 60), minutes=over % (24 * 60))
        return None


def parse_quiet(text: str) -> QuietWindow:
    """`22:00-06:00`, `Sat,Sun 00:00-24:00`, `Mon-Fri 09:00-17:30`; raises `ValueError`."""
    match = _QUIET.fullmatch(text.strip())
    if match is None:
        raise ValueError("Input should be HH:MM-HH:MM, with weekdays before it if need be")
    begin, end = (60 * int(match[n]) + int(match[n + 1]) for n in (2, 4))
    if begin >= 24 * 60 or end > 24 * 60 or int(match[3]) > 59 or int(match[5]) > 59:
        raise ValueError("times should be from 00:00 to 23:59, and 24:00 as an end")
    if begin == end:
        raise ValueError("begin and end are the same; a whole day is 00:00-24:00")
    return QuietWindow(frozenset(_days(match[1])), begin, end)


def _days(text: str | None) -> Iterator[int]:
    if text is None:
        yield from range(7)
        return
    for part in text.lower().split(","):
        ends = part.split("-")
        if len(ends) > 2 or not all(end in _WEEKDAYS for end in ends):
            raise ValueError("weekdays should be of Mon, Tue, Wed, Thu, Fri, Sat, Sun")
        first, last = (_WEEKDAYS.index(end) for end in (ends[0], ends[-1]))
        yield from ((first + number) % 7 for number in range((last - first) % 7 + 1))


@dataclass(frozen=True, slots=True)
class Timetable:
    """Slots outside quiet hours. A slot inside them is left out, not put off."""

    slots: Slots
    quiet: Sequence[QuietWindow] = ()
    zone: tzinfo = UTC

    def quiet_until(self, moment: float) -> float:
        """When the quiet hours end that `moment` lies in; `moment` itself outside of them."""
        at = datetime.fromtimestamp(moment, self.zone)
        ends = (end for one in self.quiet if (end := one.end_of(at)) is not None)
        # A window can end, on the clock, in an hour that was jumped over or comes again.
        return max((end.timestamp() for end in ends), default=moment)

    def is_quiet(self, moment: float) -> bool:
        at = datetime.fromtimestamp(moment, self.zone)
        return any(one.end_of(at) is not None for one in self.quiet)

    def following(self, moment: float) -> float:
        """The first slot after `moment`; infinite when all that come are in quiet hours."""
        slot = self.slots.following(moment)
        for _ in range(_WINDOWS_SKIPPED):
            if slot == math.inf or not self.is_quiet(slot):
                return slot
            # One second before its end, so that a slot at the very end is not passed over.
            slot = self.slots.following(max(slot, self.quiet_until(slot) - 1))
        return math.inf
