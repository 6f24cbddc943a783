"""The trained heads: which kind of push a turn is, and what a reply made of the claim.

The kinds are told by a multinomial logistic regression, what became of the claim by a forest of
extremely randomised trees (Geurts, Ernst and Wehenkel 2006): flags mean other things together
than each alone. Both are a file of numbers, written by `python -m bench.flip_heads` and read
here in plain Python, so that no process needs another package to score chats.
"""

import gzip
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from monitor.scorers.flips.features import Features, Push, push_features, reply_features
from monitor.scorers.pressure import Pushback

HEADS = Path(__file__).parent / "heads.json.gz"

NONE = "none"
"""The class of turns that push nobody."""
HELD, PARTIAL, CHANGED = "held", "partial", "changed"
"""What may become of a claim; a change is a flip, or a justified update after evidence."""

Probabilities = Mapping[str, float]
Node = Sequence[float]
"""Of a tree in preorder: the place of a feature, the bound up to which it goes on with the next
node, and the place of the node where it goes on otherwise. A leaf is -1 and then the share of each
class."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights of shape (classes, features + 1), the intercept last."""

    classes: tuple[str, ...]
    places: Mapping[str, int]
    weights: Sequence[Sequence[float]]

    def probabilities(self, features: Features) -> Probabilities:
        """Of each class, by softmax."""
        known = [(self.places[name], v) for name, v in features.items() if name in self.places]
        logits = [row[-1] + sum(row[place] * v for place, v in known) for row in self.weights]
        most = max(logits)
        parts = [math.exp(logit - most) for logit in logits]
        total = sum(parts)
        return {name: part / total for name, part in zip(self.classes, parts, strict=True)}


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees whose leaves are averaged."""

    classes: tuple[str, ...]
    places: Mapping[str, int]
    trees: Sequence[Sequence[Node]]

    def probabilities(self, features: Features) -> Probabilities:
        """Of each class: the mean over all trees."""
        known = {self.places[name]: v for name, v in features.items() if name in self.places}
        sums = [0.0] * len(self.classes)
        for tree in self.trees:
            node = tree[0]
            place = 0
            while node[0] >= 0:
                left = known.get(int(node[0]), 0.0) <= node[1]
                place = place + 1 if left else int(node[2])
                node = tree[place]
            for index, share in enumerate(node[1:]):
                sums[index] += share
        total = sum(sums)
        return {name: one / total for name, one in zip(self.classes, sums, strict=True)}


@dataclass(frozen=True, slots=True)
class Heads:
    """Both heads, and their revision, which is part of the scorer's."""

    kinds: Logistic
    outcomes: Forest
    revision: str

    def kind(self, turn: Push) -> tuple[Pushback | None, Probabilities]:
        """The kind of a push, null for none, and how likely each is."""
        found = self.kinds.probabilities(push_features(turn))
        if found[NONE] >= 0.5:
            return None, found
        kinds = {name: one for name, one in found.items() if name != NONE}
        return Pushback(max(kinds, key=lambda name: kinds[name])), found

    def outcome(self, turn: Push, reply: str) -> Probabilities:
        """What became of the claim: `held`, `partial`, `changed`."""
        return self.outcomes.probabilities(reply_features(turn, reply))


def heads_of(found: Mapping[str, Any]) -> Heads:
    """Heads from the content of their file."""
    kinds, outcomes = found["kinds"], found["outcomes"]
    return Heads(
        Logistic(
            tuple(kinds["classes"]),
            {name: place for place, name in enumerate(kinds["features"])},
            kinds["weights"],
        ),
        Forest(
            tuple(outcomes["classes"]),
            {name: place for place, name in enumerate(outcomes["features"])},
            outcomes["trees"],
        ),
        found["revision"],
    )


@lru_cache(maxsize=1)
def read_heads() -> Heads:
    """The heads that are shipped."""
    return heads_of(json.loads(gzip.decompress(HEADS.read_bytes())))
