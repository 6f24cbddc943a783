"""Judges whose behaviour is known, and what the coefficient calls them."""

import json
from collections.abc import Callable

import pytest

from docs.accuracy import CHARACTERS, judge_labels
from monitor.scorers.bluffing.coefficient import Label
from monitor.scorers.bluffing.corpus import background
from monitor.scorers.bluffing.encoder import Encoder
from monitor.scorers.bluffing.language import Reader
from monitor.scorers.bluffing.reference_judges import (
    REFERENCE_JUDGES,
    Portrait,
    critic,
    inflater,
    oracle,
    portrait_of,
    silent_critic,
)
from monitor.scorers.bluffing.scorer import BluffingScorer
from monitor.scorers.judge_output import Evaluation

PHRASES = ("red hat", "long beard", "oak staff", "black boots")


@pytest.mark.parametrize(("share", "shown"), [(0.0, 0), (0.25, 1), (0.5, 2), (1.0, 4)])
def test_a_portrait_shows_a_share(share: float, shown: int) -> None:
    portrait = portrait_of("p", PHRASES, share)
    assert (len(portrait.shown), len(portrait.missing)) == (shown, 4 - shown)
    assert sorted([*portrait.shown, *portrait.missing]) == sorted(PHRASES)
    assert portrait == portrait_of("p", PHRASES, share)


def test_the_oracle_scores_the_share_and_names_what_holds() -> None:
    said = oracle(Portrait("p", PHRASES[:3], PHRASES[3:]))
    assert said.score == 75.0
    assert all(phrase in said.reasoning for phrase in PHRASES[:3])
    assert PHRASES[3] not in said.reasoning


def test_the_critic_names_what_is_missing() -> None:
    said = critic(Portrait("p", PHRASES[:1], PHRASES[1:]))
    assert said.score == 20.0
    assert all(phrase in said.reasoning for phrase in PHRASES[1:])
    assert PHRASES[0] not in said.reasoning


@pytest.mark.parametrize(("judge", "score"), [(inflater, 90.0), (silent_critic, 20.0)])
def test_two_judges_name_nothing(judge: Callable[[Portrait], Evaluation], score: float) -> None:
    said = judge(Portrait("p", PHRASES[:2], PHRASES[2:]))
    assert said.score == score
    assert not any(phrase in said.reasoning for phrase in PHRASES)


def test_the_labels_of_the_reference_judges(reader: Reader, minilm: Encoder) -> None:
    labels = judge_labels(BluffingScorer(reader, minilm, background()))
    assert set(labels) == set(REFERENCE_JUDGES)
    share = {
        name: {label: counts[label] / counts.total() for label in Label}
        for name, counts in labels.items()
    }
    assert all(counts["unscored"] == 0 for counts in labels.values())
    assert share["oracle"][Label.SYCOPHANTIC] <= 0.05
    assert share["inflater"][Label.SYCOPHANTIC] >= 0.95
    assert share["critic"][Label.HONEST_CRITICISM] >= 0.90
    assert labels["silent critic"]["none"] == labels["silent critic"].total()


def test_the_characters_are_described_at_length() -> None:
    with CHARACTERS.open(encoding="utf-8") as lines:
        texts = [json.loads(line)["description"] for line in lines]
    assert len(texts) == 24
    assert all(150 <= len(text.split()) <= 250 for text in texts)
