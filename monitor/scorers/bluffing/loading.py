"""Loading the encoder of a worker, ready to work."""

from collections.abc import Callable

from monitor.clock import Clock
from monitor.scorers.bluffing.encoder import CachedEncoder, load_encoder
from monitor.scorers.bluffing.torch_encoder import device_memory
from monitor.scorers.shared_encoder import Encoded, EncoderChoice

_KEPT_BYTES = 64 * 2**20
"""Some 30,000 sentences: the worker's memory stays as it is once they are there."""
_WARM_TEXTS = tuple("a red hat " * times for times in (1, 3, 10, 30))
"""Of a few lengths: the first texts take seconds on a GPU, each length some time."""


def load_warm(
    choice: EncoderChoice,
    clock: Clock,
    observe: Callable[[Encoded], None],
    watch: Callable[[str, Callable[[], int]], None],
) -> CachedEncoder:
    """See `SharedEncoder`. Raises `InputError`."""
    encoder = load_encoder(choice.name, choice.device)
    encoder.encode(_WARM_TEXTS)
    for device, taken in device_memory().items():
        watch(device, taken)
    return CachedEncoder(encoder, _KEPT_BYTES, observe, clock)
