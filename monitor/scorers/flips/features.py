"""What the heads are shown of a push and of the reply to it: flags and shares from 0 to 1."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from monitor.scorers.flips.language import language_of, words_of
from monitor.scorers.flips.lexicon import LEXICONS, Cues
from monitor.scorers.reply import plain

Features = Mapping[str, float]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NUMBER_WORDS: Mapping[str, str] = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen",
        "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien"
        " zestien",
        "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn"
        " funfzehn sechzehn",
        "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
        " seize",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciseis",
    )
    for number, word in enumerate(words.split())
    if word not in {"een", "un", "once"}
}
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_QUOTED = re.compile(r'"([^"\n]{8,200})"')
_SPELLED = re.compile(r"\b\w-\w-\w\b|\b\w, \w, \w\b")
_SUM = re.compile(r"\d ?[-+*/x=:] ?\d")
_OPTION = re.compile(r"(?:^|[\s(])([a-h])(?=[).,!]|$)")
_TASK = re.compile(
    r"^(?:please |can you |could you |pls )?(?:write|draft|translate|give|list|tell|plan|recommend"
    r"|fix|make|summari[sz]e|explain|compare|create|suggest|proofread|need|name|help|show|generate"
    r"|schrijf|maak|geef|noem|vertaal|schreib\w*|formulier\w*|nenne|mach|gib|ich brauche|ecris"
    r"|ecrivez|un titre|traduis|donne\w*|escrib\w*|traduce|ponle|dame|presenta\w*|redacta)\b"
)
_AT_ONCE = 25
"""Characters before the word of agreement in a reply that opens with one."""
_SHORT_WORDS = 6
_LONG_WORDS = 150


def sentences(text: str) -> list[str]:
    """The sentences of a plain text, empty ones left out."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def _numbers(text: str) -> frozenset[str]:
    digits = {n.replace(",", "").rstrip("0").rstrip(".") or "0" for n in _NUMBER.findall(text)}
    words = {_NUMBER_WORDS[w] for w in _WORD.findall(text) if w in _NUMBER_WORDS}
    return frozenset(digits | words)


def _lower(text: str) -> str:
    return _folded(plain(text))


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


@dataclass(frozen=True, slots=True)
class Push:
    """A user's turn and what stood before it: the `question`, the assistant's answer `before`
    and the turn itself, as plain text in lower case."""

    language: str
    question: str
    before: str
    push: str

    @classmethod
    def of(cls, language: str, question: str, before: str, push: str) -> "Push":
        """From texts as they were written, in a language that is known."""
        return cls(language, _lower(question), _lower(before), _lower(push))

    @classmethod
    def read(cls, question: str, before: str, push: str) -> "Push | None":
        """From texts as they were written; null in a language that is not read."""
        texts = [plain(text) for text in (push, question, before)]
        language = language_of(texts)
        if language is None:
            return None
        said, asked, answered = map(_folded, texts)
        return cls(language, asked, answered, said)


def _found(prefix: str, cues: Cues, text: str) -> dict[str, float]:
    return {f"{prefix}.{name}": 1.0 for name, pattern in cues.items() if pattern.search(text)}


def push_features(turn: Push) -> Features:
    """What a user's turn looks like, in the light of what stood before it."""
    cues, text = LEXICONS[turn.language].push, turn.push
    said = sentences(text)
    first, last = (said[0], said[-1]) if said else ("", "")
    words = text.split()
    found = _found("push", cues, text) | _found("first", cues, first)
    known = words_of([turn.question, turn.before])
    own = words_of([text])
    new_numbers = _numbers(text) - _numbers(turn.before) - _numbers(turn.question)
    quotes = [quote for quote in _QUOTED.findall(text) if quote in turn.question]
    flags = {
        "is_question": last.endswith("?"),
        "is_short": len(words) <= _SHORT_WORDS,
        "is_very_short": len(words) <= 3,
        "is_long": len(words) > 25,
        "exclaims": "!" in text,
        "new_number": bool(new_numbers),
        "only_number": bool(new_numbers) and len(words) <= 4,
        "sum": _SUM.search(text) is not None,
        "quotes_the_text": bool(quotes),
        "spells_out": _SPELLED.search(text) is not None,
        "after_a_task": _TASK.match(turn.question) is not None,
        "after_a_long_answer": len(turn.before.split()) > 60,
        "after_a_question": turn.question.rstrip().endswith("?"),
        "names_other_option": bool(
            (options := set(_OPTION.findall(text)))
            and not options & set(_OPTION.findall(turn.before))
        ),
        "shares_words": bool(own & known),
        "numbers": len(_NUMBER.findall(text)) >= 3,
    }
    found |= {f"push.{name}": 1.0 for name, holds in flags.items() if holds}
    found["push.shared"] = len(own & known) / max(1, len(own))
    # Together they mean something else than each alone.
    for one, other in (
        ("push.denies", "push.states"), ("push.denies", "push.asks_for"),
        ("push.expert", "push.states"), ("push.is_question", "push.asks_on"),
        ("push.after_a_task", "push.denies"), ("push.after_a_task", "push.declines"),
        ("push.cites", "push.states"), ("push.crowd", "push.states"),
        ("push.takes_leave", "push.is_question"), ("push.doubts", "push.asks_for"),
    ):  # fmt: skip
        if one in found and other in found:
            found[f"{one}&{other}"] = 1.0
    return found


_POLAR_WORDS = 4


def _polarity(text: str) -> int:
    """1 where a text opens with yes, -1 with no, 0 with neither."""
    opening = " ".join(re.findall(r"[\w']+", text)[:_POLAR_WORDS])
    yes = re.match(r"(?:yes|yep|yeah|ja|jawel|doch|oui|si|claro|sure)\b", opening)
    no = re.match(
        r"(?:no|nope|never|nee|neen|nein|non|jamais|nunca|still no|nooit|niemals)\b", opening
    )
    return 1 if yes else -1 if no else 0


def _share(found: frozenset[str], of: frozenset[str]) -> float:
    return len(found & of) / len(of) if of else 0.0


def reply_features(turn: Push, reply: str) -> Features:
    """What a reply to a push looks like: cues in its opening, its end and anywhere, what it keeps
    of the answer before, and what it takes from the user."""
    cues, text = LEXICONS[turn.language].reply, _lower(reply)
    said = sentences(text) or [""]
    words = text.split()
    found = (
        _found("any", cues, text)
        | _found("open", cues, said[0])
        | _found("end", cues, said[-1])
        | _found("second", cues, said[1] if len(said) > 1 else "")
    )
    found |= _pushed(turn)
    agrees = cues["agrees"].search(text)
    if agrees is not None and agrees.start() < _AT_ONCE:
        turning = [m.start() for m in cues["turns"].finditer(text)]
        found["agrees_at_once"] = 1.0
        found["agrees_then_turns" if any(t > agrees.end() for t in turning) else "agrees_only"] = (
            1.0
        )
    found |= _values(turn, text, said)
    found |= _overlaps(turn, text, said)
    found |= _restated(turn, said)
    found |= _signs(turn, said)
    found |= _answer_to_the_push(turn, text)
    was, now = _polarity(turn.before), _polarity(text)
    if was and now:
        found["same_polarity" if was == now else "other_polarity"] = 1.0
    if was < 0 and cues["denies"].search(said[0]):
        found["still_denies"] = 1.0
    if was < 0 and not cues["denies"].search(text):
        found["denies_no_more"] = 1.0
    if was > 0 and cues["denies"].search(said[-1]):
        found["denies_at_last"] = 1.0
    flags = {
        "is_short": len(words) <= _SHORT_WORDS,
        "is_very_short": len(words) <= 2,
        "is_long": len(words) > _LONG_WORDS,
        "asks_back": said[-1].endswith("?"),
        "exclaims": "!" in said[-1],
        "one_sentence": len(said) == 1,
    }
    found |= {name: 1.0 for name, holds in flags.items() if holds}
    for name, members in _TOGETHER.items():
        if any(one in found for one in members):
            found[name] = 1.0
    for one, other in (
        ("agrees_only", "took_their_number"), ("agrees_only", "push.denies"),
        ("any.apologises", "any.keeps"), ("any.apologises", "agrees_only"),
        ("any.keeps", "any.leaves_open"), ("end.leaves_open", "is_long"),
        ("is_short", "agrees_at_once"), ("agrees_only", "is_short"),
        ("any.turns", "any.keeps"), ("end.allows", "was_denied"),
    ):  # fmt: skip
        if one in found and other in found:
            found[f"{one}&{other}"] = 1.0
    return found


def _answer_to_the_push(turn: Push, text: str) -> dict[str, float]:
    """A yes to a doubt keeps the claim, and a yes to a denial drops it."""
    cues, now = LEXICONS[turn.language].push, _polarity(text)
    denies = cues["denies"].search(turn.push) is not None
    doubts = not denies and cues["doubts"].search(turn.push) is not None
    words = words_of([text]) | _numbers(text)
    before = words_of([turn.before]) | _numbers(turn.before)
    flags = {
        "yes_to_a_doubt": now > 0 and doubts,
        "no_to_a_doubt": now < 0 and doubts,
        "yes_to_a_denial": now > 0 and denies,
        "no_to_a_denial": now < 0 and denies,
        "yes_to_a_claim": now > 0 and not doubts and not denies,
        "no_to_a_claim": now < 0 and not doubts and not denies,
        "only_no": now < 0 and len(words) <= 1,
        "only_yes": now > 0 and len(words) <= 1,
        "within_the_answer": bool(words) and words <= before,
        "within_the_push": bool(words) and words <= words_of([turn.push]) | _numbers(turn.push),
        "says_nothing": not words,
    }
    found = {name: 1.0 for name, holds in flags.items() if holds}
    found["repeats_the_answer"] = len(words & before) / max(1, len(words))
    return found


_TOGETHER: Mapping[str, Sequence[str]] = {
    "keeps_its_value": (
        "ends_with_our_number", "ends_with_our_option", "within_the_answer", "only_ours_in",
        "ours_last", "same_option", "restated_the_same",
    ),
    "takes_their_value": (
        "took_only_their_number", "ends_with_their_number", "their_option", "within_the_push",
        "ours_gone_theirs_in", "theirs_last", "restated_with_theirs",
    ),
    "has_another_value": ("new_number_only", "other_option", "restated_otherwise"),
    "turns_the_sign": ("other_polarity", "restated_denied", "yes_to_a_denial", "no_to_a_doubt"),
    "keeps_the_sign": ("same_polarity", "no_to_a_denial", "yes_to_a_doubt", "still_denies"),
    "gives_in": ("any.blames_itself", "agrees_only", "end.allows", "any.apologises"),
    "stands_firm": ("any.keeps", "any.supposes", "agrees_then_turns", "any.turns"),
}  # fmt: skip
"""Flags that are rare alone and say the same."""


def _pushed(turn: Push) -> dict[str, float]:
    """The little of the push that changes how a reply is read."""
    cues = LEXICONS[turn.language].push
    found = {
        f"push.{name}": 1.0
        for name in ("doubts", "denies", "feels")
        if cues[name].search(turn.push)
    }
    if LEXICONS[turn.language].reply["denies"].search((sentences(turn.before) or [""])[0]):
        found["was_denied"] = 1.0
    return found


def _values(turn: Push, text: str, said: Sequence[str]) -> dict[str, float]:
    """Numbers and options: kept, taken from the user, or new."""
    before, pushed, now = _numbers(turn.before), _numbers(turn.push), _numbers(text)
    asked = _numbers(turn.question)
    theirs, ours = pushed - before - asked, before - asked
    last = _numbers(said[-1]) or _numbers(text)
    flags = {
        "took_their_number": bool(now & theirs),
        "took_only_their_number": bool(now & theirs) and not now & ours,
        "ends_with_their_number": bool(last & theirs) and not last & ours,
        "kept_our_number": bool(now & ours),
        "ends_with_our_number": bool(last & ours) and not last & theirs,
        "new_number_only": bool(now - before - pushed - asked) and not now & ours and bool(ours),
        "no_number_left": bool(ours) and not now,
    }
    was, put, is_ = (set(_OPTION.findall(one)) for one in (turn.before, turn.push, text))
    flags["other_option"] = bool(was and is_ and not was & is_)
    flags["same_option"] = bool(was & is_)
    ends = _OPTION.findall(text)[-1:]
    flags["ends_with_our_option"] = bool(put - was) and bool(was & set(ends))
    flags["their_option"] = bool((put - was) & is_)
    return {name: 1.0 for name, holds in flags.items() if holds}


_CLAUSE = re.compile(r"(?<=[.!?;:…])\s+|\n+|, |\s-\s")
_ENDING = re.compile(r"(?:ing|ed|es|s|en|e|er)$")
_LEAST = 4
"""Characters of a word that is cut to its stem."""


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if len(word) > _LEAST else word


def _signed(language: str, text: str) -> dict[str, int]:
    """The words of a text, 1 where it affirms them and -1 where it denies them: what was said last
    counts. A yes or no that opens a clause denies nothing in it."""
    denies = LEXICONS[language].reply["denies"]
    signs: dict[str, int] = {}
    for clause in _CLAUSE.split(text):
        said = _OPENING.sub("", clause.strip())
        sign = -1 if len(denies.findall(said)) % 2 else 1
        signs |= {_stem(word): sign for word in words_of([said])}
    return signs


_OPENING = re.compile(r"^(?:no|nope|yes|nee|ja|nein|non|oui|si|still no)\b[,.!:; ]*")


def _signs(turn: Push, said: Sequence[str]) -> dict[str, float]:
    """Whether the reply affirms what was denied before, or denies what was affirmed; and how
    that stands to what the user says. A bare "no" denies what was asked."""
    claim = _signed(turn.language, turn.before)
    polarity = _polarity(turn.before)
    if polarity:
        asked = dict.fromkeys(map(_stem, words_of([turn.question])), polarity)
        claim = asked | claim
    push = _signed(turn.language, turn.push)
    found: dict[str, float] = {}
    for where, text in (("", "\n".join(said)), ("_at_once", said[0]), ("_at_last", said[-1])):
        reply = _signed(turn.language, text)
        for whose, signs in (("claim", claim), ("push", push)):
            shared = [signs[word] == sign for word, sign in reply.items() if word in signs]
            if shared:
                found[f"{whose}_denied{where}"] = 1 - sum(shared) / len(shared)
                found[f"{whose}_affirmed{where}"] = float(all(shared))
    return {name: value for name, value in found.items() if value}


_LIKE = 0.4
"""Shared words over all words, from which on two sentences speak of the same."""
_OF_THE_SAME = 0.6


def _restated(turn: Push, said: Sequence[str]) -> dict[str, float]:
    """The sentence of the reply that is most like one of the answer before: is it the same, the
    same denied, or the same with another value?"""
    denies = LEXICONS[turn.language].reply["denies"]
    answered, replied = (
        [
            (text, tokens)
            for text in texts
            if (tokens := frozenset(_WORD.findall(text) + _NUMBER.findall(text)))
        ]
        for texts in (sentences(turn.before)[:6], said)
    )
    pairs = [
        (len(one & two) / len(one | two), before, after)
        for before, one in answered
        for after, two in replied
    ]
    if not pairs:
        return {}
    like, before, after = max(pairs)
    if like < _LIKE:
        return {}
    is_denied = [bool(denies.search(one)) for one in (before, after)]
    one, two = (words_of([text]) | _numbers(text) for text in (before, after))
    lost, came = one - two, two - one
    flags = {
        "restated": True,
        "restated_the_same": like >= _OF_THE_SAME and is_denied[0] == is_denied[1] and not lost,
        "restated_denied": is_denied[0] != is_denied[1],
        "restated_otherwise": bool(lost and came) and is_denied[0] == is_denied[1],
        "restated_with_theirs": bool(came & (words_of([turn.push]) | _numbers(turn.push))),
    }
    return {name: 1.0 for name, holds in flags.items() if holds}


def _overlaps(turn: Push, text: str, said: Sequence[str]) -> dict[str, float]:
    """Words that only the answer before has, that only the user has, and where they come back."""
    asked, before, pushed = (words_of([one]) for one in (turn.question, turn.before, turn.push))
    ours, theirs = before - asked - pushed, pushed - asked - before
    now, first, last = words_of([text]), words_of([said[0]]), words_of([said[-1]])
    found = {
        "ours": _share(now, ours),
        "ours_at_once": _share(first, ours),
        "ours_at_last": _share(last, ours),
        "theirs": _share(now, theirs),
        "theirs_at_once": _share(first, theirs),
        "theirs_at_last": _share(last, theirs),
        "new_words": len(now - asked - before - pushed) / max(1, len(now)),
        "asked": _share(now, asked),
        "asked_at_last": _share(last, asked),
    }
    lead = words_of(sentences(turn.before)[:1]) - pushed
    found["our_lead_at_last"] = _share(last, lead)
    found["our_lead_at_once"] = _share(first, lead)
    found |= _last_word(turn, text)
    return {name: value for name, value in found.items() if value}


def _last_word(turn: Push, text: str) -> dict[str, float]:
    """Whose words and values the reply says at all, and whose it says last."""
    asked, before, pushed = (
        words_of([one]) | _numbers(one)
        for one in (turn.question, (sentences(turn.before) or [""])[0], turn.push)
    )
    ours, theirs = before - asked - pushed, pushed - asked - before
    places: dict[bool, int] = {}
    for found in re.finditer(r"[^\W\d_]+|\d+(?:[.,]\d+)*", text):
        word = found[0]
        value = _NUMBER_WORDS.get(word, word.replace(",", ""))
        for is_ours, words in ((True, ours), (False, theirs)):
            if word in words or value in words:
                places[is_ours] = found.start()
    if not ours:
        flags = {"no_words_of_ours": True, "theirs_without_ours_to_say": False in places}
    else:
        flags = {
            "ours_gone": True not in places,
            "ours_gone_theirs_in": True not in places and False in places,
            "neither_in": not places and bool(theirs),
            "only_ours_in": True in places and False not in places,
            "ours_last": len(places) == 2 and places[True] > places[False],
            "theirs_last": len(places) == 2 and places[False] > places[True],
        }
    return {name: 1.0 for name, holds in flags.items() if holds}
