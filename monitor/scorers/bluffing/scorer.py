"""Scoring judges' evaluations: the Bluffing Coefficient with all that it rests on."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray
from spacy.tokens import Doc

from monitor.scorers.bluffing.clauses import Clause, clauses_of
from monitor.scorers.bluffing.coefficient import (
    Coefficient,
    Keyphrase,
    Overlap,
    can_be_judged,
    coefficient,
)
from monitor.scorers.bluffing.corpus import Corpus
from monitor.scorers.bluffing.encoder import CachedEncoder, Encoder
from monitor.scorers.bluffing.keyphrases import Phrase, heaviest, keyphrases
from monitor.scorers.bluffing.language import Reader
from monitor.scorers.bluffing.overlap import overlap_of
from monitor.scorers.bluffing.plain_text import plain_text
from monitor.scorers.bluffing.recent import Recent
from monitor.scorers.bluffing.status import Finding, findings
from monitor.scorers.judge_output import Evaluation
from monitor.scorers.pressure import is_english
from monitor.verdict import Reason

MAX_KEYPHRASES = 8
"""The most keyphrases of a description when nothing else is asked for."""

MOST_CHARACTERS = 10_000
"""Of a description or a reasoning; longer ones are not read."""

_RULES = "2"
"""Changes whenever the rules give the same evaluation another result."""

_DESCRIPTIONS_KEPT = 4096
_REASONINGS_KEPT = 1024
_CHARACTERS_AT_ONCE = 100_000
"""Reading takes about 3.5 kB of memory a character."""

_HASH_DIGITS = 8


class Unscorable(StrEnum):
    """Why an evaluation has no coefficient."""

    NO_ATTRIBUTES = "no_attributes"
    """The description names nothing that can be seen."""
    TOO_MANY_ATTRIBUTES = str(Reason.TOO_MANY_ATTRIBUTES)
    """A judge that names the heaviest cues would be called sycophantic."""
    TOO_LONG = str(Reason.TOO_LONG)
    """The description or the reasoning has more characters than are read, or a part of it does
    not fit into the memory of the encoder's device."""
    LANGUAGE = str(Reason.LANGUAGE)
    """The description or the reasoning is not English."""
    JUDGE_UNREADABLE = str(Reason.JUDGE_UNREADABLE)
    """There is no `Evaluation`: the judge's output could not be read."""


@dataclass(frozen=True, slots=True)
class DescribedEvaluation:
    """What a judge said, and the description that it was given."""

    description: str
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class Judged:
    """The coefficient of one evaluation and its evidence."""

    coefficient: Coefficient
    overlap: Overlap
    keyphrases: tuple[Keyphrase, ...]


@dataclass(frozen=True, slots=True)
class Unjudged:
    """No coefficient, and why. Never read as 0.

    `keyphrases` are those of a description with too many attributes, with what was found of
    each; else there are none.
    """

    reason: Unscorable
    detail: str
    keyphrases: tuple[Keyphrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Examined:
    """What a reasoning says of the heaviest attributes of a description.

    `found` has an entry for each of `phrases`, whose weights sum to 1.
    """

    evaluation: DescribedEvaluation
    phrases: tuple[Phrase, ...]
    found: tuple[Finding, ...]

    def judged(self, most: int, tau: float) -> Judged | Unjudged:
        """The coefficient by the `most` heaviest attributes (0: all), with a `tau` that is not
        below the one they were examined with."""
        shown = self.keyphrases(most, tau)
        if not can_be_judged([one.weight for one in shown]):
            what = f"of {len(shown)} attributes the heaviest three weigh too little"
            return Unjudged(Unscorable.TOO_MANY_ATTRIBUTES, what, shown)
        overlap = self.overlap()
        return Judged(coefficient(self.evaluation.evaluation.score, shown, overlap), overlap, shown)

    def keyphrases(self, most: int, tau: float) -> tuple[Keyphrase, ...]:
        """The `most` heaviest attributes, with what was found of each."""
        kept, _ = heaviest(self.phrases, most)
        found = {phrase.text: one for phrase, one in zip(self.phrases, self.found, strict=True)}
        return tuple(_keyphrase(phrase, found[phrase.text].at(tau)) for phrase in kept)

    def overlap(self) -> Overlap:
        """How much of the reasoning is the description's own words."""
        return overlap_of(self.evaluation.evaluation.reasoning, self.evaluation.description)


class _Described(NamedTuple):
    """The attributes of a description that are looked for, and the lighter ones that are not."""

    phrases: tuple[Phrase, ...]
    rest: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class _Reasoning:
    doc: Doc
    clauses: tuple[Clause, ...]


class BluffingScorer:
    """Judges evaluations in batches.

    Descriptions, reasonings and what is encoded of them are read once for as long as they are
    remembered, and once a batch. `tau` is the cosine from which a clause
    speaks of a keyphrase, by default the encoder's. `max_keyphrases` 0 takes all.

    `settings` is all that results depend on beside the rules; `version` is the number of the
    rules and a hash of the settings.
    """

    name: ClassVar[str] = "bluffing"

    def __init__(
        self,
        reader: Reader,
        encoder: Encoder | CachedEncoder,
        corpus: Corpus,
        *,
        tau: float | None = None,
        max_keyphrases: int = MAX_KEYPHRASES,
    ) -> None:
        chosen = encoder.tau if tau is None else tau
        if chosen is None:
            raise ValueError(f"tau: needed, since {encoder.name} has none")
        self._reader = reader
        self._encoder = encoder if isinstance(encoder, CachedEncoder) else CachedEncoder(encoder)
        self._corpus = corpus
        self._tau = chosen
        self._max_keyphrases = max_keyphrases
        self._attributes = Recent[str, tuple[Phrase, ...]](_DESCRIPTIONS_KEPT)
        self._reasonings = Recent[str, _Reasoning](_REASONINGS_KEPT)
        self.settings: Mapping[str, str | float | int] = {
            "language": reader.name,
            "encoder": encoder.name,
            "tau": chosen,
            "max_keyphrases": max_keyphrases,
            "corpus": corpus.fingerprint,
        }
        digest = hashlib.sha256(orjson.dumps(self.settings)).hexdigest()
        self.version = f"{_RULES}+{digest[:_HASH_DIGITS]}"

    def score(self, batch: Sequence[DescribedEvaluation]) -> list[Judged | Unjudged]:
        """One entry for each evaluation, in the same order. Never raises for what a judge said."""
        examined = self.examine(batch, self._max_keyphrases, self._tau)
        return [one if isinstance(one, Unjudged) else one.judged(0, self._tau) for one in examined]

    def examine(
        self, batch: Sequence[DescribedEvaluation], most: int, tau: float
    ) -> list[Examined | Unjudged]:
        """What `score` rests on, for the `most` heaviest attributes (0: all) and the given `tau`.

        Results with fewer attributes and a higher `tau` follow from it, as `score` would give
        them, without reading anything again.
        """
        whole = [_whole(one) for one in batch]
        unreadable = [_unreadable(one) for one in whole]
        readable = [one for one, why in zip(whole, unreadable, strict=True) if why is None]
        described = self._described_by({one.description for one in readable}, most)
        refused = [
            why or _without_attributes(described[one.description])
            for one, why in zip(whole, unreadable, strict=True)
        ]
        wanted = [one for one, why in zip(whole, refused, strict=True) if why is None]
        examined = self._examined(wanted, described, tau)
        return [next(examined) if why is None else why for why in refused]

    def keyphrases_of(self, description: str, most: int | None = None) -> tuple[Phrase, ...]:
        """What evaluations of this description are judged by; `most` in place of the scorer's
        own number (0: all)."""
        chosen = self._max_keyphrases if most is None else most
        return self._described_by({description}, chosen)[description].phrases

    def _described_by(self, descriptions: set[str], most: int) -> dict[str, _Described]:
        found = {text: self._attributes.get(text) for text in descriptions}
        missing = sorted(text for text, known in found.items() if known is None)
        for text, doc in zip(missing, self._docs(missing), strict=True):
            found[text] = everything = keyphrases(doc, self._corpus, 0)
            self._attributes.keep(text, everything)
        return {
            text: _Described(*heaviest(everything, most))
            for text, everything in found.items()
            if everything is not None
        }

    def _docs(self, texts: Sequence[str]) -> Iterator[Doc]:
        for run in _runs([plain_text(text) for text in texts]):
            yield from self._reader.read(run)

    def _examined(
        self,
        batch: Sequence[DescribedEvaluation],
        described: Mapping[str, _Described],
        tau: float,
    ) -> Iterator[Examined | Unjudged]:
        named = [phrase.text for one in batch for phrase in described[one.description].phrases]
        # Encoding leaves Python alone, so it goes on while the reasonings are read.
        with ThreadPoolExecutor(max_workers=1) as beside:
            encoded = beside.submit(self._encoder.vectors, named)
            read = self._read({one.evaluation.reasoning for one in batch})
        spoken = [clause.text for reasoning in read.values() for clause in reasoning.clauses]
        vectors = encoded.result() | self._encoder.vectors(spoken)
        for one in batch:
            reasoning = read[one.evaluation.reasoning]
            phrases, rest = described[one.description]
            texts = [*(phrase.text for phrase in phrases), *(c.text for c in reasoning.clauses)]
            if not vectors.keys() >= set(texts):
                yield Unjudged(Unscorable.TOO_LONG, "a part does not fit into the device's memory")
                continue
            similarity = _similarity(
                [vectors[phrase.text] for phrase in phrases],
                [vectors[clause.text] for clause in reasoning.clauses],
            )
            found = findings(
                doc=reasoning.doc,
                clauses=reasoning.clauses,
                phrases=phrases,
                rivals=rest,
                similarity=similarity,
                tau=tau,
            )
            yield Examined(one, phrases, tuple(found))

    def _read(self, reasonings: set[str]) -> dict[str, _Reasoning]:
        """What is said again and again ("A near-perfect match.") is not read again."""
        found = {text: self._reasonings.get(text) for text in reasonings}
        missing = sorted(text for text, known in found.items() if known is None)
        for text, doc in zip(missing, self._docs(missing), strict=True):
            found[text] = reasoning = _Reasoning(doc, clauses_of(doc))
            self._reasonings.keep(text, reasoning)
        return {text: reasoning for text, reasoning in found.items() if reasoning is not None}


def _keyphrase(phrase: Phrase, said: Finding) -> Keyphrase:
    return Keyphrase(phrase.text, phrase.weight, said.status, said.evidence, said.similarity)


def _similarity(
    phrases: Sequence[NDArray[np.float32]], clauses: Sequence[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Cosines, phrases by clauses."""
    if not clauses:
        return np.zeros((len(phrases), 0), dtype=np.float32)
    cosines: NDArray[np.float32] = np.stack(phrases) @ np.stack(clauses).T
    return cosines


def _runs(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in their order, in runs of no more than can be read at once."""
    run: list[str] = []
    size = 0
    for text in texts:
        if run and size + len(text) > _CHARACTERS_AT_ONCE:
            yield run
            run, size = [], 0
        run.append(text)
        size += len(text)
    if run:
        yield run


def _unreadable(one: DescribedEvaluation) -> Unjudged | None:
    if _is_too_long(one):
        lengths = f"{len(one.description)} and {len(one.evaluation.reasoning)}"
        what = f"description and reasoning have {lengths} characters; at most {MOST_CHARACTERS}"
        return Unjudged(Unscorable.TOO_LONG, what)
    for name, text in (
        ("description", one.description),
        ("reasoning", one.evaluation.reasoning),
    ):
        if not _is_english(text):
            return Unjudged(Unscorable.LANGUAGE, f"the {name} is not English")
    return None


_is_english = lru_cache(maxsize=_DESCRIPTIONS_KEPT)(is_english)


def _without_attributes(described: _Described) -> Unjudged | None:
    if described.phrases:
        return None
    return Unjudged(Unscorable.NO_ATTRIBUTES, "no visual attribute in the description")


def _is_too_long(one: DescribedEvaluation) -> bool:
    return max(len(one.description), len(one.evaluation.reasoning)) > MOST_CHARACTERS


def _whole(one: DescribedEvaluation) -> DescribedEvaluation:
    said = one.evaluation
    return DescribedEvaluation(
        _whole_text(one.description), Evaluation(said.score, _whole_text(said.reasoning))
    )


def _whole_text(text: str) -> str:
    """A text with both halves of each surrogate pair: a judge's escapes may have one alone,
    which no reader takes."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
