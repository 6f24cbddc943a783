"""Kinds of value that stand in a configuration, and how each is checked.

Those that name something (a decoder, a target, a suite) are checked against the `Names` that
pydantic is given as its context. Without a context they are only checked for their form.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, ValidationInfo

from monitor.faults import closest, named, one_of, shown
from monitor.timetable import cron_gaps, parse_quiet


def _is_any(_family: str, _suite: str) -> bool:
    """For who has no suites: any name may be one."""
    return True


def _no_fault(_family: str, _suite: str) -> None:
    """For who has no means of reading suites."""


@dataclass(frozen=True, slots=True)
class Known:
    """The plug-in tables' legal names, so that this module imports no plug-in."""

    decoders: Collection[str]
    arms: Mapping[str, Collection[str]]
    """Arms by probe family."""
    suites: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Suites by probe family, to be told."""
    is_suite: Callable[[str, str], bool] = _is_any
    """Whether a family has a suite of that name."""
    suite_fault: Callable[[str, str], str | None] = _no_fault
    """What is wrong with the suite of a family at a path; null when it can be played."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in a configuration may refer to; the context in which it is checked."""

    known: Known
    targets: Collection[str] | None
    """Null when it cannot be told, since `targets` is not a mapping."""
    topics: Mapping[str, int]
    """How often each topic stands among the sources."""
    models: Mapping[str, str] = field(default_factory=dict)
    """The model of each target, where it can be told."""
    prices: Collection[str] | None = None
    """Models that have a price. Null when it cannot be told."""


def names_in(fields: Mapping[Any, Any], known: Known) -> Names:
    """The names in `fields`, which may be anything that YAML can say."""
    targets = fields.get("targets", {})
    intake = fields.get("intake")
    sources = intake.get("sources") if isinstance(intake, dict) else None
    entries = sources if isinstance(sources, list | tuple) else ()
    topics = (entry.get("topic") for entry in entries if isinstance(entry, dict))
    prices = fields.get("prices", {})
    return Names(
        known=known,
        targets=[str(name) for name in targets] if isinstance(targets, Mapping) else None,
        topics=Counter(topic for topic in topics if isinstance(topic, str)),
        models={
            str(name): target["model"]
            for name, target in (targets.items() if isinstance(targets, Mapping) else ())
            if isinstance(target, Mapping) and isinstance(target.get("model"), str)
        },
        prices=[str(name) for name in prices] if isinstance(prices, Mapping) else None,
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
    if not (parts.hostname or "").isascii():
        raise ValueError("the host should be plain ASCII; write another name in its xn-- form")
    if parts.username is not None or parts.password is not None:
        raise ValueError("a URL should not hold a user or a password: everyone can read it")
    if parts.query or parts.fragment:
        raise ValueError("a URL should not hold a query or a fragment")
    return value


_CALLS = ("/chat/completions", "/completions")


def _base_url(value: str) -> str:
    path = urlsplit(value).path.rstrip("/")
    if path.endswith(_CALLS):
        raise ValueError("Input should be the base URL, ending in /v1, not the URL of one call")
    return value


_PORTS: Mapping[str, int] = {"http": 80, "https": 443}


def address(url: str) -> tuple[str, str | None, int | None, str]:
    """What two URLs have in common that lead to the same place, however they are written."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    return scheme, parts.hostname, parts.port or _PORTS.get(scheme), parts.path.rstrip("/")


_SERVER = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")


def _server(value: str) -> str:
    match = _SERVER.fullmatch(value)
    if match is None:
        raise ValueError("Input should be host:port, [host]:port for IPv6")
    if not 1 <= int(match[1]) <= 65535:
        raise ValueError("the port should be from 1 to 65535")
    return value


_HOST_NAME = re.compile(r"(?=.{1,253}$)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*+")


def _host(value: str) -> str:
    try:
        ip_address(value)
    except ValueError:
        # Digits and dots alone are a mistyped address, not a name.
        if not _HOST_NAME.fullmatch(value) or not re.search("[A-Za-z]", value):
            raise ValueError("Input should be a host name or an IP address") from None
    return value


def _filled(value: str) -> str:
    if not value.strip():
        raise ValueError("Input should not be empty or blank")
    return value


def header_name(value: str) -> str:
    """The name of an HTTP header (a token of RFC 9110, section 5.6.2); raises `ValueError`."""
    if re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", value) is None:
        raise ValueError("Input should be the name of an HTTP header, without its colon")
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
    family = info.data.get("family")  # missing when the family itself is at fault
    if names is None or family is None or names.known.is_suite(family, value):
        return value
    if not _exists(value):
        raise ValueError(f"not a file, and {one_of(value, names.known.suites[family])}")
    fault = names.known.suite_fault(family, value)
    if fault is not None:
        raise ValueError(fault)
    return value


def _topic(value: str, info: ValidationInfo) -> str:
    names: Names | None = info.context
    if names is not None and names.topics[value] > 1:
        raise ValueError(
            f"{named(value)!r} stands in more than one source; its records would count twice"
        )
    if ".sycophancy." in value:
        raise ValueError(f"{named(value)!r} has the name of one of the monitor's own topics")
    return value


def _cron(value: str) -> str:
    cron_gaps(value)
    return value


def _quiet(value: str) -> str:
    parse_quiet(value)
    return value


def _time_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # OSError: the name of a folder of zones
        zones = available_timezones()
        close = "".join(f"; {zone} is one" for zone in closest(value, zones))
        raise ValueError(
            f"{shown(value, zones)!r} is not the name of a time zone, as Europe/Amsterdam or UTC"
            f"{close}"
        ) from None
    return value


def _one_of(value: str, allowed: Collection[str]) -> str:
    if value not in allowed:
        raise ValueError(one_of(value, allowed))
    return value


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
Filled = Annotated[str, AfterValidator(_filled)]
"""Text that says something."""

CronLine = Annotated[str, AfterValidator(_cron)]
QuietHours = Annotated[str, AfterValidator(_quiet)]
TimeZone = Annotated[str, AfterValidator(_time_zone)]
"""A name of the IANA database."""

HeaderName = Annotated[str, AfterValidator(header_name)]
HeaderValue = Annotated[
    str, _form(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?", "plain ASCII text without line breaks")
]
Host = Annotated[str, AfterValidator(_host)]
Server = Annotated[str, AfterValidator(_server)]
TopicName = Annotated[
    str,
    _form(r"[A-Za-z0-9._-]{1,249}", "up to 249 letters, digits, dots, dashes and underscores"),
    AfterValidator(_topic),
]
Url = Annotated[str, AfterValidator(_url)]
BaseUrl = Annotated[str, AfterValidator(_url), AfterValidator(_base_url)]
DecoderName = Annotated[str, AfterValidator(_decoder)]
TargetName = Annotated[str, AfterValidator(_target)]
FamilyName = Annotated[str, AfterValidator(_family)]
ArmName = Annotated[str, AfterValidator(_arm)]
SuiteName = Annotated[str, AfterValidator(_suite)]


def _exists(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):
        return False
