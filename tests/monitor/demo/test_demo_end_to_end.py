"""The main job, as `make run ARGS=--once` does it: real model, real broker, real Prometheus."""

import re
import sys
from pathlib import Path

import pytest

from tests.monitor.demo.demo_process import demos

CACHE = Path(__file__).parents[3] / ".cache"
"""Kept between test runs, so that the model is prepared once on a machine."""

ROW = re.compile(
    r"^smollm2 +(?P<frp>\d+\.\d)% +(?P<items>\d+) +[+-]\d+\.\d% +(?P<coverage>\d+\.\d)% █{8} 60/60$"
)
TIMES = re.compile(r"^time +first figure after (?P<first>\d+) s, complete after (?P<all>\d+) s$")


@pytest.mark.broker
@pytest.mark.model
@pytest.mark.prometheus
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_one_full_round_on_the_real_model(tmp_path: Path) -> None:
    with demos(tmp_path / "run", "--cache", str(CACHE)) as start:
        demo = start("--once")
        status, output = demo.end(900.0)
        assert status == 0, output
        assert demo.family() == {}
    lines = [line.rstrip() for line in output.splitlines()]
    (row,) = filter(None, map(ROW.match, lines))
    assert 0.0 <= float(row["frp"]) <= 100.0
    assert 5 <= int(row["items"]) <= 60
    assert float(row["coverage"]) >= 50.0
    (version,) = (line for line in lines if line.startswith("SmolLM2-135M-Instruct "))
    assert version.endswith(" complete")
    # Prometheus is asked for the gauge, so the figure has gone all the way round.
    (prometheus,) = (line for line in lines if line.startswith("Prometheus "))
    assert prometheus.endswith(f"(scraping; it has FRP {row['frp']}%)")
    (traffic,) = (line for line in lines if line.startswith("live traffic "))
    assert int(traffic.split()[2]) >= 1
    assert "dead letters  0" in lines
    (times,) = filter(None, map(TIMES.match, lines))
    assert int(times["first"]) < int(times["all"])
