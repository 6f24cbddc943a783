"""Where a reasoning is cut."""

import pytest

from monitor.scorers.bluffing.clauses import clauses_of
from monitor.scorers.bluffing.language import Reader


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("", []),
        ("...", []),
        ("The hat is red.", ["The hat is red"]),
        (
            "The hat is red, but the coat is blue.",
            ["The hat is red", "but the coat is blue"],
        ),
        (
            "The hat is red and the coat is blue; no scarf.",
            ["The hat is red", "and the coat is blue", "no scarf"],
        ),
        ("A hat, a coat and a scarf.", ["A hat, a coat and a scarf"]),
        ("- Hat: red\n- Coat: missing", ["- Hat: red", "- Coat: missing"]),
        ("The hat (red) is there.", ["The hat", "red", "is there"]),
    ],
)
def test_clauses(reader: Reader, text: str, clauses: list[str]) -> None:
    [doc] = reader.read([text])
    assert [clause.text for clause in clauses_of(doc)] == clauses
