"""When slots are: steady, by cron over changes of the clock, and around quiet hours."""

import math
from datetime import UTC, datetime
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.timetable import Cron, Grid, Timetable, cron_gaps, parse_quiet

HOUR = 3600.0
DAY = 86_400.0
NOW = 1_800_000_000.0
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
ZONES = ("UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
LINES = ("30 2 * * *", "*/20 * * * *", "5 */6 * * *", "0 0 1 * *", "15 3,15 * * mon-fri")


def shown(moment: float, zone: ZoneInfo = AMSTERDAM) -> str:
    return datetime.fromtimestamp(moment, zone).strftime("%a %d %b %H:%M %z")


def slots(table: Timetable | Cron | Grid, after: float, count: int) -> list[float]:
    found = []
    for _ in range(count):
        after = table.following(after)
        found.append(after)
    return found


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    """A moment on the clock of Amsterdam."""
    return datetime(year, month, day, hour, minute, tzinfo=AMSTERDAM).timestamp()


def test_plans_with_the_same_interval_start_at_different_times() -> None:
    starts = {Grid(f"plan-{number}", HOUR).following(NOW) % 3600 for number in range(20)}
    assert len(starts) > 15


def test_a_plan_starts_at_the_same_times_wherever_it_is_computed() -> None:
    assert Grid("hourly", HOUR).following(NOW - HOUR) == 1_799_996_493
    assert Grid("hourly", HOUR).following(NOW + 6 * HOUR) == 1_799_996_493 + 7 * 3600


@given(
    every=st.floats(1, 1e6),
    after=st.floats(0, 4e9),
    name=st.text(max_size=5),
)
def test_the_next_slot_of_a_grid_lies_within_one_interval(
    every: float, after: float, name: str
) -> None:
    slot = Grid(name, every).following(after)
    assert after < slot <= after + every * (1 + 1e-6) + 1e-6


@pytest.mark.parametrize(
    ("line", "after", "wanted"),
    [
        # The hour from 02:00 to 03:00 is missing on 29 March 2026.
        ("30 2 * * *", (2026, 3, 28), ["28 02:30+1", "29 03:00+2", "30 02:30+2"]),
        ("0 2,3 * * *", (2026, 3, 29), ["29 03:00+2", "30 02:00+2"]),
        ("*/30 2-3 * * *", (2026, 3, 29), ["29 03:00+2", "29 03:30+2", "30 02:00+2"]),
        # On 25 October 2026 it comes twice.
        ("30 2 * * *", (2026, 10, 24), ["24 02:30+2", "25 02:30+2", "26 02:30+1"]),
        ("0 1,3 * * *", (2026, 10, 25), ["25 01:00+2", "25 03:00+1", "26 01:00+1"]),
        ("30 * * * *", (2026, 10, 25, 1), ["25 01:30+2", "25 02:30+2", "25 02:30+1", "25 03:30+1"]),
    ],
)
def test_cron_where_the_clock_changes(line: str, after: tuple[int, ...], wanted: list[str]) -> None:
    found = slots(Cron(line, AMSTERDAM, 0), at(*after), len(wanted))
    times = (datetime.fromtimestamp(one, AMSTERDAM) for one in found)
    assert [f"{one:%d %H:%M%z}".replace("+0", "+")[:-2] for one in times] == wanted


def test_asked_between_the_two_hours_cron_gives_no_slot_again() -> None:
    """At 02:10 for the second time, 02:30 has been."""
    again = datetime(2026, 10, 25, 2, 10, tzinfo=AMSTERDAM, fold=1).timestamp()
    assert shown(Cron("30 2 * * *", AMSTERDAM, 0).following(again)) == "Mon 26 Oct 02:30 +0100"


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("line", LINES)
@given(after=st.integers(1_767_225_600, 1_798_761_600), shift=st.integers(0, 900))
def test_the_slots_of_a_cron_line_are_the_same_from_wherever_one_looks(
    line: str, zone: str, after: int, shift: int
) -> None:
    cron = Cron(line, ZoneInfo(zone), shift)
    first, second = slots(cron, after, 2)
    assert after < first < second
    assert cron.following(first - 1) == first
    assert cron.following((first + second) / 2) == second
    assert cron.following(first - 0.25) == first


def test_plans_with_the_same_cron_line_are_spread_and_keep_their_place() -> None:
    plans = [Cron.spread(f"plan-{n}", "30 2 * * *", AMSTERDAM, 300) for n in range(50)]
    first = [plan.following(at(2026, 6, 1)) - at(2026, 6, 1, 2, 30) for plan in plans]
    assert min(first) >= 0
    assert max(first) < 300
    assert len(set(first)) > 30
    assert [plan.following(at(2026, 6, 2)) - at(2026, 6, 2, 2, 30) for plan in plans] == first
    unspread = Cron.spread("plan-1", "30 2 * * *", AMSTERDAM, 0)
    assert unspread.following(at(2026, 6, 1)) == at(2026, 6, 1, 2, 30)


@pytest.mark.parametrize(
    ("line", "shortest", "mean"),
    [
        ("30 2 * * *", DAY, DAY),
        ("* * * * *", 60, 60),
        ("*/20 * * * *", 1200, 1200),
        ("0 9,10 * * *", HOUR, DAY / 2),
        ("0 23,1 * * *", 2 * HOUR, DAY / 2),
        ("0 0 29 feb *", 1461 * DAY, 1464 * DAY),
    ],
)
def test_how_far_the_slots_of_a_cron_line_are_apart(
    line: str, shortest: float, mean: float
) -> None:
    gaps = cron_gaps(line)
    assert (gaps.shortest_seconds, gaps.mean_seconds) == (shortest, mean)


@pytest.mark.parametrize("line", [*LINES, "7 1-5 * * *", "0 12 28-31 * *", "59 23,0 * * 6,0"])
def test_no_two_slots_of_a_year_are_closer_than_the_shortest_gap(line: str) -> None:
    start = datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    found = slots(Cron(line, ZoneInfo("UTC"), 0), start, 800)
    assert min(b - a for a, b in pairwise(found)) == cron_gaps(line).shortest_seconds


@pytest.mark.parametrize(
    ("windows", "inside", "outside"),
    [
        (["22:00-06:00"], ["01 22:00", "02 00:00", "02 05:59"], ["01 21:59", "02 06:00"]),
        (["09:00-17:30"], ["01 09:00", "06 17:29"], ["01 08:59", "01 17:30", "01 00:00"]),
        # 5 and 6 June 2026 are a Friday and a Saturday.
        (["fri 22:00-06:00"], ["05 22:00", "06 05:59"], ["05 05:59", "06 22:00", "06 06:00"]),
        (["Sat,Sun 00:00-24:00"], ["06 00:00", "07 23:59"], ["05 23:59", "08 00:00"]),
        (["Fri-Mon 12:00-13:00"], ["05 12:00", "08 12:59"], ["04 12:00", "09 12:00"]),
        (["sun 22:00-24:00", "mon 00:00-01:00"], ["07 23:59", "08 00:59"], ["08 01:00"]),
    ],
)  # fmt: skip
def test_quiet_hours(windows: list[str], inside: list[str], outside: list[str]) -> None:
    table = Timetable(Grid("a", HOUR), tuple(map(parse_quiet, windows)), AMSTERDAM)

    def is_quiet(text: str) -> bool:
        day, hour, minute = map(int, text.replace(":", " ").split())
        return table.is_quiet(at(2026, 6, day, hour, minute))

    assert [text for text in inside if not is_quiet(text)] == []
    assert [text for text in outside if is_quiet(text)] == []


def test_slots_in_quiet_hours_are_left_out() -> None:
    table = Timetable(Grid("a", HOUR), (parse_quiet("22:00-06:00"),), AMSTERDAM)
    found = slots(table, at(2026, 6, 1, 20), 4)
    phase = Grid("a", HOUR).following(0.0)
    assert [(one - at(2026, 6, 1)) // HOUR for one in found] == [20, 21, 30, 31]
    assert {one % HOUR for one in found} == {phase}


def test_a_slot_at_the_end_of_quiet_hours_is_not_left_out() -> None:
    table = Timetable(Cron("0 * * * *", AMSTERDAM, 0), (parse_quiet("22:00-06:00"),), AMSTERDAM)
    assert table.following(at(2026, 6, 1, 21)) == at(2026, 6, 2, 6)


def test_quiet_hours_on_the_nights_when_the_clock_changes() -> None:
    table = Timetable(Cron("0 * * * *", AMSTERDAM, 0), (parse_quiet("22:00-03:00"),), AMSTERDAM)
    assert shown(table.following(at(2026, 3, 28, 21))) == "Sun 29 Mar 03:00 +0200"
    assert shown(table.following(at(2026, 10, 24, 21))) == "Sun 25 Oct 03:00 +0100"


@given(
    windows=st.lists(
        st.tuples(st.integers(0, 1439), st.integers(1, 1440)).filter(lambda w: w[0] != w[1]),
        max_size=3,
    ),
    every=st.integers(60, 90_000),
    after=st.integers(1_767_225_600, 1_798_761_600),
)
def test_the_next_slot_is_the_first_that_is_not_quiet(
    windows: list[tuple[int, int]], every: int, after: int
) -> None:
    def clock(minute: int) -> str:
        return f"{minute // 60:02}:{minute % 60:02}"

    quiet = tuple(parse_quiet(f"{clock(begin)}-{clock(end)}") for begin, end in windows)
    table = Timetable(Grid("a", every), quiet, AMSTERDAM)
    found = table.following(after)
    plain = islice(slots(Grid("a", every), after, 3000), 3000)
    expected = next((one for one in plain if not table.is_quiet(one)), None)
    assert found == expected or (expected is None and found > after + 3000 * every)


def test_a_plan_whose_every_slot_is_quiet_has_none() -> None:
    nightly = Cron("30 2 * * *", AMSTERDAM, 0)
    assert Timetable(nightly, (parse_quiet("22:00-06:00"),), AMSTERDAM).following(NOW) == math.inf
    assert Timetable(nightly, (parse_quiet("22:00-02:30"),), AMSTERDAM).following(NOW) < math.inf
    always = (parse_quiet("06:00-22:00"), parse_quiet("22:00-06:00"))
    assert Timetable(Grid("a", 7 * HOUR), always, AMSTERDAM).following(NOW) == math.inf
