"""What time it is for whoever serves an endpoint."""

import asyncio
from dataclasses import dataclass

import httpx2

from monitor import own_traffic
from monitor.clock import Clock
from monitor.endpoints.connection import make_client
from monitor.endpoints.http_dates import unix_time
from monitor.endpoints.request import RequestHeaders
from monitor.settings.endpoints import EndpointSettings, TargetSettings


@dataclass(frozen=True, slots=True)
class ServerDate:
    """The `date` of a response (whole seconds) and when we had it, both in Unix seconds."""

    said: float
    ours: float


async def server_date(
    settings: EndpointSettings, clock: Clock, seconds: float
) -> ServerDate | None:
    """Ask for `/models`, which costs nothing; any response has a date, also one that refuses.
    Null where there is no response or no date of this moment. Raises `InputError` for secrets and
    certificates that cannot be read."""
    asked = {name: getattr(settings, name) for name in EndpointSettings.model_fields}
    headers = RequestHeaders(TargetSettings(**asked), own_traffic.Purpose.PROBE)
    async with make_client(settings) as client:
        try:
            async with (
                asyncio.timeout(seconds),
                client.stream(
                    "GET", f"{settings.endpoint.rstrip('/')}/models", headers=headers.now()
                ) as response,
            ):
                ours = clock.now()
                found = response.headers
        except (httpx2.HTTPError, OSError):
            return None
    if found.get("age", "0") != "0":
        return None  # from a cache: its date is that of another moment
    said = unix_time(found.get("date", ""))
    return None if said is None else ServerDate(said, ours)
