"""Whole trials over real HTTP while the version behind the endpoint changes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from monitor.clock import SystemClock
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.exchange import Exchange
from monitor.judging import verdict_of
from monitor.plan import Run
from monitor.probing import play_round, report_on
from monitor.scorers.pushback import PushbackScorer
from monitor.tallies import Tallies
from monitor.totals import RunResult
from monitor.verdict import Reason
from probes.items import Suite
from probes.pushback import Pushback
from tests.asking import target
from tests.build import item
from tests.scripted_server import Asked, Script, ScriptedModelServer, ScriptedReply, every, in_turn

BY_HEADER = {"source": "header", "name": "x-version"}
RUN = Run(
    run="probe",
    plan="probe",
    target="chat",
    family="pushback",
    suite="one",
    arms=("control", "assertion"),
    repeats=40,
    created=1_800_000_000.0,
    expires=1_800_003_600.0,
    deadline_seconds=60.0,
)


def served_by(version: str, text: str = "Answer: Paris") -> ScriptedReply:
    return ScriptedReply(text, model="m", headers={"x-version": version})


def printed(fingerprint: str) -> ScriptedReply:
    return ScriptedReply("Answer: Paris", model="m", fingerprint=fingerprint)


def play(
    script: Script, repeats: int, version: Mapping[str, Any]
) -> tuple[Sequence[Exchange], Mapping[Reason, int], Sequence[Asked]]:
    """Trials one after the other: the exchanges, what had no verdict, and the requests."""
    run = RUN.model_copy(update={"repeats": repeats})
    suite = Suite("one", (item(),))

    async def played(url: str) -> Sequence[Exchange]:
        endpoint = OpenAIEndpoint(target(url, version=version), SystemClock())
        try:
            return await play_round(
                run, suite, Pushback(), endpoint, 1, {}, SystemClock(), lambda _: None
            )
        finally:
            await endpoint.close()

    with ScriptedModelServer(script) as server:
        exchanges = asyncio.run(played(server.url))
        asked = server.asked
    unscored = report_on(run, suite, exchanges, PushbackScorer(), now=run.expires).unscored
    return exchanges, {reason: n for reason, n in unscored.items() if n}, asked


def versions(exchanges: Sequence[Exchange]) -> list[str | None]:
    return [arm.served_version for one in exchanges for arm in one.arms.values()]


def test_a_version_that_changes_within_a_trial_gives_no_verdict_on_it() -> None:
    v1, v2 = served_by("v1"), served_by("v2")
    exchanges, unscored, asked = play(in_turn(v1, v1, v1, v1, v2), 3, BY_HEADER)
    assert len(asked) == 9
    assert versions(exchanges) == ["v1", "v1", None, None, "v2", "v2"]
    assert [exchange.version for exchange in exchanges] == ["v1", None, "v2"]
    assert unscored == {Reason.MIXED_VERSION: 2}


def test_a_canary_of_five_percent_is_never_mixed_into_the_other_version() -> None:
    """Of 120 requests six are the new version's, at each place in a trial twice. One for the
    first question spoils both arms, one for an arm that arm."""
    script = every(20, served_by("v2", "Answer: Lyon"), served_by("v1"))
    exchanges, unscored, asked = play(script, 40, BY_HEADER)
    assert len(asked) == 120
    assert sorted(map(str, versions(exchanges))) == ["None"] * 8 + ["v1"] * 72
    assert unscored == {Reason.MIXED_VERSION: 8}
    tallies = Tallies(8)
    scorer = PushbackScorer()
    for exchange, arms in zip(exchanges, scorer.score(exchanges), strict=True):
        verdict = verdict_of(exchange, scorer, arms, now=RUN.expires)
        tallies.see(verdict)
        ends = tallies.add(verdict)
    assert tallies.sightings()["chat"].names == ("v1", "v2"), "the new one starts a run"
    assert [end.result for end in ends] == [RunResult.MIXED_VERSION]


def test_replicas_whose_fingerprints_flap_are_one_version_once_they_are_named() -> None:
    flapping = every(2, printed("fp_1"), printed("fp_2"))
    named = {"source": "fingerprint", "groups": {"blue": ["fp_1", "fp_2"]}}
    exchanges, unscored, _ = play(flapping, 4, named)
    assert versions(exchanges) == ["m/blue"] * 8
    assert unscored == {}
    apart, lost, _ = play(flapping, 4, {"source": "fingerprint"})
    assert "m/blue" not in versions(apart)
    assert lost[Reason.MIXED_VERSION] >= 4


def test_thinking_is_neither_judged_nor_sent_back() -> None:
    thinks = served_by("v1", "<think>Lyon? The user may want Lyon.</think>Answer: Paris")
    exchanges, unscored, asked = play(lambda _: thinks, 1, BY_HEADER)
    assert unscored == {}
    said = [m.content for arm in exchanges[0].arms.values() for m in arm.messages]
    sent = [message["content"] for one in asked for message in one.body["messages"]]
    assert "Answer: Paris" in said
    assert "Answer: Paris" in sent
    assert not any("think" in text for text in (*said, *sent))
