"""`sycomon pause`: what it refuses, and in which words. What it does is shown with a broker."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

CONFIG = """\
instance: test
targets:
  chat: {endpoint: "http://127.0.0.1:8000/v1", model: m}
"""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give either a TARGET or --all"),
        (["chat", "--all", "--for", "2h"], "give either a TARGET or --all"),
        (["chat"], "give one of --for TIME, --until TIME and --resume"),
        (["chat", "--for", "2h", "--resume"], "give one of --for TIME, --until TIME and --resume"),
        (["chat", "--for", "2 hours"], "--for: '2 hours' is not a duration; write a number and"),
        (["chat", "--until", "18:00"], "--until: '18:00' is not a date and time with its offset"),
        (["caht", "--for", "2h"], "TARGET: 'caht' is not one of: chat"),
        (["chat", "--for", "2h"], "kafka.bootstrap_servers: at least one host:port"),
    ],
)
def test_a_mistake_is_told_with_what_is_allowed(
    arguments: Sequence[str], said: str, tmp_path: Path
) -> None:
    config = tmp_path / "sycomon.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "monitor.cli.main", "pause", "--config", str(config)]
    done = subprocess.run(
        [*command, *arguments], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
