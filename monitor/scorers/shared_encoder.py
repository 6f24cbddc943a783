"""The one encoder of a process. Light: what it needs is loaded when it is first asked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol

from monitor.clock import Clock
from monitor.extras import load_part

EXTRA = "bluffing"
"""The extra that has what encoders need."""

_LOADING = "monitor.scorers.bluffing.loading"
"""Imported by name: it loads torch, which other processes do without."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one call came to, in distinct texts: those that were remembered, those that were
    encoded, and those that do not fit into the memory of the device."""

    cached: int
    encoded: int
    too_long: int
    seconds: float


class TextVectors(Protocol):
    """What scorers ask: a `CachedEncoder`. `name` is part of the version of what rests on it."""

    name: str
    tau: float | None

    def vectors(self, texts: Sequence[str]) -> Mapping[str, Any]:
        """A vector of length 1 (float32) for each text; none for one that does not fit."""


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """Which encoder, as `load_encoder` takes it, and where it works: `auto`, `cuda` or `cpu`."""

    name: str
    device: str


class SharedEncoder:
    """Loads and warms up the encoder once, whoever asks first; all scorers share it.

    `observe` is told of each call, and `watch` gets, by name of a device, what gives the bytes
    that are taken there. `load` raises `InputError` where a package is missing or there is
    no such encoder.
    """

    def __init__(
        self,
        choice: EncoderChoice,
        clock: Clock,
        observe: Callable[[Encoded], None],
        watch: Callable[[str, Callable[[], int]], None],
    ) -> None:
        self._choice = choice
        self._clock = clock
        self._observe = observe
        self._watch = watch
        self._lock = Lock()
        self._loaded: TextVectors | None = None

    def load(self) -> TextVectors:
        """The encoder, ready to work at its full speed."""
        with self._lock:
            if self._loaded is None:
                loading = load_part(_LOADING, "worker.encoder", EXTRA)
                loaded: TextVectors = loading.load_warm(
                    self._choice, self._clock, self._observe, self._watch
                )
                self._loaded = loaded
            return self._loaded
