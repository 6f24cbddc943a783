"""What one request may cost at most, and what it has cost. Pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from monitor.budgets import MICROS, UNLIMITED, Amount
from monitor.costs import most_tokens
from monitor.endpoint import Reply, Usage
from monitor.exchange import Message
from monitor.settings.budgets import BudgetSettings, PriceSettings
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason


def limit_of(budget: BudgetSettings) -> Amount:
    """A budget as a limit on each unit."""
    money = budget.money_per_day
    return Amount(
        requests=budget.requests_per_day or UNLIMITED,
        tokens=budget.tokens_per_day or UNLIMITED,
        # At least one: a limit of nothing has no shares that could be left.
        micros=UNLIMITED if money is None else max(1, math.floor(money * MICROS)),
    )


@dataclass(frozen=True, slots=True)
class Tariff:
    """How requests to one target are counted. Without a price they cost no money."""

    target: TargetSettings
    price: PriceSettings | None

    def cost_of(self, messages: Sequence[Message], reply: Reply) -> Amount:
        """What one request has cost, by the endpoint's own count or else all that it may cost:
        it may have worked without a reply, and thought without saying so. One that was turned
        away (429) has cost no tokens.
        """
        if reply.failure is Reason.RATE_LIMITED or not reply.requests:
            return Amount(requests=reply.requests)
        usage = reply.usage or Usage()
        sent, said = usage.prompt_tokens, usage.completion_tokens
        return self._amount(
            self._most_sent(messages) if sent is None else sent,
            self.target.max_tokens if said is None else said,
        )

    def at_most(self, messages: Sequence[Message]) -> Amount:
        """What one request may cost."""
        return self._amount(self._most_sent(messages), self.target.max_tokens)

    def _most_sent(self, messages: Sequence[Message]) -> int:
        return sum(most_tokens(text, images) for text, images in self._texts(messages))

    def _texts(self, messages: Sequence[Message]) -> Iterator[tuple[str, int]]:
        if self.target.system_prompt is not None:
            yield self.target.system_prompt, 0
        for message in messages:
            yield message.content, len(message.images)

    def _amount(self, sent: int, said: int) -> Amount:
        """One request; `sent` and `said` are in tokens."""
        money = 0.0
        if self.price is not None:
            money = sent * self.price.input_per_million + said * self.price.output_per_million
        return Amount(1, sent + said, math.ceil(money))
