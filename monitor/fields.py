"""Kinds of value that stand in a configuration, and how each is checked.

Those that name something (a decoder, a target, a suite) are checked against the `Names` that
pydantic is given as its context. Without a context they are only checked for their form.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, ValidationInfo

from monitor.faults import one_of


@dataclass(frozen=True, slots=True)
class Known:
    """The plug-in tables' legal names, so that this module imports no plug-in."""

    decoders: Collection[str]
    arms: Mapping[str, Collection[str]]
    """Arms by probe family."""
    suites: Collection[str]


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in a configuration may refer to; the context in which it is checked."""

    known: Known
    targets: Collection[str] | None
    """Null when it cannot be told, since `targets` is not a mapping."""
    topics: Mapping[str, int]
    """How often each topic stands among the sources."""


def names_in(fields: Mapping[Any, Any], known: Known) -> Names:
    """The names in `fields`, which may be anything that YAML can say."""
    targets = fields.get("targets", {})
    intake = fields.get("intake")
    sources = intake.get("sources") if isinstance(intake, dict) else None
    entries = sources if isinstance(sources, list | tuple) else ()
    topics = (entry.get("topic") for entry in entries if isinstance(entry, dict))
    return Names(
        known=known,
        targets=[str(name) for name in targets] if isinstance(targets, Mapping) else None,
        topics=Counter(topic for topic in topics if isinstance(topic, str)),
    )


def _form(pattern: str, words: str) -> AfterValidator:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(f"Input should be {words}")
        return value

    return AfterValidator(check)


def _url(value: str) -> str:
    try:
        parts = urlsplit(value)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or any(char.isspace() for char in value):
        raise ValueError("Input should be an http:// or https:// URL")
    if parts.username is not None or parts.password is not None:
        raise ValueError("a URL should not hold a user or a password: everyone can read it")
    if parts.query or parts.fragment:
        raise ValueError("a URL should not hold a query or a fragment")
    return value


def _decoder(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    return value if names is None else _one_of(value, names.known.decoders)


def _target(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    return value if names is None or names.targets is None else _one_of(value, names.targets)


def _family(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    return value if names is None else _one_of(value, names.known.arms)


def _arm(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    family = info.data.get("family")  # missing when the family itself is at fault
    return value if names is None or family is None else _one_of(value, names.known.arms[family])


def _suite(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    if names is None or value in names.known.suites or _is_file(value):
        return value
    raise ValueError(f"not a file, and {one_of(value, names.known.suites)}")


def _topic(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    if names is not None and names.topics[value] > 1:
        raise ValueError(f"{value!r} stands in more than one source; its records would count twice")
    if ".sycophancy." in value:
        raise ValueError(f"{value!r} has the name of one of the monitor's own topics")
    return value


def _one_of(value: str, allowed: Collection[str]) -> str:
    if value not in allowed:
        raise ValueError(one_of(value, allowed))
    return value


def _is_file(value: str) -> bool:
    try:
        return Path(value).is_file()
    except OSError:
        return False


Name = Annotated[
    str,
    _form(
        r"[a-z0-9][a-z0-9._-]{0,62}",
        "up to 63 of a-z, 0-9, dot, dash and underscore, with a letter or digit first",
    ),
]
"""Safe in topics, labels and file names."""

LabelName = Annotated[
    str,
    _form(r"[a-z][a-z0-9_]{0,62}", "up to 63 of a-z, 0-9 and underscore, with a letter first"),
]
"""What Prometheus takes as the name of a label."""

EnvName = Annotated[
    str, _form(r"[A-Za-z_][A-Za-z0-9_]*", "the name of an environment variable, not its value")
]
Server = Annotated[
    str, _form(r"(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}", "host:port, [host]:port for IPv6")
]
TopicName = Annotated[
    str,
    _form(r"[A-Za-z0-9._-]{1,249}", "up to 249 letters, digits, dots, dashes and underscores"),
    AfterValidator(_topic),
]
Url = Annotated[str, AfterValidator(_url)]
DecoderName = Annotated[str, AfterValidator(_decoder)]
TargetName = Annotated[str, AfterValidator(_target)]
FamilyName = Annotated[str, AfterValidator(_family)]
ArmName = Annotated[str, AfterValidator(_arm)]
SuiteName = Annotated[str, AfterValidator(_suite)]
