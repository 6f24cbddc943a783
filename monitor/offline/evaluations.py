"""Scoring judges' evaluations in a file: the Bluffing Coefficient of each, with its evidence."""

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from monitor.decoders.shapes import Fields, ShapeFault, fields_of
from monitor.errors import InputError
from monitor.offline.files import (
    Row,
    object_with_id,
    read_whole,
    refuse_one_file,
    write_row,
    written_whole,
)
from monitor.offline.odd_scores import parse_line_with_odd_score
from monitor.redaction import redact_text
from monitor.scorers.bluffing.coefficient import Keyphrase, Label, Status
from monitor.scorers.bluffing.corpus import background
from monitor.scorers.bluffing.encoder import DEFAULT_ENCODER, load_encoder, tau_of
from monitor.scorers.bluffing.language import NoLanguageModel, load_reader
from monitor.scorers.bluffing.scorer import (
    MAX_KEYPHRASES,
    BluffingScorer,
    DescribedEvaluation,
    Judged,
    Unjudged,
    Unscorable,
)
from monitor.scorers.judge_output import (
    Evaluation,
    UnreadableOutput,
    read_fields,
    read_output,
)

_AT_ONCE = 256
_MOST_KEYPHRASES = 10_000
_DIGITS = 6
_NO_LABEL = "none"
_MEANS = ("bc", "s_norm", "r_pos", "r_neg", "r_pos_reachable", "k")
"""The mean of `bc` says nothing without its parts."""


@dataclass(frozen=True, slots=True)
class EvaluationCounts:
    """What a file of evaluations came to. Every label and status is there, also with 0.

    `means` are over the scored evaluations, and null when there are none.
    """

    scorer_version: str
    settings: Mapping[str, str | float | int]
    evaluations: int
    scored: int
    labels: Mapping[str, int]
    parroting: int
    statuses: Mapping[str, int]
    unscored: Mapping[str, int]
    means: Mapping[str, float] | None

    def as_json(self) -> Row:
        return {
            "scorer": BluffingScorer.name,
            "scorer_version": self.scorer_version,
            "settings": dict(self.settings),
            "evaluations": self.evaluations,
            "scored": self.scored,
            "labels": dict(self.labels),
            "parroting": self.parroting,
            "statuses": dict(self.statuses),
            "unscored": dict(self.unscored),
            "means": None if self.means is None else dict(self.means),
        }


def score_evaluations(
    source: Path,
    target: Path,
    *,
    encoder: str | None = None,
    tau: float | None = None,
    max_keyphrases: int | None = None,
) -> EvaluationCounts:
    """Score each evaluation of a JSON lines file and write a line for each.

    All or nothing: with any line that cannot be read, `target` stays as it was. Raises
    `InputError`, also when there is no such encoder or no English model for spaCy.
    """
    refuse_one_file(source, target, "evaluations")
    settings = ScorerSettings.chosen(encoder, tau, max_keyphrases)
    with read_whole(source, _evaluation) as evaluations:
        scorer = load_scorer(settings)
        tally = EvaluationTally()
        with written_whole(target) as out:
            for row in _rows(evaluations, scorer):
                tally.add(row)
                write_row(out, row)
    return tally.counts(scorer)


@dataclass(frozen=True, slots=True)
class ScorerSettings:
    """What can be chosen of the scorer."""

    encoder: str
    tau: float
    max_keyphrases: int

    @classmethod
    def chosen(
        cls, encoder: str | None, tau: float | None, max_keyphrases: int | None
    ) -> "ScorerSettings":
        """What was asked for, else the scorer's own choice; raises `InputError`."""
        name = DEFAULT_ENCODER if encoder is None else encoder
        most = MAX_KEYPHRASES if max_keyphrases is None else max_keyphrases
        if not 0 <= most <= _MOST_KEYPHRASES:
            allowed = f"0 (all) to {_MOST_KEYPHRASES}"
            raise InputError(f"--max-keyphrases: {allowed} is needed, not {most}")
        return cls(name, tau_of(name, tau), most)


def load_scorer(settings: ScorerSettings) -> BluffingScorer:
    """The scorer with its models; raises `InputError` when one of them is not there."""
    encoder = load_encoder(settings.encoder)
    try:
        reader = load_reader()
    except NoLanguageModel as error:
        raise InputError(str(error)) from error
    # What is loaded stays: looking through it again and again for garbage costs 7% of the time.
    gc.collect()
    gc.freeze()
    return BluffingScorer(
        reader,
        encoder,
        background(),
        tau=settings.tau,
        max_keyphrases=settings.max_keyphrases,
    )


# Reading.


_parsed = partial(parse_line_with_odd_score, where="evaluation")


@dataclass(frozen=True, slots=True)
class _Given:
    """A line: `said` is the judge's raw text, or its score and reasoning as an object."""

    id: str | int
    description: str
    said: str | Fields


def _evaluation(line: bytes) -> _Given:
    name, fields = object_with_id(line, _parsed)
    evaluation = fields_of(fields.get("evaluation"), "evaluation")
    description = evaluation.get("description")
    if not isinstance(description, str):
        raise ShapeFault("evaluation.description: a text is needed")
    return _Given(name, description, _said(evaluation))


def _said(evaluation: Fields) -> str | Fields:
    said = {key: evaluation[key] for key in ("score", "reasoning") if key in evaluation}
    if "output" not in evaluation:
        if not said:
            raise ShapeFault("evaluation: score and reasoning, or output, are needed")
        return said
    if said:
        raise ShapeFault(f"evaluation: either output or {' and '.join(said)}, not both")
    output = evaluation["output"]
    if not isinstance(output, str):
        raise ShapeFault("evaluation.output: a text is needed")
    return output


# Scoring.


def _rows(evaluations: Iterator[_Given], scorer: BluffingScorer) -> Iterator[Row]:
    while batch := list(islice(evaluations, _AT_ONCE)):
        read = [read_said(given.description, given.said) for given in batch]
        judged = iter(scorer.score([one for one in read if isinstance(one, DescribedEvaluation)]))
        for given, one in zip(batch, read, strict=True):
            result = one if isinstance(one, Unjudged) else next(judged)
            yield {"id": given.id} | result_row(result)


def read_said(description: str, said: str | Fields) -> DescribedEvaluation | Unjudged:
    """What a judge said of a description, as raw text or as an object; all texts redacted."""
    try:
        found = read_output(said) if isinstance(said, str) else read_fields(said)
    except UnreadableOutput as fault:
        return Unjudged(Unscorable.JUDGE_UNREADABLE, redact_text(str(fault)))
    clean = Evaluation(found.score, redact_text(found.reasoning))
    return DescribedEvaluation(redact_text(description), clean)


def result_row(result: Judged | Unjudged) -> Row:
    """A result, ready for JSON."""
    phrases = [_phrase_row(one) for one in result.keyphrases]
    if isinstance(result, Unjudged):
        shown = {"keyphrases": phrases} if phrases else {}
        return {"unscored": str(result.reason), "detail": result.detail} | shown
    found = result.coefficient
    return {
        "bc": found.bc,
        "s_norm": found.s_norm,
        "r_pos": found.r_pos,
        "r_neg": found.r_neg,
        "r_pos_reachable": found.r_pos_reachable,
        "k": found.k,
        "rouge_l": result.overlap.f,
        "rouge_l_precision": result.overlap.precision,
        "parroting": found.parroting,
        "label": None if found.label is None else str(found.label),
        "keyphrases": phrases,
    }


def _phrase_row(one: Keyphrase) -> Row:
    return {
        "phrase": one.phrase,
        "weight": one.weight,
        "status": str(one.status),
        "evidence": one.evidence,
        "similarity": None if one.similarity is None else round(one.similarity, _DIGITS),
    }


class EvaluationTally:
    """Counts rows as they are written."""

    def __init__(self) -> None:
        self._seen = Counter[tuple[str, str]]()
        self._sums = dict.fromkeys(_MEANS, 0.0)
        self._evaluations = 0

    def add(self, row: Row) -> None:
        """Count the row of one evaluation."""
        self._evaluations += 1
        if "unscored" in row:
            self._seen["unscored", row["unscored"]] += 1
            return
        self._seen["labels", row["label"] or _NO_LABEL] += 1
        self._seen["parroting", ""] += row["parroting"]
        self._seen.update(("statuses", one["status"]) for one in row["keyphrases"])
        for name in _MEANS:
            self._sums[name] += row[name]

    def counts(self, scorer: BluffingScorer) -> EvaluationCounts:
        """What the rows came to."""
        labels = self._counts("labels", [*Label, _NO_LABEL])
        scored = sum(labels.values())
        means = {
            name: round(total / scored, _DIGITS) for name, total in self._sums.items() if scored
        }
        return EvaluationCounts(
            scorer_version=scorer.version,
            settings=scorer.settings,
            evaluations=self._evaluations,
            scored=scored,
            labels=labels,
            parroting=self._seen["parroting", ""],
            statuses=self._counts("statuses", list(Status)),
            unscored=self._counts("unscored"),
            means=means or None,
        )

    def _counts(self, what: str, all_names: Sequence[str] = ()) -> dict[str, int]:
        found = {
            name: count for (group, name), count in sorted(self._seen.items()) if group == what
        }
        return dict.fromkeys(map(str, all_names), 0) | found
