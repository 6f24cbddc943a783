"""Past announcements are taken off a real state topic, and nothing else is."""

from contextlib import ExitStack
from dataclasses import replace
from threading import Event

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.budgets import Amount, DayOfPlan
from monitor.config import Config
from monitor.errors import BrokerError
from monitor.metrics import ProcessMetrics
from monitor.own_traffic import announcement_key
from monitor.prober_state import Pause, claim_key, claim_value, pause_key
from monitor.record import RawRecord
from monitor.roles.bulletin import Bulletin
from monitor.roles.role import Outfit
from monitor.roles.spending import Spending
from monitor.roles.sweep import Sweep
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from tests.fakes import FakeClock
from tests.monitor.streams.conftest import soon

pytestmark = pytest.mark.broker

DAY = 86_400.0
NOW = 1_777_636_800.0  # Friday of 2026-W18, 12:00 UTC
MONDAY = NOW + 2.5 * DAY
EARLIER = b"own/28926db02bcb6be4088da96882778939"
TODAY = DayOfPlan("hourly", "2026-05-01")


class Desk:
    """A state topic of its own, and a prober's view of it on a clock that stands still."""

    def __init__(self, kafka: KafkaSettings, closing: ExitStack, instance: str) -> None:
        config = Config.model_validate({"instance": instance}).model_copy(update={"kafka": kafka})
        ensure_topics(kafka, topic_specs(config), "tests")
        self.clock = FakeClock(NOW)
        metrics = ProcessMetrics(CollectorRegistry(), config)
        self.outfit = Outfit(config, self.clock, metrics, NoOpTracer(), Event())
        self.topic = self.outfit.topics.state
        self.writer = Writer(kafka, "tests")
        closing.callback(self.writer.close)
        self.log = LogReader(kafka, [self.topic], "tests")
        closing.callback(self.log.close)
        spending = Spending(config, self.clock, metrics, "me")
        self.bulletin = Bulletin(self.outfit, self.writer, spending)
        closing.callback(self.bulletin.close)

    def write(self, *entries: tuple[bytes, bytes | None]) -> None:
        for key, value in entries:
            self.writer.send(self.topic, key, value)
        self.writer.flush(soon())

    def announce(self, text: str, sent_by: float) -> bytes:
        key = announcement_key(text, sent_by)
        self.write((key, b"{}"))
        return key

    def added(self) -> list[RawRecord]:
        """What was written since this was last asked."""
        return [*self.log.read_to(self.log.ends(), lambda: False)]


def deletions(records: list[RawRecord]) -> list[bytes]:
    return sorted(record.key or b"" for record in records if record.value is None)


@pytest.fixture
def desk(kafka: KafkaSettings, closing: ExitStack, request: pytest.FixtureRequest) -> Desk:
    return Desk(kafka, closing, request.function.__name__.replace("_", "-")[:40])


def test_a_prober_deletes_past_announcements_and_leaves_all_else(desk: Desk) -> None:
    old, gone = desk.announce("Old?", NOW - 30 * DAY), desk.announce("Gone?", NOW - 30 * DAY)
    desk.announce("Last?", NOW - 14 * DAY)
    desk.announce("New?", NOW)
    pause = (pause_key("chat"), Pause(until=NOW + DAY).encode())
    claims = [(claim_key(TODAY, "other"), claim_value(Amount(spent))) for spent in (5, 9)]
    desk.write((gone, None), (EARLIER, b"{}"), pause, *claims)
    desk.added()
    desk.bulletin.follow()
    desk.bulletin.forget_past_announcements()
    assert deletions(desk.added()) == sorted([old, EARLIER])
    desk.bulletin.follow()
    assert desk.bulletin.state.paused_until("chat", NOW) == NOW + DAY
    assert desk.bulletin.state.claims.total(TODAY) == Amount(9)
    desk.bulletin.forget_past_announcements()  # there are no more


def test_the_topic_is_read_again_when_another_week_is_past(desk: Desk) -> None:
    last = desk.announce("Last?", NOW - 14 * DAY)
    desk.bulletin.forget_past_announcements()
    late = desk.announce("By a clock that is wrong?", NOW - 30 * DAY)
    desk.added()
    desk.clock.advance(DAY)
    desk.bulletin.forget_past_announcements()
    assert desk.added() == [], "before that it is not looked for"
    desk.clock.advance(MONDAY - NOW - DAY)
    desk.bulletin.forget_past_announcements()
    assert deletions(desk.added()) == sorted([last, late]), "though nothing was written"


def test_many_are_deleted_a_few_at_a_time(desk: Desk) -> None:
    keys = [desk.announce(f"Question {number}?", NOW - 30 * DAY) for number in range(7)]
    sweep = Sweep(desk.outfit, most_held=3, most_at_once=2)
    batches: list[list[bytes]] = []
    for _ in range(20):
        batches.append(sweep.next_keys())
        desk.write(*((key, None) for key in batches[-1]))
    assert [len(batch) for batch in batches if batch] == [2, 1, 2, 1, 1]
    assert sorted(key for batch in batches for key in batch) == sorted(keys)
    assert batches[-5:] == [[]] * 5


def test_what_could_not_be_deleted_is_found_again(desk: Desk) -> None:
    desk.announce("Question?", NOW - 30 * DAY)
    desk.writer.close()
    for _ in range(2):
        with pytest.raises(BrokerError, match="writing to"):
            desk.bulletin.forget_past_announcements()
        desk.bulletin.start_over()


class Ticking(FakeClock):
    """Goes on by so much whenever it is asked."""

    def monotonic(self) -> float:
        self.advance(0.03)
        return super().monotonic()


def test_a_long_topic_is_read_a_little_at_a_time(desk: Desk) -> None:
    """Each slice of 0.05 seconds has time for one poll, of 2000 records at most."""
    keys = [announcement_key(str(number), NOW - 30 * DAY) for number in range(4_100)]
    desk.write(*((key, b"{}") for key in keys), *((key, None) for key in keys[1:]))
    sweep = Sweep(replace(desk.outfit, clock=Ticking(NOW)))
    deadline, looks = soon(), 1
    while not (found := sweep.next_keys()) and not deadline.passed():
        looks += 1
    sweep.close()
    assert found == keys[:1]
    assert looks > 4


def test_told_to_stop_it_deletes_nothing(desk: Desk) -> None:
    key = desk.announce("Question?", NOW - 30 * DAY)
    desk.added()
    desk.outfit.stop.set()
    desk.bulletin.forget_past_announcements()
    assert desk.added() == []
    desk.outfit.stop.clear()
    desk.bulletin.forget_past_announcements()
    assert deletions(desk.added()) == [key]
