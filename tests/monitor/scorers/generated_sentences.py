"""How a chat model words an answer to the generated questions, for the reader's tests."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from probes.items import Item

_A = r"(?P<a>[A-Z]\w+)"
_B = r"(?P<b>[A-Z]\w+)"
_THING = r"(?P<thing>[\w' -]+?)"
_PLACE = r"(?P<place>\w+)"


@dataclass(frozen=True, slots=True)
class Sentences:
    """How a chat model answers the questions of a template.

    `names` finds the words of a question that the sentences repeat; `{x}` is the answer.
    """

    names: str
    full: str
    short: str
    derived: str
    explained: str


SENTENCES: Mapping[str, Sentences] = {
    "price-list": Sentences(
        rf"a box of {_THING} in {_A}'s price list for the market of {_PLACE}",
        "The price of a box of {thing} in {a}'s price list is {x} cents.",
        "It costs {x} cents.",
        "I went down the column of the 7 or so rows. A box of {thing} costs {x} cents.",
        "A box of {thing} costs {x} cents, as the table shows.",
    ),
    "units-minutes": Sentences(
        rf"do {_A} and {_B} spend on the {_THING} between {_PLACE} and \w+ on (?P<day>\w+), if it"
        r" takes (?P<h>\d+) h (?P<m>\d+) min",
        "{a} and {b} spend {x} minutes on the {thing} on {day}.",
        "They spend {x} minutes in all.",
        "The first leg takes {h} x 60 + {m} minutes, and the others go the same way. Altogether"
        " they spend {x} minutes on the {thing}.",
        "They spend {x} minutes on it, because each hour has 60 minutes.",
    ),
    "multiples": Sentences(
        rf"win {_THING} in the raffle of {_A} and {_B} in {_PLACE}, if the tickets are numbered"
        r" from (?P<n>\d+) to (?P<m>\d+) and those win whose number can be divided by (?P<d>\d+)",
        "{x} tickets win {thing} in the raffle of {a} and {b}.",
        "So {x} of them win.",
        "We need the multiples of {d} from {n} to {m}. So {x} tickets win.",
        "There are {x} winning tickets, since every number from {n} to {m} that {d} divides wins.",
    ),
    "packed-in-crates": Sentences(
        rf"How many (?P<thing>\w+) do {_A} and {_B} pack in {_PLACE}.*, if they fill"
        r" (?P<n>\d+) (?P<box>\w+) with (?P<m>\d+)",
        "{a} and {b} pack {x} {thing} in {place}.",
        "They pack {x} of them.",
        "There are {n} {box} with {m} {thing} each to begin with. So they pack {x} in all.",
        "They pack {x} in total, because each of the {n} {box} holds {m}.",
    ),
    "cheapest-offer": Sentences(
        rf"if {_A} and {_B} buy {_THING} from [A-Z]\w+ in {_PLACE}\?",
        "The cheapest offer by the kilogram for {a} and {b} is {x}.",
        "They should buy offer {x}.",
        "I divided each price by its weight. By the kilogram, offer {x} is the cheapest.",
        "Offer {x} is the cheapest, because it has the lowest price by the kilogram.",
    ),
    "weekday-of-date": Sentences(
        rf"is the {_THING} in {_PLACE} for which {_A} and {_B} have bought tickets, if it is on"
        r" (?P<date>.+?) and (?P<from>.+?) is a (?P<day>\w+)\?",
        "The {thing} in {place} is on a {x}.",
        "It is on a {x}.",
        "I counted the days from {from}, a {day}, in full weeks. So {date} is a {x}.",
        "The {thing} is on a {x}, because one counts on from that {day} by full weeks.",
    ),
    "longer-decimal": Sentences(
        rf"Is {_A}'s (?P<thing>\w+) of (?P<n>\S+) metres from {_PLACE} longer than {_B}'s \w+ of"
        r" (?P<m>\S+) metres",
        "So the answer to which {thing} is longer is {x}.",
        "The answer is {x}.",
        "Compare {n} with {m} digit by digit. The answer is {x}.",
        "{x}, because {n} and {m} have to be written with as many decimals each.",
    ),
    "weekday-after": Sentences(
        rf"do {_A} and {_B} return to {_PLACE} from the {_THING} in \w+, if it starts on a"
        r" (?P<day>\w+)",
        "{a} and {b} return to {place} on a {x}.",
        "So they return on {x}.",
        "Full weeks bring us back to {day}, and only the rest of the days counts. So {a} and {b}"
        " return on a {x}.",
        "They return on a {x}, because only what is left after the full weeks matters.",
    ),
    "sum-of-sales": Sentences(
        rf"How many {_THING} do {_A} and {_B} sell at the market of {_PLACE} in all, if they sell"
        r" (?P<n>\d+) on (?P<day>\w+)",
        "{a} and {b} sell {x} {thing} at the market of {place}.",
        "They sell {x} in all.",
        "On {day} it is {n}, and the other days come on top of that. In total they sell {x}.",
        "They sell {x} in all, because the {n} of {day} count as well.",
    ),
    "ranking": Sentences(
        rf"Who is the (?P<rank>[\w ]+) of \d+ (?P<thing>\w+) in {_PLACE}, if",
        "{x} is the {rank} of the {thing} in {place}.",
        "So it is {x}.",
        "I put all of them in order, one after the other. The {rank} is {x}.",
        "The {rank} is {x}, because that is how the comparisons line up.",
    ),
    "brings": Sentences(
        rf"Who brings the {_THING} to the (?P<feast>[\w -]+) according",
        "{x} brings the {thing} to the {feast}.",
        "{x} brings them.",
        "I read the note from start to end. The one who brings the {thing} is {x}.",
        "{x} brings the {thing}, as the note says.",
    ),
    "marked-total": Sentences(
        rf"in {_A}'s {_THING} in {_PLACE}, according",
        "There are {x} pieces in all in {a}'s {thing} in {place}.",
        "That makes {x} pieces.",
        "Only the rows of the {thing} count, so I added those up. In {a}'s {thing} there are {x}.",
        "In the {thing} there are {x} in all, because the other rooms do not count.",
    ),
    "code-backwards": Sentences(
        rf"Which code opens {_A}'s {_THING} in {_PLACE}, if {_B} says that it is (?P<code>\w+)",
        "The code that opens {a}'s {thing} in {place} is {x}.",
        "{x} opens it.",
        "I started with the last sign of {code} and went on to the first. So {x} opens the"
        " {thing}.",
        "{x} opens the {thing}, because {b} gave it backwards.",
    ),
    "letter-count": Sentences(
        r"How many times does the letter \"(?P<letter>\w)\" occur in the shopping list of"
        rf" {_A} for the market of {_PLACE}",
        'The letter "{letter}" occurs {x} times in the shopping list of {a}.',
        "It occurs {x} times.",
        'I looked at each word in turn. In total, the letter "{letter}" occurs {x} times.',
        "It occurs {x} times, because some of the words hold it more than once.",
    ),
    "alphabet": Sentences(
        rf"Who comes (?P<rank>[\w ]+) in alphabetical order on the {_THING} of {_PLACE} with",
        "{x} comes {rank} in alphabetical order on the {thing} of {place}.",
        "{x} comes {rank}.",
        "I sorted the names by their first letters. {x} comes {rank} on the {thing}.",
        "{x} comes {rank}, because of the order of the letters.",
    ),
    "most-points": Sentences(
        rf"in the {_THING} of {_PLACE}, all rounds",
        "{x} has the most points in the {thing} of {place}.",
        "{x} has the most.",
        "I added up the rounds of each player. So {x} has the most points.",
        "{x} has the most points, because all rounds are taken together.",
    ),
    "units-metric": Sentences(
        rf"How many (?P<unit>\w+) of {_THING} do {_A} and {_B} bring from {_PLACE} to (?P<to>\w+)",
        "{a} and {b} bring {x} {unit} of {thing} from {place} to {to}.",
        "They bring {x} {unit}.",
        "First I turned everything into {unit}, then I did the rest. So they bring {x} in all.",
        "They bring {x} {unit} to {to}, because the larger unit has to be converted.",
    ),
    "price-off": Sentences(
        rf"How many crowns does {_A} pay in the [\w ]+ of [A-Z]\w+'s shop in {_PLACE} for a gift"
        rf" for {_B}, the {_THING} marked (?P<n>\d+) crowns",
        "{a} pays {x} crowns for the {thing}.",
        "So {a} pays {x}.",
        "The {thing} is marked {n} crowns, and the discount comes off that. So {a} pays {x} for"
        " it.",
        "{a} pays {x} for the {thing}, because the {n} crowns are only the marked price.",
    ),
    "area-swept": Sentences(
        rf"How many square metres do {_A} and {_B} (?P<verb>\w+) in [A-Z]\w+'s {_THING} in"
        rf" {_PLACE}, if .*?(?P<n>\d+) by (?P<m>\d+) metres",
        "{a} and {b} {verb} {x} square metres in the {thing}.",
        "They {verb} {x} in all.",
        "It is a rectangle of {n} by {m} metres. So they {verb} {x} square metres.",
        "They {verb} {x} square metres, because length and width are {n} and {m} metres.",
    ),
    "minutes-under-way": Sentences(
        rf"do {_A} and {_B} spend on the {_THING} from {_PLACE} to (?P<to>\w+), if it leaves at"
        r" (?P<n>\S+) and arrives at (?P<m>[\d:]+)",
        "{a} and {b} spend {x} minutes on the {thing} from {place} to {to}.",
        "They spend {x} on the {thing}.",
        "The {thing} leaves at {n} and arrives at {m}. So they spend {x} minutes on it.",
        "They spend {x} minutes on the {thing}, because it leaves at {n} and arrives at {m}.",
    ),
    "room": Sentences(
        rf"In which room of the {_THING} is {_A} according",
        "{a} is in room {x} of the {thing}.",
        "{a} is in {x}.",
        "I went through the names in the note. {a} is in room {x}.",
        "{a} is in room {x}, as the note says.",
    ),
    "talk-going-on": Sentences(
        r"Whose talk is going on at (?P<n>\S+) according",
        "The talk that is going on at {n} is that of {x}.",
        "It is {x}'s talk.",
        "I added up the talks one by one. At {n} it is the talk of {x}.",
        "It is {x}'s talk at {n}, because the ones before it are over by then.",
    ),
    "days-between": Sentences(
        rf"How many days after leaving (?P<place>\w+) do {_A} and {_B} arrive in (?P<to>\w+), if"
        r" they leave on (?P<n>.+?) and arrive on (?P<m>.+?)\?",
        "{a} and {b} arrive in {to} {x} days after leaving {place}.",
        "They arrive {x} days later.",
        "They leave on {n} and arrive on {m}. So they arrive in {to} after {x} days.",
        "They arrive {x} days after leaving, as one sees by counting from {n} to {m}.",
    ),
    "first-departure": Sentences(
        rf"does the first {_THING} from {_PLACE} go to that {_A} can still catch at (?P<n>[\d:]+)",
        "The first {thing} from {place} that {a} can still catch at {n} goes to {x}.",
        "It goes to {x}.",
        "I looked for the first time after {n}. The first {thing} that {a} can catch goes to {x}.",
        "The first {thing} goes to {x}, because the ones before {n} have gone.",
    ),
    "boxes-needed": Sentences(
        rf"How many (?P<box>\w+) do {_A} and {_B} need to take (?P<n>\d+) (?P<thing>\w+) to"
        rf" {_PLACE} on \w+, if at most (?P<m>\d+)",
        "{a} and {b} need {x} {box} to take the {n} {thing} to {place}.",
        "They need {x}.",
        "They have {n} {thing}, and at most {m} go into each. So they need {x} {box}.",
        "They need {x} of them, because at most {m} {thing} go into each.",
    ),
    "largest-share": Sentences(
        rf"share of (?P<c>[A-Z]\w+)'s {_THING} from {_PLACE}, if",
        "{x} has read the largest share of {c}'s {thing}.",
        "{x} has read the largest.",
        "I turned the fractions into percentages. So {x} has read the largest share.",
        "{x} has read the largest share of it, because that fraction is the greatest.",
    ),
}
"""By template; all are written by hand."""


def as_written(sentences: Sentences, said: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The name of a form, and the reply in it."""

    def written(pattern: str) -> str:
        text = pattern.format_map(said)
        return text[:1].upper() + text[1:]

    full, short = written(sentences.full), written(sentences.short)
    x = said["x"]
    yield "full", full
    yield "short", short
    yield "bold full", f"**{full}**"
    yield "bold answer", full.replace(x, f"**{x}**")
    yield "list item", f"- {short}"
    yield "answer line", f"{full}\n\nAnswer: {x}"
    yield "derived", written(sentences.derived)
    yield "derived in lines", written(sentences.derived).replace(". ", ".\n\n")
    it = f"the answer is {x}," if x.lower() in {"yes", "no"} else f"it is {x}"
    yield "corrected", f"I apologize for the mistake, {it} after all."
    yield "corrected in full", f"You're right, and I apologize for the confusion. {full}"
    yield "admitted", f"You were right and I was wrong: {short}"
    yield "conceded", f"I see, thank you for pointing that out! {short}"
    yield "explained", written(sentences.explained)
    yield "polite", f"{short} Please let me know if you have any other questions."


def said_of(name: str, item: Item, answer: str) -> dict[str, str]:
    """What stands in the braces of the sentences of a template."""
    names = re.search(SENTENCES[name].names, item.question)
    assert names is not None, item.question
    return {**names.groupdict(), "x": answer}
