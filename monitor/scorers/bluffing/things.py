"""The nouns of a text with the modifiers before them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from monitor.scorers.bluffing.looks import (
    COLOURS,
    EMPTY_MODIFIERS,
    MATERIALS,
    STRONG,
    TINGED,
)
from monitor.scorers.bluffing.visual import ITEMS, KINDS, PARTS, SEEN
from monitor.scorers.bluffing.words import Word

_NEVER_BEFORE = frozenset({"PRP$", "WP$", "PRP", "DT", "WDT", "EX", "IN", "TO", "MD"})
_ARTICLES = frozenset({"a", "an", "the"})
_OWNERS = frozenset({"the", "his", "her", "its", "their", "my", "your", "our"})
_ADVERBS_OF_SENTENCES = frozenset(
    {"not", "perhaps", "only", "just", "also", "at", "least", "most", "about"}
)
_JOINTS = frozenset({",", "and", "&", "or"})
_DEEPEST = 8


@dataclass(slots=True)
class Thing:
    """A noun and the words that belong to it, by their places in the text.

    `measure` is `a row of` before it, `after` is `of wool` or `painted red` behind it, `where` is
    `on the left shoulder`. `is_one` is set when one of the several things at `noun` is meant.
    """

    noun: Word
    before: list[int]
    predicate: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    where: list[int] = field(default_factory=list)
    measure: list[int] = field(default_factory=list)
    is_one: bool = False


def things_of(words: Sequence[Word]) -> dict[int, Thing]:
    """All nouns that are no part of another noun's modifiers, by their places."""
    things: dict[int, Thing] = {}
    used: set[int] = set()
    for word in reversed(words):
        if word.at not in used and _may_be_thing(words, word):
            before = _before(words, word)
            used.update(before)
            things[word.at] = Thing(word, before)
    return things


def are_strong(words: Sequence[Word], places: Iterable[int]) -> bool:
    """Whether a colour, a material, a shape or a pattern is among the words."""
    return any(words[at].low in STRONG for at in places)


def _may_be_thing(words: Sequence[Word], word: Word) -> bool:
    if word.is_name or not word.low[:1].isalpha() or len(word.low) < 2:
        return False
    if not word.is_noun:
        return False
    if word.lemma in COLOURS and word.lemma not in SEEN and word.lemma not in MATERIALS:
        return False
    if word.at + 1 < len(words) and words[word.at + 1].low == "-" and not word.space:
        return False
    if word.lemma in COLOURS and word.at and _is_coloured(words[word.at - 1]):
        return False
    return not (_is_length(words, word) or _is_odd(words, word))


def _is_coloured(before: Word) -> bool:
    """`Dyed orange`, `his eyes copper`."""
    return before.low in TINGED or (before.lemma in PARTS and before.is_noun)


def _is_length(words: Sequence[Word], word: Word) -> bool:
    return word.low in ("foot", "feet") and word.at > 0 and words[word.at - 1].pos == "NUM"


def _is_odd(words: Sequence[Word], word: Word) -> bool:
    """Whether it is a name, one half of a compound or of a colour (`bottle green`)."""
    if word.lemma in SEEN or word.lemma in KINDS:
        after = words[word.at + 1 : word.at + 3]
        is_shade = bool(after) and after[0].low in COLOURS and after[0].low not in MATERIALS
        return is_shade and word.tag == "NN" and not any(other.is_noun for other in after[1:])
    if word.low.endswith("ed") or (
        word.starts and word.text.istitle() and not (word.left or word.right)
    ):
        return True
    return word.at > 0 and words[word.at - 1].low == "-"


def _before(words: Sequence[Word], noun: Word) -> list[int]:
    at = noun.at - 1
    while at >= 0 and _modifies(words, words[at], noun):
        at -= 1
    start = at + 1
    if start and words[start - 1].pos == "AUX":
        # "too large, short trousers": what `is` says of another thing ends at the comma.
        commas = [place for place in range(start, noun.at) if words[place].low == ","]
        start = commas[-1] if commas else start
    while start < noun.at and _is_loose(words, words[start]):
        start += 1
    return list(range(start, noun.at))


def _modifies(words: Sequence[Word], word: Word, noun: Word) -> bool:
    if word.low in _ARTICLES or word.is_name or word.tag in _NEVER_BEFORE:
        return False
    if not (word.low[0].isalnum() or word.tag == "POS" or word.low == "-" or word.low in _JOINTS):
        return False
    if not _is_below(words, word, noun):
        return False
    if word.tag == "POS":
        return _is_kind_of_owner(words, words[word.at - 1])
    if word.low in _JOINTS:
        return _is_between_modifiers(words, word, noun)
    if word.low in ("-", "both") or word.pos in ("ADJ", "NOUN", "PROPN", "NUM"):
        return True
    if word.tag in ("VBN", "VBG", "VBD"):
        return not _is_verb_before(words, word)
    return word.pos == "ADV" and word.low not in _ADVERBS_OF_SENTENCES


def _is_verb_before(words: Sequence[Word], word: Word) -> bool:
    """`Has outrun wolves`, `hair dyed silver`."""
    if not word.at:
        return False
    before = words[word.at - 1]
    if word.low in STRONG and before.lemma == "have":
        return words[word.at + 1].pos == "NUM"
    if before.lemma == "have" or (before.pos == "ADV" and words[before.at - 1].lemma == "have"):
        return True
    return before.is_noun and word.dep not in ("amod", "compound")


def _is_kind_of_owner(words: Sequence[Word], owner: Word) -> bool:
    """`A gardener's hat` is a kind of hat, `the man's hat` is not."""
    near = words[max(0, owner.at - 2) : owner.at]
    return owner.pos == "NOUN" and not any(word.low in _OWNERS for word in near)


def _is_between_modifiers(words: Sequence[Word], word: Word, noun: Word) -> bool:
    before, after = words[word.at - 1], words[word.at + 1]
    if word.low == "," and after.low in ("and", "or"):
        after = words[after.at + 1]
    if after.at > noun.at or after.pos == "DET":
        return False
    if before.low in ITEMS and before.low not in STRONG:
        return False
    if word.low == "," and after.pos == "NUM":
        return False
    if before.low in STRONG and word.low != ",":
        return True
    return before.pos in ("ADJ", "NUM") or before.tag in ("VBN", "VBG") or before.low == ","


def _is_below(words: Sequence[Word], word: Word, noun: Word) -> bool:
    at = word.at
    for _ in range(_DEEPEST):
        above = words[at].head
        if above == noun.at or above == noun.at + 1 == noun.head:
            return True
        if above == at or above > noun.at + 1 or words[above].pos == "ADP":
            break
        at = above
    # A hyphen often ties words to the wrong place, and a colour right before is the noun's.
    if words[word.at + 1].low == "-" or word.low == "-":
        return True
    if word.pos == "ADJ" or word.tag == "VBN":
        return word.low in STRONG or word.dep not in ("acomp", "oprd")
    return word.low in STRONG and word.is_noun


def _is_loose(words: Sequence[Word], word: Word) -> bool:
    """Whether a modifier tells nothing at the beginning of a phrase."""
    if word.low == "-" or word.low in _JOINTS or word.tag == "POS" or word.low in ("so", "too"):
        return True
    after = words[word.at + 1]
    if word.pos == "ADV" and after.low != "-" and word.low not in STRONG:
        return after.pos not in ("ADJ", "VERB", "ADV")
    return word.low in EMPTY_MODIFIERS
