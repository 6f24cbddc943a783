"""What every command takes a configuration with: the legal names, and suites that can be read."""

from datetime import date

from monitor.decoders.catalog import DECODERS
from monitor.fields import Known
from probes.catalog import FAMILIES, load_suite, nameable, resolved
from probes.items import ItemError


def suite_fault(family: str, path: str) -> str | None:
    """What keeps the suite at a path from ever being played, in one line; null when nothing.

    An item that has expired ends its run, not the process: a restart must not fail for it.
    """
    try:
        load_suite(family, path, date.min, run="")
    except ItemError as error:
        return "; ".join(str(error).splitlines())
    return None


KNOWN = Known(
    decoders=DECODERS.keys(),
    arms={name: family.probe.arms for name, family in FAMILIES.items()},
    suites={name: nameable(name) for name in FAMILIES},
    is_suite=lambda family, name: resolved(family, name) is not None,
    suite_fault=suite_fault,
)
"""The legal names, for `monitor.config.load`."""
