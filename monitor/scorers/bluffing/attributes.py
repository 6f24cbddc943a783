"""The visual attributes of a description: things that are seen, with what is said of them."""

from collections.abc import Iterator, Sequence
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
    UNSEEN_STATES,
    WEAK,
)
from monitor.scorers.bluffing.things import Thing, are_strong, things_of
from monitor.scorers.bluffing.visual import (
    ANIMALS,
    FANTASTIC,
    ITEMS,
    KINDS,
    MARKS,
    OUTLINES,
    PARTS,
    POSITIONS,
    SEEN,
    UNSEEN,
)
from monitor.scorers.bluffing.words import Word, words_of

_OWNED = frozenset({"PRP$", "POS"})
_DEFINITE = frozenset({"the", "that", "this", "each", "every", "any"})
_AIMS = frozenset({"at", "for", "about", "to", "against"})
_DOING = SHOWING - {"be", "have"}
_NO_HEADS = OUTLINES | {"side", "half"}


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something seen. `at` is its place in the text; the rest is as in `Phrase`."""

    text: str
    head: str
    words: tuple[str, ...]
    at: int


def attributes_of(doc: Doc) -> list[Attribute]:
    """All visual attributes in their order, duplicates among them."""
    words = words_of(doc)
    if not words:
        return []
    seen = depicted(words)
    things = join_belongings(words, things_of(words), seen)
    found = [
        _attribute(words, thing)
        for thing in things
        if (thing.is_one or seen[thing.noun.at]) and _is_visual(words, thing)
    ]
    taken = {at for thing in things for at in thing.predicate}
    found += _of_persons([word for word in words if seen[word.at] and word.at not in taken])
    return sorted(found, key=lambda attribute: attribute.at)


def _of_persons(words: Sequence[Word]) -> Iterator[Attribute]:
    for word in words:
        if word.low in OF_PERSONS and (word.dep != "amod" or word.head < word.at):
            text, head = OF_PERSONS[word.low]
            yield Attribute(text, head, (text.split()[0], head), word.at)


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
        return _is_shown(words, noun) and _may_stand_alone(words, noun)
    if lemma in COLOURS and noun.dep == "attr":
        return False
    if is_strong or lemma in MATERIALS:
        return is_strong
    if any(words[at].lemma in FANTASTIC for at in thing.before):
        return _is_what_it_is(words, noun)
    return any(words[at].low in WEAK for at in said) and _is_worn(words, noun)


def _is_shown(words: Sequence[Word], noun: Word) -> bool:
    """Whether no verb, or one of wearing, holding and being somewhere, stands above."""
    verb = governing_verb(words, noun)
    if verb is None or noun.dep in ("nsubj", "nsubjpass"):
        return True
    return verb.lemma in SHOWING or verb.lemma in ATTACHED


def _is_worn(words: Sequence[Word], noun: Word) -> bool:
    """The same for a noun that is in no list: more is asked."""
    verb = governing_verb(words, noun)
    if verb is None or verb.lemma not in SHOWING or verb.lemma in ("have", "be"):
        return False
    return noun.dep in ("dobj", "pobj", "conj", "nsubj")


def _is_what_it_is(words: Sequence[Word], noun: Word) -> bool:
    """Whether a noun stands where a text says what somebody is."""
    if noun.dep in ("attr", "appos", "ROOT"):
        return True
    return noun.dep == "pobj" and words[noun.head].low == "as"


def _is_met(words: Sequence[Word], noun: Word) -> bool:
    """Whether somebody else is in the picture: `a ghost follows her`."""
    is_new = any(words[at].low in ("a", "an", "another") for at in noun.left)
    return is_new and _is_shown(words, noun)


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
    if is_owned and (noun.lemma in ANIMALS or is_doing):
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
    return Attribute(" ".join(filter(None, parts)), noun.lemma, content, noun.at)


def _spelled(words: Sequence[Word], places: Sequence[int]) -> str:
    text = ""
    for number, at in enumerate(places):
        word = words[at]
        begins = word.starts and (word.text.istitle() or word.text.isupper())
        text += "the" if word.tag == "PRP$" else word.low if begins else word.text
        is_followed = number + 1 < len(places) and places[number + 1] == at + 1
        text += word.space if is_followed else " "
    return text.strip()
