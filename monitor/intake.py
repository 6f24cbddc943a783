"""What becomes of each record of live traffic: an exchange, a dead letter, or nothing. Pure."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from monitor.config import IntakeSettings, IntakeSource, TargetSettings
from monitor.dead_letter import DeadLetter, dead_letter
from monitor.decoders import (
    DeadReason,
    Decoder,
    Ignored,
    IgnoredReason,
    LiveCall,
    Undecodable,
    turn_of,
)
from monitor.exchange import LIVE_ARM, Arm, Exchange, Kind, Source
from monitor.own_traffic import OwnTraffic
from monitor.record import RawRecord
from monitor.redaction import redact
from monitor.sampling import Sampler
from monitor.versions import version_of

Admitted = Exchange | DeadLetter | Ignored


@dataclass(frozen=True, slots=True)
class Intake:
    """Decodes, leaves our own traffic out, samples by conversation and redacts.

    `key` is the sampling key; the ids of conversations are hashed with it too, since they
    often name a person.
    """

    settings: IntakeSettings
    targets: Mapping[str, TargetSettings]
    decoders: Mapping[str, Decoder]
    sampler: Sampler
    key: bytes

    def admit(self, record: RawRecord, own: OwnTraffic, now: float) -> Iterator[Admitted]:
        """At least one entry for each record; a record that holds many calls gives many."""
        source = next(s for s in self.settings.sources if s.topic == record.topic)
        if record.value is not None and len(record.value) > self.settings.max_record_bytes:
            limit = self.settings.max_record_bytes
            fault = Undecodable(DeadReason.TOO_LARGE, f"more than {limit} bytes")
            yield dead_letter(record, fault, now)
            return
        for number, decoded in enumerate(self.decoders[source.format](record)):
            if isinstance(decoded, Undecodable):
                yield dead_letter(record, decoded, now)
            elif isinstance(decoded, Ignored):
                yield decoded
            else:
                yield self._call(decoded, record, number, source, own)

    def _call(
        self,
        call: LiveCall,
        record: RawRecord,
        number: int,
        source: IntakeSource,
        own: OwnTraffic,
    ) -> Exchange | Ignored:
        if own.includes(call):
            return Ignored(IgnoredReason.OWN_TRAFFIC)
        unit = call.conversation or _place(record, number)
        if not self.sampler.keeps(unit):
            return Ignored(IgnoredReason.SAMPLED_OUT)
        turn = turn_of(call)
        conversation = self._hidden(call.conversation) if call.conversation else None
        identity = f"{conversation}/{turn}" if conversation else unit
        version = version_of(call.model)
        return Exchange(
            id=f"live/{source.target}/{identity}",
            kind=Kind.LIVE,
            source=Source(topic=record.topic, partition=record.partition, offset=record.offset),
            target=source.target,
            version=version,
            owner=self.targets[source.target].labels,
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
            inclusion=self.settings.sample_ratio,
            kept_by="hash",
            event_time=call.event_time,
            trace_id=None,
        )

    def _hidden(self, conversation: str) -> str:
        text = conversation.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(text, key=self.key, digest_size=12).hexdigest()


def _place(record: RawRecord, number: int) -> str:
    """Stands for a call without a conversation. The time is in it because a broker that lost
    its last records gives their offsets to new ones."""
    return f"{record.topic}/{record.partition}/{record.offset}/{number}/{record.timestamp:.3f}"
