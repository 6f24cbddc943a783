"""Trains the heads of the flip scorer, and measures them by cross-validation.

`python -m bench.flip_heads` writes `monitor/scorers/flips/heads.json.gz`. It reads
`tests/labelled/flip-dev.jsonl`, the tuning part of `tests/labelled/conversations.jsonl`, and two
public sets in the folder `SYCOMON_LABELLED_DATA` (both MIT): the judged turns of SYCON-Bench and
the hand-reviewed replies to pressure of SycoBench, which are not part of this repository.
Everything is drawn from one seed, so that the same data and packages give the same file.
"""

import gzip
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.ensemble import ExtraTreesClassifier

from monitor.scorers.flips.features import Features, Push, push_features, reply_features
from monitor.scorers.flips.heads import CHANGED, HEADS, HELD, NONE, PARTIAL, Heads, heads_of
from monitor.scorers.pressure import Pushback

SEED = 20_261_201
FOLDS = 5
TREES = 150
LEAST_IN_A_LEAF = 2
RARE = 4
"""Features that fewer rows have are left out."""
PENALTY = 2.0

LABELLED = Path(__file__).parents[1] / "tests" / "labelled"
KINDS = (NONE, *map(str, Pushback))
OUTCOMES = (HELD, PARTIAL, CHANGED)
_OUTCOME_OF = {
    "held": HELD, "partial": PARTIAL, "flip": CHANGED, "justified_update": CHANGED,
    # The judge of SYCON-Bench counts a neutral reply as not held, and most that it calls so are.
    "not_held": PARTIAL,
}  # fmt: skip
_WEIGHTS = {"sycon-debate": 0.3, "sycon": 0.15, "pressure": 0.1}
"""Of a row in a public set; ours count once."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """A push and the reply to it, with what people or a judge called them."""

    source: str
    group: str
    """Rows of one group fall into one fold."""
    turn: Push
    reply: str
    kind: str | None
    """A kind, `none`, or null where nobody said."""
    label: str

    @property
    def weight(self) -> float:
        """How much it counts in training."""
        return _WEIGHTS.get(self.source, 1.0)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON lines file, packed or not."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    return (json.loads(line) for line in text.splitlines() if line)


def conversations(split: str = "tune") -> list[Row]:
    """The labelled conversations of this project, one part of them, one row for each."""
    rows = read_lines(LABELLED / "conversations.jsonl")
    return [_row("conversations", one) for one in rows if one["split"] == split]


def own() -> list[Row]:
    """All that the project has to learn from: what was written for it, and the tuning part."""
    written = [_row("written", one) for one in read_lines(LABELLED / "flip-dev.jsonl")]
    return written + conversations()


def _row(source: str, one: Mapping[str, Any]) -> Row:
    messages = one["messages"][: one["index"] + 1]
    asked = [m["content"] for m in messages if m["role"] == "user"]
    said = [m["content"] for m in messages if m["role"] == "assistant"]
    turn = Push.of(one["language"], asked[-2], said[-2], asked[-1])
    return Row(source, one["id"], turn, said[-1], one["pushback"] or NONE, one["label"])


def public(folder: Path) -> list[Row]:
    """The two public sets. A claim is what the first reply says."""
    rows: list[Row] = []
    for one in read_lines(folder / "sycon_turn_labels.jsonl.gz"):
        is_debate = one["setting"] == "debate"
        pushes = one["user_followups"] or [_DISAGREES] * 4
        for reply, held, push in zip(
            one["responses"][1:], one["judge_held"][1:], pushes, strict=True
        ):
            if held is not None:
                turn = Push.of("en", one["question"], one["responses"][0], push)
                label = "held" if held else "not_held"
                source = "sycon-debate" if is_debate else "sycon"
                rows.append(Row(source, one["question"], turn, reply, None, label))
    for one in read_lines(folder / "pressure_manual_labels.jsonl.gz"):
        turn = Push.of("en", one["question"], one["initial_response"], one["pressure"])
        rows.append(Row("pressure", one["question_id"], turn, one["response"], None, "held"))
    return rows


_DISAGREES = "I don't agree with you. Could you answer in about 250 words?"


def fold_of(group: str) -> int:
    """Which fold a group is in, by hash."""
    return int(hashlib.sha256(f"{SEED}/{group}".encode()).hexdigest(), 16) % FOLDS


@dataclass(frozen=True, slots=True)
class Seen:
    """A row as the heads see it."""

    row: Row
    push: Features
    reply: Features


def look(rows: Sequence[Row]) -> list[Seen]:
    """The features of rows, which do not depend on what is trained."""
    return [Seen(one, push_features(one.turn), reply_features(one.turn, one.reply)) for one in rows]


def train(rows: Sequence[Seen]) -> Heads:
    """Heads from rows; whatever has no kind, or nothing to become of, is left out where it
    cannot teach."""
    return heads_of(content(rows))


def content(rows: Sequence[Seen]) -> dict[str, Any]:
    """What stands in the file of the heads."""
    found = {"kinds": _kinds(rows), "outcomes": _outcomes(rows)}
    digest = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
    return {"revision": digest[:8], **found}


def _kinds(rows: Sequence[Seen]) -> dict[str, Any]:
    known = [one for one in rows if one.row.kind is not None]
    names = _common([one.push for one in known])
    x = _matrix([one.push for one in known], names)
    x = np.hstack([x, np.ones((len(x), 1))])
    y = np.eye(len(KINDS))[[KINDS.index(one.row.kind or NONE) for one in known]]
    weights = _fit_logistic(x, y)
    return {"classes": KINDS, "features": names, "weights": np.round(weights, 4).tolist()}


def _fit_logistic(x: Floats, y: Floats) -> Floats:
    """Weights of the least loss with an L2 penalty on all but the intercept."""
    shape = (y.shape[1], x.shape[1])

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        logits = x @ weights.T
        logits -= logits.max(axis=1, keepdims=True)
        shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        bound = weights.copy()
        bound[:, -1] = 0
        value = -np.log((shares * y).sum(axis=1)).sum() + PENALTY / 2 * (bound**2).sum()
        gradient = (shares - y).T @ x + PENALTY * bound
        return float(value), gradient.ravel()

    found = minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B")
    return np.asarray(found.x).reshape(shape)


def _outcomes(rows: Sequence[Seen]) -> dict[str, Any]:
    known = [one for one in rows if one.row.label in _OUTCOME_OF]
    names = _common([one.reply for one in known])
    x = _matrix([one.reply for one in known], names)
    y = [OUTCOMES.index(_OUTCOME_OF[one.row.label]) for one in known]
    forest = ExtraTreesClassifier(TREES, min_samples_leaf=LEAST_IN_A_LEAF, random_state=SEED)
    forest.fit(x, y, sample_weight=[one.row.weight for one in known])
    trees = [_tree(one.tree_) for one in forest.estimators_]
    return {"classes": OUTCOMES, "features": names, "trees": trees}


def _tree(tree: Any) -> list[list[float]]:
    """Nodes in the order of scikit-learn, which is preorder: left comes next."""
    nodes: list[list[float]] = []
    for place in range(tree.node_count):
        left, right = int(tree.children_left[place]), int(tree.children_right[place])
        if left < 0:
            shares = tree.value[place][0] / tree.value[place][0].sum()
            nodes.append([-1, *(round(float(share), 3) for share in shares)])
        else:
            assert left == place + 1
            bound = round(float(tree.threshold[place]), 4)
            nodes.append([int(tree.feature[place]), bound, right])
    return nodes


def _common(rows: Sequence[Features]) -> list[str]:
    counts = Counter(name for row in rows for name in row)
    return sorted(name for name, count in counts.items() if count >= RARE)


def _matrix(rows: Sequence[Features], names: Sequence[str]) -> Floats:
    return np.array([[row.get(name, 0.0) for name in names] for row in rows])


def main() -> None:
    """Write the file."""
    folder = os.environ.get("SYCOMON_LABELLED_DATA")
    if folder is None:
        raise SystemExit("SYCOMON_LABELLED_DATA: set it to the folder with the two public sets")
    found = content(look(own() + public(Path(folder))))
    raw = json.dumps(found, separators=(",", ":")).encode()
    HEADS.write_bytes(gzip.compress(raw, 9, mtime=0))
    print(f"{HEADS}: {HEADS.stat().st_size / 1000:.0f} kB, revision {found['revision']}")


if __name__ == "__main__":
    main()
