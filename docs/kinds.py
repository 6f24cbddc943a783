"""Types of fields in plain words."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

_PLAIN: Mapping[Any, str] = {
    bool: "true or false",
    int: "whole number",
    float: "number",
    str: "text",
    Path: "path",
    Any: "anything",
}


def kind(annotation: Any) -> str:
    """`list of text` for `tuple[str, ...]`; models and enums by their name, as a link."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel | StrEnum):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return kind(inside[0])
    if origin is Literal:
        return either([f"`{value}`" for value in inside])
    if origin in (Union, UnionType):
        nullable = ["null"] if NoneType in inside else []
        return either([kind(one) for one in inside if one is not NoneType] + nullable)
    if origin is tuple:
        items = [one for one in inside if one is not Ellipsis]
        return f"list of {kind(items[0])}"
    if origin is Mapping:
        return f"mapping of {kind(inside[0])} to {kind(inside[1])}"
    raise TypeError(f"no words for {annotation!r}")


def either(words: list[str]) -> str:
    """`a, b or c`."""
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def one_line(text: str | None) -> str:
    """A docstring or a comment in one line, safe inside a table."""
    return " ".join((text or "").split()).replace("|", "\\|")
