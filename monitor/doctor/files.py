"""The check `files`: secrets, certificates and other files that the configuration names."""

import os
from collections.abc import Iterator

from monitor.config import missing_files
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.endpoints.connection import tls_context
from monitor.errors import InputError
from monitor.faults import dotted
from monitor.settings.base import read_file
from monitor.settings.endpoints import EndpointSettings

NAME = "files"


def look_at_files(surroundings: Surroundings) -> Iterator[Finding]:
    """Secrets and certificates are there now, and certificates can be used."""
    config = surroundings.config
    found = [
        Finding(NAME, Severity.ERROR, problem.message, problem.path)
        for problem in missing_files(config.model_dump())
    ]
    yield from found
    if not found:
        found = [*_unusable(surroundings)]
        yield from found
    if not found:
        yield Finding(NAME, Severity.OK, "every secret and certificate can be read")
    yield from _version_files(surroundings)
    yield from _stop_file(surroundings)


def _unusable(surroundings: Surroundings) -> Iterator[Finding]:
    config = surroundings.config
    asked: dict[tuple[str, ...], EndpointSettings] = {
        ("targets", name): target for name, target in config.targets.items()
    }
    if config.judge is not None:
        asked[("judge",)] = config.judge
    for path, one in asked.items():
        try:
            tls_context(one.tls)
        except InputError as error:
            yield Finding(NAME, Severity.ERROR, str(error), dotted((*path, "tls")))


def _version_files(surroundings: Surroundings) -> Iterator[Finding]:
    for name, target in surroundings.config.targets.items():
        for number, source in enumerate(target.version):
            if source.path is None:
                continue
            where = dotted(("targets", name, "version", number, "path"))
            remedy = "let the roll-out write the version there; until then it gives none"
            try:
                is_empty = not read_file(source.path).strip()
            except InputError as error:
                yield Finding(NAME, Severity.WARNING, str(error), where, remedy)
                continue
            if is_empty:
                what = f"file {source.path}: it is empty"
                yield Finding(NAME, Severity.WARNING, what, where, remedy)


def _stop_file(surroundings: Surroundings) -> Iterator[Finding]:
    stop_file = surroundings.config.prober.stop_file
    if stop_file is not None and os.path.lexists(stop_file):
        yield Finding(
            NAME,
            Severity.WARNING,
            f"the file {stop_file} is there, so that probers on this machine ask nothing",
            "prober.stop_file",
            "remove it when canaries should go on",
        )
