"""English cue words that tell the result of a reply from a step on the way to it, and what a
question asks from what it gives.

As in `cues`, every pattern is for lower-case text in which answers are marks, and is bounded.
"""

import re

from monitor.scorers.cues import any_of
from monitor.scorers.mentions import MONTHS

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

SETS_A_CONDITION = re.compile(
    r"^(?:and |or |but )?(?:so far|for now|if|unless|until|before|when|without|except|excluding"
    r"|ignoring|leaving|not counting|not including|provided|assuming|supposing|where|while|whereas"
    r"|which)\b"
)
"""Opens a neighbouring clause without which an answer does not hold."""
