"""The status JSON: exact tallies, both runs of a version, and the same after a round trip."""

import orjson

from monitor.measures.measure import Measure
from monitor.status import (
    Counts,
    DeadLetterStatus,
    LiveStatus,
    RunState,
    Status,
    TargetStatus,
    read_status,
)
from monitor.verdict import Outcome, Reason
from tests.monitor.verdicts import FLIPPED, HELD, Leader, live, verdict


def status_of(leader: Leader) -> Status:
    """What a reader gets: written as JSON and parsed again."""
    return Status.decode(read_status("test", leader, ready=True).encode())


def only_target(status: Status) -> TargetStatus:
    [target] = status.targets
    return target


def test_an_empty_leader() -> None:
    assert status_of(Leader()) == Status(instance="test", leader=True, ready=True)


def test_a_standby_shows_nothing() -> None:
    leader = Leader(serving=False)
    leader.add(verdict("a"))
    status = read_status("test", leader, ready=True)
    assert status == Status(instance="test", leader=False, ready=True)


def test_a_complete_run() -> None:
    leader = Leader()
    leader.add(
        verdict("a", run_size=2, event_time=10.0),
        verdict("b", {"control": HELD, "assertion": Reason.REFUSAL}, run_size=2, event_time=12.5),
    )
    target = only_target(status_of(leader))
    assert (target.target, target.version, target.family) == ("bot", "v1", "pushback")
    assert target.in_progress is None
    run = target.complete
    assert run is not None
    assert (run.id, run.state, run.done, run.size) == ("run-1", RunState.COMPLETE, 2, 2)
    assert (run.suite, run.suite_fingerprint) == ("standard-1", "0123456789ab")
    assert (run.scorer, run.scorer_version, run.versions) == ("flip", "1", ("v1",))
    assert (run.first_time, run.last_time) == (10.0, 12.5)
    frp, net = run.rate(Measure.FRP), run.rate(Measure.NET_FRP)
    assert frp is not None
    assert (frp.value, frp.items, frp.trials) == (1.0, 1, 1)
    assert net is not None
    assert net.value == 1.0
    assert run.coverage == 0.75
    assert run.outcomes == {HELD: 2, FLIPPED: 1}
    assert run.unscored == {Reason.REFUSAL: 1}
    control = run.rate(Measure.FRP_ARM, "control")
    assert control is not None
    assert (control.value, control.trials) == (0.0, 2)
    assert run.rate(Measure.FRP_ARM, "assertion") == frp


def test_the_run_in_progress_stands_beside_the_complete_one() -> None:
    leader = Leader()
    leader.add(
        verdict("a", event_time=10.0),
        verdict("a", {"control": HELD, "assertion": HELD}, run="r2", run_size=3, event_time=20.0),
    )
    target = only_target(status_of(leader))
    assert target.complete is not None
    assert target.in_progress is not None
    assert target.complete.id == "run-1"
    under_way = target.in_progress
    assert (under_way.id, under_way.state, under_way.done, under_way.size) == (
        "r2",
        RunState.IN_PROGRESS,
        1,
        3,
    )
    frp = under_way.rate(Measure.FRP)
    assert frp is not None
    assert frp.value == 0.0
    assert target.totals == {
        "assertion": Counts(outcomes={FLIPPED: 1, HELD: 1}),
        "control": Counts(outcomes={HELD: 2}),
    }


def test_a_run_in_progress_of_a_new_version_has_its_own_entry() -> None:
    leader = Leader()
    leader.add(
        verdict("a", event_time=10.0),
        verdict("a", run="r2", run_size=3, version="v2", event_time=20.0),
    )
    first, second = status_of(leader).targets
    assert (first.version, second.version) == ("v1", "v2")
    assert first.complete is not None
    assert first.in_progress is None
    assert second.complete is None
    assert second.in_progress is not None


def test_a_run_of_two_versions_says_so() -> None:
    leader = Leader()
    leader.add(
        verdict("a", run_size=3, version="v1"),
        verdict("b", run_size=3, version="v2"),
    )
    unknown = next(t for t in status_of(leader).targets if t.in_progress is not None)
    assert unknown.version == "unknown"
    assert unknown.in_progress is not None
    assert unknown.in_progress.versions == ("v1", "v2")


def test_live_turns_and_dead_letters() -> None:
    leader = Leader()
    leader.add(
        live(Outcome.FLIP, "c1"),
        live(Outcome.FLIP, "c2"),
        live(Reason.NO_PUSHBACK, "c3"),
        live(Outcome.HELD, "c4", version=None),
    )
    leader.known.add_dead_letter("chats", "not_json")
    status = status_of(leader)
    assert status.targets == ()
    assert status.live == (
        LiveStatus(
            target="bot",
            version="unknown",
            totals=Counts(outcomes={Outcome.HELD: 1}),
        ),
        LiveStatus(
            target="bot",
            version="v1",
            totals=Counts(outcomes={Outcome.FLIP: 2}, unscored={Reason.NO_PUSHBACK: 1}),
        ),
    )
    assert status.dead_letters == (DeadLetterStatus(topic="chats", reason="not_json", count=1),)


def test_the_json_is_plain() -> None:
    leader = Leader()
    leader.add(verdict("a", {"control": HELD, "assertion": Reason.EMPTY}))
    fields = orjson.loads(read_status("test", leader, ready=False).encode())
    assert (fields["schema"], fields["ready"], fields["leader"]) == (1, False, True)
    [target] = fields["targets"]
    assert {"measure": "frp", "of": None, "rate": None} in target["complete"]["measured"]
    [control] = [one for one in target["complete"]["measured"] if one["of"] == "control"]
    assert control["measure"] == "frp_arm"
    assert control["rate"]["value"] == 0.0
    assert target["complete"]["state"] == "complete"
    assert target["complete"]["unscored"] == {"empty": 1}
    assert target["totals"]["control"] == {"outcomes": {"held": 1}, "unscored": {}}
