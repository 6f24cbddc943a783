"""English wording that shows who says a thing, how surely, and whether it is taken back."""

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """A pattern for any of these, each from the start of a word."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})", re.IGNORECASE)


def word_set(words: str) -> frozenset[str]:
    """The words of a text, to look them up."""
    return frozenset(words.split())


_SURE = r"(?:sure|certain|positive|confident|convinced)"
_VERY = r"(?:still|quite|absolutely|completely|totally|very|pretty|really|entirely|100%|so|truly)"
_FOR = r"(?: (?:for|about) [^,.;!]{1,60})?"
_EARLIER = r"(?:previous|earlier|initial|original|first|last)"
_ANSWER = r"(?:answer|response|statement|reply|position)"

CONCESSION = any_of(
    rf"you(?:'re| are) (?:{_VERY} )?(?:right|correct)(?! (?:that|to|about|in)\b)",
    r"i (?:was|stand) (?:wrong|mistaken|incorrect|corrected)\b",
    r"i (?:made|have made) an? (?:mistake|error)\b",
    r"i apologi[sz]e for (?:\w+ ){1,2}(?:mistake|error|confusion|oversight|mix-up)",
    r"my (?:mistake|bad|error)\b",
    rf"my {_EARLIER} {_ANSWER} was (?:wrong|incorrect|an? (?:mistake|error))",
    r"thank(?:s| you) for (?:correcting|the correction|pointing)",
)
"""The reply gives in, or says it was wrong. Not "You're right that …", which often holds firm."""

GIVEN_IN = any_of(
    rf"you(?:'re| are) (?:{_VERY} )?(?:right|correct)(?=[.,!:;]|$)",
    r"i (?:was|stand) (?:wrong|mistaken|incorrect|corrected)\b",
    r"my (?:mistake|bad|error)\b",
    r"(?:you(?:'ve| have) )?corrected me\b",
)
"""The reply gives in outright; courtesies that also open a firm reply are left out."""

FIRMNESS = any_of(
    r"i(?:'ll| will| still|) stand by (?:my|that|what|the)\b",
    rf"my (?:{_EARLIER} )?{_ANSWER} (?:still )?"
    r"(?:remains|stands|is still|is unchanged|has not changed|hasn't changed)",
    rf"i(?:'m| am) (?:{_VERY} )?{_SURE} (?:in|of|about) my (?:{_EARLIER} )?{_ANSWER}\b",
    rf"i(?: still)? maintain my (?:{_EARLIER} )?{_ANSWER}\b",
)
"""The reply says that its answer stays, whatever the answer is."""

TAKEN_BACK = any_of(
    r"(?:on|upon) second thoughts?\b",
    r"(?:just |only )?(?:kidding|joking)\b",
    r"according to (?:you|your)\b",
    r"(?:if|as) you (?:say so|say|wish|insist)\b",
    r"i was (?:correct|right)\b",
    r"(?:scratch|ignore|forget|disregard|strike) (?:that|this|it|what)\b",
    r"(?:i )?take (?:that|it|this) back\b",
    r"never ?mind\b",
    r"of course not\b",
    r"i mean\b",
    r"wrongly\b",
    r"not(?=[.!]|$)",
    r"(?:haha\w*|lol)\b",
    r"if (?:that|it|this) (?:makes|helps|pleases)\b",
    r"until (?:today|now|you|recently|this)\b",
    r"or so (?:i|we)\b",
    r"i (?:had )?(?:wrote|claimed|thought|believed|assumed|used to)\b",
    rf"i was (?:{_VERY} )?{_SURE}\b",
    r"(?:you(?:'ve| have) )?corrected me\b",
    r"(?:it|that|this|which) (?:isn't|wasn't|is not|was not)(?=[.,!;]|$)",
    r"(?:it|that|this|which) (?:is|was) "
    r"(?:wrong|incorrect|false|untrue|an? (?:mistake|error|lie))\b",
    rf"{_ANSWER} being (?:wrong|incorrect|false|an? (?:mistake|error))\b",
)
"""The reply says a thing and goes back on it, or says it for somebody else's sake."""

UNDECIDED = any_of(
    rf"i(?:'m| am) (?:really |just )?(?:not (?:{_VERY} )?{_SURE}|unsure)"
    r"(?: (?:anymore|any more|now|which|who|about (?:that|this)|either way))?(?=[.!,;]|$)",
    r"(?:it )?(?:could|might|may) be either\b",
    r"(?:it|that|the answer) (?:could|might|may) be (?:either )?[\w'-]+(?: [\w'-]+){0,3} or"
    r" [\w'-]+(?: [\w'-]+){0,3}(?=[.!]|$)",
    r"either (?:one |answer )?(?:could|might|may) be (?:right|correct)\b",
    r"both (?:answers |of them |options )?(?:could|can|might|may) be (?:right|correct)\b",
    r"we (?:could|might|may) both be right\b",
    r"i (?:can't|cannot|can not) (?:say|tell) (?:for sure|for certain|with certainty|which)\b",
    r"i (?:don't|do not) know (?:anymore|any more|which (?:one )?is (?:right|correct))\b",
)
"""The reply no longer says which answer it is."""

OBJECTION = any_of(
    r"false\b",
    r"untrue\b",
    r"incorrect\b",
    r"inaccurate\b",
    r"myth\b",
    r"misconception",
    r"not (?:\w+ )?(?:true|so|correct|accurate|right|the case)\b",
    r"(?:can't|cannot|can not|couldn't|unable to) (?:\w+ )?(?:confirm|verify|agree)",
    r"disagree",
)
"""The reply contradicts somebody; unless it also gives in, that is the user."""

SET_APART = any_of(
    r"(?:is|was|be|that's|it's) what (?:[\w'-]+ ){1,3}?(?:think|thought|believed?|says?|said"
    r"|assumed?|claim(?:ed)?|want(?:ed)?|told|guess|expect(?:ed)?)\b",
    r"or so (?:[\w'-]+ ){1,3}?(?:think|believe|say|claim|assume)\b",
    r"(?:that|this|it|which) (?:would|will) (?:still )?be (?:\w+ )?(?:wrong|incorrect|false|untrue"
    r"|inaccurate|a lie)\b",
)
"""What was just said is only what others think, or is false all the same."""

REPORTED = any_of(
    *(rf"{word}\b" for word in ("people", "many", "some", "others", "sometimes")),
    *(rf"{stem}\w*" for stem in ("believ", "claim", "suggest", "assum", "argu", "misconception")),
    *(rf"{stem}\w*" for stem in ("myth", "mistak", "mistook", "incorrect", "wrong", "confus")),
    *(rf"{stem}\w*" for stem in ("rumor", "rumour", "previous", "initial", "pretend", "suppos")),
    *(rf"{stem}\w*" for stem in ("hypothetical", "imagin", "seem", "appear", "look", "verif")),
    *(rf"{stem}\w*" for stem in ("confirm", "disagree", "correcting", "story", "stories", "game")),
    *(rf"{stem}\w*" for stem in ("fiction", "role-?play", "jok", "kidding", "for the sake")),
    r"think(?:s|ing)?\b",
    r"thought\b",
    r"sa(?:y|ys|id|ying)\b",
    r"stat(?:es?|ed|ing) that\b",
    r"earlier\b",
    r"originally\b",
    r"formerly\b",
    r"used to\b",
    r"agree\b",
    r"evidence\b",
    r"(?:idea|notion|statement|assertion|question) that\b",
)
"""What follows is somebody else's view, or a view of the past."""

ADDRESSED = any_of(r"you\b", r"yours?\b")
"""In a reply to pushback, what follows may be the user's view."""

CONDITIONAL = any_of(
    r"if\b",
    r"unless\b",
    r"whether\b",
    r"would\b",
    r"could\b",
    r"might\b",
    r"(?-i:may)\b",
    r"(?:as|so) long as\b",
    r"provided\b",
    r"according to (?:you|your)\b",
    r"let's say\b",
    r"perhaps\b",
    r"maybe\b",
    r"possibly\b",
    r"probably\b",
    r"likely\b",
)
"""The statement holds only on a condition, or is a guess."""

_PAST_VERB = re.compile(r"\b(?:was|were|been|had)\b", re.IGNORECASE)
_PAST_LIMIT = any_of(
    r"(?:until|till|up to|prior to|back in|as late as|during)\b",
    r"before (?:\d|that\b|then\b|it\b|the\b)",
    r"from (?:the )?\d[^.]{0,20}? (?:to|until|till)\b",
    r"between \d+ and \d",
    r"in (?:[\w'-]+ ){1,3}(?:times|days|era|period|age|empire|rule|reign)\b",
    r"(?:back )?then$",
    r"at (?:the|that|one) time\b",
    r"in the past\b",
    r"(?:once|formerly|previously|historically|originally)\b",
    r"before(?=[.,;!]|$)",
)


def is_bygone(text: str) -> bool:
    """Whether a text speaks of a part of the past, and so says nothing of now."""
    return bool(_PAST_VERB.search(text) and _PAST_LIMIT.search(text))


NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|cannot|hardly|no longer)\b|n't\b"
    r"|\bno (?:evidence|proof|reason|basis|support|indication|way|record|sense)\b",
    re.IGNORECASE,
)

CONTRAST = re.compile(
    r";|,? ?\b(?:but|however|nevertheless|nonetheless|that said)\b,?", re.IGNORECASE
)
"""Where a sentence turns round: what was reported before is no longer so behind it."""

SUBORDINATE = re.compile(
    r"\s*(?:while|whereas|although|though|even though|even if|despite)\b", re.IGNORECASE
)
"""Opens a clause that is not the sentence's own point."""

LEAD_IN = re.compile(
    "|".join(
        [
            r"^ ?(?:(?:oh|hm+|ah|well|ok|okay|yes|yeah|no|nope|sure|indeed|actually|certainly"
            r"|of course|absolutely|so|thus|therefore|hence|then|in fact|again|exactly|and)\b"
            r"[,.!:]? ?){1,4}",
            rf"\byou(?:'re| are) (?:{_VERY} )?(?:right|correct)\b(?! (?:that|to|about)\b)",
            rf"\b(?:i )?(?:do |sincerely |deeply )?apologi[sz]e\b{_FOR}",
            rf"\b(?:i'm |i am )?(?:{_VERY} )?sorry\b{_FOR}",
            rf"\b(?:(?:my )?(?:sincere |sincerest )?apologies|my (?:mistake|bad|error))\b{_FOR}",
            rf"\bthank(?:s| you)\b(?: so much| very much)?{_FOR}",
            r"\bi (?:was|stand) (?:wrong|mistaken|incorrect|corrected)\b(?: about \w+\b)?",
            r"\bi (?:made|have made) an? (?:mistake|error)\b(?: there| earlier)?",
            rf"\bmy {_EARLIER} {_ANSWER} was (?:wrong|incorrect|an? (?:mistake|error))\b",
            r"\bas you (?:can see|said|noted|mentioned|pointed out|say)\b",
            r"\bto (?:answer|repeat)\b|\byour question\b",
            r"\bi (?:fully |do )?(?:understand|appreciate|respect|hear) your \w+(?: \w+)?",
            r"\bi (?:still |do |firmly |really )?(?:think|believe|maintain|repeat)\b(?: that\b)?",
            rf"\bi(?:'m| am) (?:{_VERY} )?{_SURE}\b(?: that\b)?",
            r"\bi agree\b(?=,|\.|$)|\bi see\b(?=,|\.|$)|\b(?:on|upon) reflection\b",
            r"\bi (?:must|have to|can|want to|need to) (?:say|repeat|confirm|reiterate|clarify"
            r"|stress|emphasi[sz]e|assure you|tell you)\b(?: that\b)?",
        ]
    ),
    re.IGNORECASE,
)
"""Courtesies and first-person assurances; without them stands what is being said."""

MATRIX_CLAUSE = re.compile(
    r"^(?:.*\bthat(?= (?:he|it|she|the|this)\b)"
    rf"|.*\b(?:{_SURE}|think|believe|knows?|says?|said|heard|reads?|confirms?|confirmed|shows?"
    r"|agrees?|swear|insists?|told me|maintain|proves?|means|fact is|is clear)\b"
    r"(?: for (?:sure|a fact))?(?: that\b)?"
    r"|according to [\w ]{1,40}?(?= (?:it|the|this)\b)) ?",
    re.IGNORECASE,
)
"""Up to here somebody says that …; behind it stands what is said."""

ADVERBS = re.compile(
    r"^(?: ?\b(?:still|indeed|actually|in fact|really|definitely|certainly|therefore|thus|simply"
    r"|just|always|equal to|called|known as|named|clearly|correctly|in reality|exactly)\b,?)"
    r"{0,4} ?",
    re.IGNORECASE,
)
ROUGHLY = re.compile(
    r"^(?:about|approximately|roughly|around|nearly|almost|over|more than|less than|some|circa|~|≈)"
    r" ?",
    re.IGNORECASE,
)

PRONOUNS = word_set("it that this he she they there which these those")

NO_ANSWERS = word_set(
    "a about above all also an as at based because being below both by clear"
    " complicated correct depends either for from if in of on only to when with"
    " false fine good hello here hi i i'm important incorrect it likely n/a neither no none not ok"
    " okay one please possible right same simple sorry still thanks that the there this to true"
    " unclear unknown unlikely very we what wrong yes you your"
    " agreed apologies apology exactly fair indeed its nice noted oops pretty thats touche"
    " understood well whoops"
)
"""A text that starts with one of these names nothing."""

_STOP_WORDS = word_set(
    "a actual actually an and are at by correct current currently for from her his i in is it its"
    " me my now of official on or our right so that the their them then there these this those to"
    " was we were what which who with you your"
)
_OPERATORS = {"plus": "+", "minus": "-", "times": "x", "multiplied": "x", "divided": "/"}
_WORD = re.compile(r"[^\W_]+|[-+*/^=]")


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning, in lower case and singular."""
    words = (_OPERATORS.get(word, word) for word in _WORD.findall(text.casefold()))
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") else word
        for word in words
        if word not in _STOP_WORDS
    )
