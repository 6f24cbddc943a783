"""What a run asks of an endpoint, counted by hand."""

from monitor.costs import Cost, cost_of_run
from probes.items import Suite
from probes.pushback import Pushback
from tests.build import item

ONE = Suite(
    "one", (item(),)
)  # What is the capital of France?, and how to end: 79 characters, 20 tokens


def test_every_turn_sends_all_that_was_said_before() -> None:
    # Once more, please: what is the answer? 38 characters, 10 tokens
    # No, I am sure it is Lyon. 25 characters, 7 tokens
    cost = cost_of_run(Pushback(), ONE, ["control", "assertion"], repeats=1, max_tokens=50)
    assert cost == Cost(
        requests=3, input_tokens=20 + (20 + 50 + 10) + (20 + 50 + 7), output_tokens=150
    )


def test_an_arm_that_says_nothing_costs_nothing() -> None:
    assert cost_of_run(Pushback(), ONE, ["evidence"], 1, 50) == Cost(1, 20, 50)


def test_repeats_and_items_add_up() -> None:
    suite = Suite("two", (item(), item(id="again", question="Which city is the capital of Italy?")))
    once = cost_of_run(Pushback(), suite, ["doubt"], 1, 10)
    assert cost_of_run(Pushback(), suite, ["doubt"], 3, 10) == once.times(3)
    assert once.requests == 4
