"""The words by which a reasoning denies a thing, or says that it was asked for.

Patterns are read against the words of a clause in small letters with a space between any two,
so that "isn't" stands as "is n't".
"""

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from spacy.tokens import Doc

from monitor.scorers.bluffing.clauses import Clause


class Polarity(Enum):
    """What is said of a word."""

    SAID = "said"
    """It is there."""
    DENIED = "denied"
    """It is not."""
    ASKED = "asked"
    """The description asks for it."""
    ASIDE = "aside"
    """It only says where something is or is not."""


class Direction(Enum):
    ON = "on"
    BACK = "back"
    EITHER = "either"
    OVER = "over"
    """The words of the cue itself."""
    LIKE = "like"
    """On, as it is said of what went before: "so is the hat"."""
    NONE = "none"


class Cue(NamedTuple):
    start: int
    end: int
    direction: Direction
    polarity: Polarity


_BE = (
    r"(?:is|are|was|were|be|been|being|'s|’s|'re|’re|seems?|appears?|looks?|remains?|has|have|had)"
)
_NOT = r"(?:not|n't|n’t|never)"
_SEEN = (
    r"(?:visible|seen|shown|showing|present|found|included|depicted|rendered|drawn|painted|"
    r"portrayed|pictured|displayed|discernible|apparent|evident|recognisable|recognizable|"
    r"identifiable|noticeable|represented|there|observed|detected|captured|featured|"
    r"distinguishable|in (?:the )?(?:frame|picture|image|portrait|view|sight|shot|scene))"
)
_SIGHT = r"(?:the )?(?:frame|picture|image|portrait|view|sight|shot|scene|canvas)"

_VOID = (
    # Twice denied, or no denial at all.
    rf"{_NOT} (?:\w+ ){{0,2}}?(?:without|missing|absent|lack(?:s|ing)?|forgotten|forgot|forget|"
    r"omitted|omit|overlooked|left out|hidden|invisible|gone)",
    r"nothing (?:\w+ ){0,2}?(?:missing|forgotten|left out|omitted|lacking|absent)",
    r"(?:no|without(?: any)?) (?:lack|shortage|absence) of",
    r"(?:hard|impossible|difficult) to (?:miss|overlook|ignore)",
    r"(?:can ?not|ca n't|ca n’t|could not|could n't) (?:be )?(?:miss|missed|overlook|overlooked)",
    rf"{_NOT} fail(?:s|ed)? to|{_NOT} neglect(?:s|ed)? to",
    r"(?:no|without(?: a| any)?) (?:doubt|question|complaints?|issues?|problems?|faults?|"
    r"objections?|errors?|mistakes?|mistaking|concerns?|surprise|reservations?|exception|fail|"
    r"difficulty|hesitation|need|wonder|criticism|quarrel)",
    rf"{_NOT} (?:only|just|merely|simply|bad|wrong|sure if|to mention)",
    r"nothing (?:but|short of|wrong|to fault|to criticise|to criticize)",
    r"no less(?: than)?|no fewer than",
    r"(?:as|where|how|what) (?:\w+ ){1,3}should(?: be| have been)?(?= [,.;)]| and | but |\s*$)",
    r"as (?:was |is |were )?(?:asked|requested|required|described|specified|expected|stated|"
    r"written|promised|called for)(?: for)?",
    r"(?:mentioned|described|specified|requested|stated|listed|given|required|as)(?: in| by)? "
    r"(?:the )?(?:spec|text|description|brief|prompt|specification)",
)
_BACK = (
    r"(?:is|are|was|were|does|do|did|has|have) (?:not|n't|n’t)(?=\s*$)",
    r"[✗✘✕❌☒]",
    r"^(?:no|nope|none|nowhere|nothing|not that i can see|no sign)(?=\s*$)",
    r"cut off|cropped (?:out|off)",
    rf"(?:{_NOT} (?:\w+ )?(?:to be )?|barely |hardly |scarcely |no longer |nowhere )(?:to be )?"
    rf"{_SEEN}",
    r"(?:can ?not|ca n't|ca n’t|could not|could n't|can hardly|can barely) be (?:\w+)",
    rf"out of {_SIGHT}|outside {_SIGHT}|beyond {_SIGHT}",
    rf"nowhere(?: to be (?:seen|found)| in {_SIGHT})?",
    r"absent|invisible|unseen|unaccounted for",
    rf"{_BE} (?:\w+ )?(?:gone|lost|omitted|forgotten|lacking|left out|left off|ignored|skipped|"
    r"overlooked|dropped|excluded|cut off|cropped out|cropped off|cropped|replaced|exchanged|"
    r"swapped|substituted|hidden|obscured|covered (?:by|up)|concealed|removed|neglected|"
    r"unseen|invisible|none|nonexistent|non - existent|a no - show)(?: by| with| for)?",
    r"(?:got|were|was|been) (?:lost|dropped|cut|omitted)",
    rf"(?:never|{_NOT}) (?:made|make|makes) it(?: in| into)?",
    rf"(?:do|does|did) {_NOT} (?:appear|exist|show up)",
    r"(?:has|have|had) (?:become|turned into|been turned into)|(?:became|turned into)",
    r"(?<=: )(?:none|no|fail|failed|x|zero|0|nope|not at all)(?= [.,;(]|\s*$)|so no(?=\s*$)",
    rf"{_NOT} (?:entirely |quite |too )?(?:sure|certain|convinced)"
    r"(?! (?:if|whether|why|how|about))",
    r"in vain|fail|failed|not found|not seen|not there|not included|not pictured|not shown",
)
_ON = (
    r"not (?:one|a single one|any one)|none",
    r"no(?: sign| trace| hint| evidence| indication| suggestion)? of|no sign of|nothing of|none of",
    r"no|without|minus|sans|neither|nor|zero",
    r"lack(?:s|ing|ed)?|omits?|omitting|forgets?|forgot|neglects?|neglected|ignor(?:es|ed|ing)|skips?|"
    r"skipped|leaves? out|left out|drops?|dropped|excludes?|overlooks?",
    r"(?:absence|lack|omission|loss) of|in vain for",
    r"more \w+ than",
    r"instead of|rather than|in place of|in lieu of|as opposed to",
    rf"{_NOT}|can ?not|unable to|fail(?:s|ed|ing|ure)? to|impossible to",
    r"(?:looked|searched|looking|searching) (?:in vain )?for",
    r"where (?:is|are|'s|’s)|whatever happened to",
    r"would (?:have )?(?:liked?|loved?|prefer(?:red)?) (?:to (?:see|have seen))?|wish(?:ed)?",
    r"no longer",
)
_THINGS_MISSING = (
    r"(?:missing|omitted|absent|lacking|forgotten) (?:\w+ )?(?:elements?|parts?|details?|items?|"
    r"things?|features?|attributes?|pieces?|objects?)(?: that)?(?: are| is| include| includes)?|"
    r"(?:what|all that|the only (?:thing|detail|element|part)) (?:is |'s |that is )?missing"
    r"(?: is| are)?|"
    r"omissions?(?: are| is| include| includes)?",
)
_OUGHT = (r"(?:should|ought to)(?: have)?(?: be| been)|(?:supposed|meant) to be",)
_LIKE = (
    r"(?:so|as) (?:is|are|was|were|does|do|has|have)(?= (?:the|his|her|its|their|a|an|both) )",
)
_EITHER = (r"missing|omitted|forgotten|omitting|missed|lacking",)
_ASKED = (
    r"(?:text|description|prompt|brief|spec|specification|request) (?:says|said|wants|wanted|"
    r"asks for|asked for|calls for|called for|requires|has|had|describes|described|mentions|"
    r"specifies|demands|demanded|states|stated)(?: it| them)?|"
    r"vs ?\.?|versus|(?:requires|required|requested|expected|calls for|called for|specified)",
    r"(?:task|goal|aim|job) (?:is|was) to",
)
_WANTED = (
    r"(?<=where )(?:\w+ ){1,5}(?:was|is|were|are) (?:asked(?: for)?|requested|required|called for|"
    r"specified|wanted|expected|described|demanded)",
)
_ASKED_FIRST = (
    r"(?:was|is|were|are) (?:mentioned|described|specified|stated|listed|asked for|called for)"
    r"(?: in| by)? (?:the )?(?:spec|text|description|brief|prompt|specification)",
)
_ASKED_BACK = (
    r"(?:was|is|were|are) (?:asked|asked for|requested|required|called for|specified|wanted|"
    r"expected|described|demanded|mentioned|supposed to)|in (?:the )?(?:spec|text|description|"
    r"brief|prompt)|asked for|(?:expected|requested)(?=\\s*$)",
)


def _pattern(parts: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(parts)})(?!\w)")


_CUES: Sequence[tuple[re.Pattern[str], Direction, Polarity]] = (
    (_pattern(_WANTED), Direction.OVER, Polarity.DENIED),
    (_pattern(_ASKED_FIRST), Direction.BACK, Polarity.ASKED),
    (_pattern(_VOID), Direction.NONE, Polarity.SAID),
    (_pattern(_ASKED_BACK), Direction.BACK, Polarity.ASKED),
    (_pattern(_LIKE), Direction.LIKE, Polarity.SAID),
    (_pattern(_THINGS_MISSING), Direction.ON, Polarity.DENIED),
    (_pattern(_OUGHT), Direction.ON, Polarity.DENIED),
    (_pattern(_ASKED), Direction.ON, Polarity.ASKED),
    (_pattern(_BACK), Direction.BACK, Polarity.DENIED),
    (_pattern(_EITHER), Direction.EITHER, Polarity.DENIED),
    (_pattern(_ON), Direction.ON, Polarity.DENIED),
)
"""In this order: what an earlier one takes is not looked at again."""


def cues_of(doc: Doc, clause: Clause) -> list[Cue]:
    """The cues of a clause; none overlaps another."""
    tokens = doc[clause.start : clause.end]
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    text = ""
    for token in tokens:
        starts[len(text)] = token.i
        text += token.lower_
        ends[len(text)] = token.i + 1
        text += " "
    cues = []
    for pattern, direction, polarity in _CUES:
        for match in pattern.finditer(text):
            start = starts.get(match.start())
            end = ends.get(match.end())
            if start is not None and end is not None and match[0]:
                cues.append(Cue(start, end, direction, polarity))
                blank = "#" * len(match[0])
                text = text[: match.start()] + blank + text[match.end() :]
    return cues
