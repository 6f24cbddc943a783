"""The words of a text as plain values: quicker to ask than spaCy's tokens."""

from dataclasses import dataclass, field

from spacy.tokens import Doc, Token

_AS_WRITTEN = frozenset({"VBN", "VBG"})
_CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV"})
_BEFORE_NOUNS = frozenset({"amod", "compound", "det", "nummod", "poss"})
_LONGEST_HEADING = 3
_EMPTY = frozenset(
    {"very", "so", "too", "rather", "quite", "almost", "nearly", "slightly", "not", "made"}
)


@dataclass(slots=True)
class Word:
    """One token. `head`, `left` and `right` are places of words in the text.

    `normal` is what counts are kept of: the lemma in lower case, participles as they stand.
    """

    at: int
    text: str
    low: str
    normal: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    space: str
    starts: bool
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)

    @property
    def is_content(self) -> bool:
        return self.pos in _CONTENT and self.low not in _EMPTY

    @property
    def is_noun(self) -> bool:
        return self.pos == "NOUN" or self.pos == "PROPN"

    @property
    def is_name(self) -> bool:
        """A capital within a sentence; at its start nobody knows."""
        return self.pos == "PROPN" and not self.starts and self.text[:1].isupper()


def listed(text: str) -> frozenset[str]:
    """The words of a list that is written as a text."""
    return frozenset(text.split())


def words_of(doc: Doc) -> list[Word]:
    """All tokens in their order."""
    words: list[Word] = []
    starts = True
    lines = _lines(doc)
    for token in doc:
        head, dep = _in_line(token, lines)
        low, tag, lemma = token.lower_, token.tag_, token.lemma_.lower()
        words.append(
            Word(
                at=token.i,
                text=token.text,
                low=low,
                normal=low if tag in _AS_WRITTEN else lemma,
                lemma=lemma,
                pos=token.pos_,
                tag=tag,
                dep=dep,
                head=head,
                space=token.whitespace_,
                starts=starts or token.text.isupper(),
            )
        )
        starts = low in (".", "!", "?", ":") or "\n" in low or (starts and not low[:1].isalnum())
    for word in words:
        if word.head > word.at:
            words[word.head].left.append(word.at)
        elif word.head < word.at:
            words[word.head].right.append(word.at)
    return words


def _lines(doc: Doc) -> list[int]:
    """In which entry each token stands: a list of `Eyes: brown` has no sentences."""
    lines: list[int] = []
    line = 0
    for token in doc:
        lines.append(line)
        if "\n" in token.text:
            ahead = doc[token.i + 1 : token.i + _LONGEST_HEADING + 2]
            line += token.text.count("\n") > 1 or any(other.text == ":" for other in ahead)
    return lines


def _in_line(token: Token, lines: list[int]) -> tuple[int, str]:
    """The head and relation of a token, or those it has when its entry ends at the line's end."""
    line = lines[token.i]
    if lines[token.head.i] == line:
        return token.head.i, token.dep_
    if token.dep_ in _BEFORE_NOUNS and token.head.i > token.i:
        end = token.i + 1
        while lines[end] == line and not token.doc[end].is_space:
            end += 1
        if end > token.i + 1:
            return end - 1, token.dep_
    above = token
    while lines[above.i] != line or above is token:
        if above.head.i == above.i:
            return token.i, "ROOT"
        last, above = above, above.head
    return above.i, last.dep_


def content_of(doc: Doc) -> frozenset[str]:
    """The normal forms of the content words."""
    return frozenset(
        token.lower_ if token.tag_ in _AS_WRITTEN else token.lemma_.lower()
        for token in doc
        if token.pos_ in _CONTENT and token.is_alpha
    )
