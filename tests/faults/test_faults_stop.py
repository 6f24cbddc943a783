"""A process is told to stop."""

import ctypes
import signal
from pathlib import Path

import pytest

from tests.faults.deployment import Deployment

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
