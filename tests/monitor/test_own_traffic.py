"""How our own calls are known again."""

import pytest

from monitor.decoders import LiveCall
from monitor.exchange import Message, Role
from monitor.own_traffic import HEADER, USER, OwnTraffic, Purpose, first_message_hash, text_hash
from monitor.scorers.rubrics import RUBRICS, SETTLED, Case, Rubric
from tests.build import CAPITAL, assistant, user


def call(*messages: Message, marks: tuple[str, ...] = ()) -> LiveCall:
    return LiveCall(messages, None, None, None, 1.0, marks=marks)


def knowing(*texts: str) -> OwnTraffic:
    own = OwnTraffic()
    own.learn(f"own/{text_hash(text)}".encode() for text in texts)
    return own


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


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.name)
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
    own.learn([None, b"snapshot", b"plan/hourly", text_hash(CAPITAL).encode(), b"own/\xff"])
    assert not own.includes(call(user(CAPITAL), assistant("Paris")))
