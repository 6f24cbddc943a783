"""What is sent: fields, headers, secrets, and which way."""

import asyncio
import json
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.config import missing_files
from monitor.endpoints.connection import tls_context
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.errors import InputError
from monitor.settings.endpoints import TlsSettings
from monitor.verdict import Reason
from tests.asking import ask, ask_often, target
from tests.build import user
from tests.scripted_server import ScriptedModelServer, ScriptedReply

CERTIFICATES = Path(__file__).parents[1] / "certificates"
OK = ScriptedReply("Paris")
QUESTION = {"role": "user", "content": "Capital?"}
PLAIN: Mapping[str, Any] = {
    "model": "chat-large",
    "messages": [QUESTION],
    "max_tokens": 256,
    "temperature": 0.0,
    "user": "sycophancy-monitor",
}

FIELDS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "nothing more": ({}, PLAIN),
    "sampling": (
        {"temperature": 0.7, "top_p": 0.9, "seed": 7, "priority": 5},
        {**PLAIN, "temperature": 0.7, "top_p": 0.9, "seed": 7, "priority": 5},
    ),
    "a model that wants neither": (
        {"temperature": None, "max_tokens_field": "max_completion_tokens", "marks": []},
        {"model": "chat-large", "messages": [QUESTION], "max_completion_tokens": 256},
    ),
    "what the application says": (
        {"system_prompt": "Be kind."},
        {**PLAIN, "messages": [{"role": "system", "content": "Be kind."}, QUESTION]},
    ),
    "what only the server knows": (
        {"extra_body": {"top_k": 1, "chat_template_kwargs": {"enable_thinking": False}}},
        {**PLAIN, "top_k": 1, "chat_template_kwargs": {"enable_thinking": False}},
    ),
    "marks": (
        {"marks": ["user", "metadata"]},
        {**PLAIN, "metadata": {"sycomon": "sycophancy-monitor"}},
    ),
    "LiteLLM's cache": (
        {"cache_bypass": "litellm"},
        {**PLAIN, "cache": {"no-cache": True, "no-store": True}},
    ),
    "a stream": (
        {"stream": True},
        {**PLAIN, "stream": True, "stream_options": {"include_usage": True}},
    ),
}


@pytest.mark.parametrize("case", FIELDS)
def test_a_request_has_the_configured_fields_and_no_others(case: str) -> None:
    changes, body = FIELDS[case]
    with ScriptedModelServer(lambda _: OK) as server:
        assert ask(server.url, **changes).text == "Paris"
        [asked] = server.asked
    assert asked.body == body


def test_gateways_are_told_to_ask_the_model_unless_that_is_turned_off() -> None:
    names = {
        "cache-control": "no-cache, no-store",
        "cf-aig-skip-cache": "true",
        "x-portkey-cache-force-refresh": "true",
        "x-openrouter-cache": "false",
    }
    with ScriptedModelServer(lambda _: OK) as server:
        ask(server.url)
        ask(server.url, cache_bypass="none")
        told, untold = server.asked
    assert {name: told.headers.get(name) for name in names} == names
    assert names.keys() & untold.headers.keys() == set()


def test_headers_are_plain_or_secret_and_no_key_means_no_authorization(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_KEY", "secret-key")
    (tmp_path / "team").write_text("secret-team\n")
    with ScriptedModelServer(lambda _: OK) as server:
        ask(
            server.url,
            headers={"X-Priority": "low"},
            secret_headers={
                "api-key": {"env": "AZURE_KEY"},
                "X-Team": {"file": str(tmp_path / "team")},
            },
        )
        [asked] = server.asked
    assert "authorization" not in asked.headers
    sent = {name: asked.headers[name] for name in ("x-priority", "api-key", "x-team")}
    assert sent == {"x-priority": "low", "api-key": "secret-key", "x-team": "secret-team"}


def test_a_key_does_not_follow_a_redirect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_KEY", "secret-key")
    with ScriptedModelServer(lambda _: OK) as elsewhere:
        there = {"location": f"{elsewhere.url}/chat/completions"}
        with ScriptedModelServer(lambda _: ScriptedReply(status=307, headers=there)) as server:
            reply = ask(server.url, secret_headers={"api-key": {"env": "AZURE_KEY"}})
        assert elsewhere.asked == []
    assert reply.failure is Reason.TRANSPORT


def test_no_cookie_ties_all_requests_to_one_replica() -> None:
    sticky = ScriptedReply(text="Paris", headers={"set-cookie": "replica=1; Path=/"})
    with ScriptedModelServer(lambda _: sticky) as server:
        ask_often(server.url, 2, SystemClock())
        assert [one.headers.get("cookie") for one in server.asked] == [None, None]


def test_a_key_that_is_rotated_is_used_at_once_and_one_that_vanishes_stays(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key = tmp_path / "key"
    key.write_text("first")

    async def thrice(url: str) -> None:
        endpoint = OpenAIEndpoint(target(url, api_key={"file": str(key)}), SystemClock())
        for change in (lambda: None, lambda: key.write_text("second"), key.unlink):
            change()
            await endpoint.ask([user("?")], Deadline.after(SystemClock(), 5))
        await endpoint.close()

    with ScriptedModelServer(lambda _: OK) as server:
        asyncio.run(thrice(server.url))
        sent = [asked.headers["authorization"] for asked in server.asked]
    assert sent == ["Bearer first", "Bearer second", "Bearer second"]
    assert "the header authorization stays as it was" in caplog.text
    assert "second" not in caplog.text


@pytest.mark.parametrize("text", ["two\nlines", "schlüssel"])
def test_a_secret_that_no_header_can_hold_is_told_at_once(tmp_path: Path, text: str) -> None:
    key = tmp_path / "key"
    key.write_text(text)
    with pytest.raises(InputError, match="header authorization: not one line of ASCII text"):
        ask("http://127.0.0.1:9/v1", api_key={"file": str(key)})


def serving_tls(asks_for_ours: bool = False) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / "server.pem", CERTIFICATES / "server.key")
    if asks_for_ours:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(CERTIFICATES / "authority.pem")
    return context


AUTHORITY = {"ca_file": CERTIFICATES / "authority.pem"}
MUTUAL = {
    **AUTHORITY,
    "cert_file": CERTIFICATES / "client.pem",
    "key_file": CERTIFICATES / "client.key",
}


def test_a_certificate_counts_when_its_authority_is_named() -> None:
    with ScriptedModelServer(lambda _: OK, tls=serving_tls()) as server:
        trusted = ask(server.url, tls=AUTHORITY)
        unknown = ask(server.url, retries=2)
    assert (trusted.text, trusted.failure) == ("Paris", None)
    assert (unknown.failure, unknown.requests) == (Reason.TRANSPORT, 1)
    assert unknown.detail == "the server's certificate is not trusted"


def test_our_certificate_is_shown_to_who_asks_for_it() -> None:
    with ScriptedModelServer(lambda _: OK, tls=serving_tls(asks_for_ours=True)) as server:
        assert ask(server.url, tls=MUTUAL).text == "Paris"
        without = ask(server.url, tls=AUTHORITY)
    assert without.failure is Reason.TRANSPORT


def test_a_certificate_that_cannot_be_read_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    for name in ("ca.pem", "missing.pem"):
        with pytest.raises(InputError, match=name):
            tls_context(TlsSettings(ca_file=tmp_path / name))


def test_targets_that_trust_the_same_share_what_is_read() -> None:
    assert tls_context(TlsSettings()) is tls_context(TlsSettings())
    assert tls_context(TlsSettings()) is not tls_context(TlsSettings(**AUTHORITY))


def test_a_proxy_is_asked_in_the_place_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROXY_PASSWORD", "secret")
    away = "http://model.invalid/v1"
    with ScriptedModelServer(lambda _: OK) as server:
        proxy = server.url.removesuffix("/v1")
        plain = ask(away, proxy={"url": proxy})
        known = {"url": proxy, "username": "me", "password": {"env": "PROXY_PASSWORD"}}
        named = ask(away, proxy=known)
        monkeypatch.setenv("HTTP_PROXY", proxy)
        monkeypatch.setenv("NO_PROXY", "elsewhere.invalid")
        environment = ask(away)
        asked = server.asked
    assert [plain.text, named.text, environment.text] == ["Paris"] * 3
    assert [one.headers["host"] for one in asked] == ["model.invalid"] * 3
    assert [one.headers.get("proxy-authorization") for one in asked] == [
        None,
        "Basic bWU6c2VjcmV0",
        None,
    ]


def test_secrets_and_certificates_of_a_target_are_looked_for_before_it_runs(
    tmp_path: Path,
) -> None:
    missing = str(tmp_path / "missing")
    fields = {
        "secret_headers": {"api-key": {"file": missing}},
        "tls": {"ca_file": missing},
        "proxy": {"url": "http://proxy:3128", "username": "me", "password": {"file": missing}},
        "version": {"source": "file", "path": missing},
    }
    found = [problem.path for problem in missing_files({"targets": {"chat": fields}})]
    assert found == [
        "targets.chat.secret_headers.api-key",
        "targets.chat.tls.ca_file",
        "targets.chat.proxy.password",
    ], "the roll-out may write the version later"


def test_the_body_is_json_whatever_is_asked() -> None:
    text = 'A "quote", ü, \U0001f600 and half of one: \ud800'

    async def once(url: str) -> None:
        endpoint = OpenAIEndpoint(target(url), SystemClock())
        await endpoint.ask([user(text)], Deadline.after(SystemClock(), 5))
        await endpoint.close()

    with ScriptedModelServer(lambda _: OK) as server:
        asyncio.run(once(server.url))
        [asked] = server.asked
    assert json.loads(json.dumps(asked.body))["messages"][0]["content"] == text
