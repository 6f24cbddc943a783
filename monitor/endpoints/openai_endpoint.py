"""A deployed endpoint, asked over the OpenAI chat API."""

import asyncio
import json
import logging
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx2

from monitor import own_traffic
from monitor.clock import Clock, Deadline
from monitor.endpoint import Reply, not_asked
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
from monitor.endpoints.retry_after import said_rest
from monitor.endpoints.version_reader import Served, VersionReader
from monitor.exchange import Message
from monitor.finish_reasons import told_finish
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason

log = logging.getLogger(__name__)

_MOST_BYTES = 16_000_000
"""A body that is longer is no reply to anything that we ask."""

_LIST_SECONDS = 10.0
_TOLD_AGAIN_SECONDS = 600.0

_OF_THE_END = (Reason.TRUNCATED, Reason.FILTERED)

ImageOpener = Callable[[str], str]
"""Gives the data URL of an image that a message refers to."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one request brought: a completion or a fault, and the headers if there were any."""

    found: Completion | Fault
    headers: httpx2.Headers


class OpenAIEndpoint:
    """Asks an OpenAI-compatible server, each question in one request.

    A transport fault may be asked again, and so may a status 429 that says when; a reply may not,
    whatever it says. Who asks keeps to that, and to the rest that the server asks for.

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
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._open_image = open_image
        self._format = response_format
        self._told: dict[str, float] = {}
        self._headers = RequestHeaders(settings, purpose)
        self._client = make_client(settings)
        self._url = settings.endpoint.rstrip("/")
        self._versions = VersionReader(
            settings.version, settings.model, settings.endpoint, clock, self._list_models
        )

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        started = self._clock.now()
        if deadline.passed():
            return not_asked(NO_TIME.reason, NO_TIME.detail, started)
        try:
            async with asyncio.timeout(deadline.left()):
                answer = await self._send(await self._body(messages))
        except TimeoutError:
            # The deadline's; that of the request is a fault.
            return self._failed(NOT_IN_TIME, None, started)
        version = await self._version(answer, deadline)
        if isinstance(answer.found, Fault):
            return self._failed(answer.found, answer.headers, started, version)
        return self._reply(answer.found, version, started)

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

    async def _version(self, answer: _Answer, deadline: Deadline) -> str | None:
        """The version of what answered; a fault of ours or of the way there has none, and so
        has what could not be told before the deadline."""
        found = answer.found
        if isinstance(found, Completion):
            served = Served(answer.headers, found.model, found.fingerprint)
        elif found.reason is Reason.FILTERED:
            served = Served(answer.headers)
        else:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(deadline.left()):
                return await self._versions.read(served)
        return None

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

    def _reply(self, found: Completion, version: str | None, started: float) -> Reply:
        failure = failure_of(found)
        return Reply(
            text=found.text,
            version=version,
            started=started,
            ended=self._clock.now(),
            failure=failure,
            detail=told_finish(found.finish) if failure in _OF_THE_END else "",
            usage=found.usage,
        )

    def _failed(
        self,
        fault: Fault,
        headers: httpx2.Headers | None,
        started: float,
        version: str | None = None,
    ) -> Reply:
        """No `headers`: the endpoint said nothing."""
        self._tell(fault.detail)
        now = self._clock.now()
        is_limited = fault.reason is Reason.RATE_LIMITED
        rest = said_rest(headers or {}, now) if fault.is_transport or is_limited else None
        return Reply(
            text="",
            version=version,
            started=started,
            ended=now,
            failure=fault.reason,
            detail=fault.detail,
            may_repeat=fault.is_transport or rest is not None,
            rest=rest,
        )

    def _tell(self, detail: str) -> None:
        """Say in the log what went wrong, each thing once in a while."""
        now = self._clock.monotonic()
        if now - self._told.get(detail, -math.inf) >= _TOLD_AGAIN_SECONDS:
            self._told[detail] = now
            log.warning("%s gives no reply: %s", self._settings.endpoint, detail)


async def _content(response: httpx2.Response) -> bytes | None:
    """The whole body; null when it is too long."""
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) > _MOST_BYTES:
            return None
    return bytes(content)
