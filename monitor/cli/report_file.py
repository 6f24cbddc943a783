"""A report of canaries in a file, as several commands take it."""

from pathlib import Path

from monitor.errors import FormatError, InputError
from monitor.probing import ProbeReport


def read_report(file: Path, printed_by: str) -> ProbeReport:
    """The report that the command `printed_by` printed into a file; raises `InputError`."""
    try:
        return ProbeReport.decode(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}") from error
    except FormatError as error:
        raise InputError(f"{file}: not what `{printed_by}` prints: {error}") from error
