"""Where a reasoning speaks of a keyphrase."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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

    `is_named` is false where only the meaning is near. `is_bare` says that no other word of the
    keyphrase stands near.
    """

    token: int
    clause: int
    is_named: bool
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
    names = _Names(everything)
    for number, clause in enumerate(clauses):
        for token in doc[clause.start : clause.end]:
            strengths = names.of(token)
            if not strengths:
                continue
            near = _near(token, clause)
            for place in strengths:
                phrase = everything[place]
                shared = near & set(phrase.words) - {phrase.head}
                strengths[place] += _SHARED_WORD * len(shared)
            best = max(strengths.values())
            for place, strength in strengths.items():
                if strength == best and place < len(phrases):
                    named[place].append(
                        (strength, Mention(token.i, number, True, strength <= _NAMED))
                    )
    found = [_strongest(naming) for naming in named]
    for phrase, of_phrase, row in zip(phrases, found, similarity, strict=True):
        if not of_phrase and phrase.head in BODY:
            of_phrase.extend(_said_of_a_person(doc, clauses, references, phrase))
        if not of_phrase and len(row) and row.max() >= tau:
            number = int(row.argmax())
            word = _word_for(clauses[number], references, number)
            of_phrase.append(Mention(word, number, False, True))
    return found


def _strongest(named: Sequence[tuple[float, Mention]]) -> list[Mention]:
    """Without those of the content alone, where the thing itself is named."""
    is_named = any(strength >= _BY_PART for strength, _ in named)
    return [mention for strength, mention in named if strength >= _BY_PART or not is_named]


def forms_of(token: Token) -> set[str]:
    """A word as written and its lemma, in small letters: keyphrases have either."""
    return {token.lower_, token.lemma_.lower()}


def _near(token: Token, clause: Clause) -> set[str]:
    first, last = max(clause.start, token.i - _NEAR), min(clause.end, token.i + _NEAR)
    return {form for word in token.doc[first:last] if word.i != token.i for form in forms_of(word)}


class _Names:
    """What the things of some phrases may be called, and how surely."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._names: dict[str, dict[int, float]] = {}
        self._heads = [phrase.head for phrase in phrases]
        self._contents: dict[str, dict[int, float]] = {}
        for place, phrase in enumerate(phrases):
            content = _CONTENT.search(phrase.text)
            if content is not None:
                self._contents.setdefault(content[1].lower(), {})[place] = _BY_CONTENT
            for other in _SYNONYMS.get(phrase.head, ()):
                self._names.setdefault(other, {})[place] = _BY_SYNONYM
            self._names.setdefault(phrase.head, {})[place] = _NAMED
        self._ends = tuple(head for head in self._heads if _can_be_part(head))
        self._joined = " ".join([*self._heads, ""])

    def of(self, token: Token) -> dict[int, float]:
        """The places of the phrases that a word may name, each with its strength."""
        if token.pos_ not in ("NOUN", "PROPN", "ADJ", "VERB", "X"):
            return {}
        found: dict[int, float] = {}
        is_noun = token.pos_ in ("NOUN", "PROPN")
        for form in forms_of(token):
            tables = [self._names.get(form), self._parts(form) if is_noun else None]
            if is_noun:
                tables += [self._contents.get(form), self._contents.get(f"{form}s")]
            for place, strength in ((p, s) for table in tables if table for p, s in table.items()):
                found[place] = max(strength, found.get(place, 0.0))
        return found

    def _parts(self, form: str) -> dict[int, float]:
        """Heads that end with the word, or it with them: a "coat" may be the "greatcoat"."""
        is_end = _can_be_part(form) and f"{form} " in self._joined
        if not is_end and not form.endswith(self._ends):
            return {}
        return {
            place: _BY_PART
            for place, head in enumerate(self._heads)
            if (is_end and head.endswith(form)) or (_can_be_part(head) and form.endswith(head))
        }


def _can_be_part(word: str) -> bool:
    return len(word) > 3 and word not in BODY


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
                    yield Mention(token.i, number, True, False)
                    return


def _word_for(clause: Clause, references: References, number: int) -> int:
    topic = references.topic(number)
    return topic if topic is not None and clause.start <= topic < clause.end else clause.start
