"""A year of schedules on a clock of its own: every due run once, whatever happens to leaders.

The leaders are real but for the broker: what they write goes into a compacted state topic and a
list of runs. They are started anew every few hours, with clocks that differ, and crash before or
after one of their writes. Probers take up most runs at once, some late and some never.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.clock import Deadline
from monitor.plan import Run
from monitor.record import RawRecord
from monitor.roles.run_starter import RunStarter
from monitor.settings.plans import PlanSettings
from monitor.state import read_state
from monitor.streams.topics import Topics

HOUR = 3600.0
DAY = 86_400.0
TICK = 240.0
TOPICS = Topics("test")
AMSTERDAM, NEW_YORK = ZoneInfo("Europe/Amsterdam"), ZoneInfo("America/New_York")
SKEWS = (0.0, 20.0, -25.0)
"""How far the clocks of the leaders are off, one after the other."""
MOST_SKEW = max(SKEWS) - min(SKEWS)
START = datetime(2026, 1, 5, 12, 7, tzinfo=UTC).timestamp()


class Crash(Exception):
    """The end of a leader."""


@dataclass(slots=True)
class Broker:
    """The state topic, compacted, and the plans topic; a leader may crash at any write."""

    crashes_before: frozenset[int] = frozenset()
    crashes_after: frozenset[int] = frozenset()
    state: dict[bytes, RawRecord] = field(default_factory=dict)
    sent: list[Run] = field(default_factory=list)
    _pending: list[tuple[str, bytes | None, bytes | None]] = field(default_factory=list)
    _flushes: Iterator[int] = field(default_factory=count)

    def send(self, topic: str, key: bytes | None, value: bytes | None) -> None:
        self._pending.append((topic, key, value))

    def flush(self, deadline: Deadline) -> None:
        number, pending = next(self._flushes), self._pending
        self._pending = []
        if number in self.crashes_before:
            raise Crash
        for topic, key, value in pending:
            self._write(topic, key or b"", value)
        if number in self.crashes_after:
            raise Crash

    def _write(self, topic: str, key: bytes, value: bytes | None) -> None:
        if topic == TOPICS.plans:
            self.sent.append(Run.decode(value))
        else:
            record = RawRecord(TOPICS.state, 0, 0, 0.0, key, value, ())
            self.state[key] = record


@dataclass(frozen=True, slots=True)
class Played:
    """One run as a prober played it, in true time; never begun is null."""

    run: Run
    sent: float
    begun: float | None
    ended: float


@dataclass(slots=True)
class World:
    """True time, one leader at a time, and the probers.

    These do not do what real ones do besides: let a run wait for the one before it.
    """

    plans: Mapping[str, PlanSettings]
    broker: Broker
    lag: Callable[[int], float]
    """How long after it was sent run number n is taken up, in seconds."""
    offset: Callable[[float], float] = lambda _: 0.0
    """How far all clocks are off at a moment of true time."""
    true: float = START
    played: dict[str, Played] = field(default_factory=dict)
    leaders: int = 0
    _starter: RunStarter | None = None
    _read: int = 0

    def now(self) -> float:
        """The clock of the leader."""
        return self.true + self.offset(self.true) + SKEWS[self.leaders % len(SKEWS)]

    def monotonic(self) -> float:
        return self.true

    def has_ended(self, target: str, family: str, run: str) -> bool:
        played = self.played.get(run)
        return played is not None and played.begun is not None and self.true >= played.ended

    def new_versions(self, target: str) -> int:
        return 0

    def newest_has_run(self, target: str, family: str) -> bool:
        return True

    def change_leader(self) -> None:
        self._starter = None

    def tick(self, seconds: float = TICK) -> None:
        self.true += seconds
        try:
            if self._starter is None:
                self.leaders += 1
                self._starter = RunStarter(TOPICS, self.plans, self, self.broker)
                self._starter.restore(read_state(self.broker.state.values()).last_runs)
            self._starter.start_due(self)
        except Crash:
            self._starter = None
        self._take_up()

    def _take_up(self) -> None:
        for run in self.broker.sent[self._read :]:
            if run.run not in self.played:
                begun = self.true + self.lag(len(self.played))
                wall = begun + self.offset(self.true)
                seconds = run.seconds_left(wall)
                is_late = wall >= run.expires
                self.played[run.run] = Played(
                    run, self.true, None if is_late else begun, begun + seconds
                )
        self._read = len(self.broker.sent)

    def runs(self, plan: str) -> list[Run]:
        """The runs of a plan, each once, as they were first sent."""
        return [played.run for played in self.played.values() if played.run.plan == plan]

    def overlaps(self, plan: str) -> list[tuple[str, str]]:
        """Runs that were begun before the one before them had ended."""
        played = [one for one in self.played.values() if one.run.plan == plan and one.begun]
        return [
            (one.run.run, two.run.run)
            for one, two in pairwise(played)
            if two.begun is not None and two.begun < one.ended - MOST_SKEW
        ]


def plan(target: str, **fields: Any) -> PlanSettings:
    return PlanSettings.model_validate({"target": target, "suite": "smoke"} | fields)


NIGHTLY = plan("a", cron="30 2 * * *", time_zone="Europe/Amsterdam")
HOURLY = plan("b")
PLANS = {
    "nightly": NIGHTLY,
    "hourly": HOURLY,
    "by-day": plan("c", quiet=["22:00-06:00"], time_zone="Europe/Amsterdam"),
    "office": plan("d", cron="15 9,15 * * mon-fri", time_zone="America/New_York"),
    "half-hourly": plan(
        "e", cron="*/30 * * * *", time_zone="Europe/Amsterdam", deadline_seconds=1500
    ),
}


def days(first: float, last: float) -> Iterator[date]:
    day = datetime.fromtimestamp(first, UTC).date() - timedelta(days=1)
    while day <= datetime.fromtimestamp(last, UTC).date() + timedelta(days=1):
        yield day
        day += timedelta(days=1)


def local(day: date, hour: int, minute: int, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(hour, minute), tzinfo=zone).timestamp()


def nights(first: float, last: float) -> Iterator[float]:
    """02:30 in Amsterdam on every day; 03:00 where there is no 02:30."""
    for day in days(first, last):
        moment = local(day, 2, 30, AMSTERDAM)
        is_missing = datetime.fromtimestamp(moment, AMSTERDAM).hour != 2
        yield local(day, 3, 0, AMSTERDAM) if is_missing else moment


def office_hours(first: float, last: float) -> Iterator[float]:
    for day in days(first, last):
        if day.weekday() < 5:
            yield from (local(day, hour, 15, NEW_YORK) for hour in (9, 15))


def every(seconds: float, phase: float, first: float, last: float) -> Iterator[float]:
    moment = first - (first - phase) % seconds
    while moment <= last:
        yield moment
        moment += seconds


def phase_of(runs: Iterable[Run]) -> float:
    """By its second run, whose name says when it was due."""
    return slot_of([*runs][1])


def slot_of(run: Run) -> float:
    """When it was due, by its name."""
    return float(run.run.rpartition("-")[2])


def is_day(moment: float) -> bool:
    return 6 <= datetime.fromtimestamp(moment, AMSTERDAM).hour < 22


def wanted_slots(world: World, first: float, last: float) -> Mapping[str, list[float]]:
    """When each plan should run, worked out without the code under test."""
    phases = {name: phase_of(world.runs(name)) for name in ("hourly", "by-day")}
    slots = {
        "nightly": nights(first, last),
        "hourly": every(HOUR, phases["hourly"], first, last),
        "by-day": filter(is_day, every(HOUR, phases["by-day"], first, last)),
        "office": office_hours(first, last),
        "half-hourly": every(HOUR / 2, 0.0, first, last),
    }
    return {name: [one for one in found if first < one <= last] for name, found in slots.items()}


def miscounted(starts: list[float], slots: list[float], within: float) -> Mapping[float, int]:
    """Slots without one run soon after them, with how many there were, and runs without a slot."""
    counted = Counter[float]()
    for start in starts:
        slot = slots[max(0, bisect_right(slots, start) - 1)]
        counted[slot if slot <= start <= slot + within else start] += 1
    wrong = {moment: counted[moment] for moment in slots if counted[moment] != 1}
    return wrong | {moment: counted[moment] for moment in counted.keys() - {*slots}}


def lags(number: int) -> float:
    """Most runs are taken up at once, some late, some never."""
    return 1e9 if number % 29 == 0 else 2400.0 if number % 11 == 0 else 1.0


def test_a_year_of_restarts_crashes_and_leaders() -> None:
    before, after = frozenset(range(0, 10**6, 37)), frozenset(range(11, 10**6, 53))
    world = World(PLANS, Broker(before, after), lags)
    restarts = 0
    while world.true < START + 365 * DAY:
        if (world.true - START) // (5 * HOUR) > restarts:
            restarts += 1
            world.change_leader()
        world.tick()
    settled, end = START + DAY, world.true - 2 * HOUR
    assert restarts > 1_700
    assert world.leaders > 3_000, "hardly a crash"
    for name, slots in wanted_slots(world, settled, end).items():
        # The spread, up to five minutes, and some ticks after a crash.
        within = 300 + 4 * TICK
        starts = [run.created for run in world.runs(name)]
        starts = [one for one in starts if slots[0] <= one <= slots[-1] + within]
        assert miscounted(starts, slots, within) == {}, name
        assert len(starts) > 300, name
        assert world.overlaps(name) == [], name


def test_a_run_that_was_sent_twice_was_the_same_run() -> None:
    """A crash between sending a run and writing down that it was sent."""
    world = World({"hourly": HOURLY}, Broker(crashes_after=frozenset({1, 5})), lags)
    for _ in range(int(6 * HOUR / TICK)):
        world.tick()
    sent = Counter(run.run for run in world.broker.sent)
    assert sorted(sent.values())[-2:] == [2, 2]
    assert len({(run.run, run.created, run.expires) for run in world.broker.sent}) == len(sent)


@given(
    before=st.frozensets(st.integers(0, 250), max_size=40),
    after=st.frozensets(st.integers(0, 250), max_size=40),
    changes=st.frozensets(st.integers(0, 700), max_size=40),
    lag=st.lists(st.sampled_from([1.0, 900.0, 3000.0, 1e9]), min_size=1, max_size=5),
)
def test_wherever_leaders_crash_each_slot_has_one_run(
    before: frozenset[int], after: frozenset[int], changes: frozenset[int], lag: list[float]
) -> None:
    """Two days, over the end of daylight saving."""
    start = datetime(2026, 10, 24, 12, tzinfo=UTC).timestamp()
    plans = {"nightly": NIGHTLY, "hourly": HOURLY}
    world = World(plans, Broker(before, after), lambda n: lag[n % len(lag)], true=start)
    for number in range(int(2 * DAY / TICK)):
        if number in changes:
            world.change_leader()
        world.tick()
    for name in plans:
        assert world.overlaps(name) == []
    dues = [slot_of(run) for run in world.runs("hourly")]
    assert [b - a for a, b in pairwise(dues)] == [HOUR] * (len(dues) - 1)
    # Crashes from the very first attempt on keep the first run waiting; then none is missing.
    assert dues[0] - start <= HOUR + (len(before) + len(after)) * TICK
    assert start + 2 * DAY - dues[-1] <= HOUR + TICK
    assert len(world.runs("nightly")) == 2


STEPS = (
    (3 * DAY, 3 * HOUR), (4 * DAY, 0.0), (6 * DAY, -5.2 * HOUR), (8 * DAY, 0.0),
    (10 * DAY, 40 * DAY), (10 * DAY + HOUR, 0.0),
)  # fmt: skip
"""How far all clocks are off from when on: set forward, back, and to nonsense for an hour."""


def stepped(true: float) -> float:
    return next((off for since, off in reversed(STEPS) if true - START >= since), 0.0)


def test_clock_steps_double_no_run_and_lose_none_but_what_they_skip() -> None:
    world = World({"hourly": HOURLY, "nightly": NIGHTLY}, Broker(), lags, stepped)
    shown: list[float] = []
    while world.true < START + 14 * DAY:
        before = world.now()
        world.tick()
        if 0 < world.now() - before < 2 * TICK:
            shown += (one for one in every(HOUR, 0.0, before, world.now()) if one > before)
    names = [run.run for run in world.broker.sent]
    assert len(names) == len(set(names))
    assert world.overlaps("nightly") == []
    # A run that the clock jumped over the end of goes on by the prober's watch; here the prober
    # lets the next one wait.
    forward = [since for (since, off), (_, was) in zip(STEPS[1:], STEPS, strict=False) if off > was]
    for _, second in world.overlaps("hourly"):
        sent = world.played[second].sent - START
        assert any(since <= sent <= since + 2 * TICK for since in [STEPS[0][0], *forward])
    hours = [played for played in world.played.values() if played.run.plan == "hourly"]
    # As many as there were hours on the clock, each once; beside the steps one more or less.
    assert abs(len(hours) - len(set(shown))) <= len(STEPS)
    rests = [two.sent - one.sent for one, two in pairwise(hours)]
    # Two steps back by hours, one back from nonsense: nothing else keeps a plan waiting.
    assert [rest > HOUR + 2 * TICK for rest in rests].count(True) <= 3
    assert max(rests) < 5.2 * HOUR + HOUR + 2 * TICK


@pytest.mark.parametrize("hours", [1.5, 7.25, 30.0])
def test_after_a_downtime_there_is_one_run(hours: float) -> None:
    world = World({"hourly": HOURLY}, Broker(), lambda _: 1.0)
    for _ in range(30):
        world.tick()
    before = len(world.broker.sent)
    world.change_leader()
    world.tick(hours * HOUR)
    assert len(world.broker.sent) == before + 1
    world.tick(HOUR / 4)
    assert len(world.broker.sent) == before + 1
