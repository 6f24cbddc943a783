"""Child processes of the demo: each with its log, and none that outlives it."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Self

from monitor.clock import Deadline, wait_until
from monitor.errors import WorldError

_TAIL_LINES = 15
_TAIL_BYTES = 16 * 1024
_LOOK_SECONDS = 0.1


class Interrupted(Exception):
    """The demo was asked to stop while it was waiting for something. No error."""


@dataclass(frozen=True, slots=True)
class Command:
    """What to run. `environment` is added to ours; output goes to the end of `log`. It is
    killed when it has not ended `grace_seconds` after it was asked to."""

    name: str
    arguments: Sequence[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    grace_seconds: float = 5.0


def _ending_with_us(arguments: Sequence[str]) -> list[str]:
    """The command, made to be killed when this process dies (Linux). Killed, not asked to
    end: a role that is asked waits for the broker, which is ending too by then."""
    setpriv = shutil.which("setpriv")
    return [*((setpriv, "--pdeathsig", "KILL", "--") if setpriv else ()), *arguments]


class Child:
    """One running process, in a session of its own: Ctrl-C reaches it only through us, so
    that the demo stops its parts in order. On Linux it also ends when we are killed."""

    def __init__(self, command: Command) -> None:
        self._command = command
        command.log.parent.mkdir(parents=True, exist_ok=True)
        with command.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  # our own command lines
                _ending_with_us(command.arguments),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **command.environment},
                cwd=command.folder,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Process id; it stays known after the end."""
        return self._process.pid

    def status(self) -> int | None:
        """Its exit status; null while it runs. Negative: the signal that ended it."""
        return self._process.poll()

    def check(self) -> None:
        """Raises `WorldError` with the end of its log when it is not running any more."""
        if self.status() is not None:
            raise self.failure(f"ended with status {self.status()}")

    def wait_until_ready(self, ready: Callable[[], bool], deadline: Deadline, stop: Event) -> None:
        """Wait while it starts. Raises `WorldError` when it dies or takes too long, and
        `Interrupted` when `stop` is set."""
        while not ready():
            self.check()
            if deadline.passed():
                raise self.failure("did not get ready in time")
            if wait_until(stop, _LOOK_SECONDS):
                raise Interrupted

    def wait_for_end(self, deadline: Deadline, stop: Event) -> None:
        """Wait until it has done its work. Raises as `wait_until_ready` does, and when its
        exit status is not 0."""
        while self.status() is None:
            if deadline.passed():
                raise self.failure("did not end in time")
            if wait_until(stop, _LOOK_SECONDS):
                raise Interrupted
        if self.status() != 0:
            self.check()

    def failure(self, what: str) -> WorldError:
        """An error that says what is wrong with this process and how its log ends."""
        return WorldError(
            f"{self._command.name} {what}; its log, {self._command.log}, ends with:\n{self.tail()}"
        )

    def tail(self) -> str:
        """The last lines of its log."""
        with self._command.log.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(0, size - _TAIL_BYTES))
            text = log.read().decode("utf-8", "replace")
        return "\n".join(text.splitlines()[-_TAIL_LINES:]) or "(nothing)"

    def stop(self) -> None:
        """Ask it to end; after its grace kill it, and whatever it has started."""
        if self.status() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=self._command.grace_seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
