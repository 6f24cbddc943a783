"""Sentence encoders as ONNX files: faster on CPUs."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from monitor.errors import InputError
from monitor.scorers.bluffing.batches import Batches, of_length_1

_ERRORS_ONLY = 3


class OnnxEncoder:
    """Encodes texts with a BERT in ONNX (fp32 or int8), by the mean of its last layer.

    `tokenizer` is a `tokenizer.json`; texts are cut after `most_tokens`.
    """

    def __init__(
        self, name: str, model: Path, tokenizer: Path, *, tau: float | None, most_tokens: int
    ) -> None:
        self.name = name
        self.tau = tau
        runtime: Any = package("onnxruntime", "bluffing-onnx")
        options = runtime.SessionOptions()
        options.log_severity_level = _ERRORS_ONLY
        self._session = runtime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {one.name for one in self._session.get_inputs()}
        self._width: int = self._session.get_outputs()[0].shape[-1]
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._batches = Batches(MemoryError)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(most_tokens)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector of length 1 for each text, as rows; the same in whatever company."""
        ids = [read.ids for read in self._tokenizer.encode_batch(list(texts))]

        def rows(places: Sequence[int]) -> NDArray[np.float32]:
            return self._means(np.array([ids[place] for place in places], np.int64))

        return of_length_1(self._batches.run([len(one) for one in ids], self._width, rows))

    def _means(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        wanted = {name: value for name, value in given.items() if name in self._inputs}
        states: NDArray[np.float32] = self._session.run(None, wanted)[0]
        means: NDArray[np.float32] = states.mean(axis=1)
        return means


def package(name: str, extra: str) -> Any:
    """A package that only some encoders need; raises `InputError` when it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        what = f"this encoder needs the package {error.name}"
        raise InputError(f"--encoder: {what}: pip install 'sycophancy-monitor[{extra}]'") from error
