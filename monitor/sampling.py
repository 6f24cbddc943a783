"""Which conversations are kept: a keyed hash, so that every replica decides alike. Pure."""

import hashlib
from dataclasses import dataclass

_BITS = 53  # what a float holds exactly, so that the unit stays below 1


@dataclass(frozen=True, slots=True)
class Sampler:
    """Keeps a share `ratio` of all conversations, whole conversations at a time.

    A conversation that is kept at one ratio is kept at every larger one. Nobody without
    `key` can tell which are kept; an empty key hides nothing.
    """

    key: bytes
    """Up to 64 bytes; of a longer one its hash."""
    ratio: float
    """0 keeps none, 1 keeps all."""

    def __post_init__(self) -> None:
        if len(self.key) > hashlib.blake2b.MAX_KEY_SIZE:
            object.__setattr__(self, "key", hashlib.blake2b(self.key).digest())

    def unit(self, conversation: str) -> float:
        """Where a conversation stands in [0, 1): uniform, and always the same."""
        text = conversation.encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(text, digest_size=8, key=self.key, person=b"sampling").digest()
        return (int.from_bytes(digest, "big") >> (64 - _BITS)) / (1 << _BITS)

    def keeps(self, conversation: str) -> bool:
        """True for the conversations that stand below the ratio."""
        return self.unit(conversation) < self.ratio
