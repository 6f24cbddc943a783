"""A year of announcements on clocks of its own: none is missed while it is needed, and neither the
topic nor the intake grows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product

import pytest

from monitor.decoders import LiveCall
from monitor.own_traffic import (
    LATE_SECONDS,
    OwnTraffic,
    PastAnnouncements,
    announcement_key,
    oldest_living,
)
from monitor.record import RawRecord
from tests.build import assistant, record, user

HOUR, DAY, WEEK = 3600.0, 86_400.0, 7 * 86_400.0
ITEMS = 60
RUNS_A_WEEK = 168
THREE_WEEKS = 3 * RUNS_A_WEEK * ITEMS
START = datetime(2026, 9, 28, tzinfo=UTC).timestamp()
"""A Monday; the year after it has a week 53."""


@dataclass(slots=True)
class Topic:
    """The state topic, compacted, and one prober that looks through it when there is something
    new to find."""

    records: dict[bytes, RawRecord] = field(default_factory=dict)
    swept: str = ""

    def announce(self, texts: Iterator[str], sent_by: float) -> list[RawRecord]:
        new = [record(b"{}", key=announcement_key(text, sent_by)) for text in texts]
        self.records.update((one.key, one) for one in new if one.key is not None)
        return new

    def sweep(self, now: float) -> list[RawRecord]:
        """The deletions that were written."""
        oldest = oldest_living(now)
        if oldest == self.swept:
            return []
        past = PastAnnouncements(oldest, 1_000_000)
        for one in self.records.values():
            past.learn(one)
        self.swept = oldest
        gone = past.take(1_000_000)
        for key in gone:
            del self.records[key]
        return [record(None, key=key) for key in gone]


def texts_of(run: int) -> Iterator[str]:
    return (f"Question {number} of run {run}?" for number in range(ITEMS))


def includes(own: OwnTraffic, text: str) -> bool:
    return own.includes(LiveCall((user(text), assistant("Yes")), None, None, None, 1.0))


def test_a_year_of_new_questions_every_hour_stays_within_three_weeks_of_them() -> None:
    """Two intakes: one reads all the time, the other has no prober that would delete anything."""
    topic, own, alone = Topic(), OwnTraffic(), OwnTraffic()
    most_on_topic = most_held = most_held_alone = written = deleted = 0
    for run in range(365 * 24):
        now = START + run * HOUR
        gone = topic.sweep(now)
        new = topic.announce(texts_of(run), now + HOUR / 2)
        own.learn(gone + new, now)
        alone.learn(new, now)
        written, deleted = written + len(new), deleted + len(gone)
        most_on_topic = max(most_on_topic, len(topic.records))
        most_held, most_held_alone = max(most_held, len(own)), max(most_held_alone, len(alone))
        oldest = run - int(LATE_SECONDS / HOUR)
        if oldest >= 0:
            assert includes(own, next(texts_of(oldest))), f"run {oldest} at run {run}"
        if run >= 3 * RUNS_A_WEEK:
            assert not includes(own, next(texts_of(run - 3 * RUNS_A_WEEK)))
    assert written == 525_600
    assert (most_on_topic, most_held, most_held_alone) == (THREE_WEEKS,) * 3
    assert deleted == written - len(topic.records)
    assert len(topic.records) == len(own) == len(alone)


SKEWS = (-300.0, 0.0, 300.0)
"""How far the clocks of processes are off."""


@pytest.mark.parametrize("skews", [*product(SKEWS, repeat=3)])
def test_a_call_is_known_as_ours_for_two_weeks_whatever_the_clocks_say(
    skews: tuple[float, float, float],
) -> None:
    """A question asked every ten minutes, across two changes of the week, by one prober; another
    deletes what is past at every step; an intake reads calls of up to two weeks ago, less what
    the clocks are apart. What is needed is still on the topic too, for an intake that starts."""
    prober, sweeper, intake = skews
    topic, own, step = Topic(), OwnTraffic(), 600.0
    late = int((LATE_SECONDS - 600.0) / step)
    began = START + WEEK - 3 * HOUR
    for number in range(late + int(WEEK / step) + 36):
        now = began + number * step
        new = topic.announce(iter([f"Question {number}?"]), now + prober)
        own.learn(new + topic.sweep(now + sweeper), now + intake)
        if number >= late:
            wanted = number - late
            made = began + wanted * step
            assert includes(own, f"Question {wanted}?"), f"made {now - made:.0f} s ago"
            assert announcement_key(f"Question {wanted}?", made + prober) in topic.records
    assert len(topic.records) < number, "nothing was deleted"


def test_an_old_deletion_does_not_reach_what_is_announced_again() -> None:
    """The same fixed question in every run, and deletions that arrive after new announcements."""
    topic, own = Topic(), OwnTraffic()
    for run in range(52 * 7):
        now = START + run * DAY
        gone = topic.sweep(now)
        own.learn(topic.announce(iter(["Fixed?"]), now) + gone, now)
        assert includes(own, "Fixed?")
        assert 1 <= len(topic.records) <= 3
