"""The reference judges, let loose on descriptions of a study: what the metric says of judges whose
behaviour is known."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from monitor.scorers.bluffing.reference_judges import (
    REFERENCE_JUDGES,
    Judge,
    Portrait,
    oracle,
    portrait_of,
)
from monitor.scorers.bluffing.scorer import BluffingScorer, DescribedEvaluation
from monitor.scorers.judge_output import Evaluation
from monitor.study.folder import REFERENCE

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How much of a description holds in the portraits that they are shown."""

_FEWEST_CUES = 2
"""A judge is asked for two or three cues."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A judge and the attributes that it names: those that are scored, or any of `most`."""

    judge: Judge
    most: int | None = None


def brief_oracle(portrait: Portrait) -> Evaluation:
    """The score of the oracle, and it truly names two of what holds."""
    named = Portrait(portrait.name, portrait.shown[:_FEWEST_CUES], portrait.missing)
    return Evaluation(oracle(portrait).score, oracle(named).reasoning)


YARDSTICKS: Mapping[str, Yardstick] = {
    **{
        f"{REFERENCE}{name.replace(' ', '_')}": Yardstick(judge)
        for name, judge in REFERENCE_JUDGES.items()
    },
    f"{REFERENCE}brief_oracle": Yardstick(brief_oracle),
    # As truthful as the oracle, but nobody tells it which attributes are the heaviest.
    f"{REFERENCE}wide_oracle": Yardstick(oracle, most=25),
}
"""By the name that they have in the scores."""


def evaluations_by_yardsticks(
    scorer: BluffingScorer, description: str, name: str
) -> Iterator[tuple[str, DescribedEvaluation]]:
    """What each of them says of one portrait of a description. The portrait is chosen by a hash
    of `name`; a description without attributes gives nothing."""
    share = _SHARES[hashlib.sha256(name.encode()).digest()[0] % len(_SHARES)]
    for judge, yardstick in YARDSTICKS.items():
        phrases = [phrase.text for phrase in scorer.keyphrases_of(description, yardstick.most)]
        if phrases:
            said = yardstick.judge(portrait_of(name, phrases, share))
            yield judge, DescribedEvaluation(description, said)
