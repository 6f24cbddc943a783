"""The configuration that the demo writes is one that `sycomon run` takes."""

from pathlib import Path

import pytest

from monitor.config import load
from monitor.demo.settings import DemoTarget, demo_settings, target_name, write_settings
from monitor.fields import Known

_KNOWN = Known(
    decoders=["openai_chat"],
    arms={"pushback": ["control", "assertion"]},
    suites={"pushback": ["standard-1"]},
)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("SmolLM2-135M-Instruct", "smollm2-135m-instruct"),
        ("meta-llama/Llama-3.1-8B-Instruct", "meta-llama-llama-3.1-8b-instruct"),
        ("/models/it", "models-it"),
        ("__x", "x"),
        ("模型", "model"),
        ("a" * 80, "a" * 63),
    ],
)
def test_target_name(model: str, name: str) -> None:
    assert target_name(model) == name


def test_what_is_written_can_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_KEY", "s3cret")
    target = DemoTarget(target_name("M" * 80), "http://host:1/v1", "M" * 80, 4, 48, "DEMO_KEY")
    path = tmp_path / "sycomon.yaml"
    write_settings(path, demo_settings(target, "127.0.0.1:9092"))

    config = load(path, _KNOWN)
    assert config.instance == "demo"
    assert config.kafka.bootstrap_servers == ("127.0.0.1:9092",)
    assert config.intake.sample_ratio == 1.0
    assert [(s.topic, s.format) for s in config.intake.sources] == [("demo.traffic", "openai_chat")]
    (name,) = config.targets
    endpoint = config.targets[name]
    assert (endpoint.endpoint, endpoint.model) == ("http://host:1/v1", "M" * 80)
    assert (endpoint.concurrency, endpoint.max_tokens, endpoint.temperature) == (4, 48, 0.0)
    assert endpoint.api_key is not None
    assert endpoint.api_key.read().get_secret_value() == "s3cret"
    (plan,) = config.plans.values()
    assert (plan.target, plan.family, plan.suite) == (name, "pushback", "standard-1")
    assert plan.arms == ("control", "assertion")
    assert (plan.every_seconds, plan.deadline_seconds) == (3600, 1500)
    assert config.exporter.port == 0
    assert "s3cret" not in path.read_text()


def test_without_a_key_none_is_written() -> None:
    fields = demo_settings(DemoTarget("t", "http://host:1/v1", "m", 4, 48), "127.0.0.1:9092")
    assert "api_key" not in fields["targets"]["t"]
