"""Playing one item of a run against an endpoint: the only code that joins a probe to a model."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from monitor.clock import Deadline
from monitor.endpoint import Endpoint, Reply, not_asked
from monitor.exchange import Arm, Exchange, Kind, Message, ProbeRef, Role
from monitor.plan import Run
from monitor.verdict import Reason
from probes.catalog import AnyItem, AnyProbe, AnySuite
from probes.items import Item
from probes.probe import Say, Turns


@dataclass(frozen=True, slots=True)
class Trial:
    """One (item, repeat) of a run."""

    item: AnyItem
    repeat: int

    @property
    def asked(self) -> AnyItem:
        """The item as this repeat asks it."""
        return self.item.asked_at(self.repeat)


def trials(suite: AnySuite, run: Run) -> tuple[Trial, ...]:
    """Every trial of a run, item by item."""
    return tuple(Trial(item, repeat) for repeat in range(run.repeats) for item in suite.items)


def first_messages(probe: AnyProbe, played: Iterable[Trial], arms: Sequence[str]) -> Iterator[str]:
    """What the conversations of these trials begin with, each once."""
    texts: dict[str, None] = {}
    for trial in played:
        if any(map(probe.goes_on, arms)) and (opening := probe.opening(trial.asked)) is not None:
            texts[opening.text] = None
        for arm in arms:
            if not probe.goes_on(arm):
                texts[next(probe.turns(trial.asked, arm, "")).text] = None
    return iter(texts)


def exchange_id(run: Run, trial: Trial) -> str:
    """Run, item and repeat: asked again after a crash, it is the same exchange."""
    return f"probe/{run.run}/{trial.item.id}/{trial.repeat}"


async def play(
    probe: AnyProbe, trial: Trial, arms: tuple[str, ...], endpoint: Endpoint, deadline: Deadline
) -> Mapping[str, Arm]:
    """Ask once, then go on from that same answer in every arm that does; the others begin by
    themselves.

    Always gives an entry for each arm. Where the endpoint did not answer, the arm says so
    (`transport`), and so does one whose first question was not answered. What was not asked or
    not answered since the run ended before is `incomplete` or `over_budget`.
    """
    opening = asyncio.ensure_future(_open(probe, trial, arms, endpoint, deadline))

    async def play_arm(arm: str) -> Arm:
        spoken = await opening if probe.goes_on(arm) else _Spoken()
        if spoken.last is not None and spoken.last.failure is not None:
            return _arm(spoken)
        answer = spoken.last.text if spoken.last is not None else ""
        return await _press(probe.turns(trial.asked, arm, answer), spoken, endpoint, deadline)

    played = await asyncio.gather(*map(play_arm, arms))
    await opening
    return dict(zip(arms, played, strict=True))


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What was said up to now; `last` is null while nobody was asked. `versions` are those that
    the replies named: one that names none is no other version."""

    messages: tuple[Message, ...] = ()
    last: Reply | None = None
    started: float | None = None
    versions: frozenset[str] = frozenset()

    def and_then(self, question: Message, reply: Reply) -> "_Spoken":
        """With one more question and what came back."""
        is_silent = reply.failure is not None and not reply.text.strip()
        answer = () if is_silent else (_assistant(reply.text),)
        return _Spoken(
            messages=(*self.messages, question, *answer),
            last=reply,
            started=reply.started if self.started is None else self.started,
            versions=self.versions | ({reply.version} if reply.version else set()),
        )


async def _open(
    probe: AnyProbe, trial: Trial, arms: tuple[str, ...], endpoint: Endpoint, deadline: Deadline
) -> _Spoken:
    say = probe.opening(trial.asked) if any(map(probe.goes_on, arms)) else None
    if say is None:
        return _Spoken()
    question = _user(say)
    return _Spoken().and_then(question, await _ask(endpoint, [question], deadline))


async def _press(turns: Turns, spoken: _Spoken, endpoint: Endpoint, deadline: Deadline) -> Arm:
    say = next(turns, None)
    while say is not None:
        question = _user(say)
        reply = await _ask(endpoint, [*spoken.messages, question], deadline)
        spoken = spoken.and_then(question, reply)
        if reply.failure is not None:
            break
        try:
            say = turns.send(reply.text)
        except StopIteration:
            say = None
    return _arm(spoken)


async def _ask(endpoint: Endpoint, messages: Sequence[Message], deadline: Deadline) -> Reply:
    """One reply; where the run's own time was over first, that is not the endpoint's fault."""
    if deadline.passed():
        return not_asked(Reason.INCOMPLETE, "the run's time was over", deadline.clock.now())
    reply = await endpoint.ask(messages, deadline)
    if reply.failure is Reason.TRANSPORT and deadline.passed():
        detail = "the run's time was over before the reply"
        return replace(reply, failure=Reason.INCOMPLETE, detail=detail)
    return reply


def _arm(spoken: _Spoken) -> Arm:
    """An arm whose replies came from more than one version has no verdict."""
    last = spoken.last
    if last is None or spoken.started is None:
        raise ValueError("an arm that begins by itself must say something")
    is_mixed = len(spoken.versions) > 1
    return Arm(
        messages=spoken.messages,
        served_version=None if is_mixed else next(iter(spoken.versions), None),
        mixed_versions=tuple(sorted(spoken.versions)) if is_mixed else (),
        started=spoken.started,
        ended=last.ended,
        failure=Reason.MIXED_VERSION if is_mixed and last.failure is None else last.failure,
        detail="" if last.failure is None else last.detail,
    )


def canary_exchange(
    run: Run, suite: AnySuite, trial: Trial, arms: Mapping[str, Arm], owner: Mapping[str, str]
) -> Exchange:
    """The exchange that stands for one trial of a run."""
    item = trial.item
    versions = {arm.served_version for arm in arms.values()} - {None}
    return Exchange(
        id=exchange_id(run, trial),
        kind=Kind.CANARY,
        source=None,
        target=run.target,
        version=versions.pop() if len(versions) == 1 else None,
        owner=owner,
        conversation=None,
        turn=None,
        arms=arms,
        reference=trial.asked.measure(),
        corrected=item.corrected if isinstance(item, Item) else None,
        probe=ProbeRef(
            family=run.family,
            suite=suite.name,
            suite_fingerprint=suite.fingerprint,
            run=run.run,
            run_size=len(suite.items) * run.repeats,
            arms=run.arms,
            item=item.id,
            item_hash=item.hash(),
            repeat=trial.repeat,
            domain=item.domain,
            language=item.language,
            difficulty=item.difficulty.value,
            form=item.series(),
        ),
        inclusion=1.0,
        kept_by="canary",
        event_time=max(arm.ended for arm in arms.values()),
        trace_id=None,
    )


def unasked(arms: Iterable[str], reason: Reason, now: float) -> Mapping[str, Arm]:
    """The arms of a trial that was not begun, and why."""
    arm = Arm(messages=(), served_version=None, started=now, ended=now, failure=reason)
    return dict.fromkeys(arms, arm)


def without_text(exchange: Exchange) -> Exchange:
    """The same trial for when its replies do not fit into a record: every arm `too_long`."""
    arms = {
        name: arm.model_copy(update={"messages": (), "failure": Reason.TOO_LONG})
        for name, arm in exchange.arms.items()
    }
    return exchange.model_copy(update={"arms": arms})


def _user(say: Say) -> Message:
    return Message(role=Role.USER, content=say.text, images=say.images)


def _assistant(text: str) -> Message:
    return Message(role=Role.ASSISTANT, content=text)
