"""What evidence finds, and how soon: power, releases that creep, drift, and the time it takes."""

import time
from collections.abc import Iterator

import numpy as np

from bench.lives import ITEMS, OVERLAPS, REPEATS, find_creep, find_drift, find_rise, run_length
from bench.report import Figure, Limit, Section, Side
from monitor.evidence.answers import ItemAnswer, Standing
from monitor.evidence.comparison import compare

LIVES = 2000
SEED = 20261201
RISE = 0.1


def _generator() -> np.random.Generator:
    return np.random.default_rng(SEED)


def run() -> Section:
    """Every table of `docs/reference/regression.md`."""
    return Section("evidence", (*_power(), *_creep(), *_drift(), _time()))


def _power() -> Iterator[Figure]:
    for items in ITEMS:
        for repeats in REPEATS:
            for overlap in OVERLAPS:
                found = find_rise(_generator(), LIVES, items, repeats, overlap, RISE)
                name = f"+10 points found: {items} items, {repeats} asked, {overlap:.0%} both right"
                yield Figure(name, "of lives", (found,))


def _creep() -> Iterator[Figure]:
    found = find_creep(_generator(), 500, 300, 0.015)
    name = "ten releases of +1.5 points found"
    yield Figure(name, "of lives", (found.by_average,), "pinned", Limit(Side.AT_LEAST, 0.9))
    yield Figure(name, "of lives", (found.by_previous,), "the one before alone")


def _drift() -> Iterator[Figure]:
    for kind in (False, True):
        how = "deterministic" if kind else "drawn"
        for rise in (0.05, 0.1):
            for history in (1, 5, 20, 100):
                found = find_drift(_generator(), LIVES, history, rise, deterministic=kind)
                name = f"drift of {100 * rise:+.0f} points after {history} runs, {how}"
                yield Figure(f"{name}: never found", "of lives", (found.never,))
                yield Figure(f"{name}: delay", "runs", (found.delay,), "where it is found")
    length = run_length(_generator(), 500, 1000, 100.0)
    yield Figure("run length without change", "runs", (length,), "line 100, cut off at 1000",
                 Limit(Side.AT_LEAST, 100))  # fmt: skip


def _time() -> Figure:
    rng = _generator()
    sides = []
    for rate in (0.1, 0.12):
        values = (rng.random(1000) < rate).astype(float).tolist()
        answers = {str(n): ItemAnswer(Standing.COUNTS, v, v, v, 1) for n, v in enumerate(values)}
        sides.append(answers)
    rounds = []
    for _ in range(5):
        begun = time.perf_counter()
        compare(sides[0], sides[1])
        rounds.append(time.perf_counter() - begun)
    return Figure("one comparison of 1,000 items", "s", tuple(rounds), "", Limit(Side.BELOW, 2))
