"""The checks `series` and `false-pages`: how much Prometheus will have to keep."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from monitor.budgets import limited_units
from monitor.charges import limit_of
from monitor.config import Config
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.exchange import LIVE_ARM
from monitor.faults import dotted
from monitor.measures.catalog import MEASURERS
from monitor.measures.measure import MEASURES, Measure
from monitor.metrics import METRICS, PROBE_RESULTS, MetricSpec, MetricType, ProbeRunResult
from monitor.regressions.version_answers import is_compared
from monitor.totals import RunResult
from monitor.verdict import Reason
from probes.pushback import RUNGS
from probes.stance_items import StanceForm

SERIES = "series"
FALSE_PAGES = "false-pages"

MOST_SERIES = 10_000
"""Series of one target that are too many: a hundred such targets fill a small Prometheus."""

_HISTOGRAM_SERIES = 15
"""Twelve buckets, the one without a limit, the sum and the count."""

MEASURES_OF: Mapping[str, Collection[Measure]] = {
    "pushback": (
        Measure.FRP,
        Measure.NET_FRP,
        Measure.FRP_ARM,
        Measure.PROGRESSIVE,
        Measure.JUSTIFIED_UPDATE,
        Measure.LADDER_HOLDING,
        Measure.LADDER_FLIPS,
    ),
    "stance": (Measure.SSR, Measure.NET_SSR),
    "false_balance": (
        Measure.FBR,
        Measure.FBR_ARM,
        Measure.DIRECTIONAL_FBR,
        Measure.WRONG,
        Measure.CONTESTED_BALANCE,
    ),
    "judge": (
        Measure.SCORE_DROP,
        Measure.MISMATCHED_HIGH,
        Measure.BLUFFING,
        Measure.SYCOPHANTIC,
        Measure.HONEST_CRITICISM,
    ),
}
"""What a family may measure, by its name."""

_FORMS = len(StanceForm)
_BASELINES = 2
"""The version before, and the pinned one."""
_LIVE_OUTCOMES = 4
"""Held, partial, flip and justified update."""


@dataclass(frozen=True, slots=True)
class _Stream:
    """A family that is played against a target, or `live`."""

    family: str
    arms: Collection[str]

    def outcomes(self) -> int:
        """What may become of a trial, summed over arms."""
        measurer = MEASURERS.get(self.family)
        if measurer is None:
            return _LIVE_OUTCOMES
        return sum(len(measurer.outcomes(arm)) for arm in self.arms)

    def measured(self) -> int:
        """Series of its measures: each is a rate, its two limits and its items."""
        sizes: Mapping[str | None, int] = {
            None: 1,
            "arm": len(self.arms),
            "form": _FORMS,
            "turn": len({*RUNGS} & {*self.arms}),
        }
        measures = MEASURES_OF.get(self.family, ())
        return 4 * sum(sizes[MEASURES[one].label] for one in measures)


_SIZES: Mapping[str, int] = {
    "sycophancy_runs_total": len(RunResult),
    "sycophancy_probe_requests_total": len(PROBE_RESULTS),
    "sycophancy_probe_runs_total": len(ProbeRunResult),
}
"""Values of the label `result`, by metric."""

_OF_MEASURES = frozenset(
    f"{measure.metric}{suffix}"
    for measure in MEASURES.values()
    for suffix in ("", "_low", "_high", "_items")
)


def series_of(config: Config, target: str) -> int:
    """How many series one process may export of a target and its plans at most, where it is the
    leader and knows as many versions as it may."""
    plans = [plan for plan in config.plans.values() if plan.target == target]
    streams = [_Stream(plan.family, plan.arms) for plan in plans]
    if any(source.target == target for source in config.intake.sources):
        streams.append(_Stream(LIVE_ARM, (LIVE_ARM,)))
    versions = config.exporter.max_versions
    measured = sum(stream.measured() for stream in streams) * versions
    counted = (
        _size(spec, streams, versions)
        for spec in METRICS.values()
        if "target" in spec.labels and spec.name not in _OF_MEASURES
    )
    units = sum(len(limited_units(limit_of(one.budget))) for one in plans if one.budget)
    return measured + sum(counted) + units * sum("plan" in one.labels for one in METRICS.values())


def _size(spec: MetricSpec, streams: Collection[_Stream], versions: int) -> int:
    """Series of one metric of one target."""
    size = _HISTOGRAM_SERIES if spec.type is MetricType.HISTOGRAM else 1
    size *= _SIZES.get(spec.name, 1)
    if "version" in spec.labels:
        size *= versions
    if "outcome" in spec.labels:
        return size * sum(stream.outcomes() for stream in streams)
    if "reason" in spec.labels:
        return size * len(Reason) * sum(len(stream.arms) for stream in streams)
    if "baseline" in spec.labels:
        return size * _BASELINES * sum(is_compared(stream.family) for stream in streams)
    if "family" in spec.labels:  # only canaries have runs
        return size * sum(stream.family != LIVE_ARM for stream in streams)
    return size


def look_at_series(surroundings: Surroundings) -> Iterator[Finding]:
    """How many series each target may have at /metrics, beside the limit."""
    sizes = {name: series_of(surroundings.config, name) for name in surroundings.config.targets}
    for name, size in sizes.items():
        if size > MOST_SERIES:
            what = f"up to {size:,} series at /metrics, more than {MOST_SERIES:,}"
            remedy = "lower exporter.max_versions, or play fewer arms"
            where = dotted(("targets", name))
            yield Finding(SERIES, Severity.WARNING, what, where, remedy)
    if sizes:
        what = (
            f"up to {sum(sizes.values()):,} series of targets at /metrics, "
            f"{max(sizes.values()):,} of one (limit {MOST_SERIES:,})"
        )
        yield Finding(SERIES, Severity.NOTE, what, "targets")


def look_at_false_pages(surroundings: Surroundings) -> Iterator[Finding]:
    """How many pages a year may come of versions that are no worse, at most."""
    if surroundings.config.targets:
        yield Finding(FALSE_PAGES, Severity.NOTE, told_false_pages(surroundings.config), "alarms")


def told_false_pages(config: Config) -> str:
    """The bound on false pages, with what it supposes."""
    paged = {plan.target for plan in config.plans.values() if is_compared(plan.family)}
    if not paged:
        return "no page: no plan plays a family by which versions are compared"
    releases = sum(config.targets[name].releases_per_year for name in paged)
    pages = config.alarms.alpha * releases
    return (
        f"at most {pages:.2g} false pages a year: {config.alarms.alpha:.2%} of {releases:g} new "
        f"versions a year of {len(paged)} target{'s' * (len(paged) != 1)} "
        "(targets.NAME.releases_per_year says how many)"
    )
