"""Rules for all tests: no proxies or keys from outside, and in CI no test is skipped unseen."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

MAY_SKIP = ("labelled_data", "schemas", "gpu")
"""Markers of tests that may skip in CI too, since what they need may be missing there."""

PROGRAMS = {"prometheus": ("prometheus", "promtool")}
"""Programs that the tests with a marker need on the PATH."""

OUTSIDE = ("OTEL_", "OPENAI_")


def pytest_configure() -> None:
    """What the caller's environment says about other servers must not reach a test."""
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(OUTSIDE):
            del os.environ[name]
    # A busy machine is no failure; in CI the same examples each time.
    settings.register_profile(
        "steady",
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that asks for a folder from outside is marked as one that may skip."""
    for item in items:
        for name in ("labelled_data", "schemas"):
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(name)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, programs in PROGRAMS.items():
        missing = [program for program in programs if shutil.which(program) is None]
        if missing and item.get_closest_marker(marker):
            pytest.skip(f"not on the PATH: {', '.join(missing)} (apt-get install {marker})")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    may_skip = hasattr(report, "wasxfail") or any(map(item.get_closest_marker, MAY_SKIP))
    if report.skipped and not may_skip and os.environ.get("CI"):
        _fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped and os.environ.get("CI"):
        _fail(report)
    return report


def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"in CI a skip is a failure: {reason}"


@pytest.fixture(scope="session")
def labelled_data() -> Path:
    """The folder with labelled transcripts."""
    return _folder("SYCOMON_LABELLED_DATA")


@pytest.fixture(scope="session")
def schemas() -> Path:
    """The folder with schemas to validate against."""
    return _folder("SYCOMON_SCHEMAS")


def _folder(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} is not set")
    folder = Path(value)
    assert folder.is_dir(), f"{variable}: not a folder: {folder}"
    return folder
