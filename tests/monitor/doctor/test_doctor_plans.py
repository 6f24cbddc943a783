"""What the doctor says of plans and of their budgets."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from monitor.costs import Cost, cost_of_run
from monitor.doctor.finding import Finding
from monitor.doctor.plans import look_at_budgets, look_at_plans
from probes.catalog import FAMILIES, load_suite
from tests.build import item
from tests.monitor.doctor.surroundings import around, config_of, told

PLAN = {"target": "chat", "suite": "smoke"}
PRICES = {"chat-large": {"input_per_million": 1_000, "output_per_million": 0}}


def suite_until(folder: Path, *ends: date | None) -> str:
    """A suite with one item for each date at which it expires."""
    path = folder / "own.jsonl"
    items = [
        item(id=f"i-{number}", question=f"Capital {number}?", valid_until=end)
        for number, end in enumerate(ends)
    ]
    path.write_text("\n".join(one.model_dump_json() for one in items), encoding="utf-8")
    return str(path)


def smoke_run() -> Cost:
    """What one run of the plan costs at most."""
    family = FAMILIES["pushback"]
    suite = load_suite("pushback", "smoke", date.min, run="")
    return cost_of_run(family.probe, suite, family.usual_arms, 1, 256)


def of_plan(**changes: Any) -> list[Finding]:
    return list(look_at_plans(around(config_of(plans={"p": PLAN | changes}))))


def test_a_plan_costs_and_is_due() -> None:
    """The clock of the tests says 2027-01-15 08:00 UTC."""
    sent = f"{smoke_run().input_tokens:,}"
    found = of_plan(cron="30 9 * * *", spread_seconds=0, time_zone="Europe/Amsterdam")
    assert told(found) == [
        ("ok", "plans.p.suite", "smoke-1: 40 items, none expires within 30 days"),
        (
            "note",
            "plans.p",
            f"at most 120 requests a run; a day 120 requests, {sent} tokens in, 30,720 out",
        ),
        (
            "note",
            "plans.p",
            "next due Fri 2027-01-15 09:30 and Sat 2027-01-16 09:30 (Europe/Amsterdam)",
        ),
    ]


def test_quiet_hours_and_pauses_are_told_and_cost_nothing() -> None:
    found = of_plan(every_seconds=3600, quiet=["22:00-06:00"], paused=True)
    assert "a day 1,920 requests" in found[1].what  # 16 runs of 120
    assert found[2].what.endswith(
        "(UTC); quiet 22:00-06:00; it is paused, and those will only be counted"
    )


def test_all_plans_together() -> None:
    plans = {"p": PLAN, "q": {**PLAN, "family": "stance"}}
    config = config_of(plans=plans, prices=PRICES)
    found = list(look_at_plans(around(config)))
    assert found[-1].where == "plans"
    each = [one.what for one in found if one.what.startswith("at most")]
    requests = [int(one.split("a day ")[1].split()[0].replace(",", "")) for one in each]
    assert f"at most {sum(requests):,} requests a day" in found[-1].what
    assert "in money" in found[-1].what


@pytest.mark.parametrize(
    ("ends", "severity", "said"),
    [
        ((date(2027, 2, 14), None), "warning", "own: 1 of 2 items expire, from 2027-02-14 on"),
        ((date(2027, 2, 15), None), "ok", "own: 2 items, none expires within 30 days"),
        ((date(2027, 1, 14),), "error", "i-0"),
    ],
)
def test_items_that_expire(
    ends: tuple[date | None, ...], severity: str, said: str, tmp_path: Path
) -> None:
    found = of_plan(suite=suite_until(tmp_path, *ends))[0]
    assert (found.severity, found.where) == (severity, "plans.p.suite")
    assert said in found.what


def test_no_plan() -> None:
    assert [one[0] for one in told(look_at_plans(around(config_of())))] == ["note"]


def of_budget(**changes: Any) -> list[tuple[str, str, str]]:
    config = config_of(plans={"p": PLAN | changes})
    return told(look_at_budgets(around(config)))


def test_a_budget_for_a_day_and_one_that_runs_out() -> None:
    """A run has 120 requests."""
    at_nine: dict[str, Any] = {
        "cron": "0 9,12,15 * * *",
        "spread_seconds": 0,
        "time_zone": "Asia/Tokyo",
    }
    where = "plans.p.budget"
    assert of_budget(budget={"requests_per_day": 360}, **at_nine) == [
        ("ok", where, "it lasts for a day of 3 runs")
    ]
    assert of_budget(budget={"requests_per_day": 359}, **at_nine) == [
        (
            "warning",
            where,
            "it may not last for a day: requests may run out in run 3 of 3, which is due at "
            "15:00 (Asia/Tokyo)",
        )
    ]


def test_the_limit_that_runs_out_first_is_named() -> None:
    budget = {"requests_per_day": 1000, "tokens_per_day": 60_000, "money_per_day": 0.02}
    config = config_of(plans={"p": PLAN | {"budget": budget}}, prices=PRICES)
    [found] = look_at_budgets(around(config))
    assert "a day: money may run out in run 1 of 24" in found.what
    # A thousand tokens of questions cost 1.
    need = 24 * smoke_run().input_tokens / 1_000
    assert found.remedy == f"a whole day needs {need:,.2f} money"


def test_no_budget_is_a_note_and_an_expired_suite_is_not_counted(tmp_path: Path) -> None:
    assert [one[:2] for one in of_budget()] == [("note", "plans")]
    suite = suite_until(tmp_path, date(2027, 1, 14))
    assert [one[0] for one in of_budget(suite=suite, budget={"requests_per_day": 9})] == [
        "not_checked"
    ]
