"""What belongs to a thing: of-phrases, participles behind it, predicates, and where it is."""

from collections.abc import Iterable, Sequence

from monitor.scorers.bluffing.looks import COLOURS, MADE, MATERIALS, SIDES, STATES, STRONG
from monitor.scorers.bluffing.predicates import after_link, predicates
from monitor.scorers.bluffing.things import Thing, are_strong
from monitor.scorers.bluffing.visual import (
    KINDS,
    MEASURES,
    OUTLINES,
    PARTS,
    PLACED,
    POSITIONS,
    SEEN,
    UNSEEN,
)
from monitor.scorers.bluffing.words import Word, listed

_OWNED = frozenset({"PRP$", "POS"})
_WHERE = listed(
    """
    on over across around round at to above below beneath under along down behind through beside
    near in between against
    """
)
_RUN_JOINTS = frozenset({"and", "-", "very"})
_PARTICLES = listed("apart away back down off open out over right shut together up")
_ON = frozenset({"on", "across", "along", "over", "at", "around", "round", "twice"})
_CLOSE = frozenset({"short", "long", "close", "high", "low"})
_LONGEST_PLACE = 4
_LONGEST_OF = 5


def join_belongings(
    words: Sequence[Word], things: dict[int, Thing], depicted: Sequence[bool]
) -> list[Thing]:
    """Write into the things what belongs to them, and return those that stand for themselves.

    `the left one is amber` adds a thing.
    """
    joining = _Joining(words, things)
    for at in sorted(things):
        if at not in joining.used:
            joining.join_behind(things[at])
    ones = joining.join_predicates(depicted)
    for thing in things.values():
        joining.join_place(thing)
    return [thing for at, thing in things.items() if at not in joining.used] + ones


class _Joining:
    """`used` are the places of nouns that became part of another thing."""

    def __init__(self, words: Sequence[Word], things: dict[int, Thing]) -> None:
        self._words = words
        self._things = things
        self.used: set[int] = set()

    def join_behind(self, thing: Thing) -> None:
        """An of-phrase, a material, or a participle with its colour or bare noun."""
        words = self._words
        at = thing.noun.at + 1
        if at + 1 >= len(words):
            return
        said = self._after_is(thing.noun)
        if words[at].low == "of":
            self._join_of(thing, at)
        elif self._is_made(at):
            self._join_material(thing, at)
        elif said and (self._is_made(said) or words[said].low == "of"):
            self._join_material(thing, said)
        elif self._is_finished(said):
            self._join_participle(thing, said)
        elif words[at].tag == "VBG" and words[at + 1].low in COLOURS:
            self._take(thing, [at, at + 1])
        elif words[at].tag == "VBN":
            self._join_participle(thing, at)

    def join_predicates(self, depicted: Sequence[bool]) -> list[Thing]:
        """What is said of a thing with `is`, after a comma or a colon."""
        words = self._words
        ones: list[Thing] = []
        for predicate in predicates(words):
            if not depicted[predicate.words[0]]:
                continue
            self.used.update(at for at in predicate.words if words[at].is_noun)
            noun = words[predicate.noun]
            if predicate.side is not None:
                side = [predicate.side] if words[predicate.side].low in SIDES else []
                ones.append(Thing(noun, side, predicate.words, is_one=True))
                continue
            thing = self._things.get(noun.at)
            if thing is not None and not thing.predicate and predicate.words[0] not in thing.after:
                thing.predicate = predicate.words
        return ones

    def join_place(self, thing: Thing) -> None:
        """`Over the right eye`, `to the waist`; a verb's place only when it has a side."""
        words = self._words
        noun = thing.noun
        if noun.lemma in KINDS:
            return
        end = max([noun.at, *thing.after])
        found = self._place(at for at in noun.right if at == end + 1)
        verb = words[noun.head]
        if not found and verb.pos in ("VERB", "AUX") and self._is_carried(verb, noun):
            others = [at for at in noun.right if words[at].dep == "conj"]
            end = others[0] if others else len(words)
            near = (at for at in [*verb.left, *verb.right] if at < end and self._is_free(verb, at))
            found = self._place(near, needs_side=True)
        thing.where = found
        if found and found[-1] in self._things and not self._things[found[-1]].predicate:
            self.used.add(found[-1])

    def _take(self, thing: Thing, places: list[int]) -> None:
        thing.after = places
        self.used.update(at for at in places if at in self._things)

    def _after_is(self, noun: Word) -> int:
        verb = self._words[noun.head]
        ahead = self._words[noun.at + 1 : noun.at + 5]
        if len(ahead) == 4 and ahead[1].low == "which" and ahead[2].lemma == "be":
            return ahead[3].at
        if noun.dep not in ("nsubj", "nsubjpass") or verb.at < noun.at:
            return 0
        return after_link(self._words, noun.at, verb.at)

    def _is_made(self, at: int) -> bool:
        """Whether `made of` or `woven from` begins there."""
        words = self._words
        return at + 2 < len(words) and words[at].low in MADE and words[at + 1].low in ("of", "from")

    def _is_finished(self, said: int) -> bool:
        """Whether `capped in silver` or `cropped short` begins there."""
        words = self._words
        if not 0 < said < len(words) - 1 or words[said].tag != "VBN":
            return False
        return words[said + 1].low == "in" or words[said + 1].low in _CLOSE

    def _join_material(self, thing: Thing, at: int) -> None:
        reach = range(at + 1, min(at + _LONGEST_OF + 2, len(self._words)))
        inner = next((place for place in reach if place in self._things), None)
        if inner is not None:
            self._take(thing, list(range(at, inner + 1)))

    def _join_of(self, thing: Thing, of: int) -> None:
        words = self._words
        content = self._object_of(of)
        inner = self._things.get(content)
        if inner is None:
            if content > 0 and words[content].low in COLOURS:
                self._join_colour(thing, of, content)
            return
        if content - of > _LONGEST_OF:
            return
        head, lemma = thing.noun.lemma, inner.noun.lemma
        between = words[of + 1 : content]
        is_owned = any(word.tag in _OWNED or word.low == "the" for word in between)
        if head in OUTLINES and head not in MEASURES:
            self.used.add(content)
            return
        seen = lemma in SEEN or lemma in MATERIALS or are_strong(words, inner.before)
        if is_owned or not seen or (head in PARTS and head in POSITIONS):
            return
        if head in MEASURES:
            inner.measure = [*thing.before, thing.noun.at, of]
            self.used.add(thing.noun.at)
        elif head not in UNSEEN and lemma not in UNSEEN and lemma not in KINDS:
            self._take(thing, list(range(of, content + 1)))

    def _join_colour(self, thing: Thing, of: int, colour: int) -> None:
        end = colour + 1
        while end < len(self._words) and self._words[end].low in COLOURS:
            end += 1
        thing.after = list(range(of, end))

    def _join_participle(self, thing: Thing, at: int) -> None:
        """`Dyed silver`, `enamelled in white`, `torn right off`, `filled with letters`."""
        words = self._words
        end = self._end_of_run(at + 1, STRONG | _CLOSE)
        if end > at + 1 and not (end < len(words) and words[end].is_noun):
            self._take(thing, list(range(at, end)))
            return
        end = at + 1
        while end < len(words) and words[end].low in _PARTICLES:
            end += 1
        if end + 1 < len(words) and words[end].low in ("with", "in"):
            after = self._end_of_run(end + 1, COLOURS)
            bare = self._things.get(end + 1)
            if bare is not None and not bare.before and bare.noun.lemma not in UNSEEN:
                after = max(after, end + 2)
            if after > end + 1 and not words[min(after, len(words) - 1)].is_noun:
                self._take(thing, list(range(at, after)))
                return
        is_end = end < len(words) and words[end].pos == "PUNCT" and words[at].low in STRONG
        is_end = is_end or (words[at].low in STATES and words[min(end, len(words) - 1)].low in _ON)
        if end > at + 1 or is_end:
            self._take(thing, list(range(at, end)))

    def _end_of_run(self, start: int, of: frozenset[str]) -> int:
        words = self._words
        end = start
        while end < len(words) and (words[end].low in of or words[end].low in _RUN_JOINTS):
            if end in self._things and self._things[end].before:
                break
            end += 1
        while end > start and words[end - 1].low in _RUN_JOINTS:
            end -= 1
        return end

    def _object_of(self, preposition: int) -> int:
        for at in self._words[preposition].right:
            if self._words[at].dep == "pobj":
                return at
        return -1

    def _is_carried(self, verb: Word, noun: Word) -> bool:
        objects = [at for at in verb.right if self._words[at].dep in ("dobj", "attr")]
        if objects:
            return noun.at == objects[0]
        return noun.dep in ("nsubj", "nsubjpass")

    def _is_free(self, verb: Word, place: int) -> bool:
        """Whether no `with` stands between, whose object the place could be of."""
        return all(word.low != "with" for word in self._words[verb.at : place])

    def _place(self, places: Iterable[int], needs_side: bool = False) -> list[int]:
        words = self._words
        for at in places:
            if words[at].low not in _WHERE or words[at].dep != "prep":
                continue
            part = self._object_of(at)
            if part < 0 or words[part].lemma not in PLACED or part - at > _LONGEST_PLACE:
                continue
            between = words[at + 1 : part]
            if any(word.tag == "POS" or word.is_name for word in between):
                continue
            has_side = any(word.low in SIDES or word.low == "both" for word in between)
            if has_side or (not needs_side and len(between) <= 1):
                return list(range(at, part + 1))
        return []
