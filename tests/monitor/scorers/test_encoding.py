"""Encoding for a worker: batches that do not fit, texts that never do, and what is remembered."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from monitor.errors import InputError
from monitor.scorers.bluffing.batches import Batches, TextsTooLong
from monitor.scorers.bluffing.encoder import MINILM, MINILM_INT8, CachedEncoder, load_encoder
from monitor.scorers.shared_encoder import Encoded, EncoderChoice, SharedEncoder
from tests.fakes import FakeClock


class SmallGpu:
    """An encoder on a device that holds so many tokens; a text has as many as it has characters,
    and its vector is its length. `batches` are those that it was given."""

    name = "small"
    tau: float | None = 0.5

    def __init__(self, room: int) -> None:
        self.room = room
        self.batches: list[int] = []
        self._batches = Batches(torch.OutOfMemoryError, most_tokens=1000)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        def rows(places: Sequence[int]) -> NDArray[np.float32]:
            tokens = sum(len(texts[place]) for place in places)
            self.batches.append(tokens)
            if tokens > self.room:
                raise torch.OutOfMemoryError("CUDA out of memory")
            return np.array([[len(texts[place])] for place in places], dtype=np.float32)

        return self._batches.run([len(text) for text in texts], 1, rows)


def texts_of(length: int, number: int) -> list[str]:
    return [f"{one:0{length}d}" for one in range(number)]


def test_a_batch_that_does_not_fit_is_halved_and_the_next_are_no_larger() -> None:
    gpu = SmallGpu(room=300)
    rows = gpu.encode(texts_of(10, 100))
    assert rows.tolist() == [[10.0]] * 100
    assert gpu.batches == [1000, 500, 250, 250, 250, 250]
    gpu.batches.clear()
    gpu.encode(texts_of(20, 50))
    assert max(gpu.batches) <= 250


def test_once_there_is_room_again_batches_grow_again() -> None:
    gpu = SmallGpu(room=300)
    gpu.encode(texts_of(10, 100))
    gpu.room = 10_000
    gpu.batches.clear()
    for _ in range(200):
        gpu.encode(texts_of(10, 100))
    assert gpu.batches[0] == 250
    assert gpu.batches[-1] == 1000


def test_a_text_that_does_not_fit_alone_costs_no_other() -> None:
    gpu = SmallGpu(room=300)
    texts = [*texts_of(10, 3), "x" * 301, *texts_of(300, 2), "y" * 400]
    with pytest.raises(TextsTooLong) as caught:
        gpu.encode(texts)
    assert caught.value.places == {3, 6}
    assert caught.value.vectors[:, 0].tolist() == [10, 10, 10, 0, 300, 300, 0]


def test_the_worker_is_told_which_texts_fit() -> None:
    seen: list[Encoded] = []
    clock = FakeClock()
    cached = CachedEncoder(SmallGpu(room=30), observe=seen.append, clock=clock)
    first = cached.vectors(["short", "x" * 31, "short"])
    again = cached.vectors(["short", "x" * 31, "new"])
    assert {text: vector.tolist() for text, vector in first.items()} == {"short": [5.0]}
    assert again.keys() == {"short", "new"}
    assert seen == [Encoded(0, 1, 1, 0.0), Encoded(1, 1, 1, 0.0)]


def test_what_is_remembered_has_a_bound() -> None:
    seen: list[Encoded] = []
    cached = CachedEncoder(SmallGpu(room=9000), most_bytes=10_000, observe=seen.append)
    for _ in range(2):
        cached.vectors(texts_of(10, 100))
    assert [(one.cached, one.encoded) for one in seen] == [(0, 100), (24, 76)]
    cached.vectors(texts_of(10, 100)[66:76])  # the newest
    assert (seen[-1].cached, seen[-1].encoded) == (10, 0)


def watched() -> tuple[SharedEncoder, list[Encoded], dict[str, Callable[[], int]]]:
    seen: list[Encoded] = []
    devices: dict[str, Callable[[], int]] = {}
    shared = SharedEncoder(
        EncoderChoice(MINILM, "auto"), FakeClock(), seen.append, devices.__setitem__
    )
    return shared, seen, devices


def test_the_encoder_of_a_process_is_loaded_once_and_warm() -> None:
    shared, seen, devices = watched()
    encoder = shared.load()
    assert shared.load() is encoder
    assert seen == [], "warming up is no text of anybody"
    assert encoder.vectors(["a red hat"])["a red hat"].shape == (384,)
    assert seen == [Encoded(0, 1, 0, 0.0)]
    assert (devices == {}) is (not torch.cuda.is_available())


@pytest.mark.parametrize(
    ("name", "device", "problem"),
    [
        (MINILM_INT8, "cuda", "works on the CPU, not on cuda"),
        (f"{MINILM}:bfloat16", "cpu", "dtype bfloat16 needs a GPU"),
        ("no/such/encoder", "auto", "is not one of"),
    ],
)
def test_an_encoder_that_cannot_work_there_is_refused(name: str, device: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        load_encoder(name, device)


def test_a_gpu_that_is_not_there_is_told() -> None:
    with (
        nullcontext()
        if torch.cuda.is_available()
        else pytest.raises(InputError, match="torch finds no GPU here")
    ):
        load_encoder(MINILM, "cuda")
