"""The table's rows are done in order, in time, and not when what they need is broken."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from monitor.clock import SystemClock
from monitor.doctor.catalog import CHECKS, LIVE
from monitor.doctor.examination import examine, exit_status, unread, worst_first
from monitor.doctor.finding import Check, Finding, Found, Severity, Surroundings
from monitor.errors import BrokerError, Problem
from tests.monitor.doctor.surroundings import around, config_of, told


def gives(name: str, *severities: Severity) -> Check:
    return Check(name, lambda _: [Finding(name, one, "told") for one in severities])


def test_a_row_is_not_done_when_one_it_needs_did_not_pass() -> None:
    rows = [
        gives("a", Severity.OK, Severity.ERROR),
        gives("b", Severity.WARNING),
        Check("c", lambda _: [Finding("c", Severity.OK, "told")], needs=("b", "a")),
        Check("d", lambda _: [Finding("d", Severity.OK, "told")], needs=("c",)),
        Check("e", lambda _: [Finding("e", Severity.OK, "told")], needs=("b",)),
    ]
    assert told(examine(rows, around(config_of()))) == [
        ("ok", "", "told"),
        ("error", "", "told"),
        ("warning", "", "told"),
        ("not_checked", "", "not checked: the check a did not pass"),
        ("not_checked", "", "not checked: the check c did not pass"),
        ("ok", "", "told"),
    ]


def test_offline_only_local_rows_are_done() -> None:
    rows = [
        gives("net", Severity.ERROR),
        Check("here", lambda _: [Finding("here", Severity.OK, "told")], is_local=True),
    ]
    found = list(examine(rows, around(config_of()), is_offline=True))
    assert told(found) == [
        ("not_checked", "", "not checked: needs the network"),
        ("ok", "", "told"),
    ]
    assert exit_status(rows, found) == 0


def test_what_the_world_does_is_a_finding() -> None:
    def look(_: Surroundings) -> Iterator[Finding]:
        yield Finding("a", Severity.OK, "first")
        raise BrokerError("the broker is gone")

    assert told(examine([Check("a", look)], around(config_of()))) == [
        ("ok", "", "first"),
        ("error", "", "the broker is gone"),
    ]


def test_a_fault_of_ours_is_none() -> None:
    def look(_: Surroundings) -> Found:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(examine([Check("a", look)], around(config_of())))


def test_a_row_that_hangs_does_not_hold_up_the_next() -> None:
    hang = Event()

    def look(_: Surroundings) -> Iterator[Finding]:
        yield Finding("a", Severity.OK, "first")
        hang.wait(60)

    surroundings = around(config_of(), clock=SystemClock())
    rows = [Check("a", look, seconds=-1.9), gives("b", Severity.OK)]
    assert [one.check for one in examine(rows, surroundings)] == ["a", "a", "b"]
    hang.set()


def test_each_row_has_a_deadline_of_its_own() -> None:
    left: list[float] = []

    def look(surroundings: Surroundings) -> Found:
        left.append(surroundings.deadline.left())
        return []

    list(examine([Check("a", look, seconds=7), Check("b", look)], around(config_of())))
    assert left == [7, 20]


@pytest.mark.parametrize(
    ("severities", "status"),
    [
        ({}, 0),
        ({"a": Severity.WARNING, "b": Severity.NOT_CHECKED}, 0),
        ({"a": Severity.ERROR}, 1),
        ({"a": Severity.ERROR, "b": Severity.ERROR}, 2),
    ],
)
def test_exit_status_is_that_of_the_worst(severities: dict[str, Severity], status: int) -> None:
    rows = [gives("a"), Check("b", lambda _: [], failure_status=2)]
    findings = [Finding(name, severity, "told") for name, severity in severities.items()]
    assert exit_status(rows, findings) == status


def test_the_worst_stand_first() -> None:
    order = [Severity.OK, Severity.ERROR, Severity.NOTE, Severity.NOT_CHECKED, Severity.WARNING]
    findings = [Finding(str(number), one, "") for number, one in enumerate([*order, *order])]
    assert [one.check for one in worst_first(findings)] == [*"1649382705"]


def test_a_configuration_that_cannot_be_read_is_all_that_is_told() -> None:
    found = list(unread(CHECKS, [Problem("plans.x.suite", "no such suite")]))
    assert told(found[:2]) == [
        ("error", "plans.x.suite", "no such suite"),
        ("not_checked", "", "not checked: the check configuration did not pass"),
    ]
    assert [one.check for one in found[1:]] == [check.name for check in CHECKS[1:]]
    assert exit_status(CHECKS, found) == 2


def test_the_table_is_in_order() -> None:
    names = [check.name for check in CHECKS]
    assert len({*names}) == len(names)
    for number, check in enumerate(CHECKS):
        assert {*check.needs} <= {*names[:number]}, check.name
    assert [check.name for check in LIVE] == ["targets", "versions"]


def test_the_page_has_every_row_with_its_time() -> None:
    page = (Path(__file__).parents[3] / "docs/reference/doctor.md").read_text(encoding="utf-8")
    told_of = dict(re.findall(r"^\| `([a-z-]+)` \|(?: (\d+))? \|", page, re.MULTILINE))
    assert list(told_of) == [check.name for check in CHECKS]
    assert [int(told_of[check.name]) for check in CHECKS[1:]] == [
        check.seconds for check in CHECKS[1:]
    ]
