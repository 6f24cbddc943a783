"""Prometheus beside the demo: the real server on a real exporter."""

from pathlib import Path
from threading import Event

import pytest
from prometheus_client import CollectorRegistry, Gauge, start_http_server

from monitor.clock import Deadline, SystemClock, wait_until
from monitor.demo.prometheus import Prometheus, find_prometheus, scrape_settings
from monitor.streams.embedded import free_port


def test_scrape_settings() -> None:
    assert scrape_settings("127.0.0.1:9464") == {
        "global": {"scrape_interval": "2s", "scrape_timeout": "2s"},
        "scrape_configs": [
            {"job_name": "sycomon", "static_configs": [{"targets": ["127.0.0.1:9464"]}]}
        ],
    }


@pytest.mark.prometheus
def test_it_scrapes_and_tells_values(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    Gauge("demo_answer", "A value to be found again.", registry=registry).set(0.625)
    exporter, thread = start_http_server(0, addr="127.0.0.1", registry=registry)
    binary = find_prometheus()
    assert binary is not None
    prometheus = Prometheus(binary, tmp_path / "prometheus", tmp_path / "log", free_port())
    clock = SystemClock()
    assert not prometheus.is_scraping()
    try:
        with prometheus.start(f"127.0.0.1:{exporter.server_port}", clock, Event()) as child:
            limit = Deadline.after(clock, 30.0)
            while prometheus.value("demo_answer") is None and not limit.passed():
                wait_until(Event(), 0.2)
            assert prometheus.value("demo_answer") == 0.625
            assert prometheus.is_scraping()
            assert prometheus.value("no_such_series") is None
            assert prometheus.value("not a query {") is None
        assert child.status() is not None
        assert not prometheus.is_scraping()
    finally:
        prometheus.close()
        exporter.shutdown()
        exporter.server_close()
        thread.join()
