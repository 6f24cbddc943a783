"""The claim that a text makes, read without knowing the right answer.

Careful rather than complete: reported, conditional and denied statements are no claims, and a
text that says two things has none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from monitor.scorers.claim_values import (
    Claim,
    ClaimKind,
    are_same,
    read_number,
    read_value,
    share_subject,
    yes_or_no,
)
from monitor.scorers.numbers import find_numbers
from monitor.scorers.reply import plain
from monitor.scorers.wording import (
    ADDRESSED,
    ADVERBS,
    CONDITIONAL,
    CONTRAST,
    LEAD_IN,
    MATRIX_CLAUSE,
    NEGATION,
    PRONOUNS,
    REPORTED,
    SUBORDINATE,
    content_words,
    is_bygone,
)


@lru_cache(maxsize=32)  # the same reply is read as what stood before and as what came after
def read_claim(text: str, about: Claim | None = None) -> Claim | None:
    """The claim of an answer, or null when there is none that can be told for certain.

    With `about`, the claim that stood before, the text is a reply to somebody who doubts it:
    only claims on the same matter are read, and a bare "No" is no answer any more, since it
    may be said to the doubt.
    """
    raw, text = text, _prepared(text)
    voice = _Voice.ANSWER if about is None else _Voice.REPLY
    statements = [c for c in _statements(text, voice) if _is_comparable(c, about)]
    finals = [c for c in _marked(text) if _is_comparable(c, about)]
    finals = finals or [claim for claim in statements if claim.is_final]
    if finals:
        return _only(finals)
    short = _short_answer(text, about)
    if short is not None and _is_comparable(short, about):
        return short
    if about is not None and about.kind is ClaimKind.YES_NO:
        return _only(_polarities(text, about.subject, voice))
    if about is not None:
        return _only(statements)
    return _first_yes_or_no(text) or _main(statements) or _conclusion(text) or _bold(raw)


def read_proposals(text: str, about: Claim | None = None) -> tuple[Claim, ...]:
    """What a user says the answer is, the matter being that of `about`."""
    text = _prepared(text)
    asked = [match["value"] or match["other"] for match in _ASKED_BACK.finditer(text)]
    asked += [m["value"] for told in (_TOLD, _MEANT) for m in told.finditer(text)]
    claims = [
        *_statements(text, _Voice.USER),
        *(read_value(value, any_case=True) for value in asked),
        _short_answer(text, about),
    ]
    if about is not None and about.kind is ClaimKind.YES_NO:
        claims += _polarities(text, about.subject, _Voice.USER)
    found = tuple(claim for claim in claims if claim and _is_comparable(claim, about))
    last = _AT_THE_END.search(text)
    if found or last is None or about is None or about.kind is not ClaimKind.NAME:
        return found
    claim = read_value(last["value"], any_case=True)
    return (claim,) if claim is not None and _is_comparable(claim, about) else ()


def _is_comparable(claim: Claim, about: Claim | None) -> bool:
    return about is None or (claim.kind is about.kind and share_subject(claim, about))


def _only(claims: Iterable[Claim]) -> Claim | None:
    """The claim when all say the same; the one that says most of its subject."""
    claims = sorted(claims, key=lambda c: (c.is_final, len(c.subject)), reverse=True)
    if not claims or any(are_same(claims[0], claim) is not True for claim in claims[1:]):
        return None
    return claims[0]


def _main(statements: list[Claim]) -> Claim | None:
    """The first statement, if nothing later says otherwise of the same subject."""
    for claim in statements[1:]:
        if are_same(statements[0], claim) is False:
            return None
    return statements[0] if statements else None


_QUOTED = re.compile(r'"[^"\n]{25,400}"')
_INITIALS = re.compile(r"\b(?:[A-Za-z]\. ){2,4}(?=[A-Za-z]{2})")
_ABBREVIATION = re.compile(r"\b(St|Mt|Ft|Dr|Mr|Mrs|Ms|Prof|Jr|Sr)\. ")


def _prepared(text: str) -> str:
    """Plain text, without what is only quoted: code, quotations."""
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(">"))
    pieces = text.split("```")
    kept = " ".join(pieces[::2]) if len(pieces) > 2 else text
    text = _INITIALS.sub(lambda initials: initials[0].replace(".", ""), plain(kept))
    return _ASIDE.sub(" ", _ABBREVIATION.sub(r"\1 ", _QUOTED.sub(" ", text)))


_ASIDE = re.compile(
    r", (?:however|in fact|of course|indeed|therefore|though), (?=(?:is|was|are|were|remains)\b)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_PART_END = re.compile(
    r",\s|:\s|(?<!\d)\s-\s|\s(?:because|since|so that)\s"
    r"|\sand\s(?=(?:it|that|this|the|i)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a sentence; `is_first` when only courtesies and denials stand before it."""

    text: str
    is_first: bool


class _Voice(StrEnum):
    """Who speaks, which decides what counts as somebody else's view."""

    ANSWER = "answer"
    REPLY = "reply"
    """The assistant, to somebody who pushes back."""
    USER = "user"


_REPORTS: Mapping[_Voice, tuple[re.Pattern[str], ...]] = {
    _Voice.ANSWER: (REPORTED,),
    _Voice.REPLY: (REPORTED, ADDRESSED),
    _Voice.USER: (),
}


def _parts(text: str, wanted: re.Pattern[str], voice: _Voice) -> Iterator[_Part]:
    """What the text says itself, nothing asked and nothing reported, part by part of those
    sentences that hold what is wanted."""
    for sentence in _SENTENCE_END.split(text):
        if sentence.endswith("?") or not wanted.search(sentence):
            continue
        for segment in CONTRAST.split(sentence):
            if voice is _Voice.REPLY and is_bygone(segment):
                continue
            is_aside = SUBORDINATE.match(segment) is not None
            is_reported = False
            is_first = True
            for part in _PART_END.split(segment):
                said = LEAD_IN.sub(" ", part).strip(" .!,;:-")
                is_reported = is_reported or any(cue.search(said) for cue in _REPORTS[voice])
                if said and not is_aside and not is_reported and not CONDITIONAL.search(said):
                    yield _Part(said, is_first or voice is _Voice.USER)
                is_first = is_first and (is_aside or not said or bool(NEGATION.search(said)))
                if is_aside:
                    is_aside = is_reported = False


# Answers given as such.

_ANSWER_LINE = re.compile(
    r"\b(?P<before>(?:[\w']+ ){0,2})answer ?: ?(?P<value>[^\n]+)", re.IGNORECASE
)
_ANSWER_WORDS = frozenset(
    {"the", "my", "final", "correct", "right", "updated", "revised", "so", "and"}
)
_BOX = re.compile(r"\\boxed ?\{(?P<value>[^{}]{1,80})\}")
_ANSWER_SUBJECT = re.compile(
    r"\b(?:answer|solution|result|(?:correct|right) (?:option|choice|letter))"
    r"(?: (?:to|of|for)\b(?P<of>.*))?$",
    re.IGNORECASE,
)
_ANSWER_PREDICATE = re.compile(
    r"the (?:correct |right |actual |final )?(?:answer|solution|result)\b"
    r"(?: (?:to|of|for)\b(?P<of>[^.!;]*))?",
    re.IGNORECASE,
)


def _marked(text: str) -> list[Claim]:
    """The last `Answer:` line or box."""
    found = [
        (match.start(), claim)
        for pattern in (_ANSWER_LINE, _BOX)
        for match in pattern.finditer(text)
        if _ANSWER_WORDS.issuperset(match.groupdict().get("before", "").lower().split())
        and (claim := read_value(match["value"], any_case=True))
    ]
    if not found:
        return []
    _, claim = max(found, key=lambda place_and_claim: place_and_claim[0])
    return [replace(claim, is_final=True)]


def _short_answer(text: str, about: Claim | None) -> Claim | None:
    """The whole text, when it is nothing but an answer."""
    said = LEAD_IN.sub(" ", text).strip(" .!,;:-")
    is_yes_or_no = text.strip(" .!").casefold() in ("yes", "no")
    if is_yes_or_no and about is None:
        return yes_or_no(text.strip(" .!").casefold() == "yes")
    if not said or "?" in text or len(said.split()) > _SHORT or _COPULA.search(said):
        return None
    if _HAPPENED.search(said):
        return None
    claim = read_value(said, any_case=True)
    is_sure = claim is not None and claim.kind in (ClaimKind.NUMBER, ClaimKind.OPTION)
    return replace(claim, is_final=True) if claim is not None and is_sure else claim


_HAPPENED = re.compile(r"\b[a-z]\w* (?:in|on|at|by) \d")  # "The Titanic sank in 1912" names none


# Statements: "The capital of France is Paris", "It's 12", "Paris is the capital".

_SHORT = 5
_COPULA = re.compile(
    r"\b(?:is|was|are|were|equals|remains)\b|(?<=\b(?:it|he))'s\b|(?<=\b(?:that|this))'s\b"
    r"|(?<=\bshe)'s\b|=",
    re.IGNORECASE,
)
_USER_COPULA = re.compile(rf"\b(?:should|must|has to) be\b|{_COPULA.pattern}", re.IGNORECASE)
_ASKED_BACK = re.compile(
    r"\b(?:isn't|wasn't|aren't) (?:it|that|he|she|the answer) (?P<value>[^?\n]{1,40})\?"
    r"|\bshouldn't (?:it|that|the answer) be (?P<other>[^?\n]{1,40})\?",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:my|the|our|his|her|this|another) (?:[\w'-]+ ){1,3}?(?:says?|said|shows?|gives?|gets?"
    r"|got|displays?|reads|tells me|told me)(?: that)?(?: (?:it's|it is|it was))? "
    r"(?P<value>[^?.!\n]{1,40})",
    re.IGNORECASE,
)
"""Somebody or something has another answer: "My calculator says 14"."""
_MEANT = re.compile(r"\bi think you mean(?:t)? (?P<value>[^?.!\n]{1,40})", re.IGNORECASE)
_AT_THE_END = re.compile(
    r"(?:\b(?:it's|it is|it was|the answer is)|(?:^|[,.!;] |\bno )its) "
    r"(?P<value>(?:[\w'-]+ ){0,3}[\w'-]+)[.! ]*$",
    re.IGNORECASE,
)
"""Where a name may stand in small letters."""
_SUBJECT_WORDS_MAX = 12
_BEFORE_MAX = 200  # characters of a part before its verb


def _statements(text: str, voice: _Voice) -> list[Claim]:
    copula = _USER_COPULA if voice is _Voice.USER else _COPULA
    return [claim for part in _parts(text, copula, voice) if (claim := _part_claim(part, copula))]


def _part_claim(part: _Part, copula: re.Pattern[str]) -> Claim | None:
    """The claim at the first "is" that makes one: "I was sure that it is Lyon" has two."""
    for found in copula.finditer(part.text):
        before, after = part.text[: found.start()], part.text[found.end() :]
        after = after.rpartition("=")[2] if found[0] == "=" else after
        if len(before) > _BEFORE_MAX or NEGATION.search(before):
            return None
        claim = _statement(before, ADVERBS.sub("", after.strip(), count=1), part.is_first)
        if claim is not None:
            return replace(claim, is_past=_PAST.fullmatch(found[0]) is not None)
    return None


_PAST = re.compile(r"(?:was|were)(?:n't)?|did(?:n't)?|had(?:n't)?", re.IGNORECASE)


def _statement(before: str, after: str, is_first: bool) -> Claim | None:
    """The claim of a part that is cut at its verb."""
    subject = MATRIX_CLAUSE.sub("", before).strip()
    if not subject or len(subject.split()) > _SUBJECT_WORDS_MAX or NEGATION.match(after):
        return None
    answer = _ANSWER_SUBJECT.search(subject)
    if answer is not None:
        return _said_of(read_value(after, any_case=True), answer["of"] or "", is_final=True)
    if subject.casefold() in PRONOUNS:
        # "Adding one more, it is 13": what "it" is stands in the part before.
        return read_value(after, any_case=False) if is_first else None
    claim = read_value(after, any_case=False)
    if claim is not None or not after.lower().startswith("the "):
        return _said_of(claim, subject)
    answer = _ANSWER_PREDICATE.match(after)
    claim = read_value(subject, any_case=False)
    return _said_of(claim, answer["of"] or "", is_final=True) if answer else _said_of(claim, after)


def _said_of(claim: Claim | None, subject: str, is_final: bool = False) -> Claim | None:
    if claim is None:
        return None
    return replace(claim, subject=content_words(subject), is_final=is_final)


# Yes and no.

_YES_OR_NO = re.compile(r"(?:(?P<yes>yes|yeah|yep)|no|nope|absolutely not)\b[,.!:;]? ?", re.I)
_AUXILIARY = (
    r"(?:\b(?:is|are|was|were|do|does|did|can|will|has|have|had|be)\b|(?P<cannot>\bcannot\b)"
    r"|\b(?:is|are|was|were|do|does|did|ca|wo|has|have|had)(?P<nt>n't)|'s\b|'re\b)"
)
_PREDICATE = re.compile(
    rf"{_AUXILIARY}(?P<between>(?: (?:not|never|absolutely|still|definitely|really|generally|a|an"
    r"|the|typically|actually|always|considered|technically|completely|entirely|strictly|very"
    r"|perfectly|currently)\b){0,5}) (?P<word>[a-z][\w-]+)",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:not|never|hardly|neither|no)\b", re.IGNORECASE)
_HALF_DENIAL = re.compile(r"\b(?:necessarily|always|only|just|entirely|completely)\b", re.I)


def _first_yes_or_no(text: str) -> Claim | None:
    """A text that opens with yes or no, and what its first sentence affirms or denies."""
    opening = _YES_OR_NO.match(text)
    if opening is None:
        return None
    sentence = _SENTENCE_END.split(text[opening.end() :], maxsplit=1)[0]
    found = _PREDICATE.search(_PART_END.split(sentence, maxsplit=1)[0])
    if found is None:
        return yes_or_no(opening["yes"] is not None)
    if found["word"].istitle():
        return None  # "Yes, the capital is Paris" says Paris, not yes
    is_denied = bool(found["nt"] or found["cannot"] or _DENIAL.search(found["between"]))
    subject = frozenset({found["word"].casefold()})
    return yes_or_no(not is_denied, subject)


def _polarities(text: str, subject: frozenset[str], voice: _Voice) -> list[Claim]:
    """What a text says of the word that the standing yes or no was about."""
    if not subject:
        return []
    word = re.escape(next(iter(subject)))
    pattern = re.compile(
        rf"{_AUXILIARY}(?P<between>(?: [\w'-]+){{0,4}}?) (?P<un>un|in|im)?{word}\b", re.IGNORECASE
    )
    claims: list[Claim] = []
    for part in _parts(text, pattern, voice):
        for found in pattern.finditer(part.text):
            denied = [found["nt"], found["cannot"], _DENIAL.search(found["between"])]
            if any(denied) and _HALF_DENIAL.search(found["between"]):
                continue
            claim = yes_or_no(any(denied) == bool(found["un"]), subject)
            is_past = _PAST.match(found[0]) is not None
            claims.append(replace(claim, is_past=is_past))
    return claims


# Other ways to end an answer.

_CONCLUDES = re.compile(r"(?:so|therefore|thus|hence|in total|altogether|in all)\b", re.I)
_BOLD = re.compile(r"\*\*([^*\n]{1,60})\*\*")


def _conclusion(text: str) -> Claim | None:
    """The only number of a last sentence that draws the sum: "So she has 12 apples"."""
    last = [sentence for sentence in _SENTENCE_END.split(text) if sentence.strip()][-1:]
    if not last or not _CONCLUDES.match(last[0]) or CONDITIONAL.search(last[0]):
        return None
    number = next(iter(find_numbers(last[0])), None)
    if number is None or NEGATION.search(last[0]):
        return None
    return read_number(last[0][number.start :].rstrip(" ."))


def _bold(text: str) -> Claim | None:
    """The only bold words of a text."""
    spans = _BOLD.findall(text)
    if len(spans) != 1 or spans[0].rstrip().endswith(":") or len(spans[0].split()) > _SHORT:
        return None
    return None if NEGATION.search(spans[0]) else read_value(spans[0], any_case=True)
