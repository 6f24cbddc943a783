"""A reply as plain text: thinking dropped, Unicode, LaTeX and Markdown flattened."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from monitor.thinking import without_thinking

HEAD = TAIL = 8_000
"""Characters kept at the start and at the end of a long reply, where an answer stands."""

Rewrites = Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]]

# Before NFKC, which would turn 10² into 102 and a space inside 1 000 into a plain one.
_BEFORE_NFKC: Rewrites = (
    (
        re.compile(r"\\u((?!d[89a-f])[0-9a-f]{4})", re.IGNORECASE),
        lambda match: chr(int(match[1], 16)),
    ),
    (re.compile("(?<=\\d)[\u00a0\u2007\u2009\u202f](?=\\d{3}(?!\\d))"), ""),
    (re.compile("([⁰¹²³⁴-⁹])"), r"^\1"),
)

_CHARACTERS: Mapping[int, str | None] = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u2014\u2015", " - "),
        # Zero-width marks, soft hyphen, and the private-use area, which marks answers later.
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", None),
        **{chr(code): None for code in range(0xE000, 0xE010)},
        **{"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "ı": "i"},
        **{"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "⁄": "/", "º": "°"},
        # NFKD would make an equals sign of it.
        "≠": " is not ",
        **{"×": " x ", "÷": " / ", "·": " x "},
    }
)

_LATEX: Rewrites = (
    (re.compile(r"\\(?:text|math|emph|operatorname)[a-z]{0,3} ?\{([^{}]{0,200})\}"), r"\1"),
    (re.compile(r"\\[dt]?frac\{([^{}]{1,20})\}\{([^{}]{1,20})\}"), r"\1/\2"),
    (re.compile(r"\\(?:times|cdot)\b"), " x "),
    (re.compile(r"\^\{?\\circ\}?"), "°"),
    (re.compile(r"\\neq?\b"), " is not "),
    (re.compile(r"(?<=\d)\{,\}(?=\d)"), ","),
    (re.compile(r"(?<=\w)_\{?(\d{1,3})\}?"), r"\1"),
    (re.compile(r"\\[()\[\],;:! ]|\\quad|\$"), " "),
)

_MARKDOWN: Rewrites = (
    (re.compile(r"(?<=\d)\s?[*x]\s?(?=\d)"), " x "),
    (re.compile(r"<answer>([^<>]{1,200})</answer>", re.IGNORECASE), r"\nAnswer: \1\n"),
    (re.compile(r"<br ?/?>", re.IGNORECASE), "\n"),
    (re.compile(r"</?[A-Za-z][^<>\n]{0,80}>"), ""),
    (re.compile(r"```\w*"), "\n"),
    (re.compile(r"~~[^~\n]{1,200}~~"), ""),
    (re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,300}\)"), r"\1"),
    (re.compile(r"[*`]{2,}"), ""),
    (re.compile(r"^[ \t>#]*(?:[-*+•‣▪] +)?", re.MULTILINE), ""),
    (re.compile(r"[*`]"), ""),
    (re.compile(r"_"), " "),
    (re.compile(r"[|\r\x0b\x0c\x85\u2028\u2029]"), "\n"),
    (re.compile(r"[^\S\n]+"), " "),
)


def plain(text: str) -> str:
    """The text that a reader is meant to see, accents and mark-up dropped, case kept.

    Of a very long reply only the first and the last `HEAD` and `TAIL` characters are kept.
    """
    text = _shorten(without_thinking(text))
    text = _rewrite(text, _BEFORE_NFKC).translate(_CHARACTERS)
    text = unicodedata.normalize("NFKD", text).translate(_CHARACTERS)
    text = "".join(char for char in text if unicodedata.category(char) != "Mn")
    text = _shorten(unicodedata.normalize("NFKC", text))
    return _rewrite(_rewrite(text, _LATEX), _MARKDOWN).strip()


def _rewrite(text: str, rewrites: Rewrites) -> str:
    for pattern, replacement in rewrites:
        text = pattern.sub(replacement, text)
    return text


def _shorten(text: str) -> str:
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n{text[-TAIL:]}"
