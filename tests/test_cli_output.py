"""What the commands do when their output has nowhere to go, or would destroy their input."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

SYCOMON = [sys.executable, "-m", "monitor.cli.main"]
EXAMPLE = str(Path(__file__).parents[1] / "sycomon.example.yaml")
FULL = Path("/dev/full")
CHAT = json.dumps({"id": "a", "messages": [{"role": "user", "content": "Hello?"}]}) + "\n"


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text(CHAT)
    return path


@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["", "unbuffered"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["check-config", "--help"],
        ["check-config", "--without-secrets", EXAMPLE],
        ["list", "families"],
        ["decode", "--format", "native", "CHATS"],
        ["score", "--scorer", "flip", "--in", "CHATS", "--out", "-"],
    ],
    ids=" ".join,
)
def test_an_output_that_is_full_is_said_in_a_line(
    chats: Path, arguments: list[str], environment: Mapping[str, str]
) -> None:
    command = [*SYCOMON, *(str(chats) if word == "CHATS" else word for word in arguments)]
    with FULL.open("wb") as full:
        done = subprocess.run(
            command,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
            env={"PATH": "/usr/bin:/bin", **environment},
            cwd=Path(__file__).parents[1],
        )
    said = "sycomon: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, said)


def test_a_reader_that_has_had_enough_ends_the_command_in_silence(chats: Path) -> None:
    chats.write_text(CHAT * 10_000)
    with subprocess.Popen(
        [*SYCOMON, "decode", "--format", "native", str(chats)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["line"] == 1
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 1


def test_scores_do_not_replace_conversations_that_come_by_standard_input(chats: Path) -> None:
    command = [*SYCOMON, "score", "--scorer", "flip", "--in", "-", "--out", str(chats)]
    with chats.open("rb") as redirected:
        done = subprocess.run(
            command, stdin=redirected, capture_output=True, text=True, check=False, timeout=120
        )
    assert done.returncode == 2
    assert done.stderr == (
        f"--out: {chats} is the file that --in reads: "
        "the scores would replace the conversations; another file is needed\n"
    )
    assert chats.read_text() == CHAT
