"""The one table of metrics, and the typed objects of those that every process counts itself.

Names, labels and help stand here and nowhere else; `docs/reference/metrics.md` is made from it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

from monitor.budgets import Unit
from monitor.config import Config
from monitor.decoders import DeadReason, IgnoredReason
from monitor.measures.measure import MEASURES, MeasureSpec
from monitor.totals import RunResult
from monitor.verdict import CLASS_OF, Outcome, Reason, ReasonClass


class MetricType(StrEnum):
    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class Source(StrEnum):
    """Who exports a metric."""

    LEADER = "leader"
    """The leader alone, from the tallies, while it holds its lease."""
    PROCESS = "process"
    """Every process, of itself."""


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """One metric as Prometheus sees it; `absent_when` says when there is no series."""

    name: str
    type: MetricType
    source: Source
    labels: tuple[str, ...]
    unit: str
    range: str
    absent_when: str
    help: str


_COUNTER, _GAUGE, _HISTOGRAM = MetricType.COUNTER, MetricType.GAUGE, MetricType.HISTOGRAM
_LEADER, _PROCESS = Source.LEADER, Source.PROCESS
_TV = ("target", "version")
_TVF = ("target", "version", "family")
_TVFB = (*_TVF, "baseline")
_COUNT = "0…∞"
_SHARE = "0…1"
_UNITS: Mapping[str, str] = {"0…5": "flips", "-1…2": "score"}
"""Of measures that are no shares, by their range."""
_NO_VERDICT = "before the first verdict of its version"
_NO_RUN = "before the first complete run of its version"
_NO_PART = "before the version and its baseline both have answers"
_LOG = "tens of tens"
_ANY = "-∞…∞"
_NEVER = "never"
_NO_LEADER = "where the process is not the leader, and while it replays the log"


def _measure_specs(measure: MeasureSpec) -> Iterator[MetricSpec]:
    """The rate, its limits, and the items that it rests on."""
    name, labels = measure.metric, _TV if measure.label is None else (*_TV, measure.label)
    no_rate = f"no complete run, or one without {measure.lacks}"
    said = measure.help.rstrip(".")
    unit = "ratio" if measure.is_share else _UNITS[measure.range]
    yield MetricSpec(name, _GAUGE, _LEADER, labels, unit, measure.range, no_rate, measure.help)
    for limit, word in (("low", "Lower"), ("high", "Upper")):
        yield MetricSpec(
            f"{name}_{limit}",
            _GAUGE,
            _LEADER,
            labels,
            unit,
            measure.range,
            no_rate,
            f"{word} limit of the 95% interval. {said}.",
        )
    yield MetricSpec(
        f"{name}_items",
        _GAUGE,
        _LEADER,
        labels,
        "items",
        _COUNT,
        _NO_RUN,
        f"Items that the rate rests on; 0 when there is none. {said}.",
    )


_REGRESSIONS: tuple[MetricSpec, ...] = (
    MetricSpec(
        "sycophancy_regression_log10_evidence", _GAUGE, _LEADER, _TV, _LOG, _ANY,
        "before the first complete run of its version",
        "Evidence that a version is worse than those before it, over all that is compared, if all"
        " that is missing spoke for it. The alarm is raised where it reaches the line.",
    ),
    MetricSpec(
        "sycophancy_regression_line_log10_evidence", _GAUGE, _LEADER, _TV, _LOG, "0…∞",
        "before the first complete run of its version",
        "The line that the evidence has to reach: 1/alpha.",
    ),
    MetricSpec(
        "sycophancy_regression_alarm", _GAUGE, _LEADER, _TV, "", "0 or 1",
        "before the first complete run of its version",
        "1 from when the evidence of a version reached the line until somebody accepts it, or"
        " another version comes after it, or it retires.",
    ),
    MetricSpec(
        "sycophancy_regression_part_log10_evidence", _GAUGE, _LEADER, _TVFB, _LOG, _ANY, _NO_PART,
        "Evidence of one comparison, of the answers that could be read.",
    ),
    MetricSpec(
        "sycophancy_regression_part_at_worst_log10_evidence", _GAUGE, _LEADER, _TVFB, _LOG, _ANY,
        _NO_PART,
        "Evidence of one comparison if all that is missing spoke for the version; at most 0 where"
        " something holds it back.",
    ),
    MetricSpec(
        "sycophancy_regression_effect_ratio", _GAUGE, _LEADER, _TVFB, "ratio", "-1…1",
        f"{_NO_PART}; where no item is used",
        "How much worse a version is than its baseline, on the items of both.",
    ),
    MetricSpec(
        "sycophancy_regression_effect_ratio_low", _GAUGE, _LEADER, _TVFB, "ratio", "-1…1",
        f"{_NO_PART}; where no item is used",
        "Lower limit of the effect: 95%, however often one looks.",
    ),
    MetricSpec(
        "sycophancy_regression_effect_ratio_high", _GAUGE, _LEADER, _TVFB, "ratio", "-1…1",
        f"{_NO_PART}; where no item is used",
        "Upper limit of the effect: 95%, however often one looks.",
    ),
    MetricSpec(
        "sycophancy_regression_items_used", _GAUGE, _LEADER, _TVFB, "items", _COUNT, _NO_PART,
        "Items that one comparison rests on.",
    ),
    MetricSpec(
        "sycophancy_regression_items_left", _GAUGE, _LEADER, _TVFB, "items", _COUNT, _NO_PART,
        "Items of both that miss an answer which could be read.",
    ),
    MetricSpec(
        "sycophancy_drift_evidence", _GAUGE, _LEADER, _TVF, "runs", _COUNT, _NO_RUN,
        "Evidence that a version answers otherwise than it did, as its last complete run left it;"
        " it starts again at 0 once it has reached the line.",
    ),
    MetricSpec(
        "sycophancy_drift_line_runs", _GAUGE, _LEADER, _TVF, "runs", _COUNT, _NO_RUN,
        "The line of drift: where nothing changes, it takes so many runs on average, or more.",
    ),
    MetricSpec(
        "sycophancy_drift_runs", _GAUGE, _LEADER, _TVF, "runs", _COUNT, _NO_RUN,
        "Complete runs that the watch for drift knows.",
    ),
    MetricSpec(
        "sycophancy_drift_alarms", _GAUGE, _LEADER, _TVF, "alarms", _COUNT, _NO_RUN,
        "How often drift has reached its line.",
    ),
    MetricSpec(
        "sycophancy_drift_alarm_timestamp_seconds", _GAUGE, _LEADER, _TVF, "seconds", "Unix time",
        "before drift first reaches its line",
        "When the run ended by which drift last reached its line.",
    ),
)  # fmt: skip

_TABLE: tuple[MetricSpec, ...] = (
    MetricSpec(
        "sycophancy_trials_total", _COUNTER, _LEADER, (*_TVF, "arm", "outcome"),
        "trials", _COUNT, _NO_VERDICT,
        "Trials that got a verdict, by what happened between the first and the last answer.",
    ),
    MetricSpec(
        "sycophancy_unscored_total", _COUNTER, _LEADER, (*_TVF, "arm", "reason"),
        "trials", _COUNT, _NO_VERDICT,
        "Trials without a verdict, by the reason.",
    ),
    MetricSpec(
        "sycophancy_dead_letters_total", _COUNTER, _LEADER, ("topic", "reason"),
        "records", _COUNT, _NO_LEADER,
        "Records that could not be read, by the topic they came from.",
    ),
    MetricSpec(
        "sycophancy_runs_total", _COUNTER, _LEADER, ("target", "family", "result"),
        "runs", _COUNT, f"{_NO_LEADER}; without plans",
        "Canary runs that ended: complete, answered by more than one version, or overtaken.",
    ),
    MetricSpec(
        "sycophancy_new_versions_total", _COUNTER, _LEADER, ("target",),
        "versions", _COUNT, _NO_LEADER,
        "Versions of a target that were seen for the first time, where others were known.",
    ),
    *(spec for measure in MEASURES.values() for spec in _measure_specs(measure)),
    MetricSpec(
        "sycophancy_frp_ratio_trials", _GAUGE, _LEADER, _TV, "trials", _COUNT, _NO_RUN,
        "Trials that the flip rate under pushback rests on; 0 when there is no rate.",
    ),
    MetricSpec(
        "sycophancy_coverage_ratio", _GAUGE, _LEADER, _TVF, "ratio", _SHARE,
        "no complete run, or nothing in it was to be judged",
        "Share of the trials of the last complete run that got a verdict.",
    ),
    MetricSpec(
        "sycophancy_run_complete_timestamp_seconds", _GAUGE, _LEADER, _TVF,
        "seconds", "Unix time", _NO_RUN,
        "When the last trial of the last complete run was played.",
    ),
    MetricSpec(
        "sycophancy_series_info", _GAUGE, _LEADER,
        (*_TVF, "suite", "suite_fingerprint", "scorer", "scorer_version"),
        "", "1", _NO_RUN,
        "What the last complete run was played and judged with.",
    ),
    *_REGRESSIONS,
    MetricSpec(
        "sycophancy_leader", _GAUGE, _PROCESS, (), "", "0 or 1", _NEVER,
        "1 where this process is the leader, which alone exports rates.",
    ),
    MetricSpec(
        "sycophancy_ready", _GAUGE, _PROCESS, (), "", "0 or 1", _NEVER,
        "1 where this process does its work; 0 while it starts, replays or has lost the broker.",
    ),
    MetricSpec(
        "sycophancy_build_info", _GAUGE, _PROCESS, ("version",), "", "1", _NEVER,
        "The version of this program.",
    ),
    MetricSpec(
        "sycophancy_intake_records_total", _COUNTER, _PROCESS, ("topic",),
        "records", _COUNT, _NEVER,
        "Records read from a topic of live traffic.",
    ),
    MetricSpec(
        "sycophancy_intake_kept_total", _COUNTER, _PROCESS, ("target",),
        "exchanges", _COUNT, _NEVER,
        "Live exchanges that sampling kept and handed on.",
    ),
    MetricSpec(
        "sycophancy_ignored_total", _COUNTER, _PROCESS, ("reason",),
        "calls", _COUNT, _NEVER,
        "Live calls that were readable and not handed on. Our own are looked for in what sampling"
        " kept.",
    ),
    MetricSpec(
        "sycophancy_shed_total", _COUNTER, _PROCESS, ("target",),
        "exchanges", _COUNT, _NEVER,
        "Live exchanges that were dropped unscored because too many were waiting.",
    ),
    MetricSpec(
        "sycophancy_lag_records", _GAUGE, _PROCESS, ("topic",),
        "records", _COUNT, "before it was first measured",
        "Records of a topic that wait for this process.",
    ),
    MetricSpec(
        "sycophancy_probe_requests_total", _COUNTER, _PROCESS, ("target", "result"),
        "requests", _COUNT, _NEVER,
        "Requests to an endpoint by canaries, repeats included, by whether the reply can be used.",
    ),
    MetricSpec(
        "sycophancy_probe_request_duration_seconds", _HISTOGRAM, _PROCESS, ("target",),
        "seconds", _COUNT, _NEVER,
        "From sending one request of a canary to its reply.",
    ),
    MetricSpec(
        "sycophancy_probe_runs_total", _COUNTER, _PROCESS, ("target", "family", "result"),
        "runs", _COUNT, _NEVER,
        "Canary runs that this process took up, by how they ended.",
    ),
    MetricSpec(
        "sycophancy_paused", _GAUGE, _PROCESS, ("target",), "", "0 or 1",
        "where the process is no prober",
        "1 while nothing is asked of a target: paused by command or configuration, or by the"
        " file that stops all probers.",
    ),
    MetricSpec(
        "sycophancy_resting", _GAUGE, _PROCESS, ("target",), "", "0 or 1",
        "where the process is no prober",
        "1 while nothing is asked of a target since it failed, or asked for a rest.",
    ),
    MetricSpec(
        "sycophancy_budget_remaining_ratio", _GAUGE, _PROCESS, ("plan", "unit"),
        "ratio", _SHARE, "where the process spends nothing; for units without a limit",
        "Share of a budget of today that nobody has claimed yet; 0 where the rest is too little"
        " for the next request. Each process says it of all of them. `plan` is `@judge` for the"
        " judge's.",
    ),
    MetricSpec(
        "sycophancy_budget_spent_total", _COUNTER, _PROCESS, ("plan", "unit"),
        "as `unit`", _COUNT, "where the process spends nothing; for units without a limit",
        "What this process has spent of a plan's budgets, or as `@judge` of the judge's.",
    ),
    MetricSpec(
        "sycophancy_scored_total", _COUNTER, _PROCESS, ("scorer",),
        "exchanges", _COUNT, _NEVER,
        "Exchanges that this process judged.",
    ),
    MetricSpec(
        "sycophancy_score_duration_seconds", _HISTOGRAM, _PROCESS, ("scorer",),
        "seconds", _COUNT, _NEVER,
        "Time to judge one batch of exchanges.",
    ),
    MetricSpec(
        "sycophancy_score_batch_exchanges", _HISTOGRAM, _PROCESS, ("scorer",),
        "exchanges", _COUNT, _NEVER,
        "Exchanges that were judged at once.",
    ),
    MetricSpec(
        "sycophancy_score_errors_total", _COUNTER, _PROCESS, ("scorer",),
        "exchanges", _COUNT, _NEVER,
        "Exchanges that made a scorer fail; they are unscored as `unreadable`.",
    ),
    MetricSpec(
        "sycophancy_score_queue_exchanges", _GAUGE, _PROCESS, (),
        "exchanges", _COUNT, _NEVER,
        "Exchanges that this process has read and that wait to be judged.",
    ),
    MetricSpec(
        "sycophancy_worker_stage_duration_seconds", _HISTOGRAM, _PROCESS, ("stage",),
        "seconds", _COUNT, _NEVER,
        "Time that a batch spends in one stage of the worker. `encode` and `judge` are parts of"
        " `score`.",
    ),
    MetricSpec(
        "sycophancy_encoded_texts_total", _COUNTER, _PROCESS, ("result",),
        "texts", _COUNT, _NEVER,
        "Texts that scorers asked the encoder for, by whether they were encoded before.",
    ),
    MetricSpec(
        "sycophancy_device_memory_bytes", _GAUGE, _PROCESS, ("device",),
        "bytes", _COUNT, "where the process has no encoder on a GPU",
        "Memory of a GPU that this process has taken.",
    ),
    MetricSpec(
        "sycophancy_reconnects_total", _COUNTER, _PROCESS, (),
        "reconnects", _COUNT, _NEVER,
        "Times that the broker was lost and its connection set up again.",
    ),
)  # fmt: skip

METRICS: Mapping[str, MetricSpec] = {spec.name: spec for spec in _TABLE}
"""Every metric, by its name."""


class ProbeRunResult(StrEnum):
    """How a canary run ended for the prober."""

    PLAYED = "played"
    DEADLINE = "deadline"
    STOPPED = "stopped"
    """Not playable: an unknown suite or arm, or nobody took it up before the next was due."""
    PAUSED = "paused"
    """Not played: its target or plan was paused until the next run was due."""
    QUIET = "quiet"
    """Not played: its plan had quiet hours until the next run was due."""
    RESTING = "resting"
    """Not played, or ended early: its target was to be left alone for longer than the run had,
    since it failed before or asked for a rest."""
    OVER_BUDGET = "over_budget"
    """Ended early: the budget of the day was spent."""
    ENDPOINT_FAILED = "endpoint_failed"
    """Ended early: too many of its last requests failed."""
    ERROR = "error"
    """Ended early by an error of the monitor itself; the log has it."""


class WorkerStage(StrEnum):
    """What the worker does with a batch, in this order."""

    WAIT = "wait"
    """From reading its oldest exchange until it is taken up."""
    SCORE = "score"
    """One family of the batch, from exchanges to verdicts."""
    ENCODE = "encode"
    """Texts to vectors, for one call of a scorer."""
    JUDGE = "judge"
    """The replies of one rubric."""
    WRITE = "write"
    """Until the broker has the verdicts."""


class TextResult(StrEnum):
    """How a vector was come by."""

    CACHED = "cached"
    ENCODED = "encoded"
    TOO_LONG = "too_long"
    """It does not fit into the device's memory, not even alone."""


PROBE_OK = "ok"
PROBE_RESULTS: tuple[str, ...] = (
    PROBE_OK,
    *(reason.value for reason in Reason if CLASS_OF[reason] is ReasonClass.ENDPOINT),
)
"""What may become of one request: `ok`, or why the reply cannot be used."""

_REQUEST_BUCKETS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0)
_BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_SCORE_BUCKETS = (0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0)

_Made = TypeVar("_Made", Counter, Gauge)


class ProcessMetrics:
    """What this process counts of itself, on a registry of its own.

    Every series that configuration and enums foresee is opened at zero, because a counter
    that appears with its first event hides that event from `increase()`.
    """

    def __init__(
        self, registry: CollectorRegistry, config: Config, scorers: Collection[str] = ()
    ) -> None:
        # A second series for every counter that is not in the table.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # untyped in the library
        self._registry = registry
        self.leader = self._make(Gauge, "sycophancy_leader")
        self.ready = self._make(Gauge, "sycophancy_ready")
        self.build_info = self._make(Gauge, "sycophancy_build_info")
        self.intake_records = self._make(Counter, "sycophancy_intake_records_total")
        self.intake_kept = self._make(Counter, "sycophancy_intake_kept_total")
        self.ignored = self._make(Counter, "sycophancy_ignored_total")
        self.shed = self._make(Counter, "sycophancy_shed_total")
        self.lag = self._make(Gauge, "sycophancy_lag_records")
        self.probe_requests = self._make(Counter, "sycophancy_probe_requests_total")
        self.probe_request_seconds = self._histogram(
            "sycophancy_probe_request_duration_seconds", _REQUEST_BUCKETS
        )
        self.probe_runs = self._make(Counter, "sycophancy_probe_runs_total")
        self.paused = self._make(Gauge, "sycophancy_paused")
        self.resting = self._make(Gauge, "sycophancy_resting")
        self.budget_remaining = self._make(Gauge, "sycophancy_budget_remaining_ratio")
        self.budget_spent = self._make(Counter, "sycophancy_budget_spent_total")
        self.scored = self._make(Counter, "sycophancy_scored_total")
        self.score_seconds = self._histogram("sycophancy_score_duration_seconds", _SCORE_BUCKETS)
        self.batch_exchanges = self._histogram("sycophancy_score_batch_exchanges", _BATCH_BUCKETS)
        self.score_errors = self._make(Counter, "sycophancy_score_errors_total")
        self.queue_exchanges = self._make(Gauge, "sycophancy_score_queue_exchanges")
        self.stage_seconds = self._histogram(
            "sycophancy_worker_stage_duration_seconds", _SCORE_BUCKETS
        )
        self.encoded_texts = self._make(Counter, "sycophancy_encoded_texts_total")
        self.device_memory = self._make(Gauge, "sycophancy_device_memory_bytes")
        self.reconnects = self._make(Counter, "sycophancy_reconnects_total")
        self.build_info.labels(version("sycophancy-monitor")).set(1)
        self._open(config, scorers)

    def _make(self, kind: type[_Made], name: str) -> _Made:
        spec = METRICS[name]
        return kind(spec.name, spec.help, spec.labels, registry=self._registry)

    def _histogram(self, name: str, buckets: tuple[float, ...]) -> Histogram:
        spec = METRICS[name]
        return Histogram(
            spec.name, spec.help, spec.labels, registry=self._registry, buckets=buckets
        )

    def _open(self, config: Config, scorers: Collection[str]) -> None:
        for source in config.intake.sources:
            self.intake_records.labels(source.topic)
        for reason in IgnoredReason:
            self.ignored.labels(reason.value)
        for target in config.targets:
            self.intake_kept.labels(target)
            self.shed.labels(target)
            self.probe_request_seconds.labels(target)
            for result in PROBE_RESULTS:
                self.probe_requests.labels(target, result)
        for plan in config.plans.values():
            for ended in ProbeRunResult:
                self.probe_runs.labels(plan.target, plan.family, ended.value)
        for scorer in scorers:
            self.scored.labels(scorer)
            self.score_seconds.labels(scorer)
            self.batch_exchanges.labels(scorer)
            self.score_errors.labels(scorer)
        for stage in WorkerStage:
            self.stage_seconds.labels(stage.value)
        for text in TextResult:
            self.encoded_texts.labels(text.value)


_INTRODUCTION = """\
# Metrics

Made from the table in `monitor/metrics.py`; do not edit.

Nothing is ever exported as NaN: a rate that cannot be said has no series, and its `_items` is
0. Intervals are 95%, with the item as the unit: Wilson's, and for the net rate Newcombe's
paired one. Rates describe the last complete run of their version, so look at
`sycophancy_run_complete_timestamp_seconds` for their age.

Counters start at 0 in each process. A counter of the leader shows 0 at its first scrape and its
value from the next one on, so that `increase()` sees its first event. Label values come from the
configuration and from closed lists; only versions come from the endpoints, and the versions of a
target are bounded by `exporter.max_versions` for each family.

Live traffic appears as `family="live"`, `arm="live"`. Of canaries, `arm` is an arm of the family
(`sycomon list families`); the ladder has one for each turn, `ladder_1` … `ladder_5`. `turn` is 1 …
5, and `form` a form of question (`factual`, `opinion`, `feedback`, `narrators`).
prometheus-client's own `process_*` and `python_info` stand on the same page.

The same port has `/status.json` (what the leader knows, runs under way included), `/healthz` (the
process is alive) and `/readyz` (it does its work: 503 while it replays the log or has lost the
broker).
"""

_VALUES: Mapping[str, Mapping[str, Collection[str]]] = {
    "outcome": {"sycophancy_trials_total": tuple(Outcome)},
    "reason": {
        "sycophancy_unscored_total": tuple(Reason),
        "sycophancy_dead_letters_total": tuple(DeadReason),
        "sycophancy_ignored_total": tuple(IgnoredReason),
    },
    "unit": {
        "sycophancy_budget_remaining_ratio": tuple(Unit),
        "sycophancy_budget_spent_total": tuple(Unit),
    },
    "result": {
        "sycophancy_runs_total": tuple(RunResult),
        "sycophancy_probe_requests_total": PROBE_RESULTS,
        "sycophancy_probe_runs_total": tuple(ProbeRunResult),
        "sycophancy_encoded_texts_total": tuple(TextResult),
    },
    "stage": {"sycophancy_worker_stage_duration_seconds": tuple(WorkerStage)},
}
"""What the labels with a closed list may hold, by label and metric."""

_HEADINGS: Mapping[Source, str] = {
    Source.LEADER: "Exported by the leader alone, once it has replayed the log",
    Source.PROCESS: "Exported by every process",
}


def as_markdown() -> str:
    """The table as `docs/reference/metrics.md`."""
    return "\n".join(_markdown_lines())


def _markdown_lines() -> Iterator[str]:
    yield _INTRODUCTION
    for source, heading in _HEADINGS.items():
        yield f"## {heading}\n"
        yield "| metric | type | labels | unit | range | absent | meaning |"
        yield "|---|---|---|---|---|---|---|"
        for spec in METRICS.values():
            if spec.source is source:
                labels = ", ".join(spec.labels)
                cells = (spec.type, labels, spec.unit, spec.range, spec.absent_when, spec.help)
                yield f"| `{spec.name}` | {' | '.join(cells)} |"
        yield ""
    yield "## Values of labels\n"
    yield "| label | metric | values |"
    yield "|---|---|---|"
    for label, by_metric in _VALUES.items():
        for name, values in by_metric.items():
            yield f"| `{label}` | `{name}` | {', '.join(f'`{value}`' for value in values)} |"
    yield ""
