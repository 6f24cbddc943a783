"""Personal data and secrets go out, everything else stays as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.exchange import Message, Role, ToolCall
from monitor.redaction import redact, redact_text

HEX = "9f86d081884c7d659a2feaa0c55ad015"
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Write to jane.doe+x@mail.example.org.", "Write to [EMAIL_1]."),
        (
            "<a@b.io>, 'c_d@e-f.com' and Müller@Beispiel.de",
            "<[EMAIL_1]>, '[EMAIL_2]' and [EMAIL_3]",
        ),
        ("A@b.io is a@B.IO, not c@d.io", "[EMAIL_1] is [EMAIL_1], not [EMAIL_2]"),
        ("card 4111111111111111, ok?", "card [CARD_1], ok?"),
        ("4111 1111 1111 1111 = 4111-1111-1111-1111", "[CARD_1] = [CARD_1]"),
        ("amex 3782 822463 10005", "amex [CARD_1]"),
        ("name,5555555555554444,12/27,123", "name,[CARD_1],12/27,123"),
        ("tel 555 then 4111 1111 1111 1111 1234567", "tel 555 then [CARD_1] 1234567"),
        ("No.6011111111111117 and 4222222222222", "No.[CARD_1] and [CARD_2]"),
        ("maestro 6759649826438453", "maestro [CARD_1]"),
        ("use sk-proj-abcDEF0123456789_xyz.", "use [SECRET_1]."),
        ("sk-ant-api03-0123456789abcdef and sk-0123456789abcdefABCD", "[SECRET_1] and [SECRET_2]"),
        ("AKIAIOSFODNN7EXAMPLE in us-east-1", "[SECRET_1] in us-east-1"),
        ("ghp_0123456789abcdefghijklmnopqrstuvwxyz", "[SECRET_1]"),
        ("github_pat_11ABCDEFG0123456789_abcdef", "[SECRET_1]"),
        ("slack xoxb-123456789012-abcdefGHIJ", "slack [SECRET_1]"),
        ("sk_live_0123456789abcdef", "[SECRET_1]"),
        ("hf_abcdefghijklmnopqrstuvwxyz", "[SECRET_1]"),
        (f"jwt={JWT};", "jwt=[SECRET_1];"),
        (f"Authorization: Bearer {HEX}", "Authorization: Bearer [SECRET_1]"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [SECRET_1]"),
        (f"send Bearer {HEX} along", "send Bearer [SECRET_1] along"),
        (f"key:\n{PEM}\nthanks", "key:\n[SECRET_1]\nthanks"),
        ("-----BEGIN PRIVATE KEY-----\nMIIEow and no end", "[SECRET_1]"),
        (f"api_key={HEX}", "api_key=[SECRET_1]"),
        (f"OPENAI_API_KEY='{HEX}'", "OPENAI_API_KEY='[SECRET_1]'"),
        (f"my api key is {HEX}.", "my api key is [SECRET_1]."),
        (f"aws_secret_access_key = {AWS_SECRET}", "aws_secret_access_key = [SECRET_1]"),
        (f'{{"access_token": "{HEX}"}}', '{"access_token": "[SECRET_1]"}'),
        (f'{{\\"token\\": \\"{HEX}\\"}}', '{\\"token\\": \\"[SECRET_1]\\"}'),
        ("password: hunter2!x", "password: [SECRET_1]"),
        ('{"password": "correct-horse-7"}', '{"password": "[SECRET_1]"}'),
        ("the password is Tr0ub4dor", "the password is [SECRET_1]"),
        ("postgres://app:s3cret@db.internal:5432/x", "postgres://[SECRET_1]:5432/x"),
        (
            f"https://cdn.example.org/a.png?X-Amz-Signature={HEX}&w=2",
            "https://cdn.example.org/a.png?X-Amz-Signature=[SECRET_1]&w=2",
        ),
    ],
)
def test_what_goes_out(text: str, redacted: str) -> None:
    assert redact_text(text) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "On 2026-01-15 at 10:30:00 we met; 15.01.2026 and 01/15/2026 too.",
        "ISO 27001, ISO-8601, RFC 3339 and ISBN 978-3-16-148410-0, 9783161484100",
        "version 3.12.0, 10.0.19045.3930, torch==2.13.0, lodash@4.17.21",
        "4111111111111112 and 1234 5678 9012 3456 fail their check digit",
        "1700000000003 ms since 1970, 1767225601250000000 ns",
        "pi is 3.1415926535897932384, 0.4111111111111111",
        "call 555-0123 or +49 30 1234567, extension 42",
        "order A4111111111111111B, id 12345678-1234-1234-1234-123456789012",
        "uuid 123e4567-e89b-12d3-a456-426614174000, commit 9f86d081884c7d659a2feaa0c55ad015",
        "1,234,567,890,123,456 people; 4 111 111 111 of them",
        "the skill sk-learn, ask-me-anything-sessions-today, risk-free",
        "The password must be at least 8 characters long. password: yes",
        "a token is about 4 characters; tokens: 128000; token limit = 4096",
        "the bearer of responsibilities and basic internationalization",
        "An API key is needed. secret: none. signature: missing",
        "x @ y, @mention, me@localhost, 5@3.2.1",
        "https://example.org:8080/path?a=b#c",
        "[EMAIL_1] and [CARD_2], password: [SECRET_3]",
    ],
)
def test_what_stays(text: str) -> None:
    assert redact_text(text) == text


def test_one_conversation_shares_its_placeholders() -> None:
    messages = (
        Message(role=Role.USER, content="I am a@b.io and my card is 4111 1111 1111 1111."),
        Message(
            role=Role.ASSISTANT,
            content="Thanks, c@d.io!",
            tool_calls=(ToolCall(name="mail", arguments='{"to": "a@b.io", "cc": "e@f.io"}'),),
            images=(f"https://x.org/i.png?sig={HEX}", "sha256:" + "9" * 64),
        ),
        Message(role=Role.TOOL, content="4111111111111111 was charged"),
    )
    assert redact(messages) == (
        Message(role=Role.USER, content="I am [EMAIL_1] and my card is [CARD_1]."),
        Message(
            role=Role.ASSISTANT,
            content="Thanks, [EMAIL_2]!",
            tool_calls=(ToolCall(name="mail", arguments='{"to": "[EMAIL_1]", "cc": "[EMAIL_3]"}'),),
            images=("https://x.org/i.png?sig=[SECRET_1]", "sha256:" + "9" * 64),
        ),
        Message(role=Role.TOOL, content="[CARD_1] was charged"),
    )


def test_a_later_turn_has_the_placeholders_of_the_earlier_one() -> None:
    first = Message(role=Role.USER, content="a@b.io")
    second = Message(role=Role.USER, content="c@d.io and a@b.io")
    assert redact([first, second])[:1] == redact([first])
    assert redact([first, second])[1].content == "[EMAIL_2] and [EMAIL_1]"


def test_another_conversation_starts_anew() -> None:
    assert [redact_text("a@b.io"), redact_text("c@d.io")] == ["[EMAIL_1]", "[EMAIL_1]"]


PLANTED = [
    "jane@example.org",
    "4111 1111 1111 1111",
    "AKIAIOSFODNN7EXAMPLE",
    "sk-0123456789abcdefABCD",
    JWT,
    PEM,
]


@given(before=st.text(max_size=30), after=st.text(max_size=30), secret=st.sampled_from(PLANTED))
@settings(deadline=None)
def test_a_planted_secret_never_stays(before: str, after: str, secret: str) -> None:
    text = f"{before} {secret} {after}"
    assert secret not in redact_text(text)


@given(st.text(st.sampled_from("a1@.:/ -=[]EMAIL_skpwdord'\"\\"), max_size=80))
@settings(deadline=None)
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact_text(text)
    assert redact_text(once) == once


PIECES = [
    "a",
    "@",
    "a@",
    "1",
    "1 ",
    "4111 ",
    "sk-",
    "eyJ",
    "eyJ.",
    "-----BEGIN A-----",
    "password: ",
    "api_key=",
    "bearer ",
    "://a:",
    '\\"',
    "a@a.",
    "x-amz-",
    "411-",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_of_anything_ends_soon(piece: str) -> None:
    # With time growing as the square of the length this would take many minutes.
    assert isinstance(redact_text(piece * (300_000 // len(piece))), str)
