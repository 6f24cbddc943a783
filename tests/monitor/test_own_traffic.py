"""How our own calls are known again."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from monitor.decoders import LiveCall
from monitor.exchange import Message, Role
from monitor.own_traffic import (
    HEADER,
    LATE_SECONDS,
    USER,
    Announcement,
    OwnTraffic,
    PastAnnouncements,
    Purpose,
    announcement_key,
    announcement_of,
    first_message_hash,
    oldest_living,
    text_hash,
)
from monitor.record import Partition, RawRecord
from monitor.scorers.rubrics import PROMPTS, SETTLED, Case, Rubric
from tests.build import CAPITAL, assistant, record, user

DAY = 86_400.0
MONDAY = datetime(2026, 5, 4, tzinfo=UTC).timestamp()
"""Week 2026-W19 begins."""
NOW = MONDAY + 2 * DAY


def call(*messages: Message, marks: tuple[str, ...] = ()) -> LiveCall:
    return LiveCall(messages, None, None, None, 1.0, marks=marks)


def knowing(*texts: str) -> OwnTraffic:
    own = OwnTraffic()
    own.learn([announced(text) for text in texts], NOW)
    return own


def announced(text: str, sent_by: float = NOW) -> RawRecord:
    return record(b"{}", key=announcement_key(text, sent_by))


def deleted(text: str, sent_by: float = NOW) -> RawRecord:
    return record(None, key=announcement_key(text, sent_by))


def test_the_marks_are_what_the_documentation_says() -> None:
    assert (HEADER, USER) == ("x-sycophancy-monitor", "sycophancy-monitor")
    assert list(Purpose) == ["probe", "judge"]


def test_a_hash_is_the_same_for_ever() -> None:
    assert text_hash(CAPITAL) == "28926db02bcb6be4088da96882778939"


@pytest.mark.parametrize(
    "sent",
    [
        CAPITAL,
        "  What is the capital\nof France?\n",
        "What\tis  the capital of\r\nFrance?",
        "What is\u00a0the capital of France?",
    ],
)
def test_a_first_message_is_known_however_it_was_wrapped(sent: str) -> None:
    system = Message(role=Role.SYSTEM, content="Be brief.")
    assert knowing(CAPITAL).includes(call(system, user(sent), assistant("Paris")))


@pytest.mark.parametrize(
    "messages",
    [
        (user("What is the capital of Spain?"), assistant("Madrid")),
        (user("what is the capital of france?"), assistant("Paris")),
        (user("Hello"), assistant("Hello"), user(CAPITAL), assistant("Paris")),
        (assistant(CAPITAL),),
        (),
    ],
)
def test_other_messages_are_not_ours(messages: tuple[Message, ...]) -> None:
    assert not knowing(CAPITAL).includes(call(*messages))


@pytest.mark.parametrize("marks", [(USER,), (HEADER,), ("resp-1", HEADER, "user-7")])
def test_a_mark_is_enough(marks: tuple[str, ...]) -> None:
    assert OwnTraffic().includes(call(user("Hello"), assistant("Hello"), marks=marks))


def test_marks_of_others_are_not_ours() -> None:
    others = call(user("Hello"), assistant("Hello"), marks=("resp-1", "user-7"))
    assert not OwnTraffic().includes(others)


@pytest.mark.parametrize("rubric", PROMPTS, ids=lambda rubric: rubric.name)
def test_a_judge_is_known_by_its_system_prompt_when_the_marks_are_gone(rubric: Rubric) -> None:
    system, case = rubric.messages(Case({"question": CAPITAL}, "Paris"))
    rewrapped = Message(role=Role.SYSTEM, content=f"  {system.content}\n".replace("\n", "\r\n"))
    gateway = Message(role=Role.SYSTEM, content="Be safe.")
    label = assistant('{"reason": "", "label": "unclear"}')
    for messages in ((system, case), (rewrapped, case), (gateway, system, case)):
        assert OwnTraffic().includes(call(*messages, label))


def test_what_only_looks_like_a_judge_is_not_ours() -> None:
    system, case = SETTLED.messages(Case({"question": CAPITAL}, "Paris"))
    changed = Message(role=Role.SYSTEM, content=f"{system.content} Be brief.")
    quoted = user(system.content)
    for messages in ((changed, case), (case,), (quoted,), (assistant(system.content),)):
        assert not OwnTraffic().includes(call(*messages, assistant("{}")))


def test_a_conversation_without_a_user_has_no_hash() -> None:
    assert first_message_hash([assistant("Hello")]) is None
    assert first_message_hash([]) is None


def test_half_a_character_has_a_hash() -> None:
    assert len(text_hash("\ud800")) == 32


def test_only_announcements_are_learned() -> None:
    own = OwnTraffic()
    keys = [None, b"snapshot", b"plan/hourly", text_hash(CAPITAL).encode(), b"own/\xff"]
    own.learn([record(b"{}", key=key) for key in keys], NOW)
    assert len(own) == 0
    assert not own.includes(call(user(CAPITAL), assistant("Paris")))


@pytest.mark.parametrize(
    ("sent_by", "period"),
    [
        (MONDAY - 1, "2026-W18"),
        (MONDAY, "2026-W19"),
        (MONDAY + 7 * DAY - 1, "2026-W19"),
        (MONDAY + 7 * DAY, "2026-W20"),
        (datetime(2027, 1, 3, 23, 59, tzinfo=UTC).timestamp(), "2026-W53"),
        (datetime(2027, 1, 4, tzinfo=UTC).timestamp(), "2027-W01"),
    ],
)
def test_a_key_names_the_week_in_which_the_last_call_is_made(sent_by: float, period: str) -> None:
    key = announcement_key(CAPITAL, sent_by)
    assert key == f"own/{period}/28926db02bcb6be4088da96882778939".encode()
    assert announcement_of(key) == Announcement(period, text_hash(CAPITAL))


@pytest.mark.parametrize(
    "key",
    [
        f"own/{text_hash(CAPITAL)}".encode(),  # as earlier versions wrote it
        b"own/",
        b"own/\xff",
        b"own/2026-W18",
        b"own/2026-W18/",
        b"own/2026-05-01/28926d",
        b"own/2026-W18/28926d/more",
    ],
)
def test_what_names_no_week_is_older_than_every_week(key: bytes) -> None:
    found = announcement_of(key)
    assert found is not None
    assert found.period < oldest_living(0.0)


def test_a_week_is_past_when_all_of_it_is_fourteen_days_ago() -> None:
    assert LATE_SECONDS == 14 * DAY
    ended = MONDAY + 7 * DAY
    assert oldest_living(ended + 14 * DAY - 1) == "2026-W19"
    assert oldest_living(ended + 14 * DAY) == "2026-W20"


def test_a_deleted_announcement_is_forgotten_and_others_stay() -> None:
    own = knowing(CAPITAL, "Hello")
    own.learn([deleted(CAPITAL), deleted("never announced")], NOW)
    assert not own.includes(call(user(CAPITAL), assistant("Paris")))
    assert own.includes(call(user("Hello"), assistant("Hi")))


def test_what_was_announced_for_two_weeks_is_known_until_the_last_is_deleted() -> None:
    ours = call(user(CAPITAL), assistant("Paris"))
    own = OwnTraffic()
    own.learn([announced(CAPITAL, NOW - 7 * DAY), announced(CAPITAL), deleted(CAPITAL)], NOW)
    assert own.includes(ours)
    own.learn([deleted(CAPITAL, NOW - 7 * DAY)], NOW)
    assert not own.includes(ours)


def test_past_weeks_are_dropped_though_nobody_deletes_anything() -> None:
    ours, ended = call(user(CAPITAL), assistant("Paris")), MONDAY + 7 * DAY
    own = knowing(CAPITAL)
    own.learn([], ended + 14 * DAY - 1)
    assert own.includes(ours)
    own.learn([], ended + 14 * DAY)
    assert (own.includes(ours), len(own)) == (False, 0)


def test_what_is_past_is_not_even_held_while_the_topic_is_read() -> None:
    own = OwnTraffic()

    def topic() -> Iterator[RawRecord]:
        for number in range(3):
            yield announced(str(number), NOW - 60 * DAY)
            yield record(b"{}", key=f"own/{text_hash(CAPITAL)}".encode())
            assert len(own) == 0

    own.learn(topic(), NOW)


def test_reading_the_topic_again_changes_nothing() -> None:
    log = [
        announced("deleted"),
        announced(CAPITAL),
        deleted("deleted"),
        announced("past", NOW - 60 * DAY),
    ]
    own = OwnTraffic()
    for _ in range(2):
        own.learn(log, NOW)
        assert len(own) == 1
        assert own.includes(call(user(CAPITAL), assistant("Paris")))


def past_of(*log: RawRecord, most: int = 100) -> PastAnnouncements:
    found = PastAnnouncements(oldest_living(NOW), most)
    for one in log:
        found.learn(one)
    return found


def test_past_announcements_are_found_and_no_others() -> None:
    earlier, broken = f"own/{text_hash(CAPITAL)}".encode(), b"own/\xff"
    found = past_of(
        record(b"{}", key=earlier),
        record(b"{}", key=broken),
        announced("old", NOW - 60 * DAY),
        announced("deleted", NOW - 60 * DAY),
        deleted("deleted", NOW - 60 * DAY),
        announced("old", NOW),
        announced("new", NOW - 14 * DAY),
        announced("future", NOW + 400 * DAY),
        record(b"{}", key=b"pause/chat"),
        record(b"{}", key=None),
    )
    old = announcement_key("old", NOW - 60 * DAY)
    assert found.keys == {earlier, broken, old}
    assert found.left is None
    first = found.take(2)
    assert {*first, *found.take(2)} == {earlier, broken, old}
    assert (len(first), found.take(2)) == (2, [])


def test_what_does_not_fit_is_left_for_the_next_time() -> None:
    sent_by = NOW - 60 * DAY
    keys = [announcement_key(str(number), sent_by) for number in range(5)]
    log = [record(b"{}", key=key, topic="state", offset=offset) for offset, key in enumerate(keys)]
    gone = record(None, key=keys[0], topic="state", offset=5)
    found = past_of(*log, gone, most=2)
    assert found.keys == {keys[1]}, "a deletion is seen though there is no room"
    assert found.left == {Partition("state", 0): 2}
    assert past_of(*log[2:], gone, most=3).left is None
