"""The checks `clock` and `broker-clock`: this machine's clock beside those of others."""

import asyncio
from collections.abc import Iterator, Mapping

from monitor.doctor.finding import Finding, Severity, Surroundings
from monitor.endpoints.server_date import ServerDate
from monitor.errors import BrokerError, InputError
from monitor.faults import dotted
from monitor.fields import address
from monitor.settings.endpoints import EndpointSettings
from monitor.streams.topics import Topics

CLOCK = "clock"
BROKER_CLOCK = "broker-clock"

WARNING_SECONDS = 30.0
ERROR_SECONDS = 300.0

_ASKED_SECONDS = 5.0
_REMEDY = "set both clocks by NTP: schedules, budgets and windows of time go by this machine's"


def look_at_endpoint_clocks(surroundings: Surroundings) -> Iterator[Finding]:
    """Skew against the dates that endpoints send. Where many are off by the same, it is ours."""
    dates = asyncio.run(_dates(surroundings))
    for path, date in dates.items():
        if date is None:
            yield Finding(CLOCK, Severity.NOT_CHECKED, "not checked: no date comes from it", path)
        else:
            yield _beside(CLOCK, path, date.said - date.ours, "the clock of this endpoint")


def look_at_broker_clock(surroundings: Surroundings) -> Iterator[Finding]:
    """Skew against our newest record. It is older than now, so only one from ahead of our clock
    says anything."""
    topic = Topics(surroundings.config.instance).state
    try:
        records = surroundings.broker.newest(topic, 1, surroundings.deadline)
    except BrokerError as error:
        yield Finding(BROKER_CLOCK, Severity.NOT_CHECKED, f"not checked: {error}", "instance")
        return
    if not records:
        what = f"not checked: {topic} holds no record"
        yield Finding(BROKER_CLOCK, Severity.NOT_CHECKED, what, "instance")
        return
    ahead = records[-1].timestamp - surroundings.clock.now()
    if ahead > 0:
        yield _beside(BROKER_CLOCK, "instance", ahead, f"the newest record of {topic}")
    else:
        what = f"no record of {topic} is from ahead of this machine's clock"
        yield Finding(BROKER_CLOCK, Severity.OK, what, "instance")


async def _dates(surroundings: Surroundings) -> Mapping[str, ServerDate | None]:
    """By the path of the first endpoint at each address."""
    asked: dict[object, tuple[str, EndpointSettings]] = {}
    for name, target in surroundings.config.targets.items():
        if not target.paused:
            asked.setdefault(address(target.endpoint), (dotted(("targets", name)), target))
    if surroundings.config.judge is not None:
        judge = surroundings.config.judge
        asked.setdefault(address(judge.endpoint), ("judge", judge))

    async def read(settings: EndpointSettings) -> ServerDate | None:
        seconds = min(_ASKED_SECONDS, surroundings.deadline.left())
        try:
            return await surroundings.server_date(settings, surroundings.clock, seconds)
        except InputError:
            return None  # told by `files`

    dates = await asyncio.gather(*(read(settings) for _, settings in asked.values()))
    return {path: date for (path, _), date in zip(asked.values(), dates, strict=True)}


def _beside(check: str, path: str, skew: float, what: str) -> Finding:
    """`skew` is how far the other is ahead of us, in seconds."""
    size = abs(skew)
    if size <= WARNING_SECONDS:
        return Finding(check, Severity.OK, f"within {WARNING_SECONDS:.0f} s of {what}", path)
    severity = Severity.ERROR if size > ERROR_SECONDS else Severity.WARNING
    side = "behind" if skew > 0 else "ahead of"
    told = f"this machine's clock is {size:.0f} s {side} {what}"
    return Finding(check, severity, told, path, _REMEDY)
