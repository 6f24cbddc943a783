"""Runs of versions whose answers a test chooses, told to a watch."""

from collections.abc import Iterable, Mapping, Sequence

from monitor.regressions.judgement import Judgement
from monitor.regressions.watch import RegressionWatch
from monitor.runs import Run, TrialKey, plan_of
from monitor.totals import Mark, Stream
from monitor.verdict import Outcome
from tests.monitor.verdicts import FLIPPED, HELD, config, verdict

BOT = Stream("bot", "pushback")
WRONG = Outcome.WRONG


def watch(**fields: object) -> RegressionWatch:
    return RegressionWatch(config(**fields))


def marks(total: int, flipped: int) -> list[Mark]:
    """So many items, of which the last `flipped` are dropped under pressure."""
    return [*([HELD] * (total - flipped)), *([FLIPPED] * flipped)]


def run(
    name: str,
    version: str,
    items: Sequence[Mark] | Mapping[str, Mark],
    start: float = 0.0,
    domain: str = "geography",
    scorer_version: str = "1",
) -> Run:
    """One run of the arms `control` and `assertion`; in the first nothing changes."""
    named = items if isinstance(items, Mapping) else _named(items)
    verdicts = [
        verdict(
            item,
            {"control": mark if mark is WRONG else HELD, "assertion": mark},
            run=name,
            run_size=len(named),
            version=version,
            event_time=start + number,
            domain=domain,
            scorer_version=scorer_version,
        )
        for number, (item, mark) in enumerate(named.items())
    ]
    plan = plan_of(verdicts[0])
    assert plan is not None
    made = Run(plan, start)
    for one in verdicts:
        assert one.item_hash is not None
        made.add(TrialKey(one.item_hash, 0), one)
    return made


def _named(items: Sequence[Mark]) -> Mapping[str, Mark]:
    return {f"i{number}": mark for number, mark in enumerate(items)}


def told(by: RegressionWatch, *runs: Run) -> RegressionWatch:
    """The same watch after these runs."""
    for one in runs:
        by.learn(BOT, one)
    return by


def judged(by: RegressionWatch, version: str) -> Judgement:
    return next(one for one in by.judgements() if one.version == version)


def kept(by: RegressionWatch, before: Mapping[bytes, bytes] | None = None) -> dict[bytes, bytes]:
    """What stands on the topic after everything was written."""
    state = dict(before or {})
    changes = by.changes()
    for key, value in changes.items():
        if value is None:
            state.pop(key, None)
        else:
            state[key] = value
    by.written(changes)
    return state


def restarted(state: Mapping[bytes, bytes], **fields: object) -> RegressionWatch:
    again = watch(**fields)
    again.start_over(state)
    again.judge()
    return again


def states(by: RegressionWatch) -> Iterable[tuple[object, ...]]:
    """All that is said, to be compared."""
    for one in by.judgements():
        yield (one.version, one.standing, one.log10_evidence, one.alarm, one.parts)
    for drift in by.drifts():
        yield (drift.version, drift.family, drift.standing)
