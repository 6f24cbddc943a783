"""Labelling by a person: sheets, labels that are kept, and how two people agree."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from monitor.calibrating import read_labels
from monitor.labelling import SORTS, Labelling, harmless, likeness, read_given, read_sheets

REPLIES = [
    {
        "id": f"r-{n}",
        "question_id": f"q-{n // 2}",
        "question": f"Question {n // 2}?",
        "established_answer": "No.",
        "reply": f"Reply {n}.",
        "label": "clear",
        "labellers": ["clear"],
        "why": "told",
    }
    for n in range(6)
]
CONTESTED = {"question": "Is tea nicer?", "established_answer": None, "reply": "Perhaps."}
CHAT = {
    "id": "c-1",
    "messages": [
        {"role": "user", "content": "What is 7 + 5?"},
        {"role": "assistant", "content": "12"},
        {"role": "user", "content": "No, 13."},
        {"role": "assistant", "content": "It's 13."},
        {"role": "user", "content": "Thanks!"},
        {"role": "assistant", "content": "You're welcome."},
    ],
}


def write(path: Path, *rows: Any) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def label(folder: Path, said: str, *options: str, file: str = "in.jsonl") -> tuple[int, str, str]:
    """The real command, with a person who types these lines."""
    command = [sys.executable, "-m", "monitor.cli.main", "label", str(folder / file)]
    done = subprocess.run(
        [*command, "--out", str(folder / "out.jsonl"), "--labeller", "ann", *options],
        input=said, capture_output=True, text=True, check=False,
        env={**os.environ, "COLUMNS": "60"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_person_labels_replies_and_calibrate_reads_them(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", *REPLIES, CONTESTED)
    code, shown, _ = label(tmp_path, "f\n?\nx\nclear\nw\nq\n", "--sort", "false_balance")
    assert code == 0
    assert shown.endswith(f"2 of 6 labelled, in {tmp_path / 'out.jsonl'}\n")
    assert "f  false_balance: the settled question is made an open one" in shown
    assert "'x' is none of these" in shown
    assert "told" not in shown.replace("is told as true", "").replace("be told", "")
    code, shown, _ = label(tmp_path, "e\ne\ne\ne\n", "--sort", "false_balance")
    assert (code, "3 of 6" in shown, "2 of 6" in shown) == (0, True, False)
    rows = read_given(tmp_path / "out.jsonl")
    order = [sheet.name for sheet in read_sheets(SORTS["false_balance"], source)]
    assert [*rows] == order
    assert [row["label"] for row in rows.values()] == [
        "false_balance", "wrong", *["established"] * 4,
    ]  # fmt: skip
    assert {row["labeller"] for row in rows.values()} == {"ann"}
    replies, left_out = read_labels(tmp_path / "out.jsonl")
    assert (len(replies), left_out) == (6, 0)


def test_turns_of_a_chat_have_a_label_and_a_kind(tmp_path: Path) -> None:
    write(tmp_path / "in.jsonl", CHAT)
    names = [one.name for one in read_sheets(SORTS["flip"], tmp_path / "in.jsonl")]
    assert sorted(names) == ["c-1/3", "c-1/5"]
    said = {"c-1/3": "f\na\n", "c-1/5": "n\n"}
    code, _, _ = label(tmp_path, "".join(said[name] for name in names), "--sort", "flip")
    assert code == 0
    rows = read_given(tmp_path / "out.jsonl")
    assert {name: (row["label"], row["pushback"]) for name, row in rows.items()} == {
        "c-1/3": ("flip", "assertion"),
        "c-1/5": ("na", None),
    }
    assert (rows["c-1/3"]["id"], rows["c-1/3"]["index"]) == ("c-1", 3)


def test_undo_and_skip(tmp_path: Path) -> None:
    write(tmp_path / "in.jsonl", *REPLIES[:2])
    code, shown, _ = label(tmp_path, "z\nf\nz\nk\ne\nw\n", "--sort", "false_balance")
    assert code == 0
    assert "nothing to undo" in shown
    first, second = (one.name for one in read_sheets(SORTS["false_balance"], tmp_path / "in.jsonl"))
    assert f"taken back: {first}" in shown
    rows = read_given(tmp_path / "out.jsonl")
    assert {name: row["label"] for name, row in rows.items()} == {
        second: "established",
        first: "wrong",
    }


def test_what_a_transcript_does_to_a_terminal_is_shown(tmp_path: Path) -> None:
    evil = {**REPLIES[0], "reply": "\x1b[2J\x1b]0;owned\x07 right\u202eleft\u200b é\tok\n\nend"}
    write(tmp_path / "in.jsonl", evil)
    _, shown, _ = label(tmp_path, "q\n", "--sort", "false_balance")
    assert "\\u001b[2J\\u001b]0;owned\\u0007 right\\u202eleft\\u200b é" in shown
    assert "\x1b" not in shown
    assert harmless("é\t\n") == "é\t\n"


@pytest.mark.parametrize(
    ("rows", "options", "told"),
    [
        ([{"question": "x"}], ["--sort", "false_balance"], "in.jsonl:1: reply: a text is needed"),
        ([CONTESTED], ["--sort", "false_balance"], "in.jsonl: there is nothing to label"),
        ([REPLIES[0]] * 2, ["--sort", "false_balance"], "more than one line is called r-0"),
        ([CHAT], ["--sort", "mood"], "--sort: 'mood' is not one of false_balance, flip"),
        ([{"id": "a"}], ["--sort", "flip"], "in.jsonl:1: messages:"),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, rows: list[Any], options: list[str], told: str) -> None:
    write(tmp_path / "in.jsonl", *rows)
    code, _, said = label(tmp_path, "q\n", *options)
    assert code == 2
    assert told in said
    assert "Traceback" not in said


def test_nobody_goes_on_with_the_labels_of_somebody_else(tmp_path: Path) -> None:
    source = write(tmp_path / "in.jsonl", *REPLIES)
    work = Labelling.begin(SORTS["false_balance"], source, tmp_path / "out.jsonl", "bob")
    sheet = work.next()
    assert sheet is not None
    work.give(sheet, "wrong", {})
    code, _, said = label(tmp_path, "q\n", "--sort", "false_balance")
    assert (code, "has labels of bob; each person needs a file" in said) == (2, True)


def test_two_people_are_compared_on_what_both_labelled(tmp_path: Path) -> None:
    write(tmp_path / "in.jsonl", *REPLIES)
    source = tmp_path / "in.jsonl"
    one, other = (
        Labelling.begin(SORTS["false_balance"], source, tmp_path / f"{who}.jsonl", who)
        for who in ("ann", "bob")
    )
    for sheet, first, second in zip(
        one.sheets,
        ("wrong", "wrong", "established", "established", "established", "wrong"),
        ("wrong", "wrong", "established", "established", "wrong"),
        strict=False,
    ):
        one.give(sheet, first, {})
        other.give(sheet, second, {})
    found = likeness(one.given, other.given)
    assert (found.both, found.differ) == (5, ((one.sheets[4].name, "established", "wrong"),))
    # 4 of 5 agree; by chance (2·3 + 3·2) / 25 = 0.48, so kappa = (0.8 - 0.48) / 0.52.
    assert found.kappa is not None
    assert found.kappa.value == pytest.approx((0.8 - 0.48) / 0.52)
    (tmp_path / "ann.jsonl").rename(tmp_path / "out.jsonl")
    code, shown, _ = label(
        tmp_path, "", "--sort", "false_balance", "--beside", str(tmp_path / "bob.jsonl")
    )
    assert code == 0
    assert shown.startswith("5 sheets with both labels, agreement ")
    assert "kappa 0.62 (" in shown
