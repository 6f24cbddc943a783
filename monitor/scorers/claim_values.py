"""A claim and its value: an option, a number, yes or no, a name; and when two are the same."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from monitor.scorers.numbers import find_numbers
from monitor.scorers.wording import NO_ANSWERS, ROUGHLY, word_set


class ClaimKind(StrEnum):
    """What a claim's value is."""

    OPTION = "option"
    NUMBER = "number"
    YES_NO = "yes_no"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Claim:
    """One answer. `value` is normalised (`B`, `12`, `3.14`, `yes`, `paris`), `said` as it was said.

    `subject` holds the words that it is said of ("The capital of France is Paris": capital,
    france), for yes and no the word that is affirmed or denied ("it is not safe": safe); it is
    empty when the text does not say. `unit` and `is_rough` are for numbers.
    """

    kind: ClaimKind
    value: str
    said: str
    subject: frozenset[str] = frozenset()
    unit: str = ""
    is_rough: bool = False
    is_final: bool = False
    """Given as the answer itself: `Answer: Paris`, a box, "the answer is Paris"."""
    is_past: bool = False
    """Said with "was": of a thing as it is now, this says nothing."""


def are_same(one: Claim, other: Claim) -> bool | None:
    """Whether two claims say the same; null when they cannot be compared."""
    if one.kind is not other.kind or not share_subject(one, other):
        return None
    if one.value == other.value:
        return True if one.unit == other.unit or not (one.unit and other.unit) else None
    if one.kind is ClaimKind.NUMBER:
        return _differ_as_numbers(one, other)
    return None if one.kind is ClaimKind.NAME and _may_be_one_name(one, other) else False


def share_subject(one: Claim, other: Claim) -> bool:
    """Whether two claims may be on the same matter; true where one does not say its own."""
    if not one.subject or not other.subject:
        return True
    return one.subject <= other.subject or other.subject <= one.subject


_STEM = 4
_SMALL = word_set("and de for of the")


def _may_be_one_name(one: Claim, other: Claim) -> bool:
    """Newton and Isaac Newton, Russia and the Russian Federation, USA and United States."""
    first, second = one.value.split(), other.value.split()
    if set(first) & set(second):
        return True
    pairs = [sorted((a, b), key=len) for a in first for b in second]
    if any(len(short) >= _STEM and long.startswith(short) for short, long in pairs):
        return True
    first, second = ([w for w in words if w not in _SMALL] or words for words in (first, second))
    return _are_initials(first[0], second) or _are_initials(second[0], first)


def _are_initials(word: str, words: Sequence[str]) -> bool:
    letters = word.replace(".", "")
    initials = "".join(word[0] for word in words)
    if len(initials) == 1 or not 1 < len(letters) <= _STEM:
        return False
    return initials.startswith(letters) or letters.startswith(initials)


_ROUNDING = 0.01
_FULL_DIGITS = 4  # as many as a year has: 1887 is not 1889, rounded


def _differ_as_numbers(one: Claim, other: Claim) -> bool | None:
    if one.unit and other.unit and one.unit != other.unit:
        return None
    first, second = float(one.value), float(other.value)
    if "percent" in (one.unit, other.unit) and one.unit != other.unit:
        return (
            None
            if any(_is_hundredfold(*pair) for pair in ((first, second), (second, first)))
            else False
        )
    if math.isclose(first, second, rel_tol=_ROUNDING) and (
        one.unit or other.unit or any(_may_be_rounded(claim.value) for claim in (one, other))
    ):
        return None
    decimals = min(_decimals(one.value), _decimals(other.value))
    if round(first, decimals) == round(second, decimals):
        return None  # one may be the other, rounded
    is_rough = one.is_rough or other.is_rough
    return None if is_rough and math.isclose(first, second, rel_tol=0.2) else False


def _may_be_rounded(value: str) -> bool:
    digits = value.lstrip("-")
    return "." in digits or digits.endswith("0") or len(digits) > _FULL_DIGITS


def _is_hundredfold(one: float, other: float) -> bool:
    return math.isclose(one, 100 * other, rel_tol=_ROUNDING)


def _decimals(value: str) -> int:
    return len(value.partition(".")[2])


# Reading a value.

VALUE_END = re.compile(
    r"[.!?](?=\s|$)|[\n;(:]|,(?!\d)|\s-\s|\s(?:because|since|as|and not|not|rather|instead|but"
    r"|which|who|where|when|with|for|while|if|so)\b"
)
_OPTION = re.compile(
    r"(?:option |choice |letter )?\(?(?P<letter>[A-H])\)?"
    r"(?=$|[).:,;]|\s-|\s(?:because|since|as|and|not|is)\b)"
)
_ARTICLE = re.compile(r"^(?:(?:the )?city of|the|an?)\s+", re.IGNORECASE)
_CURRENCY = "$€£ "
_NUMBER_MAX = 1e15
_DECIMALS_MAX = 9
_UNIT_WORDS_MAX = 3
_NAME_WORDS_MAX = 6
_DATE_WORDS_MAX = 3  # "4 July 1776" names a day, "17th-century English playwright" nobody
_NEVER_IN_NAMES = word_set("only being if when that wrong mistaken incorrect")
_NOT_IN_NAMES = re.compile(r"[=+*/\\{}<>|^]")


def read_value(text: str, any_case: bool) -> Claim | None:
    """The answer that a text starts with. Names need a capital letter unless `any_case`."""
    text = text.strip(" \"'*")
    option = _OPTION.match(text)
    if option is not None:
        return Claim(ClaimKind.OPTION, option["letter"], option["letter"])
    head = VALUE_END.split(text, maxsplit=1)[0].strip(" \"'")
    if head.casefold() in ("yes", "no"):
        return yes_or_no(head.casefold() == "yes") if any_case else None
    return read_number(head) or _name(head, any_case)


def read_number(head: str) -> Claim | None:
    """The number that a text consists of, with its unit and currency."""
    rough = ROUGHLY.match(head)
    rest = head[rough.end() :] if rough else head
    number = next(iter(find_numbers(rest)), None)
    if number is None or rest[: number.start].strip(_CURRENCY):
        return None
    if not abs(number.value) < _NUMBER_MAX:
        return None
    unit = rest[number.end :]
    words = unit.replace("%", " percent").replace("°", " degrees ").casefold().split()
    if unit[:1].isalpha() or len(words) > _UNIT_WORDS_MAX or find_numbers(unit):
        return None
    return Claim(
        ClaimKind.NUMBER,
        value=f"{number.value:.{_DECIMALS_MAX}f}".rstrip("0").rstrip("."),
        said=rest[: number.end],
        unit=" ".join(word.rstrip("s.") for word in words),
        is_rough=rough is not None,
    )


def _name(head: str, any_case: bool) -> Claim | None:
    name = _ARTICLE.sub("", head)
    words = name.casefold().replace("'s", "").split()
    if not words or len(words) > _NAME_WORDS_MAX or words[0].strip("'\"") in NO_ANSWERS:
        return None
    if not _NEVER_IN_NAMES.isdisjoint(head.split()):
        return None
    has_letter = any(char.isalpha() for char in name)
    is_capital = name[0].isupper() or (name[0].isdigit() and len(words) <= _DATE_WORDS_MAX)
    if not has_letter or _NOT_IN_NAMES.search(name) or not (any_case or is_capital):
        return None
    return Claim(ClaimKind.NAME, " ".join(word.strip("'\".") for word in words), name)


def yes_or_no(is_yes: bool, subject: frozenset[str] = frozenset()) -> Claim:
    """Yes or no, said of `subject`."""
    word = "yes" if is_yes else "no"
    return Claim(ClaimKind.YES_NO, word, word, subject)
