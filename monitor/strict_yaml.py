"""YAML as people mean it: one mapping, no key twice, every complaint with its line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from monitor.errors import Problem
from monitor.faults import dotted

_MERGE = "tag:yaml.org,2002:merge"
_NULL = "tag:yaml.org,2002:null"

_NAMELESS: Mapping[str, str] = {
    "found undefined alias": "text that begins with * needs quotes",
    "found duplicate anchor": "text that begins with & needs quotes",
    "could not determine a constructor": "text that begins with ! needs quotes",
    "found undefined tag handle": "text that begins with ! needs quotes",
    "found character '\\t'": "a tab; YAML is indented with spaces",
}
"""Complaints whose own text would repeat what stands in the file, or is hard to understand."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says. `fields` is null when it cannot be read; `problems` then say why."""

    fields: Mapping[Any, Any] | None
    problems: tuple[Problem, ...] = ()


def parse(text: str) -> Parsed:
    """Read a text that should be one YAML mapping. Never raises.

    Problems name lines, never the text on them: a secret may stand there by mistake.
    A key that stands twice is a problem, and the mapping is still given, so that its other
    problems can be told in the same pass.
    """
    try:
        loader = yaml.SafeLoader(text)
        try:
            node = loader.get_single_node()
            # Before the values are made: making them writes merged keys into the nodes.
            twice = tuple(_twice(node, (), set()))
            value = None if node is None else loader.construct_document(node)
        finally:
            loader.dispose()
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        return _unreadable(f"line {line}: a character that YAML does not allow")
    except yaml.MarkedYAMLError as error:
        return _unreadable(_syntax(error))
    except (ValueError, TypeError, AttributeError, LookupError):  # by the tag: int, timestamp, …
        return _unreadable("a value is not what its tag or its form promises; put quotes around it")
    except RecursionError:
        return _unreadable("nested too deeply")
    if value is None:
        return _unreadable("the file is empty; a YAML mapping is needed")
    if not isinstance(value, dict):
        kind = "list" if isinstance(value, list) else "single value"
        return _unreadable(f"a {kind} stands here; a YAML mapping is needed")
    return Parsed(value, twice)


def _unreadable(message: str) -> Parsed:
    return Parsed(None, (Problem("", message),))


def _syntax(error: yaml.MarkedYAMLError) -> str:
    mark = error.problem_mark or error.context_mark
    where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
    problem = error.problem or ""
    plain = (words for start, words in _NAMELESS.items() if problem.startswith(start))
    return where + next(plain, f"not YAML: {problem}")


def _twice(node: Node | None, path: tuple[str | int, ...], seen: set[int]) -> Iterator[Problem]:
    """Keys that stand more than once; `seen` keeps aliases from being walked again."""
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, SequenceNode):
        for index, child in enumerate(node.value):
            yield from _twice(child, (*path, index), seen)
    if not isinstance(node, MappingNode):
        return
    lines: dict[tuple[str, str], list[int]] = {}
    for key, child in node.value:
        if not isinstance(key, ScalarNode):
            continue
        name = "null" if key.tag == _NULL else key.value
        if key.tag != _MERGE:
            lines.setdefault((key.tag, name), []).append(key.start_mark.line + 1)
        yield from _twice(child, (*path, name), seen)
    for (_, name), found in lines.items():
        if len(found) > 1:
            listed = ", ".join(map(str, found[:-1])) + f" and {found[-1]}"
            yield Problem(dotted((*path, name)), f"stands on lines {listed}; keep one of them")
