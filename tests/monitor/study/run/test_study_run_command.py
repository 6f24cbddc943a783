"""`sycomon study run` as a user meets it: real processes, killed and told to stop in the middle."""

import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from threading import Event, Lock
from typing import Any

import pytest

from monitor.cli.study_run import left_to_ask, run
from monitor.errors import UserError
from monitor.study.evaluations import Said, said_in
from monitor.study.pairs import Pair
from monitor.study.run.judges import KNOWN_JUDGES
from monitor.study.run.prompt import SCHEMA
from tests.scripted_server import Asked, Messages, ScriptedModelServer, ScriptedReply

_STUDY = (sys.executable, "-m", "monitor.cli.main", "study")
PNG = b"\x89PNG\r\n\x1a\n"
ANSWER = '{"score": 85, "reasoning": "The silver hair fits. The cloak is red, not brown."}'
IN_FLIGHT = 4


def study(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [*_STUDY, *map(str, arguments)]
    env = {**os.environ, **environment}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=120, env=env
    )


def started(*arguments: str | Path) -> "subprocess.Popen[str]":
    command = [*_STUDY, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def captioned(folder: Path, count: int) -> None:
    pairs = (Pair(id=f"p{n}", description=f"Elf {n}.", caption="An elf.") for n in range(count))
    written(folder, pairs)


def written(folder: Path, pairs: Iterable[Pair]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "pairs.jsonl").write_bytes(b"".join(pair.as_line() for pair in pairs))


def of_text(url: str, *more: str) -> list[str]:
    return ["--endpoint", url, "--model", "m", "--name", "mine", "--text-only", *more]


def counts(stderr: str) -> dict[str, Any]:
    """The judges of the JSON object that is told at the end."""
    [line] = [line for line in stderr.splitlines() if line.startswith('{"judges"')]
    found: dict[str, Any] = json.loads(line)["judges"]
    return found


def said_by(folder: Path, judge: str = "mine") -> list[Said]:
    lines = (folder / "evaluations" / f"{judge}.jsonl").read_bytes().splitlines(keepends=True)
    return [said_in(line) for line in lines if line.endswith(b"\n")]


def record(folder: Path, judge: str = "mine") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "evaluations" / f"{judge}.json").read_bytes())
    return found


def pair_asked(asked: Asked) -> str:
    content = asked.body["messages"][0]["content"]
    text = content if isinstance(content, str) else content[-1]["text"]
    found = re.search(r"^Elf ([0-9]+)\.$", text, re.MULTILINE)
    assert found is not None
    return f"p{found[1]}"


def test_pictures_and_the_schema_are_sent_and_the_answers_kept(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "1.png").write_bytes(PNG)
    written(
        tmp_path,
        [
            Pair(
                id="p1",
                description="Elf 1.",
                image="images/1.png",
                sha256=hashlib.sha256(PNG).hexdigest(),
            ),
            Pair(id="p2", description="Elf 2.", image="images/2.png"),
        ],
    )
    reply = ScriptedReply(ANSWER, model="lfm2-vl-at-7")
    with ScriptedModelServer(lambda _: reply) as server:
        done = study(
            *("run", tmp_path, "--endpoint", server.url, "--name", "lfm2-vl-450m"),
            *("--api-key-env", "THE_KEY"),
            THE_KEY="very-secret",
        )
        [asked] = server.asked
        url = server.url
    assert done.returncode == 0, done.stderr
    content = asked.body["messages"][0]["content"]
    assert content[0]["image_url"]["url"] == f"data:image/png;base64,{b64encode(PNG).decode()}"
    assert "Elf 1." in content[1]["text"]
    assert asked.body["model"] == KNOWN_JUDGES["lfm2-vl-450m"].model
    assert asked.body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert asked.headers["authorization"] == "Bearer very-secret"
    outcomes = {"answered": 1, "no_image": 1, "not_asked": 0}
    assert counts(done.stderr) == {"lfm2-vl-450m": {"asked": 2, **outcomes}}
    assert sorted(said_by(tmp_path, "lfm2-vl-450m"), key=lambda said: said.pair)[0] == Said(
        "p1", ANSWER
    )
    kept = record(tmp_path, "lfm2-vl-450m")
    assert (kept["endpoint"], kept["size_billions"]) == (url, 0.45)
    assert (kept["served_versions"], kept["outcomes"]) == (["lfm2-vl-at-7"], outcomes)
    files = b"".join(file.read_bytes() for file in (tmp_path / "evaluations").iterdir())
    assert b"very-secret" not in files


def test_every_failure_is_counted_by_its_reason(tmp_path: Path) -> None:
    replies = {
        "Elf 0.": ScriptedReply(None, refusal="I cannot."),
        "Elf 1.": ScriptedReply('{"score"', finish_reason="length"),
        "Elf 2.": ScriptedReply("", finish_reason="content_filter"),
        "Elf 3.": ScriptedReply(" "),
        "Elf 4.": ScriptedReply(status=400),
        "Elf 5.": ScriptedReply(status=429),
    }

    def script(messages: Messages) -> ScriptedReply:
        found = [reply for text, reply in replies.items() if text in messages[0]["content"]]
        return found[0] if found else ScriptedReply(ANSWER)

    captioned(tmp_path, 8)
    with ScriptedModelServer(script) as server:
        done = study("run", tmp_path, *of_text(server.url))
    assert done.returncode == 0, done.stderr
    assert counts(done.stderr)["mine"] == {
        "asked": 8,
        "answered": 2,
        "empty": 1,
        "filtered": 1,
        "rate_limited": 1,
        "refusal": 1,
        "transport": 1,
        "truncated": 1,
        "not_asked": 0,
    }
    details = {said.detail for said in said_by(tmp_path)}
    assert details == {
        "",
        "it ended with length",
        "it ended with content_filter",
        "HTTP status 400: the request was refused",
        "HTTP status 429",
    }


class Halting:
    """A script that answers some requests, and lets the others wait until it is released. Its
    replies name no version."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._lock = Lock()
        self._count = 0
        self.is_full = Event()
        """Set when as many requests wait as may be in flight."""
        self.released = Event()

    def __call__(self, _messages: Messages) -> ScriptedReply:
        with self._lock:
            self._count += 1
            count = self._count
        if count == self._answers + IN_FLIGHT:
            self.is_full.set()
        if count > self._answers:
            self.released.wait(60)
        return ScriptedReply(ANSWER, model="")


def test_after_kill_9_nothing_that_was_kept_is_asked_again(tmp_path: Path) -> None:
    script = Halting(15)
    captioned(tmp_path, 40)
    with ScriptedModelServer(script) as server:
        arguments: list[str | Path] = [
            "run",
            tmp_path,
            *of_text(server.url, "--concurrency", str(IN_FLIGHT)),
        ]
        with started(*arguments) as process:
            assert script.is_full.wait(60)
            process.kill()
            assert process.wait(60) == -signal.SIGKILL
        kept = {said.pair for said in said_by(tmp_path)}
        assert len(kept) == 15
        assert record(tmp_path)["question"]["model"] == "m"
        assert record(tmp_path)["served_versions"] == []
        script.released.set()
        done = study(*arguments)
        asked = Counter(map(pair_asked, server.asked))
    assert done.returncode == 0, done.stderr
    assert counts(done.stderr)["mine"] == {"asked": 25, "answered": 40, "not_asked": 0}
    assert set(asked) == {f"p{n}" for n in range(40)}
    assert {pair for pair in kept if asked[pair] != 1} == set()
    assert sum(asked.values()) - 40 == IN_FLIGHT  # what was under way, and nothing else
    assert Counter(said.pair for said in said_by(tmp_path)) == dict.fromkeys(asked, 1)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_told_to_stop_it_drops_what_is_in_flight_and_says_what_there_is(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    script = Halting(6)
    captioned(tmp_path, 20)
    with ScriptedModelServer(script) as server:
        arguments: list[str | Path] = [
            "run",
            tmp_path,
            *of_text(server.url, "--concurrency", str(IN_FLIGHT)),
        ]
        with started(*arguments) as process:
            assert script.is_full.wait(60)
            process.send_signal(number)
            _, stderr = process.communicate(timeout=60)
        assert process.returncode == status, stderr
        assert "Traceback" not in stderr
        assert counts(stderr)["mine"] == {"asked": 6, "answered": 6, "not_asked": 14}
        assert record(tmp_path)["outcomes"] == {"answered": 6, "not_asked": 14}
        script.released.set()
        done = study(*arguments)
    assert counts(done.stderr)["mine"] == {"asked": 14, "answered": 20, "not_asked": 0}


CONFIG = """
judges:
  silent: {{endpoint: "http://127.0.0.1:{closed}/v1", model: m, sees_images: false, retries: 0}}
  mine: {{endpoint: "{url}", model: m, sees_images: false, output: text}}
"""


def test_a_silent_judge_is_given_up_and_the_next_is_asked(tmp_path: Path) -> None:
    captioned(tmp_path, 25)
    with socket.socket() as unused, ScriptedModelServer(lambda _: ScriptedReply(ANSWER)) as server:
        unused.bind(("127.0.0.1", 0))
        closed = unused.getsockname()[1]
        (tmp_path / "study.yaml").write_text(CONFIG.format(closed=closed, url=server.url))
        done = study("run", tmp_path)
        assert {"response_format" in asked.body for asked in server.asked} == {False}
    assert done.returncode == 1
    assert re.search(
        r"sycomon: silent: no answer for 2[0-9] pairs in a row, the last time: transport "
        r"\(connection refused\)\. What was answered is kept",
        done.stderr,
    )
    assert "Traceback" not in done.stderr
    found = counts(done.stderr)
    assert found["mine"] == {"asked": 25, "answered": 25, "not_asked": 0}
    assert found["silent"]["answered"] == 0
    assert found["silent"]["transport"] + found["silent"]["not_asked"] == 25


def test_a_judge_that_answers_nothing_is_exit_status_1(tmp_path: Path) -> None:
    written(tmp_path, [Pair(id="p", description="Elf 1.", image="none.png")])
    with ScriptedModelServer(lambda _: ScriptedReply(ANSWER)) as server:
        done = study("run", tmp_path, *of_text(server.url))
        assert server.asked == []
    assert done.returncode == 1
    assert counts(done.stderr)["mine"] == {
        "asked": 1,
        "answered": 0,
        "no_caption": 1,
        "not_asked": 0,
    }


def test_another_prompt_for_the_same_judge_is_refused(tmp_path: Path) -> None:
    captioned(tmp_path, 2)
    with ScriptedModelServer(lambda _: ScriptedReply(ANSWER)) as server:
        assert study("run", tmp_path, *of_text(server.url)).returncode == 0
        before = said_by(tmp_path)
        done = study("run", tmp_path, *of_text(server.url, "--output", "json_object"))
        assert len(server.asked) == 2
    assert done.returncode == 2
    assert "was asked with output json_schema, now json_object." in done.stderr
    assert said_by(tmp_path) == before


URL = "http://127.0.0.1:9/v1"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no judges": ({}, "study.yaml: not there; name the judges in it, or give --endpoint"),
    "no name": ({"endpoint": URL, "model": "m"}, "give either --endpoint URL --name NAME"),
    "both": (
        {"endpoint": URL, "name": "a", "judge": ["b"]},
        "or --judge and --config",
    ),
    "no endpoint": (
        {"model": "m", "text_only": True},
        "--model, --text-only: only with --endpoint",
    ),
    "no model": ({"endpoint": URL, "name": "a"}, "--model: Field required"),
    "a yardstick": (
        {"endpoint": URL, "model": "m", "name": "reference.oracle"},
        "names that begin with reference. are the yardsticks'",
    ),
    "no pairs": ({"endpoint": URL, "model": "m", "name": "a"}, "pairs.jsonl: not there"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_run_is_said_and_leaves_nothing(tmp_path: Path, case: str) -> None:
    options, said = REFUSED[case]
    with pytest.raises(UserError) as caught:
        run(tmp_path, **options)
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ({"answered": 5, "refusal": 1, "not_asked": 0}, None),
        (
            {"answered": 5, "rate_limited": 3, "transport": 7, "not_asked": 2},
            "j: 12 pairs are still to be asked (2 not_asked, 3 rate_limited, 7 transport); "
            "the same command goes on",
        ),
        (
            {"answered": 0, "no_image": 4, "not_asked": 0},
            "j: 4 pairs are still to be asked (4 no_image); "
            "a judge of captions is asked with --text-only",
        ),
    ],
)
def test_what_is_left_is_said_at_the_end(outcomes: dict[str, int], said: str | None) -> None:
    assert left_to_ask("j", outcomes) == said


def test_the_six_are_listed_with_how_to_serve_them() -> None:
    shown = study("judges").stdout
    for judge in KNOWN_JUDGES.values():
        assert judge.serve_command in shown
    rows = json.loads(study("judges", "--json").stdout)
    assert list(rows) == list(KNOWN_JUDGES)
    assert rows["phi-3.5-vision"] == {
        "title": "Phi-3.5-Vision 4.2B",
        "model": "microsoft/Phi-3.5-vision-instruct",
        "size_billions": 4.2,
        "parameters": 4146621440,
        "parameters_source": "weights, as the hub counts them",
        "serve": "vllm serve microsoft/Phi-3.5-vision-instruct --trust-remote-code "
        "--max-model-len 8192 --limit-mm-per-prompt '{\"image\": 1}'",
        "notes": "runs code from the hub",
    }
