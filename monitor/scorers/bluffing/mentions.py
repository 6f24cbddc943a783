"""Where a reasoning speaks of a keyphrase."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Token

from monitor.scorers.bluffing.clauses import Clause
from monitor.scorers.bluffing.keyphrases import Phrase
from monitor.scorers.bluffing.reference import PERSONS, References
from monitor.scorers.bluffing.values import kinds_of

BODY = frozenset(
    """arm back chest ear eye face foot hair hand head leg mouth neck nose shoulder skin""".split()
)
"""Parts that everybody has: to name one says little."""

_SAME_THING = (
    "armour armor mail plate",
    "axe ax hatchet",
    "bag backpack pack pouch purse rucksack satchel",
    "beard goatee whisker",
    "bicycle bike",
    "bird raven crow",
    "boot footwear heel shoe",
    "braid plait",
    "bracelet bangle armband cuff",
    "brow eyebrow",
    "cane stick",
    "cap hat",
    "cape cloak mantle",
    "cat kitten",
    "cloth fabric",
    "club cudgel",
    "coat greatcoat jacket overcoat parka raincoat",
    "cup goblet mug tankard",
    "dagger dirk knife",
    "dog greyhound hound puppy",
    "donkey mule",
    "dress frock gown robe",
    "eye iris",
    "feather plume quill",
    "fur pelt",
    "gauntlet glove mitten",
    "glass eyeglass spectacle",
    "hair bun curl lock mane ringlet tress",
    "headscarf hijab turban",
    "helm helmet",
    "hood hoodie",
    "horse mare pony stallion steed",
    "jumper pullover sweater",
    "lamp lantern",
    "lip mouth",
    "mark scar",
    "moustache mustache",
    "necklace pendant amulet medallion locket",
    "pole rod staff",
    "ring band hoop",
    "scarf neckerchief shawl bandana",
    "shirt blouse top tunic",
    "skin complexion",
    "strip stripe",
    "trouser breech legging pant",
    "tome book volume",
    "tuft fringe",
    "waistcoat vest",
    "wreath garland",
)
"""Nouns that a reasoning uses for one another, by their lemmas as spaCy has them."""

_SYNONYMS = {word: frozenset(words.split()) for words in _SAME_THING for word in words.split()}

_CONTENT = re.compile(
    r" of (?:[\w-]+ )*?([\w-]+?)(?= (?:over|on|in|at|to|from|with|around|for)\b|$)"
)
"""The noun of an of-phrase, which may stand for the whole: "copper wire" for a spool of it."""

_NAMED = 1.0
_BY_SYNONYM = 0.8
_BY_PART = 0.7
_BY_CONTENT = 0.6
_SHARED_WORD = 0.1
_NEAR = 6
"""Words to either side in which others of the phrase count for a mention."""


@dataclass(frozen=True, slots=True)
class Mention:
    """The word that names a keyphrase's thing, and the number of its clause.

    `is_bare` says that no other word of the keyphrase stands near.
    """

    token: int
    clause: int
    is_bare: bool


def mentions(
    doc: Doc,
    clauses: Sequence[Clause],
    references: References,
    phrases: Sequence[Phrase],
    rivals: Sequence[Phrase],
    similarity: NDArray[np.float32],
    tau: float,
) -> list[list[Mention]]:
    """For each of `phrases` its mentions.

    A word that may name several goes to those that share most with what stands around it;
    `rivals` are other attributes of the description, which take theirs. A phrase that is
    nowhere named is mentioned in its most similar clause, from `tau` on.
    """
    named: list[list[tuple[float, Mention]]] = [[] for _ in phrases]
    everything = [*phrases, *rivals]
    for number, clause in enumerate(clauses):
        for token in doc[clause.start : clause.end]:
            if token.pos_ not in ("NOUN", "PROPN", "ADJ", "VERB", "X"):
                continue
            strengths = _strengths(everything, token, clause)
            best = max(strengths, default=0.0)
            for naming, strength in zip(named, strengths, strict=False):
                if best > 0 and strength == best:
                    mention = Mention(token.i, number, strength <= _NAMED)
                    naming.append((strength, mention))
    found = [_strongest(naming) for naming in named]
    for phrase, of_phrase, row in zip(phrases, found, similarity, strict=True):
        if not of_phrase and phrase.head in BODY:
            of_phrase.extend(_said_of_a_person(doc, clauses, references, phrase))
        if not of_phrase and len(row) and row.max() >= tau:
            number = int(row.argmax())
            of_phrase.append(Mention(_word_for(clauses[number], references, number), number, True))
    return found


def _strongest(named: Sequence[tuple[float, Mention]]) -> list[Mention]:
    """Without those of the content alone, where the thing itself is named."""
    is_named = any(strength >= _BY_PART for strength, _ in named)
    return [mention for strength, mention in named if strength >= _BY_PART or not is_named]


def forms_of(token: Token) -> set[str]:
    """A word as written and its lemma, in small letters: keyphrases have either."""
    return {token.lower_, token.lemma_.lower()}


def _strengths(phrases: Sequence[Phrase], token: Token, clause: Clause) -> list[float]:
    """How surely a word names the thing of each phrase; 0 where it does not."""
    forms = frozenset(forms_of(token))
    is_noun = token.pos_ in ("NOUN", "PROPN")
    strengths = [_naming(phrase.head, phrase.text, forms, is_noun) for phrase in phrases]
    if not any(strengths):
        return strengths
    near: set[str] = set()
    for word in token.doc[max(clause.start, token.i - _NEAR) : min(clause.end, token.i + _NEAR)]:
        if word.i != token.i:
            near |= forms_of(word)
    return [
        strength and strength + _SHARED_WORD * len(near & set(phrase.words) - {phrase.head})
        for phrase, strength in zip(phrases, strengths, strict=True)
    ]


@lru_cache(maxsize=2**16)
def _naming(head: str, text: str, forms: frozenset[str], is_noun: bool) -> float:
    if head in forms:
        return _NAMED
    if forms & _SYNONYMS.get(head, frozenset()):
        return _BY_SYNONYM
    if is_noun and any(_is_part(form, head) for form in forms):
        return _BY_PART
    content = _CONTENT.search(text) if is_noun else None
    of = "" if content is None else content[1].lower()
    return _BY_CONTENT if of in forms or of.removesuffix("s") in forms else 0.0


def _is_part(one: str, other: str) -> bool:
    """Whether one word is the end of the other: a "coat" may be the "greatcoat"."""
    short, long = sorted((one, other), key=len)
    return len(short) > 3 and short not in BODY and long.endswith(short)


def _said_of_a_person(
    doc: Doc, clauses: Sequence[Clause], references: References, phrase: Phrase
) -> Iterator[Mention]:
    """Where a part of the body is spoken of without its name: "she is tanned" for her skin."""
    wanted = {word for word in phrase.words if kinds_of(word)}
    for number, clause in enumerate(clauses):
        for token in doc[clause.start : clause.end]:
            if token.pos_ in ("ADJ", "VERB") and forms_of(token) & wanted:
                owner = references.owner(token.i)
                if owner is None or doc[owner].lemma_.lower() in PERSONS:
                    yield Mention(token.i, number, False)
                    return


def _word_for(clause: Clause, references: References, number: int) -> int:
    topic = references.topic(number)
    return topic if topic is not None and clause.start <= topic < clause.end else clause.start
