"""What goes wrong, told apart: the reason, and a few words that never come from the body."""

import json
import ssl
from collections.abc import Mapping
from socket import gaierror
from typing import Any

import httpx2
import pytest

from monitor.endpoints.faults import fault_of, fault_of_status
from monitor.verdict import Reason
from tests.asking import ask
from tests.scripted_server import ScriptedModelServer, ScriptedReply


def error(status: int, **fields: Any) -> ScriptedReply:
    body = {"error": {"message": "secret text", **fields}}
    return ScriptedReply(status=status, body=json.dumps(body).encode())


FILTERED_BY_LITELLM = {"message": "litellm.ContentPolicyViolationError: secret", "code": "400"}

FAULTS: Mapping[str, tuple[ScriptedReply, Reason, str]] = {
    "refused": (error(400), Reason.TRANSPORT, "HTTP status 400: the request was refused"),
    "no key": (error(401), Reason.TRANSPORT, "HTTP status 401: the key is missing or wrong"),
    "no right": (error(403), Reason.TRANSPORT, "HTTP status 403: the key may not do this"),
    "nothing there": (error(404), Reason.TRANSPORT, "HTTP status 404: no such path or model"),
    "no such model": (
        error(404, code="model_not_found"),
        Reason.TRANSPORT,
        "HTTP status 404: no such model",
    ),
    "too long for the model": (
        error(400, code="context_length_exceeded"),
        Reason.TRANSPORT,
        "HTTP status 400: longer than the model's context",
    ),
    "an unknown code": (
        error(400, code="secret_code"),
        Reason.TRANSPORT,
        "HTTP status 400: the request was refused",
    ),
    "not in the table": (error(418), Reason.TRANSPORT, "HTTP status 418"),
    "Azure's filter": (
        error(400, code="content_filter", innererror={"code": "ResponsibleAIPolicyViolation"}),
        Reason.FILTERED,
        "HTTP status 400: filtered",
    ),
    "Azure's inner filter": (
        error(400, code=None, innererror={"code": "ResponsibleAIPolicyViolation"}),
        Reason.FILTERED,
        "HTTP status 400: filtered",
    ),
    "LiteLLM's filter": (
        error(400, **FILTERED_BY_LITELLM),
        Reason.FILTERED,
        "HTTP status 400: filtered",
    ),
    "a filter that calls itself a success": (
        error(200, code="content_filter"),
        Reason.FILTERED,
        "filtered",
    ),
    "too many": (error(429), Reason.RATE_LIMITED, "HTTP status 429"),
    "nothing left": (
        error(429, code="insufficient_quota"),
        Reason.RATE_LIMITED,
        "HTTP status 429: nothing is left to pay with",
    ),
    "a broken server": (error(500), Reason.TRANSPORT, "HTTP status 500"),
    "an overloaded provider": (error(529), Reason.TRANSPORT, "HTTP status 529"),
    "an error that looks like a success": (
        error(200),
        Reason.TRANSPORT,
        "the body holds an error",
    ),
    "a body that is no object": (
        ScriptedReply(status=400, body=b"[[secret"),
        Reason.TRANSPORT,
        "HTTP status 400: the request was refused",
    ),
    "an error that is a text": (
        ScriptedReply(status=400, body=b'{"error": "secret"}'),
        Reason.TRANSPORT,
        "HTTP status 400: the request was refused",
    ),
    "cut off": (ScriptedReply(cut=0), Reason.TRANSPORT, "the connection was cut off"),
    "cut off later": (ScriptedReply("x", cut=5), Reason.TRANSPORT, "the connection was cut off"),
    "redirected": (
        ScriptedReply(status=307, headers={"location": "/v1/chat/completions"}),
        Reason.TRANSPORT,
        "HTTP status 307: redirected; give the address that it leads to",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_each_fault_has_its_reason_and_its_words(
    case: str, caplog: pytest.LogCaptureFixture
) -> None:
    reply, reason, detail = FAULTS[case]
    with ScriptedModelServer(lambda _: reply) as server:
        found = ask(server.url)
    assert (found.text, found.failure, found.detail) == ("", reason, detail)
    assert detail in caplog.text
    assert "secret" not in caplog.text


def test_a_server_that_hangs_gives_no_reply_in_time() -> None:
    with ScriptedModelServer(lambda _: ScriptedReply(delay=30)) as server:
        reply = ask(server.url, request_timeout_seconds=0.2)
    assert (reply.failure, reply.detail) == (Reason.TRANSPORT, "no reply in time")


@pytest.mark.parametrize("status", [301, 304, 400, 401, 404, 409, 422, 429, 499])
def test_what_a_working_server_says_is_no_transport_fault(status: int) -> None:
    assert not fault_of_status(status, b"").is_transport


def test_what_nobody_knows_is_not_taken_for_the_endpoints_doing() -> None:
    with pytest.raises(RuntimeError, match="ours"):
        fault_of(RuntimeError("ours"))


CAUSES: Mapping[str, tuple[Exception, Exception | None]] = {
    "the server's certificate is not trusted": (
        httpx2.ConnectError(""),
        ssl.SSLCertVerificationError(),
    ),
    "no TLS connection": (httpx2.ConnectError(""), ssl.SSLError()),
    "the host's name is not known": (httpx2.ConnectError(""), gaierror()),
    "connection refused": (httpx2.ConnectError(""), ConnectionRefusedError()),
    "no connection": (httpx2.ConnectError(""), OSError()),
    "no connection in time": (httpx2.ConnectTimeout(""), TimeoutError()),
    "no reply in time": (httpx2.ReadTimeout(""), TimeoutError()),
    "no way through the proxy": (httpx2.ProxyError(""), None),
    "a header cannot be sent": (httpx2.LocalProtocolError(""), None),
    "the body's compression cannot be undone": (httpx2.DecodingError(""), None),
    "the connection failed": (OSError(), None),
}


@pytest.mark.parametrize("words", CAUSES)
def test_the_cause_of_an_error_tells_more_than_the_error(words: str) -> None:
    outer, inner = CAUSES[words]
    outer.__cause__ = inner
    found = fault_of(outer)
    assert (found.reason, found.detail) == (Reason.TRANSPORT, words)
