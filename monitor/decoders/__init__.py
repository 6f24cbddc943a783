"""Decoders: the bytes of one record in, the LLM calls in it out. A decoder never raises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from monitor.exchange import Message, Role
from monitor.record import RawRecord
from monitor.verdict import Reason


@dataclass(frozen=True, slots=True)
class LiveCall:
    """One call to a model: the request's messages and, as the last one, the reply.

    `conversation` is the id that ties calls together, when the record has one.
    `failure` says why the reply cannot be judged (filtered, refusal, truncated, empty …).
    `marks` are the values by which our own calls can be known (user, metadata, response id).
    """

    messages: tuple[Message, ...]
    model: str | None
    conversation: str | None
    response_id: str | None
    event_time: float
    failure: Reason | None = None
    marks: tuple[str, ...] = ()


def turn_of(call: LiveCall) -> int:
    """Which turn of its conversation a call is: the assistant's messages in it, the reply too.

    A request repeats its history, so this and the conversation tell calls apart.
    """
    return sum(message.role is Role.ASSISTANT for message in call.messages)


class IgnoredReason(StrEnum):
    """Why a readable record is not passed on. Counted, not kept."""

    __hash__ = str.__hash__  # each record is counted by its reason; Enum's own is not in C

    OWN_TRAFFIC = "own_traffic"
    SAMPLED_OUT = "sampled_out"
    NO_LLM_CALL = "no_llm_call"


class DeadReason(StrEnum):
    """Why a record goes to the dead letters."""

    EMPTY_VALUE = "empty_value"
    TOO_LARGE = "too_large"
    NOT_JSON = "not_json"
    SCHEMA_REGISTRY = "schema_registry_framing"
    WRONG_SHAPE = "wrong_shape"


@dataclass(frozen=True, slots=True)
class Ignored:
    """Readable, and nothing for us."""

    reason: IgnoredReason


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Not readable; `detail` names the place in the record, never its text."""

    reason: DeadReason
    detail: str


def too_large(limit: int) -> Undecodable:
    """A record of more than `limit` bytes, which no decoder is given."""
    return Undecodable(DeadReason.TOO_LARGE, f"more than {limit} bytes")


Decoded = LiveCall | Ignored | Undecodable
Decoder = Callable[[RawRecord], Sequence[Decoded]]
"""One record may hold many calls, so a decoder gives a sequence, never an empty one."""
