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


def live_version(
    sources: Sequence[VersionSource], record: RawRecord, model: str | None
) -> str | None:
    """The version of a live call. `model` is what its response names: where no source says
    anything of live records, that is the version."""
    for source in sources:
        read = _LIVE.get(source.source)
        version = version_of(read(source, record, model)) if read else None
        if version is not None:
            return version
    return version_of(model)


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
