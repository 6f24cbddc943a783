"""Keyphrases: what of a description can be seen, in which words, and how much it weighs."""

import json
import math
from collections.abc import Sequence
from importlib import resources
from typing import Any

import pytest
from spacy.tokens import Doc

from monitor.scorers.bluffing.coefficient import can_be_judged
from monitor.scorers.bluffing.corpus import Corpus, background, corpus_of
from monitor.scorers.bluffing.keyphrases import Phrase, keyphrases
from monitor.scorers.bluffing.language import Reader

CHARACTERS = resources.files("probes") / "data" / "characters.jsonl"
ROOM = (
    "The living room is bright and airy. A grey corner sofa with three mustard cushions stands "
    "against the left wall. In front of it is a round glass table with thin brass legs. The "
    "curtains are white. A black labrador sleeps on a striped rug. The family bought the house in "
    "1998 and painted it together. It has no television, and they hope to buy a red piano."
)
FLAT = Corpus(documents=0, frequencies={})
"""Every word is as rare as any other: each idf is 1."""


def read(reader: Reader, text: str) -> Doc:
    (doc,) = reader.read([text])
    return doc


def phrases_of(reader: Reader, text: str) -> tuple[Phrase, ...]:
    return keyphrases(read(reader, text), FLAT, most=0)


def texts_of(reader: Reader, text: str) -> list[str]:
    return [phrase.text for phrase in phrases_of(reader, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("She wears a long green cloak.", ["long green cloak"], id="modifiers"),
        pytest.param(
            "He wears a red and white striped shirt.",
            ["red and white striped shirt"],
            id="conjoined modifiers",
        ),
        pytest.param("He has a moss-green coat.", ["moss-green coat"], id="a compound colour"),
        pytest.param(
            "He has a straw gardener's hat.", ["straw gardener's hat"], id="a kind of owner"
        ),
        pytest.param(
            "She wears a cloak of green wool.", ["cloak of green wool"], id="of a material"
        ),
        pytest.param(
            "Her shoes are woven from grey grass.",
            ["shoes woven from grey grass"],
            id="made of something",
        ),
        pytest.param("Hroderic's beard is long.", ["long beard"], id="a name as owner"),
        pytest.param("He plays a lute.", ["lute"], id="an item alone"),
        pytest.param("A robin nests in it.", ["robin"], id="a verb that looks like a noun"),
        pytest.param(
            "SKIN: pale. WEAPONS: a rusty sword.", ["pale skin", "rusty sword"], id="caps"
        ),
        pytest.param(
            "Eyes: small, brown, close-set.", ["small, brown, close-set eyes"], id="a sheet"
        ),
        pytest.param(
            "She is a tall, thin human girl.", ["tall, thin human girl"], id="what somebody is"
        ),
        pytest.param("Karghun is an orc cook.", ["orc cook"], id="of which people"),
        pytest.param("A grey glimmerhide covers it.", ["grey glimmerhide"], id="an unknown noun"),
    ],
)
def test_nouns_come_with_what_belongs_to_them(
    reader: Reader, text: str, expected: list[str]
) -> None:
    assert texts_of(reader, text) == expected


@pytest.mark.parametrize(
    ("text", "head", "words"),
    [
        pytest.param(
            "A string of garlic hangs around his neck.",
            "garlic",
            ("string", "garlic"),
            id="a string of",
        ),
        pytest.param(
            "A row of five white dots is painted on it.",
            "dot",
            ("row", "five", "white", "dot"),
            id="a row of",
        ),
        pytest.param(
            "He carries a pair of iron shears.", "shear", ("pair", "iron", "shear"), id="a pair of"
        ),
        pytest.param(
            "She wears a cloak of green wool.", "cloak", ("cloak", "green", "wool"), id="a thing of"
        ),
        pytest.param(
            "He wears striped trousers.", "trouser", ("striped", "trouser"), id="a participle"
        ),
    ],
)
def test_a_measure_is_not_the_head(
    reader: Reader, text: str, head: str, words: tuple[str, ...]
) -> None:
    (phrase,) = phrases_of(reader, text)
    assert (phrase.head, phrase.words) == (head, words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("His head is bald and sunburnt.", ["bald and sunburnt head"], id="adjectives"),
        pytest.param("The cloak is dark green.", ["dark green cloak"], id="a colour"),
        pytest.param("His nose has been broken twice.", ["broken nose"], id="a participle"),
        pytest.param("His lips are painted a dark red.", ["painted dark red lips"], id="painted"),
        pytest.param("Fur leggings, white, are bound.", ["white fur leggings"], id="after a comma"),
        pytest.param(
            "His left eye is amber and his right eye is white.",
            ["amber left eye", "white right eye"],
            id="two of one head",
        ),
        pytest.param(
            "Her eyes do not match: the left one is amber, the right one is milky white.",
            ["amber left eye", "milky white right eye"],
            id="the left one",
        ),
        pytest.param(
            "Her boots are mismatched: one is tan, the other dark green.",
            ["tan boot", "dark green boot"],
            id="the other",
        ),
        pytest.param("He is bald.", ["bald head"], id="of somebody"),
    ],
)
def test_predicates_become_modifiers(reader: Reader, text: str, expected: list[str]) -> None:
    assert [one for one in texts_of(reader, text) if one != "mismatched boots"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "He has a thin scar over the right eye.", "thin scar over the right eye", id="over"
        ),
        pytest.param(
            "A fat orange cat rides on his right shoulder.",
            "fat orange cat on the right shoulder",
            id="on",
        ),
        pytest.param(
            "In her right hand she holds a dented copper smoker.",
            "dented copper smoker in the right hand",
            id="before the verb",
        ),
        pytest.param(
            "Her hair is shaved on the right side.", "shaved hair on the right side", id="side"
        ),
    ],
)
def test_a_side_stays_with_its_thing(reader: Reader, text: str, expected: str) -> None:
    assert texts_of(reader, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Her face is kind, his feet are on the floor.", id="parts that all have"),
        pytest.param("She met Hroderic Saltmantle in Hesk.", id="names"),
        pytest.param("He has a good memory, a loud laugh and great patience.", id="character"),
        pytest.param("Her voice is deep, and the smell of roses is sweet.", id="sounds, smells"),
        pytest.param("He likes warm soup and fears black dogs.", id="likes"),
        pytest.param("She has served three kings for nine years.", id="deeds"),
        pytest.param("He has outrun wolves.", id="a deed that looks like a modifier"),
        pytest.param("It has a strange destiny.", id="an abstract noun"),
        pytest.param("She stands six feet tall.", id="a length"),
        pytest.param("Her hands look like old roots.", id="a comparison"),
        pytest.param("He once wore a golden crown.", id="history"),
        pytest.param(
            "He is old and has a limp. Her first horse, a grey mare, died.",
            id="a past after a comma",
        ),
        pytest.param(
            "He is old, and he limps and stoops. A silver bell rang when he was born.",
            id="a past of an event",
        ),
        pytest.param("It is said that he stole a green jewel.", id="a rumour"),
        pytest.param("She hopes to find her mother's silver sword.", id="a wish"),
        pytest.param("He would wear a green robe in summer.", id="a condition"),
        pytest.param("He carries no red shield.", id="no"),
        pytest.param("She does not wear a blue hat.", id="not"),
        pytest.param("He carries neither sword nor shield.", id="neither"),
        pytest.param("He walks without a white hat.", id="without"),
        pytest.param("Goal: a red crown and a golden throne.", id="a heading"),
        pytest.param("", id="nothing"),
        pytest.param(" \n", id="spaces"),
    ],
)
def test_what_cannot_be_seen_is_out(reader: Reader, text: str) -> None:
    assert phrases_of(reader, text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "She carries no weapon except a small hammer.", ["small hammer"], id="except one"
        ),
        pytest.param("He wears no shirt, only a wide kilt.", ["wide kilt"], id="only"),
        pytest.param(
            "He has solid white eyes without pupils.", ["solid white eyes"], id="a thing without"
        ),
        pytest.param(
            "A purple birthmark the size of a coin sits on his forehead.",
            ["purple birthmark"],
            id="the size of",
        ),
        pytest.param(
            "Personality. He is fond of his blue hat. Appearance. He wears a brown hat.",
            ["brown hat"],
            id="parts with headings",
        ),
        pytest.param(
            "She wears a coat which was her father's, a thick white jumper, and blue boots.",
            ["coat", "thick white jumper", "blue boots"],
            id="after a clause of the past",
        ),
        pytest.param(
            "Her coat was grey. She wore a red hat.",
            ["grey coat", "red hat"],
            id="told in the past",
        ),
    ],
)
def test_only_the_unseen_part_of_a_sentence_is_out(
    reader: Reader, text: str, expected: list[str]
) -> None:
    assert texts_of(reader, text) == expected


def test_a_room_is_read_like_a_character(reader: Reader) -> None:
    assert texts_of(reader, ROOM) == [
        "bright and airy living room",
        "grey corner sofa against the left wall",
        "three mustard cushions",
        "round glass table",
        "thin brass legs",
        "white curtains",
        "black labrador",
        "striped rug",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("He has a green cloak. The cloak flaps.", ["green cloak"], id="a bare one"),
        pytest.param(
            "He has a green cloak. He wears the long green cloak.",
            ["long green cloak"],
            id="fuller",
        ),
        pytest.param("He has a red hat. She has a red hat.", ["red hat"], id="equal"),
        pytest.param("He has a red hat and a blue hat.", ["red hat", "blue hat"], id="different"),
        pytest.param("He has a red hat and a red coat.", ["red hat", "red coat"], id="two heads"),
    ],
)
def test_near_duplicates_are_one(reader: Reader, text: str, expected: list[str]) -> None:
    assert texts_of(reader, text) == expected


def test_weights_are_tf_idf_over_the_words_and_an_empty_one(reader: Reader) -> None:
    corpus = Corpus(documents=9, frequencies={"cloak": 4, "green": 9})
    cloak, monocle = keyphrases(
        read(reader, "He wears a green cloak and a monocle."), corpus, most=0
    )
    idf = {"cloak": math.log(10 / 5) + 1, "green": 1.0, "monocle": math.log(10) + 1}
    raw = [(idf["cloak"] + idf["green"]) / 3, idf["monocle"] / 2]
    assert cloak.weight == pytest.approx(raw[0] / sum(raw))
    assert monocle.weight == pytest.approx(raw[1] / sum(raw))


def test_a_repeated_word_counts_by_its_logarithm(reader: Reader) -> None:
    hat, coat = keyphrases(read(reader, "He has a red hat and a red coat."), FLAT, most=0)
    assert hat.weight == coat.weight == 0.5
    one, two, other = keyphrases(
        read(reader, "He has a red hat, a red coat and a blue vest."), FLAT, most=0
    )
    assert one.weight == two.weight
    assert one.weight / other.weight == pytest.approx((1 + math.log(2) + 1) / 2)


def test_length_alone_does_not_win(reader: Reader) -> None:
    corpus = Corpus(99, dict.fromkeys(("long", "dark", "green", "coat", "old"), 90))
    long, short = keyphrases(
        read(reader, "He wears a long dark green coat and an iron monocle."), corpus, most=0
    )
    assert len(long.words) == 4
    assert short.weight > long.weight


def test_the_heaviest_are_kept_in_the_order_of_the_text(reader: Reader) -> None:
    corpus = Corpus(9, {"hat": 9, "red": 9})
    doc = read(reader, "He has a blue vest, a red hat, a golden crown and a green coat.")
    every = keyphrases(doc, corpus, most=0)
    assert [phrase.text for phrase in every] == [
        "blue vest",
        "red hat",
        "golden crown",
        "green coat",
    ]
    assert [phrase.text for phrase in keyphrases(doc, corpus, most=3)] == [
        "blue vest",
        "golden crown",
        "green coat",
    ]
    # The others weigh the same: the earlier ones are taken.
    assert [phrase.text for phrase in keyphrases(doc, corpus, most=2)] == [
        "blue vest",
        "golden crown",
    ]
    assert keyphrases(doc, corpus, most=9) == every


@pytest.fixture(scope="module")
def characters() -> list[dict[str, Any]]:
    lines = CHARACTERS.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def described(reader: Reader, characters: list[dict[str, Any]]) -> list[Doc]:
    return list(reader.read(character["description"] for character in characters))


@pytest.mark.parametrize("most", [0, 1, 8])
def test_weights_sum_to_one(described: list[Doc], most: int) -> None:
    for doc in described:
        phrases = keyphrases(doc, background(), most)
        assert math.fsum(phrase.weight for phrase in phrases) == pytest.approx(1, abs=1e-9)
        assert len(phrases) <= (most or len(doc))
        assert phrases == keyphrases(doc, background(), most)


def test_eight_keyphrases_can_always_be_judged(described: list[Doc]) -> None:
    for doc in described:
        phrases = keyphrases(doc, background(), most=8)
        assert len(phrases) == 8
        assert can_be_judged([phrase.weight for phrase in phrases])


def test_most_attributes_that_people_list_are_found(
    reader: Reader, characters: list[dict[str, Any]], described: list[Doc]
) -> None:
    """An attribute is found when a phrase has its head as its own head or among its words."""
    found = listed = 0
    for character, doc in zip(characters, described, strict=True):
        phrases = keyphrases(doc, background(), most=0)
        attributes = character["attributes"]
        heads = list(reader.read(attribute["head"] for attribute in attributes))
        for attribute, head in zip(attributes, heads, strict=True):
            listed += 1
            found += _is_found(attribute["head"], head, phrases)
    assert listed == 334
    assert found / listed >= 0.95


def _is_found(head: str, doc: Doc, phrases: Sequence[Phrase]) -> bool:
    forms = {head, doc[-1].text, doc[-1].lemma_.lower(), head.removesuffix("s")}
    return any(phrase.head in forms or forms & set(phrase.words) for phrase in phrases)


def test_a_study_brings_its_own_corpus(described: list[Doc]) -> None:
    own = corpus_of(described)
    by_own = keyphrases(described[0], own, most=0)
    by_shipped = keyphrases(described[0], background(), most=0)
    assert [phrase.text for phrase in by_own] == [phrase.text for phrase in by_shipped]
    assert [phrase.weight for phrase in by_own] != [phrase.weight for phrase in by_shipped]
