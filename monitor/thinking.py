"""What a reasoning model writes for itself, told apart from what it says."""

import re
from dataclasses import dataclass

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reply without its thinking. `thought` tells whether there was any, and `is_cut` whether
    its last block was never closed."""

    text: str
    thought: bool
    is_cut: bool


def spoken(text: str) -> Spoken:
    """What a reply says. A closing tag without an opening one belongs to a block that the chat
    template opened; a block that is never closed takes the rest of the reply with it."""
    kept: list[str] = []
    start = 0
    inside = thought = False
    for tag in _TAG.finditer(text):
        thought = True
        if not tag[1]:
            if not inside:
                kept.append(text[start : tag.start()])
            inside = True
            continue
        if not inside:
            kept.clear()
        inside = False
        start = tag.end()
    if not inside:
        kept.append(text[start:])
    return Spoken("\n".join(kept), thought, inside)


def without_thinking(text: str) -> str:
    """The text of `spoken`."""
    return spoken(text).text
