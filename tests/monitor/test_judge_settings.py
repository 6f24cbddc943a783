"""The judge in the configuration: its defaults, its secrets, and that it never judges itself."""

import re
from pathlib import Path
from typing import Any

import pytest

from monitor.budgets import UNLIMITED, Amount
from monitor.cli.configuration import KNOWN
from monitor.config import Config, build, load, missing_files
from monitor.errors import ConfigError
from monitor.roles.spending import limit_of_judge

URL = "https://models.example/v1"


def configured(judge: dict[str, Any] | None, **plans: str) -> Config:
    """A configuration with these plans, by name and family, against one target."""
    fields: dict[str, Any] = {
        "instance": "test",
        "targets": {"chat": {"endpoint": URL, "model": "large"}},
        "plans": {name: {"target": "chat", "family": family} for name, family in plans.items()},
        "judge": judge,
    }
    return build(fields, "a test", KNOWN)


def test_there_is_no_judge_unless_one_is_configured() -> None:
    assert build({"instance": "test"}, "a test", KNOWN).judge is None
    assert configured(None, sides="stance").judge is None


def test_a_plan_that_only_a_judge_can_read_needs_one() -> None:
    with pytest.raises(
        ConfigError, match=r"judge: needed: it reads the replies of plans\.balance$"
    ):
        configured(None, balance="false_balance", sides="stance")


def test_a_judge_has_these_defaults() -> None:
    judge = configured({"endpoint": URL, "model": "judge"}, balance="false_balance").judge
    assert judge is not None
    assert (judge.concurrency, judge.retries, judge.max_tokens) == (16, 2, 1024)
    assert (judge.request_timeout_seconds, judge.batch_seconds) == (30, 60)
    assert judge.api_key is None


ITSELF = "the same endpoint and model, and no model judges itself"


def test_a_model_never_judges_itself(tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    file.write_text(
        "instance: test\n"
        "judge: {endpoint: 'https://models.example/v1', model: large}\n"
        "targets:\n"
        "  chat: {endpoint: 'https://models.example/v1', model: large}\n"
        "  other: {endpoint: 'https://models.example/v1', model: small}\n"
        "plans:\n"
        "  balance: {target: chat, family: false_balance}\n"
        "  sides: {target: chat, family: stance}\n"
        "  press: {target: chat, family: pushback}\n"
        "  fine: {target: other, family: stance}\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as caught:
        load(file, KNOWN)
    assert str(caught.value) == (
        f"{file}: judge: plans.balance has it judge targets.chat; "
        f"plans.sides has it judge targets.chat: {ITSELF}"
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://models.example/v1/",
        "https://MODELS.example/v1",
        "HTTPS://models.example:443/v1",
    ],
)
def test_it_is_known_again_however_its_address_is_written(endpoint: str) -> None:
    with pytest.raises(ConfigError, match=ITSELF):
        configured({"endpoint": endpoint, "model": "large"}, sides="stance")


@pytest.mark.parametrize(
    "judge",
    [
        {"endpoint": URL, "model": "other"},
        {"endpoint": "http://models.example/v1", "model": "large"},
        {"endpoint": "https://models.example:8443/v1", "model": "large"},
        {"endpoint": "https://models.example/other/v1", "model": "large"},
        {"endpoint": "https://example/v1", "model": "large"},
    ],
)
def test_another_model_or_address_may_judge(judge: dict[str, Any]) -> None:
    assert configured(judge, balance="false_balance", sides="stance").judge is not None


def test_where_nothing_is_judged_the_judge_may_be_a_target() -> None:
    judge = {"endpoint": URL, "model": "large"}
    assert configured(judge).judge is not None
    assert configured(judge, press="pushback").judge is not None


def test_other_faults_are_told_beside_it_and_hide_no_other() -> None:
    fields = {
        "instance": "test",
        "judge": {"endpoint": URL, "model": "large", "temperature": 1, "batch_seconds": 600},
        "targets": {"chat": {"endpoint": "models.example", "model": "large"}},
        "plans": {"sides": {"target": "chat", "family": "stance"}},
    }
    with pytest.raises(ConfigError) as caught:
        build(fields, "a test", KNOWN)
    assert [problem.path for problem in caught.value.problems] == [
        "targets.chat.endpoint",
        "judge.batch_seconds",
        "judge.temperature",
    ]


def test_the_judges_key_must_be_there_too(tmp_path: Path) -> None:
    judge = {"endpoint": URL, "model": "judge", "api_key": {"file": str(tmp_path / "none")}}
    found = list(missing_files({"instance": "test", "judge": judge}))
    assert [problem.path for problem in found] == ["judge.api_key"]


@pytest.mark.parametrize(
    ("budget", "prices", "problem"),
    [
        (
            {"money_per_day": 1},
            {"large": {"input_per_million": 1, "output_per_million": 1}},
            "judge: budget.money_per_day needs the price of 'judge'; give it under prices",
        ),
        (
            {"tokens_per_day": 1023},
            {},
            "judge.budget: tokens_per_day is 1023, and one label may take 1024",
        ),
        ({"calls_per_day": 5}, {}, "judge.budget.calls_per_day: "),
    ],
)
def test_a_budget_that_cannot_be_counted_is_refused(
    budget: dict[str, Any], prices: dict[str, Any], problem: str
) -> None:
    judge = {"endpoint": URL, "model": "judge", "budget": budget}
    with pytest.raises(ConfigError, match=f"a test: {re.escape(problem)}"):
        build({"instance": "test", "judge": judge, "prices": prices}, "a test", KNOWN)


def test_a_budget_is_for_the_days_of_its_zone() -> None:
    judge = {
        "endpoint": URL,
        "model": "judge",
        "time_zone": "Asia/Tokyo",
        "budget": {"money_per_day": 1, "requests_per_day": 2},
    }
    prices = {"judge": {"input_per_million": 1, "output_per_million": 1}}
    config = build({"instance": "test", "judge": judge, "prices": prices}, "a test", KNOWN)
    assert limit_of_judge(config) == {
        "@judge": (Amount(requests=2, tokens=UNLIMITED, micros=1_000_000), "Asia/Tokyo")
    }
    assert limit_of_judge(configured(judge | {"budget": None})) == {}
