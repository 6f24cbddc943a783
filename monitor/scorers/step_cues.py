"""English cue words that tell the result of a reply from a step on the way to it, what a question
asks from what it gives, and a statement from what is hung on it.

As in `cues`, every pattern is for lower-case text in which answers are marks, and is bounded.
"""

import re
from collections.abc import Sequence

from monitor.scorers.cues import any_of
from monitor.scorers.mentions import MARK, MONTHS, OTHER

TELLS_HOW_TO_REPLY = re.compile(
    r"(?:please )?(?:answer|choose|end|finish|give|pick|reply|respond|say|select|state|write)\b"
)
"""Opens the sentence of a question that gives no fact, only the form of the reply."""

ORDINALS = re.compile(r"second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth")
RANKS = re.compile(
    rf"\b(?:first|last|most|least|{ORDINALS.pattern})\b"
    r"|(?<=the |ond |ird |rth |fth |xth |nth |hth )"
    r"(?!chest|contest|forest|guest|harvest|quest|request)\w{2,}est\b"
)
"""Says which one of several is asked for; not the end of a name, as in Hillcrest."""

CONCLUDES = frozenset(
    """
        amount amounts appear appears area arrive arrived arrives back belongs bring brings
        combined comes conclude concluded conclusion correctly cost costs count counted
        counting counts duration entire everything exact fall falls figure find found gets
        goes going grand journey land lands lasts means outcome overall pay pays required
        requires result results solution takes them together totalling totals turns updated
        whole work worked works
        """.split()
)
"""Words by which a calculation ends in its result, and which bring in no fact either."""

CITES = re.compile(
    r"\bas (?:the|this) (?:\w+ )?(?:list|note|programme|table|timetable) (?:says|shows|states)\b"
    r"|\baccording to (?:the|this) (?:\w+ )?(?:list|note|programme|table|timetable)\b"
)
"""Names where an answer was found."""

DATE = re.compile(rf"\b(?:\d{{1,2}} (?:{MONTHS})|(?:{MONTHS}) \d{{1,2}}),? \d{{4}}\b")

POINTS_BACK = any_of(
    r"it", r"its", r"they", r"them", r"their", r"these", r"those", r"he", r"his", r"she", r"her"
)
"""Speaks of what the sentence before it may have named."""

IS_ONLY_A_STEP = any_of(
    r"if|unless|until|without|assuming",
    r"could|may|might|(?<!that )(?<!this )(?<!it )would",
    r"only|just|already|so far|almost|nearly|hardly|enough|remainder",
    r"more|less|fewer|than|before|earlier|previous(?:ly)?|first|last",
    r"wrong|incorrect|mistake|error",
    r"was|were|had",
    r"some|(?<!how )many|others|who|most of",
    r"also|as well|too",
    r"(?:right |soon )?after$",
    r"(?:come|comes|came|coming) from|for now|here|at (?:this|that) (?:point|stage)",
    r"^(?:let me |i |we )?(?:add|check|multiply|subtract|take)",
    r"your|you(?! (?:are right|get|need|pay)\b)",
)
"""Words of a clause whose answer may be one of a part, of another case, or of someone else."""

GOES_ON = re.compile(
    r"^(?:and |so |ah |oh )*(?:(?:but|however|though|although|yet|actually|then|next|now|finally"
    r"|add|adding|plus|minus|subtract|subtracting|step|wait|hold on|hmm|let us|on second thought)\b"
    r"|let me (?!know\b)|(?:it|that|this|which) (?:is|was|does|did|can|could) not\b)"
)
"""Opens a further step, or a second thought, after which an answer is not the last word."""

SETS_A_CASE = re.compile(r"^(?:and |but |even |only )*(?:if|once|suppose|supposing|unless|when)\b")
"""Opens a clause without which a statement in the same sentence may not hold."""

SETS_A_CONDITION = re.compile(
    r"^(?:and |or |but )?(?:so far|for now|if|unless|until|before|when|without|except|excluding"
    r"|ignoring|leaving|not counting|not including|provided|assuming|supposing|where|while|whereas"
    r"|which)\b"
)
"""Opens a neighbouring clause without which an answer does not hold."""

ADDS_NO_FACT = frozenset(
    """
        abbreviation always basically basic calendar chief common essentially full generally
        key main normal normally official officially organ primary principal regular sealed signed
        simply standard typical typically usually whole
        """.split()
)
"""Words that may stand in a statement unasked: how sure, usual or important it is, or of which
kind the thing or the act is that the question names."""

SCOPE = any_of(r"in existence", r"in the (?:entire |whole )?world", r"on (?:planet )?earth")
"""May be added to a statement unasked, too."""

_NOUN = (
    r"animal|arachnid|creature|figure|insect|instrument|measure|measurement|period|poem|polygon"
    r"|shape|solid|span|unit"
)
_QUALITY = (
    r"aquatic|basic|classical|closed|common|flat|geometric|marine|musical|plane|poetic|regular"
    r"|sea|small|standard|straight-sided|stringed|three-dimensional|two-dimensional"
)
_WORK = (
    r"ballad|book|comedy|concerto|drama|fresco|novel|opera|painting|play|poem|portrait|story"
    r"|symphony|tragedy|work"
)
_MAKES = r"built|composed|created|designed|discovered|invented|made|painted|sculpted|wrote"
_MADE = rf"{_MAKES}|written"
_NO_LINK = (
    r"(?!(?:about|after|and|as|based|by|for|from|in|inspired|like|no|not|of|on|or|than|that|to"
    r"|with)\b)"
)
_WHEN = (
    r"(?:around|in) (?:the (?:early |late |year )?)?\d{4}s?\b|between \d{4} and \d{4}\b"
    r"|(?:during|in) the (?:\w+ )?\d{1,2}(?:st|nd|rd|th) century\b"
    r"|during the (?:middle ages|renaissance)\b"
)
_IS = r"are|can|does|had|has|have|is|was|were"

TRIMMINGS: Sequence[tuple[re.Pattern[str], str]] = (
    # Containers: "consists of 10 bits", "is made up of a total of 206 bones".
    (
        any_of(
            r"consist(?:s|ed|ing)? of",
            r"(?:(?:is|are) )?(?:composed|comprised|made up) of",
            r"contain(?:s|ing)?",
            r"compris(?:es?|ing)",
        ),
        "has",
    ),
    (any_of(r"equivalent to"), "equal to"),
    # One of a thing stands for any, as in "each week"; see also `OPENS_WITH_ONE`.
    (re.compile(r"(^|\bin )(?:a single|each|every) (?!of\b)(?=[a-z])"), r"\1a "),
    (re.compile(rf"\b(?:a total of|about|approximately|around|exactly|roughly) (?={MARK})"), ""),
    (re.compile(rf"({MARK} \w+) (?:high|in length|in total|long|tall|wide)\b"), r"\1"),
    # What it is, before what it has: "is a polygon with 6 sides".
    (
        re.compile(
            rf"\b(?:is|are) (?:an? )?(?:(?:{_QUALITY}) ){{0,2}}"
            rf"(?:(?:kind|sort|type) of )?(?:{_NOUN})s?(?: of (?!{MARK})\w+)?"
            r" (?:equal to|has|having|that equals|that has|that have|that is(?: equal to)?|with)"
            rf" (?=(?:\w+ )?{MARK})"
        ),
        "has ",
    ),
    (
        re.compile(
            rf"\b(?:is|are) (?:an? )?(?:(?:{_QUALITY}) ){{0,2}}({MARK})-(legged|sided|stringed)"
            rf" (?:{_NOUN})s?\b"
        ),
        r"has \1 \2",
    ),
    # The same of a work and its maker: "is a dystopian novel written by X in 1944".
    (
        re.compile(
            rf"\b(?:is|was) an? (?:{_NO_LINK}[\w-]+ ){{0,2}}?(?:{_WORK})"
            rf" (?=(?:(?:{_MADE}) )?by {MARK})"
        ),
        "was ",
    ),
    (re.compile(rf"\b((?:{_MADE}) by {MARK}),? (?:{_WHEN})"), r"\1"),
    (re.compile(rf"^({MARK} (?:{_MAKES}) [^,]+),? (?:{_WHEN})$"), r"\1"),
    # Names and what they name.
    (
        re.compile(
            rf"\buse the (?:expression|name|term|word) ({MARK})"
            r" (?:for|to describe|to mean|to refer to)\b"
        ),
        r"call \1",
    ),
    (
        any_of(
            r"(?:expression|name|term|word) (?:(?:is )?used )?(?:for|that describes|to describe)",
            r"(?:is|are) (?:referred to as|termed)",
        ),
        "is called",
    ),
    (re.compile(r"\bhuman (?:body|mouth)(?! cells?\b)"), "human"),
    # A further fact, or a reason, behind a statement that stands on its own.
    (
        re.compile(
            rf"(\b(?:{_IS}|{_MADE})\b.*), with an? (?:\w+ ){{0,2}}(?:area|diameter|distance|height"
            r"|length|mass|population|radius|size|temperature|volume|weight) of\b[^,]*"
        ),
        r"\1",
    ),
    (
        re.compile(
            rf"(\b(?:{_IS}|{_MADE})\b.*), (?:as|and) (?:(?:it|this|they|these|he|she) )?(?:{_IS})\b"
            r"(?!.*\b(?:false|fiction|film|game|incorrect|neither|never|no|not|novel|only|play"
            r"|story|what|who|wrong)\b)[^,]*"
        ),
        r"\1",
    ),
    # The hour or the season of a year, whose reign it was in, where an act took place.
    (
        re.compile(
            r"\b(?:(?:early|late) )?(?:afternoon|autumn|evening|morning|night|spring|summer|winter)"
            rf"(?= of (?:(?:{MONTHS}) )?{MARK})"
        ),
        "",
    ),
    (
        re.compile(
            rf"((?:\bin|\byear|\bof|{MONTHS}) {MARK}.*), (?:during|in|under) the"
            r" (?:pontificate|presidency|reign|rule) of [^,]+"
        ),
        r"\1",
    ),
    (
        re.compile(
            r"\b(began|begun|concluded|held|sealed|signed|started|stormed)\b(.*),"
            r" in the (?:city|town|village) of [^,]+"
        ),
        r"\1\2",
    ),
    (
        re.compile(
            r"\b(concluded|sealed|signed|stormed)\b(.*), in (?!draft|effect|essence|fiction|legend"
            r"|part\b|practice|principle|reality|secret|spirit|theory)[a-z'-]+(?=,|$)"
        ),
        r"\1\2",
    ),
)
"""Applied in order to a clause and its neighbours, joined by commas, before it is told whether
they speak of the question alone. Each leaves what is stated as it was."""

OPENS_WITH_ONE = re.compile(
    rf"^(?:and |so |then |therefore )*(?:in )?{OTHER} (?!half|more|or|of|quarter|tenth|third)[a-z]"
)
"""Where the number is 1, what is said of one thing is said of any."""

MEASURES_A_CONDITION = re.compile(
    rf"^(?:and |but |even )?(?:above|at|below|for|under|without)\b.*{OTHER}"
    rf"|^and (?:the )?{OTHER} (?:more|of|others?)\b"
)
"""A neighbouring clause whose number says under what condition an answer holds, or adds to it."""

IS_ANOTHER_CASE = re.compile(
    r"\bagain,? (?:in|on)\b|\bcall(?:s|ed)? (?:for|on)\b"
    rf"|\b(?:{_MADE}) (?:about|after|against|for|of|on|to|with|in an?)\b|\b(?:co|ex|non)-\w"
    rf"|\bmade (?:in\b|by (?!{MARK}))"
    r"|\bletters? (?:about|for|from|on|to)\b"
    rf"|\band an? .*{MARK}|{MARK} \w+ (?:is|are) (?:no|not)\b"
)
"""Speaks of a later time, of a work about the work, of two things together, or of what lacks the
thing asked for."""

BREAKS_OFF = re.compile(r"\b(?:are|is|was|were)$")
"""A clause that a comma cut off from what it says."""

NEEDS_A_SUBJECT = re.compile(r"^(?:which )?(?:are|had|has|have|is|was|were)\b")
"""A clause that a comma cut off from what it speaks of."""

IS_A_PREDICATE = re.compile(rf"^(?:{_IS})\b")
IS_BARE = re.compile(rf"(?:an? |the )?{MARK}")
"""A clause that commas cut off from what is said of it, and what is."""

OPENS_A_STATEMENT = re.compile(
    r"^(?:and |so )?(?:after|before|by|during|for|in|on|with|within)\b"
    rf"(?!.*\b(?:{_IS}|{_MADE}|need|needs)\b).*{MARK}"
)
"""A clause that a comma cut off from the statement behind it, as in "In 1917, …"."""
