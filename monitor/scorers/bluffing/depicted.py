"""Which words of a description speak of what is in the picture.

History, wishes, comparisons and what is said to be missing are not.
"""

from collections.abc import Sequence

from monitor.scorers.bluffing.looks import (
    EMPTY_MODIFIERS,
    LOOKS,
    SHOWING,
    SIGHTS,
    STRONG,
    TALES,
    TELLING,
    UNSEEN_STATES,
)
from monitor.scorers.bluffing.visual import CLOTHES, MEASURES, OUTLINES, PARTS, UNSEEN
from monitor.scorers.bluffing.words import Word, listed

_VERBS = frozenset({"VERB", "AUX"})
_PRESENT = frozenset({"VBZ", "VBP"})
_UNREAL = frozenset({"would", "could", "might", "may", "should", "must"})
_LATER = frozenset({"will", "shall", "'ll"})
_SEEMING = frozenset({"seem", "appear", "happen"})
_NO = frozenset({"no", "neither", "never", "nor"})
_EXCEPT = frozenset({"except", "but", "save", "besides", "only"})
_TURNS_AWAY = listed(
    """
    without instead like unlike than as before after since until despite during rather
    """
)
"""Words whose object is not there, or is only compared with."""
_AS_IF = frozenset({"as", "if", "unless", "whether", "because", "until", "lest"})
_INNER = (UNSEEN_STATES | EMPTY_MODIFIERS) - {"full"}
_OWN = PARTS | CLOTHES
"""What somebody has is there, whatever happened to it: `his cap had slipped`."""
_NO_OWNERS = UNSEEN | OUTLINES
_LASTING = SHOWING | {"lose", "go", "turn", "grow", "become"}


def depicted(words: Sequence[Word]) -> list[bool]:
    """For each word, whether it is about the picture."""
    in_past = _is_told_in_past(words)
    hidden: list[bool | None] = [None] * len(words)

    def is_hidden(at: int) -> bool:
        chain: list[int] = []
        while hidden[at] is None and words[at].head != at and len(chain) <= len(words):
            chain.append(at)
            at = words[at].head
        if hidden[at] is None:
            hidden[at] = _hides(words, words[at], in_past)
        for child in reversed(chain):
            word = words[child]
            hidden[child] = (
                _hides(words, word, in_past)
                or (bool(hidden[word.head]) and _inherits(words, word))
                or _is_denied(words, word)
                or _is_told_of(words, word)
            )
        return bool(hidden[chain[0]] if chain else hidden[at])

    told = _told(words)
    return [not told[word.at] and not is_hidden(word.at) for word in words]


def governing_verb(words: Sequence[Word], word: Word) -> Word | None:
    """The nearest verb above a word, or none in a fragment."""
    at = word.at
    while words[at].head != at:
        at = words[at].head
        if words[at].pos in _VERBS:
            return words[at]
    return None


def _is_told_in_past(words: Sequence[Word]) -> bool:
    present = sum(word.tag in _PRESENT for word in words)
    past = sum(word.tag == "VBD" for word in words)
    return past > present


def _hides(words: Sequence[Word], word: Word, in_past: bool) -> bool:
    """Whether a word by itself takes what hangs on it out of the picture."""
    if word.pos in _VERBS:
        return _verb_hides(words, word, in_past)
    if word.is_noun and word.at and _is_as_like(words, words[word.at - 1]):
        return True
    if word.low in _TURNS_AWAY:
        seeming = word.low == "as" and word.dep == "prep" and words[word.head].lemma in _SEEMING
        return word.pos in ("ADP", "SCONJ", "ADV") and not seeming
    if word.low in ("of", "about", "at", "to") and word.dep == "prep":
        above = words[word.head]
        if above.is_noun and word.low == "of":
            return above.lemma in _NO_OWNERS and not _is_measure(words, above)
        return above.pos == "ADJ" and above.low in _INNER
    return word.is_noun and any(words[at].low in _NO for at in word.left)


def _is_measure(words: Sequence[Word], noun: Word) -> bool:
    """`A length of rope`, but not `the length of a sword`."""
    return noun.lemma in MEASURES and any(words[at].low in ("a", "an") for at in noun.left)


def _verb_hides(words: Sequence[Word], verb: Word, in_past: bool) -> bool:
    if verb.dep == "amod":
        return False
    if verb.dep in ("ccomp", "xcomp") and words[verb.head].low in UNSEEN_STATES:
        return True
    around = [words[at] for at in verb.left]
    helpers = {word.low for word in around if word.dep in ("aux", "auxpass")}
    is_past = verb.tag == "VBD" and verb.low != verb.lemma and bool(around)
    was = any(word.tag == "VBD" for word in around if word.dep in ("aux", "auxpass"))
    # "When last seen, he wore a cassock" shows it as well as "he wears one".
    if (is_past or was) and not in_past and verb.lemma not in SHOWING:
        return True
    if in_past and ("had" in helpers and verb.lemma != "be"):
        return True
    if any(word.low in ("once", "formerly") and word.dep == "advmod" for word in around):
        return True
    if helpers & _UNREAL or (helpers & _LATER and verb.lemma not in SHOWING):
        return True
    if "to" in helpers and words[verb.head].lemma not in _SEEMING:
        return True
    return any(
        word.dep in ("mark", "advmod") and word.low in _AS_IF and not _is_as_like(words, word)
        for word in around
    )


def _is_as_like(words: Sequence[Word], word: Word) -> bool:
    """`Pale as milk`: only the milk is not there."""
    return word.low == "as" and word.at > 0 and words[word.at - 1].pos == "ADJ"


def _is_told_of(words: Sequence[Word], word: Word) -> bool:
    """Whether it is what somebody wants, knows or does, and not who does."""
    above = words[word.head]
    if above.pos not in _VERBS or above.low == "missing":
        return False
    if above.lemma not in TELLING and not _is_done(words, above):
        return False
    return (
        above.dep != "amod"
        and word.at > above.at
        and word.dep not in ("nsubj", "nsubjpass", "conj")
    )


def _inherits(words: Sequence[Word], word: Word) -> bool:
    """Whether a word is out of the picture because the one it hangs on is."""
    above = words[word.head]
    if word.low in _EXCEPT or (
        word.low == "with" and above.is_noun and words[word.at - 1].low == ","
    ):
        return False
    if word.dep in ("nsubj", "nsubjpass") and word.lemma in _OWN and above.tag in ("VBN", "VBD"):
        return not any(words[at].tag == "PRP$" for at in word.left)
    if word.dep == "appos" and above.dep in ("nsubj", "nsubjpass"):
        return True
    if word.pos in _VERBS and above.pos in _VERBS:
        if word.dep == "conj":
            return word.tag in ("VB", "VBG") or not word.left
        if word.dep == "parataxis":
            return False
        if word.dep == "ccomp" and word.at < above.at:
            return False
    if word.dep in ("conj", "appos") and word.is_noun and _is_in_past_clause(words, word):
        return False
    if (
        word.dep in ("conj", "appos")
        and word.is_noun
        and above.is_noun
        and not (above.dep == "pobj" and any(words[at].dep == "det" for at in above.left))
    ):
        return not any(words[at].dep in ("det", "poss", "nummod", "advmod") for at in word.left)
    return True


def _is_done(words: Sequence[Word], verb: Word) -> bool:
    """Whether somebody has done it: `has fought three rats`, but not `has lost a finger`."""
    after = words[min(verb.at + 1, len(words) - 1)]
    if verb.lemma == "have" and after.tag == "VBN" and after.lemma not in _LASTING:
        return after.low not in STRONG  # a participle that was taken for a modifier
    if verb.tag != "VBN" or verb.lemma in _LASTING or verb.low in LOOKS:
        return False
    helpers = [words[at].lemma for at in verb.left if words[at].dep in ("aux", "auxpass")]
    return "have" in helpers and "be" not in helpers


def _is_in_past_clause(words: Sequence[Word], word: Word) -> bool:
    """Whether it only seems to belong to a relative clause of the past, for it comes after a
    comma and has words of its own: `a coat which was my father's, a thick white jumper`."""
    if not word.left or words[max(0, word.left[0] - 1)].low not in (",", "and"):
        return False
    at = word.head
    while words[at].head != at and words[at].dep != "relcl":
        at = words[at].head
    return words[at].dep == "relcl" and any(words[i].tag == "VBD" for i in (at, *words[at].left))


def _is_denied(words: Sequence[Word], word: Word) -> bool:
    """Whether it comes after a verb that is negated."""
    above = words[word.head]
    if above.pos not in _VERBS or word.at < above.at or word.dep in ("conj", "cc", "punct"):
        return False
    if word.low in _EXCEPT or any(words[at].dep == "nsubj" for at in word.left):
        return False
    return any(words[at].dep == "neg" or words[at].low in _NO for at in above.left)


def _told(words: Sequence[Word]) -> list[bool]:
    """For each word, whether it stands under a heading such as `Goal:` or `Personality.`"""
    told = [False] * len(words)
    part = sentence = False
    for word in words:
        if word.starts:
            after = words[word.at + 1].low if word.at + 1 < len(words) else ""
            if after == ".":
                part = word.lemma in TALES or (part and word.lemma not in SIGHTS)
            if after == ":":
                part = part and word.lemma not in SIGHTS
                sentence = word.lemma in TALES
        told[word.at] = part or sentence
        if word.low in (".", "!", "?"):
            sentence = False
    return told
