"""Which version served a reply, from the sources that a target names."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from monitor.clock import Clock
from monitor.endpoints.model_entry import ListModels, ModelEntry
from monitor.settings.versions import VersionSource
from monitor.versions import fingerprint_version, version_of

log = logging.getLogger(__name__)

_EVERY_SECONDS = 30.0
_ENTRY = "root"
_MOST_CHARACTERS = 200
_MOST_REMEMBERED = 100


@dataclass(frozen=True, slots=True)
class Served:
    """What a reply says of who gave it. Names of headers are looked up without case."""

    headers: Mapping[str, str]
    model: str | None = None
    fingerprint: str | None = None


class VersionReader:
    """Reads the sources in their order. `name` is how the target is called in the log."""

    def __init__(
        self,
        sources: Sequence[VersionSource],
        model: str,
        name: str,
        clock: Clock,
        list_models: ListModels,
    ) -> None:
        self._sources = sources
        self._name = name
        self._readers: Mapping[str, Callable[[VersionSource, Served], Awaitable[str | None]]] = {
            "header": self._header,
            "record": self._record,
            "file": self._file,
            "models": self._entry,
            "response_model": self._response_model,
            "fingerprint": self._fingerprint,
            "static": self._static,
        }
        self._listed = ModelEntry(model, clock, list_models, self._tell)
        self._told: set[str] = set()
        self._fingerprints: dict[str, None] = {}

    async def read(self, served: Served) -> str | None:
        """The version; null when no source gives one."""
        for source in self._sources:
            version = version_of(await self._readers[source.source](source, served))
            if version is not None:
                return version
        return None

    async def _header(self, source: VersionSource, served: Served) -> str | None:
        return served.headers.get(source.name or "")

    async def _record(self, _source: VersionSource, _served: Served) -> None:
        """Live traffic only."""

    async def _file(self, source: VersionSource, _served: Served) -> str | None:
        path = source.path or Path()
        try:
            with path.open(encoding="utf-8") as file:
                found = file.read(_MOST_CHARACTERS).strip().partition("\n")[0].strip()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            self._tell(f"the version file {path} cannot be read: {why}")
            return None
        if not found:
            self._tell(f"the version file {path} is empty")
        return found

    async def _response_model(self, _source: VersionSource, served: Served) -> str | None:
        return served.model

    async def _static(self, source: VersionSource, _served: Served) -> str | None:
        return source.name

    async def _fingerprint(self, source: VersionSource, served: Served) -> str | None:
        groups = source.groups or {}
        version = version_of(fingerprint_version(served.model, served.fingerprint, groups))
        if version is not None:
            self._watch(version)
        return version

    def _watch(self, version: str) -> None:
        """Say so when one comes back after another: replicas that should be one group, or a
        roll-out under way."""
        seen = self._fingerprints
        other = next(reversed(seen), version)
        if version in seen and other != version:
            pair = " and ".join(sorted((version, other)))
            self._tell(
                f"{pair} come by turns; if they are replicas of one version, name their "
                "fingerprints under groups"
            )
        seen.pop(version, None)
        seen[version] = None
        while len(seen) > _MOST_REMEMBERED:
            del seen[next(iter(seen))]

    async def _entry(self, source: VersionSource, _served: Served) -> str | None:
        entry = await self._listed.read(source.every_seconds or _EVERY_SECONDS)
        found = entry.get(source.entry or _ENTRY)
        return str(found).lstrip("/") if isinstance(found, str | int) else None

    def _tell(self, text: str) -> None:
        """Each thing once."""
        if text not in self._told and len(self._told) < _MOST_REMEMBERED:
            self._told.add(text)
            log.warning("%s: %s", self._name, text)
