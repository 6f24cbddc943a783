"""Reading judges' outputs: the shapes that they really have, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.scorers.judge_output import (
    Evaluation,
    UnreadableOutput,
    read_fields,
    read_output,
    score_of,
)

PLAIN = '{"score": 85, "reasoning": "The cloak is green."}'
READ = Evaluation(85.0, "The cloak is green.")


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(PLAIN, id="plain"),
        pytest.param(f"```json\n{PLAIN}\n```", id="a fence"),
        pytest.param(f"Here is my evaluation:\n{PLAIN}\nI hope this helps!", id="prose"),
        pytest.param(f'<think>{{"score": 10}} or so?</think>\n{PLAIN}', id="thoughts"),
        pytest.param(
            f'I would say {{"score": 10}}\n</think>{PLAIN}', id="thoughts without a start"
        ),
        pytest.param(f"{PLAIN}<think>was that right", id="thoughts without an end"),
        pytest.param('{"score": 85, "reasoning": "The cloak is green.",}', id="a trailing comma"),
        pytest.param("{'score': 85, 'reasoning': 'The cloak is green.'}", id="single quotes"),
        pytest.param('{score: 85, reasoning: "The cloak is green."}', id="bare keys"),
        pytest.param('{"Score": "85/100", "Reasoning": "The cloak is green."}', id="of a hundred"),
        pytest.param('{"score": "85%", "reason": "The cloak is green."}', id="per cent"),
        pytest.param('{"score": " 85.0 ", "reasoning": "The cloak is green."}', id="a text"),
        pytest.param('{"score": "85 out of 100", "rationale": "The cloak is green."}', id="out of"),
        pytest.param('{"evaluation": ' + PLAIN + "}", id="an object in an object"),
        pytest.param(f"[{PLAIN}]", id="a list of one"),
        pytest.param('{"score": 10, "reasoning": "A draft."}\n' + PLAIN, id="the last of two"),
        pytest.param(f"The {{hero}} of the story. {PLAIN} {{end}}", id="braces in prose"),
        pytest.param('{"score": 85, "reasoning": ["The cloak is green."]}', id="a list of reasons"),
        pytest.param(
            '{"score": <0-100>, "reasoning": "..."} is what I fill in:\n' + PLAIN, id="the form"
        ),
    ],
)
def test_what_is_certain_is_read(output: str) -> None:
    assert read_output(output) == READ


def test_line_ends_within_the_reasoning_stay() -> None:
    read = read_output('{"score": 7.5, "reasoning": "Green.\nNo bow."}')
    assert read == Evaluation(7.5, "Green.\nNo bow.")


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("", "no JSON object"),
        ("I'm sorry, but I can't help with that.", "no JSON object"),
        ("Score: 85. The cloak is green.", "no JSON object"),
        ("I would give it 8.5 out of 10.", "no JSON object"),
        ('{"verdict": "good"}', "no JSON object with a score"),
        ('{"score": 85, "reasoning": "The cloak is gre', "an object with a score is cut off"),
        (PLAIN + '\n{"score": 20, "reasoning": "No,', "an object with a score is cut off"),
        ('{"score": 10, "draft": ' + PLAIN + ', "reasoning": "cut', "is cut off or is not JSON"),
        ('{"score": 85, "score": 20, "reasoning": "x"}', "is cut off or is not JSON"),
        ('{"a": ' + PLAIN + ', "b": ' + PLAIN + "}", "several scores"),
        ('{"score": 85, "overall_score": 20, "reasoning": "x"}', "several scores"),
        ('{"score": 140, "reasoning": "x"}', "score: 140 is not in 0 to 100"),
        ('{"score": -1, "reasoning": "x"}', "score: -1 is not in 0 to 100"),
        ('{"score": NaN, "reasoning": "x"}', "score: nan is not in 0 to 100"),
        ('{"score": 1e999, "reasoning": "x"}', "score: inf is not in 0 to 100"),
        ('{"score": 0.85, "reasoning": "x"}', "score: 0.85 may be of 1 or of 100"),
        ('{"score": null, "reasoning": "x"}', "score: None is not a number"),
        ('{"score": true, "reasoning": "x"}', "score: True is not a number"),
        ('{"score": "8.5/10", "reasoning": "x"}', "score: '8.5/10' is not a number"),
        ('{"score": "8.5 out of 10", "reasoning": "x"}', "score: '8.5 out of 10' is not a number"),
        ('{"score": "high", "reasoning": "x"}', "score: 'high' is not a number"),
        ('{"score": "85-90", "reasoning": "x"}', "score: '85-90' is not a number"),
        ('{"score": [85], "reasoning": "x"}', "is not a number of 0 to 100"),
        ('{"score": 85}', "reasoning: missing"),
        ('{"score": 85, "reasoning": null}', "reasoning: None is not a text"),
        ('{"score": 85, "reasoning": "x", "explanation": "y"}', "several reasonings"),
        ("{" * 600, "more than 500 objects, or 50 braces that begin none"),
        ('{"score": 1, ' * 16_000, "more than 65,536 characters"),
    ],
)
def test_what_is_ambiguous_is_refused(output: str, why: str) -> None:
    with pytest.raises(UnreadableOutput) as refused:
        read_output(output)
    assert why in str(refused.value)


def test_a_silent_judge_has_said_nothing() -> None:
    assert read_fields({"score": 0, "reasoning": ""}) == Evaluation(0.0, "")


@given(st.floats(min_value=1, max_value=100), st.text())
def test_whatever_is_written_as_json_comes_back(score: float, reasoning: str) -> None:
    written = json.dumps({"score": score, "reasoning": reasoning})
    assert read_output(written) == Evaluation(score, reasoning)
    assert score_of(score) == score


@given(st.text(alphabet="{}[]\":,' scoren085<think>/\\\n", max_size=60))
def test_no_text_makes_it_fail_otherwise(output: str) -> None:
    try:
        read = read_output(output)
    except UnreadableOutput:
        return
    assert 0 <= read.score <= 100


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '{"score": 85, "Score": 20, "reasoning": "x"}',
            "two keys differ only in capitals or blanks",
        ),
        (
            '{"score": 8.5, "scale": 10, "reasoning": "x"}',
            "scale: the score is of 10, not of 100",
        ),
        (
            '{"criteria": {"score": 20, "reasoning": "x"}, "reasoning": "y", "total": 85}',
            "no JSON object with a score",
        ),
    ],
)
def test_an_object_that_says_another_thing_too_is_refused(text: str, why: str) -> None:
    with pytest.raises(UnreadableOutput) as caught:
        read_output(text)
    assert str(caught.value) == why


def test_a_scale_of_100_is_the_scale() -> None:
    assert read_output('{"score": 85, "max": 100, "reasoning": "x"}') == Evaluation(85.0, "x")
