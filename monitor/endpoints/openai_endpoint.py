"""A deployed endpoint, asked over the OpenAI chat API."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from monitor import own_traffic
from monitor.clock import Clock, Deadline, rest
from monitor.endpoint import Reply
from monitor.endpoints.completion import (
    BodyFault,
    Completion,
    failure_of,
    read_completion,
    read_stream,
)
from monitor.endpoints.connection import make_client
from monitor.endpoints.faults import (
    NO_TIME,
    NOT_IN_TIME,
    TOO_LONG,
    Fault,
    fault_of,
    fault_of_status,
)
from monitor.endpoints.request import RequestHeaders, body_of
from monitor.endpoints.retry_after import backoff, said_rest
from monitor.endpoints.version_reader import Served, VersionReader
from monitor.exchange import Message
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason

log = logging.getLogger(__name__)

_MOST_BYTES = 16_000_000
"""A body that is longer is no reply to anything that we ask."""

_LIST_SECONDS = 10.0

ImageOpener = Callable[[str], str]
"""Gives the data URL of an image that a message refers to."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one request brought: a completion or a fault, and the headers if there were any."""

    found: Completion | Fault
    headers: httpx2.Headers


@dataclass(slots=True)
class _Asking:
    """One question on its way: when its first request was due, and how many were sent."""

    started: float
    sent: int = 0


class OpenAIEndpoint:
    """Asks an OpenAI-compatible server, with a limit on requests in flight.

    Transport faults are asked again, up to the target's `retries` and inside the deadline, and so
    is a status 429 that says when; a rest that the server asks for is kept to, and while it lasts
    the request keeps its place. A reply is never asked again, whatever it says.

    With `open_image` the images of a message are sent as data URLs, before its text; they are
    opened when the request has its place, and what `open_image` raises comes through.
    `response_format` is sent as it is (OpenAI's structured outputs). `purpose` marks the requests
    as ours. Raises `InputError` for secrets and certificates that cannot be read.
    """

    def __init__(
        self,
        settings: TargetSettings,
        clock: Clock,
        open_image: ImageOpener | None = None,
        response_format: Mapping[str, Any] | None = None,
        purpose: own_traffic.Purpose = own_traffic.Purpose.PROBE,
        rest: Callable[[float], Awaitable[None]] = rest,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._open_image = open_image
        self._format = response_format
        self._rest = rest
        self._fault = ""
        self._limit = asyncio.Semaphore(settings.concurrency)
        self._headers = RequestHeaders(settings, purpose)
        self._client = make_client(settings)
        self._url = settings.endpoint.rstrip("/")
        self._versions = VersionReader(
            settings.version, settings.model, settings.endpoint, clock, self._list_models
        )

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        asking = _Asking(self._clock.now())
        if deadline.passed():
            return self._failed(NO_TIME, asking)
        try:
            async with asyncio.timeout(deadline.left()), self._limit:
                asking.started = self._clock.now()
                body = await self._body(messages)
                answer = await self._answer(body, deadline, asking)
                version = await self._version(answer)
        except TimeoutError:
            # The deadline's; that of one request is a fault.
            return self._failed(NOT_IN_TIME if asking.sent else NO_TIME, asking)
        if isinstance(answer.found, Fault):
            return self._failed(answer.found, asking, version)
        self._fault = ""
        return self._reply(answer.found, version, asking)

    async def close(self) -> None:
        await self._client.aclose()

    async def _body(self, messages: Sequence[Message]) -> bytes:
        wire = [await self._wire_message(message) for message in messages]
        return json.dumps(body_of(self._settings, wire, self._format)).encode()

    async def _wire_message(self, message: Message) -> Mapping[str, Any]:
        content: Any = message.content
        if self._open_image is not None and message.images:
            # In a thread: reading and hashing megabytes would keep all other requests waiting.
            urls = [await asyncio.to_thread(self._open_image, image) for image in message.images]
            images = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
            content = [*images, {"type": "text", "text": message.content}]
        return {"role": message.role.value, "content": content}

    async def _answer(self, body: bytes, deadline: Deadline, asking: _Asking) -> _Answer:
        """The first answer that is not to be asked again."""
        while True:
            asking.sent += 1
            answer = await self._send(body)
            repeats = asking.sent - 1
            if not isinstance(answer.found, Fault) or repeats >= self._settings.retries:
                return answer
            seconds = self._rest_before_next(answer.found, answer.headers, repeats)
            if seconds is None or seconds >= deadline.left():
                return answer
            await self._rest(seconds)

    def _rest_before_next(
        self, fault: Fault, headers: httpx2.Headers, repeats: int
    ) -> float | None:
        """Seconds; null when it is not asked again."""
        said = said_rest(headers, self._clock.now())
        if fault.is_transport:
            return backoff(repeats) if said is None else said
        return said if fault.reason is Reason.RATE_LIMITED else None

    async def _send(self, body: bytes) -> _Answer:
        headers = httpx2.Headers()
        try:
            # The client's limit is on each byte that comes; a reply that drips must end as well.
            async with (
                asyncio.timeout(self._settings.request_timeout_seconds),
                self._client.stream(
                    "POST",
                    f"{self._url}/chat/completions",
                    content=body,
                    headers=self._headers.now(),
                ) as response,
            ):
                headers = response.headers
                content = await _content(response)
        except (httpx2.HTTPError, OSError) as error:
            return _Answer(fault_of(error), headers)
        if content is None:
            return _Answer(TOO_LONG, headers)
        if not response.is_success:
            return _Answer(fault_of_status(response.status_code, content), headers)
        is_stream = headers.get("content-type", "").startswith("text/event-stream")
        try:
            return _Answer((read_stream if is_stream else read_completion)(content), headers)
        except BodyFault as fault:
            return _Answer(fault_of(fault), headers)

    async def _version(self, answer: _Answer) -> str | None:
        """The version of what answered; a fault of ours or of the way there has none."""
        found = answer.found
        if isinstance(found, Completion):
            served = Served(answer.headers, found.model, found.fingerprint)
        elif found.reason is Reason.FILTERED:
            served = Served(answer.headers)
        else:
            return None
        return await self._versions.read(served)

    async def _list_models(self) -> bytes | None:
        limit = min(_LIST_SECONDS, self._settings.request_timeout_seconds)
        try:
            async with (
                asyncio.timeout(limit),
                self._client.stream(
                    "GET", f"{self._url}/models", headers=self._headers.now()
                ) as response,
            ):
                return await _content(response) if response.is_success else None
        except (httpx2.HTTPError, OSError):
            return None

    def _reply(self, found: Completion, version: str | None, asking: _Asking) -> Reply:
        return Reply(
            text=found.text,
            version=version,
            started=asking.started,
            ended=self._clock.now(),
            failure=failure_of(found),
            usage=found.usage,
            requests=asking.sent,
        )

    def _failed(self, fault: Fault, asking: _Asking, version: str | None = None) -> Reply:
        """What went wrong is also logged, once for as long as it stays the same."""
        if fault.detail != self._fault and asking.sent:
            self._fault = fault.detail
            log.warning("%s gives no reply: %s", self._settings.endpoint, fault.detail)
        return Reply(
            text="",
            version=version,
            started=asking.started,
            ended=self._clock.now(),
            failure=fault.reason,
            detail=fault.detail,
            requests=asking.sent,
        )


async def _content(response: httpx2.Response) -> bytes | None:
    """The whole body; null when it is too long."""
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) > _MOST_BYTES:
            return None
    return bytes(content)
