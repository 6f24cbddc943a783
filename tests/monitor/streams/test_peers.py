"""What the embedded broker leaves to the members of a group: finding the dead among them."""

from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread
from typing import Self

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.record import Partition
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.group import GroupReader
from monitor.streams.topics import TopicSpec
from tests.fakes import FakeClock
from tests.monitor.streams.conftest import MakeTopic, settings_for

pytestmark = pytest.mark.broker

SIGN_SECONDS = 1.2
"""Between two signs of life, with the session of 6 seconds that these tests have."""
STEP_SECONDS = 0.15
"""At least so long takes a step of the test's clock. The broker lives by its own."""


def soon() -> Deadline:
    """Far longer than anything here takes; only what hangs meets it."""
    return Deadline.after(SystemClock(), 60)


class Member:
    """A member of a group whose thread polls it while its context lasts."""

    def __init__(self, kafka: KafkaSettings, group: str, topic: str, clock: FakeClock) -> None:
        self.reader = GroupReader(kafka, group, [topic], "tests", clock=clock)
        self.polls = 0
        self._stop = Event()
        self._thread = Thread(target=self._poll)

    def _poll(self) -> None:
        while not self._stop.is_set():
            self.reader.poll(0.1)
            self.polls += 1

    def __enter__(self) -> Self:
        self._stop.clear()
        self._thread = Thread(target=self._poll)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


MakeMember = Callable[..., Member]


@pytest.fixture
def make_member(closing: ExitStack, clock: FakeClock) -> MakeMember:
    """Members that live by the test's clock and are closed at its end."""

    def make(kafka: KafkaSettings, group: str, topic: str) -> Member:
        made = Member(kafka, group, topic, clock)
        closing.callback(made.reader.close)
        return made

    return make


def pass_time(done: Callable[[], bool], clock: FakeClock, *polled: Member) -> None:
    """Let time pass until it is done, each step after each of these was polled, so that nobody
    is silent who has a thread; give up when it is never done."""
    deadline, rest = soon(), Event()
    while not done() and not deadline.passed():
        before = [one.polls for one in polled]
        rest.wait(STEP_SECONDS)
        while any(one.polls == n for one, n in zip(polled, before, strict=True)):
            if deadline.passed():
                return
            rest.wait(0.02)
        clock.advance(SIGN_SECONDS)


def poll_until(done: Callable[[], bool], one: Member) -> None:
    """Wait, while the test's clock stands still, until it is done and that poll is over."""
    deadline, rest = soon(), Event()
    while not done() and not deadline.passed():
        rest.wait(0.02)
    polls = one.polls
    while one.polls == polls and not deadline.passed():
        rest.wait(0.02)


def owns(one: Member) -> set[Partition]:
    return set(one.reader.owned())


def test_a_silent_owner_loses_its_partition_and_may_come_back(
    kafka: KafkaSettings, clock: FakeClock, make_member: MakeMember, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    old, new = (make_member(kafka, "group-silent", topic) for _ in range(2))
    both = {Partition(topic, 0), Partition(topic, 1)}
    with new:
        with old:
            pass_time(lambda: len(owns(old)) == len(owns(new)) == 1, clock, old, new)
        pass_time(lambda: owns(new) == both, clock, new)
        assert owns(new) == both
        with old:
            pass_time(lambda: len(owns(old)) == len(owns(new)) == 1, clock, old, new)
            assert owns(old) | owns(new) == both
            assert len(owns(old)) == len(owns(new)) == 1


def test_who_keeps_a_group_from_forming_is_left_out(
    kafka: KafkaSettings, clock: FakeClock, make_member: MakeMember, make_topic: MakeTopic
) -> None:
    topic = make_topic()
    all_of_it = {Partition(topic, 0)}
    with make_member(kafka, "group-stalled", topic) as old:
        pass_time(lambda: owns(old) == all_of_it, clock, old)
    with make_member(kafka, "group-stalled", topic) as new:
        pass_time(lambda: owns(new) == all_of_it, clock, new)
        assert owns(new) == all_of_it


def test_owners_who_are_polled_keep_what_they_have(
    kafka: KafkaSettings, clock: FakeClock, make_member: MakeMember, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    with (
        make_member(kafka, "group-lively", topic) as one,
        make_member(kafka, "group-lively", topic) as two,
    ):
        pass_time(lambda: len(owns(one)) == len(owns(two)) == 1, clock, one, two)
        before = one.reader.assignments, two.reader.assignments
        end = clock.monotonic() + 20
        pass_time(lambda: clock.monotonic() >= end, clock, one, two)
        assert clock.monotonic() >= end
        assert (one.reader.assignments, two.reader.assignments) == before


def test_on_another_broker_nobody_is_removed(
    kafka: KafkaSettings, clock: FakeClock, make_member: MakeMember, make_topic: MakeTopic
) -> None:
    topic = make_topic(partitions=2)
    other = kafka.model_copy(update={"embedded": False})
    busy, new = (make_member(other, "group-other", topic) for _ in range(2))
    with new:
        with busy:
            pass_time(lambda: len(owns(busy)) == len(owns(new)) == 1, clock, busy, new)
        before = new.reader.assignments
        end = clock.monotonic() + 20
        pass_time(lambda: clock.monotonic() >= end, clock, new)
        assert clock.monotonic() >= end
        assert (len(owns(new)), new.reader.assignments) == (1, before)


@pytest.fixture
def throne(own_broker: EmbeddedBroker) -> Partition:
    ensure_topics(settings_for(own_broker), [TopicSpec("state", 1, 1, {})], "tests")
    return Partition("state", 0)


def test_an_owner_that_a_new_start_made_forgotten_has_its_session_to_notice(
    own_broker: EmbeddedBroker, clock: FakeClock, make_member: MakeMember, throne: Partition
) -> None:
    kafka = settings_for(own_broker)
    with make_member(kafka, "leader", throne.topic) as old:
        pass_time(lambda: owns(old) == {throne}, clock, old)
        assert old.reader.is_free(throne)
    assert old.reader.commit({throne: 0})
    clock.advance(2)
    own_broker.stop()
    own_broker.start()
    with make_member(kafka, "leader", throne.topic) as heir:
        poll_until(lambda: owns(heir) == {throne}, heir)
        assert not heir.reader.is_free(throne)
        clock.advance(3.9)
        assert not heir.reader.is_free(throne)
        clock.advance(0.2)
        assert heir.reader.is_free(throne)


def test_an_owner_is_not_in_its_own_way(
    own_broker: EmbeddedBroker, clock: FakeClock, make_member: MakeMember, throne: Partition
) -> None:
    with make_member(settings_for(own_broker), "leader", throne.topic) as owner:
        pass_time(lambda: owns(owner) == {throne}, clock, owner)
        clock.advance(SIGN_SECONDS)
        own_broker.stop()
        own_broker.start()
        poll_until(lambda: owner.reader.assignments == 2, owner)
        assert owns(owner) == {throne}
        assert owner.reader.is_free(throne)


def test_an_owner_that_left_in_order_leaves_a_free_partition(
    kafka: KafkaSettings, clock: FakeClock, make_member: MakeMember, make_topic: MakeTopic
) -> None:
    at = Partition(make_topic(), 0)
    with Member(kafka, "group-left", at.topic, clock) as old:
        pass_time(lambda: owns(old) == {at}, clock, old)
    assert old.reader.commit({at: 0})
    old.reader.close()
    with make_member(kafka, "group-left", at.topic) as heir:
        poll_until(lambda: owns(heir) == {at}, heir)
        assert heir.reader.is_free(at)
