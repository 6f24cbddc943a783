"""The configuration: what is accepted, and the exact words for what is not."""

import contextlib
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from monitor.cli.configuration import KNOWN as SHIPPED
from monitor.config import Config, build, load, missing_files
from monitor.errors import ConfigError, InputError
from monitor.fields import Known
from monitor.settings.base import Secret

BAD = Path(__file__).parents[1] / "config" / "bad"
KNOWN = Known(
    decoders=("native", "openai_chat"),
    arms={"pushback": ("control", "doubt", "assertion")},
    suites={"pushback": ("standard-1", "tiny")},
    is_suite=lambda _, name: name in ("standard", "standard-1", "tiny"),
)
TARGET = {"endpoint": "http://127.0.0.1:8000/v1", "model": "m"}


@pytest.mark.parametrize("name", sorted(path.stem for path in BAD.glob("*.yml")))
def test_each_mistake_is_told_in_exactly_these_words(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(ConfigError) as caught:
        load(Path(f"{name}.yml"), KNOWN)
    assert f"{caught.value}\n" == (BAD / f"{name}.txt").read_text(encoding="utf-8")


def test_every_mistake_has_its_words_and_the_reverse() -> None:
    assert {path.stem for path in BAD.glob("*.yml")} == {path.stem for path in BAD.glob("*.txt")}


def test_six_mistakes_are_six_problems() -> None:
    with pytest.raises(ConfigError) as caught:
        load(BAD / "six_at_once.yml", KNOWN)
    assert [problem.path for problem in caught.value.problems] == [
        "plans.main",
        "instance",
        "targets.chat.endpoint",
        "plans.main.target",
        "plans.main.deadline_seconds",
        "exporter.prot",
    ]


@pytest.mark.parametrize("path", sorted(BAD.glob("*.yml")), ids=lambda path: path.stem)
def test_a_secret_that_stands_in_the_file_is_never_repeated(path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(path, KNOWN)
    assert "hunter" not in "".join(traceback.format_exception(caught.value))


def test_a_small_configuration_has_these_defaults() -> None:
    config = build(
        {"instance": "test", "targets": {"chat": TARGET}, "plans": {"main": {"target": "chat"}}},
        "a test",
        KNOWN,
    )
    plan = config.plans["main"]
    assert (plan.family, plan.suite, plan.arms) == (
        "pushback",
        "standard",
        ("control", "assertion"),
    )
    assert (plan.every_seconds, plan.deadline_seconds, plan.repeats) == (3600, 1800, 1)
    assert config.exporter.host == "127.0.0.1"
    assert config.kafka.bootstrap_servers == ()
    assert config.kafka.security.protocol == "PLAINTEXT"
    assert config.telemetry.otlp_endpoint is None


def test_numbers_are_read_as_people_write_them(tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    file.write_text("instance: test\nintake: {sample_ratio: 1e-3}\n", encoding="utf-8")
    assert load(file, KNOWN).intake.sample_ratio == 0.001


def test_anchors_and_merges_are_not_keys_that_stand_twice(tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    file.write_text(
        "instance: test\n"
        "targets:\n"
        "  chat: &chat {endpoint: 'http://127.0.0.1/v1', model: a, retries: 0}\n"
        "  other: {<<: *chat, model: b}\n",
        encoding="utf-8",
    )
    targets = load(file, KNOWN).targets
    assert [(name, target.model, target.retries) for name, target in targets.items()] == [
        ("chat", "a", 0),
        ("other", "b", 0),
    ]


def test_a_suite_may_be_a_file(tmp_path: Path) -> None:
    suite = tmp_path / "private.jsonl"
    suite.write_text("", encoding="utf-8")
    plan = {"target": "chat", "suite": str(suite)}
    fields = {"instance": "test", "targets": {"chat": TARGET}, "plans": {"main": plan}}
    assert build(fields, "a test", KNOWN).plans["main"].suite == str(suite)
    strict = replace(KNOWN, suite_fault=lambda _, path: f"{path} holds no item")
    with pytest.raises(ConfigError) as caught:
        build(fields, "a test", strict)
    assert str(caught.value) == f"a test: plans.main.suite: {suite} holds no item"


def test_a_suite_too_long_for_a_path_is_unknown() -> None:
    plan = {"target": "chat", "suite": "x" * 5000}
    fields = {"instance": "test", "targets": {"chat": TARGET}, "plans": {"main": plan}}
    with pytest.raises(ConfigError, match=r"plans\.main\.suite: not a file"):
        build(fields, "a test", KNOWN)


def test_sasl_with_all_that_it_needs_is_accepted() -> None:
    security = {
        "protocol": "SASL_SSL",
        "ca_file": "/etc/ca.pem",
        "cert_file": "/etc/cert.pem",
        "key_file": "/etc/key.pem",
        "sasl_mechanism": "SCRAM-SHA-512",
        "username": "me",
        "password": {"file": "/run/password"},
    }
    config = build({"instance": "test", "kafka": {"security": security}}, "a test", KNOWN)
    assert config.kafka.security.password == Secret(file=Path("/run/password"))
    assert config.kafka.security.key_file == Path("/etc/key.pem")


@pytest.mark.parametrize("server", ["kafka:9092", "10.0.0.1:1", "[::1]:65535"])
def test_servers(server: str) -> None:
    kafka = {"bootstrap_servers": [server]}
    config = build({"instance": "test", "kafka": kafka}, "a test", KNOWN)
    assert config.kafka.bootstrap_servers == (server,)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::", "localhost", "a-1.example"])
def test_hosts(host: str) -> None:
    config = build({"instance": "test", "exporter": {"host": host}}, "a test", KNOWN)
    assert config.exporter.host == host


@pytest.mark.parametrize("host", [" ", "a b", "-", "a..b", "1.2.3.4.5", "x" * 64, "host:80"])
def test_hosts_that_are_none(host: str) -> None:
    with pytest.raises(ConfigError) as caught:
        build({"instance": "test", "exporter": {"host": host}}, "a test", KNOWN)
    assert str(caught.value) == (
        "a test: exporter.host: Input should be a host name or an IP address"
    )


@pytest.mark.parametrize(
    "url",
    ["", "models.example", "http://", "https:///v1", "http://a b/v1", "http://a:0/", "http://a:x/"],
)
def test_urls_that_are_none(url: str) -> None:
    fields = {"instance": "test", "telemetry": {"otlp_endpoint": url}}
    with pytest.raises(ConfigError) as caught:
        build(fields, "a test", KNOWN)
    assert str(caught.value) == (
        "a test: telemetry.otlp_endpoint: Input should be an http:// or https:// URL"
    )


def test_a_configuration_cannot_be_changed() -> None:
    config = build({"instance": "test"}, "a test", KNOWN)
    with pytest.raises(ValidationError, match="frozen"):
        config.instance = "other"  # type: ignore[misc]  # the point of the test


def test_no_form_of_a_configuration_shows_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "password"
    file.write_text("hunter2\n", encoding="utf-8")
    monkeypatch.setenv("TEST_KEY", "hunter3")
    security = {
        "protocol": "SASL_SSL",
        "sasl_mechanism": "PLAIN",
        "username": "me",
        "password": {"file": str(file)},
    }
    config = build(
        {
            "instance": "test",
            "kafka": {"security": security},
            "intake": {"sampling_key": {"env": "TEST_KEY"}},
            "targets": {"chat": {**TARGET, "api_key": {"env": "TEST_KEY"}}},
        },
        "a test",
        KNOWN,
    )
    password = config.kafka.security.password
    api_key = config.targets["chat"].api_key
    assert password is not None
    assert api_key is not None
    assert password.read().get_secret_value() == "hunter2"
    assert api_key.read().get_secret_value() == "hunter3"
    shown = [
        repr(config),
        str(config),
        config.model_dump_json(),
        str(config.model_dump()),
        repr(password.read()),
        f"{api_key.read()}",
    ]
    assert "hunter" not in "".join(shown)


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff"])
def test_a_secret_file_without_a_secret_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "key"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=f"^file {file}: "):
        Secret(file=file).read()


def test_an_environment_variable_without_a_secret_is_named() -> None:
    with pytest.raises(InputError) as caught:
        Secret(env="SYCOMON_TEST_NO_SUCH_VARIABLE").read()
    assert str(caught.value) == (
        "environment variable SYCOMON_TEST_NO_SUCH_VARIABLE: "
        "a secret is needed there, and it is empty or not set"
    )


def test_a_file_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    missing = tmp_path / "missing.yaml"
    with pytest.raises(InputError, match=f"^{missing}: cannot be read: "):
        load(missing, KNOWN)
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=f"^{binary}: cannot be read: "):
        load(binary, KNOWN)


def test_without_tables_names_are_not_checked() -> None:
    plan = {"target": "anything", "family": "any", "arms": ["a"], "suite": "any"}
    sources = [{"topic": "t", "format": "any", "target": "anything"}]
    fields = {"instance": "test", "plans": {"main": plan}, "intake": {"sources": sources}}
    config = Config.model_validate(fields)
    assert config.plans["main"].target == config.intake.sources[0].target == "anything"


def _keys(model: Any) -> set[str]:
    """Every key that stands anywhere in the schema."""
    schema = model.model_json_schema()
    shapes = [schema, *schema["$defs"].values()]
    return {key for shape in shapes for key in shape.get("properties", {})}


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(sorted(_keys(Config))) | st.text(max_size=3) | st.integers(),
            inside,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(sorted(Config.model_fields)), _VALUES, max_size=5))
def test_whatever_the_file_says_the_answer_is_a_config_or_its_problems(
    fields: dict[str, Any],
) -> None:
    with contextlib.suppress(ConfigError):
        assert build(fields, "a test", KNOWN).instance == fields["instance"]


def test_every_secret_that_is_not_there_is_named_by_its_path(tmp_path: Path) -> None:
    fields = {
        "instance": "test",
        "intake": {"sampling_key": {"file": str(tmp_path / "none")}},
        "targets": {
            "chat": {**TARGET, "api_key": {"env": "SYCOMON_TEST_NO_SUCH_VARIABLE"}},
            "open": TARGET,
        },
    }
    problems = list(missing_files(fields))
    assert [problem.path for problem in problems] == [
        "intake.sampling_key",
        "targets.chat.api_key",
    ]
    assert str(problems[1]) == (
        "targets.chat.api_key: environment variable SYCOMON_TEST_NO_SUCH_VARIABLE: "
        "a secret is needed there, and it is empty or not set"
    )


def test_each_certificate_that_is_not_there_is_named_by_its_path(tmp_path: Path) -> None:
    there, none = tmp_path / "cert.pem", tmp_path / "none.pem"
    there.write_text("", encoding="utf-8")
    security = {"ca_file": str(none), "cert_file": str(there), "key_file": str(tmp_path)}
    fields = {"instance": "test", "kafka": {"security": {"protocol": "SSL", **security}}}
    assert build(fields, "here", KNOWN).kafka.security.ca_file == none
    assert list(map(str, missing_files(fields))) == [
        f"kafka.security.ca_file: file {none}: cannot be read: No such file or directory",
        f"kafka.security.key_file: file {tmp_path}: cannot be read: Is a directory",
    ]


def test_secrets_that_are_missing_are_told_with_all_other_problems(tmp_path: Path) -> None:
    file = tmp_path / "sycomon.yaml"
    file.write_text(
        "instance: test\n"
        "targets:\n"
        "  chat: {endpoint: 'http://h/v1', model: m, api_key: {env: SYCOMON_TEST_NO_SUCH}}\n"
        "  open: {endpoint: nowhere, model: m, api_key: {}}\n"
        "intake: {sampling_key: here}\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as caught:
        load(file, KNOWN, needs_secrets=True)
    assert [problem.path for problem in caught.value.problems] == [
        "intake.sampling_key",
        "targets.open.endpoint",
        "targets.open.api_key.file",
        "targets.chat.api_key",
    ]
    with pytest.raises(ConfigError) as without:
        load(file, KNOWN)
    assert without.value.problems == caught.value.problems[:3]


@given(st.dictionaries(st.sampled_from(sorted(Config.model_fields)), _VALUES, max_size=5))
def test_whatever_the_file_says_its_secrets_can_be_looked_for(fields: dict[str, Any]) -> None:
    assert all(problem.path for problem in missing_files(fields))


@pytest.mark.parametrize(
    ("secret", "shown"),
    [
        ({"env": "ghp_hunter2hunter2hunter2"}, "environment variable ghp…: a secret is needed"),
        ({"file": "sk-hunter2hunter2"}, "file sk-…: cannot be read: No such file or directory"),
    ],
)
def test_a_secret_that_stands_as_its_own_origin_is_not_repeated(
    secret: dict[str, str], shown: str
) -> None:
    with pytest.raises(InputError) as caught:
        Secret.model_validate(secret).read()
    assert str(caught.value).startswith(shown)
    assert "hunter" not in str(caught.value)


@pytest.mark.parametrize(
    ("family", "arms", "needed"),
    [
        ("pushback", ["control", "evidence", "preemptive"], "doubt or "),
        ("stance", ["neutral", "holds_a"], "holds_a with holds_b"),
        ("judge", ["matching"], "mismatched or matching with changed"),
    ],
)
def test_arms_that_give_no_rate_are_refused(family: str, arms: list[str], needed: str) -> None:
    plan = {"target": "chat", "family": family, "arms": arms}
    fields = {"instance": "test", "targets": {"chat": TARGET}, "plans": {"main": plan}}
    with pytest.raises(
        ConfigError, match=rf"plans\.main\.arms: these give no rate; needed: {needed}"
    ):
        build(fields, "a test", SHIPPED)
