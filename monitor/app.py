"""Builds one process from a configuration and runs its roles until told to stop."""

import logging
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Event, Thread

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector

from monitor.clock import Clock, Deadline, SystemClock, wait_until
from monitor.collectors import LeaderCollector
from monitor.config import Config
from monitor.decoders.catalog import DECODERS
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.errors import InputError
from monitor.ledger import Ledger
from monitor.memory import give_back_large_buffers, keep_what_is_loaded
from monitor.metrics import ProcessMetrics
from monitor.pictures import shipped_picture
from monitor.roles.exporter import ExporterRole
from monitor.roles.intake import IntakeRole
from monitor.roles.prober import ProberRole
from monitor.roles.role import Outfit, Role
from monitor.roles.workbench import make_worker
from monitor.scorers.catalog import make_scorers
from monitor.settings.endpoints import TargetSettings
from monitor.signals import stopped_by, wait_for
from monitor.sockets import allow_many_sockets
from monitor.status import ProberBoard, Status, read_status
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.topics import topic_specs
from monitor.telemetry import Telemetry
from monitor.web import WebServer, pages
from probes.catalog import PROBES

log = logging.getLogger(__name__)

_BROKER_LOOK_SECONDS = 1.0
_END_SECONDS = 25.0
"""How long the roles may take to end: less than the grace that Kubernetes gives."""


class RoleName(StrEnum):
    """What a process can be."""

    INTAKE = "intake"
    PROBER = "prober"
    WORKER = "worker"
    EXPORTER = "exporter"


ALL_ROLES = tuple(RoleName)


def make_endpoint(settings: TargetSettings, clock: Clock) -> OpenAIEndpoint:
    """A target, for canaries: with the pictures that come with them."""
    return OpenAIEndpoint(settings, clock, shipped_picture)


def build_roles(
    outfit: Outfit, wanted: Sequence[RoleName], ledger: Ledger, board: ProberBoard
) -> dict[RoleName, Callable[[], Role]]:
    """How each wanted role is made. Made in its own thread: Kafka clients belong to one."""
    makers: Mapping[RoleName, Callable[[], Role]] = {
        RoleName.INTAKE: lambda: IntakeRole(outfit, DECODERS),
        RoleName.PROBER: lambda: ProberRole(outfit, PROBES, make_endpoint, board),
        RoleName.WORKER: lambda: make_worker(outfit),
        RoleName.EXPORTER: lambda: ExporterRole(outfit, ledger),
    }
    idle = not outfit.config.intake.sources
    return {name: makers[name] for name in wanted if not (name is RoleName.INTAKE and idle)}


def run_process(
    config: Config,
    wanted: Sequence[RoleName],
    embedded: bool,
    data_dir: Path,
    port: int | None,
    port_file: Path | None,
) -> int:
    """Run until SIGTERM or SIGINT; gives the exit status.

    With `embedded`, a broker is started here and stopped at the end. Raises `WorldError`
    when a role cannot go on, `UserError` when something must be changed first.
    """
    give_back_large_buffers()
    allow_many_sockets()
    stop = Event()
    watched: EmbeddedBroker | None = None
    with ExitStack() as parts:
        parts.enter_context(stopped_by((signal.SIGTERM, signal.SIGINT), stop))
        if embedded:
            if config.kafka.bootstrap_servers:
                raise InputError(
                    "--embedded: kafka.bootstrap_servers is configured; use one of them"
                )
            broker = parts.enter_context(EmbeddedBroker(data_dir))
            kafka = config.kafka.model_copy(
                update={"bootstrap_servers": (broker.bootstrap,), "embedded": True}
            )
            config = config.model_copy(update={"kafka": kafka})
            watched = broker
        return _run(config, wanted, port, port_file, stop, watched)


def _run(
    config: Config,
    wanted: Sequence[RoleName],
    port: int | None,
    port_file: Path | None,
    stop: Event,
    broker: EmbeddedBroker | None,
) -> int:
    ensure_topics(config.kafka, topic_specs(config), "sycomon")
    clock = SystemClock()
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    metrics = ProcessMetrics(
        registry, config, [scorer.name for scorer in make_scorers(None).values()]
    )
    ledger, board = Ledger(config, clock), ProberBoard()
    threads = _Threads(stop)
    exports = RoleName.EXPORTER in wanted
    if exports:
        registry.register(LeaderCollector(ledger, config))

    def not_ready() -> str | None:
        return threads.fault() or (ledger.not_ready() if exports else None)

    metrics.leader.set_function(lambda: float(ledger.is_serving()))
    metrics.ready.set_function(lambda: float(not_ready() is None))
    telemetry = Telemetry(config, ",".join(wanted))
    outfit = Outfit(config, clock, metrics, telemetry.tracer, stop)
    settings = config.exporter

    def status() -> Status:
        return read_status(config.instance, ledger, board, ready=not_ready() is None)

    table = pages(registry, threads.fault, not_ready, status)
    web = WebServer(settings.host, settings.port if port is None else port, table)
    keep_what_is_loaded()
    web.start()
    log.info("metrics: http://%s:%d/metrics", settings.host, web.port)
    try:
        if port_file is not None:
            _write_port(port_file, web.port)
        for name, make in build_roles(outfit, wanted, ledger, board).items():
            threads.start(name, make)
        if broker is not None:
            threads.start("embedded broker", lambda: _BrokerWatch(broker, stop))
        wait_for(stop)
        log.info("stopping")
    finally:
        stop.set()
        threads.join()
        web.stop()
        telemetry.close()
    threads.raise_first()
    log.info("stopped")
    return 0


def _write_port(path: Path, port: int) -> None:
    """Whole or not at all: somebody is waiting for this file."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(f"{port}\n", encoding="utf-8")
    part.replace(path)


@dataclass(frozen=True, slots=True)
class _BrokerWatch:
    """Fails when the embedded broker ends by itself: without it nothing is read or written, and
    the roles would wait for it for ever."""

    broker: EmbeddedBroker
    stop: Event

    def run(self) -> None:
        while not wait_until(self.stop, _BROKER_LOOK_SECONDS):
            self.broker.check()


class _Threads:
    """The roles' threads. The first that fails stops them all."""

    def __init__(self, stop: Event) -> None:
        self._stop = stop
        self._threads: list[Thread] = []
        self._failures: list[Exception] = []

    def start(self, name: str, make: Callable[[], Role]) -> None:
        def work() -> None:
            try:
                make().run()
            except Exception as error:  # noqa: BLE001  # raised again in the main thread
                log.error("%s failed: %s", name, error)
                self._failures.append(error)
            finally:
                self._stop.set()

        # A daemon, so that a client that will not close cannot keep the process alive.
        thread = Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def fault(self) -> str | None:
        """Which role has ended, when one has."""
        ended = [thread.name for thread in self._threads if not thread.is_alive()]
        return f"ended: {', '.join(ended)}" if ended else None

    def join(self) -> None:
        """Wait for their end, but not for ever: what is not committed is done again."""
        deadline = Deadline.after(SystemClock(), _END_SECONDS)
        for thread in self._threads:
            thread.join(deadline.left())
            if thread.is_alive():
                log.error("%s did not end in %g s; leaving it", thread.name, _END_SECONDS)

    def raise_first(self) -> None:
        if self._failures:
            raise self._failures[0]
