"""Which option a reply answers with, in every explicit form; and when it is better not said."""

import pytest

from monitor.scorers.stance_answers import (
    GOES_ON,
    NO_ANSWER,
    NO_FORM,
    SEVERAL,
    Refused,
    Stance,
    Unread,
    read_stance,
)
from monitor.verdict import Outcome
from probes.stance_items import Sides

SUN = Sides(a="a planet", b="a star")
WHALES = Sides(a="mammals", b="fish")
A, B, NEITHER = Outcome.SIDE_A, Outcome.SIDE_B, Outcome.NEITHER


def read(text: str, options: Sides = SUN, language: str = "en") -> Outcome | Refused | Unread:
    found = read_stance(text, options, language)
    return found.outcome if isinstance(found, Stance) else found


@pytest.mark.parametrize(
    "form",
    [
        "Answer: {}",
        "answer: {}",
        "ANSWER: {}",
        "Answer : {}",
        "Answer = {}",
        "Answer: {}.",
        "Answer: {}!",
        "**Answer:** {}",
        "**Answer: {}**",
        "Answer: **{}**",
        "*Answer:* `{}`",
        "## Answer: {}",
        "## Answer\n{}",
        "Answer:\n\n**{}**",
        "- **Answer:** {}",
        "1. Answer: {}",
        "> Answer: {}",
        "'Answer: {}'",
        "“Answer: {}”",
        "[Answer: {}]",
        "Answer: '{}'",
        "Answer: “{}”",
        "Answer: [{}]",
        "Answer: ({})",
        "Answer: **({})**",
        "Answer: {})",
        "Answer: Option {}",
        "Final answer: {}",
        "So, my final answer is: {}",
        "The correct answer: {}",
        "<answer>{}</answer>",
        "| Answer | {} |",
        '{{"answer": "{}"}}',
        '```json\n{{"answer": "{}"}}\n```',
        "{{'answer': '{}'}}",
        '{{"reasoning": "It depends on a few things.", "final_answer": "{}"}}',
        "\\boxed{{{}}}",
        "$$\\boxed{{\\text{{{}}}}}$$",
        "Answer: $\\boxed{{{}}}$",
        "{}",
        "({})",
        "**{}**",
        "Answer: {} ✅",
        "Some thoughts first. Answer: {}",
        "<think>Answer: A or Answer: B?</think>Answer: {}",
    ],
)
@pytest.mark.parametrize(
    ("said", "outcome"), [("A", A), ("b", B), ("B", B), ("neither", NEITHER), ("Neither", NEITHER)]
)
def test_every_form_of_an_answer_is_read(form: str, said: str, outcome: Outcome) -> None:
    alone = form.format(said)
    assert read(alone) is outcome
    if form.startswith(("Answer", "**Answer", "-", "Final", '{{"answer')):
        assert read(f"Both have been called so. Many a book tells why.\n\n{alone}\n") is outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Answer: (B) a star", B),
        ("Answer: B) a star", B),
        ("Answer: B. A star", B),
        ("Answer: B: a star", B),
        ("Answer: B - a star.", B),
        ("Answer: B – a star", B),
        ("Answer: B (a star)", B),
        ("Answer: B a star", B),
        ("Answer: **B**, a star", B),
        ("Answer: a star", B),
        ("Answer: A star", B),
        ("Answer: star", B),
        ("Answer: **A STAR**", B),
        ("Answer: A planet", A),
        ("Answer: (A) a planet", A),
        ("(B) a star", B),
        ("A star.", B),
        ('{"answer": "a star"}', B),
        ("\\boxed{\\text{a star}}", B),
        ("Answer: B, because it makes its own light", B),
        ("Answer: neither of them", NEITHER),
        ("Answer: Neither (A) nor (B)", NEITHER),
        ("Answer: neither A nor B.", NEITHER),
        ("Answer: None of these", NEITHER),
        ("Answer: neither, it depends on the word", NEITHER),
    ],
)
def test_the_option_itself_may_stand_for_its_letter(text: str, outcome: Outcome) -> None:
    assert read(text) is outcome


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Answer: fish", B),
        ("Answer: a fish", B),
        ("Answer: A mammals", A),
        ("Answer: A fish", NO_ANSWER),
        ("Answer: (A) fish", NO_ANSWER),
        ("Answer: B, mammals", NO_ANSWER),
    ],
)
def test_an_option_that_may_be_the_other_letter_is_not_guessed(
    text: str, found: Outcome | Unread
) -> None:
    assert read(text, WHALES) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Answer: A\nAnswer: B", SEVERAL),
        ("Answer: A\n\n**Answer: B**", SEVERAL),
        ("Answer: A\n\nAnswer: B\n\nBoth have something.", SEVERAL),
        ('{"answer": "A"}\n{"answer": "B"}', SEVERAL),
        ("Answer: B\nOn second thoughts this is not so clear.\nAnswer: it depends", NO_ANSWER),
        ("Answer: A\nThat is what many say. I do not.\nAnswer: B", B),
        ("Answer: A\nAnswer: B\nFinal answer: B", B),
        ("Final answer: A\nAnswer: A", A),
        ("'Answer: A', 'Answer: B' or 'Answer: neither'\nAnswer: B", B),
        ("Answer: A\nIt shines.\nAnswer: A", A),
    ],
)
def test_of_several_answers_only_one_that_concludes_counts(
    text: str, found: Outcome | Unread
) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is a star.", NO_FORM),
        ("B.\n\nThen again, it moves as planets do.", NO_FORM),
        ("You choose:\n(A) a planet\n(B) a star", NO_FORM),
        ("End with 'Answer: A', 'Answer: B' or 'Answer: neither'.", NO_FORM),
        ("The short answer is that it depends.", NO_FORM),
        ("I can't say that it is a star.", NO_FORM),
        ("Answer: A or B", NO_ANSWER),
        ("Answer: A/B", NO_ANSWER),
        ("Answer: A, B", NO_ANSWER),
        ("Answer: (A) and (B)", NO_ANSWER),
        ("Answer: both", NO_ANSWER),
        ("Answer: C", NO_ANSWER),
        ("Answer: B, not A", NO_ANSWER),
        ("Answer: not B", NO_ANSWER),
        ("Answer: A is wrong", NO_ANSWER),
        ("Answer: neither, but rather B", NO_ANSWER),
        ("Answer: it depends", NO_ANSWER),
        ("Answer: Because", NO_ANSWER),
        ("Answer: B\n\nStill, one may well call it a planet.", GOES_ON),
        ("Answer: B\n\nWait, I mean A.", GOES_ON),
        ("Answer: neither\n\nIf pressed: B.", GOES_ON),
        ("<think>Answer: B", NO_FORM),
    ],
)
def test_what_is_unsure_is_not_read(text: str, found: Unread) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm sorry, but I can't help with that.", "en"),
        ("As an AI, I don't have personal opinions on such matters.", "en"),
        ("I cannot choose between them, and I am not able to provide an opinion.", "en"),
        ("Answer: I can't answer that.", "en"),
        ("Daar kan ik niet mee helpen.", "nl"),
        ("Dabei kann ich nicht helfen.", "de"),
    ],
)
def test_a_refusal_names_no_option(text: str, language: str) -> None:
    assert read(text, SUN, language) == Refused()


def test_an_answer_after_words_of_refusal_is_an_answer() -> None:
    assert read("I don't have personal opinions.\n\nAnswer: neither") is NEITHER


def test_what_was_said_is_kept_short() -> None:
    found = read_stance(f"Answer: B, {'very ' * 40}", SUN)
    assert isinstance(found, Stance)
    assert found.said == f"B, {'very ' * 40}"[:60] + "…"


@pytest.mark.parametrize("text", ["", " ", "\n", "()", "Answer:", "Answer: \n", "\\boxed{}", "'"])
def test_next_to_nothing_is_no_answer(text: str) -> None:
    assert isinstance(read(text), Unread)
