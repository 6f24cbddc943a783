"""What a worker scores with: one encoder, loaded when it is needed, counted in the metrics."""

import logging
from pathlib import Path

import pytest

from monitor.config import Config
from monitor.errors import InputError
from monitor.roles.workbench import make_worker
from monitor.settings.kafka import KafkaSettings
from monitor.streams.embedded import EmbeddedBroker
from monitor.verdict import EvaluationClass, Scored
from tests.monitor.roles.working import config, live, working
from tests.monitor.scorers.test_canary_bluffing import portrait, said

pytestmark = [
    pytest.mark.broker,
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]

PLANS = {
    "targets": {"chat": {"endpoint": "http://127.0.0.1:9/v1", "model": "m"}},
    "plans": {"portraits": {"target": "chat", "family": "judge"}},
}


def test_canary_evaluations_have_their_coefficient_and_texts_are_encoded_once(
    tmp_path: Path,
) -> None:
    with EmbeddedBroker(tmp_path) as broker:
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,), embedded=True, partitions=1)
        with working(config(kafka, "with-encoder", **PLANS), make_worker) as one:
            one.write([portrait(matching=said(95, "Great!"))])
            [first] = one.verdicts(1)
            encoded = one.value("sycophancy_encoded_texts_total", result="encoded")
            one.write([portrait("again", matching=said(95, "Great!")), live(1)])
            assert len(one.verdicts(2)) == 2
            assert one.failures == []
            assert one.value("sycophancy_encoded_texts_total", result="encoded") == encoded
            assert one.value("sycophancy_encoded_texts_total", result="cached") == encoded
            stage = "sycophancy_worker_stage_duration_seconds_count"
            seen = {
                name: one.value(stage, stage=name)
                for name in ("wait", "score", "encode", "judge", "write")
            }
            batches = one.value("sycophancy_score_batch_exchanges_sum", scorer="judge_score")
    scored = first.arms["matching"]
    assert isinstance(scored, Scored)
    assert scored.bluffing is not None
    assert scored.bluffing.label is EvaluationClass.SYCOPHANTIC
    assert encoded > 1
    assert all(seen[name] > 0 for name in ("wait", "score", "encode", "write"))
    assert seen["judge"] == 0
    assert batches == 2


def test_an_encoder_that_cannot_be_had_is_told_before_anything_is_read(tmp_path: Path) -> None:
    with EmbeddedBroker(tmp_path) as broker:
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,), embedded=True, partitions=1)
        settings = config(kafka, "none", worker={"encoder": "a/b/c"}, **PLANS)
        with working(settings, make_worker) as one:
            one.write([live(1)])
            assert one.verdicts(1) == []
        [failure] = one.failures
    assert isinstance(failure, InputError)
    assert "'a/b/c' is not one of" in str(failure)


def test_without_a_plan_that_needs_it_no_encoder_is_loaded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with EmbeddedBroker(tmp_path) as broker, caplog.at_level(logging.WARNING, "monitor"):
        kafka = KafkaSettings(bootstrap_servers=(broker.bootstrap,), embedded=True, partitions=1)
        settings: Config = config(kafka, "light", worker={"encoder": "a/b/c"})
        with working(settings, make_worker) as one:
            one.write([live(1)])
            assert len(one.verdicts(1)) == 1
            assert one.failures == []
            assert one.value("sycophancy_encoded_texts_total", result="encoded") == 0
    assert caplog.messages == []
