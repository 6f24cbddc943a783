"""Children of the demo: their logs, their errors, and that none is left behind."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.demo.child import Child, Command, Interrupted
from monitor.errors import WorldError

_IGNORES_TERM = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
signal.pause()
"""


def command(log: Path, code: str) -> Command:
    return Command("the helper", (sys.executable, "-c", code), log)


def deadline(seconds: float = 20.0) -> Deadline:
    return Deadline.after(SystemClock(), seconds)


def test_output_of_both_streams_goes_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "helper.log"
    code = "import sys; print('to out', flush=True); print('to err', file=sys.stderr)"
    with Child(command(log, code)) as child:
        child.wait_for_end(deadline(), Event())
    assert log.read_text() == "to out\nto err\n"
    assert child.status() == 0


def test_environment_and_folder_are_passed_on(tmp_path: Path) -> None:
    log = tmp_path / "helper.log"
    code = "import os; print(os.environ['DEMO_WORD'], os.getcwd(), 'PATH' in os.environ)"
    wanted = Command("it", (sys.executable, "-c", code), log, {"DEMO_WORD": "brisk"}, tmp_path)
    with Child(wanted) as child:
        child.wait_for_end(deadline(), Event())
    assert log.read_text() == f"brisk {tmp_path} True\n"


def test_a_child_that_fails_is_an_error_with_the_end_of_its_log(tmp_path: Path) -> None:
    log = tmp_path / "helper.log"
    code = "for n in range(30): print('line', n)\nraise SystemExit(3)"
    with (
        Child(command(log, code)) as child,
        pytest.raises(WorldError) as caught,
    ):
        child.wait_for_end(deadline(), Event())
    lines = str(caught.value).splitlines()
    assert lines[0] == f"the helper ended with status 3; its log, {log}, ends with:"
    assert lines[1:] == [f"line {n}" for n in range(15, 30)]


def test_a_child_that_dies_while_it_starts_is_an_error(tmp_path: Path) -> None:
    with (
        Child(command(tmp_path / "l", "raise SystemExit(4)")) as child,
        pytest.raises(WorldError, match="ended with status 4"),
    ):
        child.wait_until_ready(lambda: False, deadline(), Event())


def test_waiting_ends_with_the_deadline(tmp_path: Path) -> None:
    with Child(command(tmp_path / "l", "import signal; signal.pause()")) as child:
        with pytest.raises(WorldError, match="did not get ready in time"):
            child.wait_until_ready(lambda: False, deadline(0.0), Event())
        with pytest.raises(WorldError, match="did not end in time"):
            child.wait_for_end(deadline(0.0), Event())
        assert child.status() is None
    assert child.status() == -signal.SIGTERM


def test_waiting_ends_when_we_are_told_to_stop(tmp_path: Path) -> None:
    stop = Event()
    stop.set()
    with Child(command(tmp_path / "l", "import signal; signal.pause()")) as child:
        with pytest.raises(Interrupted):
            child.wait_until_ready(lambda: False, deadline(), stop)
        with pytest.raises(Interrupted):
            child.wait_for_end(deadline(), stop)


def test_a_child_that_ignores_the_request_is_killed_with_its_own_children(tmp_path: Path) -> None:
    log = tmp_path / "helper.log"
    code = (
        "import subprocess, sys\n"
        "inner = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'])\n"
        f"print(inner.pid)\n{_IGNORES_TERM}"
    )
    child = Child(replace(command(log, code), grace_seconds=0.2))
    child.wait_until_ready(lambda: "ready" in child.tail(), deadline(), Event())
    inner = int(log.read_text().split()[0])
    child.stop()
    assert child.status() == -signal.SIGKILL
    assert ends(inner)


def test_stopping_twice_does_nothing(tmp_path: Path) -> None:
    child = Child(command(tmp_path / "l", "pass"))
    child.wait_for_end(deadline(), Event())
    child.stop()
    child.stop()
    assert child.status() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the parent-death signal is Linux's")
def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "inner.log"
    code = (
        "import signal, sys\n"
        "from pathlib import Path\n"
        "from monitor.demo.child import Child, Command\n"
        "pause = (sys.executable, '-c', 'import signal; signal.pause()')\n"
        f"child = Child(Command('inner', pause, Path({str(log)!r})))\n"
        "print(child.pid, flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        inner = int(parent.stdout.readline())
        assert is_alive(inner)
        parent.kill()
        parent.wait()
    assert ends(inner)


def is_alive(pid: int) -> bool:
    """False for a process that is gone, or dead and only not yet collected."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends(pid: int) -> bool:
    """True when the process ends within ten seconds."""
    limit = deadline(10.0)
    while is_alive(pid) and not limit.passed():
        os.sched_yield()
    return not is_alive(pid)
