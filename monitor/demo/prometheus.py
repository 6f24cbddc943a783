"""A Prometheus beside the demo, when one is on the machine."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import yaml

from monitor.clock import Clock, Deadline
from monitor.demo.child import Child, Command

JOB = "sycomon"
NOT_FOUND = "none found on the PATH; install one: apt-get install prometheus"

_SCRAPE_INTERVAL = "2s"
_START_SECONDS = 30.0


def find_prometheus() -> str | None:
    """Path of the `prometheus` binary; null when there is none."""
    return shutil.which("prometheus")


def scrape_settings(exporter: str) -> Mapping[str, Any]:
    """Prometheus' configuration: one job that reads `exporter` (`host:port`)."""
    return {
        "global": {"scrape_interval": _SCRAPE_INTERVAL, "scrape_timeout": _SCRAPE_INTERVAL},
        "scrape_configs": [{"job_name": JOB, "static_configs": [{"targets": [exporter]}]}],
    }


class Prometheus:
    """One server on 127.0.0.1 that keeps its samples in `folder`."""

    def __init__(self, binary: str, folder: Path, log: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.data = folder / "data"
        self._settings = folder / "prometheus.yml"
        self._client = httpx.Client(base_url=self.url, timeout=2.0, trust_env=False)
        self._command = Command(
            "prometheus",
            (
                binary,
                f"--config.file={self._settings}",
                f"--storage.tsdb.path={self.data}",
                f"--web.listen-address=127.0.0.1:{port}",
                "--log.level=warn",
            ),
            log,
        )

    def start(self, exporter: str, clock: Clock, stop: Event) -> Child:
        """Start it on the metrics of `exporter` (`host:port`); the caller stops it."""
        self._settings.parent.mkdir(parents=True, exist_ok=True)
        self._settings.write_text(yaml.safe_dump(scrape_settings(exporter)), encoding="utf-8")
        child = Child(self._command)
        try:
            child.wait_until_ready(self._is_ready, Deadline.after(clock, _START_SECONDS), stop)
        except BaseException:
            child.stop()
            raise
        return child

    def is_scraping(self) -> bool:
        """True when its last scrape of the exporter succeeded."""
        return self.value(f'up{{job="{JOB}"}}') == 1.0

    def value(self, query: str) -> float | None:
        """The first sample that an instant query gives; null when it gives none."""
        try:
            answer = self._client.get("/api/v1/query", params={"query": query})
        except httpx.TransportError:
            return None
        if answer.status_code != httpx.codes.OK:
            return None
        samples = answer.json()["data"]["result"]
        return float(samples[0]["value"][1]) if samples else None

    def close(self) -> None:
        """Give our own connections to it back."""
        self._client.close()

    def _is_ready(self) -> bool:
        try:
            return self._client.get("/-/ready").status_code == httpx.codes.OK
        except httpx.TransportError:
            return False
