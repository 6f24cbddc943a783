"""Sentence encoders of the package sentence-transformers, from a folder or from the hub."""

import hashlib
import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import torch
from huggingface_hub import snapshot_download
from huggingface_hub.errors import HTTPError  # type: ignore[attr-defined]  # httpx's or httpx2's
from huggingface_hub.utils.tqdm import (
    are_progress_bars_disabled,
    disable_progress_bars,
    enable_progress_bars,
)
from numpy.typing import NDArray
from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer
from transformers.utils import logging as transformers_logging

from monitor.errors import InputError, WorldError
from monitor.scorers.bluffing.batches import MOST_TOKENS, Batches, TextsTooLong, of_length_1

_READ_FILES = ("*.json", "*.txt", "*.model", "*.safetensors")
_HASHED_FILES = (*_READ_FILES, "*.bin")
_TALKATIVE = ("sentence_transformers", "transformers", "huggingface_hub")
_HASH_DIGITS = 8
_DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}

AUTO, CPU = "auto", "cpu"
FULL_PRECISION = "float32"
HALF_PRECISIONS = ("float16", "bfloat16")

_STEP = 4
_MOST_TOKENS_ON_GPU = 65_536
"""Of a batch; one that does not fit is halved."""

_NOT_LOADED = (OSError, ValueError, KeyError, TypeError, ImportError, RuntimeError, SafetensorError)
"""What the package raises, depending on which file is missing or is not what it should be."""


class TorchEncoder:
    """Encodes texts with torch, on the GPU when there is one.

    `device` is a name of torch such as `cpu` or `cuda:1`, or `auto`. The half precisions
    (`float16`, `bfloat16`) need a GPU. `name` is the model, its revision and the precision. A GPU
    that fails is a `WorldError`: only another process can use it again.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        revision: str,
        *,
        tau: float | None = None,
        device: str = AUTO,
        dtype: str = FULL_PRECISION,
    ) -> None:
        has_gpu = torch.cuda.is_available()
        chosen = device if device != AUTO else "cuda" if has_gpu else CPU
        _check(dtype, chosen)
        is_on_cpu = torch.device(chosen).type == CPU
        if not is_on_cpu and not has_gpu:
            raise InputError(f"device {chosen}: torch finds no GPU here; cpu and auto work")
        self._batches = Batches(
            torch.OutOfMemoryError,
            MOST_TOKENS if is_on_cpu else _MOST_TOKENS_ON_GPU,
            _STEP,
        )
        self.name = f"{name}@{revision} {dtype}"
        self.tau = tau
        try:
            with _quiet():
                self._model = SentenceTransformer(
                    str(folder), device=chosen, local_files_only=True
                ).to(_DTYPES[dtype])
        except _NOT_LOADED as error:
            what = "is not a model of sentence-transformers that can be loaded"
            raise InputError(f"--encoder: {folder} {what}: {_first_line(error)}") from error

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length 1 for each text, as rows.

        Each text has the same numbers in whatever company, to 1e-5 in float32. Raises
        `TextsTooLong`.
        """
        width = self._model.get_embedding_dimension() or 0
        try:
            rows = self._batches.run(self._lengths(texts), width, partial(self._rows, texts))
        except TextsTooLong as error:
            raise TextsTooLong(of_length_1(error.vectors), error.places) from error
        except torch.AcceleratorError as error:
            raise WorldError(f"the GPU failed: {_first_line(error)}") from error
        return of_length_1(rows)

    def _rows(self, texts: Sequence[str], places: Sequence[int]) -> NDArray[np.float32]:
        try:
            encoded = self._model.encode(
                [texts[place] for place in places],
                batch_size=len(places),
                show_progress_bar=False,
                convert_to_tensor=True,
            )
        except torch.OutOfMemoryError:
            torch.cuda.empty_cache()  # what lies in pieces may fit as a whole
            raise
        rows: NDArray[np.float32] = encoded.float().cpu().numpy()
        return rows

    def _lengths(self, texts: Sequence[str]) -> list[int]:
        if not texts:
            return []
        most = self._model.max_seq_length
        tokens = self._model.tokenizer(list(texts), truncation=most is not None, max_length=most)
        return [len(ids) for ids in tokens["input_ids"]]


def from_folder(
    folder: Path,
    *,
    tau: float | None = None,
    device: str = AUTO,
    dtype: str = FULL_PRECISION,
) -> TorchEncoder:
    """The encoder that was saved in a folder; its revision is a hash of the files."""
    name, revision = folder.resolve().name, _hash_of(folder)
    return TorchEncoder(name, folder, revision, tau=tau, device=device, dtype=dtype)


def from_hub(
    name: str, *, tau: float | None = None, device: str = AUTO, dtype: str = FULL_PRECISION
) -> TorchEncoder:
    """The encoder `OWNER/NAME` of the hub, or of the hub's cache on this machine.

    Weights are read as safetensors only; its revision is the commit.
    """
    try:
        with _quiet():
            folder = Path(snapshot_download(name, allow_patterns=list(_READ_FILES)))
    except (OSError, ValueError, HTTPError) as error:
        what = "cannot be had from the hub and is not in its cache on this machine"
        advice = "a network, a folder with the model, or another encoder is needed"
        raise InputError(f"--encoder: {name} {what} ({_first_line(error)}); {advice}") from error
    revision = folder.name[:_HASH_DIGITS]
    return TorchEncoder(name, folder, revision, tau=tau, device=device, dtype=dtype)


def device_memory() -> Mapping[str, Callable[[], int]]:
    """What gives the bytes that torch has taken of each GPU, where it has taken any."""
    return {
        f"cuda:{number}": partial(torch.cuda.memory_reserved, number)
        for number in range(torch.cuda.device_count())
        if torch.cuda.memory_reserved(number) > 0
    }


def _check(dtype: str, device: str) -> None:
    if dtype not in _DTYPES:
        raise InputError(f"dtype {dtype!r} is not one of: {', '.join(_DTYPES)}")
    if dtype != FULL_PRECISION and torch.device(device).type == "cpu":
        raise InputError(f"dtype {dtype} needs a GPU; on the CPU there is float32")


def _hash_of(folder: Path) -> str:
    digest = hashlib.sha256()
    paths = {path for pattern in _HASHED_FILES for path in folder.rglob(pattern)}
    try:
        for path in sorted(paths):
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            with path.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    except OSError as error:
        raise InputError(f"--encoder: {error.filename}: {error.strerror}") from error
    return digest.hexdigest()[:_HASH_DIGITS]


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@contextmanager
def _quiet() -> Iterator[None]:
    """Within it the packages print no progress and no warnings."""
    loggers = [logging.getLogger(name) for name in _TALKATIVE]
    levels = [logger.level for logger in loggers]
    hub_bars = not are_progress_bars_disabled()
    bars = transformers_logging.is_progress_bar_enabled()
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    disable_progress_bars()
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # no types
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        if hub_bars:
            enable_progress_bars()
        if bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]  # no types
