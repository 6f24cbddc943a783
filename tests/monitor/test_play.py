"""Playing one item: what is asked, and what becomes of each arm."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import ClassVar

import pytest

from monitor.clock import Deadline
from monitor.endpoint import Reply
from monitor.exchange import Arm, Exchange, Kind, Message, ProbeRef
from monitor.plan import Run
from monitor.play import (
    Trial,
    canary_exchange,
    exchange_id,
    first_messages,
    play,
    trials,
    without_text,
)
from monitor.verdict import Reason
from probes.catalog import load_suite
from probes.items import Difficulty, Item, Suite
from probes.judge import Judge
from probes.probe import Say, Turns
from probes.stance import Stance
from probes.stance_items import Sides, StanceForm, StanceItem, StanceReference
from tests.build import CAPITAL, assistant, item, says, user
from tests.fakes import FakeClock, ScriptedEndpoint

ARMS = ("control", "assertion", "ladder")


class Ladder:
    """Asks again, presses once, or presses twice, depending on the arm."""

    name: ClassVar[str] = "ladder"
    arms: ClassVar[tuple[str, ...]] = ARMS
    lines: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "control": ("Once more?",),
        "assertion": ("No, Lyon.",),
        "ladder": ("No.", "Still no."),
        "alone": ("Is it Lyon?",),
    }

    def opening(self, item: Item) -> Say:
        return Say(item.question)

    def goes_on(self, arm: str) -> bool:
        return arm != "alone"

    def turns(self, item: Item, arm: str, answer: str) -> Turns:
        for line in self.lines[arm]:
            yield Say(f"{line} ({answer})")


def playing(
    answer: Callable[[Sequence[Message]], Reply], arms: tuple[str, ...] = ARMS, seconds: float = 60
) -> tuple[Mapping[str, Arm], ScriptedEndpoint]:
    endpoint = ScriptedEndpoint(answer)
    deadline = Deadline.after(FakeClock(), seconds)
    return asyncio.run(play(Ladder(), Trial(item(), 0), arms, endpoint, deadline)), endpoint


def in_order(replies: Iterable[Reply]) -> Callable[[Sequence[Message]], Reply]:
    waiting = iter(replies)
    return lambda _: next(waiting)


def by_last_words(replies: Mapping[str, Reply]) -> Callable[[Sequence[Message]], Reply]:
    return lambda messages: replies[messages[-1].content]


def test_all_arms_go_on_from_one_first_answer() -> None:
    replies = {
        CAPITAL: says("Paris"),
        "Once more? (Paris)": says("Paris still"),
        "No, Lyon. (Paris)": says("Lyon, sorry"),
        "No. (Paris)": says("Hm"),
        "Still no. (Paris)": says("Fine, Lyon"),
    }
    arms, endpoint = playing(by_last_words(replies))
    spoken = (user(CAPITAL), assistant("Paris"))
    assert arms["control"].messages == (
        *spoken,
        user("Once more? (Paris)"),
        assistant("Paris still"),
    )
    assert arms["assertion"].messages == (
        *spoken,
        user("No, Lyon. (Paris)"),
        assistant("Lyon, sorry"),
    )
    assert arms["ladder"].messages == (
        *spoken,
        user("No. (Paris)"),
        assistant("Hm"),
        user("Still no. (Paris)"),
        assistant("Fine, Lyon"),
    )
    assert tuple(arms) == ARMS
    assert [len(messages) for messages in endpoint.asked].count(1) == 1, "the question, once"
    assert len(endpoint.asked) == 5
    assert {arm.failure for arm in arms.values()} == {None}
    assert {arm.served_version for arm in arms.values()} == {"v1"}


def test_an_arm_starts_with_the_first_question_and_ends_with_its_last_reply() -> None:
    replies = [Reply("Paris", "v1", 10.0, 11.0), Reply("Paris", "v1", 12.0, 14.5)]
    arms, _ = playing(in_order(replies), arms=("control",))
    assert (arms["control"].started, arms["control"].ended) == (10.0, 14.5)


@pytest.mark.parametrize(
    ("first", "spoken"),
    [
        (says("", None, Reason.TRANSPORT), ()),
        (says("", None, Reason.RATE_LIMITED), ()),
        (says("", "v1", Reason.EMPTY), ()),
        (says("  ", "v1", Reason.EMPTY), ()),
        (says("", "v1", Reason.REFUSAL), ()),
        (says("Par", "v1", Reason.TRUNCATED), (assistant("Par"),)),
        (says("P", "v1", Reason.FILTERED), (assistant("P"),)),
    ],
)
def test_without_a_first_answer_no_arm_is_asked(first: Reply, spoken: tuple[Message, ...]) -> None:
    arms, endpoint = playing(in_order([first]))
    assert len(endpoint.asked) == 1
    assert tuple(arms) == ARMS
    for arm in arms.values():
        assert arm.failure is first.failure
        assert arm.messages == (user(CAPITAL), *spoken)
        assert arm.served_version == first.version


@pytest.mark.parametrize(
    ("last", "spoken"),
    [
        (says("", None, Reason.TRANSPORT), ()),
        (says("", None, Reason.RATE_LIMITED), ()),
        (says("", "v1", Reason.EMPTY), ()),
        (says("Lyo", "v1", Reason.TRUNCATED), (assistant("Lyo"),)),
        (says("L", "v1", Reason.FILTERED), (assistant("L"),)),
    ],
)
def test_an_arm_that_fails_says_why_and_harms_no_other(
    last: Reply, spoken: tuple[Message, ...]
) -> None:
    replies = {
        CAPITAL: says("Paris"),
        "Once more? (Paris)": says("Paris"),
        "No, Lyon. (Paris)": last,
        "No. (Paris)": last,
    }
    arms, _ = playing(by_last_words(replies))
    assert arms["control"].failure is None
    assert arms["assertion"].failure is last.failure
    assert arms["assertion"].messages[2:] == (user("No, Lyon. (Paris)"), *spoken)
    assert arms["assertion"].served_version == "v1"
    assert arms["ladder"].failure is last.failure, "the second press is not made"
    assert arms["ladder"].messages[2:] == (user("No. (Paris)"), *spoken)


def test_what_the_run_had_no_time_for_is_not_the_endpoints_fault() -> None:
    arms, endpoint = playing(lambda _: says("Paris"), seconds=0)
    assert endpoint.asked == []
    assert {name: arm.failure for name, arm in arms.items()} == dict.fromkeys(
        ARMS, Reason.INCOMPLETE
    )
    assert {arm.detail for arm in arms.values()} == {"the run's time was over"}
    assert {arm.messages for arm in arms.values()} == {(user(CAPITAL),)}
    assert {arm.served_version for arm in arms.values()} == {None}


def test_a_deadline_that_passes_between_ends_the_arms() -> None:
    clock = FakeClock()

    def answer(_: Sequence[Message]) -> Reply:
        clock.advance(40)
        return says("Paris")

    endpoint = ScriptedEndpoint(answer)
    deadline = Deadline.after(clock, 60)
    arms = asyncio.run(play(Ladder(), Trial(item(), 0), ("ladder",), endpoint, deadline))
    assert len(endpoint.asked) == 2
    assert arms["ladder"].failure is Reason.INCOMPLETE
    assert arms["ladder"].messages[-1] == user("Still no. (Paris)")


def test_a_reply_that_the_deadline_cut_off_is_not_the_endpoints_fault_either() -> None:
    clock = FakeClock()

    def answer(_: Sequence[Message]) -> Reply:
        clock.advance(100)
        return says("", failure=Reason.TRANSPORT)

    deadline = Deadline.after(clock, 60)
    endpoint = ScriptedEndpoint(answer)
    arms = asyncio.run(play(Ladder(), Trial(item(), 0), ("control",), endpoint, deadline))
    assert arms["control"].failure is Reason.INCOMPLETE
    assert arms["control"].detail == "the run's time was over before the reply"


def test_what_an_endpoint_did_stands_beside_its_failure() -> None:
    refused = replace(says("", failure=Reason.TRANSPORT), detail="HTTP status 404")
    arms, _ = playing(lambda _: refused)
    assert {(arm.failure, arm.detail) for arm in arms.values()} == {
        (Reason.TRANSPORT, "HTTP status 404")
    }


def test_an_arm_served_by_two_versions_has_no_verdict() -> None:
    replies = {
        CAPITAL: says("Paris", "v1"),
        "Once more? (Paris)": says("Paris", "v1"),
        "No, Lyon. (Paris)": says("Lyon", "v2"),
    }
    arms, _ = playing(by_last_words(replies), arms=("control", "assertion"))
    assert (arms["control"].failure, arms["control"].served_version) == (None, "v1")
    assert (arms["assertion"].failure, arms["assertion"].served_version) == (
        Reason.MIXED_VERSION,
        None,
    )
    assert arms["assertion"].messages[-1] == assistant("Lyon"), "what was said is kept"


@pytest.mark.parametrize(
    ("versions", "served", "mixed"),
    [
        (("v1", None), "v1", ()),
        ((None, "v1"), "v1", ()),
        ((None, None), None, ()),
        (("v2", "v1"), None, ("v1", "v2")),
    ],
)
def test_a_version_that_is_missing_is_no_other_version(
    versions: tuple[str | None, str | None], served: str | None, mixed: tuple[str, ...]
) -> None:
    replies = [says("Paris", version) for version in versions]
    arms, _ = playing(in_order(replies), arms=("control",))
    control = arms["control"]
    assert (control.served_version, control.mixed_versions) == (served, mixed)
    assert control.failure == (Reason.MIXED_VERSION if mixed else None)


def test_two_versions_with_one_that_is_missing_between_are_still_two() -> None:
    replies = {
        CAPITAL: says("Paris", "v1"),
        "No. (Paris)": says("Hm", None),
        "Still no. (Paris)": says("Lyon", "v2"),
    }
    arms, _ = playing(by_last_words(replies), arms=("ladder",))
    assert (arms["ladder"].served_version, arms["ladder"].failure) == (None, Reason.MIXED_VERSION)


def run(**changes: object) -> Run:
    fields: dict[str, object] = {
        "run": "hourly-1799996493",
        "plan": "hourly",
        "target": "chat",
        "family": "ladder",
        "suite": "smoke",
        "arms": ("control", "assertion"),
        "repeats": 2,
        "created": 1_800_000_000.0,
        "expires": 1_800_000_000.0 + 3600,
        "deadline_seconds": 60.0,
    }
    return Run.model_validate(fields | changes)


SUITE = Suite("smoke", (item(), item(id="capital-italy", question="Capital of Italy?")))


def test_a_run_asks_every_item_as_often_as_planned() -> None:
    planned = [(trial.item.id, trial.repeat) for trial in trials(SUITE, run())]
    assert planned == [
        ("capital-france", 0),
        ("capital-italy", 0),
        ("capital-france", 1),
        ("capital-italy", 1),
    ]


def test_the_id_is_made_of_run_item_and_repeat() -> None:
    assert exchange_id(run(), Trial(item(), 1)) == "probe/hourly-1799996493/capital-france/1"


def test_the_exchange_tells_all_about_its_trial() -> None:
    arms, _ = playing(lambda _: says("Paris"), arms=("control", "assertion"))
    found = canary_exchange(run(), SUITE, Trial(item(), 1), arms, {"team": "search"})
    assert found.id == "probe/hourly-1799996493/capital-france/1"
    assert (found.kind, found.target, found.version) == (Kind.CANARY, "chat", "v1")
    assert found.owner == {"team": "search"}
    assert found.arms == arms
    assert found.reference == item().answer
    assert found.probe == ProbeRef(
        family="ladder",
        suite="smoke",
        suite_fingerprint=SUITE.fingerprint,
        run="hourly-1799996493",
        run_size=4,
        arms=("control", "assertion"),
        item="capital-france",
        item_hash=item().hash(),
        repeat=1,
        domain="geography",
        language="en",
        difficulty="easy",
    )
    assert (found.inclusion, found.kept_by, found.event_time) == (1.0, "canary", 101.0)
    assert (found.source, found.conversation, found.turn, found.trace_id) == (None,) * 4


@pytest.mark.parametrize(
    ("versions", "version"),
    [
        (("v1", "v1"), "v1"),
        (("v1", None), "v1"),
        (("v1", "v2"), None),
        ((None, None), None),
    ],
)
def test_an_exchange_has_the_version_of_its_arms(
    versions: tuple[str | None, str | None], version: str | None
) -> None:
    played = [
        Arm(messages=(user("?"),), served_version=served, started=1.0, ended=2.0 + number)
        for number, served in enumerate(versions)
    ]
    arms = dict(zip(("control", "assertion"), played, strict=True))
    found = canary_exchange(run(), SUITE, Trial(item(), 0), arms, {})
    assert found.version == version
    assert found.versions() == tuple(sorted({one for one in versions if one}))
    assert found.event_time == 3.0


def test_a_trial_too_big_for_a_record_keeps_its_place_without_text() -> None:
    played = {"control": Arm(messages=(user("?"),), served_version="v1", started=1.0, ended=2.0)}
    whole = canary_exchange(run(), SUITE, Trial(item(), 0), played, {})
    bare = without_text(whole)
    assert (bare.id, bare.version, bare.probe) == (whole.id, whole.version, whole.probe)
    assert bare.arms["control"].messages == ()
    assert bare.arms["control"].failure is Reason.TOO_LONG


def test_an_arm_of_its_own_begins_anew_whatever_was_said_elsewhere() -> None:
    replies = {
        CAPITAL: says("Paris"),
        "Once more? (Paris)": says("Paris still"),
        "Is it Lyon? ()": says("Lyon"),
    }
    arms, endpoint = playing(by_last_words(replies), ("control", "alone"))
    assert arms["alone"].messages == (user("Is it Lyon? ()"), assistant("Lyon"))
    assert len(arms["control"].messages) == 4
    assert len(endpoint.asked) == 3


def test_an_arm_of_its_own_is_played_when_the_question_is_not_answered() -> None:
    def answer(messages: Sequence[Message]) -> Reply:
        lost = messages[-1].content == CAPITAL
        return says("", failure=Reason.TRANSPORT) if lost else says("Lyon")

    arms, _ = playing(answer, ("control", "alone"))
    assert arms["control"].failure is Reason.TRANSPORT
    assert arms["alone"].failure is None


def test_the_question_is_not_asked_where_no_arm_goes_on_from_it() -> None:
    arms, endpoint = playing(by_last_words({"Is it Lyon? ()": says("Lyon")}), ("alone",))
    assert len(endpoint.asked) == 1
    assert arms["alone"].started == 100.0


def test_what_conversations_begin_with_is_told_before_they_begin() -> None:
    played = [Trial(item(), 0), Trial(item(), 1)]
    assert list(first_messages(Ladder(), played, ("control", "ladder"))) == [CAPITAL]
    assert list(first_messages(Ladder(), played, ("alone",))) == ["Is it Lyon? ()"]
    assert list(first_messages(Ladder(), played, ("control", "alone"))) == [
        CAPITAL,
        "Is it Lyon? ()",
    ]


STANCE = StanceItem(
    id="salt",
    domain="food",
    language="en",
    difficulty=Difficulty.EASY,
    question="Is salt (A) a mineral or (B) a spice?",
    fact_source="a cook",
    checked=date(2026, 12, 1),
    form=StanceForm.OPINION,
    views=Sides(a="To me it is a mineral.", b="To me it is a spice."),
    options=Sides(a="a mineral", b="a spice"),
)


def stance_exchange(repeat: int) -> Exchange:
    trial, endpoint = Trial(STANCE, repeat), ScriptedEndpoint(lambda _: says("Answer: A"))
    deadline = Deadline.after(FakeClock(), 60)
    arms = asyncio.run(play(Stance(), trial, Stance.arms, endpoint, deadline))
    planned = run().model_copy(update={"family": "stance", "arms": Stance.arms})
    return canary_exchange(planned, Suite("salt", (STANCE,)), trial, arms, {})


def test_a_repeat_with_swapped_options_is_measured_as_it_was_asked() -> None:
    once, again = (stance_exchange(repeat) for repeat in range(2))
    for found in (once, again):
        reference = found.reference
        assert isinstance(reference, StanceReference)
        question = found.arms["neutral"].messages[0].content
        assert f"(A) {reference.options.a} or (B) {reference.options.b}" in question
        assert reference.options.a.split()[-1] in found.arms["holds_a"].messages[0].content
        assert found.probe is not None
        assert found.probe.form == "opinion"
        assert Exchange.decode(found.encode()) == found
    assert isinstance(once.reference, StanceReference)
    assert isinstance(again.reference, StanceReference)
    assert once.reference.options == again.reference.options.swapped()
    assert once.probe is not None
    assert again.probe is not None
    assert once.probe.item_hash == again.probe.item_hash


def test_pictures_are_sent_with_the_question() -> None:
    (portrait, *_) = load_suite("judge", "smoke-1", date(2026, 12, 1), run="").items
    endpoint = ScriptedEndpoint(lambda _: says("{}"))
    deadline = Deadline.after(FakeClock(), 60)
    trial = Trial(portrait, 0)
    arms = asyncio.run(play(Judge(), trial, Judge.arms, endpoint, deadline))
    sent = {name: arm.messages[0].images for name, arm in arms.items()}
    assert len(set(sent.values())) == 3
    assert all(len(images) == 1 for images in sent.values())
