"""A process is told to stop."""

import ctypes
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.deployment import Deployment
from tests.faults.waiting import eventually

pytestmark = pytest.mark.broker

_LIBC = ctypes.CDLL(None)


def test_a_signal_that_another_thread_gets_ends_the_process(tmp_path: Path) -> None:
    """The system may give a signal to any thread, and Python acts on it in the main one only."""
    with Deployment(tmp_path, {"one": "exporter"}, {}, session_seconds=6.0) as deployment:
        deployment.start_all()
        deployment.read_status()
        process = deployment["one"].incarnation.process.pid
        others = {int(task.name) for task in Path(f"/proc/{process}/task").iterdir()} - {process}
        assert _LIBC.tgkill(process, min(others), signal.SIGTERM) == 0
        assert deployment["one"].ended() == 0


def test_without_its_embedded_broker_a_process_ends_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "sycomon.yaml").write_text("instance: test\n", encoding="utf-8")
    command = [sys.executable, "-m", "monitor.cli.main", "run", "--embedded", "--roles", "exporter"]
    command += ["--data-dir", "data", "--port", "0", "--port-file", "port"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        try:
            port = tmp_path / "port"
            eventually("a port", lambda: None if port.exists() else "no file")
            [broker] = [
                int(task.parent.name)
                for task in Path("/proc").glob("[0-9]*/stat")
                if _parent(task) == process.pid
            ]
            os.kill(broker, signal.SIGKILL)
            _, said = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 1
    told = "the embedded broker ended with status -9; its log is data/broker.log"
    assert said.splitlines()[-1] == f"sycomon: {told}"
    assert re.search(
        rf"^\d{{4}}-\d\d-\d\dT[\d:.]+Z ERROR .*: embedded broker .*{told}$", said, re.M
    )


def _parent(stat: Path) -> int | None:
    """The parent of a process; null for one that is gone."""
    try:
        return int(stat.read_text(encoding="ascii", errors="replace").rsplit(")", 1)[1].split()[1])
    except OSError:
        return None
