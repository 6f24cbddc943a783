"""What a question of a run passes before it is asked."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from monitor.budgets import Claims
from monitor.charges import Tariff
from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.endpoint import Endpoint, Reply
from monitor.endpoints.courtesy import Courtesy
from monitor.endpoints.patience import PatientEndpoint
from monitor.exchange import Message
from monitor.metrics import ProbeRunResult, ProcessMetrics
from monitor.roles.gate import Access, Gate, Halt, Signal
from monitor.roles.spending import Spending
from monitor.verdict import Reason
from tests.build import says, user

CLOCK = SystemClock()
LONG, SHORT = 60.0, 0.1
DOWN = says("", version=None, failure=Reason.TRANSPORT, may_repeat=True)


def busy(rest: float) -> Reply:
    """Too many requests, and when to come back."""
    return says("", version=None, failure=Reason.RATE_LIMITED, may_repeat=True, rest=rest)


class HeldEndpoint:
    """Answers as told, and not before it is let; counts what is in flight."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = replies
        self.is_open = asyncio.Event()
        self.asked = 0
        self.in_flight = 0
        self.most_in_flight = 0

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        reply = self._replies[min(self.asked, len(self._replies) - 1)]
        self.asked += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await self.is_open.wait()
        self.in_flight -= 1
        return reply

    async def close(self) -> None:
        """Nothing to close."""


class Scene:
    """Runs against one target, in one loop."""

    def __init__(self, *replies: Reply, stop_file: Path | None = None, **budget: int) -> None:
        self.endpoint = HeldEndpoint(*replies)
        config = Config.model_validate(
            {
                "instance": "test",
                "targets": {
                    "chat": {"endpoint": "http://127.0.0.1/v1", "model": "m", "retries": 0}
                },
                "plans": {"hourly": {"target": "chat", "budget": budget or None}},
            }
        )
        metrics = ProcessMetrics(CollectorRegistry(), config)
        self.spending = Spending(config, CLOCK, metrics, "me")
        self.claims = Claims()
        self.halt = Halt(stop_file)
        self.signal = Signal()
        self.access = Access(
            "chat", self.endpoint, Courtesy(2, CLOCK), Tariff(config.targets["chat"], None)
        )

    def gate(self, is_careful: bool = False) -> Gate:
        return Gate("hourly", self.access, self.halt, self.spending, self.signal, CLOCK, is_careful)

    def claim(self) -> None:
        """What the prober's loop does now and then."""
        for day, claim in self.spending.next_claims(self.claims, {"hourly"}).items():
            self.claims.learn(day, "me", claim)
            self.spending.grant(day, claim, self.claims.total(day, "me"))
        self.signal.fire()


def ask(gate: Endpoint, seconds: float = LONG) -> "asyncio.Task[Reply]":
    return asyncio.ensure_future(gate.ask([user("Capital?")], Deadline.after(CLOCK, seconds)))


async def claimed_for(scene: Scene, asked: "asyncio.Task[Reply]") -> Reply:
    """The reply, with as many claims as it takes."""
    while not asked.done():
        await settle_down()
        scene.claim()
    return asked.result()


async def settle_down() -> None:
    """Let every task go as far as it can."""
    for _ in range(20):
        await asyncio.wait([asyncio.ensure_future(asyncio.Event().wait())], timeout=0)


def play(scene: Callable[[], Awaitable[Any]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(scene), 20))


async def _awaited(scene: Callable[[], Awaitable[Any]]) -> None:
    await scene()


def test_runs_of_one_target_share_its_limit() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"))
        asked = [ask(gate) for gate in (on.gate(), on.gate(), on.gate()) for _ in range(3)]
        await settle_down()
        assert on.endpoint.in_flight == 2
        on.endpoint.is_open.set()
        assert [(await one).text for one in asked] == ["Paris"] * 9
        assert on.endpoint.most_in_flight == 2

    play(scene)


def test_a_dead_endpoint_is_asked_five_times_and_what_is_in_flight() -> None:
    async def scene() -> None:
        on = Scene(DOWN)
        on.endpoint.is_open.set()
        gate = on.gate()
        failures = [(await one).failure for one in [ask(gate) for _ in range(30)]]
        assert on.endpoint.asked in (5, 6)
        assert failures.count(Reason.TRANSPORT) == on.endpoint.asked
        assert failures.count(Reason.INCOMPLETE) == 30 - on.endpoint.asked
        assert gate.ended is ProbeRunResult.ENDPOINT_FAILED

    play(scene)


def test_after_a_rest_one_request_finds_out_whether_the_endpoint_is_back() -> None:
    async def scene() -> None:
        on = Scene(DOWN)
        gate = on.gate(is_careful=True)
        asked = [ask(gate) for _ in range(30)]
        await settle_down()
        assert on.endpoint.in_flight == 1
        on.endpoint.is_open.set()
        await asyncio.gather(*asked)
        assert on.endpoint.asked == 1
        assert gate.ended is ProbeRunResult.ENDPOINT_FAILED

    play(scene)


def test_when_it_is_back_all_are_asked() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"), DOWN, says("Paris"))
        gate = on.gate(is_careful=True)
        asked = [ask(gate) for _ in range(30)]
        await settle_down()
        assert on.endpoint.in_flight == 1
        on.endpoint.is_open.set()
        await asyncio.gather(*asked)
        assert (on.endpoint.asked, gate.ended) == (30, None)
        assert gate.answered_at is not None
        assert gate.failed_at is not None

    play(scene)


def test_questions_wait_while_the_target_is_held_and_those_in_flight_end() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"))
        gate = on.gate()
        first = ask(gate)
        await settle_down()
        on.halt.targets = {"chat"}
        second = ask(gate)
        on.endpoint.is_open.set()
        assert (await first).text == "Paris"
        await settle_down()
        assert on.endpoint.asked == 1
        on.halt.targets = {"other"}
        on.signal.fire()
        assert (await second).text == "Paris"

    play(scene)


def test_what_is_held_until_the_deadline_is_incomplete() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"))
        on.halt.targets = {"chat"}
        gate = on.gate()
        reply = await ask(gate, SHORT)
        assert (reply.failure, reply.requests, on.endpoint.asked) == (Reason.INCOMPLETE, 0, 0)
        assert gate.ended is None

    play(scene)


def test_the_stop_file_is_looked_for_at_each_question(tmp_path: Path) -> None:
    async def scene() -> None:
        on = Scene(says("Paris"), stop_file=tmp_path / "stop")
        on.endpoint.is_open.set()
        gate = on.gate()
        assert (await ask(gate)).text == "Paris"
        (tmp_path / "stop").touch()
        waiting = ask(gate)
        await settle_down()
        assert on.endpoint.asked == 1
        (tmp_path / "stop").unlink()
        on.signal.fire()
        assert (await waiting).text == "Paris"

    play(scene)


def test_a_budget_is_spent_to_its_last_request_and_then_ends_the_run() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"), requests_per_day=3)
        on.endpoint.is_open.set()
        gate = on.gate()
        asked = [ask(gate) for _ in range(10)]
        while not all(one.done() for one in asked):
            await settle_down()
            on.claim()
        failures = [(await one).failure for one in asked]
        assert (failures.count(None), failures.count(Reason.OVER_BUDGET)) == (3, 7)
        assert on.endpoint.asked == 3
        assert gate.ended is ProbeRunResult.OVER_BUDGET
        assert gate.refusal(Deadline.after(CLOCK, 0)) is Reason.OVER_BUDGET

    play(scene)


def test_nothing_is_asked_before_it_is_claimed() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"), requests_per_day=3)
        on.endpoint.is_open.set()
        waiting = ask(on.gate())
        await settle_down()
        assert on.endpoint.asked == 0
        on.claim()
        assert (await waiting).text == "Paris"

    play(scene)


def test_a_request_that_is_cut_off_counts_and_gives_its_place_back() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"), requests_per_day=3)
        gate = on.gate()
        first = ask(gate)
        await settle_down()
        on.claim()
        await settle_down()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert not on.access.courtesy.places.locked()
        [spent] = on.spending.next_claims(Claims(), ()).values()
        assert spent.requests == 1

    play(scene)


def test_after_the_deadline_nothing_is_asked() -> None:
    async def scene() -> None:
        on = Scene(says("Paris"))
        assert (await ask(on.gate(), seconds=0)).failure is Reason.INCOMPLETE
        assert on.endpoint.asked == 0

    play(scene)


def test_a_rest_that_one_question_meets_is_one_for_every_run_of_the_target() -> None:
    async def scene() -> None:
        on = Scene(busy(rest=0.5), says("Paris"))
        on.endpoint.is_open.set()
        first, other = on.gate(), on.gate()
        started = CLOCK.monotonic()
        assert (await ask(first)).failure is Reason.RATE_LIMITED
        asked = [ask(gate) for gate in (first, other) for _ in range(3)]
        await settle_down()
        assert on.endpoint.asked == 1
        assert [(await one).text for one in asked] == ["Paris"] * 6
        assert CLOCK.monotonic() - started >= 0.5
        assert (first.ended, other.ended) == (None, None)

    play(scene)


def test_a_rest_that_is_longer_than_a_run_ends_it() -> None:
    async def scene() -> None:
        on = Scene(busy(rest=LONG + 1))
        on.endpoint.is_open.set()
        first, other = on.gate(), on.gate()
        assert (await ask(first)).failure is Reason.RATE_LIMITED
        replies = [await ask(gate) for gate in (first, other)]
        assert [reply.failure for reply in replies] == [Reason.INCOMPLETE] * 2
        assert on.endpoint.asked == 1
        assert [gate.ended for gate in (first, other)] == [ProbeRunResult.RESTING] * 2
        assert LONG < first.rest_left() <= LONG + 1
        assert (first.failed_at, other.failed_at) == (busy(0).started, None)

    play(scene)


def test_a_repeat_passes_the_gate_like_any_request() -> None:
    async def scene() -> None:
        on = Scene(DOWN, DOWN, says("Paris"), requests_per_day=3)
        on.endpoint.is_open.set()
        gate = on.gate()
        waiting = ask(PatientEndpoint(gate, retries=2, rest=nothing))
        await settle_down()
        on.claim()
        on.halt.targets = {"chat"}
        await settle_down()
        assert on.endpoint.asked == 0
        on.halt.targets = ()
        reply = await claimed_for(on, waiting)
        assert (reply.text, reply.requests) == ("Paris", 3)
        assert (await claimed_for(on, ask(gate))).failure is Reason.OVER_BUDGET
        assert on.endpoint.asked == 3

    play(scene)


def test_a_pause_reaches_the_repeats_of_a_question_that_was_asked() -> None:
    async def scene() -> None:
        on = Scene(DOWN, says("Paris"))
        waiting = ask(PatientEndpoint(on.gate(), retries=2, rest=nothing))
        await settle_down()
        on.halt.targets = {"chat"}
        on.endpoint.is_open.set()
        await settle_down()
        assert on.endpoint.asked == 1
        on.halt.targets = ()
        on.signal.fire()
        assert (await waiting).text == "Paris"

    play(scene)


def test_requests_are_counted_by_which_a_run_is_stopped_not_questions() -> None:
    async def scene() -> None:
        on = Scene(DOWN)
        on.endpoint.is_open.set()
        gate = on.gate()
        endpoint = PatientEndpoint(gate, retries=2, rest=nothing)
        failures = [(await ask(endpoint)).failure for _ in range(4)]
        assert on.endpoint.asked == 5
        assert failures == [
            Reason.TRANSPORT, Reason.TRANSPORT, Reason.INCOMPLETE, Reason.INCOMPLETE,
        ]  # fmt: skip
        assert gate.ended is ProbeRunResult.ENDPOINT_FAILED

    play(scene)


async def nothing(_: float) -> None:
    """No rest at all."""
