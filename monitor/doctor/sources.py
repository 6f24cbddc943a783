"""The check `sources`: real records of live traffic through their decoders."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from monitor.decoders import Decoded, Ignored, IgnoredReason, LiveCall, Undecodable, too_large
from monitor.decoders.catalog import DECODERS
from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.errors import BrokerError
from monitor.faults import dotted
from monitor.record import RawRecord
from monitor.settings.intake import IntakeSource

NAME = "sources"

MOST_RECORDS = 100
"""The newest records of a topic that are looked at."""


@dataclass(slots=True)
class _Tally:
    """How many records hold a call, and of the others how many for each reason, with the first
    one that was met."""

    records: int = 0
    read: int = 0
    why: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    unjudgeable: Counter[str] = field(default_factory=Counter)


def look_at_sources(surroundings: Surroundings) -> Iterator[Finding]:
    """How many of the newest records of each topic are read, and why the others are not. Says
    where they stand, never what they say."""
    intake = surroundings.config.intake
    if not intake.sources:
        what = "no topic of live traffic is named, so only canaries are watched"
        yield Finding(NAME, Severity.NOTE, what, "intake.sources")
    for number, source in enumerate(intake.sources):
        where = dotted(("intake", "sources", number))
        try:
            records = surroundings.broker.newest(source.topic, MOST_RECORDS, surroundings.deadline)
        except BrokerError as error:
            remedy = "look at the name of the topic, and grant us Read and Describe on it"
            yield Finding(NAME, Severity.ERROR, str(error), f"{where}.topic", remedy)
            continue
        yield from _told(source, _tally(source, records, intake.max_record_bytes), where)


def _tally(source: IntakeSource, records: Sequence[RawRecord], most_bytes: int) -> _Tally:
    tally = _Tally(len(records))
    decode = DECODERS[source.format]
    for record in records:
        is_long = record.value is not None and len(record.value) > most_bytes
        found: Sequence[Decoded] = (too_large(most_bytes),) if is_long else decode(record)
        calls = [one for one in found if isinstance(one, LiveCall)]
        tally.read += bool(calls)
        tally.unjudgeable.update(str(one.failure) for one in calls if one.failure is not None)
        others = {_why(one) for one in found if not isinstance(one, LiveCall)}
        for reason, detail in sorted(others):
            tally.why[reason] += 1
            at = f"partition {record.partition}, offset {record.offset}"
            tally.first.setdefault(reason, f"{at}: {detail}" if detail else at)
    return tally


def _why(one: Ignored | Undecodable) -> tuple[str, str]:
    return str(one.reason), one.detail if isinstance(one, Undecodable) else ""


def _told(source: IntakeSource, tally: _Tally, where: str) -> Iterator[Finding]:
    if not tally.records:
        what = f"{source.topic}: it holds no record, so nothing is known of its format"
        yield Finding(NAME, Severity.WARNING, what, where, "look again when there is traffic")
        return
    newest = f"of the newest {tally.records} records" if tally.records > 1 else "of 1 record"
    yield Finding(
        NAME,
        Severity.OK if tally.read else Severity.ERROR,
        f"{source.topic}: {tally.read} {newest} are read as {source.format}",
        where,
        "" if tally.read else f"use another format: {', '.join(DECODERS)}",
    )
    for reason, count in tally.why.most_common():
        is_fault = reason != IgnoredReason.NO_LLM_CALL
        yield Finding(
            NAME,
            Severity.WARNING if is_fault else Severity.NOTE,
            f"{source.topic}: {count} not read: {reason}, first at {tally.first[reason]}",
            where,
            "see what `sycomon decode` says of such a record" if is_fault else "",
        )
    if tally.unjudgeable:
        each = ", ".join(f"{reason} {count}" for reason, count in tally.unjudgeable.most_common())
        what = f"{source.topic}: calls with a reply that cannot be judged: {each}"
        yield Finding(NAME, Severity.NOTE, what, where)
