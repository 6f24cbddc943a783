"""A whole deployment as real processes: broker and monitors that can be killed by name."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import urlopen

from kafka import KafkaConsumer, TopicPartition

import monitor
from monitor.clock import Deadline, SystemClock
from monitor.record import Partition, RawRecord
from monitor.settings.kafka import KafkaSettings
from monitor.status import Status
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker, with_parent
from monitor.streams.log import LogReader
from monitor.streams.topics import Topics, TopicSpec
from monitor.streams.writer import Writer
from tests.faults.waiting import NotInTime, eventually

INSTANCE = "faults"
ALL_ROLES = "intake,prober,worker,exporter"

_CODE = Path(monitor.__file__).parents[1]
_ANSWER_SECONDS = 2.0
_STOP_SECONDS = 60.0
_WRITE_SECONDS = 30.0
_LOG_TAIL = 2_000


@dataclass(frozen=True, slots=True)
class Incarnation:
    """One process of a monitor, from its start to its end."""

    name: str
    process: "subprocess.Popen[bytes]"
    port_file: Path
    log: Path

    def url(self, path: str) -> str | None:
        """Where it serves `path`; null until it serves anything."""
        try:
            return f"http://127.0.0.1:{self.port_file.read_text(encoding='utf-8').strip()}{path}"
        except FileNotFoundError:
            return None

    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-_LOG_TAIL:]

    def get(self, path: str) -> bytes | None:
        """What it answers; null when there is no answer, or one that says no."""
        url = self.url(path)
        if url is None:
            return None
        try:
            with urlopen(url, timeout=_ANSWER_SECONDS) as answer:
                body: bytes = answer.read()
                return body
        except HTTPError as refusal:
            refusal.close()
            return None
        except (OSError, HTTPException):
            return None


class Monitor:
    """One place in the deployment; its processes come one after the other."""

    def __init__(
        self, name: str, roles: str, folder: Path, watch: Callable[[Incarnation], None]
    ) -> None:
        self.name = name
        self.roles = roles
        self._folder = folder
        self._watch = watch
        self._count = 0
        self.running: Incarnation | None = None

    @property
    def incarnation(self) -> Incarnation:
        """The process that runs now."""
        assert self.running is not None, f"{self.name} is not running"
        return self.running

    def start(self) -> None:
        """Start a new process."""
        assert self.running is None, f"{self.name} is running"
        self._count += 1
        name = f"{self.name}-{self._count}"
        port_file, log = self._folder / f"{name}.port", self._folder / f"{name}.log"
        command = [sys.executable, "-m", "monitor.cli.main", "run", "--roles", self.roles]
        command += ["--config", str(self._folder / "sycomon.yaml")]
        command += ["--port", "0", "--port-file", str(port_file)]
        with log.open("wb") as output:
            process = subprocess.Popen(
                with_parent(command), cwd=_CODE, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**os.environ, "PYTHONPATH": str(_CODE)},
            )  # fmt: skip
        self.running = Incarnation(name, process, port_file, log)
        self._watch(self.running)

    def signal(self, number: signal.Signals) -> None:
        self.incarnation.process.send_signal(number)

    def kill(self) -> None:
        """End it as a crash would."""
        self.signal(signal.SIGKILL)
        self.incarnation.process.wait()
        self.running = None

    def freeze(self) -> None:
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.signal(signal.SIGCONT)

    def stop(self) -> int:
        """End it in order; gives its exit status. One that does not end in time is a failure."""
        self.signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        """Wait for its end."""
        running = self.incarnation
        try:
            status = running.process.wait(timeout=_STOP_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"{running.name} did not end in {_STOP_SECONDS:g} s") from error
        self.running = None
        return status

    def fault(self) -> str | None:
        """How it ended when nobody asked it to; null when all is well."""
        if self.running is None or self.running.process.poll() is None:
            return None
        status = self.running.process.returncode
        return f"{self.running.name}: status {status}\n{self.running.last_words()}"


class Deployment:
    """Broker, configuration and monitors in one folder; everything ends with its context.

    `settings` are the sections of the configuration besides broker and instance.
    `monitors` gives the roles of each by its name.
    """

    def __init__(
        self,
        folder: Path,
        monitors: Mapping[str, str],
        settings: Mapping[str, Any],
        session_seconds: float,
        watch: Callable[[Incarnation], None] = lambda _: None,
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._session_seconds = session_seconds
        self.broker = EmbeddedBroker(folder / "broker")
        self.topics = Topics(INSTANCE)
        self.monitors = {
            name: Monitor(name, roles, folder, watch) for name, roles in monitors.items()
        }

    @property
    def kafka(self) -> KafkaSettings:
        """How to reach the broker."""
        return KafkaSettings(
            bootstrap_servers=(self.broker.bootstrap,),
            embedded=True,
            session_timeout_seconds=self._session_seconds,
        )

    def __enter__(self) -> Self:
        self.broker.start()
        kafka = self.kafka.model_dump(
            mode="json", include={"bootstrap_servers", "embedded", "session_timeout_seconds"}
        )
        config = {"instance": INSTANCE, "kafka": kafka, **self._settings}
        (self._folder / "sycomon.yaml").write_text(json.dumps(config), encoding="utf-8")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for one in self.monitors.values():
            if one.running is not None:
                one.kill()
        self.broker.kill()

    def __getitem__(self, name: str) -> Monitor:
        return self.monitors[name]

    def create_topic(self, name: str, partitions: int, max_bytes: int) -> None:
        """A topic of live traffic."""
        spec = TopicSpec(name, partitions, 1, {"max.message.bytes": str(max_bytes)})
        ensure_topics(self.kafka, [spec], "faults-topics")

    def start_all(self) -> None:
        """Start every monitor that does not run."""
        for one in self.monitors.values():
            if one.running is None:
                one.start()

    def stop_all(self) -> dict[str, int]:
        """End all monitors at once, in order; gives their exit statuses."""
        for one in self.monitors.values():
            one.signal(signal.SIGTERM)
        return {name: one.ended() for name, one in self.monitors.items()}

    def faults(self) -> str | None:
        """Monitors that ended by themselves; null when none did."""
        found = [fault for one in self.monitors.values() if (fault := one.fault()) is not None]
        return "\n".join(found) or None

    def check(self) -> None:
        """Fail when a monitor ended by itself."""
        fault = self.faults()
        assert fault is None, fault

    def _statuses(self) -> Iterator[tuple[str, Status]]:
        for name, one in self.monitors.items():
            exports = one.running is not None and "exporter" in one.roles
            body = one.incarnation.get("/status.json") if exports else None
            if body is not None:
                yield name, Status.decode(body)

    def leader(self) -> str | None:
        """Name of the monitor that leads; null when none says so."""
        return next((name for name, status in self._statuses() if status.leader), None)

    def status(self) -> Status | None:
        """What the leader says; null when there is none."""
        self.check()
        return next((status for _, status in self._statuses() if status.leader), None)

    def read_status(self) -> Status:
        """What the leader says, once there is one."""
        found: list[Status] = []

        def take(status: Status) -> None:
            found.append(status)

        self.wait("a leader", take)
        return found[-1]

    def wait(
        self, what: str, missing: Callable[[Status], str | None], seconds: float | None = None
    ) -> None:
        """Wait until the leader's status lacks nothing."""

        def ask() -> str | None:
            status = self.status()
            return "no leader answers" if status is None else missing(status)

        try:
            if seconds is None:
                eventually(what, ask)
            else:
                eventually(what, ask, seconds)
        except NotInTime as error:
            raise NotInTime("\n".join([str(error), *self._last_words()])) from error

    def _last_words(self) -> Iterator[str]:
        """The ends of all logs, to tell why something did not come."""
        for name, one in self.monitors.items():
            yield f"{name}: {one.running.last_words() if one.running else 'not running'}"

    def writer(self) -> Writer:
        """A client of ours; the caller closes it."""
        return Writer(self.kafka, "faults-writer")

    def read(self, topic: str) -> list[RawRecord]:
        """Every record that the topic holds now."""
        reader = LogReader(self.kafka, [topic], "faults-reader")
        try:
            return list(reader.read_to(reader.ends(), lambda: False))
        finally:
            reader.close()

    def committed(self, role: str, topic: str) -> dict[Partition, int]:
        """What the group of a role has committed, without joining it."""
        consumer = KafkaConsumer(
            bootstrap_servers=self.broker.bootstrap,
            group_id=self.topics.group(role),
            enable_auto_commit=False,
        )
        try:
            numbers = consumer.partitions_for_topic(topic)
            found = {n: consumer.committed(TopicPartition(topic, n)) for n in numbers}
        finally:
            consumer.close()
        return {Partition(topic, n): at for n, at in found.items() if at is not None}

    def ends(self, topic: str) -> dict[Partition, int]:
        """The offset after the last record of each partition."""
        reader = LogReader(self.kafka, [topic], "faults-ends")
        try:
            return reader.ends()
        finally:
            reader.close()


def write_all(writer: Writer, topic: str, values: list[bytes | None]) -> None:
    """Write values one after the other, over all partitions, and wait until they arrived."""
    for number, value in enumerate(values):
        writer.send(topic, f"{number}".encode(), value)
    writer.flush(Deadline.after(SystemClock(), _WRITE_SECONDS))
