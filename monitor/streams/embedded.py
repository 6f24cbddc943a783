"""A real Kafka-protocol broker in one child process, for when none is configured."""

import importlib.util
import shutil
import socket
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from monitor.clock import Deadline, SystemClock
from monitor.errors import InputError, WorldError

_START_SECONDS = 20.0
_STOP_SECONDS = 20.0


def _binary() -> Path:
    """The broker itself, not its console script: signals must reach the broker."""
    spec = importlib.util.find_spec("noida_db")
    if spec is None or spec.origin is None:
        raise InputError(
            "the embedded broker is not installed: pip install 'sycophancy-monitor[embedded]', "
            "or give kafka.bootstrap_servers"
        )
    return Path(spec.origin).parent / "noida-db"


def free_port() -> int:
    """A TCP port of the loopback interface that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def with_parent(command: list[str]) -> list[str]:
    """The command, made to end when this process does, however that happens (Linux)."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", "--", *command] if setpriv else command


class EmbeddedBroker:
    """One `noida-db` broker on 127.0.0.1 that keeps its data in `data_dir`.

    Topics, groups, commits and time stamps are real. It keeps its state in memory and saves
    it about once a second: SIGTERM loses nothing when nobody writes meanwhile, SIGKILL may
    lose the last second. It does not compact topics. Not for production.
    """

    def __init__(self, data_dir: Path, port: int | None = None) -> None:
        self.data_dir = data_dir
        self.port = port if port is not None else free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def bootstrap(self) -> str:
        """`host:port` for clients."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Process id of the running broker."""
        if self._process is None:
            raise WorldError("the embedded broker is not running")
        return self._process.pid

    def start(self) -> str:
        """Start it and wait until it accepts connections; gives `bootstrap`."""
        binary = _binary()
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self.data_dir}: cannot be made a folder: {error}") from error
        command = [str(binary), "start", "--only", "kafka", "--host", "127.0.0.1"]
        command += ["--kafka-port", str(self.port), "--data-dir", str(self.data_dir)]
        log = self.data_dir / "broker.log"
        with log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  # our own binary and arguments
                with_parent(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                process_group=0,  # Ctrl-C is for us: we write what is left, then stop it
            )
        deadline = Deadline.after(SystemClock(), _START_SECONDS)
        while not deadline.passed():
            if self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=0.5).close()
            except OSError:
                try:
                    self._process.wait(timeout=0.05)
                except subprocess.TimeoutExpired:
                    continue
            else:
                return self.bootstrap
        self.stop()
        raise WorldError(f"the embedded broker did not start; its log is {log}")

    def check(self) -> None:
        """Raises `WorldError` when it has ended by itself."""
        status = None if self._process is None else self._process.poll()
        if status is not None:
            log = self.data_dir / "broker.log"
            raise WorldError(f"the embedded broker ended with status {status}; its log is {log}")

    def stop(self) -> None:
        """End it in order: what was acknowledged before is saved. What it takes in while it ends
        may not be."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """End it as a crash would (tests): the last second may be lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
