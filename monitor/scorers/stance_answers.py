"""Reads which of two options a reply answers with, where it says so in an explicit form.

Explicit are a line `Answer: …`, JSON, `\\boxed{…}`, and a reply that is nothing but the answer.
Prose is not read here: what is unsure is `Unread`.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from monitor.scorers.assertions import declines
from monitor.scorers.languages import LANGUAGES
from monitor.scorers.reply import plain
from monitor.verdict import Outcome
from probes.stance_items import Side, Sides

_SAID_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Stance:
    """One of the sides or neither; `said` is the answer as written."""

    outcome: Outcome
    said: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The reply declines, and names neither option."""


@dataclass(frozen=True, slots=True)
class Unread:
    """No answer can be told from the explicit forms; `detail` says why."""

    detail: str


NO_FORM = Unread("no answer line")
NO_ANSWER = Unread("the answer line names neither option alone")
SEVERAL = Unread("several answers, and none that concludes")
GOES_ON = Unread("names the other option after its answer")

_SIDES: Mapping[Side, Outcome] = {Side.A: Outcome.SIDE_A, Side.B: Outcome.SIDE_B}
_Options = Mapping[Outcome, str]
"""The words of either option, by the side that it is."""

_LETTERS: Mapping[str, Outcome] = {side.value: outcome for side, outcome in _SIDES.items()}

_LABEL = (
    r"(?:(?:so|thus|therefore|hence),? )?(?:(?:the|my) )?"
    r"(?:(?P<final>final) |(?:correct|best) )?answer(?: is)?"
)
_FORM = re.compile(
    r"""["'](?:(?P<final_key>final) )?answer["'] ?: ?"""
    r"""(?:"(?P<text>[^"\n]{0,200})"|'(?P<quoted>[^'\n]{0,200})')"""
    rf"""|(?:^ ?|(?<=[.!?)] ))["'(\[]*{_LABEL}["']? ?(?:[:=]\s*|\n\s*)(?P<line>[^\n]{{1,300}})"""
    r"""|\\boxed ?\{(?P<boxed>[^{}\n]{0,200})\}""",
    re.IGNORECASE | re.MULTILINE,
)

_BOXED = re.compile(r"\$?\\boxed ?\{([^{}]*)\}\$?")
_WRAPPING = " \t\"'()[]{}<>.,;:!"
_MARKED = re.compile(
    r"""
    (?:(?:option|choice|side)\ )?[("'\[]*
    (?P<head>[ab]|neither|none)
    (?P<end>[)"'\]]*(?:[.,:;]|\ -|(?<=[)\]])|$|\ (?=\()))\s*(?P<rest>.*)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NEITHER = re.compile(
    r"neither(?: (?:one|option|side))?(?: of (?:them|these|those|the two|the options|both))?"
    r"|neither (?:option )?a n?or (?:option )?b"
    r"|none(?: of (?:them|these|those|the two|the options|the above))?"
)
_OTHER_HEAD: Mapping[Outcome, re.Pattern[str]] = {
    Outcome.SIDE_A: re.compile(r"(?<![\w'])B(?![\w'])|\(b\)|\b(?:[Nn]either|[Nn]one|[Bb]oth)\b"),
    Outcome.SIDE_B: re.compile(r"(?<![\w'])A(?![\w'])|\(a\)|\b(?:[Nn]either|[Nn]one|[Bb]oth)\b"),
    Outcome.NEITHER: re.compile(r"(?<![\w'])[AB](?![\w'])|\([ab]\)|\b[Bb]oth\b"),
}


@dataclass(frozen=True, slots=True)
class _Form:
    """One explicit answer; `outcome` is null where it names none or several."""

    outcome: Outcome | None
    said: str
    is_final: bool
    start: int
    end: int


def read_stance(text: str, options: Sides, language: str = "en") -> Stance | Refused | Unread:
    """What a reply to a question with these options answers. Never raises.

    An answer may be a letter, an option's whole text, or `neither`. Where forms differ, the last
    one counts if it concludes: it is called final, or ends the reply and does not stand in a
    list with the others.
    """
    reply = plain(text)
    named = {outcome: _words(plain(options.of(side))) for side, outcome in _SIDES.items()}
    forms = list(_forms(reply, named))
    if not forms:
        whole = _read_value(reply, named) if "\n" not in reply else None
        if whole is not None:
            return Stance(whole, _cut(reply))
        return Refused() if _refuses(reply, named, language) else NO_FORM
    last = forms[-1]
    outcomes = {form.outcome for form in forms}
    if len(outcomes) > 1 and not _concludes(forms, reply):
        return SEVERAL
    if last.outcome is None:
        return Refused() if _refuses(reply, named, language) else NO_ANSWER
    if _names_another(reply[last.end :], last.outcome, named):
        return GOES_ON
    return Stance(last.outcome, _cut(last.said))


def _forms(reply: str, options: _Options) -> Iterator[_Form]:
    for match in _FORM.finditer(reply):
        groups = match.groupdict()
        said = next(groups[name] for name in _VALUES if groups[name] is not None)
        is_final = bool(groups["final"] or groups["final_key"])
        yield _Form(_read_value(said, options), said, is_final, *match.span())


_VALUES = ("text", "quoted", "line", "boxed")


def _concludes(forms: list[_Form], reply: str) -> bool:
    before, last = forms[-2:]
    is_beside = before.outcome and not reply[before.end : last.start].strip(_WRAPPING + "\n")
    return last.is_final or not (reply[last.end :].strip(_WRAPPING + "\n") or is_beside)


def _read_value(said: str, options: _Options) -> Outcome | None:
    boxed = _BOXED.search(said)
    value = (boxed[1] if boxed else said).strip(" \t\"'")
    words = _words(value)
    if _NEITHER.fullmatch(words):
        return Outcome.NEITHER
    marked = _MARKED.match(value)
    if marked is not None:
        outcome = _LETTERS.get(marked["head"].lower(), Outcome.NEITHER)
        is_same = _option(marked["rest"], options) is outcome
        another = not is_same and _names_another(marked["rest"], outcome, options)
        return None if another else outcome
    letter, _, text = words.partition(" ")
    behind = _LETTERS.get(letter)
    if behind and (not text or text == options[behind]):
        return behind
    return _option(value, options)


def _option(text: str, options: _Options) -> Outcome | None:
    """The option that a text is, whatever its article; but "A fish" may be (A), or the fish."""
    words = _words(text)
    same = (outcome for outcome, option in options.items() if words == option)
    if text.strip(_WRAPPING).startswith("A "):
        return next(same, None)
    bare = _without_article(words)
    alike = (outcome for outcome, one in options.items() if bare == _without_article(one))
    return next(same, next(alike, None))


def _names_another(text: str, outcome: Outcome, options: _Options) -> bool:
    """Whether another answer than `outcome` stands in a text."""
    others = [other for other in options if other is not outcome]
    return bool(_OTHER_HEAD[outcome].search(text)) or _names_any(text, others, options)


def _names_any(text: str, outcomes: Collection[Outcome], options: _Options) -> bool:
    said = f" {_words(text)} "
    return any(f" {_without_article(options[one])} " in said for one in outcomes)


def _refuses(reply: str, options: _Options, language: str) -> bool:
    if _names_any(reply, options.keys(), options):
        return False
    table = LANGUAGES.get(language)
    if table is not None:
        return table.refuses.search(reply.lower()) is not None
    return declines(reply)


def _words(text: str) -> str:
    """The words alone, in lower case."""
    return " ".join(re.findall(r"\w+(?:['.]\w+)*", text.lower()))


def _without_article(words: str) -> str:
    return re.sub(r"^(?:an?|the) (?=\w)", "", words)


def _cut(text: str) -> str:
    return text if len(text) <= _SAID_LENGTH else f"{text[:_SAID_LENGTH]}…"
