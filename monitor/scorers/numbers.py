"""Numbers in English text: digits, separators, fractions, powers of ten, and small words."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands at `start` to `end` of a text."""

    start: int
    end: int
    value: float


_DIGITS = re.compile(
    r"""
    (?<!\w)(?<!\d[.,])(?<![A-Za-z)]\^)      # not the 2 of H2, 1.2 or x^2
    (?P<sign>(?<!\))-)?
    (?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?:\ \d{3})+(?!\d)|\d+)
    (?P<decimals>\.\d+)?
    (?:/(?P<below>\d{1,9})(?!\s?=))?
    (?:e(?P<e>[+-]?\d{1,3})|\s?[x*]\s?10\s?\^\s?\{?(?P<power>[+-]?\d{1,3})\}?)?
    (?![\d])(?!(?:st|nd|rd|th)\b)
    (?:[\ -](?P<scale>dozen|hundred|thousand|million|billion)\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)

_LIST_MARKER = re.compile(r"^\(?(\d{1,2})[.)] (?=\S)", re.MULTILINE)

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Mapping[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * tens for tens, word in enumerate(_TENS, start=2)},
}
_SCALES: Mapping[str, int] = {
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
}
_ANY_WORD = "|".join([*_WORDS, *_SCALES])
_WORD_RUN = re.compile(
    rf"(?<![\w'])(?:{_ANY_WORD})(?:(?: |-| and )(?:{_ANY_WORD})){{0,7}}(?![\w'])", re.IGNORECASE
)
# "one" as a pronoun is no number.
_PRONOUN_BEFORE = re.compile(
    r"\b(?:another|any|each|every|no|only|other|some|that|the|this|which) $", re.IGNORECASE
)
_PRONOUN_AFTER = re.compile(
    r" (?:another|can|could|must|of|or|should|that|thing|who|would)\b", re.IGNORECASE
)


def find_numbers(text: str) -> list[Number]:
    """Every number of `text`, in order; ordinals and the markers of a list are left out."""
    markers = _list_markers(text)
    found = [number for number in _find_digits(text) if number.start not in markers]
    taken = {number.end for number in found}
    # The million of "2 million" is part of the digits' number already.
    found += [number for number in _find_words(text) if number.end not in taken]
    return sorted(found, key=lambda number: number.start)


def _find_digits(text: str) -> Iterator[Number]:
    for match in _DIGITS.finditer(text):
        digits = re.sub("[, ]", "", match["whole"]) + (match["decimals"] or "")
        value = float(f"{match['sign'] or ''}{digits}e{match['e'] or match['power'] or 0}")
        if match["below"] is not None and float(match["below"]):
            value /= float(match["below"])
        scale = _SCALES[match["scale"].lower()] if match["scale"] else 1
        yield Number(match.start(), match.end(), value * scale)


def _list_markers(text: str) -> set[int]:
    """Where the numbers of an enumeration stand: 1. and 2. and so on, each opening a line."""
    found = {int(match[1]): match.start(1) for match in _LIST_MARKER.finditer(text)}
    return set(found.values()) if {1, 2} <= found.keys() else set()


def _find_words(text: str) -> Iterator[Number]:
    for match in _WORD_RUN.finditer(text):
        words = re.split("[ -]", match[0].lower())
        if words == ["one"] and _is_pronoun(text, match):
            continue
        value = _value(words)
        if value is not None:
            yield Number(match.start(), match.end(), float(value))


def _is_pronoun(text: str, match: re.Match[str]) -> bool:
    before = _PRONOUN_BEFORE.search(text, max(0, match.start() - 12), match.start())
    return before is not None or _PRONOUN_AFTER.match(text, match.end()) is not None


def _value(words: list[str]) -> int | None:
    """None when the words do not make one number ("nine ten eleven")."""
    total = current = 0
    room = 1_000
    for before, word in pairwise(["", *words]):
        if word == "and":
            if before not in _SCALES:
                return None
        elif word in _SCALES:
            scale = _SCALES[word]
            current = (current or 1) * scale
            if scale > 100:
                total, current = total + current, 0
            room = 100
        else:
            value = _WORDS[word]
            if value >= room:
                return None
            current += value
            room = 10 if value >= 20 else 0
    return total + current
