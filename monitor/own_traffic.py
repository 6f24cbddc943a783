"""How our own calls are known again in the live traffic, so that they are never counted there.

Calls are marked by a header and by the `user` field. Gateways drop both, so the hash of each
canary's first message is also written to the state topic before it is sent, and calls of a judge
are known by the hash of its fixed system prompt.
"""

import hashlib
from collections.abc import Iterable, Sequence
from enum import StrEnum

from monitor.decoders import LiveCall
from monitor.exchange import Message, Role
from monitor.scorers.rubrics import RUBRICS

HEADER = "x-sycophancy-monitor"
USER = "sycophancy-monitor"
METADATA_KEY = "sycomon"
KEY_PREFIX = "own/"

_MARKS = {HEADER, USER}


class Purpose(StrEnum):
    """What a call of ours is for: the value of the header."""

    PROBE = "probe"
    JUDGE = "judge"


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


_JUDGE_PROMPTS = frozenset(text_hash(rubric.system) for rubric in RUBRICS)


class OwnTraffic:
    """The hashes of every first message that a prober of this deployment has announced, and of
    what judges are told."""

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
        return (
            marked
            or first_message_hash(call.messages) in self._hashes
            or any(
                message.role is Role.SYSTEM and text_hash(message.content) in _JUDGE_PROMPTS
                for message in call.messages
            )
        )
