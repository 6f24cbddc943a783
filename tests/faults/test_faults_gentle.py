"""Probers that hold back: budgets, sick endpoints, pauses, and the file that stops them all."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.exchange import Exchange
from monitor.plan import Run
from monitor.status import Status
from tests.faults.deployment import Deployment
from tests.faults.scene import SESSION_SECONDS
from tests.faults.waiting import eventually
from tests.faults.workload import ARMS, Model, Suite
from tests.scripted_server import Messages, ScriptedModelServer, ScriptedReply

pytestmark = pytest.mark.broker

SUITE = Suite(20)
QUESTIONS = SUITE.size * (1 + len(ARMS))
TARGET, PLAN = "chat", "canary"
CONCURRENCY = 2
PLANS: Mapping[str, Any] = {
    PLAN: {"target": TARGET},
    "other": {"target": TARGET, "family": "stance"},
    "third": {"target": TARGET, "family": "judge"},
}
"""None is due by itself: nobody schedules here. Only their names are looked at."""


@dataclass(slots=True)
class Ward:
    """One prober, one target, and the server behind it."""

    folder: Path
    deployment: Deployment
    server: ScriptedModelServer

    def order(self, run: str, plan: str = PLAN, seconds: float = 3600) -> None:
        """One more run of a plan, due now, with the next one due after so many seconds."""
        now = SystemClock().now()
        writer = self.deployment.writer()
        value = Run(
            run=run, plan=plan, target=TARGET, family="pushback",
            suite=str(self.folder / "suite.jsonl"), arms=ARMS, repeats=1, created=now,
            expires=now + seconds, deadline_seconds=600,
        ).encode()  # fmt: skip
        # All in one partition: what is held keeps those behind it from being committed.
        writer.send(self.deployment.topics.plans, PLAN.encode(), value)
        writer.flush(Deadline.after(SystemClock(), 30))
        writer.close()

    def metric(self, series: str) -> float | None:
        """What the prober exports; null while it does not."""
        self.deployment.check()
        page = self.deployment["one"].incarnation.get("/metrics") or b""
        found = [line for line in page.decode().splitlines() if line.startswith(f"{series} ")]
        return float(found[0].split(" ")[1]) if found else None

    def wait_for_metric(self, series: str, value: float) -> None:
        def missing() -> str | None:
            found = self.metric(series)
            return None if found == value else f"{found}, wanted {value}"

        eventually(series, missing)

    def runs(self, result: str) -> float | None:
        """How many runs ended in one way; null for none."""
        return self.metric(_series_of_runs(result))

    def wait_for_runs(self, result: str, number: int) -> None:
        """Wait until so many runs ended in one way."""
        self.wait_for_metric(_series_of_runs(result), number)

    def wait_for_questions(self, number: int) -> None:
        eventually(
            f"{number} questions",
            lambda: None if len(self.server.asked) >= number else f"{len(self.server.asked)}",
        )

    def marks(self, run: str) -> Mapping[str, int]:
        """What the prober wrote of each arm of a run."""
        records = self.deployment.read(self.deployment.topics.exchanges)
        found = [Exchange.decode(record.value) for record in records]
        return Counter(
            arm.failure.value if arm.failure else "answered"
            for exchange in found
            if exchange.probe and exchange.probe.run == run
            for arm in exchange.arms.values()
        )

    def log(self) -> str:
        """The last lines that the prober logged."""
        return self.deployment["one"].incarnation.last_words()

    def status(self) -> Status:
        body = self.deployment["one"].incarnation.get("/status.json")
        assert body is not None
        return Status.decode(body)

    def pause(self, *arguments: str) -> Any:
        """`sycomon pause`, which must succeed."""
        command = [sys.executable, "-m", "monitor.cli.main", "pause", *arguments, "--json"]
        command += ["--config", str(self.folder / "sycomon.yaml")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def _series_of_runs(result: str) -> str:
    labels = f'family="pushback",result="{result}",target="{TARGET}"'
    return f"sycophancy_probe_runs_total{{{labels}}}"


@contextmanager
def ward(
    folder: Path, script: Callable[[Messages], ScriptedReply], **settings: Any
) -> Iterator[Ward]:
    """A prober that is ready."""
    SUITE.write(folder / "suite.jsonl")
    with ExitStack() as stack:
        server = stack.enter_context(ScriptedModelServer(script))
        target = {"endpoint": server.url, "model": "m", "retries": 0, "concurrency": CONCURRENCY}
        plans = {**PLANS, **settings.pop("plans", {})}
        sections = {"targets": {TARGET: target}, "plans": plans, **settings}
        deployment = stack.enter_context(
            Deployment(folder, {"one": "prober"}, sections, SESSION_SECONDS)
        )
        deployment.start_all()
        on = Ward(folder, deployment, server)
        on.wait_for_metric(f'sycophancy_paused{{target="{TARGET}"}}', 0)
        yield on


def budget(**limits: float) -> Mapping[str, Any]:
    return {PLAN: {"target": TARGET, "budget": limits}}


def test_a_budget_ends_a_run_and_holds_after_a_restart(tmp_path: Path) -> None:
    limit = 25
    plans = budget(requests_per_day=limit)
    with ward(tmp_path, Model(), plans=plans) as on:
        on.order("first")
        on.wait_for_runs("over_budget", 1)
        assert len(on.server.asked) == limit
        marks = on.marks("first")
        assert sum(marks.values()) == SUITE.size * len(ARMS)
        assert marks.keys() == {"answered", "over_budget"}
        on.wait_for_metric(f'sycophancy_budget_remaining_ratio{{plan="{PLAN}",unit="requests"}}', 0)
        [told] = on.status().budgets
        assert (told.plan, told.unit, told.limit, told.claimed) == (PLAN, "requests", 25, 25)
        assert told.resumes is not None
        assert 0 < told.resumes - SystemClock().now() <= 86_400
        assert "today's budget of plan canary is spent" in on.log()
        assert on.deployment["one"].stop() == 0
        on.deployment["one"].start()
        on.order("second")
        on.wait_for_runs("over_budget", 1)
        assert on.marks("second") == {"over_budget": SUITE.size * len(ARMS)}
        assert len(on.server.asked) == limit


def test_a_prober_that_crashes_in_the_middle_has_spent_what_it_had_claimed(tmp_path: Path) -> None:
    limit, model = 60, Model()
    model.let_pass(2)
    plans = budget(requests_per_day=limit)
    with ward(tmp_path, model, plans=plans) as on:
        on.order("first")
        on.wait_for_questions(4)
        on.deployment["one"].kill()
        model.let_pass(None)
        on.deployment["one"].start()
        on.wait_for_runs("over_budget", 1)
        # It had claimed a twentieth of the day at a time.
        assert limit - 2 * (limit // 20) <= len(on.server.asked) <= limit


def test_a_sick_endpoint_is_left_alone_and_looked_at_with_one_request(tmp_path: Path) -> None:
    is_well = False

    def answer(messages: Messages) -> ScriptedReply:
        return model(messages) if is_well or not messages else ScriptedReply(status=503)

    model = Model()
    prober = {"rest_seconds": 1, "most_rest_seconds": 4}
    with ward(tmp_path, answer, prober=prober) as on:
        on.order("first")
        on.wait_for_runs("endpoint_failed", 1)
        assert "target chat: it failed 1 run in a row (last: HTTP status 503)" in on.log()
        asked = len(on.server.asked)
        assert 5 <= asked < 5 + CONCURRENCY
        marks = on.marks("first")
        assert marks.keys() == {"transport", "incomplete"}
        assert marks["transport"] == asked * len(ARMS)
        on.order("second")
        on.wait_for_runs("endpoint_failed", 2)
        assert len(on.server.asked) == asked + 1
        is_well = True
        on.order("third")
        on.wait_for_runs("played", 1)
        assert len(on.server.asked) == asked + 1 + QUESTIONS
        assert on.marks("third") == {"answered": SUITE.size * len(ARMS)}
        assert "target chat answers again" in on.log()
        # It is well again, and the next run begins at full speed.
        on.order("fourth")
        on.wait_for_runs("played", 2)


def test_a_rest_is_told_and_resume_ends_it(tmp_path: Path) -> None:
    is_well = False

    def answer(messages: Messages) -> ScriptedReply:
        return model(messages) if is_well or not messages else ScriptedReply(status=503)

    model = Model()
    with ward(tmp_path, answer, prober={"rest_seconds": 3600}) as on:
        on.order("first")
        on.wait_for_runs("endpoint_failed", 1)
        on.wait_for_metric(f'sycophancy_resting{{target="{TARGET}"}}', 1)
        [rest] = on.status().rests
        assert rest.target == TARGET
        assert rest.why == "it failed 1 run in a row (last: HTTP status 503)"
        assert rest.until is not None
        on.order("second")
        eventually("a run that waits", lambda: None if on.status().waiting else "none")
        [waits] = on.status().waiting
        assert (waits.run, waits.plan, waits.target) == ("second", PLAN, TARGET)
        is_well = True
        assert on.pause(TARGET, "--resume") == {"target": TARGET, "paused_until": None}
        on.wait_for_runs("played", 1)
        on.wait_for_metric(f'sycophancy_resting{{target="{TARGET}"}}', 0)
        assert (on.status().rests, on.status().waiting) == ((), ())


def test_a_run_of_a_plan_that_is_not_known_here_is_left_to_who_knows_it(tmp_path: Path) -> None:
    """It would have no budget and no pause. In a rolling update another prober knows it."""
    with ward(tmp_path, Model()) as on:
        on.order("foreign", plan="renamed", seconds=3)
        eventually("a run that waits", lambda: None if on.status().waiting else "none")
        [waits] = on.status().waiting
        assert waits.why == "plan 'renamed' is not in this configuration"
        on.order("known")
        on.wait_for_runs("played", 1)
        on.wait_for_runs("stopped", 1)
        assert on.marks("foreign") == {}
        assert "run known of target chat ended: played" in on.log()
        assert len(on.server.asked) == QUESTIONS


def test_a_pause_reaches_a_run_that_is_under_way_and_resume_goes_on_with_it(
    tmp_path: Path,
) -> None:
    model = Model()
    model.let_pass(5)
    with ward(tmp_path, model) as on:
        paused = f'sycophancy_paused{{target="{TARGET}"}}'
        on.order("first")
        on.wait_for_questions(5 + CONCURRENCY)
        assert on.pause(TARGET, "--for", "10m")["paused_until"] is not None
        on.wait_for_metric(paused, 1)
        model.let_pass(None)
        [told] = on.status().pauses
        assert told.target == TARGET
        assert told.why == "paused by command"
        on.order("second", plan="other")
        on.order("late", plan="third", seconds=2)
        on.wait_for_runs("paused", 1)
        assert len(on.server.asked) == 5 + CONCURRENCY
        assert on.pause(TARGET, "--resume") == {"target": TARGET, "paused_until": None}
        on.wait_for_runs("played", 2)
        assert on.marks("first") == {"answered": SUITE.size * len(ARMS)}
        assert on.marks("second") == {"answered": SUITE.size * len(ARMS)}
        assert on.marks("late") == {}
        assert on.pause("--all", "--for", "1h")["target"] is None
        on.wait_for_metric(paused, 1)
        assert on.pause(TARGET, "--resume")["paused_until"] is not None
        assert on.pause("--all", "--resume")["paused_until"] is None
        on.wait_for_metric(paused, 0)


def test_a_run_that_was_begun_outlives_a_restart_during_its_pause(tmp_path: Path) -> None:
    model = Model()
    model.let_pass(QUESTIONS // 2)
    with ward(tmp_path, model) as on:
        on.order("first")
        on.wait_for_questions(QUESTIONS // 2)
        on.pause(TARGET, "--for", "10m")
        on.wait_for_metric(f'sycophancy_paused{{target="{TARGET}"}}', 1)
        model.let_pass(None)
        on.order("behind", plan="other", seconds=2)
        on.wait_for_runs("paused", 1)
        assert on.deployment["one"].stop() == 0
        asked = len(on.server.asked)
        on.deployment["one"].start()
        on.wait_for_metric(f'sycophancy_paused{{target="{TARGET}"}}', 1)
        on.order("late", plan="other", seconds=2)
        on.wait_for_runs("paused", 1)
        assert len(on.server.asked) == asked
        on.pause(TARGET, "--resume")
        on.wait_for_runs("played", 1)
        assert on.runs("paused") == 1
        assert not on.runs("stopped"), "one that was over before counts as missed"
        assert on.marks("first") == {"answered": SUITE.size * len(ARMS)}
        assert len(on.server.asked) <= QUESTIONS + CONCURRENCY * (1 + len(ARMS))


def test_a_rest_that_an_endpoint_asks_for_holds_for_all_that_is_asked_of_it(tmp_path: Path) -> None:
    clock, times = SystemClock(), list[float]()
    model = Model()

    def answer(messages: Messages) -> ScriptedReply:
        if not messages:
            return model(messages)
        times.append(clock.monotonic())
        is_first = len(times) == 1
        return (
            ScriptedReply(status=429, headers={"retry-after": "3"}) if is_first else model(messages)
        )

    with ward(tmp_path, answer) as on:
        on.order("first")
        on.order("second", plan="other")
        on.wait_for_runs("played", 2)
        early = [time for time in times[1:] if time < times[0] + 2.9]
        assert len(early) < CONCURRENCY
        assert len(times) > QUESTIONS


def test_a_rest_that_is_longer_than_a_run_is_kept_by_the_next_one_too(tmp_path: Path) -> None:
    is_well, model = False, Model()

    def answer(messages: Messages) -> ScriptedReply:
        limited = ScriptedReply(status=429, headers={"retry-after": "700"})
        return model(messages) if is_well else limited

    with ward(tmp_path, answer) as on:
        on.order("first")
        on.wait_for_runs("resting", 1)
        assert on.marks("first").keys() <= {"rate_limited", "incomplete"}
        asked = len(on.server.asked)
        assert asked <= CONCURRENCY
        assert "target chat asks to be left alone until" in on.log()
        on.order("late", plan="other", seconds=2)
        on.wait_for_runs("resting", 2)
        assert on.marks("late") == {}
        assert len(on.server.asked) == asked
        is_well = True
        on.order("next")
        eventually("a run that waits", lambda: None if on.status().waiting else "none")
        on.pause(TARGET, "--resume")
        on.wait_for_runs("played", 1)
        assert on.marks("next") == {"answered": SUITE.size * len(ARMS)}


def test_a_file_stops_every_prober_that_sees_it(tmp_path: Path) -> None:
    model = Model()
    model.let_pass(5)
    file = tmp_path / "stop"
    with ward(tmp_path, model, prober={"stop_file": str(file)}) as on:
        on.order("first")
        on.wait_for_questions(5 + CONCURRENCY)
        file.touch()
        model.let_pass(None)
        on.wait_for_metric(f'sycophancy_paused{{target="{TARGET}"}}', 1)
        on.order("late", plan="other", seconds=2)
        on.wait_for_runs("paused", 1)
        assert len(on.server.asked) == 5 + CONCURRENCY
        file.unlink()
        on.wait_for_runs("played", 1)
        assert on.marks("first") == {"answered": SUITE.size * len(ARMS)}
