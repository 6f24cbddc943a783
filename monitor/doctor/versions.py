"""The check `versions`: whether an update of a target's model can be noticed, by what its sources
are."""

from collections.abc import Iterator

from monitor.config import Config
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.faults import dotted
from monitor.settings.versions import VersionSource
from monitor.version_sources import is_live_comparable, unchanging

VERSIONS = "versions"

ECHOING = frozenset({"response_model", "models"})
"""Sources in which many servers only repeat the name that was asked for."""

CHANGING_SOURCES = (
    "name a source that follows the model: a `header` that your gateway sets, a `file` that the "
    "roll-out writes, `fingerprint` …"
)

_SAME_NAMES = (
    "have the gateway write the version into a `header` of responses and into one of the records "
    "(`record`), and name both sources; or read `response_model` first, if it follows the model"
)


def look_at_versions(surroundings: Surroundings) -> Iterator[Finding]:
    """Whether the version of each target can ever change, and whether live calls of it are called
    as its canaries are."""
    config = surroundings.config
    for name, target in config.targets.items():
        why, where = unchanging(target.version), dotted(("targets", name, "version"))
        if why is None:
            yield Finding(VERSIONS, Severity.OK, _changing(target.version), where)
        else:
            what = f"it can never change, so no update is ever noticed: {why}"
            yield Finding(VERSIONS, Severity.WARNING, what, where, CHANGING_SOURCES)
        if _has_both(config, name) and not is_live_comparable(target.version):
            what = (
                "live calls and canaries cannot be compared: one version has two names in every "
                "chart, and a new one is noticed by canaries only"
            )
            yield Finding(VERSIONS, Severity.WARNING, what, where, _SAME_NAMES)


def name_of(source: VersionSource) -> str:
    """A source in a few words."""
    more = source.name or source.path or source.entry
    return f"{source.source} {more}" if more else source.source


def _changing(sources: tuple[VersionSource, ...]) -> str:
    said = f"it can change: {', '.join(map(name_of, sources))}"
    if sources[0].source in ECHOING:
        return f"{said}, unless the server only repeats the name that was asked for"
    return said


def _has_both(config: Config, target: str) -> bool:
    """Whether there are live calls of a target and canaries as well."""
    is_live = any(source.target == target for source in config.intake.sources)
    return is_live and any(plan.target == target for plan in config.plans.values())
