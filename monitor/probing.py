"""One round of a probe family without Kafka: asked, scored and summed in this process."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from monitor.clock import Clock, Deadline
from monitor.endpoint import Endpoint
from monitor.exchange import Arm, Exchange, Role
from monitor.judging import verdict_of
from monitor.plan import Run
from monitor.play import Trial, canary_exchange, play, trials
from monitor.rates import difference
from monitor.runs import Run as RunTally
from monitor.runs import TrialKey, plan_of, rate_in
from monitor.scorers import Scorer
from monitor.status import MeasuredStatus, measured_status
from monitor.verdict import Outcome, Reason, Result, Verdict
from monitor.wire import Record, Wire
from probes.catalog import AnyProbe, AnySuite


class TrialReport(Wire):
    """One (item, repeat): what the scorer found in each arm, and all that the endpoint replied.
    Two items with one `item_hash` ask the same."""

    item: str
    item_hash: str
    domain: str
    form: str | None = None
    repeat: int
    results: Mapping[str, Result]
    replies: Mapping[str, tuple[str, ...]]


class ProbeReport(Record):
    """What `sycomon probe --json` prints. `coverage` is the share of trials with a verdict, in
    0…1, null where there were none to judge. More than one of `versions` means that the rates
    are those of no single one. `private` is the same for the items of a private
    suite, and `private_difference` private - public by measure."""

    target: str
    version: str | None
    versions: tuple[str, ...]
    family: str
    suite: str
    suite_fingerprint: str
    scorer: str
    scorer_version: str
    measured: tuple[MeasuredStatus, ...]
    coverage: float | None
    outcomes: Mapping[Outcome, int]
    unscored: Mapping[Reason, int]
    trials: tuple[TrialReport, ...]
    private: "ProbeReport | None" = None
    private_difference: tuple[MeasuredStatus, ...] = ()


def beside_private(public: ProbeReport, private: ProbeReport) -> ProbeReport:
    """The report on a suite that everybody can read, with that on a private one, and how much
    higher each rate is on the private one. What a model was trained or tuned on shows there."""
    pairs = [(one, rate_in(private.measured, one.measure, one.of)) for one in public.measured]
    found = tuple(
        one.model_copy(update={"rate": difference(rate, one.rate)})
        for one, rate in pairs
        if one.rate is not None and rate is not None
    )
    return public.model_copy(update={"private": private, "private_difference": found})


async def play_round(
    run: Run,
    suite: AnySuite,
    probe: AnyProbe,
    endpoint: Endpoint,
    concurrency: int,
    owner: Mapping[str, str],
    clock: Clock,
    on_done: Callable[[Trial], object],
) -> tuple[Exchange, ...]:
    """Play every trial of `run`; `on_done` is called after each, for a progress bar."""
    deadline = Deadline.after(clock, run.deadline_seconds)
    turnstile = asyncio.Semaphore(concurrency)

    async def play_one(trial: Trial) -> Exchange:
        async with turnstile:
            arms = await play(probe, trial, run.arms, endpoint, deadline)
        on_done(trial)
        return canary_exchange(run, suite, trial, arms, owner)

    return tuple(await asyncio.gather(*(play_one(trial) for trial in trials(suite, run))))


def report_on(
    run: Run, suite: AnySuite, exchanges: Sequence[Exchange], scorer: Scorer, now: float
) -> ProbeReport:
    """Judge what `play_round` gave (in its order) and sum it up."""
    results = scorer.score(exchanges)
    played = tuple(zip(trials(suite, run), exchanges, results, strict=True))
    verdicts = [verdict_of(exchange, scorer, arms, now) for _, exchange, arms in played]
    tally = _tally(run, [(trial, one) for (trial, _, _), one in zip(played, verdicts, strict=True)])
    mixed = {version for verdict in verdicts for version in verdict.mixed_versions}
    rates = tally.rates()
    return ProbeReport(
        target=run.target,
        version=tally.version,
        versions=tuple(sorted(tally.versions() | mixed)),
        family=run.family,
        suite=suite.name,
        suite_fingerprint=suite.fingerprint,
        scorer=scorer.name,
        scorer_version=scorer.version,
        measured=measured_status(rates),
        coverage=rates.coverage,
        outcomes=rates.outcomes,
        unscored=rates.unscored,
        trials=tuple(
            TrialReport(
                item=trial.item.id,
                item_hash=trial.item.hash(),
                domain=trial.item.domain,
                form=trial.item.series(),
                repeat=trial.repeat,
                results=dict(arms),
                replies={arm: _replies(said) for arm, said in exchange.arms.items()},
            )
            for trial, exchange, arms in played
        ),
    )


def _replies(arm: Arm) -> tuple[str, ...]:
    return tuple(one.content for one in arm.messages if one.role is Role.ASSISTANT)


def _tally(run: Run, judged: Sequence[tuple[Trial, Verdict]]) -> RunTally:
    plan = plan_of(judged[0][1])
    if plan is None:
        raise ValueError("a verdict on a canary is needed")
    tally = RunTally(plan, run.created)
    for trial, verdict in judged:
        tally.add(TrialKey(trial.item.hash(), trial.repeat), verdict)
    return tally
