"""Streamed responses, in all the forms in which an event stream may be logged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.decoders import DeadReason, Ignored, LiveCall, Undecodable
from monitor.decoders.openai_chat import openai_chat
from monitor.record import RawRecord
from monitor.verdict import Reason


def decode(streamed: Any) -> Any:
    request = {"messages": [{"role": "user", "content": "2+2?"}]}
    value = json.dumps({"request": request, "response": streamed}).encode()
    return openai_chat(RawRecord("t", 0, 7, 1700000000.0, None, value))[0]


def chunk(delta: Any, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def events(*chunks: Any) -> str:
    return "".join(f"data: {json.dumps(entry)}\n\n" for entry in chunks)


IT_IS, FOUR = chunk({"content": "It is "}), chunk({"content": "4."}, "stop")
LINES = [f"data: {json.dumps(entry)}" for entry in (IT_IS, FOUR)]


@pytest.mark.parametrize(
    "streamed",
    [
        pytest.param("\ufeff" + events(IT_IS, FOUR), id="a byte order mark"),
        pytest.param("\ufeff" + json.dumps([IT_IS, FOUR]), id="a byte order mark before JSON"),
        pytest.param("data:\n\n" + events(IT_IS) + "data: \n\n" + events(FOUR), id="no data"),
        pytest.param(
            events(IT_IS)
            + json.dumps(FOUR, indent=1).replace("{\n", "data: {\n", 1).replace("\n", "\ndata:"),
            id="an event of many lines",
        ),
        pytest.param("\n".join([*LINES, "data: [DONE]"]), id="no lines between events"),
        pytest.param(LINES, id="a list of lines"),
        pytest.param([": ping", *LINES, "", "data: [DONE]", ""], id="a list of all lines"),
        pytest.param([f"{line}\n\n" for line in LINES], id="a list of events"),
        pytest.param(json.dumps(LINES), id="a list of lines as text"),
        pytest.param([IT_IS, FOUR, "[DONE]"], id="values and an end"),
        pytest.param(
            [json.dumps(IT_IS), "", json.dumps(FOUR), "[DONE]", "{"], id="texts and an end"
        ),
    ],
)
def test_a_stream_is_read_in_every_legal_form(streamed: Any) -> None:
    call = decode(streamed)
    assert (call.messages[-1].content, call.failure) == ("It is 4.", None)


@pytest.mark.parametrize(
    ("streamed", "content", "failure"),
    [
        (events(IT_IS) + 'data: {"choices":[{"ind', "It is ", Reason.TRUNCATED),
        (events(IT_IS) + 'data: {"choices":[{"ind\n\n', "It is ", Reason.TRUNCATED),
        (events(IT_IS) + 'data: {\ndata: "choices":[{"ind', "It is ", Reason.TRUNCATED),
        ([LINES[0], 'data: {"choices":[{"ind'], "It is ", Reason.TRUNCATED),
        (events(IT_IS) + "da", "It is ", Reason.TRUNCATED),
        (events(IT_IS, FOUR) + 'data: {"usage', "It is 4.", None),
        (events(IT_IS, FOUR) + "data: [DO", "It is 4.", None),
    ],
)
def test_a_stream_that_breaks_off_inside_a_chunk_keeps_its_text(
    streamed: Any, content: str, failure: Reason | None
) -> None:
    call = decode(streamed)
    assert (call.messages[-1].content, call.failure) == (content, failure)


def test_a_broken_chunk_before_the_last_makes_the_stream_unreadable() -> None:
    streamed = events(IT_IS) + 'data: {"choices":[{"ind\n\n' + events(FOUR)
    fault = Undecodable(DeadReason.NOT_JSON, "response, line 3: not JSON at character 17")
    assert decode(streamed) == fault


PIECES = st.sampled_from(
    [
        *"{}\n\ufeff",
        "data:",
        "data: ",
        "\n\n",
        "\r\n",
        "[DONE]",
        "[]",
        "event: x",
        ": ping",
        *LINES,
        json.dumps(FOUR),
    ]
)


@given(st.lists(PIECES, max_size=8), st.booleans())
def test_no_stream_makes_it_fail(pieces: list[str], is_list: bool) -> None:
    assert isinstance(
        decode(pieces if is_list else "".join(pieces)), LiveCall | Ignored | Undecodable
    )


@given(st.integers(0, len(events(IT_IS, FOUR))))
def test_a_stream_may_be_cut_anywhere(end: int) -> None:
    found = decode(events(IT_IS, FOUR)[:end])
    assert isinstance(found, LiveCall | Ignored)
    if isinstance(found, LiveCall):
        assert "It is 4.".startswith(found.messages[-1].content)
