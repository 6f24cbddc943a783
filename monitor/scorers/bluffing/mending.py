"""Mends the readings that a small model often gets wrong, before anything is asked of them.

It takes a verb for a noun (`a robin nests in it`), a noun for an adjective or a verb (`in her hand
is a lute`), and a participle for a past tense (`she has hair pushed back under a cap`).
"""

from collections.abc import Sequence
from itertools import pairwise

from monitor.scorers.bluffing.looks import (
    ATTACHED,
    COLOURS,
    LOOKS,
    MATERIALS,
    MISREAD,
    NUMBERS,
    SIZES,
    STRONG,
    TELLING,
    WEAK,
)
from monitor.scorers.bluffing.visual import CLOTHES, ITEMS, MARKS, PARTS, PLACED, SEEN
from monitor.scorers.bluffing.words import Word

_VERBS = frozenset({"VERB", "AUX"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_PRESENT = frozenset({"VBZ", "VBP"})
_ARTICLES = frozenset({"a", "an", "the"})
_OWNERS = frozenset({"the", "his", "her", "its", "their", "my", "your", "our"})
_AFTER_VERBS = frozenset({"ADP", "DET", "PRON", "ADV", "SCONJ", "NOUN"})
_CLAUSES = frozenset({"relcl", "ccomp", "advcl", "xcomp", "aux", "auxpass"})
_OBJECTS = frozenset({"DET", "PRON", "NOUN", "PROPN", "NUM", "ADJ"})
_CONTENT_TIES = frozenset({"with", "in", "by", "from", "round", "around"})
_PLURALS = MARKS | CLOTHES
_OF_NOUNS = frozenset(
    {"det", "amod", "compound", "nummod", "poss", "nmod", "npadvmod", "punct", "cc", "conj"}
)
_MENDED = "verb"
"""The relation of a word that was no noun after all."""
_STOPS = frozenset({".", ";", "!", "?", ":"})
_ONE = frozenset({"a", "an", "one"})
_SINGULAR = ("ss", "us", "is", "lens")
_ALWAYS_PLURAL = frozenset({"clothes", "sports", "goods", "arms", "glasses"})
_TURNED = frozenset({"wound", "bound", "hung", "slung", "strung", "set", "cut"})
"""Participles that are also nouns or present tenses."""


def mend(words: Sequence[Word]) -> None:
    """Correct parts of speech and tags in place; the tree stays."""
    for word, after in pairwise(words):
        if word.low == "round" and after.tag in ("PRP$", "DT"):
            _be(word, "ADP", "IN")
    for word in words[:-1]:
        before, after = words[word.at - 1] if word.at else None, words[word.at + 1]
        if word.tag == "MD":
            _mend_can(word, before, after)
        elif word.is_noun and word.dep == "compound" and after.tag in _PRESENT:
            _be_subject(words, word, after)
        elif word.is_noun:
            _mend_noun(words, word, before, after)
        elif before is not None and word.low == "left" and before.tag == "PRP$":
            _be(word, "ADJ", "JJ")
        elif word.lemma == "have" and word.pos == "AUX":
            _mend_have(words, word)
    for word in words[1:-1]:
        if not word.is_noun and word.dep != _MENDED and _is_noun(words, word):
            _be(word, "NOUN", "NNS" if word.low.endswith("s") else "NN")
        elif word.tag == "VBD" and _is_participle(words, word):
            _be(word, "VERB", "VBN")


def _be(word: Word, pos: str, tag: str) -> None:
    word.pos, word.tag = pos, tag


def _be_subject(words: Sequence[Word], word: Word, verb: Word) -> None:
    """The noun right before a verb takes over what was the verb's as a noun."""
    word.dep = "nsubj"
    taken = [at for at in verb.left if at < word.at and words[at].dep in _OF_NOUNS]
    for at in taken:
        words[at].head = word.at
    word.left = sorted({*word.left, *taken})
    verb.left = [at for at in verb.left if at not in taken]


def _mend_can(word: Word, before: Word | None, after: Word) -> None:
    """`A watering can hangs from a hook.`"""
    if word.low != "can" or before is None:
        return
    if after.tag in _FINITE:
        word.dep, word.head = "nsubj", after.at
    elif before.is_noun and after.pos in ("ADP", "PUNCT", "CCONJ"):
        word.dep, word.head, word.left = before.dep, before.head, [*before.left, before.at]
        before.dep, before.head = "compound", word.at
    else:
        return
    _be(word, "NOUN", "NN")
    word.lemma = "can"


def _mend_have(words: Sequence[Word], have: Word) -> None:
    """`He has tanned skin`: what looks like his deed is a look of the noun behind it."""
    at = have.at + 1
    while at < len(words) - 1 and (words[at].low in STRONG or words[at].low in (",", "and")):
        at += 1
    looks = words[have.at + 1 : at]
    last = words[at - 1]
    if last.low in STRONG and (words[at].is_noun or words[at].tag == "VBD"):
        have.pos = "VERB"
        for word in [*looks, words[at]]:
            if word.pos in _VERBS and not word.is_noun:
                _be(word, "ADJ", "JJ")


def _mend_noun(words: Sequence[Word], word: Word, before: Word | None, after: Word) -> None:
    if before is None:
        return
    if word.low in _TURNED and before.is_noun and after.low in _CONTENT_TIES:
        _be(word, "VERB", "VBN")
    elif _is_verb(words, word, before, after):
        _be(word, "VERB", "VBZ" if word.tag in ("NNS", "NNPS") else "VBP")
        if before.pos in ("ADJ", "VERB") and before.at and before.low in SEEN:
            _be(before, "NOUN", "NN")
        if before.head == word.at:
            place, above = word.dep, word.head
            _be_subject(words, before, word)
            if place == "pobj":  # "a woman in a hairnet hands him a bun"
                before.dep, before.head = place, above
        word.dep = _MENDED


def _is_verb(words: Sequence[Word], word: Word, before: Word, after: Word) -> bool:
    """Whether it is the verb of a noun before it, with which it agrees in number."""
    if before.low == "left" and after.pos == "DET" and words[before.at - 1].tag == "PRP$":
        return True
    begins = before.starts and before.pos not in ("ADJ", "DET", "NUM")
    is_known = before.pos != "VERB" and (before.lemma in SEEN or before.lemma in MATERIALS)
    if not (before.is_noun or is_known or begins):
        return False
    is_plural = word.tag in ("NNS", "NNPS")
    agrees = is_plural != (before.tag in ("NNS", "NNPS"))
    lows = {words[at].low for at in word.left}
    if is_plural and not after.is_noun and after.low != "-" and not word.low.endswith(_SINGULAR):
        if agrees and lows & _ONE and not lows & NUMBERS - _ONE:
            return True  # no noun: "a lights" is wrong
        if not agrees and before.low not in _ALWAYS_PLURAL:
            return True  # "two strings dangles"
    ends = after.pos in _AFTER_VERBS or (after.pos == "PUNCT" and word.lemma not in SEEN)
    has_subject = any(words[at].dep == "nsubj" for at in word.left)
    is_clause = word.dep in _CLAUSES or (has_subject and word.dep in ("ROOT", "conj"))
    if any(words[at].dep == "dobj" for at in word.right) and ends and agrees:
        return True
    if not ends and not (is_clause and after.pos == "ADJ"):
        return False
    if word.lemma in SEEN and word.lemma not in MISREAD:
        return False
    if has_subject and (after.pos in ("DET", "PRON") or word.lemma in MISREAD):
        return True
    if word.lemma in MISREAD or word.lemma in TELLING:
        at_place = before.lemma in PLACED or words[word.head].low == "of"
        return agrees or (at_place and _is_verbless(words, word))
    is_owned = "the" in lows or words[before.at - 1].tag in ("POS", "PRP$")
    if is_owned and before.lemma in SEEN and word.dep == "ROOT":
        is_clause = is_clause or _is_verbless(words, word)
    return agrees and (is_clause or after.pos == "DET")


def _is_verbless(words: Sequence[Word], word: Word) -> bool:
    """Whether no verb stands in its sentence."""
    start, end = word.at, word.at
    while start and words[start - 1].low not in _STOPS:
        start -= 1
    while end + 1 < len(words) and words[end + 1].low not in _STOPS:
        end += 1
    return not any(other.tag in _FINITE for other in words[start : end + 1])


def _is_noun(words: Sequence[Word], word: Word) -> bool:
    """Whether a known noun was taken for another word: `a green cloak with`."""
    before, after = words[word.at - 1], words[word.at + 1]
    if before.tag == "PRP$" and word.tag in ("VB", "VBP", "VBZ"):
        return True
    if word.tag in ("VB", "VBP") and after.tag == "VBZ" and before.pos in ("ADJ", "PROPN"):
        return word.lemma not in ("be", "have")
    known = word.low in ITEMS or word.low in MARKS or word.low[:-1] in _PLURALS
    known = known or (word.low in PARTS and word.tag in ("VB", "VBD", "VBN", "RB"))
    known = known or (word.low[:-1] in ITEMS and before.low in MATERIALS)
    if not known or word.low in STRONG or word.low in WEAK:
        return False
    if after.low == "-" or before.pos == "ADV" or (after.is_noun and after.lemma not in MISREAD):
        return False
    if word.tag == "RB" and not {before.low, words[word.at - 2].low} & _ARTICLES:
        return False
    if word.dep in ("dobj", "pobj", "nsubj", "nsubjpass"):
        return True
    if before.low == ":":
        return True
    if word.tag == "VBP" and before.tag == "NN" and before.dep == "nsubj":
        return not any(words[at].dep == "conj" for at in before.right)
    if word.tag == "VBZ" and word.dep == "conj" and words[word.head].is_noun:
        return True
    if before.low in _ARTICLES and after.pos not in ("ADJ", "NUM") and after.tag != "VBG":
        return True
    if word.pos == "ADV" and before.low in _OWNERS:
        return True
    if word.pos in ("ADV", "ADJ") and before.is_noun:
        return True
    return before.low in STRONG or before.low in WEAK


def _is_participle(words: Sequence[Word], verb: Word) -> bool:
    """Whether a past tense is rather said of the noun before it."""
    if verb.lemma == "be":
        return False
    before, after = words[verb.at - 1], words[verb.at + 1]
    subjects = [words[at] for at in verb.left if words[at].dep in ("nsubj", "nsubjpass")]
    if any(not word.is_noun or word.is_name for word in subjects):
        return False
    if any(words[at].tag in _PRESENT for at in verb.left):
        return True
    if before.low in ("and", ",") and after.is_noun and words[after.head] is verb:
        return not subjects  # "grey, pebbled skin"
    if after.pos in _OBJECTS and after.low not in COLOURS and after.low not in SIZES:
        return False
    if verb.dep in ("acl", "nmod", "amod"):
        return True
    goes_on = any(words[at].tag in _PRESENT for at in verb.right)
    near = before if before.pos != "ADV" else words[verb.at - 2]
    if near.low == ",":
        is_fragment = any(not word.left for word in subjects)
        return goes_on or verb.dep == "advcl" or is_fragment
    if not near.is_noun or near.is_name:
        return False
    above = words[verb.head]
    if verb.dep in ("ccomp", "xcomp", "dep") and above.at < verb.at:
        marked = any(words[at].dep == "mark" and words[at].low != "with" for at in verb.left)
        return not marked and above.lemma not in TELLING
    is_tied = verb.lemma in ATTACHED and (after.pos == "ADP" or after.low in COLOURS)
    return goes_on or is_tied or verb.low in LOOKS
