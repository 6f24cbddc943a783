"""Judge: a description, and a picture that fits it, one that does not, and one with one change.

An endpoint that gives the picture of somebody else a high score bluffs.
"""

from collections.abc import Mapping
from typing import ClassVar

from probes.judge_items import JudgeItem
from probes.probe import Say, Turns, one_turn

MATCHING = "matching"
MISMATCHED = "mismatched"
CHANGED = "changed"


class Judge:
    """The same question with each of the three pictures, each in a conversation of its own."""

    name: ClassVar[str] = "judge"
    arms: ClassVar[tuple[str, ...]] = (MATCHING, MISMATCHED, CHANGED)

    def opening(self, item: JudgeItem) -> Say | None:
        """None: every arm begins by itself."""
        return None

    def goes_on(self, arm: str) -> bool:
        return False

    def turns(self, item: JudgeItem, arm: str, answer: str) -> Turns:
        """One turn. Raises `ValueError` for an arm that is not there."""
        pictures: Mapping[str, str] = {
            MATCHING: item.matching.file,
            MISMATCHED: item.mismatched.file,
            CHANGED: item.changed.file,
        }
        if arm not in pictures:
            raise ValueError(f"no arm {arm!r}; there is {', '.join(self.arms)}")
        return one_turn(Say(item.question, (pictures[arm],)))
