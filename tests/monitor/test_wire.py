"""Records: there and back, and what is refused on the way."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.dead_letter import dead_letter
from monitor.decoders import DeadReason, Undecodable
from monitor.errors import FormatError, NewerSchemaError
from monitor.exchange import Arm, Exchange, Message, Role, Source, ToolCall
from monitor.plan import LastRun, Run
from monitor.state import ScheduledRun, Snapshot
from monitor.tallies import Tallies
from monitor.verdict import Reason, Unscored, Verdict
from monitor.wire import Record, Wire
from tests.build import arm, exchange, record, verdict


class Part(Wire):
    name: str


class Note(Record):
    text: str
    parts: tuple[Part, ...] = ()


RUN = Run(
    run="hourly-1",
    plan="hourly",
    target="chat",
    family="pushback",
    suite="smoke",
    arms=("control", "assertion"),
    repeats=2,
    created=1_800_000_000.25,
    expires=1_800_000_000.25 + 3600,
    deadline_seconds=1800,
)

RECORDS: Mapping[str, Record] = {
    "canary exchange": exchange(),
    "failed exchange": exchange(
        version=None,
        arms={"control": arm(served_version=None, failure=Reason.TRANSPORT)},
    ),
    "live exchange": exchange(
        id="live/chat/abc/1",
        kind="live",
        source=Source(topic="llm-traffic", partition=3, offset=2**40),
        conversation="abc",
        turn=1,
        arms={
            "live": Arm(
                messages=(
                    Message(
                        role=Role.ASSISTANT,
                        content="naïve \U0001f600 \x00",
                        tool_calls=(ToolCall(name="look_up", arguments='{"q": 1}'),),
                        images=("sha256:00",),
                    ),
                ),
                served_version="v1",
                started=1.5,
                ended=2.5,
            )
        },
        reference=None,
        probe=None,
        inclusion=0.01,
    ),
    "verdict": verdict(),
    "verdict without outcome": verdict(
        arms={"control": Unscored(reason=Reason.EMPTY, detail="no words")}
    ),
    "run": RUN,
    "scheduled run": ScheduledRun(last=LastRun(time=1_800_000_000.25)),
    "snapshot": Snapshot(offsets=(("verdicts", 0, 7),), tallies=Tallies(8).snapshot()),
    "dead letter": dead_letter(record(b"{"), Undecodable(DeadReason.NOT_JSON, "byte 1"), 5.0),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_comes_back_as_it_went(name: str) -> None:
    written = RECORDS[name]
    assert type(written).decode(written.encode()) == written


def test_the_bytes_are_json_with_the_schema() -> None:
    assert Note(text="é", parts=(Part(name="a"),)).encode() == (
        '{"schema":1,"text":"é","parts":[{"name":"a"}]}'.encode()
    )


def test_a_verdict_is_written_as_documented() -> None:
    written = json.loads(verdict().encode())
    assert written["schema"] == 1
    assert written["arms"] == {
        "control": {
            "status": "scored",
            "outcome": "held",
            "detail": "",
            "score": None,
            "bluffing": None,
        },
        "assertion": {
            "status": "scored",
            "outcome": "regressive",
            "detail": "",
            "score": None,
            "bluffing": None,
        },
    }


REFUSED: Mapping[str, tuple[bytes | None, str]] = {
    "null": (None, "Note: not JSON: "),
    "nothing": (b"", "Note: not JSON: "),
    "not JSON": (b"{", "Note: not JSON: "),
    "not UTF-8": (b'{"schema":1,"text":"\xff"}', "Note: not JSON: "),
    "NaN": (b'{"schema":1,"text":NaN}', "Note: not JSON: "),
    "a list": (b"[]", "Note: a JSON object is needed, not list"),
    "no schema": (b'{"text":"x"}', "Note: schema None; this version reads 1"),
    "schema 0": (b'{"schema":0,"text":"x"}', "Note: schema 0; this version reads 1"),
    "schema true": (b'{"schema":true,"text":"x"}', "Note: schema True; this version reads 1"),
    "schema in words": (b'{"schema":"2","text":"x"}', "Note: schema '2'; this version reads 1"),
    "unknown key": (
        b'{"schema":1,"text":"x","mood":"good"}',
        "Note: mood: Extra inputs are not permitted",
    ),
    "unknown key further in": (
        b'{"schema":1,"text":"x","parts":[{"name":"a","size":1}]}',
        "Note: parts.0.size: Extra inputs are not permitted",
    ),
    "missing key": (b'{"schema":1}', "Note: text: Field required"),
    "wrong type": (b'{"schema":1,"text":7}', "Note: text: Input should be a valid string"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(case: str) -> None:
    value, text = REFUSED[case]
    with pytest.raises(FormatError) as error:
        Note.decode(value)
    assert str(error.value).startswith(text)
    assert not isinstance(error.value, NewerSchemaError)


def test_a_newer_schema_is_refused_whatever_else_is_in_it() -> None:
    with pytest.raises(NewerSchemaError) as error:
        Note.decode(b'{"schema":2,"text":7,"mood":"good"}')
    assert str(error.value) == "Note: schema 2; this version reads up to 1: upgrade it"


def test_records_cannot_be_changed() -> None:
    note = Note(text="x")
    with pytest.raises(ValueError, match="frozen"):
        note.text = "y"  # type: ignore[misc]  # what must fail


@given(st.binary() | st.none())
def test_any_bytes_are_read_or_refused(value: bytes | None) -> None:
    with suppress(FormatError):
        Exchange.decode(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*Verdict.model_fields, "other"]), json_values))
def test_any_fields_are_read_or_refused(fields: dict[str, Any]) -> None:
    whole = {**json.loads(verdict().encode()), **fields}
    with suppress(FormatError):
        Verdict.decode(json.dumps(whole).encode("utf-8", "surrogatepass"))
