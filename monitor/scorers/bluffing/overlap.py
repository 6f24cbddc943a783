"""ROUGE-L: how much of a reasoning is the description's own words."""

from collections.abc import Sequence
from functools import lru_cache

from rouge_score import scoring, tokenizers
from rouge_score.rouge_scorer import RougeScorer

from monitor.scorers.bluffing.coefficient import Overlap

_ROUGE_L = "rougeL"
_DESCRIPTIONS_KEPT = 1024


class _Blanks(tokenizers.Tokenizer):  # type: ignore[misc]  # the package has no types
    """Takes a text apart that was put together from words."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


_WORDS = tokenizers.DefaultTokenizer(use_stemmer=False)
_SCORER = RougeScorer([_ROUGE_L], tokenizer=_Blanks())


def overlap_of(reasoning: str, description: str) -> Overlap:
    """ROUGE-L of a reasoning against the description, as the package `rouge-score` has it.

    Without stemming. `precision` is the share of the reasoning's words that stand in the
    description in the same order. A text without words overlaps with nothing.
    """
    wanted = _words_of(description)
    said = _WORDS.tokenize(reasoning)
    length = _common(wanted, said)
    if not length:
        return Overlap(f=0.0, precision=0.0)
    precision, recall = length / len(said), length / len(wanted)
    return Overlap(f=scoring.fmeasure(precision, recall), precision=precision)


@lru_cache(maxsize=_DESCRIPTIONS_KEPT)
def _words_of(description: str) -> tuple[str, ...]:
    return tuple(_WORDS.tokenize(description))


def _common(wanted: Sequence[str], said: Sequence[str]) -> int:
    """Length of the longest common subsequence.

    Only words of both texts can be in it. Without the others the package has a third of the
    work, and its precision is of fewer words.
    """
    shared = set(wanted) & set(said)
    kept = [word for word in said if word in shared]
    target = " ".join(word for word in wanted if word in shared)
    score = _SCORER.score(target, " ".join(kept))[_ROUGE_L]
    length: int = round(score.precision * len(kept))
    return length
