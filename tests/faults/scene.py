"""One deployment under load, watched from outside, with everything that must hold at its end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from monitor.clock import Deadline, SystemClock
from monitor.measures.measure import Measure
from monitor.plan import Run
from monitor.record import Partition
from monitor.status import Status
from monitor.streams.writer import Writer
from tests.faults.deployment import Deployment
from tests.faults.scraper import Scraper, counter_sums, double_rates, fallen_counters, untrue_rates
from tests.faults.waiting import eventually
from tests.faults.workload import (
    ARMS,
    VERSION,
    Marks,
    Model,
    Suite,
    canary_counts,
    complete_run,
    dead_letters,
    difference,
    live_counts,
    live_marks,
    live_record,
    marks_in,
    recount,
    tallied,
)
from tests.scripted_server import ScriptedModelServer

TARGET = "chat"
TRAFFIC = "traffic"
PLAN = "canary"
MAIN_RUN = "main"
SUITE_FILE = "suite.jsonl"
EACH_ROLE = {role: role for role in ("intake", "prober", "worker", "exporter")}
NEVER_DUE = "0 0 29 2 *"
"""When runs of a plan are due that only a test orders."""
SESSION_SECONDS = 6.0
_TOPIC_BYTES = 10 * 2**20
_WRITE_SECONDS = 60.0
_STILL_LOOKS = 20

POISON: Sequence[tuple[bytes | None, str]] = (
    (None, "empty_value"),
    (b"", "empty_value"),
    (b"{broken", "not_json"),
    (b"\x00\x00\x00\x00\x07" + b"avro", "schema_registry_framing"),
    (b"[1, 2, 3]", "wrong_shape"),
)
"""Records that cannot be read, with the reason that their dead letter must give."""


@dataclass(slots=True)
class Scene:
    """What a test acts on, and what it knows must come of it."""

    folder: Path
    deployment: Deployment
    scraper: Scraper
    model: Model
    suite: Suite
    prelude: Suite
    ran: list[Suite] = field(default_factory=list)
    """The runs that must be complete at the end."""
    live: Counter[str] = field(default_factory=Counter)
    """Live marks that were fed up to now."""
    dead: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Dead letters that were fed up to now, by topic and reason."""
    _writer: Writer | None = None
    _fed: int = 0

    @property
    def writer(self) -> Writer:
        """Our own connection to the broker."""
        if self._writer is None:
            self._writer = self.deployment.writer()
        return self._writer

    def begin(self, questions: int | None = None) -> None:
        """Start everything, wait for the scheduled run, and order the one that the test is
        about: from now on there is a rate to be seen. The model answers so many questions of
        it until it is told to go on, or all."""
        self.deployment.start_all()
        self.ran.append(self.prelude)
        self.deployment.wait("the scheduled run", self.missing)
        self.model.let_pass(questions)
        self.order_run(MAIN_RUN)

    def order_run(self, name: str) -> None:
        """One more run of the suite, due now."""
        now = SystemClock().now()
        run = Run(
            run=name,
            plan=PLAN,
            target=TARGET,
            family="pushback",
            suite=str(self.folder / SUITE_FILE),
            arms=ARMS,
            repeats=1,
            created=now,
            expires=now + 3600,
            deadline_seconds=600,
        )
        self.writer.send(self.deployment.topics.plans, PLAN.encode(), run.encode())
        self.writer.flush(Deadline.after(SystemClock(), _WRITE_SECONDS))
        self.ran.append(self.suite)

    def feed(self, count: int) -> None:
        """Write `count` live records and wait until they arrived. Beside one in fifty comes a
        record that cannot be read."""
        numbers = range(self._fed, self._fed + count)
        self._fed += count
        for number in numbers:
            self.writer.send(TRAFFIC, f"{number}".encode(), live_record("first", number))
            if number % 50 == 0:
                value, reason = POISON[number // 50 % len(POISON)]
                self.writer.send(TRAFFIC, f"{number}".encode(), value)
                self.dead[TRAFFIC, reason] += 1
        self.writer.flush(Deadline.after(SystemClock(), _WRITE_SECONDS))
        self.live.update(live_marks(numbers))

    def wait_for_leader(self, name: str) -> None:
        """Wait until this monitor leads."""

        def missing() -> str | None:
            self.deployment.check()
            leader = self.deployment.leader()
            return None if leader == name else f"{leader} leads"

        eventually(f"{name} takes over", missing)

    def close(self) -> None:
        """Let go of the broker; what is written next connects again."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def missing(self, status: Status) -> str | None:
        """What the leader has not counted yet; a failure when it counted too much."""
        lacks = [
            difference(live_counts(status), self.live),
            difference(dead_letters(status), self.dead),
            *_canaries_missing(canary_counts(status), self.ran),
        ]
        return "; ".join(lack for lack in lacks if lack) or None

    def finish(self) -> None:
        """Wait for the end of all work, then check that everything was counted exactly once,
        by a leader that counted it and by one that has to restore it."""
        self.deployment.wait("everything is counted", self.missing)
        self.check_run()
        self.check_tallies()
        self.check_scrapes()
        self.check_counters()

    def check_run(self, name: str = MAIN_RUN) -> None:
        """This run is the last complete one, and its rate is the true one."""
        run = complete_run(self.deployment.read_status())
        assert run is not None
        assert run.id == name
        assert (run.done, run.size) == (self.suite.size, self.suite.size)
        assert marks_in(run) == sum(map(Counter, self.suite.marks().values()), Counter())
        assert run.coverage == 1.0
        true = self.suite.rate()
        frp = run.rate(Measure.FRP)
        assert frp is not None
        assert (frp.value, frp.items, frp.trials) == (
            true.value, int(true.items), int(true.trials),
        )  # fmt: skip

    def check_tallies(self) -> None:
        """Once all is drained, the tallies are what the verdicts on the topic say, each once;
        and they are the same after the leader was started anew."""
        self.drain()
        deployment = self.deployment
        records = deployment.read(deployment.topics.verdicts)
        wanted = recount(records)
        status = deployment.read_status()
        assert tallied(status) == wanted
        leader = deployment.leader()
        assert leader is not None
        assert deployment[leader].stop() == 0
        deployment[leader].start()
        again = deployment.read_status()
        assert tallied(again) == wanted
        assert dead_letters(again) == dead_letters(status)

    def drain(self) -> None:
        """Wait until every group has committed the end of what it reads."""
        eventually("nothing is left to read", self._undrained)

    def settle(self) -> None:
        """Wait until nothing is written any more. The embedded broker forgets what it takes in
        while it ends, and who was told that it arrived does not write it again."""
        topics = self.deployment.topics
        looks: list[Mapping[Partition, int]] = []

        def moving() -> str | None:
            ends = [self.deployment.ends(topic) for topic in (topics.exchanges, topics.verdicts)]
            looks.append(ends[0] | ends[1])
            last = looks[-_STILL_LOOKS:]
            is_still = len(last) == _STILL_LOOKS and all(look == last[0] for look in last)
            return None if is_still else "it goes on"

        eventually("nothing is written", moving)

    def _undrained(self) -> str | None:
        """Groups that have not committed the end of what they read; null when all have."""
        self.deployment.check()
        topics = self.deployment.topics
        reads = {"intake": TRAFFIC, "worker": topics.exchanges, "prober": topics.plans}
        behind: dict[Partition, int] = {}
        for role, topic in reads.items():
            committed = self.deployment.committed(role, topic)
            for partition, end in self.deployment.ends(topic).items():
                if end > committed.get(partition, 0):
                    behind[partition] = end - committed.get(partition, 0)
        return f"behind: {behind}" if behind else None

    def check_counters(self) -> None:
        """All processes together counted nothing twice, though they may have missed some."""
        wanted = recount(self.deployment.read(self.deployment.topics.verdicts))
        more = Counter(counter_sums(self.scraper.pages())) - Counter(wanted)
        assert not more, f"counted more often than it happened: {dict(more)}"

    def check_scrapes(self) -> None:
        """No counter ever fell, no rate was ever untrue, no two processes showed rates at once."""
        pages = self.scraper.pages()
        assert any(page.has_rates for page in pages)
        labels = f'{{target="{TARGET}",version="{VERSION}"}}'
        assert [*fallen_counters(pages)] == []
        true = {labels: {suite.rate() for suite in self.ran}}
        assert [*untrue_rates(pages, true)] == []
        assert [*double_rates(pages, SESSION_SECONDS / 2)] == []


def _canaries_missing(found: Mapping[str, Marks], ran: Sequence[Suite]) -> Iterator[str | None]:
    for arm in ARMS:
        wanted = sum((Counter(suite.marks()[arm]) for suite in ran), Counter[str]())
        yield difference(found.get(arm, {}), wanted)


@contextmanager
def scene(folder: Path, monitors: Mapping[str, str], suite: Suite) -> Iterator[Scene]:
    """Broker, model server, monitors (not started) and a scraper; all end with the context."""
    model, prelude = Model(), Suite(20, addend=5000)
    prelude.write(folder / "prelude.jsonl")
    suite.write(folder / SUITE_FILE)
    with ExitStack() as stack:
        server = stack.enter_context(ScriptedModelServer(model))
        scraper = stack.enter_context(Scraper())
        config = {
            "targets": {TARGET: {"endpoint": server.url, "model": "chat", "concurrency": 8}},
            "plans": {PLAN: {"target": TARGET, "suite": str(folder / "prelude.jsonl")}},
            "intake": {"sample_ratio": 1.0, "sources": [{"topic": TRAFFIC, "target": TARGET}]},
            "worker": {"batch_size": 25},
            "exporter": {"snapshot_seconds": 1},
        }
        deployment = stack.enter_context(
            Deployment(folder, monitors, config, SESSION_SECONDS, scraper.watch)
        )
        deployment.create_topic(TRAFFIC, partitions=2, max_bytes=_TOPIC_BYTES)
        made = Scene(folder, deployment, scraper, model, suite, prelude)
        stack.callback(made.close)
        yield made
