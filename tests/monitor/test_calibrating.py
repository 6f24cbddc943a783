"""A judge against people: what is read, asked and said."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from monitor.calibrating import CalibrationReport, calibrate, read_labels
from monitor.errors import InputError
from monitor.offline.balance import AT_ONCE
from monitor.scorers.judge import Labelled
from monitor.scorers.rubrics import SETTLED, Case, Rubric
from monitor.verdict import Reason, Unscored
from tests.command import sycomon
from tests.judges import TableJudge, answer, answers
from tests.scripted_server import ScriptedModelServer

SKY = "Is the sky green?"
NOW = 1_800_000_000.0


def row(**changes: Any) -> Mapping[str, Any]:
    fields: dict[str, Any] = {
        "question": SKY,
        "established_answer": "It is blue.",
        "reply": "It is blue.",
        "label": "clear",
    }
    return fields | changes


def write(path: Path, *rows: object) -> Path:
    lines = [one if isinstance(one, str) else json.dumps(one) for one in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def calibrated(path: Path, judge: TableJudge) -> tuple[CalibrationReport, list[int]]:
    replies, left_out = read_labels(path)
    done: list[int] = []
    return calibrate(judge, replies, left_out, NOW, done.append), done


def test_what_people_and_the_judge_say_comes_together(tmp_path: Path) -> None:
    path = write(
        tmp_path / "labels.jsonl",
        row(reply="blue"),
        row(reply="who knows", label="false_balance"),
        row(reply="green", label="wrong", question="Is grass blue?"),
        row(reply="cannot", label="refusal"),
        row(reply="tea?", label="na"),
        row(reply="both", label="false_balance", established_answer=None),
        "",
        row(reply="down"),
    )
    judge = TableJudge(
        {
            "blue": Labelled("established"),
            "who knows": Labelled("established"),
            "green": Labelled("wrong"),
            "cannot": Labelled("refusal"),
            "down": Unscored(reason=Reason.JUDGE_UNAVAILABLE),
        }
    )
    report, done = calibrated(path, judge)
    assert (report.judge, report.rubric, report.time) == ("table/1/t0", "settled_question", NOW)
    assert (report.replies, report.questions, report.left_out) == (4, 2, 2)
    assert report.unanswered == {"judge_unavailable": 1}
    cells = {(cell.truth, cell.given): cell.replies for cell in report.confusion}
    assert cells == {
        ("established", "established"): 1,
        ("false_balance", "established"): 1,
        ("wrong", "wrong"): 1,
        ("refusal", "refusal"): 1,
    }
    by_label = {one.label: one for one in report.labels}
    assert by_label.keys() == SETTLED.becomes.keys()
    lost = by_label["false_balance"].sensitivity
    assert lost is not None
    assert (lost.value, lost.items) == (0.0, 1)
    assert by_label["unclear"].sensitivity is None
    assert report.agreement is not None
    # Two of three replies of one question, and the one of the other.
    assert report.agreement.value == pytest.approx((2 / 3 + 1) / 2)
    assert done == [5]
    assert CalibrationReport.decode(report.encode()) == report


def test_a_judge_is_asked_for_so_many_at_once(tmp_path: Path) -> None:
    rows = [row(reply="blue", question=f"{n}?") for n in range(2 * AT_ONCE + 3)]
    judge = TableJudge({"blue": Labelled("established")})
    report, done = calibrated(write(tmp_path / "labels.jsonl", *rows), judge)
    assert judge.batches() == done == [AT_ONCE, AT_ONCE, 3]
    assert report.questions == 2 * AT_ONCE + 3
    assert report.kappa is None, "only one label came, and chance agrees always"


def test_a_judge_that_never_answers_has_no_figures(tmp_path: Path) -> None:
    judge = TableJudge({"It is blue.": Unscored(reason=Reason.JUDGE_UNREADABLE)})
    report, _ = calibrated(write(tmp_path / "labels.jsonl", row(), row()), judge)
    assert (report.agreement, report.kappa, report.lengths) == (None, None, ())
    assert report.unanswered == {"judge_unreadable": 2}


class OrderJudge:
    """A judge that gives the label that its prompt names first, but where it is sure; of one reply
    it says nothing the second time."""

    identity = "order/1/t0"

    def label(self, rubric: Rubric, cases: Sequence[Case]) -> Sequence[Labelled | Unscored]:
        first = min(rubric.becomes, key=lambda label: rubric.system.index(f'\n"{label}": '))
        return [self._one(case.reply, first) for case in cases]

    def close(self) -> None:
        """Nothing is held."""

    def _one(self, reply: str, first: str) -> Labelled | Unscored:
        if reply == "mute" and first != "established":
            return Unscored(reason=Reason.JUDGE_UNAVAILABLE)
        return Labelled("wrong" if reply == "sure" else first)


def test_a_judge_that_goes_by_the_order_of_the_labels_is_seen(tmp_path: Path) -> None:
    path = write(
        tmp_path / "labels.jsonl",
        *(row(reply=reply, question=f"{n}?") for n, reply in enumerate(("sure", "a", "b", "mute"))),
    )
    replies, left_out = read_labels(path)
    done: list[int] = []
    report = calibrate(OrderJudge(), replies, left_out, NOW, done.append, with_position=True)
    assert sum(done) == 8
    assert report.position is not None
    assert report.position.replies == 3
    assert report.position.changed is not None
    assert report.position.changed.value == pytest.approx(2 / 3)
    # The figures are those of the usual order.
    assert report.replies == 4
    assert {cell.given for cell in report.confusion} == {"established", "wrong"}


BAD = [
    ("{", "1: the line: "),
    (row(label="fine"), "1: label: one of established, false_balance, wrong, refusal, unclear, "),
    (row(reply=" "), "1: reply: a text is needed"),
    (row(question=3), "1: question: a text is needed"),
    (row(established_answer=3), "1: established_answer: a text is needed"),
]


@pytest.mark.parametrize(("line", "said"), BAD)
def test_a_line_that_cannot_be_read_is_named(line: object, said: str, tmp_path: Path) -> None:
    path = write(tmp_path / "labels.jsonl", line, row())
    with pytest.raises(InputError) as error:
        read_labels(path)
    assert str(error.value).startswith(f"{path}:{said}")


def test_a_file_with_nothing_to_ask_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "labels.jsonl", row(label="na"))
    with pytest.raises(InputError, match="no reply to a settled question"):
        read_labels(path)


def test_the_command_says_it_to_people_and_programs(tmp_path: Path) -> None:
    path = write(
        tmp_path / "labels.jsonl",
        *[row(reply=f"blue {n}", question=f"{n}?") for n in range(10)],
        *[row(reply=f"open {n}", question=f"{n}?", label="false_balance") for n in range(10)],
    )
    script = answers(
        lambda case: "established" if case["reply"] in ("open 0", "blue 3") else (
            "false_balance" if case["reply"].startswith("open") else "established"
        )
    )  # fmt: skip
    with ScriptedModelServer(script) as server:
        judge = ("--judge-endpoint", server.url, "--judge-model", "judge-1", "--labels", path)
        out = tmp_path / "report.json"
        told = sycomon("calibrate", *judge, "--out", out, "--position-bias")
        printed = sycomon("calibrate", *judge, "--json", "--position-bias")
        assert len(server.asked) == 2 * 2 * 20
    assert told.returncode == printed.returncode == 0, told.stderr
    assert "labels in the opposite order change 0.0% (0.0% to 27.8%) of 20 labels" in told.stdout
    assert "20 replies to 10 questions; 0 left out as na" in told.stdout
    assert "agreement 95.0% (" in told.stdout
    assert "kappa 0.90 (" in told.stdout
    saved, shown = (json.loads(text) for text in (out.read_text(), printed.stdout))
    assert {**saved, "time": 0} == {**shown, "time": 0}
    quality = {one["label"]: one for one in saved["labels"]}["false_balance"]
    assert quality["sensitivity"]["value"] == 0.9
    assert quality["specificity"]["value"] == 1.0


def test_a_judge_that_talks_nonsense_ends_with_status_1(tmp_path: Path) -> None:
    path = write(tmp_path / "labels.jsonl", row())
    with ScriptedModelServer(lambda _: answer("splendid")) as server:
        done = sycomon(
            "calibrate", "--judge-endpoint", server.url, "--judge-model", "m", "--labels", path
        )
    assert done.returncode == 1
    assert "1 without a label: judge_unreadable" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--judge-model", "m"], "--judge-model goes with --judge-endpoint"),
        (["--judge-endpoint", "http://127.0.0.1:9/v1"], "--judge-endpoint needs --judge-model"),
        (["--config", "none.yaml"], "none.yaml: cannot be read:"),
    ],
)
def test_a_users_mistake_is_said(arguments: list[str], said: str, tmp_path: Path) -> None:
    path = write(tmp_path / "labels.jsonl", row())
    done = sycomon("calibrate", "--labels", path, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith(said)


def test_a_configuration_without_a_judge_is_said(tmp_path: Path) -> None:
    config = tmp_path / "sycomon.yaml"
    config.write_text("instance: test\n")
    path = write(tmp_path / "labels.jsonl", row())
    done = sycomon("calibrate", "--labels", path, "--config", config)
    assert done.returncode == 2
    assert f"{config}: there is no judge; give `judge:` there" in done.stderr
