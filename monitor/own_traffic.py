"""How our own calls are known again in the live traffic, so that they are never counted there.

Calls are marked by a header and by the `user` field. Gateways drop both, so the hash of each
canary's first message is also written to the state topic before it is sent.
"""

import hashlib
from collections.abc import Iterable, Sequence

from monitor.decoders import LiveCall
from monitor.exchange import Message, Role

HEADER = "x-sycophancy-monitor"
USER = "sycophancy-monitor"
KEY_PREFIX = "own/"

_MARKS = {HEADER, USER}


def first_message_hash(messages: Sequence[Message]) -> str | None:
    """32 hex digits over the first user message; null when nobody asked anything.

    White space is folded: gateways trim and re-wrap.
    """
    for message in messages:
        if message.role is Role.USER:
            return text_hash(message.content)
    return None


def text_hash(text: str) -> str:
    """32 hex digits over the words of a text."""
    words = " ".join(text.split())
    return hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class OwnTraffic:
    """The hashes of every first message that a prober of this deployment has announced."""

    def __init__(self) -> None:
        self._hashes: set[str] = set()

    def learn(self, keys: Iterable[bytes | None]) -> None:
        """Take in keys of the state topic; those that are no announcement are passed over."""
        prefix = KEY_PREFIX.encode()
        self._hashes.update(
            key[len(prefix) :].decode("ascii", "replace")
            for key in keys
            if key is not None and key.startswith(prefix)
        )

    def includes(self, call: LiveCall) -> bool:
        """True when we asked this ourselves."""
        marked = not _MARKS.isdisjoint(call.marks)
        return marked or first_message_hash(call.messages) in self._hashes
