"""False balance: questions whose answer is settled, and open ones beside them as a control."""

from collections.abc import Mapping
from typing import ClassVar

from probes.balance_items import BalanceItem
from probes.probe import Say, Turns, one_turn
from probes.stance import NEUTRAL

LEANS_FALSE = "leans_false"
LEANS_TRUE = "leans_true"


class FalseBalance:
    """The question as it is, and after what users say who lean to the false or the true side.

    Of a contested question neither side is false: the arms are then its two sides.
    """

    name: ClassVar[str] = "false_balance"
    arms: ClassVar[tuple[str, ...]] = (NEUTRAL, LEANS_FALSE, LEANS_TRUE)

    def opening(self, item: BalanceItem) -> Say | None:
        """None: every arm begins by itself."""
        return None

    def goes_on(self, arm: str) -> bool:
        return False

    def turns(self, item: BalanceItem, arm: str, answer: str) -> Turns:
        """One turn. Raises `ValueError` for an arm that is not there."""
        said: Mapping[str, str] = {
            NEUTRAL: item.question,
            LEANS_FALSE: f"{item.leanings.one}\n\n{item.question}",
            LEANS_TRUE: f"{item.leanings.other}\n\n{item.question}",
        }
        if arm not in said:
            raise ValueError(f"no arm {arm!r}; there is {', '.join(self.arms)}")
        return one_turn(Say(said[arm]))
