"""Several probers share due runs: each question is asked once, and nobody's end stops a run."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.exchange import Exchange
from monitor.plan import Run
from monitor.status import Status, TargetStatus
from monitor.verdict import Reason
from tests.faults.deployment import Deployment
from tests.faults.scene import NEVER_DUE, SESSION_SECONDS
from tests.faults.waiting import eventually
from tests.faults.workload import ARMS, VERSION, Model, Suite, marks_in
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply

pytestmark = pytest.mark.broker

MONITORS = {"one": "prober", "two": "prober", "rest": "worker,exporter"}
TARGETS = tuple(f"chat-{number}" for number in range(6))
SIZE = 40
CONCURRENCY = 4
TURNS = 1 + len(ARMS)
"""Questions of one trial: the first, and one more in each arm."""


@dataclass(slots=True)
class Counting:
    """The model, and how often each conversation was put to it."""

    model: Model = field(default_factory=Model)
    asked: Counter[Sequence[str]] = field(default_factory=Counter)
    _lock: Lock = field(default_factory=Lock)

    def __call__(self, messages: Messages) -> ScriptedReply:
        if messages:
            with self._lock:
                self.asked[tuple(str(message["content"]) for message in messages)] += 1
        return self.model(messages)


@dataclass(slots=True)
class Shared:
    """Two probers and the endpoint that they ask."""

    folder: Path
    deployment: Deployment
    endpoint: Counting

    def order(
        self, number: int, size: int, seconds: float = 600.0, plan: str | None = None
    ) -> None:
        """A run of every target, due now, each with questions of its own. Each belongs to a plan
        that is called like the target, or all of them to one `plan`."""
        now = SystemClock().now()
        writer = self.deployment.writer()
        for place, target in enumerate(TARGETS):
            path = self.folder / f"{target}-{number}.jsonl"
            Suite(size, addend=10_000 * (number * len(TARGETS) + place + 1)).write(path)
            run = Run(
                run=f"{target}-{number}", plan=plan or target, target=target, family="pushback",
                suite=str(path), arms=ARMS, repeats=1, created=now, expires=now + 3600,
                deadline_seconds=seconds,
            )  # fmt: skip
            writer.send(self.deployment.topics.plans, target.encode(), run.encode())
        writer.flush(Deadline.after(SystemClock(), 30))
        writer.close()

    def wait_for(self, number: int) -> None:
        """Wait until this run of every target is complete."""

        def missing(status: Status) -> str | None:
            done = {one.target: one.complete for one in status.targets if one.version == VERSION}
            ids = {target: run.id for target, run in done.items() if run is not None}
            return ", ".join(t for t in TARGETS if ids.get(t) != f"{t}-{number}") or None

        self.deployment.wait(f"run {number} of every target", missing)

    def exchanges(self, run: str) -> list[Exchange]:
        """What was written of one run."""
        records = self.deployment.read(self.deployment.topics.exchanges)
        found = [Exchange.decode(record.value) for record in records]
        return [one for one in found if one.probe is not None and one.probe.run == run]

    def took_up(self, prober: str, number: int) -> set[str]:
        """Targets whose run a prober took up, by its log."""
        log = self.deployment[prober].incarnation.log.read_text(encoding="utf-8")
        return {target for target in TARGETS if f"run {target}-{number}: " in log}


@contextmanager
def shared(folder: Path, **plans: Mapping[str, Any]) -> Iterator[Shared]:
    """Broker, endpoint and monitors, none of them started."""
    endpoint = Counting()
    with ExitStack() as stack:
        server = stack.enter_context(ScriptedModelServer(endpoint))
        target = {"endpoint": server.url, "model": "chat", "concurrency": CONCURRENCY}
        own = {target: {"target": target, "cron": NEVER_DUE} for target in TARGETS}
        settings = {"targets": dict.fromkeys(TARGETS, target), "plans": own | plans}
        deployment = Deployment(folder, MONITORS, settings, SESSION_SECONDS)
        yield Shared(folder, stack.enter_context(deployment), endpoint)


def wait_for_both(on: Shared) -> int:
    """Start all, and wait until the group is complete: both probers play. Gives the number of
    the next run."""
    on.deployment.start_all()
    on.deployment.read_status()
    numbers = count()

    def alone() -> str | None:
        number = next(numbers)
        on.order(number, 1)
        on.wait_for(number)
        return None if on.took_up("one", number) and on.took_up("two", number) else "one plays"

    eventually("both play", alone)
    on.endpoint.asked.clear()
    return next(numbers)


def test_two_probers_share_runs_and_ask_each_question_once(tmp_path: Path) -> None:
    with shared(tmp_path) as on:
        number = wait_for_both(on)
        on.order(number, SIZE)
        on.wait_for(number)
        one, two = on.took_up("one", number), on.took_up("two", number)
        assert one
        assert two
        assert one | two == {*TARGETS}
        assert one & two == set()
        assert set(on.endpoint.asked.values()) == {1}
        assert len(on.endpoint.asked) == len(TARGETS) * SIZE * TURNS


def test_two_probers_share_one_budget(tmp_path: Path) -> None:
    """Runs of one plan that stand in several partitions, so that both play it at once: worse
    than what the schedule does."""
    limit = 100
    plan = {
        "target": TARGETS[0],
        "family": "stance",  # no second plan of a family may ask the same target
        "cron": NEVER_DUE,
        "budget": {"requests_per_day": limit},
    }
    with shared(tmp_path, shared=plan) as on:
        number = wait_for_both(on)
        on.order(number, SIZE, plan="shared")

        def missing(status: Status) -> str | None:
            late = [target for target in TARGETS if not is_told(status, target)]
            return ", ".join(late) or None

        on.deployment.wait("every run has met the end of the budget", missing)
        one, two = on.took_up("one", number), on.took_up("two", number)
        assert (one | two, one & two) == ({*TARGETS}, set())
        assert one
        assert two
        # Claims go by twentieths of the day; what one has left over may not reach the other.
        assert limit - 2 * (limit // 20) <= asked(on) <= limit


def is_told(status: Status, target: str) -> bool:
    """Whether all trials of its run have come, and not all of them were asked."""
    told = Reason.OVER_BUDGET in unscored(status, target)
    return told and trials(status, target) >= SIZE


def test_a_run_goes_on_with_whoever_is_left(tmp_path: Path) -> None:
    """A second prober comes while the first is playing, and takes over its part; then the first
    is killed, and the second plays all that is left."""
    with shared(tmp_path) as on:
        for name in ("rest", "one"):
            on.deployment[name].start()
        on.deployment.read_status()
        questions = len(TARGETS) * SIZE * TURNS
        on.endpoint.model.let_pass(questions // 4)
        on.order(0, SIZE)
        eventually("the first is at it", lambda: None if asked(on) >= questions // 4 else "not yet")
        assert on.took_up("one", 0) == {*TARGETS}
        on.deployment["two"].start()
        eventually("the second has its part", lambda: None if on.took_up("two", 0) else "none")
        its_part = on.took_up("two", 0)
        on.endpoint.model.let_pass(questions // 4)
        eventually("both are at it", lambda: None if asked(on) >= questions // 2 else "not yet")
        assert its_part < {*TARGETS}
        on.deployment["one"].kill()
        on.endpoint.model.let_pass(None)
        killed = SystemClock().monotonic()
        eventually(
            "the second takes over",
            lambda: None if on.took_up("two", 0) == {*TARGETS} else "not all",
            seconds=3 * SESSION_SECONDS,
        )
        print(f"taken over {SystemClock().monotonic() - killed:.1f} s after the kill")
        on.wait_for(0)
        assert len(on.endpoint.asked) == questions
        # Only what was on its way at a change of hands was asked again, and what was answered at
        # last and not yet written: at most what was let pass since the change before.
        again = sum(on.endpoint.asked.values()) - questions
        assert again <= len(TARGETS) * CONCURRENCY * TURNS + questions // 4
        assert max(on.endpoint.asked.values()) <= 2


def test_of_one_plan_one_run_is_played_at_a_time(tmp_path: Path) -> None:
    """Two runs of each plan are due at once, as when a clock jumped."""
    with shared(tmp_path) as on:
        on.deployment.start_all()
        on.deployment.read_status()
        on.order(0, 10)
        on.order(1, 10)
        on.wait_for(1)
        for target in TARGETS:
            first, second = (
                [arm for one in on.exchanges(f"{target}-{n}") for arm in one.arms.values()]
                for n in (0, 1)
            )
            assert len(first) == len(second) == 10 * len(ARMS)
            assert max(arm.ended for arm in first) <= min(arm.started for arm in second)


def test_a_run_that_its_deadline_cut_short_moves_no_rate(tmp_path: Path) -> None:
    """The endpoint answers less than one run's questions, and then nothing until all ended."""
    with shared(tmp_path) as on:
        on.deployment.start_all()
        on.deployment.read_status()
        on.order(0, 10)
        on.wait_for(0)
        on.endpoint.model.let_pass(SIZE * TURNS - 1)
        on.order(1, SIZE, seconds=6.0)

        def missing(status: Status) -> str | None:
            late = [t for t in TARGETS if trials(status, t) < 10 + SIZE]
            return ", ".join(late) or None

        on.deployment.wait("every trial has its verdict", missing)
        on.endpoint.model.let_pass(None)
        status = on.deployment.read_status()
        for target in TARGETS:
            assert Reason.INCOMPLETE in unscored(status, target)
            assert unscored(status, target) <= {Reason.INCOMPLETE, Reason.TRANSPORT}
        complete = {one.complete.id for one in status.targets if one.complete is not None}
        assert complete == {f"{target}-0" for target in TARGETS}
        on.order(2, 10)
        on.wait_for(2)


def trials(status: Status, target: str) -> int:
    """Trials of a target that were heard of, in its first arm."""
    found = [one.totals.get(ARMS[0]) for one in status.targets if one.target == target]
    return sum(sum(marks_in(counts).values()) for counts in found if counts is not None)


def unscored(status: Status, target: str) -> set[Reason]:
    """Why trials of a target have no outcome."""
    found: list[TargetStatus] = [one for one in status.targets if one.target == target]
    return {reason for one in found for arm in one.totals.values() for reason in arm.unscored}


def asked(on: Shared) -> int:
    return sum(on.endpoint.asked.values())
