"""What of a reply may become the label of a version."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from monitor.settings.versions import VersionSource, VersionSources
from monitor.version_sources import is_live_comparable, live_version, unchanging
from monitor.versions import fingerprint_version, version_of
from tests.build import record


@pytest.mark.parametrize(
    "text",
    [
        "gpt-4o-2024-08-06",
        "meta-llama/Llama-3.1-8B-Instruct",
        "SmolLM2-135M-Instruct",
        "llama3:8b",
        "v1.2+build.7",
        "m" * 100,
    ],
)
def test_a_plain_name_stays(text: str) -> None:
    assert version_of(text) == text


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "jane@example.org",
        'x"} 1\nfake_metric 2',
        "two words",
        "-leading",
        "m" * 101,
        "modèle",
    ],
)
def test_what_is_no_plain_name_is_no_version(text: str | None) -> None:
    assert version_of(text) is None


GROUPS = {"blue": ["fp_1", "fp_2"]}


@pytest.mark.parametrize(
    ("model", "fingerprint", "version"),
    [
        ("m", "fp_1", "m/blue"),
        ("m", "fp_2", "m/blue"),
        ("m-2", "fp_2", "m-2/blue"),
        ("m", "fp_3", "m/fp_3"),
        ("m", "", None),
        ("m", None, None),
        ("", "fp_1", None),
        (None, "fp_1", None),
    ],
)
def test_fingerprints_are_grouped_as_is_said_and_not_otherwise(
    model: str | None, fingerprint: str | None, version: str | None
) -> None:
    assert fingerprint_version(model, fingerprint, GROUPS) == version


def sources(*each: Mapping[str, Any]) -> Sequence[VersionSource]:
    return TypeAdapter[Sequence[VersionSource]](VersionSources).validate_python(each)


STATIC = {"source": "static", "name": "blue"}
HEADER = {"source": "header", "name": "x-version"}
RECORD = {"source": "record", "name": "x-version"}
OTHER_RECORD = {"source": "record", "name": "missing"}
MODEL: Mapping[str, Any] = {"source": "response_model"}
MODELS = {"source": "models"}
FILE = {"source": "file", "path": "v"}
FINGERPRINT = {"source": "fingerprint"}


@pytest.mark.parametrize(
    ("each", "why"),
    [
        ([STATIC], "its version is written in the configuration (static)"),
        (
            [STATIC, HEADER],
            "its version is written in the configuration (static), and the sources after it are "
            "never read",
        ),
        ([RECORD], "its version is read from live records only, and probes have none"),
        (
            [RECORD, STATIC],
            "probes have no record, so theirs is the version in the configuration (static)",
        ),
        ([HEADER], None),
        ([HEADER, STATIC], None),
        ([RECORD, {}], None),
        ([{}], None),
        ([{"source": "file", "path": "v"}], None),
        ([{"source": "models"}], None),
        ([{"source": "fingerprint"}], None),
    ],
)
def test_a_version_that_can_never_change_is_told(
    each: Sequence[Mapping[str, Any]], why: str | None
) -> None:
    assert unchanging(sources(*each)) == why


@pytest.mark.parametrize(
    ("each", "can_compare"),
    [
        ([MODEL], True),
        ([STATIC], True),
        ([RECORD], True),
        ([HEADER], False),
        ([FILE], False),
        ([MODELS], False),
        ([FINGERPRINT], False),
        ([HEADER, RECORD], True),
        ([RECORD, HEADER], True),
        ([HEADER, RECORD, MODEL], True),
        ([RECORD, HEADER, MODEL], True),
        ([HEADER, MODEL], False),
        ([HEADER, STATIC], False),
        ([HEADER, MODEL, RECORD], False),
        ([FILE, MODEL], False),
        ([MODELS, MODEL], False),
        ([FINGERPRINT, MODEL], False),
        ([FILE, RECORD], False),
        ([RECORD, FINGERPRINT], False),
        ([RECORD, MODEL], False),
        ([RECORD, STATIC], False),
        ([MODEL, RECORD], True),
        ([MODEL, HEADER], True),
        ([MODEL, STATIC], True),
        ([STATIC, MODEL], True),
    ],
)
def test_live_versions_are_compared_with_those_of_probes_where_both_read_the_same(
    each: Sequence[Mapping[str, Any]], can_compare: bool
) -> None:
    assert is_live_comparable(sources(*each)) is can_compare


LIVE = record(b"{}", headers=(("other", b"x"), ("X-Version", None), ("X-Version", b"v7")))


@pytest.mark.parametrize(
    ("each", "version"),
    [
        ([{}], "m-1"),
        ([RECORD], "v7"),
        ([OTHER_RECORD], None),
        ([OTHER_RECORD, RECORD], "v7"),
        ([OTHER_RECORD, STATIC], "blue"),
        ([OTHER_RECORD, MODEL], "m-1"),
        ([HEADER, RECORD], "v7"),
        ([HEADER, OTHER_RECORD], None),
        ([HEADER, OTHER_RECORD, MODEL], None),
        ([HEADER], "m-1"),
        ([FILE, MODEL], "m-1"),
        ([STATIC], "blue"),
    ],
)
def test_a_live_call_has_the_version_that_its_record_names(
    each: Sequence[Mapping[str, Any]], version: str | None
) -> None:
    assert live_version(sources(*each), LIVE, "m-1") == version


def test_a_call_whose_response_names_no_model_has_no_version() -> None:
    assert live_version(sources(MODEL), LIVE, None) is None
    assert live_version(sources(MODEL, RECORD), LIVE, None) is None
    assert live_version(sources(RECORD, MODEL), LIVE, None) == "v7"


def test_a_record_cannot_put_text_into_the_label() -> None:
    dirty = record(b"{}", headers=(("x-version", b'x"} 1'),))
    assert live_version(sources(RECORD), dirty, None) is None
