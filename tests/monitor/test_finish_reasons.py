"""How servers say that a reply ended: half of one never counts as an answer."""

import pytest

from monitor.finish_reasons import failure_of_finish, told_finish
from monitor.verdict import Reason


@pytest.mark.parametrize("finish", [None, "", "stop", "STOP", "eos_token", "stop_sequence"])
def test_a_reply_that_came_to_its_end_is_whole(finish: str | None) -> None:
    assert failure_of_finish(finish) is None


@pytest.mark.parametrize("finish", ["content_filter", "SAFETY", "sensitive", "PROHIBITED_CONTENT"])
def test_one_that_was_withheld_is_filtered(finish: str) -> None:
    assert failure_of_finish(finish) is Reason.FILTERED


@pytest.mark.parametrize(
    "finish",
    [
        "length",
        "max_tokens",
        "MAX_TOKENS",
        "model_length",
        "model_context_window_exceeded",
        "abort",
        "error",
        "insufficient_system_resource",
        "a word of tomorrow",
    ],
)
def test_every_other_word_means_that_it_was_cut_off(finish: str) -> None:
    assert failure_of_finish(finish) is Reason.TRUNCATED


@pytest.mark.parametrize(
    ("finish", "told"),
    [
        ("abort", "it ended with abort"),
        (None, ""),
        ("see http://example.org for more", ""),
        ("x" * 41, ""),
    ],
)
def test_only_a_plain_word_of_the_server_is_repeated(finish: str | None, told: str) -> None:
    assert told_finish(finish) == told
