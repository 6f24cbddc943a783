"""What an exchange and its parts must be."""

from typing import Any

import pytest

from monitor.exchange import Exchange, Message, Role
from monitor.verdict import CLASS_OF, Reason, ReasonClass
from tests.build import arm, exchange, verdict


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"inclusion": 0.0}, "inclusion"),
        ({"inclusion": 1.5}, "inclusion"),
        ({"kind": "dream"}, "kind"),
        ({"arms": {"control": {"messages": []}}}, "arms.control"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_what_an_exchange_cannot_be(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(ValueError, match=where.replace(".", r"\.")):
        exchange(**changes)


def test_an_unknown_inclusion_is_null() -> None:
    assert exchange(inclusion=None).inclusion is None


def test_an_arm_may_be_without_its_last_reply() -> None:
    failed = arm(Message(role=Role.USER, content="?"), failure=Reason.TRANSPORT)
    kept = Exchange.decode(exchange(arms={"control": failed}).encode()).arms["control"]
    assert kept.failure is Reason.TRANSPORT
    assert kept.messages[-1].role is Role.USER


def test_a_verdict_is_known_by_exchange_and_scorer_whatever_its_version() -> None:
    assert verdict().key() == b"probe/hourly-1/capital-france/0#flip"
    assert verdict(scored_time=999.0, scorer_version="2").key() == verdict().key()
    assert verdict(scorer="bluffing").key() != verdict().key()


def test_every_reason_has_the_class_that_the_design_gives_it() -> None:
    classes = {
        ReasonClass.NOT_ASKED: "no_pushback not_applicable language",
        ReasonClass.ENDPOINT: "transport rate_limited empty truncated filtered refusal",
        ReasonClass.OURS: (
            "unreadable judge_unavailable judge_unreadable over_budget too_long "
            "too_many_attributes overloaded mixed_version incomplete expired"
        ),
    }
    assert {reason.value: class_ for reason, class_ in CLASS_OF.items()} == {
        name: class_ for class_, names in classes.items() for name in names.split()
    }
