"""Which scorers score files. What only some of them need is loaded when one is asked for."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from monitor.errors import InputError
from monitor.extras import load_part
from monitor.offline.balance import score_balance
from monitor.offline.conversations import score_conversations
from monitor.offline.files import Row
from monitor.scorers.false_balance import FalseBalanceScorer
from monitor.scorers.flip import FlipScorer
from monitor.scorers.judge import Judge

BLUFFING = "bluffing"
FILE_SCORERS = (FlipScorer.name, FalseBalanceScorer.name, BLUFFING)

_EVALUATIONS = "monitor.offline.evaluations"
"""Imported by name: it loads torch and spaCy, which the other commands do without."""


class Counts(Protocol):
    """What a file came to."""

    def as_json(self) -> Row: ...


@dataclass(frozen=True, slots=True)
class BluffingOptions:
    """What can be asked of the scorer of evaluations; null is its own choice."""

    max_keyphrases: int | None = None
    encoder: str | None = None
    tau: float | None = None

    def given(self) -> list[str]:
        """The options that are not null, as they are named on the command line."""
        options = {
            "--max-keyphrases": self.max_keyphrases,
            "--encoder": self.encoder,
            "--tau": self.tau,
        }
        return [name for name, value in options.items() if value is not None]


def score_file(
    source: Path,
    target: Path,
    scorer: str,
    options: BluffingOptions | None = None,
    judge: Judge | None = None,
) -> Counts:
    """Score each line of a JSON lines file and write a line for each; raises `InputError`.

    All or nothing: with any line that cannot be read, `target` stays as it was, and the
    `InputError` names every such line as `FILE:LINE: what`, the first 20 in words. A `target`
    that is `source` by whatever name is refused. `judge` is for `false_balance`, which needs it.
    """
    chosen = options or BluffingOptions()
    if scorer not in FILE_SCORERS:
        known = ", ".join(FILE_SCORERS)
        raise InputError(f"scorer {scorer!r} is not one of those that score files: {known}")
    if scorer == BLUFFING:
        return _score_evaluations(source, target, chosen)
    if given := chosen.given():
        raise InputError(f"{', '.join(given)}: only for --scorer {BLUFFING}")
    if scorer == FalseBalanceScorer.name:
        if judge is None:
            raise InputError(f"--scorer {scorer}: a judge reads the replies, and there is none")
        return score_balance(source, target, judge)
    return score_conversations(source, target)


def _score_evaluations(source: Path, target: Path, options: BluffingOptions) -> Counts:
    evaluations = load_part(_EVALUATIONS, f"sycomon score --scorer {BLUFFING}", BLUFFING)
    counts: Counts = evaluations.score_evaluations(
        source,
        target,
        encoder=options.encoder,
        tau=options.tau,
        max_keyphrases=options.max_keyphrases,
    )
    return counts
