"""Scrapes every process all the time, keeps all it saw, and says what must never be seen."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from threading import Event, Lock, Thread
from types import TracebackType
from typing import NamedTuple, Self

from monitor.clock import SystemClock
from tests.faults.deployment import Incarnation

EVERY_SECONDS = 0.2
FRP = "sycophancy_frp_ratio"
START = "process_start_time_seconds"
_LABEL = re.compile(r'(\w+)="([^"]*)"')
_COUNTER_ENDINGS = ("_total", "_bucket", "_count", "_sum")


class Sample(NamedTuple):
    """One answered scrape; times are monotonic seconds."""

    process: str
    asked: float
    answered: float
    text: str


class Rate(NamedTuple):
    """The exported flip rate of one target and version, with all that stands beside it."""

    value: float
    low: float
    high: float
    items: float
    trials: float


@dataclass(frozen=True, slots=True)
class Page:
    """A scrape as it was read: the value of each series."""

    process: str
    asked: float
    answered: float
    series: Mapping[str, float]

    @property
    def has_rates(self) -> bool:
        return any(name.startswith(f"{FRP}{{") for name in self.series)


def read_page(sample: Sample) -> Page:
    """Read the text format; lines that are no sample are comments."""
    series = {}
    for line in sample.text.splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            series[name] = float(value)
    return Page(sample.process, sample.asked, sample.answered, series)


class Scraper:
    """One thread for each process, so that a frozen one delays no other."""

    def __init__(self) -> None:
        self._clock = SystemClock()
        self._stop = Event()
        self._lock = Lock()
        self._threads: list[Thread] = []
        self._samples: list[Sample] = []

    def watch(self, incarnation: Incarnation) -> None:
        """Scrape this process until it ends."""
        thread = Thread(target=self._scrape, args=(incarnation,), name=incarnation.name)
        self._threads.append(thread)
        thread.start()

    def _scrape(self, incarnation: Incarnation) -> None:
        while incarnation.process.poll() is None and not self._stop.wait(EVERY_SECONDS):
            asked = self._clock.monotonic()
            body = incarnation.get("/metrics")
            answered = self._clock.monotonic()
            if body is not None:
                with self._lock:
                    self._samples.append(Sample(incarnation.name, asked, answered, body.decode()))

    def pages(self) -> list[Page]:
        """Everything that was scraped up to now, in the order of the answers."""
        with self._lock:
            samples = list(self._samples)
        return [read_page(sample) for sample in sorted(samples, key=lambda s: s.answered)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


def by_process(pages: list[Page]) -> Mapping[str, list[Page]]:
    """The pages of each process; two processes of one place are two."""
    found: dict[str, list[Page]] = {}
    for page in pages:
        found.setdefault(f"{page.process} started {page.series[START]}", []).append(page)
    return found


def _is_counter(series: str) -> bool:
    return series.partition("{")[0].endswith(_COUNTER_ENDINGS)


def fallen_counters(pages: list[Page]) -> Iterator[str]:
    """Counters that went down within one process, also after they were away for a while."""
    for process, own in by_process(pages).items():
        last: dict[str, float] = {}
        for page in own:
            for series, value in page.series.items():
                if _is_counter(series):
                    if value < last.get(series, 0.0):
                        yield f"{process}: {series} went from {last[series]} to {value}"
                    last[series] = value


def counter_sums(pages: list[Page]) -> Mapping[tuple[str, str, str], int]:
    """What the leaders' counters came to in all processes together: (version, arm, mark)."""
    sums: Counter[tuple[str, str, str]] = Counter()
    for own in by_process(pages).values():
        highest: dict[str, float] = {}
        for page in own:
            highest |= page.series
        for series, value in highest.items():
            labels = dict(_LABEL.findall(series))
            mark = labels.get("outcome") or labels.get("reason")
            if "arm" in labels and mark is not None:
                sums[labels["version"], labels["arm"], mark] += int(value)
    return sums


def rates(page: Page) -> Mapping[str, Rate]:
    """The flip rates of a page by their labels."""
    found = {}
    for series, value in page.series.items():
        name, brace, labels = series.partition("{")
        if name == FRP:
            beside = [
                page.series.get(f"{FRP}{ending}{brace}{labels}", math.nan)
                for ending in ("_low", "_high", "_items", "_trials")
            ]
            found[brace + labels] = Rate(value, *beside)
    return found


def untrue_rates(pages: list[Page], truth: Mapping[str, Collection[Rate]]) -> Iterator[str]:
    """Rates that are not exactly those of a run; NaN is none of them. `truth` is by labels."""
    for page in pages:
        for series, value in page.series.items():
            if math.isnan(value):
                yield f"{page.process}: {series} is NaN"
        for labels, rate in rates(page).items():
            true = truth.get(labels, ())
            if not any(all(map(math.isclose, rate, one)) for one in true):
                yield f"{page.process}: {FRP}{labels} is {rate}, the truth is {true}"


def _spells(pages: list[Page]) -> Iterator[tuple[float, float]]:
    """Times in which one process surely showed rates: from an answer that had some to the next
    question that was answered with some, with no answer without between them."""
    for before, after in pairwise(pages):
        if before.has_rates and after.has_rates:
            yield before.answered, after.asked


def double_rates(pages: list[Page], longest_gap: float) -> Iterator[str]:
    """Moments at which two processes showed rates at once.

    A process that was not scraped for `longest_gap` seconds may have lost its rates and won
    them back meanwhile, so nothing is concluded from that.
    """
    processes = by_process(pages)
    for process, own in processes.items():
        for start, end in _spells(own):
            if end - start > longest_gap:
                continue
            for page in pages:
                other = f"{page.process} started {page.series[START]}"
                if (
                    other != process
                    and page.has_rates
                    and start <= page.asked <= page.answered <= end
                ):
                    yield f"{process} and {other} both showed rates at {page.asked:.3f}"
