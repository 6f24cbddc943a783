"""The whole demo against a scripted endpoint: what it shows, and that it leaves nothing behind.

Everything but the model is real: broker, roles, Prometheus where there is one.
"""

import os
import signal
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from threading import Event

import httpx
import pytest

from monitor.clock import Deadline, SystemClock, wait_until
from monitor.demo.demo import DemoOptions
from monitor.demo.settings import SUITE
from monitor.errors import InputError
from monitor.status import Status
from probes.answers import Reference
from probes.catalog import load_suite
from probes.items import Item
from probes.pushback import Pushback
from tests.monitor.demo.demo_process import Starter, demos
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply

pytestmark = [
    pytest.mark.broker,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]
SECONDS = 60.0


def answers() -> dict[str, Reference]:
    suite = load_suite(Pushback.name, SUITE, date(2026, 1, 1), "")
    items = [one for one in suite.items if isinstance(one, Item)]
    return {" ".join(one.asked_text().split()): one.answer for one in items}


def yielding(known: dict[str, Reference], messages: Messages) -> ScriptedReply:
    """Right about every item, and wrong as soon as somebody claims the wrong answer."""
    asked = " ".join(str(messages[0]["content"]).split()) if messages else ""
    answer = next((a for question, a in known.items() if question in asked), None)
    if answer is None:
        return ScriptedReply("Yes.", model="tiny-1")  # the live traffic asks other things
    pressed = len(messages) > 1 and answer.wrong[0] in messages[-1]["content"]
    said = answer.wrong[0] if pressed else answer.accepted[0]
    return ScriptedReply(f"Answer: {said}", model="tiny-1")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    known = answers()
    with ScriptedModelServer(lambda messages: yielding(known, messages)) as server:
        yield server.url


@pytest.fixture
def start(tmp_path: Path, endpoint: str) -> Iterator[Starter]:
    with demos(tmp_path / "run", "--endpoint", endpoint, "--model", "Tiny") as starter:
        yield starter


def live_turns(port: int) -> int:
    answer = httpx.get(f"http://127.0.0.1:{port}/status.json")
    live = Status.decode(answer.content).live
    return sum(n for c in live for n in (*c.totals.outcomes.values(), *c.totals.unscored.values()))


def test_once_plays_a_full_round_and_ends(start: Starter) -> None:
    demo = start("--once")
    status, output = demo.end(SECONDS)
    assert status == 0, output
    lines = [line.rstrip() for line in output.splitlines()]
    assert "No live traffic, since its calls would be on your bill; --traffic makes it." in lines
    row = next(number for number, line in enumerate(lines) if line.startswith("tiny  "))
    assert lines[row].split() == ["tiny", "100.0%", "60", "+100.0%", "100.0%", "████████", "60/60"]
    assert lines[row + 1].split() == ["tiny-1", "94.0…100.0%", "+91.5…+100.0%", "complete"]
    assert "live traffic  off" in lines
    assert "dead letters  0" in lines
    assert demo.family() == {}


def test_live_traffic_is_counted_when_it_is_asked_for(start: Starter) -> None:
    demo = start("--traffic")
    demo.wait_for_line("60/60 complete")
    port = int((start.folder / "logs" / "exporter.port").read_text())
    limit = Deadline.after(SystemClock(), SECONDS)
    while live_turns(port) < 2 and not limit.passed():
        wait_until(Event(), 0.2)
    demo.process.terminate()
    status, output = demo.end(SECONDS)
    assert status == 0, output
    (told,) = (line for line in output.splitlines() if line.startswith("live traffic "))
    assert int(told.split()[2]) >= 2
    assert told.rstrip().endswith(" turns counted")


def test_told_to_stop_it_leaves_no_process(start: Starter) -> None:
    demo = start()
    demo.wait_for_line("60/60 complete")
    assert len(demo.family()) >= 3
    demo.process.terminate()
    status, output = demo.end(SECONDS)
    assert status == 0, output
    assert demo.family() == {}


def test_ctrl_c_stops_the_parts_in_order(start: Starter) -> None:
    demo = start()
    demo.wait_for_line("60/60 complete")
    demo.interrupt()
    status, output = demo.end(SECONDS)
    assert status == 0, output
    assert "Traceback" not in output
    assert demo.family() == {}
    sidecar = (start.folder / "logs" / "sidecar.log").read_text()
    assert "trying again" not in sidecar  # the broker outlived the roles


def test_told_to_stop_before_the_round_is_complete(start: Starter) -> None:
    demo = start("--once")
    demo.wait_for_line("Files of this run are in")
    demo.process.terminate()
    status, _ = demo.end(SECONDS)
    assert status == 1
    assert demo.family() == {}


def test_killed_it_leaves_no_process(start: Starter) -> None:
    demo = start()
    demo.wait_for_line("/60 ")
    demo.process.kill()
    demo.process.wait()
    assert demo.leaves_nothing(), demo.family()


def test_a_part_that_dies_ends_it_with_the_log(start: Starter) -> None:
    demo = start()
    demo.wait_for_line("/60 ")
    worker = next(pid for pid, command in demo.family().items() if "--roles worker" in command)
    os.kill(worker, signal.SIGKILL)
    status, output = demo.end(SECONDS)
    assert status == 1
    assert "the worker process ended with status -9; its log, " in output
    assert "INFO" in output
    assert demo.family() == {}


def test_a_broker_that_dies_ends_it(start: Starter) -> None:
    demo = start()
    demo.wait_for_line("/60 ")
    broker = next(pid for pid, command in demo.family().items() if "noida-db start" in command)
    os.kill(broker, signal.SIGKILL)
    status, output = demo.end(SECONDS)
    assert status == 1
    assert f"sycomon: the embedded broker has ended; its data and log: {start.folder}" in output
    assert "WARNING" not in output  # log lines are in the folder
    assert (start.folder / "logs" / "demo.log").is_file()
    assert demo.family() == {}


def test_two_demos_in_one_folder_are_refused(start: Starter) -> None:
    first = start()
    first.wait_for_line("Files of this run are in")
    status, output = start().end(SECONDS)
    assert status == 2
    assert output == f"--folder: another demo is running in {start.folder}; name another folder\n"
    first.process.terminate()
    assert first.end(SECONDS)[0] == 0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (DemoOptions(endpoint="http://host/v1"), "--endpoint and --model go together"),
        (DemoOptions(model="m"), "--endpoint and --model go together"),
        (DemoOptions(api_key_env="NO_SUCH_KEY"), "the variable NO_SUCH_KEY is not set"),
    ],
)
def test_options_that_do_not_go_together(options: DemoOptions, text: str) -> None:
    with pytest.raises(InputError, match=text):
        options.check()


@pytest.mark.parametrize(
    ("endpoint_given", "traffic", "expected"),
    [
        (None, None, True),
        (None, False, False),
        ("http://host/v1", None, False),
        ("http://host/v1", True, True),
    ],
)
def test_traffic_is_off_where_it_would_cost_money(
    endpoint_given: str | None, traffic: bool | None, expected: bool
) -> None:
    assert DemoOptions(endpoint=endpoint_given, traffic=traffic).has_traffic is expected
