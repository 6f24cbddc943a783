"""What a sentence says of a thing without standing before it: `his head is bald`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from monitor.scorers.bluffing.looks import (
    COLOURS,
    EMPTY_MODIFIERS,
    LOOKS,
    MATERIALS,
    SIDES,
    SIZES,
    STATES,
    STRONG,
    TINGED,
    UNSEEN_STATES,
)
from monitor.scorers.bluffing.visual import SEEN
from monitor.scorers.bluffing.words import Word, listed

_LINKS = listed("be look seem remain appear stay stand lie hang fall shine glow gleam")
_TURNS = frozenset({"go", "turn", "grow"})
_DENIALS = frozenset({"not", "n't", "never", "no", "none", "neither", "hardly", "barely"})
_DEGREES = frozenset({"very", "quite", "rather", "too", "so", "all", "nearly", "almost", "more"})
_JOINTS = frozenset({",", "and", "-", "but", "or"})
_ENDS = frozenset({".", ";", ",", ":", "!", "?", ")", "-", "—", "–", "and", "but", "\n"})
_PASSED = listed("a an the also now still been usually often always")
_AGAIN = listed("has have gone turned is are")
_UNSEEN = UNSEEN_STATES - {"warm"}
"""Of `a warm brown`, the colour can be seen."""
_LOOSE = _JOINTS | _AGAIN
_BEFORE_AGAIN = _AGAIN | {"and"}
_UNSAID = _AGAIN | {"a", "too"}
"""`Cropped and has gone grey` says `cropped and grey`."""
_FARTHEST_VERB = 12
_FARTHEST_THINGS = 30


@dataclass(frozen=True, slots=True)
class Predicate:
    """Words that describe the noun at `noun`; `side` is where `left`, `right`, `other` or `one`
    stands for one of several such things."""

    noun: int
    words: list[int]
    side: int | None = None


def predicates(words: Sequence[Word]) -> Iterator[Predicate]:
    """All of them in their order."""
    for word in words:
        if word.low in SIDES or word.low in ("other", "one"):
            found = _of_one(words, word)
            if found is not None:
                yield found
        elif word.is_noun and not word.is_name:
            yield from _of_noun(words, word)


def _of_noun(words: Sequence[Word], noun: Word) -> Iterator[Predicate]:
    after = noun.at + 1
    if after < len(words) and words[after].low in (",", ":"):
        run = [] if _is_owned_place(words, noun) else _run(words, after + 1, is_aside=True)
        if run:
            yield Predicate(noun.at, run)
            return
    if after < len(words) and words[after].low in STRONG and _is_gapped(words, noun):
        run = _run(words, after, is_aside=True)
        if run:
            yield Predicate(noun.at, run)
            return
    relative = after + (after < len(words) and words[after].low == ",")
    if relative + 1 < len(words) and words[relative].low in ("which", "that"):
        link = relative + 1
        while link + 1 < len(words) and words[link + 1].low == "been":
            link += 1
        run = _run(words, link + 1, False) if words[link].lemma in _LINKS else []
        if run:
            yield Predicate(noun.at, run)
            return
    verb = words[noun.head]
    if noun.dep not in ("nsubj", "nsubjpass") or verb.at < noun.at:
        is_next = after < len(words) and words[after].lemma == "be"
        is_next = is_next and (noun.dep != "pobj" or _is_counted(words, noun))
        verb_at = after if is_next else -1
    else:
        verb_at = verb.at
    start = after_link(words, noun.at, verb_at)
    run = _run(words, start, is_aside=False) if start else []
    if run:
        yield Predicate(noun.at, run)


def _is_gapped(words: Sequence[Word], noun: Word) -> bool:
    """`His coat is grey, his eyes copper`."""
    before = noun.at - 1
    return before > 0 and words[before].tag == "PRP$" and words[before - 1].low in (",", "and", ";")


def _is_counted(words: Sequence[Word], noun: Word) -> bool:
    """Whether `one of` or `three of` stands before."""
    of = words[noun.head]
    return of.low == "of" and words[of.head].pos == "NUM"


def _is_owned_place(words: Sequence[Word], noun: Word) -> bool:
    """Whether it is a place such as `on his shoulder`: what comes after a comma is of the thing
    that is there."""
    if noun.dep != "pobj" or words[noun.at + 1].low == ":":
        return False
    return any(words[at].low == "the" or words[at].tag == "PRP$" for at in noun.left)


def after_link(words: Sequence[Word], noun: int, verb: int) -> int:
    """Where the words after `is`, `has been` or `has gone` begin, or 0."""
    if verb < 0:
        return 0
    link = words[verb]
    if link.lemma in _LINKS or link.lemma in _TURNS:
        last = verb
    elif link.tag in ("VBN", "VBD", "VBG") and verb > noun:
        helpers = [at for at in link.left if words[at].dep in ("auxpass", "aux", "cop")]
        if not helpers or words[helpers[-1]].lemma not in ("be", "get"):
            return 0
        last = helpers[-1]
    else:
        return 0
    between = words[noun + 1 : last + 1]
    if any(word.low in _DENIALS for word in between) or last - noun > _FARTHEST_VERB:
        return 0
    if any(word.is_noun and word.dep in ("nsubj", "nsubjpass") for word in between):
        return 0
    return last + 1 if last + 1 < len(words) else 0


def _run(words: Sequence[Word], start: int, is_aside: bool) -> list[int]:
    """The descriptive words from `start` on, up to where something else begins."""
    at = start
    while not is_aside and at < len(words) and words[at].low in _PASSED:
        at += 1
    first = at
    if words[min(at, len(words) - 1)].low in ("so", "as"):
        return []
    if is_aside and at < len(words) and words[at].tag in ("VBN", "VBD", "CC"):
        return []
    while at < len(words) and (
        _describes(words, at)
        or words[at].low in _JOINTS
        or words[at].low in _DEGREES
        or (words[at].low in _AGAIN and words[at - 1].low in _BEFORE_AGAIN)
    ):
        at += 1
    if at < len(words) and (words[at].is_noun or words[at].pos == "NUM"):
        at = _last_joint(words, first, at)  # the rest belongs to the next noun
    if is_aside and at < len(words) and not _ends_aside(words[at]):
        at = _last_joint(words, first, at)
    while at > first and (words[at - 1].low in _LOOSE or words[at - 1].low in _DEGREES):
        at -= 1
    run = [i for i in range(first, at) if words[i].low not in _UNSAID]
    if not any(_is_telling(words[i]) for i in run):
        return []
    return run


def _ends_aside(word: Word) -> bool:
    if word.low in _ENDS or word.pos in ("AUX", "PART") or word.tag in ("VBZ", "VBP"):
        return True
    return word.pos == "ADP" and word.low not in ("as", "than", "over")


def _last_joint(words: Sequence[Word], first: int, at: int) -> int:
    for i in range(at - 1, first - 1, -1):
        if words[i].low in (",", "and", "but", ";"):
            return i
    return first


def _describes(words: Sequence[Word], at: int) -> bool:
    word = words[at]
    after = words[at + 1].low if at + 1 < len(words) else ""
    if word.low in _DENIALS or word.pos == "ADP" or (word.low in _UNSEEN and after != "-"):
        return False
    if word.low in TINGED or word.low == "warm":
        if after in COLOURS or (after == "a" and word.low in TINGED):
            return True
        return word.low in STATES
    if word.low == "a":
        return words[at - 1].low in TINGED
    if word.low in LOOKS and (not word.low.endswith("ed") or after in _ENDS):
        return True
    if word.low.endswith("ed") and word.low not in STATES and word.low not in COLOURS:
        return at + 1 < len(words) and words[at + 1].pos != "ADP" and words[at - 1].low == "-"
    if word.pos == "ADJ" or word.low in COLOURS or word.low in MATERIALS or word.low in STATES:
        return True
    if at + 1 < len(words) and words[at + 1].low == "-" and words[at].low.isalpha():
        return True
    if at + 1 < len(words) and word.is_noun and words[at + 1].low in COLOURS:
        return True  # bottle green
    return at > 0 and words[at - 1].low == "-" and word.low.isalpha()


def _is_telling(word: Word) -> bool:
    return (
        word.low in STRONG
        or word.low in SIZES
        or word.low in STATES
        or (word.pos == "ADJ" and word.low not in UNSEEN_STATES and word.low not in EMPTY_MODIFIERS)
    )


def _of_one(words: Sequence[Word], word: Word) -> Predicate | None:
    """`The left one is amber`, `the other dark brown`, `one is tan`."""
    at = word.at
    before = words[at - 1].low if at else ""
    if word.low != "one" and before not in ("the", "its", "his", "her", "their"):
        return None
    if word.low == "one" and before in ("left", "right", "other"):
        return None
    start = at + 1
    if start < len(words) and words[start].low == "one":
        start += 1
    if start >= len(words):
        return None
    is_linked = words[start].lemma == "be"
    if word.low == "one" and not is_linked:
        return None
    run = _run(words, start + 1 if is_linked else start, is_aside=True)
    if not run or not any(words[i].low in STRONG | STATES for i in run):
        return None
    noun = _antecedent(words, at)
    return None if noun is None else Predicate(noun, run, at)


def _antecedent(words: Sequence[Word], at: int) -> int | None:
    """The things of which one is meant: the nearest that are several or have a side."""
    for i in range(at - 1, max(-1, at - _FARTHEST_THINGS), -1):
        word = words[i]
        if word.is_noun and word.lemma in SEEN:
            has_side = i and words[i - 1].low in SIDES
            if word.tag == "NNS" or has_side:
                return i
    return None
