"""What goes wrong with a request, told apart in one place. Never the body's text."""

import json
import ssl
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from socket import gaierror

import httpx2

from monitor.endpoints.completion import BodyFault, error_codes
from monitor.verdict import Reason


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no reply. `is_transport` faults are asked again: the server was not reached,
    did not end its answer, or says itself that it is broken."""

    reason: Reason
    detail: str
    is_transport: bool


def _transport(detail: str) -> Fault:
    return Fault(Reason.TRANSPORT, detail, is_transport=True)


def _answer(detail: str, reason: Reason = Reason.TRANSPORT) -> Fault:
    """The answer of a server that works: asked again it would be the same."""
    return Fault(reason, detail, is_transport=False)


NO_TIME = _answer("no time was left")
LONG_REST = _answer("the endpoint asks for a rest that is too long", Reason.RATE_LIMITED)
NOT_IN_TIME = _transport("no reply in time")
TOO_LONG = _answer("the body is too long")

ERRORS: Sequence[tuple[type[BaseException], Fault]] = (
    (ssl.SSLCertVerificationError, _answer("the server's certificate is not trusted")),
    (ssl.SSLError, _transport("no TLS connection")),
    (gaierror, _transport("the host's name is not known")),
    (ConnectionRefusedError, _transport("connection refused")),
    (httpx2.ConnectTimeout, _transport("no connection in time")),
    (httpx2.ConnectError, _transport("no connection")),
    (httpx2.ProxyError, _transport("no way through the proxy")),
    (httpx2.TimeoutException, NOT_IN_TIME),
    (TimeoutError, NOT_IN_TIME),
    (httpx2.RemoteProtocolError, _transport("the connection was cut off")),
    (httpx2.NetworkError, _transport("the connection was cut off")),
    (httpx2.LocalProtocolError, _answer("a header cannot be sent")),
    (httpx2.DecodingError, _answer("the body's compression cannot be undone")),
    (httpx2.HTTPError, _transport("the connection failed")),
    (OSError, _transport("the connection failed")),
)
"""By the kind of error, the most telling first; also that of what caused it."""

_STATUSES: Mapping[int, str] = {
    **dict.fromkeys((301, 302, 303, 307, 308), "redirected; give the address that it leads to"),
    400: "the request was refused",
    401: "the key is missing or wrong",
    402: "nothing is left to pay with",
    403: "the key may not do this",
    404: "no such path or model",
    405: "the path is not one to ask",
    413: "the request is too large",
    422: "the request was refused",
}

_CODES: Mapping[str, Fault] = {
    **dict.fromkeys(
        (
            "content_filter",
            "content_policy_violation",
            "ContentPolicyViolationError",
            "ResponsibleAIPolicyViolation",
            "data_inspection_failed",
        ),
        _answer("filtered", Reason.FILTERED),
    ),
    "context_length_exceeded": _answer("longer than the model's context"),
    "insufficient_quota": _answer("nothing is left to pay with", Reason.RATE_LIMITED),
    "invalid_api_key": _answer("the key is missing or wrong"),
    "model_not_found": _answer("no such model"),
    "unsupported_parameter": _answer("a field of the request is not known there"),
    "unsupported_value": _answer("a value of the request is not allowed there"),
}
"""What errors call themselves: OpenAI, Azure, LiteLLM, Alibaba. Only these are repeated."""


def fault_of(error: BaseException) -> Fault:
    """The fault that an error of the connection or of the body is; raises `error` itself when it
    is neither."""
    if isinstance(error, BodyFault):
        return _known(error.codes) or Fault(
            Reason.TRANSPORT, error.detail, is_transport=error.is_broken
        )
    chain = list(_chain(error))
    for kind, fault in ERRORS:
        if any(isinstance(one, kind) for one in chain):
            return fault
    raise error


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def fault_of_status(status: int, body: bytes) -> Fault:
    """The fault that an HTTP status is, with what its body says of it, as far as that is known."""
    told = f"HTTP status {status}"
    if status == HTTPStatus.REQUEST_TIMEOUT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _transport(told)
    known = _known(_codes_in(body))
    if known is not None:
        return _answer(f"{told}: {known.detail}", known.reason)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return _answer(told, Reason.RATE_LIMITED)
    return _answer(f"{told}: {_STATUSES[status]}" if status in _STATUSES else told)


def _known(codes: Iterable[str]) -> Fault | None:
    return next((_CODES[code] for code in codes if code in _CODES), None)


def _codes_in(body: bytes) -> Sequence[str]:
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return ()
    return error_codes(fields.get("error")) if isinstance(fields, dict) else ()
