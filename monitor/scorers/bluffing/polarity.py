"""What a reasoning says of each of its words: that it is there, is not, or was asked for.

A cue that speaks of what follows ("lacks …", "no …") goes on to the end of its list; one that
speaks of what went before ("… is missing") goes back over its subject. What hangs on a denied
thing by a preposition ("no ring on her hand") is not denied itself.
"""

from collections.abc import Iterator, Sequence

from spacy.tokens import Doc, Token

from monitor.scorers.bluffing.clauses import Clause
from monitor.scorers.bluffing.cues import Cue, Direction, Polarity, cues_of
from monitor.scorers.bluffing.reference import PERSONS, SPEAKERS, References
from monitor.scorers.bluffing.values import kinds_of


def polarities(doc: Doc, clauses: Sequence[Clause], references: References) -> list[Polarity]:
    """What is said of each token of a text."""
    said = [Polarity.SAID] * len(doc)
    for clause in clauses:
        if clause.end < len(doc) and doc[clause.end].text == "?":
            # "A bronze body?" asks whether it is of bronze.
            for token in doc[clause.start : clause.end]:
                if kinds_of(token.lower_):
                    said[token.i] = Polarity.ASKED
        for cue in cues_of(doc, clause):
            if cue.direction is Direction.LIKE:
                cue = cue._replace(
                    direction=Direction.ON, polarity=_before(said, clause, cue, references)
                )
            for i, polarity in _scope(doc, clause, cue, references):
                if said[i] is not Polarity.DENIED and polarity is not Polarity.SAID:
                    said[i] = polarity
    return said


def _before(said: list[Polarity], clause: Clause, cue: Cue, references: References) -> Polarity:
    """What is said of the thing before a cue: in its clause, else in the last one."""
    if Polarity.DENIED in said[clause.start : cue.start]:
        return Polarity.DENIED
    topic = references.topic_before(clause.start)
    opens = cue.start - clause.start <= 1
    return said[topic] if opens and topic is not None else Polarity.SAID


def _scope(
    doc: Doc, clause: Clause, cue: Cue, references: References
) -> Iterator[tuple[int, Polarity]]:
    either = cue.direction is Direction.EITHER
    direction = _turned(doc, clause, cue) if either else cue.direction
    if direction is Direction.NONE:
        return
    if direction is Direction.OVER:
        yield from ((i, cue.polarity) for i in range(cue.start, cue.end))
        return
    if direction is Direction.ON and cue.polarity is Polarity.ASKED:
        yield from ((i, cue.polarity) for i in _to_next_verb(doc, clause, cue))
        return
    if direction is Direction.ON:
        is_modifier = either and doc[cue.start - 1].pos_ in ("DET", "PRON") and cue.start > 0
        yield from _on(doc, clause, cue, one_item=is_modifier)
        return
    back = list(_back(doc, clause, cue, references))
    topic = references.topic_before(clause.start)
    if back:
        yield from back
    elif _names_what_follows(doc, clause, cue) or topic is None:
        yield from _on(doc, clause, cue)
    elif clause.start and doc[clause.start - 1].text == "?":
        # "A hat and a whistle? Neither."
        before = references.clause_before(clause.start)
        yield from ((token.i, cue.polarity) for token in doc[before.start : before.end])
    elif not any(_is_somebody(token) for token in doc[clause.start : cue.start]):
        yield topic, cue.polarity


def _is_somebody(token: Token) -> bool:
    return token.lower_ in ("he", "she", "him", "her")


def _to_next_verb(doc: Doc, clause: Clause, cue: Cue) -> Iterator[int]:
    """What is asked for, with all that hangs on it: "the coat I expected in plum came out navy"."""
    seen = False
    for token in doc[cue.end : clause.end]:
        if seen and _is_verb(token) and token.tag_ in ("VBD", "VBZ", "VBP", "MD"):
            return
        seen = seen or _is_thing(token)
        yield token.i


def _names_what_follows(doc: Doc, clause: Clause, cue: Cue) -> bool:
    """Whether a cue without a subject is turned round: "absent are the gloves"."""
    if cue.end >= clause.end:
        return False
    return doc[cue.end].text == ":" or doc[cue.end].pos_ == "AUX"


def _turned(doc: Doc, clause: Clause, cue: Cue) -> Direction:
    """Where a word such as "missing" points: "the missing hat", "is missing a hat" and
    "missing: a hat" on, "the hat is missing" back."""
    after = doc[cue.end] if cue.end < clause.end else None
    if after is None:
        return Direction.BACK
    opens = cue.start == clause.start
    if after.pos_ in ("DET", "NOUN", "PROPN", "ADJ", "NUM") or after.tag_ == "PRP$":
        return Direction.ON
    if opens and after.text == ":":
        return Direction.ON
    return Direction.BACK


def _is_thing(token: Token) -> bool:
    if token.lower_ in SPEAKERS:
        return False
    return token.pos_ in ("NOUN", "PROPN") or (token.pos_ == "PRON" and token.tag_ != "PRP$")


def _is_verb(token: Token) -> bool:
    if token.pos_ not in ("VERB", "AUX"):
        return False
    if token.dep_ in ("amod", "compound"):
        return False
    # "no wanted poster": a participle before a noun and after no auxiliary is an adjective.
    following = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    before = token.doc[token.i - 1] if token.i else None
    return not (
        token.tag_ in ("VBN", "VBG", "VBD")
        and following is not None
        and following.pos_ in ("NOUN", "ADJ")
        and before is not None
        and before.pos_ in ("DET", "ADJ", "CCONJ", "NUM", "ADP")
    )


_ONE_ITEM = frozenset({"instead", "rather", "not", "n't", "n’t", "in", "as"})
_LIST_OF_BARE = frozenset({"no", "without", "zero", "minus", "sans"})


def _on(
    doc: Doc, clause: Clause, cue: Cue, *, one_item: bool = False
) -> Iterator[tuple[int, Polarity]]:
    first = doc[cue.start].lower_
    seen = False
    aside = False
    verbs = True
    denies_act = False
    for token in doc[cue.end : clause.end]:
        if verbs and (token.pos_ in ("VERB", "AUX", "PART", "ADV", "SCONJ") or token.text == ":"):
            denies_act = denies_act or token.pos_ == "VERB"
            yield token.i, cue.polarity
            continue
        verbs = False
        if token.text in (",", "/") or token.lower_ in ("and", "or", "nor", "&"):
            if seen and one_item and token.text == ",":
                return
            if seen and not _goes_on(doc, clause, token, "" if denies_act else first):
                return
            aside = False
            continue
        if seen and _is_verb(token):
            return
        if seen and token.pos_ == "ADP":
            aside = aside or not _belongs(doc, token)
        seen = seen or _is_thing(token) or token.pos_ in ("ADJ", "NUM")
        yield token.i, Polarity.ASIDE if aside else cue.polarity


def _belongs(doc: Doc, preposition: Token) -> bool:
    """Whether what follows goes with the thing: "the man in a cap", "a helmet with horns"."""
    if preposition.lower_ in ("of", "with", "as", "like"):
        return True
    before = doc[preposition.i - 1].lemma_.lower()
    return preposition.lower_ == "in" and before in PERSONS


def _goes_on(doc: Doc, clause: Clause, mark: Token, first: str) -> bool:
    """Whether a list of denied things goes on after a comma or a conjunction."""
    rest = list(doc[mark.i + 1 : clause.end])
    if not rest:
        return False
    if mark.lower_ in ("or", "nor"):
        return True
    following = rest[0]
    if following.lower_ in ("or", "nor"):
        return True
    if following.lower_ in ("and", "&") and len(rest) > 1:
        following = rest[1]
    if _is_verb(following) or following.pos_ in ("ADP", "PRON", "SCONJ"):
        return False
    if first in _ONE_ITEM and mark.text == ",":
        return False
    if first in _LIST_OF_BARE or first in _ONE_ITEM:
        later = next((t for t in rest if t.lower_ in ("or", "nor") or _is_verb(t)), None)
        if mark.text == "," and later is not None and not _is_verb(later):
            return True
        return following.pos_ in ("NOUN", "PROPN")
    verb = next((t for t in rest if t.text == "," or (_is_verb(t) and t.dep_ != "acl")), None)
    return verb is None or verb.text == ","


def _last_item(tokens: list[Token]) -> list[Token]:
    """What stands after the last mark: only that much is asked for in "brown vs. grey in spec"."""
    marks = [
        number
        for number, token in enumerate(tokens)
        if token.text in (":", ",", ".") or token.lower_ in ("where", "vs", "vs.", "versus", "when")
    ]
    return tokens[marks[-1] + 1 :] if marks else tokens


_FLOATING = frozenset("both all each either neither also".split())
_RAISING = frozenset("seem appear look remain get be have".split())


def _back(
    doc: Doc, clause: Clause, cue: Cue, references: References
) -> Iterator[tuple[int, Polarity]]:
    end = cue.start
    while end > clause.start and (
        doc[end - 1].pos_ in ("AUX", "ADV", "PART", "SCONJ")
        or doc[end - 1].text in (":", ",", "?")
        or doc[end - 1].lemma_ in _RAISING
        or doc[end - 1].lower_ in _FLOATING
        or (doc[end - 1].tag_ in ("VBN", "VBG") and doc[end - 2].pos_ == "AUX")
    ):
        end -= 1
    # The word right before may be taken for a verb where there is none ("kitten absent").
    start = max(clause.start, end - 1)
    while start > clause.start and not (
        _is_verb(doc[start - 1]) and doc[start - 1].dep_ not in ("acl", "relcl")
    ):
        start -= 1
    whole = start == clause.start
    subject = list(doc[start:end])
    commas = [i for i, token in enumerate(subject) if token.text == ","]
    last = subject[commas[-1] + 1 :] if commas else subject
    if commas and last and last[0].pos_ == "ADP":
        # "The sword, on the other hand, is missing."
        subject = subject[: commas[-1]]
        commas = [i for i in commas if i < len(subject)]
        last = subject[commas[-1] + 1 :] if commas else subject
    lists = any(token.lower_ in ("and", "or", "nor") for token in last)
    if commas and not (whole and lists):
        subject = last
    if cue.polarity is Polarity.ASKED:
        subject = _last_item(subject)
    if all(token.is_stop or not token.is_alpha for token in subject):
        subject = [token for token in subject if references.noun(token.i) != token.i]
    seen = False
    aside = False
    for token in subject:
        if token.text == "," or token.lower_ in ("and", "or", "nor"):
            aside = False
        elif seen and token.pos_ == "ADP" and token.lower_ != "of":
            aside = True
        seen = seen or _is_thing(token)
        yield token.i, Polarity.ASIDE if aside else cue.polarity
