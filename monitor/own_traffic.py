"""How our own calls are known again in the live traffic, so that they are never counted there.

Calls are marked by a header and by the `user` field. Gateways drop both, so the hash of each
canary's first message is also written to the state topic before it is sent, and calls of a judge
are known by the hash of its fixed system prompt. An announcement says in its key up to which week
it is for, so that it can be forgotten: what is asked again later stands under another key.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple

from monitor.decoders import LiveCall
from monitor.exchange import Message, Role
from monitor.record import Partition, RawRecord
from monitor.scorers.rubrics import PROMPTS

HEADER = "x-sycophancy-monitor"
USER = "sycophancy-monitor"
METADATA_KEY = "sycomon"
LATE_SECONDS = 14 * 86_400.0
"""How long after a call was made its record may reach the intake and still be known as ours:
traffic topics often keep a week, and what stood still for that long then reads all of it."""

_PREFIX = b"own/"
_KEY = re.compile(_PREFIX + rb"(\d{4}-W\d\d)/([0-9a-f]+)")

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


_JUDGE_PROMPTS = frozenset(text_hash(rubric.system) for rubric in PROMPTS)


class Announcement(NamedTuple):
    """What the key of an announcement says. `period` is an ISO week in UTC, as `2026-W18`, and
    empty where the key has none that can be read: in order, that is before all others."""

    period: str
    digest: str


def announcement_key(text: str, sent_by: float) -> bytes:
    """Where a canary's first message is announced, which is sent until `sent_by` (Unix seconds,
    by the clock of who announces it)."""
    return _PREFIX + f"{_period(sent_by)}/{text_hash(text)}".encode()


def announcement_of(key: bytes | None) -> Announcement | None:
    """Null for keys of the state topic that are no announcement."""
    if key is None or not key.startswith(_PREFIX):
        return None
    found = _KEY.fullmatch(key)
    return Announcement(*(part.decode() for part in found.groups()) if found else ("", ""))


def oldest_living(now: float) -> str:
    """The oldest period whose announcements are still needed at `now` (Unix seconds): those
    before it ended `LATE_SECONDS` ago or earlier."""
    return _period(now - LATE_SECONDS)


def _period(moment: float) -> str:
    year, week, _ = datetime.fromtimestamp(moment, UTC).isocalendar()
    return f"{year:04}-W{week:02}"


class OwnTraffic:
    """The hashes of first messages that probers of this deployment have announced and that may
    still come by, and of what judges are told."""

    def __init__(self) -> None:
        self._digests: dict[str, set[str]] = {}

    def __len__(self) -> int:
        """How many announcements are held."""
        return sum(map(len, self._digests.values()))

    def learn(self, records: Iterable[RawRecord], now: float) -> None:
        """Take in records of the state topic, and drop what is past at `now` (Unix seconds).
        Records that are no announcement are passed over."""
        oldest = oldest_living(now)
        for record in records:
            found = announcement_of(record.key)
            if found is None or found.period < oldest:
                continue
            known = self._digests.setdefault(found.period, set())
            if record.value is None:
                known.discard(found.digest)
            else:
                known.add(found.digest)
        for period in [period for period in self._digests if period < oldest]:
            del self._digests[period]

    def includes(self, call: LiveCall) -> bool:
        """True when we asked this ourselves."""
        return (
            not _MARKS.isdisjoint(call.marks)
            or self._has_announced(first_message_hash(call.messages))
            or any(
                message.role is Role.SYSTEM and text_hash(message.content) in _JUDGE_PROMPTS
                for message in call.messages
            )
        )

    def _has_announced(self, digest: str | None) -> bool:
        return any(digest in known for known in self._digests.values())  # some four weeks


@dataclass(slots=True)
class PastAnnouncements:
    """The keys of announcements from before `oldest_living` that stand on a state topic, which is
    read in its order.

    At most `most` are held, and `left` is where the first other one stands; null when there is
    none.
    """

    oldest_living: str
    most: int
    keys: set[bytes] = field(default_factory=set)
    left: Mapping[Partition, int] | None = None

    def learn(self, record: RawRecord) -> None:
        """Take in the next record."""
        found = announcement_of(record.key)
        if found is None or record.key is None or found.period >= self.oldest_living:
            return
        if record.value is None:
            self.keys.discard(record.key)
        elif self.left is None and len(self.keys) < self.most:
            self.keys.add(record.key)
        elif self.left is None and record.key not in self.keys:
            self.left = {record.at(): record.offset}

    def take(self, number: int) -> list[bytes]:
        """Hand out so many of the keys, or all where there are fewer."""
        return [self.keys.pop() for _ in range(min(number, len(self.keys)))]
