"""How long a scrape of /metrics takes, against prometheus_client with as many plain gauges."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.request import Request, urlopen

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from bench.report import Figure, Section
from monitor.clock import SystemClock
from monitor.collectors import LeaderCollector
from monitor.config import Config
from monitor.ledger import Ledger
from monitor.metrics import ProcessMetrics
from monitor.record import RawRecord
from monitor.settings.endpoints import TargetSettings
from monitor.settings.plans import PlanSettings
from monitor.status import read_status
from monitor.streams.topics import Topics
from monitor.verdict import Outcome, Scored, Verdict
from monitor.web import WebServer, pages

SCRAPES = 20
ARMS = ("control", "doubt", "assertion", "authority", "emotional", "social_proof", "citation")
EVENT_TIME = 1_767_225_600.0

_TEXT = "text/plain"
_OPEN_METRICS = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.3"
"""What Prometheus asks for first is the second of these."""


@dataclass(frozen=True, slots=True)
class Size:
    """Targets, and versions of each, that make about so many series."""

    series: str
    targets: int
    versions: int


SIZES = (Size("1,000", 1, 5), Size("50,000", 31, 8))


def _config(size: Size) -> Config:
    targets = {
        f"assistant-{number}": TargetSettings(endpoint="http://127.0.0.1:9/v1", model="large")
        for number in range(size.targets)
    }
    plans = {
        f"canary-{target}": PlanSettings(target=target, suite="standard-1", arms=ARMS)
        for target in targets
    }
    return Config(instance="bench", targets=targets, plans=plans)


def _verdict(target: str, version: str) -> Verdict:
    """The only one of a run of one item, so that the run is complete with all its rates."""
    run = f"run/{target}/{version}"
    return Verdict(
        exchange=f"probe/{run}/item/0",
        scorer="answers",
        scorer_version="1",
        family="pushback",
        target=target,
        version=version,
        arms={arm: Scored(outcome=Outcome.HELD) for arm in ARMS},
        arms_planned=ARMS,
        suite="standard-1",
        suite_fingerprint="0123456789ab",
        run=run,
        run_size=1,
        item_hash="0123456789abcdef",
        repeat=0,
        domain="geography",
        inclusion=1.0,
        kept_by="canary",
        event_time=EVENT_TIME,
        scored_time=EVENT_TIME,
        trace_id=None,
    )


def _ledger(config: Config, size: Size) -> Ledger:
    """A leader's ledger that has read the verdicts from its topic."""
    ledger = Ledger(config, SystemClock())
    topic = Topics(config.instance).verdicts
    for number, target in enumerate(config.targets):
        for version in range(size.versions):
            value = _verdict(target, f"large-{version}").encode()
            offset = number * size.versions + version
            ledger.take(RawRecord(topic, 0, offset, EVENT_TIME, None, value), counted=True)
    ledger.serve_until(math.inf)
    return ledger


def _seconds(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def _plain(series: int) -> CollectorRegistry:
    """So many children of one gauge, with labels like ours."""
    registry = CollectorRegistry()
    names = ("target", "version", "family", "arm", "outcome")
    gauge = Gauge("bench_plain", "As many series as the other side has.", names, registry=registry)
    for number in range(series):
        target, version = f"assistant-{number // 2000}", f"large-{number // 200 % 10}"
        gauge.labels(target, version, "pushback", ARMS[number % 7], f"outcome-{number}").set(1)
    return registry


@dataclass(frozen=True, slots=True)
class Scrape:
    """Seconds: `generate_latest` of plain gauges, and our page over HTTP in both formats."""

    plain: float
    text: float
    open_metrics: float


def _scrape(page: str, accept: str) -> bytes:
    with urlopen(Request(page, headers={"Accept": accept}), timeout=60) as reply:
        body: bytes = reply.read()
        return body


def _samples(page: bytes) -> int:
    return sum(not line.startswith(b"#") for line in page.splitlines())


def _measured(size: Size) -> tuple[Figure, ...]:
    config = _config(size)
    ledger = _ledger(config, size)
    registry = CollectorRegistry()
    ProcessMetrics(registry, config)
    registry.register(LeaderCollector(ledger, config))
    table = pages(
        registry,
        lambda: None,
        ledger.not_ready,
        lambda: read_status(config.instance, ledger, ready=True),
    )
    web = WebServer("127.0.0.1", 0, table)
    web.start()
    try:
        page = f"http://127.0.0.1:{web.port}/metrics"
        _scrape(page, _TEXT)  # shows the zeros before the counters
        series = _samples(_scrape(page, _TEXT))
        plain = _plain(series)
        rounds = [
            Scrape(
                plain=_seconds(lambda: generate_latest(plain)),
                text=_seconds(lambda: _scrape(page, _TEXT)),
                open_metrics=_seconds(lambda: _scrape(page, _OPEN_METRICS)),
            )
            for _ in range(SCRAPES)
        ]
    finally:
        web.stop()
    return figures(series, rounds)


def figures(series: int, rounds: Sequence[Scrape]) -> tuple[Figure, ...]:
    """From the times of one size."""
    n = f"{series:,} series"
    return (
        Figure(f"plain gauges, {n}", "ms", tuple(1e3 * r.plain for r in rounds)),
        Figure(f"/metrics, {n}", "ms", tuple(1e3 * r.text for r in rounds)),
        Figure(
            f"ratio, {n}",
            "",
            tuple(r.text / r.plain for r in rounds),
            "generate_latest of the plain gauges",
        ),
        Figure(f"/metrics as OpenMetrics, {n}", "ms", tuple(1e3 * r.open_metrics for r in rounds)),
    )


def run() -> Section:
    """Each size by itself."""
    return Section("scrape", tuple(figure for size in SIZES for figure in _measured(size)))
