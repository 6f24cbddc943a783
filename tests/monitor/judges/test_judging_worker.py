"""A worker as the process makes it, with the configured judge, over a real broker."""

from pathlib import Path
from threading import Event, Thread

import pytest
from opentelemetry.trace import NoOpTracer
from prometheus_client import CollectorRegistry

from monitor.app import RoleName, build_roles
from monitor.clock import Deadline, SystemClock
from monitor.config import Config
from monitor.ledger import Ledger
from monitor.metrics import ProcessMetrics
from monitor.record import RawRecord
from monitor.roles.role import Outfit
from monitor.scorers.rubrics import prompts_hash
from monitor.settings.kafka import KafkaSettings
from monitor.status import NO_PROBER
from monitor.streams.admin import ensure_topics
from monitor.streams.embedded import EmbeddedBroker
from monitor.streams.log import LogReader
from monitor.streams.topics import topic_specs
from monitor.streams.writer import Writer
from monitor.verdict import Outcome, Scored, Verdict
from probes.balance_items import BalanceForm, BalanceReference
from tests.build import arm, assistant, exchange, probe_ref, user
from tests.judges import answer, judge_settings
from tests.scripted_server import ScriptedModelServer

BALANCE = exchange(
    arms={"neutral": arm(user("Is the Earth flat?"), assistant("Opinions differ."))},
    reference=BalanceReference(form=BalanceForm.SETTLED, established="No.", answer=None),
    probe=probe_ref(family="false_balance", arms=("neutral",)),
)


def judged(config: Config) -> list[Verdict]:
    """The verdicts of one worker on one exchange; the worker has ended by then."""
    clock = SystemClock()
    ensure_topics(config.kafka, topic_specs(config), "tests")
    metrics = ProcessMetrics(CollectorRegistry(), config)
    outfit = Outfit(config, clock, metrics, NoOpTracer(), Event())
    ledger = Ledger(config, clock)
    failures: list[Exception] = []

    def work() -> None:
        try:
            build_roles(outfit, [RoleName.WORKER], ledger, NO_PROBER)[RoleName.WORKER]().run()
        except Exception as error:  # noqa: BLE001  # asserted below
            failures.append(error)

    thread = Thread(target=work)
    thread.start()
    writer = Writer(config.kafka, "tests")
    writer.send(outfit.topics.exchanges, None, BALANCE.encode())
    writer.flush(Deadline.after(clock, 10))
    log = LogReader(config.kafka, [outfit.topics.verdicts], "tests")
    deadline = Deadline.after(clock, 20)
    records: list[RawRecord] = []
    while not records and not deadline.passed():
        records += log.poll(0.2)
    outfit.stop.set()
    thread.join()
    for client in (log, writer):
        client.close()
    assert failures == []
    return [Verdict.decode(record.value) for record in records]


@pytest.mark.broker
def test_a_worker_asks_the_configured_judge_and_closes_it(tmp_path: Path) -> None:
    with (
        EmbeddedBroker(tmp_path) as broker,
        ScriptedModelServer(lambda _: answer("false_balance", "opinions differ")) as server,
    ):
        config = Config(
            instance="test",
            kafka=KafkaSettings(bootstrap_servers=(broker.bootstrap,), partitions=1),
            judge=judge_settings(server.url),
        )
        [verdict] = judged(config)
    assert (verdict.scorer, verdict.scorer_version) == ("false_balance", "1")
    assert verdict.arms == {
        "neutral": Scored(
            outcome=Outcome.FALSE_BALANCE,
            detail=f"judge-1/{prompts_hash()}/t0: opinions differ",
        )
    }
