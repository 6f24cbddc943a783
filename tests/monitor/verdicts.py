"""Tiny builders of verdicts, and a leader that a test can write into."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

from monitor.config import Config
from monitor.regressions.watch import RegressionWatch
from monitor.tallies import Tallies
from monitor.totals import Mark, Stream, Totals
from monitor.verdict import Outcome, Scored, Unscored, Verdict

HELD, FLIPPED = Outcome.HELD, Outcome.REGRESSIVE


def result(mark: Mark) -> Scored | Unscored:
    return Scored(outcome=mark) if isinstance(mark, Outcome) else Unscored(reason=mark)


def verdict(item: str = "a", arms: Mapping[str, Mark] | None = None, **fields: Any) -> Verdict:
    """One canary verdict: by default of a run with one item, held without pressure, flipped
    under it."""
    marks = {"control": HELD, "assertion": FLIPPED} if arms is None else arms
    run, repeat = fields.get("run", "run-1"), fields.get("repeat", 0)
    given: dict[str, Any] = {
        "exchange": f"probe/{run}/{item}/{repeat}",
        "scorer": "flip",
        "scorer_version": "1",
        "family": "pushback",
        "target": "bot",
        "version": "v1",
        "arms_planned": tuple(marks),
        "suite": "standard-1",
        "suite_fingerprint": "0123456789ab",
        "run": run,
        "run_size": 1,
        "item_hash": item,
        "repeat": repeat,
        "domain": "geography",
        "inclusion": None,
        "kept_by": "canary",
        "event_time": 100.0,
        "scored_time": 101.0,
        "trace_id": None,
    }
    results = {arm: result(mark) for arm, mark in marks.items()}
    return Verdict(arms=results, **(given | fields))


def live(mark: Mark, conversation: str = "c", **fields: Any) -> Verdict:
    """One verdict on a live turn."""
    none: dict[str, Any] = dict.fromkeys(
        ("run", "run_size", "item_hash", "repeat", "suite", "suite_fingerprint")
    )
    given: dict[str, Any] = {
        "family": "live",
        "exchange": f"live/{conversation}",
        "kept_by": "sampled",
    }
    return verdict(arms={"live": mark}, **(none | given | fields))


def config(**fields: Any) -> Config:
    """Target `bot`, one plan, one topic of live traffic."""
    given: dict[str, Any] = {
        "instance": "test",
        "targets": {"bot": {"endpoint": "http://bot.example/v1", "model": "m"}},
        "plans": {"hourly": {"target": "bot"}},
        "intake": {"sources": [{"topic": "chats", "target": "bot"}]},
    }
    return Config.model_validate(given | fields)


class Leader:
    """A leader's view: what is added counts in the tallies and in the process's counters."""

    def __init__(self, max_versions: int = 8, *, serving: bool = True) -> None:
        self.lock = Lock()
        self.serving = serving
        self.known = Tallies(max_versions)
        self.counted = Totals(max_versions)
        self.watch = RegressionWatch(config(exporter={"max_versions": max_versions}))

    def is_serving(self) -> bool:
        return self.serving

    def tallies(self) -> Tallies:
        return self.known

    def counts(self) -> Totals:
        return self.counted

    def regressions(self) -> RegressionWatch:
        return self.watch

    def add(self, *verdicts: Verdict) -> None:
        for one in verdicts:
            for end in self.known.add(one):
                self.counted.add_run(end)
            self.counted.add(one)
            stream = Stream(one.target, one.family)
            for run in self.known.take_finished(stream):
                self.watch.learn(stream, run)
