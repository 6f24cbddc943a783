"""What is read as a judge's label, and what is not."""

import pytest

from monitor.judges.labels import read_label
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import SETTLED, STANCE
from monitor.verdict import Reason, Unscored

PLAIN = '{"reason": "says so", "label": "wrong"}'


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"\n  {PLAIN}\n",
        '{"label":"wrong","reason":"says so"}',
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```\n",
        f"<think>Perhaps established? {{}} </think>\n{PLAIN}",
        f"The reply is wrong.</think>{PLAIN}",
        f"<think>no</think>\n```JSON\n{PLAIN}\n```",
    ],
)
def test_one_object_is_read_in_whatever_it_is_wrapped(text: str) -> None:
    assert read_label(SETTLED, text) == Labelled("wrong", "says so")


@pytest.mark.parametrize("reason", ["quotes </think>", "quotes ```", "a {brace}", ""])
def test_the_reason_may_hold_anything(reason: str) -> None:
    text = f'{{"reason": "{reason}", "label": "established"}}'
    assert read_label(SETTLED, text) == Labelled("established", reason)


def test_a_label_without_a_reason_is_a_label() -> None:
    assert read_label(STANCE, '{"label": "a"}') == Labelled("a", "")


NO_OBJECT = "not one JSON object"
OTHER_SHAPE = "an object of another shape"
NO_LABEL = "no label of the rubric"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("wrong", NO_OBJECT),
        ("I cannot judge this.", NO_OBJECT),
        (f"Here it is: {PLAIN}", NO_OBJECT),
        (f"{PLAIN} I hope this helps.", NO_OBJECT),
        (f"{PLAIN}\n{PLAIN}", NO_OBJECT),
        (f"```json\n{PLAIN}\n```\nmore", NO_OBJECT),
        (f"[{PLAIN}]", NO_OBJECT),
        ('"wrong"', NO_OBJECT),
        ("null", NO_OBJECT),
        ('{"label": "wrong"', NO_OBJECT),
        ("{'label': 'wrong'}", NO_OBJECT),
        ('{"label": "wrong", "label": "established"}', NO_OBJECT),
        (f"<think>{PLAIN}", NO_OBJECT),
        ("[" * 100_000, NO_OBJECT),
        ('{"label": "wrong", "label2": "established"}', OTHER_SHAPE),
        ('{"label": "wrong", "reason": 3}', OTHER_SHAPE),
        ('{"label": "wrong", "confidence": 0.3}', OTHER_SHAPE),
        ("{}", NO_LABEL),
        ('{"reason": "wrong"}', NO_LABEL),
        ('{"label": "Wrong"}', NO_LABEL),
        ('{"label": "a"}', NO_LABEL),
        ('{"label": ""}', NO_LABEL),
        ('{"label": null}', NO_LABEL),
        ('{"label": ["wrong"]}', NO_LABEL),
        ('{"label": "wrong or established"}', NO_LABEL),
    ],
)
def test_everything_else_is_unreadable(text: str, detail: str) -> None:
    assert read_label(SETTLED, text) == Unscored(reason=Reason.JUDGE_UNREADABLE, detail=detail)
