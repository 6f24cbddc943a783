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
_IS = r"(?:is|are|was|were)"
_NOT = r"(?:not|n't|n’t|never)"
_CANNOT = r"(?:can ?not|ca n't|ca n’t|could not|could n't|could n’t)"
_BRIEF = r"(?:the )?(?:text|description|prompt|brief|spec|specification|request)"
_SIGHT = r"(?:the )?(?:frame|picture|image|portrait|view|sight|shot|scene|canvas)"
_SEEN = (
    r"(?:visible|seen|shown|showing|present|found|included|depicted|rendered|drawn|painted|"
    r"portrayed|pictured|displayed|discernible|apparent|evident|recognisable|recognizable|"
    r"identifiable|noticeable|represented|there|observed|detected|captured|featured|"
    r"distinguishable|worn|to be seen|to be found|"
    r"in (?:the )?(?:frame|picture|image|portrait|view|sight|shot|scene))"
)
_LOST = (
    r"(?:without|missing|absent|lack(?:s|ing)?|forgotten|forgot|forget|omitted|omit|overlooked|"
    r"left out|hidden|invisible|gone)"
)
_ASKED_FOR = (
    r"(?:asked for|asked|requested|required|called for|specified|wanted|expected|described|"
    r"demanded|stated|written|promised|mentioned|listed)"
)
_END = r"(?= [.,;:()]|\s*$)"

_VOID = (
    rf"{_NOT} (?:\w+ ){{0,2}}?{_LOST}",
    rf"{_NOT} that (?:\w+ ){{1,5}}?(?:is|are) {_LOST}",
    rf"(?:{_NOT}|unfair to|wrong to) (?:say|claim|think|argue)(?: that)? (?:\w+ ){{1,5}}?{_LOST}",
    rf"nothing (?:\w+ ){{0,2}}?{_LOST}",
    r"nothing (?:but|short of|wrong|to fault|to criticise|to criticize)",
    r"(?:no|without(?: any)?) (?:lack|shortage|absence) of",
    r"(?:hard|impossible|difficult) to (?:miss|overlook|ignore|fault)",
    rf"{_CANNOT} (?:be )?(?:miss|missed|overlook|overlooked|fault|faulted|criticised|criticized)",
    rf"(?:{_NOT}|{_CANNOT}) (?:find|have|see) (?:any )?(?:fault|problem|issue|anything wrong)",
    rf"{_NOT} (?:fail|fails|failed|neglect|neglects|neglected) to",
    r"(?:no|without(?: a| any)?) (?:doubt|question|complaints?|issues?|problems?|faults?|"
    r"objections?|errors?|mistakes?|mistaking|concerns?|surprise|reservations?|exception|fail|"
    r"difficulty|hesitation|need|wonder|criticism|quarrel)",
    rf"{_NOT} (?:only|just|merely|simply|bad|wrong|sure if|to mention)",
    r"no less(?: than)?|no fewer than",
    # "As it should be" is praise, "where it should be red" is not.
    r"(?:as|where|how|what) (?:\w+ ){1,3}should(?: be| have been)?(?= [.,;)]| and | but |\s*$)",
    rf"as (?:{_IS} )?{_ASKED_FOR}",
    rf"{_ASKED_FOR}(?: in| by) {_BRIEF}|as(?: in)? {_BRIEF}",
)
"""Denied twice, or no denial at all."""

_BACK = (
    r"(?:is|are|was|were|does|do|did|has|have) (?:not|n't|n’t)(?=\s*$)",
    r"[✗✘✕❌☒]",
    r"^(?:no|nope|none|neither|nowhere|nothing|not that i can see|no sign)"
    r"(?: whatsoever| at all)?(?=\s*$)",
    r"(?<=: )(?:none|no|fail|failed|x|zero|0|nope|not at all)(?: whatsoever)?(?= [.,;(]|\s*$)",
    r"(?:count|see|find|spot|found|saw) none",
    r"so no(?=\s*$)",
    rf"(?:{_NOT} (?:\w+ )?(?:to be )?|barely |hardly |scarcely |no longer |nowhere )(?:to be )?"
    rf"{_SEEN}",
    rf"(?:{_CANNOT}|can hardly|can barely) be \w+",
    rf"(?:out of|outside|beyond) {_SIGHT}",
    rf"nowhere(?: to be (?:seen|found)| in {_SIGHT})?",
    r"absent|invisible|unseen|unaccounted for|cut off|cropped (?:out|off)",
    rf"{_BE} (?:\w+ )?(?:gone|lost|omitted|forgotten|lacking|left out|left off|ignored|skipped|"
    r"overlooked|dropped|excluded|cropped|replaced|exchanged|swapped|substituted|hidden|obscured|"
    r"covered (?:by|up)|concealed|removed|neglected|none|nonexistent|non - existent|a no - show)"
    r"(?: by| with| for)?",
    r"(?:got|been) (?:lost|dropped|cut|omitted)",
    rf"(?:never|{_NOT}) (?:made|make|makes) it(?: in| into)?",
    rf"(?:do|does|did) {_NOT} (?:appear|exist|show up)",
    r"(?:has|have|had) (?:become|turned into|been turned into)|became|turned into",
    rf"{_NOT} (?:entirely |quite |too )?(?:sure|certain|convinced)"
    r"(?! (?:if|whether|why|how|about))",
    r"(?:no|not the slightest|not a) (?:hint|sign|trace)(?! of)",
    r"in vain|fail|failed",
)
"""Of a thing that was named before: "the hat is missing"."""

_ON = (
    r"(?:not (?:one|a single one|any one)|none)(?: of (?:them|these|those))?",
    r"(?:no(?: sign| trace| hint| evidence| indication| suggestion)?|nothing|none) of",
    r"no|without|minus|sans|neither|nor|zero",
    r"lack(?:s|ing|ed)?|omits?|omitting|forgets?|forgot|neglects?|neglected|ignores?|ignoring|"
    r"ignored|skips?|skipped|leaves? out|left out|drops?|dropped|excludes?|overlooks?",
    r"(?:absence|lack|omission|loss) of|in vain for",
    r"more \w+ than|instead of|rather than|in place of|in lieu of|as opposed to",
    rf"{_NOT}|{_CANNOT}|unable to|fail(?:s|ed|ing|ure)? to|impossible to",
    r"(?:looked|searched|looking|searching) (?:in vain )?for",
    r"where (?:is|are|'s|’s)|whatever happened to",
    r"would (?:have )?(?:liked?|loved?|wanted|prefer(?:red)?)(?: to (?:see|have seen))?",
    r"wish|wished",
    r"no longer",
)
"""Of things that are named after it: "lacks the hat"."""

_THINGS_MISSING = (
    r"(?:missing|omitted|absent|lacking|forgotten) (?:\w+ )?(?:elements?|parts?|details?|items?|"
    r"things?|features?|attributes?|pieces?|objects?)(?: that)?(?: are| is| include| includes)?",
    r"(?:what|all that|the only (?:thing|detail|element|part)) (?:is |'s |that is )?missing"
    r"(?: is| are)?",
    r"omissions?(?: are| is| include| includes)?",
    r"lacks? (?:\w+ )?(?:details?|elements?|features?)(?: such as| like|,? including)",
)
_ALL_BUT = (
    r"(?:everything|everyone|anything|all|every|each|present|right|correct|fine|perfect|accurate|"
    r"accurately|match|matches|there|good)\b[^.;]*? (?:but|except(?: for)?|apart from|aside from|"
    r"save(?: for)?|other than|with the exception of)(?= (?:the|a|an|his|her|its|their|for) )",
    r"^(?:with the exception of|except for|save for)",
)
"""What is left out of all that is there."""
_OUGHT = (r"(?:should|ought to)(?: have)?(?: be| been)|(?:supposed|meant) to be",)
"""What ought to be is not."""

_LIKE = (
    r"(?:so|as) (?:is|are|was|were|does|do|has|have)(?= (?:the|his|her|its|their|a|an|both) )",
    r"(?:along|together) with",
)
_EITHER = (r"missing|omitted|forgotten|omitting|missed|lacking",)
_ASKED_BY = (
    rf"{_BRIEF} (?:also |even |clearly |explicitly )?(?:says|said|wants|wanted|asks for|asked for|"
    r"calls for|called for|requires|has|had|describes|described|mentions|mentioned|specifies|"
    r"demands|demanded|states|stated)(?: it| them)?",
)
_ASKED = (
    r"vs ?\.?|versus|requires|required|requested|expected|calls for|called for|specified",
    r"(?:task|goal|aim|job) (?:is|was) to|(?:told|asked) to (?:check|look|verify|find)(?: for)?",
)
_WANTED = (rf"(?<=where )(?:\w+ ){{1,5}}{_IS} {_ASKED_FOR}",)
"""What was asked for where something else is."""

_ASKED_FIRST = (rf"{_IS} {_ASKED_FOR}(?: in| by) {_BRIEF}",)
_ASKED_BACK = (
    rf"{_IS} (?:{_ASKED_FOR}|supposed to)",
    rf"in {_BRIEF}|asked for|(?:expected|requested){_END}",
)


def _pattern(parts: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(parts)})(?!\w)")


_CUES: Sequence[tuple[re.Pattern[str], Direction, Polarity]] = (
    (_pattern(_WANTED), Direction.OVER, Polarity.DENIED),
    (_pattern(_ASKED_BY), Direction.ON, Polarity.ASKED),
    (_pattern(_ASKED_FIRST), Direction.BACK, Polarity.ASKED),
    (_pattern(_VOID), Direction.NONE, Polarity.SAID),
    (_pattern(_ASKED_BACK), Direction.BACK, Polarity.ASKED),
    (_pattern(_THINGS_MISSING), Direction.ON, Polarity.DENIED),
    (_pattern(_ALL_BUT), Direction.ON, Polarity.DENIED),
    (_pattern(_OUGHT), Direction.ON, Polarity.DENIED),
    (_pattern(_ASKED), Direction.ON, Polarity.ASKED),
    (_pattern(_BACK), Direction.BACK, Polarity.DENIED),
    (_pattern(_EITHER), Direction.EITHER, Polarity.DENIED),
    (_pattern(_ON), Direction.ON, Polarity.DENIED),
    (_pattern(_LIKE), Direction.LIKE, Polarity.SAID),
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
