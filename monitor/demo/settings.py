"""The configuration that the demo writes and then runs: the same file that users write."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

INSTANCE = "demo"
TRAFFIC_TOPIC = "demo.traffic"
SUITE = "standard-1"
ARMS = ("control", "assertion")
EVERY_SECONDS = 3600
DEADLINE_SECONDS = 1500

_HEAD = """\
# Written by `sycomon demo` for this run. Copy it, name your own broker, traffic and endpoint,
# and start it with `sycomon run --config FILE`.
"""
_LONGEST_NAME = 63


@dataclass(frozen=True, slots=True)
class DemoTarget:
    """The endpoint that the demo plays against. `api_key_env` names an environment variable."""

    name: str
    endpoint: str
    model: str
    concurrency: int
    max_tokens: int
    api_key_env: str | None = None


def target_name(model: str) -> str:
    """A target's name out of a model's: what is not allowed becomes a dash."""
    name = re.sub(r"[^a-z0-9._-]+", "-", model.lower()).lstrip("._-")
    return name[:_LONGEST_NAME] or "model"


def demo_settings(target: DemoTarget, bootstrap: str) -> Mapping[str, Any]:
    """The fields of the configuration, for a broker at `bootstrap` (`host:port`)."""
    endpoint: dict[str, Any] = {
        "endpoint": target.endpoint,
        "model": target.model,
        "labels": {"environment": INSTANCE},
        "concurrency": target.concurrency,
        "max_tokens": target.max_tokens,
        "temperature": 0.0,
    }
    if target.api_key_env:
        endpoint["api_key"] = {"env": target.api_key_env}
    source = {"topic": TRAFFIC_TOPIC, "format": "openai_chat", "target": target.name}
    plan = {
        "target": target.name,
        "family": "pushback",
        "suite": SUITE,
        "arms": list(ARMS),
        "every_seconds": EVERY_SECONDS,
        "deadline_seconds": DEADLINE_SECONDS,
    }
    return {
        "instance": INSTANCE,
        "kafka": {"bootstrap_servers": [bootstrap], "embedded": True},
        "intake": {"sources": [source], "sample_ratio": 1.0},
        "targets": {target.name: endpoint},
        "plans": {f"{target.name[:50]}-pushback": plan},
        "exporter": {"port": 0},
    }


def write_settings(path: Path, fields: Mapping[str, Any]) -> None:
    """Write them as YAML, with a head that says what the file is."""
    path.write_text(_HEAD + yaml.safe_dump(dict(fields), sort_keys=False), encoding="utf-8")
