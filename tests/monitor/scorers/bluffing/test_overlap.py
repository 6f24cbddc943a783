"""ROUGE-L is what the package says, and what can be counted by hand."""

import json
from pathlib import Path

import pytest
from rouge_score.rouge_scorer import RougeScorer

from monitor.scorers.bluffing.coefficient import Overlap
from monitor.scorers.bluffing.overlap import overlap_of

LABELLED = Path(__file__).parents[3] / "labelled" / "bluffing-evaluations.jsonl"


@pytest.mark.parametrize(
    ("reasoning", "description", "f", "precision"),
    [
        ("a red hat", "a red hat", 1.0, 1.0),
        ("A RED hat!", "a red, (hat)", 1.0, 1.0),
        ("red hat", "a red hat and a blue coat", 2 * 1 * (2 / 7) / (1 + 2 / 7), 1.0),
        ("hat red", "a red hat", 2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3), 0.5),
        ("a green hat", "a red hat", 2 / 3, 2 / 3),
        ("the the the", "the hat", 2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2), 1 / 3),
        ("hats", "hat", 0.0, 0.0),
        ("coat", "hat", 0.0, 0.0),
        ("", "a red hat", 0.0, 0.0),
        ("a red hat", "", 0.0, 0.0),
        ("", "", 0.0, 0.0),
        ("... !", "— ?", 0.0, 0.0),
    ],
)
def test_counted_by_hand(reasoning: str, description: str, f: float, precision: float) -> None:
    found = overlap_of(reasoning, description)
    assert found.f == pytest.approx(f)
    assert found.precision == pytest.approx(precision)


def pairs() -> list[tuple[str, str]]:
    rows = map(json.loads, LABELLED.read_text(encoding="utf-8").splitlines())
    tune = [row for row in rows if row["split"] == "tune"]
    descriptions = sorted({row["description"] for row in tune})
    said = [
        (row["reasoning"], descriptions[(place + step) % len(descriptions)])
        for place, row in enumerate(tune)
        for step in range(3)
    ]
    # Extracts and a copy reach what no judge here does.
    extracts = [(text[len(text) // 4 : len(text) // 2], text) for text in descriptions]
    return [*said, *extracts, *((text, text) for text in descriptions)]


def test_equal_to_the_package_on_200_texts() -> None:
    package = RougeScorer(["rougeL"], use_stemmer=False)
    compared = pairs()
    assert len(compared) >= 200
    for reasoning, description in compared:
        score = package.score(description, reasoning)["rougeL"]
        expected = Overlap(f=score.fmeasure, precision=score.precision)
        assert overlap_of(reasoning, description) == expected
    assert any(overlap_of(*pair).f == 1 for pair in compared)
