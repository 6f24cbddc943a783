"""What the doctor says of where versions are read, before anybody is asked."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from monitor.doctor.finding import Severity
from monitor.doctor.versions import look_at_versions
from tests.monitor.doctor.surroundings import CHAT, around, config_of, told

HEADER = {"source": "header", "name": "x-version"}
RECORD = {"source": "record", "name": "x-version"}
LIVE = {"sources": [{"topic": "llm.chat", "target": "chat"}]}
PLAN = {"p": {"target": "chat", "suite": "smoke"}}
WHERE = "targets.chat.version"


def target_of(version: Any) -> Mapping[str, Any]:
    return {"chat": {**CHAT, "version": version}}


ECHO = "unless the server only repeats the name that was asked for"


@pytest.mark.parametrize(
    ("version", "severity", "said"),
    [
        ([HEADER, {}], "ok", "it can change: header x-version, response_model"),
        ({"source": "file", "path": "/v"}, "ok", f"it can change: file {Path('/v')}"),
        ({}, "ok", f"it can change: response_model, {ECHO}"),
        ({"source": "models"}, "ok", f"it can change: models, {ECHO}"),
    ],
)
def test_a_version_that_can_change(version: Any, severity: str, said: str) -> None:
    config = config_of(targets=target_of(version))
    assert told(look_at_versions(around(config))) == [(severity, WHERE, said)]


@pytest.mark.parametrize(
    "version", [{"source": "static", "name": "blue"}, {"source": "record", "name": "x"}]
)
def test_a_version_that_can_never_change(version: Any) -> None:
    [found] = look_at_versions(around(config_of(targets=target_of(version))))
    assert (found.severity, found.where) == (Severity.WARNING, WHERE)
    assert found.what.startswith("it can never change, so no update is ever noticed: ")
    assert "`header` that your gateway sets" in found.remedy


@pytest.mark.parametrize(
    ("version", "intake", "plans", "is_told"),
    [
        (HEADER, LIVE, PLAN, True),
        ([HEADER, {}], LIVE, PLAN, True),
        ([RECORD, {}], LIVE, PLAN, True),
        ([HEADER, RECORD], LIVE, PLAN, False),
        ({}, LIVE, PLAN, False),
        (HEADER, {}, PLAN, False),
        (HEADER, LIVE, {}, False),
    ],
)
def test_live_calls_and_canaries_that_cannot_be_compared(
    version: Any, intake: Mapping[str, Any], plans: Mapping[str, Any], is_told: bool
) -> None:
    config = config_of(targets=target_of(version), intake=intake, plans=plans)
    found = [one for one in look_at_versions(around(config)) if one.severity is Severity.WARNING]
    assert [one.where for one in found] == ([WHERE] if is_told else [])
    for one in found:
        assert "one version has two names in every chart" in one.what
        assert "(`record`)" in one.remedy
