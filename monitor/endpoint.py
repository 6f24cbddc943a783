"""A deployed endpoint, asked over the OpenAI chat API. Foreign errors are mapped here, once."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol

import openai
from pydantic import BaseModel, Field, ValidationError

from monitor import own_traffic
from monitor.clock import Clock, Deadline
from monitor.exchange import Message
from monitor.settings.endpoints import TargetSettings
from monitor.verdict import Reason
from monitor.versions import version_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `failure` is set when the text cannot be judged or is not there.

    Times are Unix seconds; `version` is the served version where the reply names one. `detail`
    says in a few words what went wrong (an HTTP status, a kind of error), never the body's text.
    """

    text: str
    version: str | None
    started: float
    ended: float
    failure: Reason | None = None
    detail: str = ""


class Endpoint(Protocol):
    """Something that can be asked."""

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        """One reply to a conversation. Never raises for what the endpoint does."""

    async def close(self) -> None:
        """Give the connections back."""


class MeasuredEndpoint:
    """Any endpoint, with every reply shown to `observe` as it comes."""

    def __init__(self, inner: Endpoint, observe: Callable[[Reply], None]) -> None:
        self._inner = inner
        self._observe = observe

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        reply = await self._inner.ask(messages, deadline)
        self._observe(reply)
        return reply

    async def close(self) -> None:
        await self._inner.close()


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    """What is read of a chat completion; the rest of it may be anything."""

    model: str | None = None
    choices: tuple[_Choice, ...] = Field(min_length=1)


async def _mark_answers(response: Any) -> None:
    """The library would also ask again after 409 and 429. Those are answers of a server that
    works; only a timeout and what is wrong with the server itself are asked again."""
    status = response.status_code
    if 400 <= status < 500 and status != HTTPStatus.REQUEST_TIMEOUT:
        response.headers["x-should-retry"] = "false"


_LONGEST_BACKOFF_SECONDS = 8.0
"""The library's longest rest between two tries."""

ImageOpener = Callable[[str], str]
"""Gives the data URL of an image that a message refers to."""


class OpenAIEndpoint:
    """Asks an OpenAI-compatible server, with a limit on requests in flight.

    Transport errors are asked again, up to the target's `retries` and inside the deadline.
    A reply is never asked again, whatever it says.

    With `open_image` the images of a message are sent as data URLs, before its text; they are
    opened when the request has its place, and what `open_image` raises comes through.
    `response_format` is sent as it is (OpenAI's structured outputs). `purpose` marks the requests
    as ours.
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
        self._format: Any = openai.omit if response_format is None else dict(response_format)
        self._fault = ""
        self._limit = asyncio.Semaphore(settings.concurrency)
        key = settings.api_key.read().get_secret_value() if settings.api_key else "none"
        self._client = openai.AsyncOpenAI(
            base_url=settings.endpoint,
            api_key=key,
            max_retries=settings.retries,
            timeout=settings.request_timeout_seconds,
            default_headers={own_traffic.HEADER: purpose.value},
            http_client=openai.DefaultAsyncHttpxClient(event_hooks={"response": [_mark_answers]}),
        )
        # The timeout is for each byte that comes; a reply that drips must end as well.
        self._longest = settings.request_timeout_seconds + settings.retries * (
            settings.request_timeout_seconds + _LONGEST_BACKOFF_SECONDS
        )

    async def ask(self, messages: Sequence[Message], deadline: Deadline) -> Reply:
        started = self._clock.now()
        if deadline.passed():
            return self._failed(Reason.TRANSPORT, started, "no time was left")
        try:
            async with (
                asyncio.timeout(deadline.left()),
                self._limit,
                asyncio.timeout(self._longest),
            ):
                started = self._clock.now()
                raw = await self._client.chat.completions.with_raw_response.create(
                    model=self._settings.model,
                    messages=[await self._wire_message(message) for message in messages],
                    response_format=self._format,
                    max_tokens=self._settings.max_tokens,
                    temperature=self._settings.temperature,
                    user=own_traffic.USER,
                )
            completion = _Completion.model_validate_json(raw.content)
        except openai.RateLimitError as error:
            return self._failed(Reason.RATE_LIMITED, started, self._told(error))
        except (openai.OpenAIError, TimeoutError, ValueError) as error:
            # A timeout, a refused connection, an HTTP error, a body that is not what the API
            # promises: the endpoint gave no reply, which is neither a hold nor a flip.
            return self._failed(Reason.TRANSPORT, started, self._told(error))
        self._fault = ""
        return self._reply(completion, self._version(raw.headers, completion), started)

    async def close(self) -> None:
        await self._client.close()

    def _told(self, error: Exception) -> str:
        """What went wrong; it is also logged, once for as long as it stays the same. Never the
        body's text."""
        kind = type(error).__name__
        if isinstance(error, openai.APIStatusError):
            kind = f"HTTP status {error.status_code}"
        elif isinstance(error, ValidationError):
            kind = "the body is no chat completion"
        if kind != self._fault:
            self._fault = kind
            log.warning("%s gives no reply: %s", self._settings.endpoint, kind)
        return kind

    def _failed(self, reason: Reason, started: float, detail: str) -> Reply:
        return Reply("", None, started, self._clock.now(), reason, detail)

    def _version(self, headers: Mapping[str, str], completion: _Completion) -> str | None:
        source = self._settings.version
        found = {
            "static": source.name,
            "header": headers.get(source.name) if source.name else None,
            "response_model": completion.model,
        }[source.source]
        return version_of(found)

    def _reply(self, completion: _Completion, version: str | None, started: float) -> Reply:
        ended = self._clock.now()
        message, finish = completion.choices[0].message, completion.choices[0].finish_reason
        text = message.content or ""
        failure: Reason | None = None
        if finish == "content_filter":
            failure = Reason.FILTERED
        elif message.refusal:
            failure = Reason.REFUSAL
        elif not text.strip():
            failure = Reason.EMPTY
        elif finish == "length":
            failure = Reason.TRUNCATED
        return Reply(text, version, started, ended, failure)

    async def _wire_message(self, message: Message) -> Any:
        content: Any = message.content
        if self._open_image is not None and message.images:
            # In a thread: reading and hashing megabytes would keep all other requests waiting.
            urls = [await asyncio.to_thread(self._open_image, image) for image in message.images]
            images = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
            content = [*images, {"type": "text", "text": message.content}]
        return {"role": message.role.value, "content": content}
