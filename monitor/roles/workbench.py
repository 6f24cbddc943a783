"""What a worker scores with, put together from the configuration."""

import logging
from collections.abc import Callable

from monitor.extras import is_installed
from monitor.judges.openai_judge import OpenAIJudge, free
from monitor.metrics import ProcessMetrics, TextResult, WorkerStage
from monitor.roles.judge_desk import JudgeDesk, TimedJudge
from monitor.roles.role import Outfit
from monitor.roles.worker import WorkerRole
from monitor.scorers.canary_bluffing import LazyBluffing
from monitor.scorers.catalog import make_scorers
from monitor.scorers.shared_encoder import Encoded, EncoderChoice, SharedEncoder
from probes.judge import Judge as JudgeProbe

log = logging.getLogger(__name__)

_BLUFFING_PACKAGES = ("torch", "sentence_transformers", "spacy", "rouge_score")


def make_worker(outfit: Outfit) -> WorkerRole:
    """A worker, before it reads anything: what it is sure to need is loaded and warm. Raises
    `InputError` for an encoder that there is not."""
    config, clock, metrics = outfit.config, outfit.clock, outfit.metrics
    bluffing = _bluffing(outfit)
    if config.judge is None:
        return WorkerRole(outfit, make_scorers(None, bluffing))
    has_budget = config.judge.budget is not None
    desk = JudgeDesk(config, config.judge, clock, metrics) if has_budget else None
    asked = OpenAIJudge(config.judge, clock, free if desk is None else desk.paid)
    judge = TimedJudge(asked, clock, metrics.stage_seconds.labels(WorkerStage.JUDGE).observe)
    return WorkerRole(outfit, make_scorers(judge, bluffing), desk, [judge.close])


def _bluffing(outfit: Outfit) -> LazyBluffing | None:
    config = outfit.config
    has_plan = any(plan.family == JudgeProbe.name for plan in config.plans.values())
    if not is_installed(*_BLUFFING_PACKAGES):
        if has_plan:
            log.warning(
                "no Bluffing Coefficient of the family %s: pip install "
                "'sycophancy-monitor[bluffing]' brings what it needs",
                JudgeProbe.name,
            )
        return None
    bluffing = LazyBluffing(shared_encoder(outfit))
    if has_plan:
        bluffing.load()
    return bluffing


def shared_encoder(outfit: Outfit) -> SharedEncoder:
    """The one encoder of this process, counted in its metrics."""
    settings, metrics = outfit.config.worker, outfit.metrics

    def watch(device: str, taken: Callable[[], int]) -> None:
        metrics.device_memory.labels(device).set_function(taken)

    return SharedEncoder(
        EncoderChoice(settings.encoder, settings.device),
        outfit.clock,
        lambda encoded: _count(metrics, encoded),
        watch,
    )


def _count(metrics: ProcessMetrics, encoded: Encoded) -> None:
    for result, number in (
        (TextResult.CACHED, encoded.cached),
        (TextResult.ENCODED, encoded.encoded),
        (TextResult.TOO_LONG, encoded.too_long),
    ):
        metrics.encoded_texts.labels(result.value).inc(number)
    metrics.stage_seconds.labels(WorkerStage.ENCODE).observe(encoded.seconds)
