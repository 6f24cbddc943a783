"""The broker in a child process: its life, its data and its end."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from monitor.clock import wait_until
from monitor.errors import WorldError
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker, free_port
from monitor.streams.log import LogReader
from monitor.streams.topics import TopicSpec
from monitor.streams.writer import Writer
from tests.monitor.streams.conftest import settings_for, soon, take, write

pytestmark = pytest.mark.broker


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def ends(port: int) -> bool:
    """Whether nobody listens there any more, soon."""
    deadline = soon()
    while answers(port):
        if deadline.passed():
            return False
        wait_until(Event(), 0.02)
    return True


def test_it_runs_while_its_context_lasts(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path / "data") as broker:
        assert broker.bootstrap == f"127.0.0.1:{broker.port}"
        assert answers(broker.port)
        assert broker.pid > 0
    assert not answers(broker.port)
    with pytest.raises(WorldError, match=r"^the embedded broker is not running$"):
        broker.pid  # noqa: B018
    broker.stop()


def test_its_data_outlives_it(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path / "data") as broker:
        kafka = settings_for(broker)
        ensure_topics(kafka, [TopicSpec("kept", 1, 1, {})], "tests")
        writer = Writer(kafka, "tests")
        write(writer, "kept", *[str(number).encode() for number in range(1000)])
        writer.close()
    with EmbeddedBroker(tmp_path / "data") as broker:
        log = LogReader(settings_for(broker), ["kept"], "tests")
        kept = take(log, 1000)
        log.close()
    assert [record.value for record in kept] == [str(number).encode() for number in range(1000)]


def test_it_keeps_its_port_over_a_restart(tmp_path: Path) -> None:
    broker = EmbeddedBroker(tmp_path / "data", free_port())
    first = broker.start()
    broker.kill()
    assert broker.start() == first
    broker.stop()


def test_a_port_in_use_is_reported_with_its_log(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens: a connection is refused
        broker = EmbeddedBroker(tmp_path / "data", taken.getsockname()[1])
        with pytest.raises(WorldError) as error:
            broker.start()
    log = tmp_path / "data" / "broker.log"
    assert str(error.value) == f"the embedded broker did not start; its log is {log}"
    assert log.stat().st_size > 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a parent's end")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_the_process_that_started_it(tmp_path: Path, number: signal.Signals) -> None:
    script = (
        "import sys; from pathlib import Path; from threading import Event\n"
        "from monitor.streams.embedded import EmbeddedBroker\n"
        "broker = EmbeddedBroker(Path(sys.argv[1])); broker.start()\n"
        "print(broker.port, flush=True); Event().wait()"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        port = int(parent.stdout.readline())
        assert answers(port)
        parent.send_signal(number)
    assert ends(port)


def test_an_interrupt_at_the_terminal_leaves_it_to_its_parent(tmp_path: Path) -> None:
    script = (
        "import signal, sys; from pathlib import Path; from threading import Event\n"
        "from monitor.streams.embedded import EmbeddedBroker\n"
        "told = Event(); signal.signal(signal.SIGINT, lambda *_: told.set())\n"
        "with EmbeddedBroker(Path(sys.argv[1])) as broker:\n"
        "    print(broker.port, flush=True); told.wait()\n"
        "    print('told', flush=True); sys.stdin.readline()"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0
    ) as parent:
        assert parent.stdout is not None
        port = int(parent.stdout.readline())
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.stdout.readline() == "told\n"
        wait_until(Event(), 0.3)
        assert answers(port)
        parent.communicate("\n", timeout=10)
    assert parent.returncode == 0
    assert ends(port)


def test_without_the_package_the_user_is_told_what_to_install(tmp_path: Path) -> None:
    # In a process of its own, where the package is hidden.
    script = (
        "import sys; from pathlib import Path\n"
        "sys.modules['noida_db'] = None\n"
        "from monitor.errors import InputError\n"
        "from monitor.streams.embedded import EmbeddedBroker\n"
        "try:\n    EmbeddedBroker(Path(sys.argv[1])).start()\n"
        "except InputError as error:\n    print(error)"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told == (
        "the embedded broker is not installed: pip install 'sycophancy-monitor[embedded]', "
        "or give kafka.bootstrap_servers\n"
    )
