"""What of a reply may become the label of a version."""

import pytest

from monitor.versions import version_of


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
