"""All of it together, with an encoder that is quick and sees only equal words."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from spacy.tokens import Doc

from monitor.scorers.bluffing.batches import of_length_1
from monitor.scorers.bluffing.coefficient import Label, Status, can_be_judged
from monitor.scorers.bluffing.corpus import Corpus
from monitor.scorers.bluffing.encoder import Encoder
from monitor.scorers.bluffing.keyphrases import keyphrases
from monitor.scorers.bluffing.language import Reader
from monitor.scorers.bluffing.overlap import overlap_of
from monitor.scorers.bluffing.scorer import (
    MOST_CHARACTERS,
    BluffingScorer,
    DescribedEvaluation,
    Examined,
    Judged,
    Unjudged,
    Unscorable,
)
from monitor.scorers.judge_output import Evaluation

KNIGHT = (
    "The knight wears a green cloak over polished steel armour. A long white beard covers his "
    "chest, and a thin scar crosses his left cheek. He holds a wooden shield with a red lion."
)
GIRL = "A girl with curly red hair and round glasses wears a yellow raincoat and black boots."
CORPUS = Corpus(documents=1, frequencies={})


class WordEncoder:
    """Texts with the same words lie close. Notes what it is asked for."""

    name = "words"
    tau: float | None = 0.8

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        vectors = np.zeros((len(texts), 64), dtype=np.float32)
        for place, text in enumerate(texts):
            for word in text.lower().split():
                vectors[place, hashlib.sha256(word.encode()).digest()[0] % 64] += 1
        return of_length_1(vectors)


class NotingReader(Reader):
    """A reader that notes what it reads."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.name = reader.name
        self.texts: list[str] = []

    def read(self, texts: Iterable[str]) -> Iterator[Doc]:
        wanted = list(texts)
        self.texts += wanted
        return self._reader.read(wanted)


@pytest.fixture
def encoder() -> WordEncoder:
    return WordEncoder()


@pytest.fixture
def noting(reader: Reader) -> NotingReader:
    return NotingReader(reader)


@pytest.fixture
def scorer(noting: NotingReader, encoder: WordEncoder) -> BluffingScorer:
    return BluffingScorer(noting, encoder, CORPUS)


def said(score: float, reasoning: str, description: str = KNIGHT) -> DescribedEvaluation:
    return DescribedEvaluation(description, Evaluation(score, reasoning))


def judged(result: Judged | Unjudged) -> Judged:
    assert isinstance(result, Judged), result
    return result


def test_each_keyphrase_has_its_status_and_what_it_rests_on(scorer: BluffingScorer) -> None:
    reasoning = "The green cloak is there. There is no shield."
    found = judged(scorer.score([said(35, reasoning)])[0])
    shown = {one.phrase.split()[-1]: one for one in found.keyphrases}
    cloak = next(one for one in found.keyphrases if "green cloak" in one.phrase)
    shield = next(one for one in found.keyphrases if "wooden shield" in one.phrase)
    assert (cloak.status, cloak.evidence) == (Status.AFFIRMED, "The green cloak is there")
    assert (shield.status, shield.evidence) == (Status.NEGATED, "There is no shield")
    assert cloak.similarity is not None
    assert 0 < cloak.similarity < 1
    others = [one for one in shown.values() if one not in (cloak, shield)]
    assert len(others) >= 2
    assert {(one.status, one.evidence, one.similarity) for one in others} == {
        (Status.ABSENT, None, None)
    }
    parts = found.coefficient
    assert parts.k == len(found.keyphrases) <= 8
    assert sum(one.weight for one in found.keyphrases) == pytest.approx(1)
    assert parts.s_norm == 0.35
    assert parts.r_pos == pytest.approx(cloak.weight)
    assert parts.r_neg == pytest.approx(shield.weight)
    assert parts.bc == pytest.approx(0.35 - cloak.weight + shield.weight)
    assert parts.label is Label.HONEST_CRITICISM
    assert found.overlap == overlap_of(reasoning, KNIGHT)


def test_praise_without_evidence_is_sycophantic(scorer: BluffingScorer) -> None:
    for reasoning in ("", "A wonderful picture!", "..."):
        found = judged(scorer.score([said(90, reasoning)])[0])
        assert {one.status for one in found.keyphrases} == {Status.ABSENT}
        assert found.coefficient.label is Label.SYCOPHANTIC
        assert found.coefficient.bc == 0.9
        assert found.coefficient.r_pos_reachable == 0


def test_results_do_not_depend_on_the_company(scorer: BluffingScorer) -> None:
    batch = [
        said(90, "The green cloak and the white beard are there."),
        said(10, "The glasses are missing.", GIRL),
        said(50, "", "She is brave and kind."),
        said(90, "The green cloak and the white beard are there."),
        said(40, "The green cloak and the white beard are there.", GIRL),
        said(40, "x" * (MOST_CHARACTERS + 1)),
    ]
    together = scorer.score(batch)
    assert together == [scorer.score([one])[0] for one in batch]
    assert together[0] == together[3] != together[4]
    assert scorer.score([]) == []


def test_nothing_is_read_or_encoded_twice(
    scorer: BluffingScorer, noting: NotingReader, encoder: WordEncoder
) -> None:
    here, there = "The cloak is green.", "The boots are black."
    scorer.score([said(90, here), said(20, here), said(50, there, GIRL)])
    assert sorted(noting.texts) == sorted([KNIGHT, GIRL, here, there])
    noting.texts.clear()
    scorer.score([said(10, here), said(10, "No boots.", GIRL)])
    assert noting.texts == ["No boots."]
    assert len(encoder.asked) == len(set(encoder.asked)) > 0


@pytest.mark.parametrize("most", [0, 1, 3, 5, 8])
@pytest.mark.parametrize("tau", [0.3, 0.5, 0.8, 1.0])
def test_examined_once_and_judged_with_any_settings(
    reader: Reader, encoder: WordEncoder, most: int, tau: float
) -> None:
    """As if it had been scored with these settings."""
    batch = [
        said(90, "The green cloak and the white beard are there, and a white cape."),
        said(30, "A green scarf over dark armour. No thin scar, no red lion, no shield."),
        said(75, "", GIRL),
        said(75, "The red curly mane and the black footwear. Something yellow and round.", GIRL),
        said(40, "x" * (MOST_CHARACTERS + 1)),
        said(90, "The red hat.", MANY),
    ]
    scorer = BluffingScorer(reader, encoder, CORPUS, tau=tau, max_keyphrases=most)
    examined = scorer.examine(batch, 0, 0.3)
    found = [one if isinstance(one, Unjudged) else one.judged(most, tau) for one in examined]
    for one, other in zip(found, scorer.score(batch), strict=True):
        assert one == _with_equal_weights(other, one)
    assert any(isinstance(one, Judged) for one in found)


def _with_equal_weights(one: Judged | Unjudged, like: Judged | Unjudged) -> Judged | Unjudged:
    """The same with the other's weights, which may differ in their last bit."""
    weights = [phrase.weight for phrase in like.keyphrases]
    assert [phrase.weight for phrase in one.keyphrases] == pytest.approx(weights, abs=1e-12)
    phrases = tuple(
        replace(phrase, weight=weight)
        for phrase, weight in zip(one.keyphrases, weights, strict=True)
    )
    return replace(one, keyphrases=phrases)


def test_what_is_only_similar_is_found_up_to_its_similarity(
    reader: Reader, encoder: WordEncoder
) -> None:
    scorer = BluffingScorer(reader, encoder, CORPUS)
    (examined,) = scorer.examine([said(75, "Something yellow and black.", GIRL)], 0, 0.3)
    assert isinstance(examined, Examined)
    reached = sorted({one.similarity for one in examined.found if one.similarity is not None})
    assert len(reached) == 2  # a yellow raincoat, black boots
    assert all(one.is_by_meaning for one in examined.found if one.status is Status.AFFIRMED)
    for tau, count in ((reached[0], 2), (reached[1], 1), (reached[1] + 0.001, 0)):
        shown = examined.keyphrases(0, tau)
        assert sum(one.status is Status.AFFIRMED for one in shown) == count


MANY = (
    "He has a red hat, a blue coat, a green scarf, a white beard, a black belt, a grey cape, "
    "a brown shirt, a pink glove, a purple boot, an orange ring, a yellow sword and a golden shield"
)


@pytest.mark.parametrize(
    ("description", "reasoning", "most", "reason", "detail"),
    [
        ("", "Fine.", 8, Unscorable.NO_ATTRIBUTES, "no visual attribute in the description"),
        (
            "She is brave and kind.",
            "Fine.",
            8,
            Unscorable.NO_ATTRIBUTES,
            "no visual attribute in the description",
        ),
        (KNIGHT, "Das Schwert ist da.", 8, Unscorable.LANGUAGE, "the reasoning is not English"),
        (
            "Un caballero con una capa roja y una espada.",
            "The sword is there.",
            8,
            Unscorable.LANGUAGE,
            "the description is not English",
        ),
        (
            KNIGHT,
            "x" * 10_001,
            8,
            Unscorable.TOO_LONG,
            f"description and reasoning have {len(KNIGHT)} and 10001 characters; at most 10000",
        ),
        (
            "x" * 10_001,
            "",
            8,
            Unscorable.TOO_LONG,
            "description and reasoning have 10001 and 0 characters; at most 10000",
        ),
    ],
)
def test_without_a_coefficient_there_is_a_reason(
    reader: Reader, description: str, reasoning: str, most: int, reason: Unscorable, detail: str
) -> None:
    scorer = BluffingScorer(reader, WordEncoder(), CORPUS, max_keyphrases=most)
    assert scorer.score([said(90, reasoning, description)]) == [Unjudged(reason, detail)]


def test_only_so_many_keyphrases_are_taken(reader: Reader) -> None:
    for most in (3, 5):
        scorer = BluffingScorer(reader, WordEncoder(), CORPUS, max_keyphrases=most)
        found = judged(scorer.score([said(90, "Fine.", MANY)])[0])
        assert found.coefficient.k == len(found.keyphrases) == most
        assert can_be_judged([one.weight for one in found.keyphrases])
        (doc,) = reader.read([MANY])
        phrases = keyphrases(doc, CORPUS, most)
        assert [one.phrase for one in found.keyphrases] == [phrase.text for phrase in phrases]
        weights = [phrase.weight for phrase in phrases]
        assert [one.weight for one in found.keyphrases] == pytest.approx(weights)


def test_attributes_that_are_not_taken_keep_what_is_said_of_them(reader: Reader) -> None:
    description = "She has a long gold nose ring of fine work and a bone ear ring."
    scorer = BluffingScorer(reader, WordEncoder(), CORPUS, max_keyphrases=1)
    (found,) = scorer.score([said(50, "The bone ear ring is missing.", description)])
    (only,) = judged(found).keyphrases
    assert "nose" in only.phrase
    assert only.status is Status.ABSENT


def test_half_a_surrogate_pair_is_read_as_an_unknown_character(scorer: BluffingScorer) -> None:
    (found,) = scorer.score([said(90, "The green cloak is there \ud83d\ude00 \ud800.")])
    cloak = next(one for one in judged(found).keyphrases if "green cloak" in one.phrase)
    assert cloak.evidence is not None
    assert cloak.evidence.startswith("The green cloak is there 😀 \ufffd")


def test_the_version_changes_with_every_setting(reader: Reader) -> None:
    def scorer(tau: float | None = None, most: int = 8, corpus: Corpus = CORPUS) -> BluffingScorer:
        return BluffingScorer(reader, WordEncoder(), corpus, tau=tau, max_keyphrases=most)

    plain = scorer()
    assert plain.settings == {
        "language": reader.name,
        "encoder": "words",
        "tau": 0.8,
        "max_keyphrases": 8,
        "corpus": CORPUS.fingerprint,
    }
    assert scorer(tau=0.8).version == plain.version
    others = [scorer(tau=0.7), scorer(most=9), scorer(corpus=Corpus(2, {"hat": 1}))]
    versions = [plain.version, *(other.version for other in others)]
    assert len(set(versions)) == 4
    assert all(version.startswith("2+") and len(version) == 10 for version in versions)


def test_an_encoder_without_a_similarity_needs_one(reader: Reader) -> None:
    encoder = WordEncoder()
    encoder.tau = None
    with pytest.raises(ValueError, match="tau: needed, since words has none"):
        BluffingScorer(reader, encoder, CORPUS)
    assert BluffingScorer(reader, encoder, CORPUS, tau=0.5).settings["tau"] == 0.5


def test_with_the_small_encoder(reader: Reader, minilm: Encoder) -> None:
    scorer = BluffingScorer(reader, minilm, CORPUS)
    found = judged(scorer.score([said(80, "A green cloak flows over the shining armour.")])[0])
    statuses = {one.phrase: one.status for one in found.keyphrases}
    assert Status.AFFIRMED in statuses.values()
    assert all(0 <= (one.similarity or 0) <= 1 for one in found.keyphrases)


def test_with_too_many_attributes_it_can_still_be_seen_what_was_said_of_each(
    reader: Reader,
) -> None:
    scorer = BluffingScorer(reader, WordEncoder(), CORPUS, max_keyphrases=0)
    [result] = scorer.score([said(90, "Fine.", MANY)])
    assert isinstance(result, Unjudged)
    assert result.reason is Unscorable.TOO_MANY_ATTRIBUTES
    assert result.detail == "of 12 attributes the heaviest three weigh too little"
    assert [phrase.status for phrase in result.keyphrases] == [Status.ABSENT] * 12
