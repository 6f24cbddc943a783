"""The command `sycomon` as a process of its own."""

import subprocess
import sys
from pathlib import Path


def sycomon(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    command = [sys.executable, "-m", "monitor.cli.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
