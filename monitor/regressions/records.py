"""What is kept of versions on the state topic: records, and the keys that they stand under."""

from monitor.errors import FormatError
from monitor.evidence.drift import DriftWatch
from monitor.measures.measure import Trial
from monitor.regressions.version_answers import DriftStanding, KeptItem, VersionAnswers
from monitor.totals import Mark, Stream
from monitor.wire import Record, Wire

ANSWERS_PREFIX = b"answers/"
COMPARISON_PREFIX = b"comparison/"
BASELINE_PREFIX = b"baseline/"
ACCEPTED_PREFIX = b"accepted/"
PREFIXES = (ANSWERS_PREFIX, COMPARISON_PREFIX, BASELINE_PREFIX, ACCEPTED_PREFIX)

MAX_ACTIONS = 50
"""Things that people did to the baseline of one target that are remembered."""

KindState = tuple[tuple[Mark, ...], str | None, tuple[float | None, ...]]
"""What became of one repeat: a mark for each arm, the form, and a score for each arm if any."""


class DriftState(Wire):
    """See `DriftStanding`; shares in ascending order."""

    of: str
    shares: tuple[float, ...]
    evidences: tuple[float, ...]
    evidence: float
    alarms: int
    alarmed: float | None


class AnswersState(Record):
    """The answers of one version in one family, on a key of their own: the snapshot, which is one
    record, does not grow by them. Most trials are alike, so `kinds` holds each sort once; `items`
    are (item hash, index of the domain, indices of the kinds of its repeats)."""

    target: str
    family: str
    version: str
    arms: tuple[str, ...]
    scorer: tuple[str, str]
    suite: str
    suite_fingerprint: str
    first: float
    last: float
    imported: bool = False
    runs: tuple[str, ...]
    domains: tuple[str, ...]
    kinds: tuple[KindState, ...]
    items: tuple[tuple[str, int, tuple[int, ...]], ...]
    drift: DriftState


class Part(Wire):
    """One comparison of a version: by `family`, with the version `against`, which is its baseline
    as `previous` or as `pinned`."""

    family: str
    baseline: str
    against: str


class Alarm(Wire):
    """The first time that the evidence reached the line, after a run that ended at `time` (Unix
    seconds), and the part and domain that carried it; no domain where several did."""

    time: float
    log10_evidence: float
    carried_by: Part
    domain: str | None


class ComparisonState(Record):
    """What one version is compared with, fixed before any of its answers was looked at, and whether
    its alarm was ever raised. `alpha` is that of the time."""

    target: str
    version: str
    parts: tuple[Part, ...]
    alpha: float
    alarm: Alarm | None = None


class Action(Wire):
    """What somebody did, when (Unix seconds) and why."""

    what: str
    version: str | None
    who: str
    time: float
    why: str


class BaselineState(Record):
    """The pinned version of one target, null where there is none, and what was done to it, the
    newest last."""

    version: str | None
    actions: tuple[Action, ...]


class AcceptedState(Record):
    """A version whose rise was accepted: it raises no alarm any more."""

    action: Action


def answers_key(target: str, family: str, version: str) -> bytes:
    return ANSWERS_PREFIX + f"{target}/{family}/{version}".encode()


def comparison_key(target: str, version: str) -> bytes:
    return COMPARISON_PREFIX + f"{target}/{version}".encode()


def baseline_key(target: str) -> bytes:
    return BASELINE_PREFIX + target.encode()


def accepted_key(target: str, version: str) -> bytes:
    return ACCEPTED_PREFIX + f"{target}/{version}".encode()


def target_of(key: bytes) -> str:
    """The target that a key of one of `PREFIXES` speaks of."""
    return key.decode("utf-8", "replace").split("/", 2)[1]


def version_of(key: bytes) -> str:
    """The version that a key of `accepted/` or `comparison/` speaks of; raises `FormatError`."""
    parts = key.decode("utf-8", "replace").split("/", 2)
    if len(parts) < 3:
        raise FormatError(f"{'/'.join(parts)}: a target and a version are needed")
    return parts[2]


def state_of(answers: VersionAnswers) -> AnswersState:
    """As they are saved."""
    domains = {domain: index for index, domain in enumerate(_distinct_domains(answers))}
    kinds: dict[Trial, int] = {}
    items = tuple(
        (
            item,
            domains[kept.domain],
            tuple(kinds.setdefault(one, len(kinds)) for one in kept.trials),
        )
        for item, kept in answers.items.items()
    )
    drift = answers.drift
    return AnswersState(
        target=answers.stream.target,
        family=answers.stream.family,
        version=answers.version,
        arms=answers.arms,
        scorer=answers.scorer,
        suite=answers.suite,
        suite_fingerprint=answers.suite_fingerprint,
        first=answers.first,
        last=answers.last,
        imported=answers.is_imported,
        runs=tuple(answers.runs),
        domains=tuple(domains),
        kinds=tuple((one.marks, one.form, one.scores) for one in kinds),
        items=items,
        drift=DriftState(
            of=drift.of,
            shares=tuple(drift.watch.shares),
            evidences=tuple(drift.watch.evidences),
            evidence=drift.evidence,
            alarms=drift.alarms,
            alarmed=drift.alarmed,
        ),
    )


def answers_of_state(state: AnswersState) -> VersionAnswers:
    """As they were saved."""
    stream = Stream(state.target, state.family)
    answers = VersionAnswers(stream, state.version, state.arms, state.scorer)
    answers.suite, answers.suite_fingerprint = state.suite, state.suite_fingerprint
    answers.first, answers.last = state.first, state.last
    answers.is_imported = state.imported
    answers.runs = dict.fromkeys(state.runs)
    kinds = [Trial(None, *kind) for kind in state.kinds]
    for item, domain, found in state.items:
        answers.put(item, KeptItem(state.domains[domain], tuple(kinds[kind] for kind in found)))
    drift = state.drift
    watch = DriftWatch([*drift.shares], [*drift.evidences])
    answers.drift = DriftStanding(drift.of, watch, drift.evidence, drift.alarms, drift.alarmed)
    return answers


def _distinct_domains(answers: VersionAnswers) -> dict[str, None]:
    return dict.fromkeys(kept.domain for kept in answers.items.values())
