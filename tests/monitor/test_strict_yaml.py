"""YAML as people mean it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.errors import Problem
from monitor.strict_yaml import Parsed, parse


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("a: 1", {"a": 1}),
        ("a: [1, {b: c}]", {"a": [1, {"b": "c"}]}),
        ("a: {x: 1}\nb: {x: 1}", {"a": {"x": 1}, "b": {"x": 1}}),
        ("a: 1\n'1': 2\n1: 3", {"a": 1, "1": 2, 1: 3}),
        ("a: &a {x: 1}\nb: *a\nc: *a", {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}}),
    ],
)
def test_what_is_read(text: str, fields: object) -> None:
    assert parse(text) == Parsed({**fields} if isinstance(fields, dict) else None)


def test_a_key_that_stands_twice_is_told_and_the_rest_is_still_given() -> None:
    parsed = parse("a:\n  b: 1\n  c: 2\n  'b': 3\n")
    assert parsed.fields == {"a": {"b": 3, "c": 2}}
    assert parsed.problems == (Problem("a.b", "stands on lines 2 and 4; keep one of them"),)


def test_a_repeated_alias_is_walked_once() -> None:
    parsed = parse("a: &a {x: 1, x: 2}\n" + "".join(f"b{i}: *a\n" for i in range(5)))
    assert parsed.problems == (Problem("a.x", "stands on lines 1 and 1; keep one of them"),)


def test_a_value_that_holds_itself_ends() -> None:
    parsed = parse("a: &a [*a]")
    assert parsed.problems == ()
    assert parsed.fields is not None
    assert parsed.fields["a"] is parsed.fields["a"][0]


@pytest.mark.parametrize(
    "value", ["!!int x", "!!float ''", "!!bool x", "!!timestamp x", "2024-13-45"]
)
def test_a_value_that_is_not_what_its_tag_promises(value: str) -> None:
    words = "a value is not what its tag or its form promises; put quotes around it"
    assert parse(f"a: {value}") == Parsed(None, (Problem("", words),))


def test_deep_nesting_is_refused_in_words() -> None:
    assert parse("[" * 100_000) == Parsed(None, (Problem("", "nested too deeply"),))


@given(st.text(alphabet=st.sampled_from("ab:-{}[]&*!|>'\"#%@,?~<\n\t 01.\x00é")))
def test_any_text_is_read_or_refused(text: str) -> None:
    parsed = parse(text)
    assert (parsed.fields is None) <= bool(parsed.problems)
