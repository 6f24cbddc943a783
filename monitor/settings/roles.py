"""Scoring, the metrics page and traces."""

from typing import Literal

from pydantic import Field

from monitor.fields import Filled, Host, Url
from monitor.settings.base import Settings


class WorkerSettings(Settings):
    """Scoring."""

    batch_size: int = Field(200, ge=1, le=10_000)
    """Exchanges scored at once, at most. Three times as many are in hand."""
    shed_above_lag: int = Field(50_000, ge=1)
    """With more exchanges than this waiting, live ones are dropped in hash order and counted
    as `overloaded`. Canaries always wait."""
    encoder: Filled = "all-MiniLM-L6-v2"
    """The sentence encoder that scorers share: a name, a folder, or OWNER/NAME on the hub. With
    `:bfloat16` or `:float16` behind it, it takes half the precision, on a GPU. It needs the extra
    `bluffing` and is loaded where the family `judge` is measured."""
    device: Literal["auto", "cuda", "cpu"] = "auto"
    """Where it works; `auto` is the GPU where there is one."""


class ExporterSettings(Settings):
    """What Prometheus scrapes."""

    host: Host = "127.0.0.1"
    """Address to listen on; `0.0.0.0` for all of them."""
    port: int = Field(9464, ge=0, le=65535)
    """0 takes a free port and prints it."""
    snapshot_seconds: float = Field(30, gt=0, le=3600)
    """How often the tallies are saved on the state topic while they change."""
    max_versions: int = Field(8, ge=1, le=100)
    """Living versions per target; the one unseen for longest retires first."""


class TelemetrySettings(Settings):
    """OpenTelemetry traces of our own work."""

    otlp_endpoint: Url | None = None
    """OTLP over HTTP, for example http://localhost:4318. Without it no span is made."""
