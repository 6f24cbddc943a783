"""Endpoints that are asked: targets and the judge."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from monitor.fields import BaseUrl, Filled, LabelName, address, is_header_name
from monitor.settings.base import Secret, Settings
from probes.false_balance import FalseBalance
from probes.stance import Stance


class VersionSource(Settings):
    """Where a reply says which version served it."""

    source: Literal["response_model", "header", "static"] = "response_model"
    """`response_model` reads the reply's `model`, `header` a response header, and `static` is a
    version that you write here."""
    name: str | None = None
    """The header's name, or the version itself when it is static."""

    @field_validator("name")
    @classmethod
    def _goes_with_its_source(cls, name: str | None, info: ValidationInfo) -> str | None:
        source = info.data.get("source")
        if source == "response_model" and name is not None:
            raise ValueError("goes with source header or static, not with response_model")
        if source in ("header", "static") and not name:
            raise ValueError(f"needed with source {source}")
        if name and source == "header" and not is_header_name(name):
            raise ValueError("Input should be the name of an HTTP header, without its colon")
        return name


JUDGED_FAMILIES = frozenset({FalseBalance.name, Stance.name})
"""Families whose replies are shown to the judge."""


class EndpointSettings(Settings):
    """A model that is asked over the OpenAI chat API."""

    endpoint: BaseUrl
    """Base URL of an OpenAI-compatible server, with its `/v1`."""
    model: Filled
    """The model name to ask for."""
    api_key: Secret | None = None
    """Sent as a bearer token."""
    concurrency: int = Field(4, ge=1, le=256)
    """Requests in flight at once."""
    request_timeout_seconds: float = Field(60, gt=0, le=3600)
    """How long one reply may take."""
    retries: int = Field(2, ge=0, le=10)
    """Repeats after a transport error. A reply is never asked again."""
    max_tokens: int = Field(256, ge=1, le=100_000)
    """Limit on each reply. An answer that is cut off is counted as truncated."""

    def is_asked_as(self, other: "EndpointSettings") -> bool:
        """Whether both name one model at one address."""
        return self.model == other.model and address(self.endpoint) == address(other.endpoint)


class TargetSettings(EndpointSettings):
    """A deployed endpoint. NAME is what its series are labelled with."""

    labels: Mapping[LabelName, str] = {}
    """Owner labels: team, tier, environment. They stand on every exchange of this target, under
    `owner`; no metric carries them."""
    version: VersionSource = VersionSource()
    """How to tell which version served a reply."""
    temperature: float = Field(0.0, ge=0, le=2)
    """As the endpoint understands it; 0 makes runs comparable."""


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
    `judge_unavailable`. A worker that is away from the broker for five minutes is replaced."""
