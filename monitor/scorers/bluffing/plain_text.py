"""Texts without what only lays them out: markup, entities, lines that were wrapped."""

import html
import re

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_EMPHASIS = re.compile(r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_BLANK = re.compile(r"[^\S\n]+")
_WRAPPED = re.compile(r"(?<=[^\s.!?:;]) ?\n ?(?=[a-z(\"'])(?![^\n:]{0,30}:)")
"""A line that goes on in small letters after one that did not end; "hat: missing" is its own."""


def plain_text(text: str) -> str:
    """The text as it would be read aloud: tags become line ends, wrapped lines are joined."""
    said = html.unescape(_TAG.sub("\n", text)).replace("\r\n", "\n")
    return _WRAPPED.sub(" ", _BLANK.sub(" ", _EMPHASIS.sub("", said)))
