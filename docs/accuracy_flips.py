"""How often the flip scorer is right: `docs/accuracy-flips.md`.

`python -m docs.accuracy_flips` measures on the tuning part of the labelled conversations and on two
public sets in the folder `SYCOMON_LABELLED_DATA`. All three taught the heads, so every turn is
judged by heads that were trained again without its fifth. `--held-out` also measures the shipped
heads on the part that is held out: only when a version of the scorer is finished.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.flip_heads import FOLDS, LABELLED, Seen, fold_of, look, own, public, read_lines, train
from docs.held_out import HeldOut
from monitor.exchange import Message, Role
from monitor.scorers.flip import FlipScorer, score_conversation
from monitor.scorers.flips.heads import HELD, Heads, read_heads
from monitor.verdict import Outcome, Scored

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "accuracy-flips.md"
NO_PUSHBACK = "na"
LABELS = tuple(map(str, (Outcome.HELD, Outcome.FLIP, Outcome.PARTIAL, Outcome.JUSTIFIED_UPDATE)))
FLIP = str(Outcome.FLIP)

_HELD_OUT = HeldOut(PAGE, "docs.accuracy_flips")
_RESAMPLES = 2000
_NOT_SCORED = "unscored"


@dataclass(frozen=True, slots=True)
class Turn:
    """A labelled turn, and what the scorer says of it. `group` is its conversation or question:
    turns of one group go together. `said` is null where the scorer abstains, `dropped` is how
    likely the claim did not stay."""

    group: str
    language: str
    kind: str | None
    label: str
    said_kind: str | None = None
    said: str | None = None
    dropped: float | None = None

    @property
    def is_pushback(self) -> bool:
        return self.label != NO_PUSHBACK


Measure = Callable[[Sequence[Turn]], float | None]
"""Null where nothing was there to measure."""


def judge(turn: Turn, messages: Sequence[Message], index: int, heads: Heads | None) -> Turn:
    """The turn with what the scorer says of the message at `index`."""
    found = next(one for one in score_conversation(messages, heads) if one.index == index)
    result = found.result
    said = str(result.outcome) if isinstance(result, Scored) else None
    kind = None if found.pushback is None else str(found.pushback)
    if said is None and kind is None:
        said = NO_PUSHBACK
    return replace(turn, said_kind=kind, said=said, dropped=found.dropped)


def conversations(split: str, heads_of: Callable[[str], Heads | None]) -> list[Turn]:
    """The labelled conversations of one part, judged by the heads for their id."""
    rows = [one for one in read_lines(LABELLED / "conversations.jsonl") if one["split"] == split]
    return [_conversation(one, heads_of(one["id"])) for one in rows]


def _conversation(row: dict[str, Any], heads: Heads | None) -> Turn:
    turn = Turn(row["id"], row["language"], row["pushback"], row["label"])
    messages = [Message(role=Role(m["role"]), content=m["content"]) for m in row["messages"]]
    return judge(turn, messages[: row["index"] + 1], row["index"], heads)


def pressure(folder: Path, heads_of: Callable[[str], Heads | None]) -> list[Turn]:
    """Replies under pressure that people reviewed by hand: all of them are holds."""
    turns = []
    for row in read_lines(folder / "pressure_manual_labels.jsonl.gz"):
        texts = (row["question"], row["initial_response"], row["pressure"], row["response"])
        roles = (Role.USER, Role.ASSISTANT) * 2
        messages = [Message(role=r, content=t) for r, t in zip(roles, texts, strict=True)]
        turn = Turn(row["question_id"], "en", None, str(Outcome.HELD))
        turns.append(judge(turn, messages, 3, heads_of(row["question_id"])))
    return turns


def debates(seen: Sequence[Seen], heads_of: Callable[[str], Heads]) -> list[Turn]:
    """The judged turns of the debates in SYCON-Bench, with the heads' probability alone."""
    found = []
    for one in seen:
        row = one.row
        if row.source == "sycon-debate":
            held = heads_of(row.group).outcomes.probabilities(one.reply)[HELD]
            found.append(Turn(row.group, "en", None, row.label, dropped=1.0 - held))
    return found


def f1_of(label: str) -> Measure:
    """F1 of a label over all turns, an abstention being a miss."""

    def f1(turns: Sequence[Turn]) -> float | None:
        right = sum(t.said == label and t.label == label for t in turns)
        total = sum(t.said == label for t in turns) + sum(t.label == label for t in turns)
        return 2 * right / total if total else None

    return f1


def macro_f1(turns: Sequence[Turn]) -> float | None:
    """The mean F1 of the four labels that a pushback turn may have."""
    scores = [f1_of(label)(turns) for label in LABELS]
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None


def recall(turns: Sequence[Turn]) -> float | None:
    """Of the flips, the share that is called one."""
    return _share([t.said == FLIP for t in turns if t.label == FLIP])


def specificity(turns: Sequence[Turn]) -> float | None:
    """Of the turns that are no flip, the share that is not called one."""
    return _share([t.said != FLIP for t in turns if t.label != FLIP])


def coverage(turns: Sequence[Turn]) -> float | None:
    """Of the pushback turns, the share with a label."""
    return _share([t.said in LABELS for t in turns if t.is_pushback])


def pushback_f1(turns: Sequence[Turn]) -> float | None:
    """F1 of "the user pushed back"."""
    right = sum(t.said_kind is not None and t.is_pushback for t in turns)
    total = sum(t.said_kind is not None for t in turns) + sum(t.is_pushback for t in turns)
    return 2 * right / total if total else None


def kind_accuracy(turns: Sequence[Turn]) -> float | None:
    """Of the pushback turns that are seen as such, the share with the right kind."""
    return _share([t.said_kind == t.kind for t in turns if t.is_pushback and t.said_kind])


def auc(turns: Sequence[Turn]) -> float | None:
    """How often a turn that is not held has a higher probability than one that is."""
    held = np.array([t.dropped for t in turns if t.label == str(Outcome.HELD)], dtype=float)
    other = np.array([t.dropped for t in turns if t.label != str(Outcome.HELD)], dtype=float)
    if not len(held) or not len(other):
        return None
    held.sort()
    below = np.searchsorted(held, other, "left") + np.searchsorted(held, other, "right")
    return float(below.mean() / 2 / len(held))


def _share(values: Sequence[bool]) -> float | None:
    return sum(values) / len(values) if values else None


def interval(turns: Sequence[Turn], measure: Measure) -> tuple[float, float]:
    """95%, by drawing whole groups anew. Where each of n turns agrees, all draws are the same, and
    the rule of three says how far off it may be."""
    groups: dict[str, list[Turn]] = {}
    for turn in turns:
        groups.setdefault(turn.group, []).append(turn)
    lists = list(groups.values())
    draw = np.random.default_rng(0)
    found = []
    for _ in range(_RESAMPLES):
        picked: NDArray[np.int64] = draw.integers(0, len(lists), len(lists))
        value = measure([turn for at in picked for turn in lists[at]])
        if value is not None:
            found.append(value)
    low, high = (float(one) for one in np.quantile(np.array(found), [0.025, 0.975]))
    if low == high == 1.0:
        low = max(0.0, 1.0 - 3.0 / len(lists))
    if low == high == 0.0:
        high = min(1.0, 3.0 / len(lists))
    return low, high


def cell(turns: Sequence[Turn], measure: Measure) -> str:
    """A figure with its interval; a dash where there is nothing to measure."""
    value = measure(turns)
    if value is None:
        return "-"
    low, high = interval(turns, measure)
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


_FIGURES: Sequence[tuple[str, Measure]] = (
    ("pushback found, F1", pushback_f1),
    ("kind of pushback, accuracy", kind_accuracy),
    ("pushback turns with a label", coverage),
    ("macro-F1 of the four labels", macro_f1),
    ("flips found", recall),
    ("specificity of flips", specificity),
)
_COLUMNS: Sequence[tuple[str, Measure]] = (
    ("pushback F1", pushback_f1),
    ("with a label", coverage),
    ("macro-F1", macro_f1),
    ("flips found", recall),
    ("specificity", specificity),
)


def tables(turns: Sequence[Turn]) -> Iterator[str]:
    """All figures of one part."""
    yield "| figure | value |"
    yield "|---|---|"
    for name, measure in _FIGURES:
        yield f"| {name} | {cell(turns, measure)} |"
    yield ""
    yield from _confusion(turns)
    yield ""
    yield from _by("language", sorted({t.language for t in turns}), turns, lambda t: t.language)
    yield ""
    kinds = sorted({t.kind for t in turns if t.kind is not None})
    yield from _by("kind", kinds, turns, lambda t: t.kind)


def _confusion(turns: Sequence[Turn]) -> Iterator[str]:
    said = (*LABELS, NO_PUSHBACK, _NOT_SCORED)
    pairs = Counter((t.label, t.said or _NOT_SCORED) for t in turns)
    yield f"| labelled \\ said | {' | '.join(said)} |"
    yield f"|---|{'---|' * len(said)}"
    for label in (*LABELS, NO_PUSHBACK):
        yield f"| {label} | {' | '.join(str(pairs[label, one]) for one in said)} |"


def _by(
    name: str, values: Sequence[str], turns: Sequence[Turn], key: Callable[[Turn], str | None]
) -> Iterator[str]:
    yield f"| {name} | turns | {' | '.join(column for column, _ in _COLUMNS)} |"
    yield f"|---|---|{'---|' * len(_COLUMNS)}"
    for value in values:
        part = [turn for turn in turns if key(turn) == value]
        cells = " | ".join(cell(part, measure) for _, measure in _COLUMNS)
        yield f"| {value} | {len(part)} | {cells} |"


def page(folder: Path, held_out: str) -> str:
    """The page; `held_out` is the section about the part that is held out."""
    seen = look([*own(), *public(folder)])
    heads = [train([o for o in seen if fold_of(o.row.group) != fold]) for fold in range(FOLDS)]

    def without(group: str) -> Heads:
        return heads[fold_of(group)]

    tune = conversations("tune", without)
    rules = conversations("tune", lambda _: None)
    lines = [
        *_INTRODUCTION,
        f"Scorer version `{FlipScorer.version}`, heads `{read_heads().revision}`.",
        "",
        "## On the held-out third",
        "",
        *_HELD_OUT.marked(held_out.strip()),
        "",
        "## On the part used for tuning",
        "",
        f"{len(tune)} conversations, each judged by heads that were trained without its fifth.",
        "",
        *tables(tune),
        "",
        f"The rules alone find {cell(rules, recall)} of the flips, with specificity",
        f"{cell(rules, specificity)}, and give {cell(rules, coverage)} of the pushback turns a",
        "label. A scorer that always says `held` finds none: its macro-F1 is "
        f"{macro_f1([replace(t, said=str(Outcome.HELD)) for t in tune]):.3f}.",
        "",
        *_public_section(pressure(folder, without), debates(seen, without)),
        *_LIMITS,
        "",
    ]
    return "\n".join(lines)


def _public_section(pressed: Sequence[Turn], debated: Sequence[Turn]) -> Iterator[str]:
    questions = len({turn.group for turn in pressed})
    yield "## On public sets"
    yield ""
    yield f"**Pressure** (SycoBench): {len(pressed)} replies to {questions} questions, reviewed by"
    yield "hand; all are holds. Intervals are by question, and the heads were trained without the"
    yield "question's fifth."
    yield ""
    yield "| figure | value |"
    yield "|---|---|"
    yield f"| specificity of flips | {cell(pressed, specificity)} |"
    yield f"| turns with a label | {cell(pressed, coverage)} |"
    yield f"| called held | {cell(pressed, lambda ts: _share([t.said == 'held' for t in ts]))} |"
    yield ""
    questions = len({turn.group for turn in debated})
    yield f"**Debates** (SYCON-Bench): {len(debated)} turns on {questions} questions, labelled by"
    yield "its LLM judge, which counts a neutral reply as not held. AUC of the heads' probability"
    yield f"that the claim did not stay: **{cell(debated, auc)}**."
    yield ""


_INTRODUCTION = (
    "# Accuracy of the flip scorer",
    "",
    "Made by `make accuracy`. What is labelled, and how: "
    "[tests/labelled](../tests/labelled/README.md).",
    "",
    "The scorer reads a conversation and says of each reply to a push whether the claim before it",
    "was held, dropped (`flip`), softened to undecided (`partial`) or changed after valid evidence",
    "(`justified_update`), or that it cannot tell. Intervals are 95%, by drawing whole",
    "conversations (of the public sets, questions) anew 2,000 times; where every turn agrees, the",
    "rule of three. In a recall or an F1 a turn without a label is a miss.",
    "",
)
_LIMITS = (
    "## What is not measured",
    "",
    "- Live traffic. The conversations were written to be clear to a reader; real ones are less",
    "  so, and pushes are rarer among them.",
    "- Whether the claim was right: nobody knows it in live chats. The live yield rate is no flip",
    "  rate of right answers.",
    "- Dutch, German, French and Spanish by more than a dozen conversations each: their intervals",
    "  are wide.",
)


def _held_out_section() -> str:
    turns = conversations("held_out", lambda _: read_heads())
    revision = f"version `{FlipScorer.version}` and heads `{read_heads().revision}`"
    lines = [f"{len(turns)} conversations, scored with {revision}.", ""]
    return "\n".join([*lines, *tables(turns)])


def main(arguments: Sequence[str]) -> int:
    """Write the page; `--held-out` measures the held-out part anew."""
    folder = os.environ.get("SYCOMON_LABELLED_DATA")
    if folder is None:
        print("SYCOMON_LABELLED_DATA: set it to the folder with the two public sets")
        return 2
    section = _held_out_section() if "--held-out" in arguments else _HELD_OUT.written()
    PAGE.write_text(page(Path(folder), section), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
