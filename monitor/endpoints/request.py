"""What is sent with a question: fields and headers. Pure but for the secrets that it reads."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from monitor import own_traffic
from monitor.errors import InputError
from monitor.settings.base import Secret
from monitor.settings.endpoints import TargetSettings

log = logging.getLogger(__name__)

_BYPASS_HEADERS: Mapping[str, str] = {
    # no-store also keeps a canary's answer from being given to a user.
    "cache-control": "no-cache, no-store",
    "cf-aig-skip-cache": "true",
    "x-portkey-cache-force-refresh": "true",
    "x-openrouter-cache": "false",
}
_BYPASS_FIELD: Mapping[str, Any] = {"cache": {"no-cache": True, "no-store": True}}

CACHE_BYPASS: Mapping[str, tuple[Mapping[str, str], Mapping[str, Any]]] = {
    "headers": (_BYPASS_HEADERS, {}),
    "litellm": (_BYPASS_HEADERS, _BYPASS_FIELD),
    "none": ({}, {}),
}
"""Headers and fields by `cache_bypass`. LiteLLM reads a field and no header."""

_MARKS: Mapping[str, Any] = {
    "user": own_traffic.USER,
    "metadata": {own_traffic.METADATA_KEY: own_traffic.USER},
}


def body_of(
    settings: TargetSettings,
    messages: Sequence[Mapping[str, Any]],
    response_format: Mapping[str, Any] | None,
) -> Mapping[str, Any]:
    """The fields of a chat request; what is not set is not sent."""
    system = settings.system_prompt
    first = [] if system is None else [{"role": "system", "content": system}]
    streamed = {"stream": True, "stream_options": {"include_usage": True}}
    sampling = {
        settings.max_tokens_field: settings.max_tokens,
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "seed": settings.seed,
        "priority": settings.priority,
        "response_format": response_format,
    }
    return {
        "model": settings.model,
        "messages": [*first, *messages],
        **{name: value for name, value in sampling.items() if value is not None},
        **(streamed if settings.stream else {}),
        **{name: _MARKS[name] for name in settings.marks},
        **CACHE_BYPASS[settings.cache_bypass][1],
        **settings.extra_body,
    }


class RequestHeaders:
    """The headers of each request. Secrets in files are read anew, so that they may be rotated;
    one that cannot be read for a while stays as it was. Raises `InputError` at first."""

    def __init__(self, settings: TargetSettings, purpose: own_traffic.Purpose) -> None:
        self._plain = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            own_traffic.HEADER: purpose.value,
            **CACHE_BYPASS[settings.cache_bypass][0],
            **{name.lower(): value for name, value in settings.headers.items()},
        }
        self._secrets = {name.lower(): ("", one) for name, one in settings.secret_headers.items()}
        if settings.api_key is not None:
            self._secrets["authorization"] = ("Bearer ", settings.api_key)
        self._read = {name: self._value(name) for name in self._secrets}
        self._unread: set[str] = set()

    def now(self) -> Mapping[str, str]:
        """All of them, by their names in lower case."""
        for name, (_, secret) in self._secrets.items():
            if secret.file is not None:
                self._read_again(name, secret)
        return {**self._plain, **self._read}

    def _value(self, name: str) -> str:
        before, secret = self._secrets[name]
        value = secret.read().get_secret_value()
        if not (value.isascii() and value.isprintable()):
            raise InputError(f"the secret for the header {name}: not one line of ASCII text")
        return before + value

    def _read_again(self, name: str, secret: Secret) -> None:
        try:
            self._read[name] = self._value(name)
        except InputError as error:
            if name not in self._unread:  # with each request it would be said again
                log.warning("the header %s stays as it was: %s", name, error)
            self._unread.add(name)
        else:
            self._unread.discard(name)
