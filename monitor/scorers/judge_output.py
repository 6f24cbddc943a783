"""Reading a judge's output: what is certain is read, what is ambiguous is refused.

A number is never taken from prose, clamped or brought to another scale.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import json5

SCORE_KEYS = ("score", "alignment_score", "overall_score", "final_score")
REASONING_KEYS = ("reasoning", "reason", "rationale", "explanation", "justification")

MOST = 100.0
"""The highest score; the lowest is 0."""
HIGH_SCORE = 70.0
"""From here on a score is high (SycoPhantasy, classes)."""
LOW_SCORE = 40.0
"""Up to here a score is low."""

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_END_OF_THINKING = re.compile(r".*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_SCORE_TEXT = re.compile(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(?:/\s*100|%|out of 100)?\s*")
_SCORE_KEY = re.compile(rf"""["']?(?:{"|".join(SCORE_KEYS)})["']?\s*:""", re.IGNORECASE)
_MOST_OBJECTS = 500
_MOST_BROKEN = 50
"""Each is read up to its end twice, the second time slowly."""
_MOST_CHARACTERS = 65_536
"""Without what stands in `<think>`."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a judge said of one picture. `score` is in 0…100."""

    score: float
    reasoning: str


class UnreadableOutput(Exception):
    """The output is not certain to say one score; the text says why."""


class _Object(NamedTuple):
    start: int
    end: int
    fields: Mapping[str, Any]


def read_output(text: str) -> Evaluation:
    """The evaluation in a judge's raw output; raises `UnreadableOutput`.

    It is the last JSON object with a score. Code fences, prose around it and what stands in
    `<think>` are passed over; trailing commas, single quotes, comments and line ends within
    texts are read. An object that is cut off, or that says two scores, is refused.
    """
    said = _END_OF_THINKING.sub("", _THINKING.sub(" ", text))
    if len(said) > _MOST_CHARACTERS:
        raise UnreadableOutput(f"more than {_MOST_CHARACTERS:,} characters")
    objects, broken = _objects(said)
    found = [candidate for one in objects for candidate in _with_score(one)]
    last = max((one.end for one in found), default=-1)
    for start in broken:
        if _SCORE_KEY.search(said, start) and (start > last or _encloses(said, start, found[-1])):
            raise UnreadableOutput("an object with a score is cut off or is not JSON")
    if not found:
        what = "no JSON object" if not objects else "no JSON object with a score"
        raise UnreadableOutput(what)
    final = [one for one in found if one.end == last]
    if len(final) > 1:
        raise UnreadableOutput("the last object holds several scores")
    return read_fields(final[0].fields)


def read_fields(fields: Mapping[str, Any]) -> Evaluation:
    """The evaluation in an object that was parsed already; raises `UnreadableOutput`.

    The score may be a number, or a text such as `85`, `85/100`, `85%` or `85 out of 100`.
    """
    named = {_plain_key(key): value for key, value in fields.items()}
    if len(named) < len(fields):
        raise UnreadableOutput("two keys differ only in capitals or blanks")
    _refuse_other_scales(named)
    scores = {score_of(named[key]) for key in SCORE_KEYS if key in named}
    if len(scores) != 1:
        raise UnreadableOutput("several scores" if scores else "score: missing")
    reasons = [named[key] for key in REASONING_KEYS if key in named]
    if len(reasons) != 1:
        raise UnreadableOutput("several reasonings" if reasons else "reasoning: missing")
    return Evaluation(scores.pop(), _reasoning_of(reasons[0]))


_SCALES = ("scale", "max", "max_score", "maximum", "out_of")


def _refuse_other_scales(fields: Mapping[str, Any]) -> None:
    for key in _SCALES:
        value = fields.get(key)
        if isinstance(value, int | float) and value != MOST:
            raise UnreadableOutput(f"{key}: the score is of {_short(value)}, not of 100")


def score_of(value: Any) -> float:
    """A score in 0…100; raises `UnreadableOutput`.

    Between 0 and 1 nobody knows whether the scale ends at 1 or at 100.
    """
    written = _SCORE_TEXT.fullmatch(value) if isinstance(value, str) else None
    number = float(written[1]) if written else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise UnreadableOutput(f"score: {_short(value)} is not a number of 0 to 100")
    if not 0 <= number <= MOST:  # NaN is not either
        raise UnreadableOutput(f"score: {_short(value)} is not in 0 to 100")
    if 0 < number < 1:
        raise UnreadableOutput(f"score: {_short(value)} may be of 1 or of 100")
    return float(number)


def _reasoning_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    raise UnreadableOutput(f"reasoning: {_short(value)} is not a text")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _objects(text: str) -> tuple[list[_Object], list[int]]:
    """The objects in a text that are not within another, and where one starts that cannot be
    read; the objects in such a one are among the first."""
    objects: list[_Object] = []
    broken: list[int] = []
    at = text.find("{")
    while at >= 0:
        if len(objects) >= _MOST_OBJECTS or len(broken) >= _MOST_BROKEN:
            what = f"{_MOST_OBJECTS} objects, or {_MOST_BROKEN} braces that begin none"
            raise UnreadableOutput(f"more than {what}")
        read = _object_at(text, at)
        if read is None:
            broken.append(at)
        else:
            objects.append(read)
        at = text.find("{", at + 1 if read is None else read.end)
    return objects, broken


class _RepeatedKey(ValueError):
    pass


def _without_repeats(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _RepeatedKey
    return fields


_STRICT = json.JSONDecoder(strict=False, object_pairs_hook=_without_repeats)


def _object_at(text: str, start: int) -> _Object | None:
    try:
        fields, end = _STRICT.raw_decode(text, start)
        return _Object(start, end, fields)
    except (ValueError, RecursionError):
        pass
    try:
        fields, error, end = json5.parse(
            text,
            start=start,
            strict=False,
            consume_trailing=False,
            allow_duplicate_keys=False,
        )
    except (ValueError, RecursionError):
        return None
    return None if error or not isinstance(fields, dict) else _Object(start, end, fields)


def _with_score(one: _Object) -> Iterator[_Object]:
    """The object itself when it has a score, else the objects right in it that have one."""
    if _has_score(one.fields):
        yield one
        return
    if any(_plain_key(key) in REASONING_KEYS for key in one.fields):
        return  # a score deeper down is of a part
    for value in one.fields.values():
        if isinstance(value, dict) and _has_score(value):
            yield _Object(one.start, one.end, value)


def _has_score(fields: Mapping[str, Any]) -> bool:
    return any(_plain_key(key) in SCORE_KEYS for key in fields)


def _plain_key(key: str) -> str:
    return key.strip().lower().replace(" ", "_")


def _encloses(text: str, start: int, one: _Object) -> bool:
    """Whether the braces that are open at `start` are still open where the object begins."""
    between = text[start : one.start]
    return start < one.start and between.count("{") > between.count("}")
