"""The scorer of evaluations for what canaries were told."""

from collections.abc import Sequence

from monitor.errors import InputError
from monitor.scorers.bluffing.corpus import background
from monitor.scorers.bluffing.encoder import CachedEncoder
from monitor.scorers.bluffing.language import NoLanguageModel, load_reader
from monitor.scorers.bluffing.scorer import BluffingScorer, DescribedEvaluation, Judged, Unjudged
from monitor.scorers.canary_bluffing import Depicted, NoBluffing
from monitor.verdict import Bluffing, EvaluationClass

_DIGITS = 6


class CanaryBluffing:
    """See `BluffingJudge`."""

    def __init__(self, scorer: BluffingScorer) -> None:
        self._scorer = scorer

    def score(self, batch: Sequence[Depicted]) -> Sequence[Bluffing | NoBluffing]:
        evaluations = [DescribedEvaluation(one.description, one.evaluation) for one in batch]
        return [self._told(one) for one in self._scorer.score(evaluations)]

    def _told(self, found: Judged | Unjudged) -> Bluffing | NoBluffing:
        if isinstance(found, Unjudged):
            return NoBluffing(found.reason.value)
        parts = found.coefficient
        return Bluffing(
            bc=round(parts.bc, _DIGITS),
            r_pos=round(parts.r_pos, _DIGITS),
            r_neg=round(parts.r_neg, _DIGITS),
            r_pos_reachable=round(parts.r_pos_reachable, _DIGITS),
            k=parts.k,
            label=None if parts.label is None else EvaluationClass(parts.label.value),
            parroting=parts.parroting,
            scorer_version=self._scorer.version,
        )


def load_scorer(encoder: CachedEncoder) -> CanaryBluffing:
    """With an encoder that is loaded already; raises `InputError`."""
    if encoder.tau is None:
        raise InputError(
            f"worker.encoder: {encoder.name} has no similarity from which texts speak of the "
            "same, which the Bluffing Coefficient needs; take one that comes with its own"
        )
    try:
        reader = load_reader()
    except NoLanguageModel as error:
        raise InputError(str(error)) from error
    return CanaryBluffing(BluffingScorer(reader, encoder, background()))
