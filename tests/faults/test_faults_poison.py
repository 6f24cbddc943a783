"""Records that nobody can read: each is counted once, and everything else goes on."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from monitor.clock import Deadline, SystemClock
from monitor.dead_letter import DeadLetter
from monitor.errors import FormatError
from monitor.plan import Run
from tests.faults.deployment import ALL_ROLES
from tests.faults.raw_produce import produce
from tests.faults.scene import TARGET, TRAFFIC, Scene, scene
from tests.faults.workload import ARMS, Suite, dead_letters, live_record

pytestmark = pytest.mark.broker

MIB = 2**20
LIVE = json.loads(live_record("poison", 1))

POISON: tuple[tuple[str, bytes | None, str], ...] = (
    ("null", None, "empty_value"),
    ("empty", b"", "empty_value"),
    ("broken JSON", b'{"request": {"messages": [', "not_json"),
    ("text", b"not JSON at all", "not_json"),
    ("invalid UTF-8", b'{"request": "\xff\xfe\x00"}', "not_json"),
    ("NaN", b'{"request": NaN}', "not_json"),
    ("schema registry", b"\x00\x00\x00\x00\x2a" + live_record("p", 2), "schema_registry_framing"),
    ("5 MB of text", json.dumps({**LIVE, "padding": "x" * 5 * MIB}).encode(), "too_large"),
    ("5 MB of nothing", b"\x00" * 5 * MIB, "too_large"),
    ("deep nesting", b"[" * 100_000 + b"]" * 100_000, "not_json"),
    ("a list", b"[]", "wrong_shape"),
    ("no request", b"{}", "wrong_shape"),
    ("messages of numbers", b'{"request": {"messages": [1, 2]}, "response": {}}', "wrong_shape"),
    ("a role from nowhere", b'{"request": {"messages": [{"role": "ghost", "content": "x"}]}, '
     b'"response": {"choices": []}}', "wrong_shape"),
)  # fmt: skip
"""Its name, the record's value and the reason that its dead letter must give."""

GARBAGE: tuple[bytes | None, ...] = (
    None,
    b"",
    b"{",
    b"[]",
    b"\x00\x00\x00\x00\x01x",
    b"\xff\xfe",
    b'{"schema": 1}',
    b'{"schema": "1", "id": 7}',
    b"[" * 10_000,
)
"""What stands on our own topics when somebody else wrote there."""


def test_poison_stops_nobody_and_is_counted_once(tmp_path: Path) -> None:
    """Before, between and after it stand good records, which are all counted; so is the run."""
    with scene(tmp_path, {"one": ALL_ROLES}, Suite(20)) as on:
        on.begin()
        on.feed(50)
        write_poison(on)
        write_garbage(on)
        on.feed(50)
        write_null_headers(on)
        on.feed(50)
        on.deployment.wait("everything is counted", on.missing)
        on.check_run()
        on.drain()
        where = Counter(letter.key() for letter in letters_of(on))
        assert len(where) == on.dead.total()
        assert set(where.values()) == {1}, "nothing failed, so nothing was done twice"
        # What is committed does not come again, and a new leader counts the same.
        assert on.deployment["one"].stop() == 0
        on.deployment["one"].start()
        on.feed(50)
        on.finish()
        assert dead_letters(on.deployment.read_status()) == on.dead


def letters_of(on: Scene) -> Iterator[DeadLetter]:
    """The dead letters on their topic; the garbage beside them is passed over."""
    for record in on.deployment.read(on.deployment.topics.dead_letter):
        try:
            yield DeadLetter.decode(record.value)
        except FormatError:
            continue


def write_poison(on: Scene) -> None:
    for number, (_, value, reason) in enumerate(POISON):
        on.writer.send(TRAFFIC, f"{number}".encode(), value)
        on.dead[TRAFFIC, reason] += 1
    on.writer.flush(Deadline.after(SystemClock(), 60))


def write_garbage(on: Scene) -> None:
    topics = on.deployment.topics
    for topic in (topics.exchanges, topics.verdicts, topics.plans, topics.dead_letter):
        for number, value in enumerate(GARBAGE):
            for key in (b"\xff\xfe", f"{number}".encode()):
                on.writer.send(topic, key, value)
            produce(on.deployment.broker.port, topic, 0, value, [], key=None)
    on.dead[topics.exchanges, "wrong_shape"] += 3 * len(GARBAGE)
    for run in unplayable_runs(on):
        on.writer.send(topics.plans, run.run.encode(), run.encode())
    on.writer.flush(Deadline.after(SystemClock(), 60))


def unplayable_runs(on: Scene) -> list[Run]:
    """Runs that say what this deployment does not have: they wait for somebody who does."""
    now = SystemClock().now()
    known = Run(
        run="unplayable", plan="canary", target=TARGET, family="pushback", arms=ARMS, repeats=1,
        suite=str(on.folder / "suite.jsonl"), created=now, expires=now + 10, deadline_seconds=5,
    )  # fmt: skip
    changes = ({"target": "nobody"}, {"family": "none"}, {"suite": "/nowhere.jsonl"})
    return [known.model_copy(update=change) for change in changes]


def write_null_headers(on: Scene) -> None:
    """Good calls and bad ones whose headers have no value."""
    null = [("traceparent", None), ("", b""), ("x", b"1")]
    number = 10_000  # a pushback turn that is held
    produce(on.deployment.broker.port, TRAFFIC, 0, live_record("headers", number), null)
    on.live["held"] += 1
    produce(on.deployment.broker.port, TRAFFIC, 1, None, null)
    on.dead[TRAFFIC, "empty_value"] += 1
