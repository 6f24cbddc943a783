"""The corpus behind the weights: what ships is what its texts give."""

import json
import math
import re
from collections import Counter

import pytest

from monitor.scorers.bluffing.corpus import (
    Corpus,
    background,
    background_file,
    background_lines,
    corpus_of,
)
from monitor.scorers.bluffing.language import Reader

SMALL = Corpus(2, {"cloak": 2, "green": 1})


def test_the_shipped_words_are_those_of_the_texts(reader: Reader) -> None:
    lines = background_file().read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    texts = {entry["id"]: entry["text"] for entry in entries}
    assert len(texts) == 80
    assert list(background_lines(reader, texts)) == lines


def test_the_shipped_texts_are_descriptions_of_some_length() -> None:
    lines = background_file().read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert all(60 <= len(text.split()) <= 200 for text in texts)
    most_common = Counter(text[:40] for text in texts).most_common(1)
    assert most_common[0][1] == 1


def test_the_shipped_corpus_counts_each_text_once() -> None:
    corpus = background()
    assert corpus.documents == 80
    assert max(corpus.frequencies.values()) <= 80
    assert corpus.frequencies["wear"] > corpus.frequencies["cloak"] > 0
    assert corpus.idf("wear") < corpus.idf("cloak") < corpus.idf("gambeson")


def test_a_corpus_counts_texts_and_not_words(reader: Reader) -> None:
    docs = reader.read(["A green cloak, a cloak and two cloaks.", "The cloak is striped."])
    corpus = corpus_of(docs)
    assert corpus.documents == 2
    assert corpus.frequencies == {"cloak": 2, "green": 1, "striped": 1, "two": 1}


def test_nothing_is_a_corpus_too() -> None:
    assert corpus_of([]) == Corpus(0, {})
    assert corpus_of([]).idf("cloak") == 1


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("cloak", 1.0, id="in every text"),
        pytest.param("green", math.log(3 / 2) + 1, id="in one"),
        pytest.param("lute", math.log(3) + 1, id="in none"),
    ],
)
def test_idf_is_smoothed(word: str, expected: float) -> None:
    assert SMALL.idf(word) == pytest.approx(expected)


def test_the_fingerprint_is_of_all_that_decides_weights() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", SMALL.fingerprint)
    assert Corpus(2, {"green": 1, "cloak": 2}).fingerprint == SMALL.fingerprint
    others = [
        Corpus(3, {"cloak": 2, "green": 1}),
        Corpus(2, {"cloak": 1, "green": 1}),
        Corpus(2, {"cloak": 2}),
    ]
    assert len({SMALL.fingerprint, *(other.fingerprint for other in others)}) == 4
