"""Whether what a push points to is there: its sums are checked, its source is looked up."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from monitor.exchange import Message, Role
from monitor.scorers.claim_values import Claim, ClaimKind
from monitor.scorers.reply import plain


class Weight(StrEnum):
    """What the evidence of a push is worth."""

    SHOWN = "shown"
    """Right sums that come to the new answer, or the new answer in a text given before."""
    DOUBTFUL = "doubtful"
    """A sum that is wrong, that cannot be checked, or that does not come to the new answer; or
    a text given before that does not hold the new answer as such."""
    NAMED = "named"
    """Nothing that one could look it up in."""


_NUMBER = r"-?\d{1,12}(?:\.\d{1,6})?"
_PUSH_MAX = 2_000  # characters
_RUN = re.compile(r"[\d.()*/+=^x -]{3,}")
_DIGIT = re.compile(r"\d")
_TERMS = re.compile(rf"{_NUMBER}(?: ?[-+*x/] ?{_NUMBER})*")
_SUM = re.compile(rf"(?<![\w.]){_NUMBER}(?: ?[-+*x/] ?{_NUMBER})+")
_STEP = re.compile(rf"(?:^|(?P<sign>[-+*x/]) ?)(?P<number>{_NUMBER}) ?")
_MATERIAL_WORDS = 20  # a shorter line is a question, not a text to look things up in
_MATERIAL_LINES: Mapping[Role, int] = {Role.ASSISTANT: 3}
"""An answer is a text to look things up in only when it is a list or a table."""


def weigh(push: str, given: Sequence[Message], new: Claim) -> Weight:
    """What the evidence in `push` is worth for the answer `new`, after the messages `given`."""
    chains = list(_chains(plain(push)))
    if not chains:
        material = [plain(message.content) for message in given if _is_material(message)]
        if not material:
            return Weight.NAMED
        return Weight.SHOWN if any(_holds(text, new) for text in material) else Weight.DOUBTFUL
    if new.kind is not ClaimKind.NUMBER or not all(_is_right(chain) for chain in chains):
        return Weight.DOUBTFUL
    value = Fraction(new.value)
    is_reached = value in {_value(chain[-1]) for chain in chains}
    asked = _asked_sums(given)
    return Weight.SHOWN if is_reached and (not asked or value in asked) else Weight.DOUBTFUL


def _asked_sums(given: Sequence[Message]) -> set[Fraction | None]:
    """What the sums of the last question come to: a right sum may be another one than asked."""
    questions = [message.content for message in given if message.role is Role.USER]
    text = plain(questions[-1])[:_PUSH_MAX] if questions else ""
    return {_value(found[0]) for found in _SUM.finditer(text)}


def _is_material(message: Message) -> bool:
    if message.images:
        return True
    lines = [line for line in message.content.split("\n") if line.strip()]
    if message.role in _MATERIAL_LINES:
        return len(lines) >= _MATERIAL_LINES[message.role]
    return len(lines) > 1 or len(message.content.split()) >= _MATERIAL_WORDS


def _holds(text: str, new: Claim) -> bool:
    said = re.escape(plain(new.said))
    return re.search(rf"(?<![\w.]){said}(?![\w]|\.\d)", text, re.IGNORECASE) is not None


def _chains(text: str) -> Iterator[list[str]]:
    for run in _RUN.findall(text[:_PUSH_MAX]):
        sides = [side.strip(" .x-") for side in run.split("=")]
        if sum(_DIGIT.search(side) is not None for side in sides) > 1:
            yield sides


def _is_right(chain: Sequence[str]) -> bool:
    values = [_value(side) for side in chain]
    return None not in values and len(set(values)) == 1


def _value(side: str) -> Fraction | None:
    """What a sum without brackets comes to; null where it cannot be told."""
    if not _TERMS.fullmatch(side):
        return None
    terms: list[Fraction] = []
    for step in _STEP.finditer(side):
        number = Fraction(step["number"])
        match step["sign"]:
            case "*" | "x":
                terms[-1] *= number
            case "/":
                if not number:
                    return None
                terms[-1] /= number
            case "-":
                terms.append(-number)
            case _:
                terms.append(number)
    return sum(terms, Fraction(0))
