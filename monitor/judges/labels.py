"""Reads a label out of what a judge wrote. Strict: a label is never guessed from prose."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import Rubric
from monitor.thinking import without_thinking
from monitor.verdict import Reason, Unscored

_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n?```", re.DOTALL | re.IGNORECASE)
_KEYS = frozenset({"label", "reason"})


def read_label(rubric: Rubric, text: str) -> Labelled | Unscored:
    """The label in an answer that is one JSON object and nothing else; thinking before it and a
    code fence around it are passed over. Never raises."""
    fields = next((found for one in _forms(text) if (found := _object(one)) is not None), None)
    if fields is None:
        return _unreadable("not one JSON object")
    label, reason = fields.get("label"), fields.get("reason", "")
    if not fields.keys() <= _KEYS or not isinstance(reason, str):
        return _unreadable("an object of another shape")
    if not isinstance(label, str) or label not in rubric.becomes:
        return _unreadable("no label of the rubric")
    return Labelled(label, reason)


def _forms(text: str) -> Iterator[str]:
    """As it is first: a reason may quote a tag or a fence."""
    yield text
    said = without_thinking(text).strip()
    yield said
    fence = _FENCE.fullmatch(said)
    if fence:
        yield fence[1]


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _unreadable(why: str) -> Unscored:
    return Unscored(reason=Reason.JUDGE_UNREADABLE, detail=why)
