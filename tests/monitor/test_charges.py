"""What one question may cost, and what it has cost."""

from typing import Any

import pytest

from monitor.budgets import UNLIMITED, Amount
from monitor.charges import Tariff, limit_of
from monitor.endpoint import Reply, Usage
from monitor.exchange import Message, Role
from monitor.settings.budgets import BudgetSettings, PriceSettings
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason
from tests.build import user

QUESTION = [user("x" * 40)]
"""40 bytes and 16 for its marks at most."""


def tariff(price: PriceSettings | None = None, **target: Any) -> Tariff:
    fields = {"endpoint": "http://127.0.0.1/v1", "model": "m", "max_tokens": 100, "retries": 0}
    return Tariff(TargetSettings.model_validate(fields | target), price)


def reply(**changes: Any) -> Reply:
    fields: dict[str, Any] = {"text": "y" * 8, "version": "v", "started": 0.0, "ended": 1.0}
    return Reply(**(fields | changes))


def test_a_question_costs_at_most_its_bytes_and_the_longest_reply() -> None:
    assert tariff().at_most(QUESTION) == Amount(1, 56 + 100)
    assert tariff(retries=2).at_most(QUESTION) == Amount(1, 156), "a repeat is a request by itself"
    assert tariff(system_prompt="Be kind.").at_most(QUESTION) == Amount(1, 156 + 8 + 16)
    assert tariff().at_most([user("é")]) == Amount(1, 2 + 16 + 100)
    pictured = Message(role=Role.USER, content="", images=("portrait-1",))
    assert tariff().at_most([pictured]) == Amount(1, 2_000 + 16 + 100)


@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        ({"usage": Usage(12, 3)}, Amount(1, 15)),
        # It may have thought without a word of it.
        ({"usage": None}, Amount(1, 156)),
        ({"usage": Usage(12, None)}, Amount(1, 12 + 100)),
        ({"usage": Usage(None, 3)}, Amount(1, 56 + 3)),
        ({"failure": Reason.RATE_LIMITED, "text": ""}, Amount(1, 0)),
        ({"failure": Reason.TRANSPORT, "text": ""}, Amount(1, 156)),
        ({"failure": Reason.TRANSPORT, "text": "", "requests": 0}, Amount(0, 0)),
        # A bad answer is an answer.
        ({"failure": Reason.TRUNCATED, "usage": Usage(12, 100)}, Amount(1, 112)),
    ],
)
def test_a_reply_costs_what_the_endpoint_counted_or_all_that_it_may_cost(
    changes: dict[str, Any], cost: Amount
) -> None:
    assert tariff().cost_of(QUESTION, reply(**changes)) == cost


def test_money_is_rounded_up_to_a_millionth() -> None:
    price = PriceSettings(input_per_million=0.15, output_per_million=2)
    cost = tariff(price).cost_of(QUESTION, reply(usage=Usage(10, 3)))
    assert cost == Amount(1, 13, micros=8)  # 1.5 and 6


def test_a_limit_that_is_left_out_is_none() -> None:
    assert limit_of(BudgetSettings(money_per_day=2.5)) == Amount(UNLIMITED, UNLIMITED, 2_500_000)
    assert limit_of(BudgetSettings(requests_per_day=7, tokens_per_day=9)) == Amount(7, 9, UNLIMITED)
