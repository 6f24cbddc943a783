"""The rule for skips: in CI a skip is a failure, but for what may be missing there."""

from pathlib import Path

import pytest

SUITE = """
import pytest

def test_passes():
    pass

def test_skips():
    pytest.skip("no reason good enough")

@pytest.mark.skip(reason="not today")
def test_skips_by_mark():
    pass

@pytest.mark.xfail(reason="known", strict=True)
def test_is_known_to_fail():
    assert False

@pytest.mark.gpu
def test_needs_a_gpu():
    pytest.skip("no GPU here")

def test_needs_labelled_data(labelled_data):
    pass

def test_needs_schemas(schemas):
    pass
"""
MODULE = 'import pytest\npytest.skip("the whole file", allow_module_level=True)\n'
INI = """
[pytest]
addopts = -ra --strict-markers
markers =
    labelled_data
    schemas
    gpu
    prometheus
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    rules = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    pytester.makeconftest(rules)
    pytester.makeini(INI)
    pytester.makepyfile(test_suite=SUITE)
    for name in ("CI", "SYCOMON_LABELLED_DATA", "SYCOMON_SCHEMAS"):
        monkeypatch.delenv(name, raising=False)
    return pytester


def test_elsewhere_a_skip_is_a_skip(suite: pytest.Pytester) -> None:
    suite.makepyfile(test_module=MODULE)
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=1, skipped=6, xfailed=1)
    assert result.ret == 0


def test_in_ci_a_skip_is_a_failure_with_its_reason(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1, errors=1, skipped=3, xfailed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "ERROR *test_skips_by_mark - in CI a skip is a failure: Skipped: not today",
            "FAILED *test_skips - in CI a skip is a failure: Skipped: no reason good enough",
        ]
    )


def test_in_ci_the_skips_that_are_allowed_are_printed(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    output = suite.runpytest_subprocess().stdout.str()
    for reason in (
        "no GPU here",
        "SYCOMON_LABELLED_DATA is not set",
        "SYCOMON_SCHEMAS is not set",
    ):
        assert any(line.startswith("SKIPPED") and reason in line for line in output.splitlines())


def test_in_ci_a_file_that_skips_itself_is_a_failure(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    suite.makepyfile(test_module=MODULE)
    result = suite.runpytest_subprocess("test_module.py")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*in CI a skip is a failure: Skipped: the whole file*"])


def test_a_folder_that_is_named_and_missing_is_a_failure_everywhere(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYCOMON_SCHEMAS", str(suite.path / "missing"))
    result = suite.runpytest_subprocess("-k", "schemas")
    result.assert_outcomes(errors=1)


def test_a_program_that_is_missing_is_named(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(suite.path))
    suite.makepyfile(
        test_suite="import pytest\n@pytest.mark.prometheus\ndef test_asks_promtool(): pass\n"
    )
    result = suite.runpytest_subprocess()
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["SKIPPED*not on the PATH: prometheus, promtool (apt-get install prometheus)"]
    )


def test_the_environment_of_tests_names_no_other_server(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTPS_PROXY", "OTEL_EXPORTER_OTLP_ENDPOINT", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    suite.makepyfile(
        test_suite="""
        import os
        def test_environment():
            names = ("http_proxy", "HTTPS_PROXY", "OTEL_EXPORTER_OTLP_ENDPOINT", "OPENAI_API_KEY")
            assert not [name for name in names if name in os.environ]
        """
    )
    suite.runpytest_subprocess().assert_outcomes(passed=1)
