"""What the configured sources of a version say by themselves, without a request."""

from collections.abc import Callable, Mapping, Sequence

from monitor.record import RawRecord
from monitor.settings.versions import VersionSource
from monitor.versions import version_of


def unchanging(sources: Sequence[VersionSource]) -> str | None:
    """Why the version of a target can never change; null when it can. Without a change no update
    of the model is ever noticed."""
    if sources[0].source == "static":
        behind = ", and the sources after it are never read" if len(sources) > 1 else ""
        return f"its version is written in the configuration (static){behind}"
    if all(source.source == "record" for source in sources):
        return "its version is read from live records only, and probes have none"
    if {source.source for source in sources} <= {"record", "static"}:
        return "probes have no record, so theirs is the version in the configuration (static)"
    return None


def is_live_comparable(sources: Sequence[VersionSource]) -> bool:
    """Whether a version of live calls is a name that probes of the same target may give as well.

    It is where the first source that says something of live calls is the first that probes read.
    A `record` says the same as a `header`, since the gateway fills both, and there is nothing
    beside it where probes read no version at all. Elsewhere one version has two names, so that a
    name in live traffic says nothing of whether the version is new.
    """
    live = next((source.source for source in sources if source.source in _LIVE), None)
    probed = next((source.source for source in sources if source.source != "record"), None)
    return live is not None and (probed is None or _PROBED_AS.get(live, live) == probed)


def live_version(
    sources: Sequence[VersionSource], record: RawRecord, model: str | None
) -> str | None:
    """The version of a live call; null where the sources that speak of live calls say nothing.

    `model` is what its response names: where no source speaks of live calls, that is what they
    are called. Where live calls and probes can be compared, later sources of another kind are
    not read: the same version would get a second name.
    """
    speaking = [source for source in sources if source.source in _LIVE]
    if not speaking:
        return version_of(model)
    if is_live_comparable(sources):
        speaking = [source for source in speaking if source.source == speaking[0].source]
    read = (version_of(_LIVE[source.source](source, record, model)) for source in speaking)
    return next((version for version in read if version is not None), None)


def _header(source: VersionSource, record: RawRecord, _model: str | None) -> str | None:
    wanted = (source.name or "").lower()
    values = (value for name, value in record.headers if name.lower() == wanted)
    return next((value.decode("utf-8", "replace") for value in values if value is not None), None)


_LIVE: Mapping[str, Callable[[VersionSource, RawRecord, str | None], str | None]] = {
    "record": _header,
    "response_model": lambda _source, _record, model: model,
    "static": lambda source, _record, _model: source.name,
}
"""Sources that say something of a live call; the others belong to the answer of a probe."""

_PROBED_AS: Mapping[str, str] = {"record": "header"}
"""What a source of live calls is compared with where probes have another name for it."""
