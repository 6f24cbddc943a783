"""The demo: every part started in order, watched, and stopped in reverse order.

Broker, model server, Prometheus and the roles are processes of their own; the live traffic is
a thread here. Between them and the table there is only what a user has too: a configuration
file, Kafka, and the exporter's HTTP pages.
"""

import fcntl
import logging
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from rich.console import Console

from monitor.clock import Clock, Deadline, SystemClock, wait_until
from monitor.demo.child import Child, Command, Interrupted
from monitor.demo.model import (
    CONCURRENCY,
    MAX_TOKENS,
    ModelServer,
    check_installed,
    default_cache,
    prepare_model,
)
from monitor.demo.prometheus import Prometheus, find_prometheus
from monitor.demo.scripted.behaviour import Behaviour
from monitor.demo.scripted.model import ScriptedModel
from monitor.demo.scripted.questions import shipped_questions
from monitor.demo.scripted.server import ScriptedServer
from monitor.demo.scripted.truth import true_rates
from monitor.demo.settings import (
    ARMS,
    DEADLINE_SECONDS,
    TRAFFIC_TOPIC,
    DemoTarget,
    demo_settings,
    target_name,
    write_settings,
)
from monitor.demo.table import View, open_display
from monitor.demo.traffic import Chat, ChatServer, Traffic
from monitor.demo.watch import Watch
from monitor.errors import InputError, WorldError
from monitor.log_lines import LineFormatter
from monitor.measures.measure import Measure
from monitor.settings.kafka import KafkaSettings
from monitor.signals import stopped_by
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker, free_port
from monitor.streams.topics import TopicSpec
from monitor.streams.writer import Writer
from probes.pushback import Pushback

_ENDPOINT_TOKENS = 256
_ENDPOINT_CONCURRENCY = 4
_START_SECONDS = 60.0
_LOOK_SECONDS = 0.5
_SCRAPE_SECONDS = 15.0
_WRITE_SECONDS = 10.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What `sycomon demo` was asked for.

    `once` ends after the first complete round. `endpoint` and `model` go together and stand
    in for the demo's own model; `api_key_env` names the variable with the key for them.
    `folder` is for this run's files, `cache` for the prepared model. `traffic` is null for:
    on with the demo's own models, off with somebody else's endpoint. With `scripted` a model
    that behaves so stands in for the small one.
    """

    once: bool = False
    endpoint: str | None = None
    model: str | None = None
    folder: Path = Path(".sycomon")
    cache: Path | None = None
    traffic: bool | None = None
    api_key_env: str | None = None
    scripted: Behaviour | None = None

    def check(self) -> None:
        """Raises `InputError` for options that do not go together."""
        if (self.endpoint is None) != (self.model is None):
            raise InputError("--endpoint and --model go together; give both or neither")
        if self.scripted is not None and self.endpoint is not None:
            raise InputError("--scripted and --endpoint: give one of them")
        if self.api_key_env and not os.environ.get(self.api_key_env):
            raise InputError(f"--api-key-env: the variable {self.api_key_env} is not set")

    @property
    def has_traffic(self) -> bool:
        """Whether somebody chats with the model."""
        return self.traffic if self.traffic is not None else self.endpoint is None


def run_demo(options: DemoOptions, console: Console | None = None) -> int:
    """Run the demo; 0 when it ended as it should.

    Without `once` that is when it is told to stop; with `once`, when the round is complete:
    being told to stop before that is 1. Raises `UserError` for what must be changed first
    and `WorldError` when a part fails, after everything has been stopped.
    """
    options.check()
    stop = Event()
    with stopped_by(_SIGNALS, stop), ExitStack() as parts:
        demo = Demo(options, console or Console(), SystemClock(), stop, parts)
        try:
            return demo.run()
        except Interrupted:
            return 1 if options.once else 0


@contextmanager
def _logging_to(path: Path) -> Iterator[None]:
    """Log lines go into a file while this lasts; on a terminal they would tear the table."""
    root = logging.getLogger()
    before = root.handlers[:]
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(LineFormatter())
    root.handlers[:] = [handler]
    try:
        yield
    finally:
        root.handlers[:] = before
        handler.close()


class Demo:
    """One run of the demo. What it starts is entered into `parts`, which stops it."""

    def __init__(
        self, options: DemoOptions, console: Console, clock: Clock, stop: Event, parts: ExitStack
    ) -> None:
        self._options = options
        self._console = console
        self._clock = clock
        self._stop = stop
        self._parts = parts
        self._folder = options.folder.absolute()
        self._logs = self._folder / "logs"
        self._children: dict[str, Child] = {}
        self._began = clock.monotonic()

    def run(self) -> int:
        """Start everything, show the table, and return the exit status."""
        self._make_folder()
        self._parts.enter_context(_logging_to(self._logs / "demo.log"))
        target = self._target()
        broker = EmbeddedBroker(self._folder / "broker")
        bootstrap = self._parts.enter_context(broker).bootstrap
        settings = self._folder / "sycomon.yaml"
        write_settings(settings, demo_settings(target, bootstrap))
        kafka = KafkaSettings(bootstrap_servers=(bootstrap,))
        ensure_topics(kafka, [TopicSpec(TRAFFIC_TOPIC, 1, 1, {})], "demo")
        exporter = self._start_roles(settings)
        prometheus = self._start_prometheus(exporter)
        if self._options.has_traffic:
            self._start_traffic(target, kafka)
        has_traffic = self._options.has_traffic
        watch = Watch(exporter, prometheus, self._clock, self._began, has_traffic=has_traffic)
        return self._show(watch, broker)

    def _show(self, watch: Watch, broker: EmbeddedBroker) -> int:
        """Show how things stand until we are told to stop or, with `once`, are done."""
        limit = Deadline.after(self._clock, DEADLINE_SECONDS + _START_SECONDS)
        with watch, open_display(self._console, self._clock) as display:
            while not wait_until(self._stop, _LOOK_SECONDS):
                view = watch.look()
                display.show(view)
                _check_broker(broker)
                for child in self._children.values():
                    child.check()
                if self._options.once and self._is_done(view):
                    return 0
                if self._options.once and limit.passed():
                    raise self._children["sidecar"].failure("did not complete its round in time")
            display.show(watch.look())
        return 1 if self._options.once else 0

    def _is_done(self, view: View) -> bool:
        """True when the round is complete and Prometheus has its figure, if both exist."""
        if view.seconds_to_complete is None:
            return False
        prometheus = view.prometheus
        if prometheus is None or prometheus.frp is not None or not view.has_figure:
            return True
        waited = self._clock.monotonic() - self._began - view.seconds_to_complete
        return waited > _SCRAPE_SECONDS

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _make_folder(self) -> None:
        """Each run starts with an empty broker; what the run before has left is removed."""
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = self._parts.enter_context((self._folder / "lock").open("w", encoding="utf-8"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                f"--folder: another demo is running in {self._folder}; name another folder"
            ) from error
        again = self._logs.exists()
        for name in ("broker", "prometheus", "logs"):
            shutil.rmtree(self._folder / name, ignore_errors=True)
        self._logs.mkdir()
        removed = "; those of the run before are removed" if again else ""
        self._say(f"Files of this run are in {self._folder}{removed}.")

    def _keep(self, name: str, child: Child) -> Child:
        self._children[name] = self._parts.enter_context(child)
        return child

    def _target(self) -> DemoTarget:
        if self._options.scripted is not None:
            return self._start_scripted(self._options.scripted)
        return self._start_model() if self._options.endpoint is None else self._given_target()

    def _given_target(self) -> DemoTarget:
        endpoint, model = self._options.endpoint or "", self._options.model or ""
        if not self._options.has_traffic:
            self._say("No live traffic, since its calls would be on your bill; --traffic makes it.")
        return DemoTarget(
            name=target_name(model),
            endpoint=endpoint,
            model=model,
            concurrency=_ENDPOINT_CONCURRENCY,
            max_tokens=_ENDPOINT_TOKENS,
            api_key_env=self._options.api_key_env,
        )

    def _start_model(self) -> DemoTarget:
        check_installed()
        cache = (self._options.cache or default_cache()).absolute()
        log = self._logs / "model.log"
        folder = prepare_model(cache, log, self._clock, self._stop, self._say)
        self._began = self._clock.monotonic()
        server = ModelServer(folder, free_port(), log)
        self._say(f"Starting {server.model} from {folder} …")
        self._keep("model", server.start(self._clock, self._stop))
        return DemoTarget(
            name="smollm2",
            endpoint=server.url,
            model=server.model,
            concurrency=CONCURRENCY,
            max_tokens=MAX_TOKENS,
        )

    def _start_scripted(self, behaviour: Behaviour) -> DemoTarget:
        model = ScriptedModel(behaviour, shipped_questions())
        server = self._parts.enter_context(ScriptedServer(model, self._clock))
        truth = true_rates(Pushback.name, behaviour, ARMS)
        self._say(
            f"A scripted model, {behaviour.version}, answers at {server.url}. Its true FRP is "
            f"{truth[Measure.FRP, None]:.1%}, its true net FRP {truth[Measure.NET_FRP, None]:+.1%}."
        )
        return DemoTarget(
            name=target_name(behaviour.version),
            endpoint=server.url,
            model=behaviour.version,
            concurrency=CONCURRENCY,
            max_tokens=MAX_TOKENS,
        )

    def _start_roles(self, settings: Path) -> str:
        """The two processes of a small deployment; gives the exporter's `host:port`."""
        run = (sys.executable, "-m", "monitor.cli.main", "run", "--config", str(settings))
        port_file = self._logs / "exporter.port"
        roles = ("--roles", "intake,prober,exporter", "--port-file", str(port_file))
        sidecar = Command("the sidecar process", (*run, *roles), self._logs / "sidecar.log")
        worker = Command(
            "the worker process", (*run, "--roles", "worker"), self._logs / "worker.log"
        )
        self._keep("worker", Child(worker))
        child = self._keep("sidecar", Child(sidecar))
        deadline = Deadline.after(self._clock, _START_SECONDS)
        child.wait_until_ready(lambda: _read_port(port_file) is not None, deadline, self._stop)
        return f"127.0.0.1:{_read_port(port_file)}"

    def _start_prometheus(self, exporter: str) -> Prometheus | None:
        binary = find_prometheus()
        if binary is None:
            return None
        log = self._logs / "prometheus.log"
        prometheus = Prometheus(binary, self._folder / "prometheus", log, free_port())
        self._parts.callback(prometheus.close)
        self._keep("prometheus", prometheus.start(exporter, self._clock, self._stop))
        return prometheus

    def _start_traffic(self, target: DemoTarget, kafka: KafkaSettings) -> None:
        writer = Writer(kafka, "demo-traffic")
        self._parts.callback(writer.close)

        def log(key: bytes, value: bytes) -> None:
            writer.send(TRAFFIC_TOPIC, key, value)
            writer.flush(Deadline.after(self._clock, _WRITE_SECONDS))

        key = os.environ.get(target.api_key_env) if target.api_key_env else None
        server = ChatServer(target.endpoint, target.model, key, target.max_tokens)
        traffic = Traffic(Chat(server, log, self._clock), self._clock)
        traffic.start()
        self._parts.callback(traffic.stop)


def _check_broker(broker: EmbeddedBroker) -> None:
    """Raises `WorldError` when it has ended; its exit status stays there for its owner."""
    if os.waitid(os.P_PID, broker.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
        raise WorldError(f"the embedded broker has ended; its data and log: {broker.data_dir}")


def _read_port(path: Path) -> int | None:
    """The port in a `--port-file`; null while it is not written."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return int(text) if text.endswith("\n") else None
