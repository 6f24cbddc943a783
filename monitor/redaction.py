"""The one step that all text passes before it is written on: personal data and secrets go out.

Each is replaced by a placeholder such as `[EMAIL_1]`; the same value has the same placeholder
throughout a conversation. Time grows with the length of the text, whatever it holds.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from monitor.exchange import Message, ToolCall


class _Find(NamedTuple):
    """A stretch of text to replace; `value` is what makes two finds the same."""

    start: int
    end: int
    kind: str
    value: str


class _Placeholders:
    """The placeholders of one conversation, numbered as the values come up."""

    def __init__(self) -> None:
        self._numbers: dict[str, dict[str, int]] = {}

    def name(self, find: _Find) -> str:
        numbers = self._numbers.setdefault(find.kind, {})
        return f"[{find.kind}_{numbers.setdefault(find.value, len(numbers) + 1)}]"

    def apply(self, text: str) -> str:
        pieces: list[str] = []
        done = 0
        for find in sorted(_finds(text), key=lambda find: (find.start, -find.end)):
            if find.start < done:
                # A find that starts inside another and goes on behind it leaves no rest.
                done = max(done, find.end)
                continue
            pieces += [text[done : find.start], self.name(find)]
            done = find.end
        return "".join([*pieces, text[done:]]) if pieces else text


def redact(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages of one conversation, without personal data and secrets.

    Texts, arguments of tool calls and addresses of images are all gone through.
    """
    placeholders = _Placeholders()
    return tuple(_redacted(message, placeholders) for message in messages)


def _redacted(message: Message, placeholders: _Placeholders) -> Message:
    content = placeholders.apply(message.content)
    if content == message.content and not (message.tool_calls or message.images):
        return message
    calls = tuple(
        ToolCall(name=call.name, arguments=placeholders.apply(call.arguments))
        for call in message.tool_calls
    )
    images = tuple(map(placeholders.apply, message.images))
    return message.model_copy(update={"content": content, "tool_calls": calls, "images": images})


def redact_text(text: str) -> str:
    """One text by itself, without personal data and secrets."""
    return _Placeholders().apply(text)


def _finds(text: str) -> Iterator[_Find]:
    for finder in _FINDERS:
        yield from finder(text)


# E-mail. Found from the @ outwards: a search for the local part first would be quadratic.

_EMAIL_DOMAIN = re.compile(r"@(?<=[\w.%+'-]@)(?:[\w-]{1,63}\.){1,8}[^\W\d_][\w-]{1,62}")
_EMAIL_LOCAL = re.compile(r"[\w.%+'-]+$")
_EMAIL_LOCAL_MAX = 64


def _emails(text: str) -> Iterator[_Find]:
    for match in _EMAIL_DOMAIN.finditer(text):
        before = text[max(0, match.start() - _EMAIL_LOCAL_MAX) : match.start()]
        local = _EMAIL_LOCAL.search(before)
        if local is not None:
            start = match.start() - len(local[0].lstrip("'"))
            yield _Find(start, match.end(), "EMAIL", text[start : match.end()].casefold())


# Card numbers: 13 to 19 digits, together or in groups of 3 to 6, with a good check digit.

_DIGIT_RUN = re.compile(
    r"[0-9](?<!\w.)(?<![0-9]\..)[0-9]{2,18}(?!\w|\.[0-9])(?:[ \u00a0-][0-9]{3,6}(?!\w|\.[0-9]))*+"
)
_DIGIT_GROUP = re.compile(r"[0-9]+")
_CARD_LENGTHS = range(13, 20)
_CARD_FIRST_DIGITS = "23456"  # a time in milliseconds or a book number starts otherwise
_CARD_GROUPS_MAX = 6


def _cards(text: str) -> Iterator[_Find]:
    for run in _DIGIT_RUN.finditer(text):
        groups = list(_DIGIT_GROUP.finditer(text, run.start(), run.end()))
        first = 0
        while first < len(groups):
            taken = _card_groups([group[0] for group in groups[first : first + _CARD_GROUPS_MAX]])
            if taken:
                chosen = groups[first : first + taken]
                digits = "".join(group[0] for group in chosen)
                yield _Find(chosen[0].start(), chosen[-1].end(), "CARD", digits)
            first += max(taken, 1)


def _card_groups(groups: Sequence[str]) -> int:
    """How many of the groups, from the first on, are a card number; the longest wins."""
    for count in range(len(groups), 0, -1):
        digits = "".join(groups[:count])
        if (
            len(digits) in _CARD_LENGTHS
            and digits[0] in _CARD_FIRST_DIGITS
            and _check_digit_fits(digits)
        ):
            return count
    return 0


def _check_digit_fits(digits: str) -> bool:
    """The Luhn formula, ISO/IEC 7812-1 annex B."""
    total = sum(int(digit) for digit in digits[-1::-2])
    total += sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return total % 10 == 0


# PEM blocks. One that is never closed hides all that follows.

_PEM_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{1,64}-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{1,64}-----")


def _pem_blocks(text: str) -> Iterator[_Find]:
    done = 0
    while begin := _PEM_BEGIN.search(text, done):
        end = _PEM_END.search(text, begin.end())
        done = end.end() if end else len(text)
        yield _Find(begin.start(), done, "SECRET", text[begin.start() : done])


# Keys and tokens that are known by their shape. Repeats are possessive (`++`): no way back.

_TOKEN_SHAPES = (
    r"sk-[\w-]{16,}+",  # OpenAI, Anthropic and those who copy them
    r"[spr]k_(?:live|test)_\w{16,}+",  # Stripe
    r"A[KS]IA[0-9A-Z]{16}",  # AWS
    r"gh[pousr]_\w{20,}+",  # GitHub
    r"github_pat_\w{20,}+",
    r"glpat-[\w-]{16,}+",  # GitLab
    r"xox[a-z]-[\w-]{10,}+",  # Slack
    r"xapp-[\w-]{10,}+",
    r"hf_[A-Za-z0-9]{20,}+",  # Hugging Face
    r"npm_[A-Za-z0-9]{20,}+",
    r"pypi-[\w-]{32,}+",
    r"AIza[\w-]{35}",  # Google
    r"ya29\.[\w-]{20,}+",
    r"SG\.[\w-]{16,}+\.[\w-]{16,}+",  # SendGrid
    r"eyJ[\w-]{8,}+\.[\w-]{8,}+\.[\w-]*+",  # JSON web tokens
)
_TOKEN = re.compile(rf"(?<![\w-])(?:{'|'.join(_TOKEN_SHAPES)})", re.ASCII)

# Values that are known by the name before them.

_NAMED = re.compile(
    r"""
    (?<![a-z])(?:
      (?:proxy-)?authorization \\?["']? \s{0,8} [:=] \s{0,8} \\?["']? (?:bearer|basic|token) \s{1,8}
    | bearer \s{1,8} (?=[a-z._~+/=-]{0,64}[0-9])
    | (?: api[ _-]?key | (?:secret|private|access|account|encryption)[ _-]?key
        | secret[ _-]?access[ _-]?key | (?:client[ _-]?)?secret
        | (?:(?:access|auth|refresh|id|session|bearer|security)[ _-]?)?token
        | credential | signature | x-amz-[a-z-]{1,32} | sig )
      \\?["']? \s{0,8} (?::|=|\bis\b) \s{0,8} \\?["'`]? (?=[a-z+/_=.%~-]{0,64}[0-9])
    )
    (?P<long>[a-z0-9+/_=.%~-]{16,}+)
    |
    (?<![a-z])(?:password|passwd|passphrase|pwd)
      \\?["']? \s{0,8} (?::|=|\bis\b) \s{0,8} \\?["'`]? (?=[^\s"'`\\,;0-9]{0,64}[0-9])
    (?P<any>(?!\[(?:SECRET|EMAIL|CARD)_[0-9])[^\s"'`\\,;&]{6,}+)
    |
    (?<=://)(?P<login>[^\s/:@]{0,64}:[^\s/:@]{1,128})(?=@)
    """,
    re.IGNORECASE | re.VERBOSE,
)


_NAME_WORDS = (
    "authorization", "bearer", "key", "secret", "token", "credential", "sig", "x-amz-", "pass",
    "pwd", "://",
)  # fmt: skip
"""One of these is in each text that `_NAMED` finds something in: looking for them is faster."""


def _tokens(text: str) -> Iterator[_Find]:
    for match in _TOKEN.finditer(text):
        yield _Find(match.start(), match.end(), "SECRET", match[0])


def _named_values(text: str) -> Iterator[_Find]:
    folded = text.casefold()
    if not any(word in folded for word in _NAME_WORDS):
        return
    for match in _NAMED.finditer(text):
        name = str(match.lastgroup)
        value = match[name].rstrip(".,;:!?)")
        yield _Find(match.start(name), match.start(name) + len(value), "SECRET", value)


_FINDERS: tuple[Callable[[str], Iterable[_Find]], ...] = (
    _emails,
    _cards,
    _pem_blocks,
    _tokens,
    _named_values,
)
