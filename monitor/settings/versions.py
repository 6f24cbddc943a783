"""Where the version that served a reply is read."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator

from monitor.faults import begins_as_a_key, named
from monitor.fields import Filled, header_name
from monitor.settings.base import Settings
from monitor.versions import version_of


def _plain_version(value: str) -> str:
    if version_of(value) is None:
        raise ValueError("Input should be at most 100 letters, digits and . _ : / + -")
    return value


VersionName = Annotated[str, AfterValidator(_plain_version)]
Groups = Mapping[VersionName, tuple[Filled, ...]]

_TAKEN_BY: Mapping[str, tuple[str, ...]] = {
    "name": ("header", "record", "static"),
    "path": ("file",),
    "entry": ("models",),
    "every_seconds": ("models",),
    "groups": ("fingerprint",),
}
"""The sources that a key goes with."""

_NEEDED = frozenset({"name", "path"})
"""Keys that their sources cannot do without."""

_FORMS: Mapping[str, Callable[[str], str]] = {
    "header": header_name,
    "record": header_name,
    "static": _plain_version,
}
"""What a name has to be, by source."""


class VersionSource(Settings):
    """Where the version that served a reply is read. Of several sources the first that gives one
    counts. A version is at most 100 letters, digits and `. _ : / + -`; anything else is none.

    Live calls have no response to read, but a record: `record`, `response_model` and `static` speak
    of them, and the other sources do not. See [versions.md](versions.md)."""

    source: Literal[
        "header", "record", "file", "models", "response_model", "fingerprint", "static"
    ] = "response_model"
    """`header`: a header of the response. `record`: a header of a live record; probes have none.
    `file`: the first line of a file that the roll-out writes, read anew with each reply.
    `models`: what `/v1/models` says. `response_model`: the reply's `model`; many servers only
    repeat the name that was asked for, and then it never changes. `fingerprint`: the reply's
    `model` and `system_fingerprint`. `static`: what you write here; it never changes."""
    name: str | None = None
    """The header's name, or the version itself when it is static."""
    path: Path | None = None
    """The file. While it is missing or empty, this source gives no version."""
    entry: Filled | None = None
    """Which value of the model's entry in `/v1/models` is the version; `root` when left out.
    vLLM writes the time of the question into `created`, so that is no version there."""
    every_seconds: float | None = Field(None, gt=0, le=3600)
    """How often `/v1/models` is asked at most; 30 when left out. For as long a change may go
    unseen. After a list that failed it is asked again at the next reply, once a second at most,
    and until it answers the version is unknown."""
    groups: Groups | None = None
    """Fingerprints of replicas that serve one and the same version, under a name for it. One that
    stands nowhere here is a version of its own: only you can tell replicas from a slow roll-out.
    Fingerprints that come by turns are told in the log."""

    @field_validator(*_TAKEN_BY)
    @classmethod
    def _goes_with_its_source(cls, value: Any, info: ValidationInfo) -> Any:
        source, key = info.data.get("source"), str(info.field_name)
        if source is None:  # it is at fault itself
            return value
        takers = _TAKEN_BY[key]
        if value is not None and source not in takers:
            raise ValueError(f"goes with source {_either(takers)}, not with {source}")
        if key in _NEEDED and source in takers and value in (None, ""):
            raise ValueError(f"needed with source {source}")
        return value

    @field_validator("name")
    @classmethod
    def _has_its_form(cls, name: str | None, info: ValidationInfo) -> str | None:
        if name is not None and begins_as_a_key(name):
            raise ValueError("it begins as a secret does, and everyone can read it in labels")
        form = _FORMS.get(info.data.get("source", ""))
        return name if form is None or name is None else form(name)

    @field_validator("groups")
    @classmethod
    def _are_apart(cls, groups: Groups | None) -> Groups | None:
        counts = Counter(one for members in (groups or {}).values() for one in members)
        twice = next((one for one, count in counts.items() if count > 1), None)
        if twice is not None:
            raise ValueError(f"{named(twice)!r} stands in more than one place")
        return groups


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _listed(value: Any) -> Any:
    """One source may stand without a list around it."""
    return (value,) if isinstance(value, Mapping | VersionSource) else value


def _filled(sources: tuple[VersionSource, ...]) -> tuple[VersionSource, ...]:
    if not sources:
        raise ValueError("at least one source is needed")
    return sources


VersionSources = Annotated[
    tuple[VersionSource, ...], BeforeValidator(_listed), AfterValidator(_filled)
]
"""As many as you like, the most trusted first."""
