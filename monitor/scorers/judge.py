"""What scorers know of a judge: something that gives replies one of a rubric's labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from monitor.scorers.rubrics import Case, Rubric
from monitor.verdict import Unscored


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label of the rubric, and the judge's few words for it."""

    label: str
    reason: str = ""


class Judge(Protocol):
    """Labels replies that no program can read. `close` gives back what it holds."""

    @property
    def identity(self) -> str:
        """Model, fingerprint of the prompts and parameters, as `gpt-x/3fa29c01d2e4/t0`: labels
        under another identity were measured by another instrument."""

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        """One entry for each case, in the same order. Never raises for what the judge does."""

    def close(self) -> None:
        """Nothing is labelled after this."""
