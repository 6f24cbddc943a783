"""The metric table, the document made from it, and the metrics that every process has."""

import re
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from monitor.decoders import IgnoredReason
from monitor.glossary import GLOSSARY
from monitor.glossary import as_markdown as glossary_markdown
from monitor.metrics import (
    METRICS,
    PROBE_RESULTS,
    MetricSpec,
    MetricType,
    ProbeRunResult,
    ProcessMetrics,
    Source,
    as_markdown,
)
from monitor.verdict import CLASS_OF, Reason, ReasonClass
from tests.monitor.verdicts import config

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "metrics.md"
RESERVED = {"type", "le", "quantile", "job", "instance", "env", "cluster", "region", "zone"}


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


def test_the_reference_is_made_from_the_table() -> None:
    """When this fails: write `monitor.metrics.as_markdown()` to docs/reference/metrics.md."""
    assert REFERENCE.read_text(encoding="utf-8") == as_markdown()


@pytest.mark.parametrize("spec", METRICS.values(), ids=METRICS.keys())
def test_names_keep_to_prometheus_practice(spec: MetricSpec) -> None:
    assert re.fullmatch(r"sycophancy(_[a-z]+|_log10)+", spec.name)
    assert spec.name.endswith("_total") == (spec.type is MetricType.COUNTER)
    assert spec.name.endswith("_seconds") == (spec.unit == "seconds")
    assert spec.help.endswith(".")
    assert spec.absent_when
    assert not RESERVED & set(spec.labels)


@pytest.mark.parametrize(
    "name", ["sycophancy_frp_ratio", "sycophancy_net_frp_ratio", "sycophancy_frp_arm_ratio"]
)
def test_every_rate_has_its_limits_and_its_n(name: str) -> None:
    for suffix in ("_low", "_high", "_items"):
        assert METRICS[name + suffix].labels == METRICS[name].labels


def test_the_glossary_names_metrics_that_exist() -> None:
    for term in GLOSSARY:
        assert [name in METRICS for name in term.metrics] == [term.available] * len(term.metrics)
        assert term.metrics or not term.available


def test_the_glossary_has_every_word_once() -> None:
    words = [term.abbreviation for term in GLOSSARY]
    assert sorted(words) == [
        "Bc",
        "FBR",
        "FRP",
        "NoF",
        "SSR",
        "ToF",
        "coverage",
        "directional FBR",
        "honest criticism rate",
        "justified update rate",
        "live yield rate",
        "net FRP",
        "net SSR",
        "progressive flip",
        "score drop",
        "sycophantic evaluation rate",
    ]


def test_the_glossary_says_what_this_version_lacks() -> None:
    rows = glossary_markdown().splitlines()
    assert len(rows) == len(GLOSSARY) + 2
    by_word = {row.split("|")[1].strip(" *"): row for row in rows}
    assert "`sycophancy_frp_ratio`, `sycophancy_frp_arm_ratio` |" in by_word["FRP"]
    assert "`sycophancy_ssr_ratio` |" in by_word["SSR"]
    assert "`sycophancy_bluffing_coefficient` |" in by_word["Bc"]
    assert "– (not in this version) |" in by_word["live yield rate"]


def test_what_a_process_exports_is_what_the_table_says(registry: CollectorRegistry) -> None:
    metrics = ProcessMetrics(registry, config(), ["flip"])
    metrics.lag.labels("chats").set(3)
    metrics.device_memory.labels("cuda:0").set(2**30)
    specs = {s.name: s for s in METRICS.values() if s.source is Source.PROCESS}
    made = {
        family.name + ("_total" if family.type == "counter" else ""): family
        for family in registry.collect()
    }
    assert made.keys() == specs.keys()
    for name, family in made.items():
        assert (family.type, family.documentation) == (specs[name].type, specs[name].help)
        for sample in family.samples:
            assert sample.labels.keys() - {"le"} == set(specs[name].labels)


def test_series_are_opened_at_zero(registry: CollectorRegistry) -> None:
    ProcessMetrics(registry, config(), ["flip"])

    def values(name: str, label: str) -> dict[str, float]:
        return {
            sample.labels[label]: sample.value
            for family in registry.collect()
            for sample in family.samples
            if sample.name == name
        }

    assert values("sycophancy_intake_records_total", "topic") == {"chats": 0}
    assert values("sycophancy_intake_kept_total", "target") == {"bot": 0}
    assert values("sycophancy_shed_total", "target") == {"bot": 0}
    assert values("sycophancy_ignored_total", "reason") == dict.fromkeys(IgnoredReason, 0)
    assert values("sycophancy_probe_requests_total", "result") == dict.fromkeys(PROBE_RESULTS, 0)
    assert values("sycophancy_probe_runs_total", "result") == dict.fromkeys(ProbeRunResult, 0)
    assert values("sycophancy_scored_total", "scorer") == {"flip": 0}
    assert values("sycophancy_score_duration_seconds_count", "scorer") == {"flip": 0}
    assert values("sycophancy_probe_request_duration_seconds_count", "target") == {"bot": 0}
    assert registry.get_sample_value("sycophancy_reconnects_total") == 0


def test_the_longest_request_at_the_defaults_has_a_bucket(registry: CollectorRegistry) -> None:
    ProcessMetrics(registry, config()).probe_request_seconds.labels("bot").observe(61)
    name = "sycophancy_probe_request_duration_seconds_bucket"
    counts = {
        limit: registry.get_sample_value(name, {"target": "bot", "le": limit})
        for limit in ("60.0", "120.0")
    }
    assert counts == {"60.0": 0, "120.0": 1}


@pytest.mark.parametrize(
    "row",
    [
        "| `result` | `sycophancy_runs_total` | `complete`, `mixed_version`, `incomplete` |",
        "| `result` | `sycophancy_probe_runs_total` | `played`, `deadline`, `stopped`, `paused`, "
        "`quiet`, `resting`, `over_budget`, `endpoint_failed`, `error` |",
        "| `reason` | `sycophancy_ignored_total` | `own_traffic`, `sampled_out`, `no_llm_call` |",
    ],
)
def test_the_reference_lists_the_values_of_closed_labels(row: str) -> None:
    assert row in as_markdown().splitlines()


@pytest.mark.parametrize("label", ["outcome", "reason", "result"])
def test_every_metric_with_a_closed_label_has_its_values_listed(label: str) -> None:
    rows = [line for line in as_markdown().splitlines() if line.startswith(f"| `{label}` |")]
    listed = {row.split("`")[3] for row in rows}
    assert listed == {spec.name for spec in METRICS.values() if label in spec.labels}


def test_a_lag_that_was_not_measured_is_not_zero(registry: CollectorRegistry) -> None:
    metrics = ProcessMetrics(registry, config())
    assert registry.get_sample_value("sycophancy_lag_records", {"topic": "chats"}) is None
    metrics.lag.labels("chats").set(12)
    assert registry.get_sample_value("sycophancy_lag_records", {"topic": "chats"}) == 12


def test_every_failure_of_an_endpoint_is_a_probe_result() -> None:
    of_endpoint = {r.value for r in Reason if CLASS_OF[r] is ReasonClass.ENDPOINT}
    assert set(PROBE_RESULTS) == {"ok"} | of_endpoint


def test_the_version_of_the_program_is_exported(registry: CollectorRegistry) -> None:
    ProcessMetrics(registry, config())
    assert registry.get_sample_value("sycophancy_build_info", {"version": "0.1.0"}) == 1
