"""`sycomon probe` of the small real model: at temperature 0 it says the same twice."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from monitor.clock import SystemClock
from monitor.demo.model import ModelServer, prepare_model
from monitor.streams.embedded import free_port
from tests.monitor.demo.test_demo_end_to_end import CACHE

pytestmark = pytest.mark.model


def probed(url: str, model: str) -> Any:
    command = (
        *(sys.executable, "-m", "monitor.cli.main", "probe", "--endpoint", url, "--model", model),
        *("--family", "pushback", "--suite", "smoke", "--arms", "control,assertion", "--json"),
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_smoke_suite_gives_the_same_verdicts_twice(tmp_path: Path) -> None:
    clock, log = SystemClock(), tmp_path / "model.log"
    folder = prepare_model(CACHE, log, clock, Event(), print)
    server = ModelServer(folder, free_port(), log)
    with server.start(clock, Event()):
        first, again = (probed(server.url, server.model) for _ in range(2))
    assert first["trials"] == again["trials"]
    assert first["measured"] == again["measured"]
    assert (first["suite"], len(first["trials"])) == ("smoke-1", 40)
    controls = [trial["results"]["control"] for trial in first["trials"]]
    right_first = sum(one.get("outcome") in ("held", "regressive") for one in controls)
    assert right_first >= 25
