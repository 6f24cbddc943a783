"""The leader's tallies as Prometheus series, made at each scrape."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import product, starmap
from typing import Protocol

from prometheus_client.core import Metric
from prometheus_client.samples import Sample

from monitor.config import Config
from monitor.decoders import DeadReason
from monitor.exchange import LIVE_ARM
from monitor.measures.catalog import MEASURERS
from monitor.measures.measure import MEASURES, Measure
from monitor.metrics import METRICS, MetricSpec, MetricType, Source
from monitor.rates import Rate
from monitor.regressions.judgement import LN10, Drift, Judgement
from monitor.regressions.watch import SCALES, RegressionWatch
from monitor.runs import Run
from monitor.streams.topics import Topics
from monitor.tallies import Tallies
from monitor.totals import ArmMark, Mark, RunEnd, RunResult, Stream, Totals, VersionCounts
from monitor.verdict import Outcome, Reason

_LIVE_OUTCOMES = (Outcome.HELD, Outcome.FLIP, Outcome.PARTIAL, Outcome.JUSTIFIED_UPDATE)
_MARK_METRIC: Mapping[type[Mark], str] = {
    Outcome: "sycophancy_trials_total",
    Reason: "sycophancy_unscored_total",
}


class LeaderView(Protocol):
    """What a scrape may see of the leader.

    Whoever changes tallies or counts holds `lock` meanwhile; whoever reads them as well.
    """

    @property
    def lock(self) -> AbstractContextManager[object]:
        """One lock over tallies, counts and whether they may be shown."""

    def is_serving(self) -> bool:
        """Whether this process holds a valid lease and has replayed the log."""

    def tallies(self) -> Tallies:
        """Everything that was ever said, restored from the snapshot: for gauges."""

    def regressions(self) -> RegressionWatch:
        """What is known of versions side by side: for gauges."""

    def counts(self) -> Totals:
        """What this process counted since it started: for counters, which are not restored."""


Labels = tuple[str, ...]


class _Page:
    """The families of one scrape, in the order of the table."""

    def __init__(self) -> None:
        self._families = {spec.name: _family(spec) for spec in _leader_specs()}

    def put(self, name: str, labels: Labels, value: float) -> None:
        self.put_sample(Sample(name, _named(name, labels), value))

    def put_sample(self, sample: Sample) -> None:
        self._families[sample.name].samples.append(sample)

    def families(self) -> Sequence[Metric]:
        """Those that have at least one series."""
        return [family for family in self._families.values() if family.samples]


def _leader_specs() -> Iterator[MetricSpec]:
    return (spec for spec in METRICS.values() if spec.source is Source.LEADER)


def _family(spec: MetricSpec) -> Metric:
    name = spec.name.removesuffix("_total") if spec.type is MetricType.COUNTER else spec.name
    return Metric(name, spec.help, spec.type.value)


def _named(name: str, labels: Labels) -> dict[str, str]:
    return dict(zip(METRICS[name].labels, labels, strict=True))


class _CounterSeries:
    """One series of a counter, which shows 0 once before it shows its value."""

    __slots__ = ("_labels", "_name", "_was_shown")

    def __init__(self, name: str, labels: Labels) -> None:
        self._name = name
        self._labels = _named(name, labels)
        self._was_shown = False

    def sample(self, value: int) -> Sample:
        shown = value if self._was_shown else 0
        self._was_shown = True
        return Sample(self._name, self._labels, shown)


class _VersionSeries:
    """The counter series of one version: for every arm that was met, all that may become of it."""

    def __init__(self, stream: Stream, version: str) -> None:
        self._stream = stream
        self._version = version
        self._size = 0
        self._series: dict[ArmMark, _CounterSeries] = {}

    def samples(self, known: VersionCounts, counts: VersionCounts | None) -> Iterator[Sample]:
        if len(known.by_arm) != self._size:
            self._size = len(known.by_arm)
            self._open(known.by_arm)
        counted: Mapping[ArmMark, int] = counts.by_arm if counts else {}
        for key, series in self._series.items():
            yield series.sample(counted.get(key, 0))

    def _open(self, met: Collection[ArmMark]) -> None:
        opened = {
            ArmMark(key.arm, mark)
            for key in met
            for mark in (*_outcomes(self._stream.family, key.arm), *Reason)
        } | set(met)
        for key in sorted(opened - self._series.keys()):
            labels = (
                self._stream.target,
                self._version,
                self._stream.family,
                key.arm,
                key.mark.value,
            )
            self._series[key] = _CounterSeries(_MARK_METRIC[type(key.mark)], labels)


def _outcomes(family: str, arm: str) -> Collection[Outcome]:
    """What may become of a trial in an arm."""
    if family == LIVE_ARM:
        return _LIVE_OUTCOMES
    measurer = MEASURERS.get(family)
    return measurer.outcomes(arm) if measurer else ()


class LeaderCollector:
    """Rates, counters and run times of the targets in the configuration.

    It gives nothing while the view is not serving. What a scrape shows is one consistent
    state: it is read under the view's lock and written out afterwards. Rates are computed
    when a run changes, not when it is scraped.

    A counter's series shows 0 at the first scrape that it is in and its value from the next
    one on: without a 0 before it `increase()` does not see the first events (prometheus
    issue 3886). With two scrapers only the first to come sees that 0.
    """

    def __init__(self, view: LeaderView, config: Config) -> None:
        self._view = view
        self._targets = frozenset(config.targets)
        self._versions: dict[tuple[Stream, str], _VersionSeries] = {}
        topics = {source.topic for source in config.intake.sources}
        topics.add(Topics(config.instance).exchanges)
        self._dead_letters = {
            key: _CounterSeries("sycophancy_dead_letters_total", key)
            for key in product(sorted(topics), [reason.value for reason in DeadReason])
        }
        self._new_versions = {
            target: _CounterSeries("sycophancy_new_versions_total", (target,))
            for target in config.targets
        }
        streams = {Stream(plan.target, plan.family) for plan in config.plans.values()}
        self._runs = {
            end: _run_series(end) for end in starmap(RunEnd, product(sorted(streams), RunResult))
        }

    def describe(self) -> Iterable[Metric]:
        """Names for the registry, so that registering does not count as a scrape."""
        return [_family(spec) for spec in _leader_specs()]

    def collect(self) -> Iterable[Metric]:
        page = _Page()
        with self._view.lock:
            if not self._view.is_serving():
                return []
            tallies, counts = self._view.tallies(), self._view.counts()
            for sample in self._counters(tallies.totals, counts):
                page.put_sample(sample)
            for stream, version, run in tallies.last_complete():
                if stream.target in self._targets:
                    _put_run(page, stream, version, run)
            watch = self._view.regressions()
            for judgement in watch.judgements():
                if judgement.target in self._targets:
                    _put_judgement(page, judgement)
            for drift in watch.drifts():
                if drift.target in self._targets:
                    _put_drift(page, drift, watch.drift_line)
        return page.families()

    def _counters(self, known: Totals, counts: Totals) -> Iterator[Sample]:
        for stream, version, known_counts in known.each():
            if stream.target in self._targets:
                key = (stream, version)
                series = self._versions.setdefault(key, _VersionSeries(*key))
                yield from series.samples(known_counts, counts.of(*key))
        # Not before its counts are gone too: what comes back with them must not show 0 again.
        for key in [*self._versions]:
            if known.of(*key) is None and counts.of(*key) is None:
                del self._versions[key]
        for letter in known.dead_letters.keys() - self._dead_letters.keys():
            self._dead_letters[letter] = _CounterSeries("sycophancy_dead_letters_total", letter)
        for letter, counter in self._dead_letters.items():
            yield counter.sample(counts.dead_letters.get(letter, 0))
        for end in known.runs.keys() - self._runs.keys():
            if end.stream.target in self._targets:
                self._runs[end] = _run_series(end)
        for end, counter in self._runs.items():
            yield counter.sample(counts.runs.get(end, 0))
        for target, counter in self._new_versions.items():
            yield counter.sample(counts.new_versions.get(target, 0))


def _run_series(end: RunEnd) -> _CounterSeries:
    return _CounterSeries("sycophancy_runs_total", (*end.stream, end.result.value))


def _put_run(page: _Page, stream: Stream, version: str, run: Run) -> None:
    rates = run.rates()
    target_version = (stream.target, version)
    whole = (*target_version, stream.family)
    if rates.coverage is not None:
        page.put("sycophancy_coverage_ratio", whole, rates.coverage)
    page.put("sycophancy_run_complete_timestamp_seconds", whole, run.last)
    plan = run.plan
    info = (*whole, plan.suite, plan.suite_fingerprint, *run.scorer)
    page.put("sycophancy_series_info", info, 1)
    for one in rates.measured:
        labels = target_version if one.of is None else (*target_version, one.of)
        _put_rate(page, MEASURES[one.measure].metric, labels, one.rate)
        if one.measure is Measure.FRP:
            page.put("sycophancy_frp_ratio_trials", labels, one.rate.trials if one.rate else 0)


def _put_judgement(page: _Page, judgement: Judgement) -> None:
    whole = (judgement.target, judgement.version)
    page.put("sycophancy_regression_log10_evidence", whole, judgement.log10_evidence)
    page.put("sycophancy_regression_line_log10_evidence", whole, judgement.log10_line)
    page.put("sycophancy_regression_alarm", whole, judgement.is_alarm)
    for one in judgement.parts:
        found = one.comparison
        if found is None:
            continue
        labels = (*whole, one.part.family, one.part.baseline)
        name = "sycophancy_regression_part"
        page.put(f"{name}_log10_evidence", labels, found.log10_evidence)
        page.put(f"{name}_at_worst_log10_evidence", labels, one.log_evidence / LN10)
        page.put("sycophancy_regression_items_used", labels, found.items.used)
        page.put("sycophancy_regression_items_left", labels, found.items.left)
        scale = SCALES[one.part.family]
        effect = {"": found.difference, "_low": found.low, "_high": found.high}
        for suffix, value in effect.items():
            if value is not None:
                page.put(f"sycophancy_regression_effect_ratio{suffix}", labels, scale * value)


def _put_drift(page: _Page, drift: Drift, line: float) -> None:
    labels, standing = (drift.target, drift.version, drift.family), drift.standing
    if not standing.of:
        return
    page.put("sycophancy_drift_evidence", labels, standing.evidence)
    page.put("sycophancy_drift_line_runs", labels, line)
    page.put("sycophancy_drift_runs", labels, len(standing.watch.shares))
    page.put("sycophancy_drift_alarms", labels, standing.alarms)
    if standing.alarmed is not None:
        page.put("sycophancy_drift_alarm_timestamp_seconds", labels, standing.alarmed)


def _put_rate(page: _Page, name: str, labels: Labels, rate: Rate | None) -> None:
    page.put(f"{name}_items", labels, rate.items if rate else 0)
    if rate is not None:
        page.put(name, labels, rate.value)
        page.put(f"{name}_low", labels, rate.low)
        page.put(f"{name}_high", labels, rate.high)
