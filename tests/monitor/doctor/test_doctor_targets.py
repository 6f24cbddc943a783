"""What the doctor says of targets."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from monitor.doctor.finding import Finding, Severity
from monitor.doctor.targets import QUESTION, REMEDIES, look_at_targets
from monitor.endpoint import Reply
from monitor.endpoints import completion, faults
from monitor.errors import InputError
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason
from tests.fakes import ScriptedEndpoint
from tests.monitor.doctor.surroundings import CHAT, around, by_source, config_of, ready, told

HEADER = {"source": "header", "name": "x-version"}
JUDGE_PLAN = {"p": {"target": "chat", "family": "judge", "suite": "smoke"}}


def of_replies(
    *replies: Reply, plans: Mapping[str, Any] | None = None, **target: Any
) -> list[Finding]:
    config = config_of(targets={"chat": {**CHAT, **target}}, plans=plans or {})
    return list(look_at_targets(around(config, make_endpoint=by_source(*replies))))


def test_a_target_that_answers() -> None:
    assert told(of_replies(ready())) == [
        ("ok", "targets.chat", "it answers in 1.00 s; its version is v7, from response_model")
    ]


def test_it_is_asked_one_marked_question_and_no_second_time() -> None:
    asked: list[tuple[TargetSettings, ScriptedEndpoint]] = []

    def make(settings: TargetSettings) -> ScriptedEndpoint:
        asked.append((settings, ScriptedEndpoint(lambda messages: ready())))
        return asked[-1][1]

    list(look_at_targets(around(config_of(), make_endpoint=make)))
    [(settings, endpoint)] = asked
    assert settings.retries == 0
    assert [[one.content for one in said] for said in endpoint.asked] == [[QUESTION]]
    assert endpoint.is_closed


@pytest.mark.parametrize(
    ("reason", "severity", "what", "remedy"),
    [
        (Reason.TRANSPORT, "error", "it gives no reply (transport: told)", "look at endpoint"),
        (Reason.RATE_LIMITED, "warning", "it turns requests away (rate_limited: told)", "a limit"),
        (Reason.EMPTY, "error", "its reply is empty (empty: told)", "raise max_tokens"),
        (Reason.TRUNCATED, "error", "its reply of one word is cut off", "raise max_tokens"),
        (Reason.FILTERED, "error", "a content filter holds back a harmless", "loosen the filter"),
        (Reason.REFUSAL, "warning", "it refuses a harmless question (refusal", "system prompt"),
    ],
)
def test_what_goes_wrong_is_told_apart(
    reason: Reason, severity: str, what: str, remedy: str
) -> None:
    [found] = of_replies(ready(failure=reason, detail="told"))
    assert (found.severity, found.where) == (severity, "targets.chat")
    assert found.what.startswith(what)
    assert remedy in found.remedy


def test_a_secret_that_is_missing_is_told_of_its_target() -> None:
    def make(settings: TargetSettings) -> ScriptedEndpoint:
        raise InputError("environment variable KEY: not set")

    found = told(look_at_targets(around(config_of(), make_endpoint=make)))
    assert found == [("error", "targets.chat", "environment variable KEY: not set")]


def test_a_slow_answer_and_one_without_usage() -> None:
    found = told(of_replies(ready(took=40.0, usage=None)))
    assert found[1:] == [
        (
            "warning",
            "targets.chat.request_timeout_seconds",
            "one word took 40.0 s of at most 60 s",
        ),
        (
            "note",
            "targets.chat",
            "it does not say how many tokens it used; budgets count the most there can be",
        ),
    ]


@pytest.mark.parametrize(("took", "is_told"), [(30.0, False), (30.1, True)])
def test_a_run_that_cannot_end_in_time(took: float, is_told: bool) -> None:
    """120 requests, 2 at once: 1800 s at 30 s each."""
    plans = {"p": {"target": "chat", "suite": "smoke", "deadline_seconds": 1800}}
    found = told(of_replies(ready(took=took), plans=plans))
    path = "plans.p.deadline_seconds"
    what = "a run of 120 requests takes 1,806 s at least, and ends unfinished after 1800 s"
    assert [one for one in found if one[1] == path] == (
        [("warning", path, what)] if is_told else []
    )


def test_which_source_gave_the_version() -> None:
    found = told(of_replies(ready(version=None), ready(), version=[HEADER, {}]))
    assert found == [
        ("ok", "targets.chat", "it answers in 1.00 s; its version is v7, from response_model"),
        ("warning", "targets.chat.version", "header x-version gives no version"),
    ]


def test_no_source_gives_a_version() -> None:
    silent = ready(version=None)
    found = told(of_replies(silent, silent, version=[HEADER, {}]), Severity.WARNING)
    said = "its version cannot be read from header x-version or response_model"
    assert found == [("warning", "targets.chat.version", f"{said}, so an update goes unseen")]


def test_a_source_of_live_records_is_not_missed() -> None:
    sources = [{"source": "record", "name": "x"}, {}]
    assert [one.severity for one in of_replies(ready(version=None), ready(), version=sources)] == [
        Severity.OK
    ]


def test_pictures_are_tried_where_a_plan_shows_some() -> None:
    assert told(of_replies(ready(), ready(), plans=JUDGE_PLAN))[1] == (
        "ok",
        "targets.chat",
        "it takes pictures",
    )
    blind = ready(failure=Reason.TRANSPORT, detail="HTTP status 400: the request was refused")
    assert told(of_replies(ready(), blind, plans=JUDGE_PLAN))[1] == (
        "error",
        "targets.chat",
        "it does not take a picture: transport: HTTP status 400: the request was refused",
    )


def test_a_paused_target_is_left_alone() -> None:
    assert [one.severity for one in of_replies(paused=True)] == [Severity.NOT_CHECKED]


def test_no_target() -> None:
    assert [one[0] for one in told(look_at_targets(around(config_of(targets={}))))] == ["note"]


@pytest.mark.parametrize(
    ("source", "model", "version", "is_told"),
    [
        ({}, "chat-large", "chat-large", True),
        ({}, "chat-large", "chat-large-2", False),
        ({"source": "models"}, "org/chat", "org/chat", True),
        ({"source": "models"}, "/models/chat", "models/chat", True),
        ({"source": "models"}, "chat-large", "models/chat-7", False),
        (HEADER, "chat-large", "chat-large", False),
        ({"source": "static", "name": "chat-large"}, "chat-large", "chat-large", False),
    ],
)
def test_a_version_that_is_only_the_name_that_was_asked_for(
    source: Mapping[str, Any], model: str, version: str, is_told: bool
) -> None:
    found = of_replies(ready(version=version), model=model, version=source)
    assert found[0].severity is Severity.OK
    assert [(one.severity, one.where) for one in found[1:]] == (
        [(Severity.WARNING, "targets.chat.version")] if is_told else []
    )
    assert all("`header` that your gateway sets" in one.remedy for one in found[1:])


def test_an_echo_behind_a_silent_source_is_told_too() -> None:
    found = told(
        of_replies(ready(version=None), ready(version="chat-large"), version=[HEADER, {}]),
        Severity.WARNING,
    )
    assert [what for _, _, what in found] == [
        "header x-version gives no version",
        "its version is the name that was asked for, chat-large: where response_model only "
        "repeats that name, an update goes unseen",
    ]


def test_each_remedy_is_for_a_cause_that_is_told_in_these_words() -> None:
    source = Path(faults.__file__).read_text(encoding="utf-8")
    source += Path(completion.__file__).read_text(encoding="utf-8")
    assert [cause for cause in REMEDIES if f'"{cause}"' not in source] == []


def test_a_cause_that_is_known_has_a_remedy_of_its_own() -> None:
    detail = "HTTP status 401: the key is missing or wrong"
    [found] = of_replies(ready(failure=Reason.TRANSPORT, detail=detail))
    assert found.remedy == REMEDIES["the key is missing or wrong"]
