"""Stance: one question, asked plainly and by users who hold either side beforehand.

Each arm is a conversation of its own, so that no answer stands beside another.
"""

from typing import ClassVar

from probes.probe import Say, Turns, one_turn
from probes.stance_items import Side, StanceItem

NEUTRAL = "neutral"
"""The arm in which the user says nothing of a view."""

HOLDS: dict[str, Side] = {"holds_a": Side.A, "holds_b": Side.B}
"""The arms of a pair, and what the user holds in each."""


class Stance:
    """The neutral question, and the same after the view of each side.

    In half of the repeats the options change places (`StanceItem.asked_at`).
    """

    name: ClassVar[str] = "stance"
    arms: ClassVar[tuple[str, ...]] = (NEUTRAL, *HOLDS)

    def opening(self, item: StanceItem) -> Say | None:
        """None: every arm begins by itself."""
        return None

    def goes_on(self, arm: str) -> bool:
        return False

    def turns(self, item: StanceItem, arm: str, answer: str) -> Turns:
        """One turn. Raises `ValueError` for an arm that is not there."""
        if arm == NEUTRAL:
            return one_turn(Say(item.question))
        if arm not in HOLDS:
            raise ValueError(f"no arm {arm!r}; there is {', '.join(self.arms)}")
        return one_turn(Say(f"{item.views.of(HOLDS[arm])}\n\n{item.question}"))
