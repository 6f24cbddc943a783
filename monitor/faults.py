"""Faults that pydantic finds, as problems in the words of the person who wrote the file."""

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
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


def dotted(parts: Sequence[str | int]) -> str:
    """`plans.main.arms[0]`: where in a file something stands."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def one_of(value: str, allowed: Collection[str]) -> str:
    """The complaint that `value` is none of `allowed`, with the likeliest one first."""
    return f"{value!r} is not one of: {_listed(value, allowed)}"


def problems(error: ValidationError, model: type[BaseModel]) -> Iterator[Problem]:
    """Each fault of `error`, found while reading `model`. Of values only names are repeated."""
    for fault in error.errors(include_url=False, include_context=False):
        where: list[str | int] = list(fault["loc"])
        message = _message(fault["type"], fault["msg"], fault["input"])
        if fault["type"] == "extra_forbidden":
            message = f"this key is not known; known here: {_keys(model, where)}"
        if fault["type"] == "invalid_key":
            where[-1] = str(where[-1])
        if where and where[-1] == _KEY:
            where = [*where[:-2], str(where[-2])]
            message = f"as a key: {message}"
        yield Problem(dotted(where), message)


def _message(kind: str, text: str, value: object) -> str:
    if kind == "string_type" and isinstance(value, bool | int | float):
        return f"{text}; put quotes around it"
    return _WORDS.get(kind, text.removeprefix("Value error, "))


def _keys(model: type[BaseModel], where: Sequence[str | int]) -> str:
    found: Any = model
    for part in where[:-1]:
        found = _inside(found, part)
    return _listed(str(where[-1]), model_in(found).model_fields)


def _inside(annotation: Any, part: str | int) -> Any:
    """The type of what stands under `part` in a value of type `annotation`."""
    bare = bare_type(annotation)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return bare.model_fields[str(part)].annotation
    return next(a for a in reversed(get_args(bare)) if a is not Ellipsis)


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
    names = sorted(allowed)
    close = difflib.get_close_matches(value, names, n=1)
    ordered = close + [name for name in names if name not in close]
    return ", ".join(ordered) or "(none)"
