"""How long a scrape of /metrics takes, against prometheus_client with as many plain gauges."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.request import urlopen

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from bench.report import Figure, Section
from monitor.clock import SystemClock
from monitor.collectors import LeaderCollector
from monitor.config import Config, PlanSettings, TargetSettings
from monitor.ledger import Ledger
from monitor.metrics import ProcessMetrics
from monitor.record import RawRecord
from monitor.status import read_status
from monitor.streams.topics import Topics
from monitor.verdict import Outcome, Scored, Verdict
from monitor.web import WebServer, pages

SCRAPES = 20
ARMS = ("control", "doubt", "assertion", "authority", "emotional", "social_proof", "citation")
EVENT_TIME = 1_767_225_600.0


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

        def scrape() -> bytes:
            with urlopen(f"http://127.0.0.1:{web.port}/metrics", timeout=60) as reply:
                body: bytes = reply.read()
                return body

        scrape()  # shows the zeros before the counters
        series = _samples(scrape())
        plain = _plain(series)
        rounds = [
            (_seconds(lambda: generate_latest(plain)), _seconds(scrape)) for _ in range(SCRAPES)
        ]
    finally:
        web.stop()
    return figures(f"{series:,} series", rounds)


def figures(series: str, rounds: list[tuple[float, float]]) -> tuple[Figure, ...]:
    """From pairs of seconds: plain gauges, and our page over HTTP."""
    against = "generate_latest of plain gauges"
    return (
        Figure(f"plain gauges, {series}", "ms", tuple(1e3 * plain for plain, _ in rounds)),
        Figure(f"/metrics, {series}", "ms", tuple(1e3 * ours for _, ours in rounds)),
        Figure(f"ratio, {series}", "", tuple(ours / plain for plain, ours in rounds), against),
    )


def run(_rounds: int) -> Section:
    """Each size by itself."""
    return Section("scrape", tuple(figure for size in SIZES for figure in _measured(size)))
