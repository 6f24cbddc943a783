"""Endpoints that are asked: targets and the judge."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from monitor.faults import begins_as_a_key, named
from monitor.fields import (
    BaseUrl,
    Filled,
    HeaderName,
    HeaderValue,
    LabelName,
    TimeZone,
    Url,
    address,
)
from monitor.settings.base import Secret, Settings
from monitor.settings.budgets import BudgetSettings
from monitor.settings.versions import VersionSource, VersionSources
from probes.false_balance import FalseBalance
from probes.stance import Stance


def _secrets_in(value: Any, name: str = "") -> Iterator[str]:
    """The names of what is a secret by its name, or by how it begins, at any depth."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(key, str) and _CREDENTIAL_FIELD.fullmatch(key.lower()):
                yield key
            yield from _secrets_in(inner, str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _secrets_in(inner, name)
    elif isinstance(value, str) and begins_as_a_key(value):
        yield name


class TlsSettings(Settings):
    """How an https endpoint is known. There is no key that leaves certificates unchecked: name
    the authority that signed them."""

    ca_file: Path | None = None
    """Certificate authority that signed the endpoint's certificate (PEM); else the system's."""
    cert_file: Path | None = None
    """Our certificate (PEM), for mutual TLS."""
    key_file: Path | None = None
    """Key of our certificate (PEM)."""

    @field_validator("key_file")
    @classmethod
    def _goes_with_its_certificate(cls, value: Path | None, info: ValidationInfo) -> Path | None:
        if "cert_file" in info.data and (info.data["cert_file"] is None) != (value is None):
            raise ValueError("cert_file and key_file go together")
        return value


class ProxySettings(Settings):
    """The proxy that leads to an endpoint. Without one, `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`
    and `NO_PROXY` of the environment are followed."""

    url: Url
    """`http://host:port` or `https://host:port`."""
    username: Filled | None = None
    """Where the proxy asks for one."""
    password: Secret | None = None
    """Goes with `username`."""

    @field_validator("password")
    @classmethod
    def _goes_with_its_user(cls, value: Secret | None, info: ValidationInfo) -> Secret | None:
        if "username" in info.data and (info.data["username"] is None) != (value is None):
            raise ValueError("username and password go together")
        return value


JUDGED_FAMILIES = frozenset({FalseBalance.name, Stance.name})
"""Families whose replies are shown to the judge."""


_CREDENTIAL_HEADER = re.compile(
    r".*(?:keys?|tokens?|secrets?|auth(?:orization)?|passw(?:or)?d|credentials?|cookies?)"
)
"""Names, in lower case, of headers that may hold a secret. One that does not may still stand under
`secret_headers`, so a doubt costs little."""
_CREDENTIAL_FIELD = re.compile(
    r"(?:.*[-_])?(?:(?:api|access|secret|subscription)[-_]?keys?|(?:auth|access|bearer)[-_]?token"
    r"|authorization|secret|passw(?:or)?d|credentials?)"
)
"""The same of fields, where `max_tokens` and `prompt_cache_key` are none."""
_OURS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "expect",
        "host",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "x-sycophancy-monitor",
    }
)
_BYPASSES = frozenset(
    {
        "cache-control",
        "cf-aig-skip-cache",
        "x-portkey-cache-force-refresh",
        "x-openrouter-cache",
    }
)
"""Headers that `cache_bypass` writes."""

_HAVE_A_KEY = frozenset(
    {
        "max_completion_tokens",
        "max_tokens",
        "model",
        "priority",
        "seed",
        "stream",
        "temperature",
        "top_p",
    }
)
_WRITTEN_BY_US = frozenset({"messages", "n", "response_format", "stream_options"})


class EndpointSettings(Settings):
    """A model that is asked over the OpenAI chat API."""

    endpoint: BaseUrl
    """Base URL of an OpenAI-compatible server, with its `/v1`."""
    model: Filled
    """The model name to ask for."""
    api_key: Secret | None = None
    """Sent as a bearer token. A file is read anew with each request, so that a key may be
    rotated."""
    cache_bypass: Literal["headers", "litellm", "none"] = "headers"
    """How gateways are told to answer from the model and to keep nothing, so that no answer of an
    old version comes back and no user is given a canary's. `headers` are those of HTTP and of
    Cloudflare, Portkey and OpenRouter; others pass them over. `litellm` also sends its field
    `cache`, which other servers may refuse."""
    headers: Mapping[HeaderName, HeaderValue] = {}
    """Sent with each request, for everyone to read."""
    secret_headers: Mapping[HeaderName, Secret] = {}
    """Sent with each request, from the environment or files; `api-key` of Azure, for example."""
    tls: TlsSettings = TlsSettings()
    """Whose certificates are trusted, and our own."""
    proxy: ProxySettings | None = None
    """The proxy that leads there."""
    marks: tuple[Literal["user", "metadata"], ...] = ("user",)
    """Fields of the request that mark it as ours, beside the header `x-sycophancy-monitor`. Some
    providers refuse `user`, and OpenAI takes `metadata` only with `store: true`."""
    extra_body: Mapping[str, Any] = {}
    """More fields of the request, as they are: what only your server knows."""
    concurrency: int = Field(2, ge=1, le=256)
    """Requests in flight at once."""
    request_timeout_seconds: float = Field(60, gt=0, le=3600)
    """How long one reply may take."""
    retries: int = Field(2, ge=0, le=10)
    """Repeats after a transport error, and after a status 429 that says when to come back. A
    reply is never asked again."""
    max_tokens: int = Field(256, ge=1, le=100_000)
    """Limit on each reply, thinking included. An answer that is cut off is counted as
    truncated."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What the server calls that limit; OpenAI's reasoning models know only the second."""

    @field_validator("headers", "secret_headers")
    @classmethod
    def _leaves_ours_alone(
        cls, headers: Mapping[str, Any], info: ValidationInfo
    ) -> Mapping[str, Any]:
        for name in headers:
            plain = name.lower().replace("_", "-")
            if plain in _OURS:
                raise ValueError(f"{named(name)!r} is written by the monitor")
            if plain in _BYPASSES and info.data.get("cache_bypass") != "none":
                raise ValueError(
                    f"{named(name)!r} is written by the monitor; `cache_bypass: none` leaves it "
                    "to you"
                )
        return headers

    @field_validator("headers")
    @classmethod
    def _holds_no_secret(cls, headers: Mapping[str, str]) -> Mapping[str, str]:
        for name, value in headers.items():
            if _CREDENTIAL_HEADER.fullmatch(name.lower()) or begins_as_a_key(value):
                raise ValueError(f"{named(name)!r} is a secret; it goes under secret_headers")
        return headers

    @field_validator("secret_headers")
    @classmethod
    def _stands_once(
        cls, headers: Mapping[str, Secret], info: ValidationInfo
    ) -> Mapping[str, Secret]:
        names = [name.lower() for name in headers]
        if "authorization" in names and info.data.get("api_key") is not None:
            raise ValueError("give api_key or the header authorization, not both")
        both = sorted({name.lower() for name in info.data.get("headers", {})} & {*names})
        if both:
            raise ValueError(f"{named(both[0])!r} stands under headers as well")
        return headers

    @field_validator("tls")
    @classmethod
    def _goes_with_https(cls, tls: TlsSettings, info: ValidationInfo) -> TlsSettings:
        if tls != TlsSettings() and info.data.get("endpoint", "https:").lower().startswith("http:"):
            raise ValueError("goes with an https:// endpoint")
        return tls

    @field_validator("extra_body")
    @classmethod
    def _adds_only(cls, body: Mapping[str, Any], info: ValidationInfo) -> Mapping[str, Any]:
        cache = {"cache"} if info.data.get("cache_bypass") == "litellm" else set()
        written = _WRITTEN_BY_US | cache | set(info.data.get("marks", ()))
        for name in body:
            if name in _HAVE_A_KEY:
                raise ValueError(f"{name} has a key of its own here")
            if name in written:
                raise ValueError(f"{name} is written by the monitor")
        secret = next(_secrets_in(body), None)
        if secret is not None:
            raise ValueError(
                f"{named(secret)} is a secret, and this file is for everyone to read; give it as "
                "api_key or under secret_headers"
            )
        try:
            json.dumps(body, allow_nan=False)
        except (TypeError, ValueError):
            raise ValueError("Input should be what JSON can say; put quotes around dates") from None
        return body

    def is_asked_as(self, other: "EndpointSettings") -> bool:
        """Whether both name one model at one address."""
        return self.model == other.model and address(self.endpoint) == address(other.endpoint)


class TargetSettings(EndpointSettings):
    """A deployed endpoint. NAME is what its series are labelled with. What a reasoning model
    thinks (`<think>`, or a field of its own) is neither judged nor sent back in the next turn."""

    labels: Mapping[LabelName, str] = {}
    """Owner labels: team, tier, environment. They stand on every exchange of this target, under
    `owner`; no metric carries them."""
    version: VersionSources = (VersionSource(),)
    """How to tell which version served a reply: one source, or a list of them, of which the first
    that gives a version counts."""
    releases_per_year: float = Field(26, ge=0, le=100_000)
    """How many new versions are expected in a year; for the bound on false pages that
    `check-config` prints."""
    system_prompt: Filled | None = None
    """What your application tells the model first; sent before each conversation."""
    stream: bool = False
    """Whether replies are asked for as a stream, as your users get them."""
    paused: bool = False
    """Nothing is asked of it: runs are not played, only counted as `paused`. `sycomon pause` does
    the same for a while, without a restart."""
    temperature: float | None = Field(0.0, ge=0, le=2)
    """As the endpoint understands it; 0 makes runs comparable. `null` sends none, for models that
    refuse it."""
    top_p: float | None = Field(None, gt=0, le=1)
    """Not sent when left out."""
    seed: int | None = None
    """Not sent when left out."""
    priority: int | None = None
    """Sent as the field `priority`, which a vLLM with priority scheduling obeys: the lower, the
    sooner. For a gateway that wants a header, use `headers`."""


class JudgeSettings(EndpointSettings):
    """The model that labels the replies of the families `false_balance` and `stance`. It is asked
    at temperature 0 and must give JSON by a schema (`docs/reference/judges.md`)."""

    concurrency: int = Field(16, ge=1, le=256)
    """Requests in flight at once."""
    request_timeout_seconds: float = Field(30, gt=0, le=3600)
    """How long one label may take."""
    max_tokens: int = Field(1024, ge=1, le=100_000)
    """Limit on each answer, thinking included. A label that is cut off is `judge_unavailable`."""
    batch_seconds: float = Field(60, gt=0, le=90)
    """How long the labels of one batch and rubric may take; what is missing by then is
    `judge_unavailable`. A scorer that does not come back for ten minutes ends its worker."""
    time_zone: TimeZone = "UTC"
    """The zone whose days a `budget` is for, as `Europe/Amsterdam`."""
    budget: BudgetSettings | None = None
    """What labels may cost in a day, over all workers together. What is not labelled for that is
    `over_budget`."""

    @field_validator("budget")
    @classmethod
    def _pays_for_one_label(
        cls, budget: BudgetSettings | None, info: ValidationInfo
    ) -> BudgetSettings | None:
        limit = None if budget is None else budget.tokens_per_day
        most: int | None = info.data.get("max_tokens")  # missing when it is at fault itself
        if limit is not None and most is not None and limit < most:
            raise ValueError(f"tokens_per_day is {limit}, and one label may take {most}")
        return budget
