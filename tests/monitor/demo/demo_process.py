"""The demo in a process of its own, and all the processes that come from it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from monitor.clock import Deadline, SystemClock, wait_until

_DEMO = (sys.executable, "-m", "monitor.cli.main", "demo")
MARK = "SYCOMON_DEMO_TEST"


@dataclass(frozen=True, slots=True)
class Started:
    """A running demo; all that it starts carries `mark` in its environment."""

    process: "subprocess.Popen[str]"
    mark: str

    def family(self) -> dict[int, str]:
        """Command lines of all processes that came from it, itself left out."""
        found = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit() or int(folder.name) == self.process.pid:
                continue
            try:
                marked = f"{MARK}={self.mark}\0".encode() in (folder / "environ").read_bytes()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # it ended while we looked
            if marked and command:
                found[int(folder.name)] = command
        return found

    def interrupt(self) -> None:
        """What Ctrl-C in a terminal does: it reaches every process of the group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def wait_for_line(self, text: str) -> None:
        """Read its output up to the first line with `text`."""
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            if text in line:
                return
        raise AssertionError(f"{text!r} was not told: {''.join(seen)}")

    def end(self, seconds: float) -> tuple[int, str]:
        """Exit status, and the rest of what it told."""
        output, _ = self.process.communicate(timeout=seconds)
        return self.process.returncode, output

    def leaves_nothing(self, seconds: float = 10.0) -> bool:
        """True when all its processes are gone in time."""
        limit = Deadline.after(SystemClock(), seconds)
        while self.family() and not limit.passed():
            wait_until(Event(), 0.1)
        return self.family() == {}


@dataclass(slots=True)
class Starter:
    """Starts demos that keep their files in `folder`."""

    folder: Path
    options: tuple[str, ...]
    started: list[Started] = field(default_factory=list)

    def __call__(self, *options: str) -> Started:
        mark = f"{self.folder}/{len(self.started)}"
        process = subprocess.Popen(
            (*_DEMO, "--folder", str(self.folder), *self.options, *options),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, MARK: mark, "COLUMNS": "80"},
            start_new_session=True,
        )
        self.started.append(Started(process, mark))
        return self.started[-1]


@contextmanager
def demos(folder: Path, *options: str) -> Iterator[Starter]:
    """Starts demos, and makes sure that a failing test leaves no process."""
    starter = Starter(folder, options)
    try:
        yield starter
    finally:
        for started in starter.started:
            for pid in (started.process.pid, *started.family()):
                _kill(pid)
            started.process.wait()
            if started.process.stdout is not None:
                started.process.stdout.close()


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
