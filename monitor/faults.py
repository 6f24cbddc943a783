"""Faults that pydantic finds, as problems in the words of the person who wrote the file."""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from monitor.errors import Problem

_WORDS: Mapping[str, str] = {
    "dict_type": "Input should be a mapping",
    "invalid_key": "a key should be a string; put quotes around it",
    "mapping_type": "Input should be a mapping",
    "model_type": "Input should be a mapping",
    "tuple_type": "Input should be a list",
}
"""pydantic's fault types whose own text speaks of Python rather than of YAML."""

_KEY = "[key]"
"""How pydantic marks that a mapping's key is at fault, not its value."""

_EMPTY = "nothing stands under this key; write something there, or leave the key out"
_CONTAINERS = frozenset({"dict_type", "mapping_type", "model_type", "tuple_type"})

_KEY_BEGINNING = re.compile(
    r"(?:(?:sk|pk|rk)[-_]|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|hf_|npm_|pypi-|A[KS]IA"
    r"|AIza|ya29\.|SG\.|eyJ)(?=.{5}).*+"
    r"|-----BEGIN.*+",
    re.DOTALL,
)
_SECRET = re.compile(
    rf"{_KEY_BEGINNING.pattern}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/=_]{20,}+",
    re.DOTALL,
)
"""Keys and tokens by their shape: a known beginning, or one long word with digits in it."""

_WORDS_ONLY = re.compile(r"[A-Za-z]+(?:[ ._/-][A-Za-z]+)*+")
_LONGEST_SHOWN = 24
_FILE_ENDINGS = (".jsonl", ".json")
_SHOWN_OF_A_SECRET = 3


class Faults(ValueError):
    """What a check of a whole section finds, each with its place within the section."""

    def __init__(self, found: Sequence[tuple[Sequence[str], str]]) -> None:
        super().__init__("; ".join(f"{dotted(place)}: {what}" for place, what in found))
        self.found = found


def dotted(parts: Iterable[str | int]) -> str:
    """`plans.main.arms[0]`: where in a file something stands."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{named(part)}" if path else named(part)
    return path


def named(text: str) -> str:
    """A name that somebody chose, cut where it looks like a secret."""
    return _cut(text) if _SECRET.fullmatch(text) else text


def shown(text: str, allowed: Collection[str]) -> str:
    """What stands where one of `allowed` should: whole when it is a typing error or plain
    words, else cut, since it may be a secret that stands in the wrong place."""
    if _SECRET.fullmatch(text):
        return _cut(text)
    is_plain = len(text) <= _LONGEST_SHOWN and _WORDS_ONLY.fullmatch(text)
    if is_plain or text.endswith(_FILE_ENDINGS) or closest(text, allowed):
        return text
    return _cut(text)


def begins_as_a_key(text: str) -> bool:
    """Whether it has the beginning of a well-known kind of key or token, also after `Bearer`."""
    value = re.sub(r"(?i)^(?:bearer|basic|token)\s+", "", text)
    return value != text or _KEY_BEGINNING.fullmatch(value) is not None


def _cut(text: str) -> str:
    return f"{text[:_SHOWN_OF_A_SECRET]}…"


def one_of(value: str, allowed: Collection[str]) -> str:
    """The complaint that `value` is none of `allowed`, with the likeliest one first."""
    return f"{shown(value, allowed)!r} is not one of: {_listed(value, allowed)}"


def problems(error: ValidationError, model: type[BaseModel]) -> Iterator[Problem]:
    """Each fault of `error`, found while reading `model`. Of values only names are repeated."""
    faults = error.errors(include_url=False)
    nulls = {
        fault["loc"][:-1]
        for fault in faults
        if fault["loc"][-1:] == (_KEY,) and fault["input"] is None
    }
    for fault in faults:
        kind, loc = fault["type"], fault["loc"]
        where = ["null" if loc[: end + 1] in nulls else loc[end] for end in range(len(loc))]
        found = fault.get("ctx", {}).get("error")
        if isinstance(found, Faults):
            for place, what in found.found:
                yield Problem(dotted(_keyed(model, [*where, *place])), what)
            continue
        message = _message(kind, fault["msg"], fault["input"])
        if kind == "extra_forbidden":
            known = _fields(model, where)
            message = f"this key is not known; known here: {_listed(str(where[-1]), known)}"
            where[-1] = shown(str(where[-1]), known)
        elif kind == "invalid_key" and where[-1] == "None":
            where[-1] = "null"
        elif where[-1:] == [_KEY]:
            where.pop()
            no_text = kind == "string_type"
            message = _WORDS["invalid_key"] if no_text else f"as a key: {message}"
        yield Problem(dotted(_keyed(model, where)), message)


def _message(kind: str, text: str, value: object) -> str:
    if value is None and kind in _CONTAINERS:
        return _EMPTY
    if kind == "string_type" and isinstance(value, bool | int | float):
        return f"{text}; put quotes around it"
    return _WORDS.get(kind, text.removeprefix("Value error, "))


def _keyed(model: type[BaseModel], where: Sequence[str | int]) -> Iterator[str | int]:
    """`where` with numbers only for what stands in a list: a mapping's key may be one too."""
    found: Any = model
    for part in where:
        is_item = get_origin(bare_type(found)) is tuple
        yield part if is_item else str(part)
        found = _inside(found, part)


def _fields(model: type[BaseModel], where: Sequence[str | int]) -> Collection[str]:
    found: Any = model
    for part in where[:-1]:
        found = _inside(found, part)
    return model_in(found).model_fields


def _inside(annotation: Any, part: str | int) -> Any:
    """The type of what stands under `part` in a value of type `annotation`."""
    bare = bare_type(annotation)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        field = bare.model_fields.get(str(part))
        return field.annotation if field else None
    return next((a for a in reversed(get_args(bare)) if a is not Ellipsis), None)


def bare_type(annotation: Any) -> Any:
    """`annotation` without `Annotated` and without `| None`."""
    if get_origin(annotation) is Annotated:
        return bare_type(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return bare_type(next(a for a in get_args(annotation) if a is not type(None)))
    return annotation


def model_in(annotation: Any) -> type[BaseModel]:
    """The model that a value of type `annotation` is."""
    bare = bare_type(annotation)
    if not (isinstance(bare, type) and issubclass(bare, BaseModel)):
        raise TypeError(f"not a model: {annotation!r}")
    return bare


def _listed(value: str, allowed: Collection[str]) -> str:
    close = closest(value, allowed)
    ordered = close + [name for name in sorted(allowed) if name not in close]
    return ", ".join(map(named, ordered)) or "(none)"


def closest(value: str, allowed: Collection[str]) -> list[str]:
    """The one of `allowed` that was likely meant, or none."""
    return difflib.get_close_matches(value, sorted(allowed), n=1)
