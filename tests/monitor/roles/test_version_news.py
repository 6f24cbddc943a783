"""New versions are told once, whoever leads, and at least once whatever ends in between."""

from collections.abc import Mapping

import pytest

from monitor.clock import Deadline
from monitor.errors import BrokerError
from monitor.ledger import Ledger
from monitor.record import RawRecord
from monitor.roles.version_news import RECENT_SECONDS, VersionNews
from monitor.sightings import MAX_NAMES, NewVersion, OnNewVersion
from monitor.state import read_state
from monitor.streams.topics import Topics
from tests.build import record
from tests.fakes import FakeClock
from tests.monitor.verdicts import config, verdict

TOPICS = Topics("test")


class StateTopic:
    """What was written to it; while `is_away` nothing that was sent arrives."""

    def __init__(self) -> None:
        self.records: list[RawRecord] = []
        self.is_away = False
        self._sent: list[RawRecord] = []

    def send(self, topic: str, key: bytes | None, value: bytes | None) -> None:
        self._sent.append(record(value, key=key, topic=topic))

    def flush(self, deadline: Deadline) -> None:
        sent, self._sent = self._sent, []
        if self.is_away:
            raise BrokerError("the broker is away")
        self.records += sent

    def told(self) -> Mapping[str, tuple[str, ...]]:
        assert {one.topic for one in self.records} <= {TOPICS.state}
        return read_state(self.records).told


class Leader:
    """A process that begins to lead with what the state topic says, and has read `versions`."""

    def __init__(
        self,
        state: StateTopic,
        *versions: str,
        age: float = 0.0,
        before: OnNewVersion | None = None,
    ) -> None:
        self.clock = FakeClock()
        self.ledger = Ledger(config(), self.clock)
        self.heard: list[NewVersion] = []
        listeners = [one for one in (before, self.hear) if one is not None]
        self.news = VersionNews(TOPICS, self.clock, state, self.ledger, listeners)
        self.news.restore(state.told())
        self.read(*versions, age=age)

    def hear(self, new: NewVersion) -> None:
        self.heard.append(new)

    def read(self, *versions: str, age: float = 0.0) -> None:
        for version in versions:
            one = verdict(version, version=version, event_time=self.clock.now() - age)
            self.ledger.take(
                RawRecord(TOPICS.verdicts, 0, 0, 0.0, one.key(), one.encode()), counted=False
            )

    def tell(self) -> list[str]:
        """What is told now."""
        before = len(self.heard)
        self.news.tell()
        return [new.version for new in self.heard[before:]]

    @property
    def counted(self) -> int:
        return self.ledger.counts().new_versions.get("bot", 0)


def test_a_new_version_is_told_counted_and_written_down_once() -> None:
    state = StateTopic()
    leader = Leader(state, "v1")
    assert leader.tell() == []
    leader.read("v2", "v1", "v2")
    assert [leader.tell(), leader.tell()] == [["v2"], []]
    assert leader.heard == [NewVersion("bot", "v2", leader.clock.now())]
    assert leader.counted == 1
    assert state.told() == {"bot": ("v1", "v2")}
    assert len(state.records) == 2, "nothing is written where nothing is new"


def test_what_came_while_nobody_led_is_told_by_the_next_leader() -> None:
    state = StateTopic()
    assert Leader(state, "v1").tell() == []
    long_ago = 24 * RECENT_SECONDS
    leader = Leader(state, "v1", "v2", age=long_ago)
    assert leader.tell() == ["v2"]
    assert leader.heard[0].time == leader.clock.now() - long_ago
    assert leader.counted == 1
    again = Leader(state, "v1", "v2")
    assert (again.tell(), again.counted) == ([], 0)


def test_a_first_start_tells_what_is_recent_of_an_existing_log() -> None:
    state = StateTopic()
    leader = Leader(state, *(f"v{number}" for number in range(100)), age=RECENT_SECONDS + 1)
    leader.read("v100", age=RECENT_SECONDS)
    assert (leader.tell(), leader.counted) == (["v100"], 1)
    assert len(state.told()["bot"]) == 101
    leader.read("v101")
    assert leader.tell() == ["v101"]


def test_versions_of_a_snapshot_that_has_no_times_are_history() -> None:
    _, saved = Leader(StateTopic(), "v1", "v2").ledger.snapshot()
    assert saved.sightings is not None
    old = tuple(one.model_copy(update={"times": None}) for one in saved.sightings)
    leader = Leader(StateTopic())
    leader.ledger.start_over(saved.model_copy(update={"sightings": old}))
    assert leader.tell() == []


def told_and_not_written(state: StateTopic) -> Leader:
    """A leader that told v2 while the broker was away."""
    leader = Leader(state, "v1")
    leader.tell()
    leader.read("v2")
    state.is_away = True
    with pytest.raises(BrokerError):
        leader.tell()
    state.is_away = False
    return leader


def test_a_leader_that_ends_before_it_wrote_it_down_has_it_told_again() -> None:
    state = StateTopic()
    leader = told_and_not_written(state)
    assert [new.version for new in leader.heard] == ["v2"]
    assert Leader(state, "v1", "v2").tell() == ["v2"]


def test_a_leader_that_stays_writes_it_down_later_and_tells_it_once() -> None:
    state = StateTopic()
    leader = told_and_not_written(state)
    leader.news.restore(state.told())
    assert (leader.tell(), leader.counted) == ([], 1)
    assert state.told() == {"bot": ("v1", "v2")}


def test_what_another_leader_told_meanwhile_is_not_told_again() -> None:
    state = StateTopic()
    leader = Leader(state, "v1")
    leader.tell()
    assert Leader(state, "v1", "v2").tell() == ["v2"]
    leader.news.restore(state.told())
    leader.read("v2", "v3")
    assert leader.tell() == ["v3"]
    assert state.told() == {"bot": ("v1", "v2", "v3")}


def test_a_log_that_is_read_anew_in_another_order_makes_nothing_new() -> None:
    """Without a snapshot; of its partitions any may come first."""
    state = StateTopic()
    Leader(state, "v1", "v2").tell()
    leader = Leader(state, "v2", "v1", "v3")
    assert leader.tell() == ["v3"]


def test_a_listener_that_fails_keeps_no_other_from_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(new: NewVersion) -> None:
        raise RuntimeError("no such dashboard")

    state = StateTopic()
    leader = Leader(state, "v1", "v2", "v3", before=fail)
    assert [leader.tell(), leader.tell()] == [["v2", "v3"], []]
    assert leader.counted == 2
    assert caplog.text.count("telling it failed") == 2
    assert "no such dashboard" in caplog.text
    assert state.told() == {"bot": ("v1", "v2", "v3")}


def test_what_is_written_down_is_bounded() -> None:
    state = StateTopic()
    leader = Leader(state, "v0")
    for number in range(1, 2 * MAX_NAMES):
        leader.read(f"v{number}")
        assert leader.tell() == [f"v{number}"]
    assert len(state.told()["bot"]) == MAX_NAMES
    assert (Leader(state, f"v{MAX_NAMES}").tell(), leader.counted) == ([], 2 * MAX_NAMES - 1)
