"""What becomes of each record of live traffic: an exchange, a dead letter, or nothing. Pure."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from monitor.dead_letter import DeadLetter, dead_letter
from monitor.decoders import (
    Decoder,
    Ignored,
    IgnoredReason,
    LiveCall,
    Undecodable,
    too_large,
    turn_of,
)
from monitor.decoders.glance import conversation_at_a_glance
from monitor.decoders.openai_chat import openai_chat
from monitor.exchange import LIVE_ARM, Arm, Exchange, Kind, Source
from monitor.own_traffic import OwnTraffic
from monitor.record import RawRecord
from monitor.redaction import redact
from monitor.sampling import Sampler
from monitor.settings.endpoints import TargetSettings
from monitor.settings.intake import IntakeSettings, IntakeSource
from monitor.version_sources import live_version

Admitted = Exchange | DeadLetter | Ignored

_Glance = Callable[[RawRecord], str | None]

_GLANCES: Mapping[Decoder, _Glance] = {openai_chat: conversation_at_a_glance}
"""Decoders that can tell the conversation of some records before they decode them."""

_SAMPLED_OUT = Ignored(IgnoredReason.SAMPLED_OUT)


class Intake:
    """Decodes, samples by conversation, leaves our own traffic out and redacts.

    `key` is the sampling key; the ids of conversations are hashed with it too, since they
    often name a person.
    """

    def __init__(
        self,
        settings: IntakeSettings,
        targets: Mapping[str, TargetSettings],
        decoders: Mapping[str, Decoder],
        key: bytes,
    ) -> None:
        self._settings = settings
        self._targets = targets
        self._sampler = Sampler(key, settings.sample_ratio)
        self._key = key
        self._sources = {s.topic: (s, decoders[s.format]) for s in settings.sources}

    def admit(self, record: RawRecord, own: OwnTraffic, now: float) -> Sequence[Admitted]:
        """At least one entry for each record; a record that holds many calls gives many."""
        source, decoder = self._sources[record.topic]
        limit = self._settings.max_record_bytes
        if record.value is not None and len(record.value) > limit:
            return (dead_letter(record, too_large(limit), now),)
        glance = _GLANCES.get(decoder)
        conversation = glance(record) if glance else None
        if conversation is not None and not self._sampler.keeps(conversation):
            return (_SAMPLED_OUT,)
        admitted: list[Admitted] = []
        for number, decoded in enumerate(decoder(record)):
            if isinstance(decoded, Undecodable):
                admitted.append(dead_letter(record, decoded, now))
            elif isinstance(decoded, Ignored):
                admitted.append(decoded)
            else:
                admitted.append(self._call(decoded, record, number, source, own))
        return admitted

    def _call(
        self,
        call: LiveCall,
        record: RawRecord,
        number: int,
        source: IntakeSource,
        own: OwnTraffic,
    ) -> Exchange | Ignored:
        unit = call.conversation or _place(record, number)
        if not self._sampler.keeps(unit):
            return _SAMPLED_OUT
        if own.includes(call):
            return Ignored(IgnoredReason.OWN_TRAFFIC)
        turn = turn_of(call)
        conversation = self._hidden(call.conversation) if call.conversation else None
        identity = f"{conversation}/{turn}" if conversation else unit
        sources = self._targets[source.target].version
        version = live_version(sources, record, call.model)
        return Exchange(
            id=f"live/{source.target}/{identity}",
            kind=Kind.LIVE,
            source=Source(topic=record.topic, partition=record.partition, offset=record.offset),
            target=source.target,
            version=version,
            owner=self._targets[source.target].labels,
            conversation=conversation,
            turn=turn,
            arms={
                LIVE_ARM: Arm(
                    messages=redact(call.messages),
                    served_version=version,
                    started=call.event_time,
                    ended=call.event_time,
                    failure=call.failure,
                )
            },
            reference=None,
            probe=None,
            inclusion=self._settings.sample_ratio,
            kept_by="hash",
            event_time=call.event_time,
            trace_id=None,
        )

    def _hidden(self, conversation: str) -> str:
        text = conversation.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(text, key=self._key, digest_size=12).hexdigest()


def _place(record: RawRecord, number: int) -> str:
    """Stands for a call without a conversation. The time is in it because a broker that lost
    its last records gives their offsets to new ones."""
    return f"{record.topic}/{record.partition}/{record.offset}/{number}/{record.timestamp:.3f}"
