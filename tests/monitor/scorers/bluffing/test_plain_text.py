"""What is taken out of a text before it is read."""

import pytest

from monitor.scorers.bluffing.plain_text import plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("There is no\ncane and no\r\nscarf.", "There is no cane and no scarf."),
        ("Hat: red\nCoat: missing", "Hat: red\nCoat: missing"),
        ("hat: red\ncoat: missing", "hat: red\ncoat: missing"),
        ("- no hat\n- no coat", "- no hat\n- no coat"),
        ("The hat is red.\nthe coat is blue.", "The hat is red.\nthe coat is blue."),
        ("one\n\ntwo", "one\n\ntwo"),
        ("a\u00a0red   hat", "a red hat"),
        ("**Hat**: *red*, `__felt__`", "Hat: red, felt"),
        ("There isn&#39;t a hat.", "There isn't a hat."),
        ("<li>Hat: <b>red</b></li>", "\nHat: \nred\n\n"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("snake_case", "snake_case"),
        ("", ""),
    ],
)
def test_plain_text(text: str, plain: str) -> None:
    assert plain_text(text) == plain
