"""The tallies as one record: what is saved on the state topic and read back by a new leader."""

from collections.abc import Mapping

from monitor.measures.measure import Bluff, Trial
from monitor.runs import Run, RunPlan, TrialKey
from monitor.totals import Mark, RunResult, Stream
from monitor.wire import Record, Wire


class VersionState(Wire):
    """The counts of one version: (arm, mark, n). Times are event times in Unix seconds."""

    stream: Stream
    version: str
    first: float
    last: float
    counts: tuple[tuple[str, Mark, int], ...]


TrialState = (
    tuple[
        str | None,
        tuple[Mark, ...],
        str | None,
        tuple[float | None, ...],
        tuple[Bluff | None, ...],
    ]
    | tuple[str | None, tuple[Mark, ...], str | None, tuple[float | None, ...]]
)
"""The fields of a `Trial`. Versions that knew no coefficients wrote the first four."""


class RunState(Wire):
    """One run. Most trials are alike, so `kinds` holds each sort of trial once and `trials`
    are (item hash, repeat, index of the kind). `domains` are, by name, the indices of one trial of
    each of their items; versions that did not keep them wrote none."""

    id: str
    family: str
    size: int
    arms: tuple[str, ...]
    suite: str
    suite_fingerprint: str
    scorer: tuple[str, str]
    first: float
    last: float
    named: tuple[str, ...] = ()
    kinds: tuple[TrialState, ...]
    trials: tuple[tuple[str, int, int], ...]
    domains: Mapping[str, tuple[int, ...]] = {}


class BookState(Wire):
    """The runs of one stream; `complete` by version."""

    stream: Stream
    open: tuple[RunState, ...]
    complete: Mapping[str, RunState]
    overtaken: tuple[str, ...]
    ended: tuple[str, ...]
    newest: tuple[float, str] | None


class SightingsState(Wire):
    """The versions of a target that are known, the first seen first, and how many were new.

    `times` are those of their first sight; without them it was written by a version that did not
    keep them.
    """

    target: str
    names: tuple[str, ...]
    new: int
    times: tuple[float | None, ...] | None = None

    def by_name(self) -> Mapping[str, float | None]:
        """When each version was first seen."""
        times = self.times if self.times is not None else (None,) * len(self.names)
        return dict(zip(self.names, times, strict=True))


class TalliesState(Record):
    """Everything that `Tallies` holds: dead letters by (topic, reason), ended runs by result.

    Without `sightings` it was written by a version that did not keep them.
    """

    versions: tuple[VersionState, ...]
    books: tuple[BookState, ...]
    dead_letters: tuple[tuple[str, str, int], ...]
    runs: tuple[tuple[Stream, RunResult, int], ...]
    sightings: tuple[SightingsState, ...] | None = None


def state_of(run: Run) -> RunState:
    """A run as it is saved."""
    plan = run.plan
    kinds = {trial: index for index, trial in enumerate(dict.fromkeys(run.trials.values()))}
    return RunState(
        id=plan.id,
        family=plan.family,
        size=plan.size,
        arms=plan.arms,
        suite=plan.suite,
        suite_fingerprint=plan.suite_fingerprint,
        scorer=run.scorer,
        first=run.first,
        last=run.last,
        named=tuple(sorted(run.named)),
        kinds=tuple(kinds),
        trials=tuple((*key, kinds[trial]) for key, trial in run.trials.items()),
        domains=_domains_of(run),
    )


def _domains_of(run: Run) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    told: set[str] = set()
    for index, key in enumerate(run.trials):
        domain = run.domains.get(key.item_hash)
        if domain is not None and key.item_hash not in told:
            told.add(key.item_hash)
            found.setdefault(domain, []).append(index)
    return {domain: tuple(indices) for domain, indices in found.items()}


def run_of(state: RunState) -> Run:
    """A run as it was saved."""
    plan = RunPlan(
        state.id, state.family, state.size, state.arms, state.suite, state.suite_fingerprint
    )
    run = Run(plan, state.first)
    run.last, run.scorer = state.last, state.scorer
    run.named.update(state.named)
    kinds = [Trial(*kind) for kind in state.kinds]
    for item_hash, repeat, kind in state.trials:
        run.put(TrialKey(item_hash, repeat), kinds[kind])
    for domain, indices in state.domains.items():
        run.domains.update((state.trials[index][0], domain) for index in indices)
    return run
