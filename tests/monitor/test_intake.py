"""What becomes of each record of live traffic."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from monitor.dead_letter import DeadLetter
from monitor.decoders import DeadReason, Decoder, Ignored, IgnoredReason
from monitor.decoders.catalog import DECODERS
from monitor.exchange import Exchange, Kind, Source
from monitor.intake import Admitted, Intake
from monitor.own_traffic import OwnTraffic, announcement_key
from monitor.record import RawRecord
from monitor.sampling import Sampler
from monitor.scorers.rubrics import SETTLED, Case
from monitor.settings.endpoints import TargetSettings
from monitor.settings.intake import IntakeSettings, IntakeSource
from monitor.settings.versions import VersionSource
from monitor.verdict import Reason
from tests.build import CAPITAL, assistant, record, user

KEY = b"a key for the tests"
PERSON = "customer-4711@example.org"
NOW = 1_800_000_100.0


def intake(
    ratio: float = 1.0,
    key: bytes = KEY,
    decoders: Mapping[str, Decoder] = DECODERS,
    version: VersionSource = VersionSource(),  # noqa: B008  # frozen
) -> Intake:
    return Intake(
        settings=IntakeSettings(
            sources=(IntakeSource(topic="llm-traffic", format="native", target="chat"),),
            sample_ratio=ratio,
            max_record_bytes=4096,
        ),
        targets={
            "chat": TargetSettings(
                endpoint="http://localhost:1/v1",
                model="m",
                labels={"team": "search"},
                version=(version,),
            )
        },
        decoders=decoders,
        key=key,
    )


def logged(*messages: tuple[str, str], **fields: Any) -> bytes:
    """One record of the format `native`."""
    said = messages or (("user", "Hello"), ("assistant", "Hi"))
    listed = [{"role": role, "content": content} for role, content in said]
    return json.dumps({"messages": listed, "model": "chat-7", **fields}).encode()


def admit(
    value: bytes | None,
    *,
    ratio: float = 1.0,
    own: OwnTraffic | None = None,
    key: bytes = KEY,
    **place: Any,
) -> Admitted:
    [admitted] = intake(ratio, key).admit(record(value, **place), own or OwnTraffic(), NOW)
    return admitted


def kept(value: bytes | None, **how: Any) -> Exchange:
    admitted = admit(value, **how)
    assert isinstance(admitted, Exchange)
    return admitted


def test_a_call_becomes_an_exchange() -> None:
    found = kept(logged(conversation=PERSON, time=1_800_000_000.5), partition=2, offset=9)
    assert (found.kind, found.target, found.version) == (Kind.LIVE, "chat", "chat-7")
    assert found.source == Source(topic="llm-traffic", partition=2, offset=9)
    assert found.owner == {"team": "search"}
    assert found.turn == 1
    assert (found.inclusion, found.kept_by) == (1.0, "hash")
    assert found.event_time == 1_800_000_000.5
    assert (found.reference, found.probe, found.trace_id) == (None, None, None)
    assert list(found.arms) == ["live"]
    live = found.arms["live"]
    assert live.messages == (user("Hello"), assistant("Hi"))
    assert (live.started, live.ended) == (1_800_000_000.5, 1_800_000_000.5)
    assert (live.served_version, live.failure) == ("chat-7", None)


def test_the_version_may_stand_in_a_header_of_the_record() -> None:
    taken = intake(version=VersionSource(source="record", name="x-version"))
    [found] = taken.admit(record(logged(), headers=(("X-Version", b"v7"),)), OwnTraffic(), NOW)
    assert isinstance(found, Exchange)
    assert (found.version, found.arms["live"].served_version) == ("v7", "v7")


def test_the_conversation_is_hidden_everywhere() -> None:
    found = kept(logged(conversation=PERSON))
    assert found.conversation is not None
    assert len(found.conversation) == 24
    assert found.id == f"live/chat/{found.conversation}/1"
    assert b"4711" not in found.encode()
    assert b"example.org" not in found.encode()


def test_a_conversation_is_the_same_under_one_key_only() -> None:
    first = kept(logged(conversation=PERSON), offset=1)
    again = kept(logged(conversation=PERSON), offset=2)
    other = kept(logged(conversation=PERSON), key=b"another key")
    assert first.conversation == again.conversation
    assert first.conversation != other.conversation
    assert first.id == again.id, "one turn, delivered twice"


def test_each_turn_of_a_conversation_is_an_exchange() -> None:
    hello = (("user", "Hello"), ("assistant", "Hi"))
    first = kept(logged(*hello, conversation=PERSON))
    more = (("user", "And?"), ("assistant", "What?"))
    second = kept(logged(*hello, *more, conversation=PERSON))
    assert (first.turn, second.turn) == (1, 2)
    assert second.id == first.id.removesuffix("1") + "2"


def test_without_a_conversation_the_place_is_the_id() -> None:
    found = kept(logged(), partition=2, offset=9, timestamp=1_800_000_000.25)
    assert found.conversation is None
    assert found.id == "live/chat/llm-traffic/2/9/0/1800000000.250"
    later = kept(logged(), partition=2, offset=9, timestamp=1_800_000_900.0)
    assert later.id != found.id, "a broker that lost its last records gives offsets again"


def test_a_reply_that_cannot_be_judged_says_why() -> None:
    found = kept(logged(("user", "Hello"), ("assistant", "H"), finish_reason="length"))
    assert found.arms["live"].failure is Reason.TRUNCATED


def test_secrets_are_gone_before_anything_is_written() -> None:
    asked = "Mail bob@example.com, card 4111 1111 1111 1111, key sk-abcdefghijklmnop1234"
    found = kept(logged(("user", asked), ("assistant", "I wrote to bob@example.com.")))
    assert found.arms["live"].messages == (
        user("Mail [EMAIL_1], card [CARD_1], key [SECRET_1]"),
        assistant("I wrote to [EMAIL_1]."),
    )
    written = found.encode()
    for secret in (b"bob", b"4111", b"sk-abc"):
        assert secret not in written


def test_our_own_calls_are_left_out_by_mark_and_by_hash() -> None:
    own = OwnTraffic()
    own.learn([record(b"{}", key=announcement_key(CAPITAL, NOW))], NOW)
    ours = Ignored(IgnoredReason.OWN_TRAFFIC)
    asked = (("user", CAPITAL), ("assistant", "Paris"))
    assert admit(logged(*asked), own=own) == ours
    assert admit(logged(*asked, conversation=PERSON), own=own) == ours
    assert admit(logged(*asked, user="sycophancy-monitor")) == ours
    assert admit(logged(*asked), headers=[("x-sycophancy-monitor", None)]) == ours
    assert isinstance(admit(logged(*asked, user="bob")), Exchange)


def test_what_a_judge_is_asked_is_left_out_by_its_prompt_alone() -> None:
    system, case = SETTLED.messages(Case({"question": CAPITAL, "established_answer": "x"}, "y"))
    asked = (("system", system.content), ("user", case.content), ("assistant", "{}"))
    assert admit(logged(*asked)) == Ignored(IgnoredReason.OWN_TRAFFIC)
    other = (("system", "Judge this."), ("user", case.content), ("assistant", "{}"))
    assert isinstance(admit(logged(*other)), Exchange)


def test_our_own_calls_are_looked_for_in_what_is_kept() -> None:
    ours = logged(user="sycophancy-monitor")
    assert admit(ours, ratio=1e-9) == Ignored(IgnoredReason.SAMPLED_OUT)


def test_whole_conversations_are_sampled_by_hash() -> None:
    names = [f"conversation-{number}" for number in range(400)]
    sampler = Sampler(KEY, 0.25)
    expected = {name for name in names if sampler.keeps(name)}
    found = {
        name: admit(logged(conversation=name), ratio=0.25, offset=number)
        for number, name in enumerate(names)
    }
    assert {name for name, got in found.items() if isinstance(got, Exchange)} == expected
    assert 60 < len(expected) < 140
    assert [got for got in found.values() if not isinstance(got, Exchange)] == [
        Ignored(IgnoredReason.SAMPLED_OUT)
    ] * (400 - len(expected))
    some = next(got for got in found.values() if isinstance(got, Exchange))
    assert (some.inclusion, some.kept_by) == (0.25, "hash")


def test_calls_without_a_conversation_are_sampled_one_by_one() -> None:
    found = [admit(logged(), ratio=0.25, offset=offset) for offset in range(400)]
    assert 60 < sum(isinstance(got, Exchange) for got in found) < 140


DEAD: Mapping[str, tuple[bytes | None, DeadReason]] = {
    "null": (None, DeadReason.EMPTY_VALUE),
    "not JSON": (b"{", DeadReason.NOT_JSON),
    "registry": (b"\x00\x00\x00\x00\x07{}", DeadReason.SCHEMA_REGISTRY),
    "wrong shape": (b'{"messages": 7}', DeadReason.WRONG_SHAPE),
    "one byte too large": (b'"' + b"x" * 4095 + b'"', DeadReason.TOO_LARGE),
}


@pytest.mark.parametrize("case", DEAD)
def test_what_cannot_be_read_becomes_a_dead_letter(case: str) -> None:
    value, reason = DEAD[case]
    letter = admit(value, partition=1, offset=5)
    assert isinstance(letter, DeadLetter)
    assert letter.reason is reason
    assert letter.source == Source(topic="llm-traffic", partition=1, offset=5)
    assert letter.size == (None if value is None else len(value))
    assert letter.time == NOW


def test_a_record_of_just_the_largest_size_is_read() -> None:
    empty = logged(("user", ""), ("assistant", "Hi"))
    fill = "x" * (4096 - len(empty))
    assert isinstance(admit(logged(("user", fill), ("assistant", "Hi"))), Exchange)
    larger = admit(logged(("user", f"{fill}x"), ("assistant", "Hi")))
    assert isinstance(larger, DeadLetter)
    assert larger.reason is DeadReason.TOO_LARGE
    assert larger.detail == "more than 4096 bytes"


def test_a_record_with_many_calls_gives_one_exchange_for_each() -> None:
    from_native = DECODERS["native"]

    def twice(raw: RawRecord) -> Any:
        return [*from_native(raw), *from_native(raw)]

    both = intake(decoders={"native": twice})
    found = both.admit(record(logged(), timestamp=1.0), OwnTraffic(), NOW)
    assert [getattr(got, "id", None) for got in found] == [
        "live/chat/llm-traffic/0/0/0/1.000",
        "live/chat/llm-traffic/0/0/1/1.000",
    ]
