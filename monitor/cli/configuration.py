"""What every command takes a configuration with: the legal names, and suites that can be read."""

from dataclasses import replace
from datetime import date

from monitor import app
from monitor.fields import Known
from probes.catalog import load_suite
from probes.items import ItemError


def suite_fault(path: str) -> str | None:
    """What keeps a suite in a file from ever being played, in one line; null when nothing.

    An item that has expired ends its run, not the process: a restart must not fail for it.
    """
    try:
        load_suite(path, date.min)
    except ItemError as error:
        return "; ".join(str(error).splitlines())
    return None


KNOWN: Known = replace(app.KNOWN, suite_fault=suite_fault)
"""The legal names, for `monitor.config.load`."""
