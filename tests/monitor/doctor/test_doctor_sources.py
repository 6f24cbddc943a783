"""Records of live traffic through their decoders, as the doctor tells it."""

import json
from collections.abc import Sequence

from monitor.doctor.sources import look_at_sources
from monitor.record import RawRecord
from tests.monitor.doctor.surroundings import FakeBroker, around, config_of, told

SECRET = "the text of a user"
CALL = json.dumps(
    {
        "request": {"model": "m", "messages": [{"role": "user", "content": SECRET}]},
        "response": {
            "id": "r",
            "model": "m",
            "choices": [
                {"message": {"role": "assistant", "content": "Yes."}, "finish_reason": "stop"}
            ],
        },
    }
).encode()
CUT = CALL.replace(b'"stop"', b'"length"')
SOURCE = {"topic": "llm.chat", "target": "chat"}


def records(*values: bytes | None) -> Sequence[RawRecord]:
    return [RawRecord("llm.chat", 2, 40 + n, 100.0, None, one) for n, one in enumerate(values)]


def of_records(*values: bytes | None, **intake: int) -> list[tuple[str, str, str]]:
    config = config_of(intake={"sources": [SOURCE], **intake})
    broker = FakeBroker(records={"llm.chat": records(*values)})
    return told(look_at_sources(around(config, broker=broker)))


def test_records_that_are_read() -> None:
    assert of_records(CALL, CALL) == [
        ("ok", "intake.sources[0]", "llm.chat: 2 of the newest 2 records are read as openai_chat")
    ]


def test_only_the_newest_hundred_are_looked_at() -> None:
    assert "100 of the newest 100 records" in of_records(b"{}", *([CALL] * 100))[0][2]


def test_why_records_are_not_read_is_counted_and_placed() -> None:
    found = of_records(CALL, SECRET.encode(), None, SECRET.encode(), CUT)
    where = "intake.sources[0]"
    assert found[0] == ("ok", where, "llm.chat: 2 of the newest 5 records are read as openai_chat")
    assert [one[:2] for one in found[1:]] == [
        ("warning", where),
        ("warning", where),
        ("note", where),
    ]
    assert "2 not read: not_json, first at partition 2, offset 41: " in found[1][2]
    assert "1 not read: empty_value, first at partition 2, offset 42" in found[2][2]
    assert "cannot be judged: truncated 1" in found[3][2]
    assert SECRET not in str(found)


def test_a_record_that_the_intake_would_not_read() -> None:
    found = of_records(CALL * 20, max_record_bytes=1024)
    assert [one[0] for one in found] == ["error", "warning"]
    assert "too_large" in found[1][2]


def test_none_is_read() -> None:
    found = of_records(b"x", b"y")
    assert found[0][0] == "error"
    assert "0 of the newest 2 records" in found[0][2]


def test_no_record_no_topic_no_source() -> None:
    assert [one[0] for one in of_records()] == ["warning"]
    config = config_of(intake={"sources": [SOURCE]})
    assert told(look_at_sources(around(config))) == [
        ("error", "intake.sources[0].topic", "no such topic: llm.chat")
    ]
    assert [one[0] for one in told(look_at_sources(around(config_of())))] == ["note"]
