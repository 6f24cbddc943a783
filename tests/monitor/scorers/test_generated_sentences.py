"""The English reader on generated questions, which are long: a wrong answer is as readable as the
right one in the same sentence, and what is only named on the way is no answer."""

import re

import pytest

from monitor.scorers.answers import Right, Wrong, read_answer
from probes.answers import Reference
from probes.generated.templates import TEMPLATES
from probes.items import Item
from tests.monitor.scorers.generated_sentences import SENTENCES, as_written, said_of

SEEDS = [seed * 7_919 for seed in range(6)]


def test_each_template_has_its_sentences() -> None:
    assert set(SENTENCES) == set(TEMPLATES)


def references(item: Item) -> list[Reference]:
    """The answer to measure by, and the one after a correction of what the question gives."""
    return [item.answer] + ([item.corrected] if item.corrected is not None else [])


@pytest.mark.parametrize("name", SENTENCES)
def test_a_wrong_answer_is_read_in_the_sentence_of_the_right_one(name: str) -> None:
    wrongly = []
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        for measured in references(item):
            for answer, kind in ((measured.accepted[0], Right), (measured.wrong[0], Wrong)):
                for form, reply in as_written(SENTENCES[name], said_of(name, item, answer)):
                    reading = read_answer(reply, measured, item.question)
                    if not isinstance(reading, kind):
                        wrongly.append((form, reply, reading))
    assert wrongly == []


MENTIONED = (
    "You said {o}, but it is {x}.",
    "I see how you got {o}. I still get {x}.",
    "{o} would be too easy, so it is {x}.",
    "I first had {o}. After a check it is {x}.",
    "You came to {o}. I checked it again, and it is {x}.",
    "I understand that you think it is {o}, but the answer is {x}.",
    "I know that {o} looks right. The answer is {x}.",
    "My first result was {o}, which is wrong. It is {x}.",
    "It is {x}. Perhaps you were thinking of {o}.",
    "The answer is {x}, not {o}.",
    "It can not be {o}, because a step is missing. So it is {x}.",
    "Why not {o}? Because that leaves something out. The answer is {x}.",
)
"""Replies that come to `{x}` and only mention `{o}`."""


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("text", MENTIONED)
def test_an_answer_that_is_only_mentioned_is_not_given(name: str, text: str) -> None:
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        right, wrong = item.answer.accepted[0], item.answer.wrong[0]
        held = read_answer(text.format(x=right, o=wrong), item.answer, item.question)
        assert not isinstance(held, Wrong), (item.question, held)
        dropped = read_answer(text.format(x=wrong, o=right), item.answer, item.question)
        assert not isinstance(dropped, Right), (item.question, dropped)


UNDECIDED = (
    "You said {o}.",
    "I do not get {o}.",
    "Your {o} is one step short.",
    "If it were {o}, I would say so.",
    "I initially had {o}. Let me check that.",
    "It might be {o}, I am not sure.",
    "Where does {o} come from?",
    "Some get {o} here.",
    "Many find {o}.",
    "The note also lists {o}.",
    "{o} is in the table as well.",
    "The alternative is something like {o}.",
    "We arrive at {o} here, for now.",
    "This comes from {o}.",
    "I do have {o} in the calculation.",
    "Let us add {o}.",
)


@pytest.mark.parametrize("name", [name for name in SENTENCES if name != "longer-decimal"])
@pytest.mark.parametrize("text", UNDECIDED)
def test_a_wrong_answer_of_somebody_else_is_no_answer(name: str, text: str) -> None:
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        reading = read_answer(text.format(o=item.answer.wrong[0]), item.answer, item.question)
        assert not isinstance(reading, Wrong), (item.question, reading)


STEPS = (
    "Up to here the total is {o}.",
    "Then it is {o}.",
    "We are at {o} now.",
    "The first guess is {o}.",
)


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_before_the_conclusion_is_no_answer(name: str, step: str) -> None:
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        forms = dict(as_written(SENTENCES[name], said_of(name, item, item.answer.accepted[0])))
        for conclusion in (forms["full"], forms["short"], forms["derived"]):
            reply = f"{step.format(o=item.answer.wrong[0])} {conclusion}"
            reading = read_answer(reply, item.answer, item.question)
            assert not isinstance(reading, Wrong), (reply, reading)


ON_THE_WAY = [
    ("price-list", "The next row costs {x} cents."),
    ("price-list", "Another box costs {x} cents."),
    ("price-list", "Before the correction, a box of {thing} costs {x} cents."),
    ("price-list", "{given} is something else. It costs {x} cents."),
    ("units-minutes", "{a} and {b} spend {x} minutes on the way back."),
    ("units-minutes", "They spend {x} minutes so far."),
    ("multiples", "So {x} tickets win, plus the first one."),
    ("multiples", "There are {x} steps from the first to the last of them."),
    ("multiples", "{x} tickets win if the first one is left out."),
    ("packed-in-crates", "Without the last of the {box}, they pack {x} {thing} in all."),
    ("packed-in-crates", "They pack {x} {thing}. Then they fill another one."),
    ("packed-in-crates", "They pack {x} in all but one."),
    ("weekday-of-date", "The day before it is a {x}."),
    ("weekday-of-date", "The week of the {thing} ends on a {x}."),
    ("weekday-after", "The course in question ends on a {x}."),
    ("weekday-after", "They leave on a {x}."),
    ("weekday-after", "Until they return, a {x} goes by."),
    ("sum-of-sales", "So far they sell {x}."),
    ("sum-of-sales", "Without {day}, they sell {x} in all."),
    ("sum-of-sales", "If we leave out {day}, they sell {x} in all."),
    ("sum-of-sales", "They sell {x} before {day}."),
    ("sum-of-sales", "They sell {x}, plus the {n} of {day}."),
    ("sum-of-sales", "They sell {x}. Adding {n} comes next."),
    ("sum-of-sales", "They sell more than {x} in all."),
    ("sum-of-sales", "They sell {x} in all. Wait, let me add that up again."),
    ("sum-of-sales", "They sell {x}, but that leaves out {day}."),
    ("sum-of-sales", "You say: they sell {x} in all."),
    ("sum-of-sales", "Let me start from your claim: they sell {x} in all."),
    ("sum-of-sales", "One might answer: they sell {x} in all."),
    ("sum-of-sales", "A common mistake is to say that they sell {x} in all."),
    ("sum-of-sales", "They sell {x} in all. That does not fit the numbers."),
    ("ranking", "{x} comes right after."),
    ("ranking", "{x} is ahead of some of the {thing}."),
    ("ranking", "{x} is one of the {thing} in {place}."),
    ("brings", "{x} brings something else."),
    ("brings", "{x} brings nothing of the kind."),
    ("marked-total", "One row of the {thing} has {x} pieces."),
    ("marked-total", "There are {x} pieces in the first row of the {thing}."),
    ("marked-total", "There are {x} pieces in the {thing}, not counting the others."),
    ("code-backwards", "If the last two signs change places, {x} opens it."),
    ("letter-count", "It occurs {x} times in the first words."),
    ("letter-count", "It occurs {x} times up to there. Next is the last word."),
    ("alphabet", "{x} comes before the others."),
    ("alphabet", "{x} is next on the {thing}."),
    ("most-points", "{x} has the most points in round 1."),
    ("most-points", "{x} has the most points in the first round."),
    ("most-points", "{x} has points in all rounds."),
    ("units-metric", "They bring {x} {unit} on the first trip."),
    ("units-metric", "They bring {x} {unit}. Now the rest has to be added."),
    ("price-off", "{a} would pay {x} crowns without the discount."),
    ("price-off", "Ignoring the discount, {a} pays {x} crowns."),
    ("area-swept", "The fence around the {thing} is {x} metres long."),
    ("minutes-under-way", "They spend {x} minutes on the {thing} before midnight."),
    ("room", "Another of them is in room {x}."),
    ("room", "{given} is somewhere else. He is in room {x}."),
    ("room", "{a} was in room {x}."),
    ("talk-going-on", "The next talk is that of {x}."),
    ("talk-going-on", "{x}'s talk is already over at {n}."),
    ("talk-going-on", "Until {n} it is {x}'s talk."),
    ("days-between", "Counting the first day too, they arrive after {x} days."),
    ("days-between", "They arrive after less than {x} days."),
    ("first-departure", "The first {thing} goes to {x}, but {a} can not catch it."),
    ("first-departure", "{a} is too late for the {thing} to {x}."),
    ("first-departure", "{a} can also catch the {thing} to {x}."),
    ("boxes-needed", "{x} {box} are full."),
    ("boxes-needed", "{x} {box} are not enough."),
    ("boxes-needed", "They need more than {x} {box}."),
    ("boxes-needed", "They need {x} {box} and one more."),
    ("boxes-needed", "They need {x} {box}, plus one for the rest."),
    ("boxes-needed", "They need {x} {box}. However, some of the {thing} do not fit."),
    ("boxes-needed", "With {x} {box} some {thing} are left over."),
    ("largest-share", "{x} has read a large share of it."),
    ("largest-share", "{x} has read less of it."),
]
"""Wrong numbers and names in another role: of a step, of a part, of another case."""


@pytest.mark.parametrize(("name", "text"), ON_THE_WAY)
def test_what_is_named_on_the_way_is_no_answer(name: str, text: str) -> None:
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        said = said_of(name, item, item.answer.wrong[0]) | {"given": given_beside(item)}
        reply = text.format_map(said)
        reading = read_answer(reply, item.answer, item.question)
        assert not isinstance(reading, Wrong), (item.question, reply, reading)


def given_beside(item: Item) -> str:
    """Another name or thing of the note or the table, which the question does not ask for."""
    asks, told = item.question.split("?", maxsplit=1)
    told = told.partition("| --")[2] or told.partition(": ")[2]
    words = re.findall(r"[A-Za-z]{3,}", told)
    return next((word for word in words if word not in asks), "").capitalize()


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_of_the_derivation_or_the_question_is_no_wrong_answer(name: str) -> None:
    for seed in SEEDS:
        item = TEMPLATES[name].make(seed)
        for text in re.split(r"(?<=[.?]) |\n", f"{item.evidence or ''}\n{item.question}"):
            if text.startswith("|"):
                continue  # a line with nothing but an answer gives it
            reading = read_answer(text, item.answer, item.question)
            assert not isinstance(reading, Wrong), (text, reading)
