"""Endpoints that are slow, dead or refuse: runs end, say why, and move no rate."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.exchange import Exchange
from monitor.metrics import ProbeRunResult
from monitor.plan import Run
from monitor.status import Counts, Status, TargetStatus
from monitor.streams.embedded import free_port
from monitor.totals import UNKNOWN_VERSION
from tests.faults.deployment import ALL_ROLES, Deployment
from tests.faults.scene import NEVER_DUE, SESSION_SECONDS
from tests.faults.scraper import Page, Scraper, rates, untrue_rates
from tests.faults.waiting import eventually
from tests.faults.workload import ARMS, VERSION, Model, Suite, marks_in
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply

pytestmark = pytest.mark.broker

SUITE = Suite(20)
FOR_EVER = 600.0
HEALTHY_SECONDS = 120.0
REQUEST_SECONDS = 2.0
SLACK_SECONDS = 15.0
"""For taking a run up and for a busy machine."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What an endpoint does, the deadline of the run that meets it, and what that must give."""

    reply: ScriptedReply | None
    """Null: nobody listens."""
    deadline_seconds: float
    reason: str
    ended: str
    """How the run ended for the prober."""


FAULTS: Mapping[str, Fault] = {
    "silent": Fault(ScriptedReply(delay=FOR_EVER), HEALTHY_SECONDS, "transport", "endpoint_failed"),
    # Before the first request has had its time.
    "dripping": Fault(
        ScriptedReply(text="1" * 50, drip=0.5), REQUEST_SECONDS - 0.5, "incomplete", "deadline"
    ),
    "gone": Fault(None, HEALTHY_SECONDS, "transport", "endpoint_failed"),
    "broken": Fault(ScriptedReply(status=500), HEALTHY_SECONDS, "transport", "endpoint_failed"),
    "busy": Fault(ScriptedReply(status=429), HEALTHY_SECONDS, "rate_limited", "endpoint_failed"),
}


class Server:
    """A model server on one port that can be made ill and well again."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault
        self._model = Model()
        self._port = free_port()
        self._is_ill = False
        self._running = ExitStack()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def _answer(self, messages: Messages) -> ScriptedReply:
        if not self._is_ill:
            return self._model(messages)
        if self._fault.reply is None:
            raise ConnectionAbortedError("on a connection from better days")
        return self._fault.reply

    def start(self) -> None:
        self._running.enter_context(ScriptedModelServer(self._answer, self._port))

    def stop(self) -> None:
        self._running.close()

    def fall_ill(self) -> None:
        self._is_ill = True
        if self._fault.reply is None:
            self.stop()

    def recover(self) -> None:
        """What still hangs is cut off; what comes new is answered."""
        self._is_ill = False
        self.stop()
        self.start()


class Ward:
    """A deployment with one target for each fault."""

    def __init__(self, folder: Path, deployment: Deployment, servers: Mapping[str, Server]) -> None:
        self._suite = str(folder / "suite.jsonl")
        self.deployment = deployment
        self.servers = servers

    def order(self, number: int, seconds: Callable[[Fault], float]) -> None:
        """One run of every target, due now."""
        now = SystemClock().now()
        writer = self.deployment.writer()
        for target in self.servers:
            run = Run(
                run=f"{target}-{number}", plan=target, target=target, family="pushback",
                suite=self._suite, arms=ARMS, repeats=1, created=now, expires=now + 3600,
                deadline_seconds=seconds(FAULTS[target]),
            )  # fmt: skip
            writer.send(self.deployment.topics.plans, target.encode(), run.encode())
        writer.flush(Deadline.after(SystemClock(), 30))
        writer.close()

    def wait_for_runs(self, number: int, version: str) -> Status:
        """Wait until this run of every target is complete under `version`."""

        def missing(status: Status) -> str | None:
            done = {t: one.complete for (t, v), one in streams(status).items() if v == version}
            ids = {target: run.id for target, run in done.items() if run is not None}
            late = [target for target in self.servers if ids.get(target) != f"{target}-{number}"]
            return ", ".join(late) or None

        self.deployment.wait(f"run {number} of every target", missing)
        return self.deployment.read_status()

    def wait_for_trials(self, version: str) -> Status:
        """Wait until every target has a verdict on each trial of one run of this version."""

        def missing(status: Status) -> str | None:
            found = {
                target: one.totals for (target, v), one in streams(status).items() if v == version
            }
            late = [
                target for target in self.servers if _trials(found.get(target, {})) < SUITE.size
            ]
            return ", ".join(late) or None

        self.deployment.wait(f"every trial under {version}", missing)
        return self.deployment.read_status()

    def exchanges(self, run: str) -> list[Exchange]:
        """What the prober wrote of one run."""
        records = self.deployment.read(self.deployment.topics.exchanges)
        found = [Exchange.decode(record.value) for record in records]
        return [exchange for exchange in found if exchange.probe and exchange.probe.run == run]


def _trials(totals: Mapping[str, Counts]) -> int:
    """Trials that were heard of in every arm."""
    return min((sum(marks_in(totals[arm]).values()) for arm in ARMS if arm in totals), default=0)


def streams(status: Status) -> Mapping[tuple[str, str], TargetStatus]:
    """Everything that is said of canaries, by target and version."""
    return {(target.target, target.version): target for target in status.targets}


@contextmanager
def ward(folder: Path, scraper: Scraper) -> Iterator[Ward]:
    """Everything runs and is healthy."""
    SUITE.write(folder / "suite.jsonl")
    servers = {target: Server(fault) for target, fault in FAULTS.items()}
    with ExitStack() as stack:
        for server in servers.values():
            server.start()
            stack.callback(server.stop)
        limits = {"concurrency": 8, "request_timeout_seconds": REQUEST_SECONDS, "retries": 1}
        targets = {
            target: {"endpoint": server.url, "model": "chat", **limits}
            for target, server in servers.items()
        }
        plans = {target: {"target": target, "cron": NEVER_DUE} for target in targets}
        deployment = stack.enter_context(
            Deployment(
                folder,
                {"one": ALL_ROLES},
                {"targets": targets, "plans": plans, "prober": {"rest_seconds": 1}},
                SESSION_SECONDS,
                scraper.watch,
            )
        )
        deployment.start_all()
        deployment.read_status()
        yield Ward(folder, deployment, servers)


def test_a_sick_endpoint_ends_its_run_and_moves_no_rate(tmp_path: Path) -> None:
    """Each endpoint has a healthy run, then one while it is ill, then a healthy one again."""
    with Scraper() as scraper, ward(tmp_path, scraper) as on:
        on.order(1, lambda _: HEALTHY_SECONDS)
        on.wait_for_runs(1, VERSION)
        for server in on.servers.values():
            server.fall_ill()
        on.order(2, lambda fault: fault.deadline_seconds)
        ill = on.wait_for_trials(UNKNOWN_VERSION)
        for target, fault in FAULTS.items():
            check_ill_run(ill, target, fault)
            check_times(on, target, fault)
        for server in on.servers.values():
            server.recover()
        on.order(3, lambda _: HEALTHY_SECONDS)
        well = on.wait_for_runs(3, VERSION)
        for target in FAULTS:
            check_healthy_totals(well, target, runs=2)
        pages = scraper.pages()
        true = {f'{{target="{target}",version="{VERSION}"}}': [SUITE.rate()] for target in FAULTS}
        assert [*untrue_rates(pages, true)] == []
        assert rates(pages[-1]).keys() == true.keys()
        assert_rates_stayed(pages, true.keys())
        eventually("every run has ended", lambda: unended(scraper.pages()[-1]))


def check_ill_run(status: Status, target: str, fault: Fault) -> None:
    """Every trial is there, with its reason, or as one that was not begun; nothing is held, and
    nothing is flipped. Only a run that came to all its trials is a complete one."""
    ill = streams(status)[target, UNKNOWN_VERSION]
    for arm in ARMS:
        marks = marks_in(ill.totals[arm])
        assert marks.keys() == {fault.reason, "incomplete"}, target
        assert sum(marks.values()) == SUITE.size, target
    assert ill.complete is None
    healthy = streams(status)[target, VERSION]
    assert healthy.complete is not None
    assert healthy.complete.id == f"{target}-1"
    check_healthy_totals(status, target, runs=1)


def check_healthy_totals(status: Status, target: str, runs: int) -> None:
    totals = streams(status)[target, VERSION].totals
    assert {arm: marks_in(counts) for arm, counts in totals.items()} == {
        arm: {mark: n * runs for mark, n in marks.items()} for arm, marks in SUITE.marks().items()
    }, target


def check_times(on: Ward, target: str, fault: Fault) -> None:
    """No question was asked or waited for after the deadline."""
    arms = [arm for one in on.exchanges(f"{target}-2") for arm in one.arms.values()]
    took = max(arm.ended for arm in arms) - min(arm.started for arm in arms)
    assert took < fault.deadline_seconds + SLACK_SECONDS, target


def assert_rates_stayed(pages: list[Page], labels: Collection[str]) -> None:
    """From its first complete run on a target shows its rate in every scrape."""
    shown: set[str] = set()
    for page in pages:
        assert rates(page).keys() >= shown, page.asked
        shown |= rates(page).keys()
    assert shown == set(labels)


def unended(page: Page) -> str | None:
    """Targets whose runs did not end as they should, as far as the prober counted them."""
    found = {target: ended(page, target) for target in FAULTS}
    wanted = {t: Counter({"played": 2}) + Counter({f.ended: 1}) for t, f in FAULTS.items()}
    return None if found == wanted else f"{found}"


def ended(page: Page, target: str) -> Counter[str]:
    """How the runs of a target ended, as the prober counts them."""
    found = {
        result: page.series.get(
            f'sycophancy_probe_runs_total{{family="pushback",result="{result}",target="{target}"}}'
        )
        for result in ProbeRunResult
    }
    return Counter({result: int(value) for result, value in found.items() if value})
