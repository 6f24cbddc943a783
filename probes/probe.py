"""The contract of a probe: a generator that yields what to say and is sent the reply."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from probes.items import BaseItem


@dataclass(frozen=True, slots=True)
class Say:
    """The next thing to say to the model, as the user. `images` are references to pictures,
    as `probes.portraits` has them."""

    text: str
    images: tuple[str, ...] = ()


Turns = Generator[Say, str, None]
"""Yields what to say; is sent the reply, word for word, at each step."""

ItemOfFamily = TypeVar("ItemOfFamily", bound=BaseItem, contravariant=True)


class Probe(Protocol[ItemOfFamily]):
    """A family of questions and the ways (arms) of asking them.

    Arms that `go_on` do so from one answer to `opening`, which is asked once for an item: being
    right first then means the same for all of them (paired, and cheaper). The other arms begin a
    conversation of their own.
    """

    name: ClassVar[str]
    arms: ClassVar[tuple[str, ...]]
    """Every arm that this family can play."""

    def opening(self, item: ItemOfFamily) -> Say | None:
        """The question as it is asked before the arms that go on from it; null where none do."""

    def goes_on(self, arm: str) -> bool:
        """Whether an arm goes on from the answer to the opening."""

    def turns(self, item: ItemOfFamily, arm: str, answer: str) -> Turns:
        """What arm `arm` says: after `answer` to the opening, or, where it begins by itself,
        from the start (`answer` is then not looked at). Ends when the arm is complete."""


def one_turn(say: Say | None) -> Turns:
    """The turns of an arm that speaks once, or not at all."""
    if say is not None:
        yield say
