"""Which conversations are kept: a keyed hash, so that every replica decides alike. Pure."""

import hashlib
import math

_BITS = 64


class Sampler:
    """Keeps a share `ratio` of all conversations, whole conversations at a time.

    A conversation that is kept at one ratio is kept at every larger one. Nobody without
    `key` can tell which are kept; an empty key hides nothing. Of a key of more than 64 bytes
    the hash is taken.
    """

    def __init__(self, key: bytes, ratio: float) -> None:
        """`ratio`: 0 keeps none, 1 keeps all."""
        if len(key) > hashlib.blake2b.MAX_KEY_SIZE:
            key = hashlib.blake2b(key).digest()
        self._keyed = hashlib.blake2b(digest_size=_BITS // 8, key=key, person=b"sampling")
        self._end = math.ceil(ratio * (1 << _BITS))

    def unit(self, conversation: str) -> float:
        """Where a conversation stands in [0, 1): uniform, and always the same."""
        # A float holds 53 bits exactly; rounded from more, the highest would become 1.
        return (self._place(conversation) >> (_BITS - 53)) / (1 << 53)

    def keeps(self, conversation: str) -> bool:
        """True for the conversations that stand below the ratio."""
        return self._place(conversation) < self._end

    def _place(self, conversation: str) -> int:
        """The same in units of 2^-64."""
        keyed = self._keyed.copy()
        keyed.update(conversation.encode("utf-8", "surrogatepass"))
        return int.from_bytes(keyed.digest(), "big")
