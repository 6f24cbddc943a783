"""The visual attributes of a description: things that are seen, with what is said of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Doc

from monitor.scorers.bluffing.belongings import join_belongings
from monitor.scorers.bluffing.depicted import depicted, governing_verb
from monitor.scorers.bluffing.looks import (
    ATTACHED,
    COLOURS,
    EMPTY_MODIFIERS,
    FEW,
    MATERIALS,
    OF_PERSONS,
    SHOWING,
    SIDES,
    SIZES,
    STRONG,
    TELLING,
    UNSEEN_STATES,
)
from monitor.scorers.bluffing.mending import mend
from monitor.scorers.bluffing.things import Thing, are_strong, things_of
from monitor.scorers.bluffing.visual import (
    ANIMALS,
    CLOTHES,
    FANTASTIC,
    ITEMS,
    KINDS,
    MARKS,
    OUTLINES,
    PARTS,
    PLACED,
    POSITIONS,
    SEEN,
    UNSEEN,
)
from monitor.scorers.bluffing.words import Word, listed, words_of

_OWNED = frozenset({"PRP$", "POS"})
_DEFINITE = frozenset({"the", "that", "this", "each", "every", "any"})
_AIMS = frozenset({"at", "for", "about", "to", "against"})
_DOING = SHOWING - {"be", "have"}
_NEW = frozenset({"a", "an", "another"})
_BY = frozenset({"above", "behind", "beside", "by", "on", "over", "under"})
_WITH = frozenset({"with", "in", "under", "on", "beside"})
_IN = _WITH | {"of"}
_HOLDING = (SHOWING | ATTACHED) - listed(
    "begin complete fall follow mention occupy peer play prefer reach run serve support use walk"
)
"""Verbs that mostly have something seen beside them."""
_PLACES = frozenset({"dobj", "pobj", "conj", "nsubj", "nsubjpass", "appos", "attr"})
_CONTEXT = 14
"""Words after a thing that may say more of it."""
_NO_HEADS = OUTLINES | {"side", "half"}


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something seen. `at` is its place in the text; the rest is as in `Phrase`."""

    text: str
    head: str
    words: tuple[str, ...]
    context: tuple[str, ...]
    at: int


def attributes_of(doc: Doc) -> list[Attribute]:
    """All visual attributes in their order, duplicates among them."""
    words = words_of(doc)
    if not words:
        return []
    mend(words)
    seen = depicted(words)
    things = join_belongings(words, things_of(words), seen)
    found = [
        _attribute(words, thing)
        for thing in things
        if (thing.is_one or seen[thing.noun.at]) and _is_visual(words, thing)
    ]
    taken = {at for thing in things for at in (*thing.predicate, *thing.before)}
    found += _of_persons(
        words, [at for at, is_seen in enumerate(seen) if is_seen and at not in taken]
    )
    return sorted(found, key=lambda attribute: attribute.at)


def _of_persons(words: Sequence[Word], places: Iterable[int]) -> Iterator[Attribute]:
    """`She is barefoot and dark-skinned`."""
    for word in (words[at] for at in places):
        is_before_noun = word.at + 1 < len(words) and words[word.at + 1].is_noun
        if is_before_noun or word.dep == "acl":
            continue
        if word.low in OF_PERSONS and (word.dep != "amod" or word.head < word.at):
            text, head = OF_PERSONS[word.low]
            yield Attribute(text, head, (text.split()[0], head), (), word.at)
        elif word.low.endswith("ed") and word.at > 1 and words[word.at - 1].low == "-":
            look, part = words[word.at - 2].low, _part_of(word.low)
            if part and (look in STRONG or look in SIZES):
                yield Attribute(f"{look} {part}", part, (look, part), (), word.at)


def _part_of(ending: str) -> str | None:
    """The part of the body in `skinned`, `eyed` or `shouldered`."""
    stems = (ending[:-2], ending[:-1], ending[:-3])
    return next((stem for stem in stems if stem in PARTS and stem != "hand"), None)


def _is_visual(words: Sequence[Word], thing: Thing) -> bool:
    noun = thing.noun
    lemma = noun.lemma
    if lemma in _NO_HEADS or (lemma in UNSEEN and lemma not in SEEN):
        return False
    said = [*thing.before, *thing.measure]
    is_strong = bool(thing.predicate) or are_strong(words, [*said, *thing.after])
    if lemma in KINDS:
        is_clear = is_strong or lemma in FANTASTIC or _is_told_apart(words, thing)
        return is_clear and (_is_what_it_is(words, noun) or _is_met(words, noun))
    if lemma in SEEN:
        if is_strong or thing.after or _is_told_apart(words, thing):
            return True
        if lemma in ITEMS and any(words[at].dep == "acl" for at in noun.right):
            return True
        return _is_shown(words, noun) and _may_stand_alone(words, noun)
    if lemma in COLOURS and noun.dep == "attr":
        return False
    if is_strong:
        return True
    if lemma in MATERIALS and (thing.where or not _is_new(words, noun)):
        return bool(thing.where)
    if any(words[at].lemma in FANTASTIC for at in thing.before):
        return _is_what_it_is(words, noun)
    return _is_worn(words, thing)


def _is_shown(words: Sequence[Word], noun: Word) -> bool:
    """Whether no verb, or one of wearing, holding and being somewhere, stands above."""
    verb = governing_verb(words, noun)
    if verb is None or noun.dep in ("nsubj", "nsubjpass") or _is_inverted(words, noun, verb):
        return True
    if verb.lemma in SHOWING or verb.lemma in ATTACHED or _is_with_noun(words, noun):
        return True
    is_now = verb.tag in ("VBZ", "VBP", "VBG") and verb.lemma not in TELLING
    is_now = is_now and (noun.dep in ("conj", "appos") or words[noun.head].low in _BY)
    return is_now and any(words[at].low in _NEW for at in noun.left)


def _is_with_noun(words: Sequence[Word], noun: Word) -> bool:
    """`A goose on a leash`: what the goose does matters not."""
    tie = words[noun.head]
    return noun.dep == "pobj" and tie.low in _WITH and words[tie.head].is_noun


def _is_inverted(words: Sequence[Word], noun: Word, verb: Word) -> bool:
    """`On his hand perches a kestrel`: the reader takes it for the object."""
    if noun.dep not in ("dobj", "attr") or verb.tag not in ("VBZ", "VBP"):
        return False
    kinds = {words[at].dep for at in verb.left}
    return "prep" in kinds and "nsubj" not in kinds


def _is_worn(words: Sequence[Word], thing: Thing) -> bool:
    """The same for a noun that is in no list: more is asked."""
    noun = thing.noun
    verb = governing_verb(words, noun)
    is_told = _is_told_apart(words, thing) or _is_told_behind(words, thing)
    is_new = _is_new(words, noun)
    if verb is None:
        return is_told or is_new or (noun.tag == "NNS" and words[noun.head].low in _IN)
    if _is_inverted(words, noun, verb):
        return True
    if noun.dep == "nsubj" and is_new and is_told and verb.tag in ("VBZ", "VBP", "VBG"):
        return verb.lemma not in TELLING
    if is_new and _is_with_noun(words, noun):
        return True
    if verb.lemma not in _HOLDING or (noun.dep == "pobj" and words[noun.head].low not in _IN):
        return False
    if verb.lemma in ("have", "be"):
        is_there = any(words[at].dep == "expl" for at in verb.left)
        return is_told and noun.dep in _PLACES and (noun.dep != "attr" or is_there)
    return (is_new or is_told or noun.tag == "NNS") and noun.dep in _PLACES


def _is_told_behind(words: Sequence[Word], thing: Thing) -> bool:
    after = words[min(thing.noun.at + 1, len(words) - 1)]
    return bool(thing.after or thing.where) or after.tag == "VBN"


def _is_what_it_is(words: Sequence[Word], noun: Word) -> bool:
    """Whether a noun stands where a text says what somebody is."""
    if noun.dep in ("attr", "appos", "ROOT"):
        return True
    return noun.dep == "pobj" and words[noun.head].low == "as"


def _is_met(words: Sequence[Word], noun: Word) -> bool:
    """Whether somebody else is in the picture: `a ghost follows her`."""
    return _is_new(words, noun) and _is_shown(words, noun)


def _is_new(words: Sequence[Word], noun: Word) -> bool:
    return any(words[at].low in _NEW or words[at].pos == "NUM" for at in noun.left)


def _is_told_apart(words: Sequence[Word], thing: Thing) -> bool:
    """Whether a word beside a known noun says which or how."""
    is_part = thing.noun.lemma in PARTS
    for word in (words[at] for at in thing.before):
        if word.low in EMPTY_MODIFIERS or word.low in UNSEEN_STATES:
            continue
        if word.pos in ("ADV", "PUNCT", "CCONJ", "PART"):
            continue
        if is_part and word.low in FEW and thing.noun.lemma != "tooth":
            continue
        if is_part and (word.low in SIDES or word.low in POSITIONS):
            continue
        return True
    return bool(thing.measure) and not is_part


def _may_stand_alone(words: Sequence[Word], noun: Word) -> bool:
    if noun.lemma in MARKS:
        return True
    if noun.lemma not in ITEMS or noun.lemma in COLOURS:
        return False
    if noun.at + 1 < len(words) and words[noun.at + 1].low == ":":
        return False
    if noun.dep == "pobj" and words[noun.head].low in _AIMS:
        return False
    before = [words[at] for at in noun.left]
    is_owned = any(word.tag in _OWNED or word.dep == "poss" for word in before)
    is_doing = noun.dep == "nsubj" and words[noun.head].lemma in _DOING
    if is_owned and (noun.lemma in ANIMALS or noun.lemma in CLOTHES - PLACED or is_doing):
        return True
    return not is_owned and not any(word.low in _DEFINITE for word in before)


def _attribute(words: Sequence[Word], thing: Thing) -> Attribute:
    noun = thing.noun
    core = [*thing.measure, *thing.before]
    has_count = bool(core and thing.predicate and words[core[0]].pos == "NUM")
    count, core = (core[:1], core[1:]) if has_count else ([], core)
    named = f"{_spelled(words, core)} {noun.lemma}" if thing.is_one else ""
    parts = [
        _spelled(words, count),
        _spelled(words, thing.predicate),
        named.strip() or _spelled(words, [*core, noun.at]),
        _spelled(words, thing.after),
        _spelled(words, thing.where),
    ]
    content = tuple(
        noun.lemma if at == noun.at else words[at].normal
        for at in [*count, *thing.predicate, *core, noun.at, *thing.after, *thing.where]
        if words[at].is_content or at == noun.at
    )
    context = tuple(
        word.normal
        for word in words[noun.at + 1 : noun.at + 1 + _CONTEXT]
        if word.is_content and word.normal not in content and _hangs_on(words, word, noun)
    )
    return Attribute(" ".join(filter(None, parts)), noun.lemma, content, context, noun.at)


def _hangs_on(words: Sequence[Word], word: Word, noun: Word) -> bool:
    at = word.at
    while words[at].head != at and at != noun.at:
        at = words[at].head
    return at == noun.at


def _spelled(words: Sequence[Word], places: Sequence[int]) -> str:
    text = ""
    for number, at in enumerate(places):
        word = words[at]
        begins = word.starts and (word.text.istitle() or word.text.isupper())
        text += "the" if word.tag == "PRP$" else word.low if begins else word.text
        is_followed = number + 1 < len(places) and places[number + 1] == at + 1
        text += word.space if is_followed else " "
    return text.strip()
