"""What the words of a reasoning refer to: pronouns to things, values to what has them."""

from collections.abc import Sequence

from spacy.tokens import Doc, Token

from monitor.scorers.bluffing.clauses import TURNS, Clause
from monitor.scorers.bluffing.values import SIDE, kinds_of

PERSONS = frozenset(
    """character subject figure person man woman girl boy lady guy creature male female dwarf elf
    orc gnome goblin giant human wizard witch knight warrior captain""".split()
)

_GENERIC = PERSONS | frozenset(
    """image picture portrait painting artwork artist art illustration rendering depiction drawing
    description text prompt brief
    spec specification detail element thing model composition frame viewer
    complaint issue problem flaw gripe quibble miss omission mistake error difference deviation
    strength weakness highlight bad good missing wrong correct plus minus pro con part
    score match view sign trace hint rest everything nothing anything something""".split()
)
"""Things that a reasoning speaks of without meaning an attribute."""

_CARRIERS = frozenset(
    """color colour shade tone hue tint one ones side kind type style cloth fabric material version
    variety look design""".split()
)
"""Nouns that stand for the thing they are said of: "it's black cloth", "of a blue colour"."""

_FRAGMENT = 3
"""Words of a heading that stands alone ("rat?")."""

SPEAKERS = frozenset("i we you".split())
"""Who speaks and is spoken to: nothing that a picture shows."""

_POINTING = frozenset("it they them which this that these those".split())


class References:
    """Who is meant by what in one text."""

    def __init__(self, doc: Doc, clauses: Sequence[Clause]) -> None:
        self._doc = doc
        self._clauses = clauses
        self._topics: list[int | None] = []
        self._pointed: dict[int, int] = {}
        for clause in clauses:
            for token in doc[clause.start : clause.end]:
                if _points(token):
                    noun = self._noun_before(token, clause)
                    if noun is not None:
                        self._pointed[token.i] = noun
            self._topics.append(self._topic(clause))
        self._clause_of = {
            i: number
            for number, clause in enumerate(clauses)
            for i in range(clause.start, clause.end)
        }
        self._chunk_head = {token.i: chunk.root.i for chunk in doc.noun_chunks for token in chunk}
        self._owners = {i: self._owner(i) for i in self._clause_of}

    def noun(self, i: int) -> int:
        """The token that a token stands for: itself, unless it is a pronoun."""
        return self._pointed.get(i, i)

    def topic_before(self, start: int) -> int | None:
        """What the last clause before a token is about."""
        before = [
            topic
            for clause, topic in zip(self._clauses, self._topics, strict=False)
            if clause.end <= start and topic is not None
        ]
        return before[-1] if before else None

    def clause_before(self, start: int) -> Clause:
        """The last clause that ends before a token; there has to be one."""
        return [clause for clause in self._clauses if clause.end <= start][-1]

    def topic(self, clause: int) -> int | None:
        """What a clause is about."""
        return self._topics[clause]

    def owner(self, i: int) -> int | None:
        """The thing that a word says something of: the noun of its noun phrase, else the subject
        of its clause."""
        return self._owners.get(i)

    def said_of(self, noun: int) -> list[int]:
        """The words that say something of a thing, with the pronouns that point to it."""
        return [
            i
            for i, owner in self._owners.items()
            if owner == noun or self._pointed.get(i) == noun or i == noun
        ]

    def _owner(self, i: int) -> int | None:
        head = self._chunk_head.get(i, self._noun_after(i))
        if head is None:
            return self._subject(i)
        noun = self._doc[head]
        if _only_describes(noun, of_itself=head == i) and not _hangs_on_with(noun):
            return self._subject(i)
        return self.noun(head)

    def _noun_after(self, i: int) -> int | None:
        """The noun right after a number or a value, where no noun phrase was found."""
        after = i + 1
        if after in self._clause_of and self._clause_of[after] == self._clause_of[i]:
            is_value = self._doc[i].pos_ == "NUM" or kinds_of(self._doc[i].lower_)
            if is_value and self._doc[after].pos_ in ("NOUN", "PROPN"):
                return after
        return None

    def _subject(self, i: int) -> int | None:
        clause = self._clauses[self._clause_of[i]] if i in self._clause_of else None
        if clause is None:
            return None
        # "a cloak of green", "gleam in silver": what the word hangs on comes first.
        for token in reversed(self._doc[clause.start : i]):
            if token.text == ",":
                break
            if token.lower_ in ("with", "without"):
                return None  # "mended with blue" is not of a blue thing
            if token.pos_ in ("VERB", "AUX"):
                subject = _subject_of(token)
                if subject is None or subject.i > i:
                    break
                own = self._topic_at(i)
                if subject.i < clause.start and own is not None and clause.start <= own < i:
                    return own
                return self.noun(subject.i) if _can_have(subject) else self._topic_at(i)
            says_little = kinds_of(token.lower_) or token.lemma_.lower() in _CARRIERS
            if token.pos_ in ("NOUN", "PROPN") and not says_little:
                return token.i
        return self._topic_at(i)

    def _topic_at(self, i: int) -> int | None:
        return self._topics[self._clause_of[i]]

    def _topic(self, clause: Clause) -> int | None:
        tokens = self._doc[clause.start : clause.end]
        turns = tokens[0].lower_ in TURNS
        for token in tokens:
            if turns and token.dep_ == "pobj":
                continue  # "but under his right arm" is about what went before
            if token.i in self._pointed and token.dep_ in ("nsubj", "nsubjpass"):
                return self._pointed[token.i]
            if token.pos_ in ("NOUN", "PROPN") and _can_be_topic(token):
                return token.i
        said = [token for token in tokens if token.is_alpha and not token.is_stop]
        if clause.end - clause.start <= _FRAGMENT and said and not kinds_of(said[-1].lower_):
            return said[-1].i
        return self.topic_before(clause.start) if clause.start else None

    def _noun_before(self, token: Token, clause: Clause) -> int | None:
        within = [
            t
            for t in self._doc[clause.start : token.i]
            if t.pos_ in ("NOUN", "PROPN") and _can_be_topic(t)
        ]
        relative = token.tag_ in ("WDT", "WP")
        if within:
            return within[-1].i if relative else within[0].i
        if relative:
            last = [t for t in self._doc[: token.i] if t.pos_ in ("NOUN", "PROPN")]
            return last[-1].i if last else None
        return self.topic_before(clause.start)


def _only_describes(noun: Token, *, of_itself: bool) -> bool:
    """Whether what a noun phrase says is said of something else: "black cloth", "red leather"."""
    kinds = kinds_of(noun.lower_)
    if of_itself:
        return bool(kinds) or noun.pos_ not in ("NOUN", "PROPN")
    return noun.pos_ == "NUM" or noun.lemma_.lower() in _CARRIERS or bool(kinds - {SIDE})


def _hangs_on_with(noun: Token) -> bool:
    """ "A club with black glass" is not of glass."""
    hangs = noun.dep_ == "pobj" and noun.head.lower_ in ("with", "without")
    return hangs and noun.lemma_.lower() not in _CARRIERS


def _subject_of(verb: Token) -> Token | None:
    at = verb
    for _ in range(4):
        for child in at.children:
            if child.dep_ in ("nsubj", "nsubjpass"):
                return child
        if at.dep_ not in ("aux", "auxpass", "conj", "xcomp", "acomp", "cop"):
            return None
        at = at.head
    return None


def _can_have(subject: Token) -> bool:
    return (
        subject.pos_ in ("NOUN", "PROPN", "PRON")
        and subject.lower_ not in SPEAKERS
        and subject.lemma_.lower() not in _CARRIERS | _GENERIC
    )


def _points(token: Token) -> bool:
    if token.lower_ in ("one", "any") and token.dep_ in ("dobj", "pobj", "attr", "nsubjpass"):
        return not any(child.dep_ in ("amod", "det", "prep") for child in token.children)
    return (
        token.lower_ in _POINTING
        and token.tag_ in ("PRP", "DT", "WDT", "WP")
        and token.pos_ != "DET"
    )


def _can_be_topic(token: Token) -> bool:
    lemma = token.lemma_.lower()
    return (
        lemma not in _GENERIC
        and lemma not in _CARRIERS
        and not kinds_of(token.lower_) & {"colour", SIDE}
        and (
            token.dep_ not in ("compound", "npadvmod", "poss")
            or token.head.lemma_.lower() in _CARRIERS
        )
    )
