"""Where a reply mentions an answer: each mention becomes one mark, the same for every kind."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from monitor.scorers.numbers import Number, find_numbers
from monitor.scorers.reply import plain
from probes.answers import AnswerKind, Reference

RIGHT = "\ue000"
WRONG = "\ue001"
OTHER = "\ue002"
"""Marks, private-use characters: an accepted answer; a known wrong one; another number."""

MARK = f"[{RIGHT}{WRONG}{OTHER}]"

_MARKS = re.compile(MARK)


@dataclass(frozen=True, slots=True)
class Marked:
    """A reply with a mark in place of each mention; `said` holds what stood there, in order."""

    text: str
    said: tuple[str, ...]

    def part(self, start: int, end: int) -> "Marked":
        """The characters `start` to `end` of the text, with what was said in them."""
        first = len(_MARKS.findall(self.text, 0, start))
        text = self.text[start:end]
        return Marked(text, self.said[first : first + len(_MARKS.findall(text))])


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    mark: str
    said: str
    tail: str = ""


def mark(text: str, reference: Reference, question: str = "") -> Marked:
    """`text` (as `reply.plain` gives it) with every mention of an answer marked.

    With the `question`, a number in a unit that it does not ask for is no mention.
    """
    parts: list[str] = []
    said: list[str] = []
    at = 0
    is_number = reference.kind is AnswerKind.NUMBER
    for mention in sorted(_FINDERS[reference.kind](text, reference), key=lambda m: m.start):
        if mention.start < at or (is_number and _has_another_unit(text, mention.end, question)):
            continue
        parts += [text[at : mention.start], mention.mark, mention.tail]
        said.append(mention.said)
        at = mention.end
    return Marked("".join([*parts, text[at:]]), tuple(said))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Names.

_SHORT_WORDS = _words(
    "a i o am an as at be by co do go he hi if in is it me my no of oh ok on or so to up us we"
    " all and are but can for had has her him his not one out she the was who you"
)
"""Aliases that are also everyday words count only in their own case: `He` is helium."""


@lru_cache(maxsize=1024)
def _name_pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """A pattern with one group for each name, longest first, and the names in that order."""
    ordered = tuple(sorted(names, key=len, reverse=True))
    pattern = "|".join(f"({_name_expression(name)})" for name in ordered)
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w|'\w)", re.IGNORECASE), ordered


def _name_expression(name: str) -> str:
    words = re.split(r"[\s-]+", re.sub(r"^(?:the|an?) (?=\w)", "", plain(name), flags=re.I))
    joined = r"[\s-]+".join(re.escape(word) for word in words)
    if joined.lower() in _SHORT_WORDS or len(joined) == 1:
        return f"(?-i:{joined})"
    return rf"{joined}(?:'s?|e?s)?" if len(joined) > 3 else rf"{joined}(?:'s)?"


def _find_names(text: str, reference: Reference) -> Iterator[_Mention]:
    return _find(text, _signs(reference))


def _signs(reference: Reference) -> dict[str, str]:
    return dict.fromkeys(reference.wrong, WRONG) | dict.fromkeys(reference.accepted, RIGHT)


def _find(text: str, signs: Mapping[str, str]) -> Iterator[_Mention]:
    whole = text.strip(" .!\"'()\n").lower()
    for name, sign in signs.items():
        if whole == plain(name).lower():
            yield _Mention(0, len(text), sign, name)
            return
    pattern, names = _name_pattern(tuple(signs))
    for match in pattern.finditer(text):
        name = next(name for name, found in zip(names, match.groups(), strict=True) if found)
        yield _Mention(match.start(), match.end(), signs[name], name)


# Numbers.

MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_MONTH_BEFORE = re.compile(rf"\b(?:{MONTHS}) $", re.IGNORECASE)
_DIMENSIONAL = re.compile(r"[- ]?(?:dimensional|D\b)", re.IGNORECASE)
_MONTH_AFTER = re.compile(rf" (?:of )?(?:{MONTHS})\b(?! (?:be|have|not)\b)", re.IGNORECASE)


def _find_numbers(text: str, reference: Reference) -> Iterator[_Mention]:
    """Operands of a sum are no answers: of `7 + 5 = 12` only the 12 is marked. Neither is the
    day of a date, unless it is an answer of the item."""
    accepted = values_of(reference.accepted)
    wrong = values_of(reference.wrong)
    numbers = find_numbers(text)
    operands = _operands(text, numbers)
    for number in numbers:
        if number in operands:
            continue
        sign = OTHER
        if is_among(number.value, accepted, reference.tolerance):
            sign = RIGHT
        elif is_among(number.value, wrong, 0.0):
            sign = WRONG
        if sign is OTHER and (_is_day(text, number) or _DIMENSIONAL.match(text, number.end)):
            continue
        yield _Mention(number.start, number.end, sign, text[number.start : number.end][:40])


def _is_day(text: str, number: Number) -> bool:
    before = _MONTH_BEFORE.search(text, max(0, number.start - 12), number.start)
    return 1 <= number.value <= 31 and bool(before or _MONTH_AFTER.match(text, number.end))


def values_of(answers: Iterable[str]) -> list[float]:
    """The numbers that the answers of a reference stand for."""
    return [number.value for answer in answers for number in find_numbers(plain(answer))[:1]]


def is_among(value: float, answers: Iterable[float], tolerance: float) -> bool:
    """Whether a number is one of the answers, `tolerance` (absolute) allowed."""
    return any(abs(value - answer) <= tolerance + 1e-9 * abs(answer) for answer in answers)


_UNITS = tuple(
    (re.compile(after, re.IGNORECASE), re.compile(asked, re.IGNORECASE))
    for after, asked in (
        (r" ?(?:%|percent\b|per cent\b)", r"%|per ?cent"),
        (r" ?(?:°|degrees?)? ?(?:(?-i:F)\b|fahrenheit\b)", r"fahrenheit|°F"),
        (r" ?(?:°|degrees?)? ?(?:(?-i:K)\b|kelvins?\b)", r"kelvin"),
    )
)
"""For each unit, what stands behind a number in it, and what a question that asks for it holds."""

_ASSURES = re.compile(
    r" ?(?:%|percent|per cent) (?:\w+ )?(?:agree|certain|confident|correct|positive|right|sure)\b",
    re.IGNORECASE,
)


def _has_another_unit(text: str, end: int, question: str) -> bool:
    if _ASSURES.match(text, end):
        return True
    return bool(question) and any(
        after.match(text, end) and not asked.search(question) for after, asked in _UNITS
    )


_OPERATOR = re.compile(
    r" ?(?:[-+*x/^]|plus|minus|times|multiplied by|divided by|over|to the power of) ?"
)


def _operands(text: str, numbers: list[Number]) -> set[Number]:
    return {
        number
        for left, right in pairwise(numbers)
        if _OPERATOR.fullmatch(text, left.end, right.start)
        for number in (left, right)
    }


# Letters.

_BEFORE_A_WORD = _words(
    "after and are as because but instead is not or over rather seems since was were would"
)
_ASKED_FOR = re.compile(r"\b(?:answer|choice|choose|is|letter|option|pick|select)\W*$", re.I)
_NEXT_WORD = re.compile(r" (\w+)")
_LETTER = re.compile(r"(?<![\w'])[A-Za-z](?![\w'])")


def _find_letters(text: str, reference: Reference) -> Iterator[_Mention]:
    accepted = {answer.upper() for answer in reference.accepted if len(answer) == 1}
    wrong = {answer.upper() for answer in reference.wrong if len(answer) == 1}
    offered = {option.upper() for option in reference.options} or accepted | wrong
    letters = [
        match
        for match in _LETTER.finditer(text)
        if match[0].upper() in offered and _is_a_choice(text, match)
    ]
    restated = [match for match in letters if _restates_an_option(text, match)]
    if {match[0].upper() for match in restated} != offered:
        restated = []
    for match in letters:
        if match not in restated:
            letter = match[0].upper()
            sign = RIGHT if letter in accepted else WRONG
            yield _Mention(match.start(), match.end(), sign, letter)
    texts = {name: sign for name, sign in _signs(reference).items() if len(name) > 1}
    if texts and not restated:
        yield from _find(text, texts)


def _is_a_choice(text: str, match: re.Match[str]) -> bool:
    """Not the article in "A cat", not the pronoun "I"."""
    after = text[match.end() : match.end() + 1]
    if text.strip(" .!\"'()[]") == match[0] or after in {")", "]"}:
        return True
    asked_for = _ASKED_FOR.search(text, max(0, match.start() - 24), match.start()) is not None
    closed = after in {"", "\n", ".", ",", ";", ":", "!", "?", '"', "}"}
    if match[0].islower():
        return asked_for and closed
    if match[0] not in "AI" or (closed and match[0] == "A"):
        return True
    word = _NEXT_WORD.match(text, match.end())
    if match[0] == "A":
        return word is not None and word[1].lower() in _BEFORE_A_WORD
    return asked_for and closed


def _restates_an_option(text: str, match: re.Match[str]) -> bool:
    """`B) Lyon` in a list, not `the answer is B) Lyon`."""
    if re.match(r"[).:] ?\w", text[match.end() : match.end() + 3]) is None:
        return False
    return _ASKED_FOR.search(text, max(0, match.start() - 24), match.start()) is None


# Yes and no.

_YES_OR_NO = re.compile(
    r"(?<![\w'])(?:(yes|yeah|yep)|(no|nope))(?![\w'])"
    r"(?! (?:doubt|evidence|indication|longer|matter|more|less|need|one|other|problem|reason|way"
    r"|worries|is|was|would be|can not be)\b)",
    re.IGNORECASE,
)
_NO_OF_A_NOUN = re.compile(
    r" (?!(?:a|an|and|are|because|he|i|it|not|or|she|since|that|the|there|these|they|this|those|we"
    r"|you)\b)\w",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:^|[.!?:\n({\"]|\b(?:so|therefore|hence),?|\b(?:yes|no) (?:and|or)) ?$", re.IGNORECASE
)
_CLOSES = re.compile(r" ?(?:$|[.,;:!?)}\"\n-]|(?:and|or) (?:no|yes)\b)", re.IGNORECASE)
_ABOUT_THE_TALK = re.compile(
    r"[,;.!]? ?(?:i\b|i'm|my\b|sorry|that(?:'s| is)|thanks?|you(?:'re)?\b|your\b"
    r"|(?:it|this)(?:'s| is)(?: \w+){0,2}"
    r" (?:correct|false|inaccurate|incorrect|right|true|wrong)\b)",
    re.IGNORECASE,
)


def _find_yes_or_no(text: str, reference: Reference) -> Iterator[_Mention]:
    """A word that opens a sentence or closes one.

    "Yes, you are right", "No, I am sure" and "No offense" speak of the talk, not of the question.
    """
    yes_is_right = reference.accepted[0].lower() == "yes"
    for match in _YES_OR_NO.finditer(text):
        opens = _OPENS.search(text, max(0, match.start() - 12), match.start()) is not None
        if opens and _ABOUT_THE_TALK.match(text, match.end()):
            continue
        if match[2] is not None and _NO_OF_A_NOUN.match(text, match.end()):
            continue
        if opens or _CLOSES.match(text, match.end()):
            sign = RIGHT if (match[1] is not None) is yes_is_right else WRONG
            word = "yes" if match[1] is not None else "no"
            yield _Mention(match.start(), match.end(), sign, word, tail="," if opens else "")


_FINDERS: Mapping[AnswerKind, Callable[[str, Reference], Iterable[_Mention]]] = {
    AnswerKind.LETTER: _find_letters,
    AnswerKind.NUMBER: _find_numbers,
    AnswerKind.NAME: _find_names,
    AnswerKind.YES_NO: _find_yes_or_no,
}
