"""Standard output that says in a line when it cannot be written."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from monitor.errors import WorldError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Output(io.FileIO):
    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise  # whoever reads has had enough: no fault
        except OSError as error:
            what = "standard output cannot be written"
            raise WorldError(f"{what}: {error.strerror}") from error


@contextmanager
def checked_output() -> Iterator[None]:
    """Within it, and at its end, a failure of standard output is a `WorldError`.

    A reader that has closed its end of a pipe ends the program in silence, with exit status 1.
    """
    plain = sys.stdout
    if not isinstance(plain, io.TextIOWrapper):
        yield  # there is no standard output
        return
    checked = io.TextIOWrapper(
        io.BufferedWriter(_Output(plain.fileno(), "wb", closefd=False)),
        encoding=plain.encoding,
        errors=plain.errors,
        line_buffering=plain.line_buffering or plain.write_through,
    )
    sys.stdout = checked
    try:
        yield
    finally:
        _flush(checked)


def _flush(output: io.TextIOWrapper) -> None:
    try:
        output.flush()
    except (WorldError, BrokenPipeError) as error:
        # The interpreter tries once more at its end, and would complain in words of its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
        if isinstance(error, WorldError):
            raise
        raise SystemExit(1) from None
