"""Every check: the one table that `sycomon doctor` goes through. A new check is a new row."""

from collections.abc import Iterator, Sequence

from monitor.clock import Clock, Deadline
from monitor.config import Config
from monitor.doctor import brokers, clocks, files, judges, plans, series, sources, targets, versions
from monitor.doctor.examination import CONFIGURATION
from monitor.doctor.finding import Check, Finding, Severity, Surroundings
from monitor.endpoint import Endpoint
from monitor.endpoints.courtesy import asked_politely
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.endpoints.server_date import server_date
from monitor.judges.openai_judge import OpenAIJudge
from monitor.pictures import shipped_picture
from monitor.scorers.judge import Judge
from monitor.settings.endpoints import JudgeSettings, TargetSettings
from monitor.streams.inspection import BrokerInspection


def _look_at_configuration(surroundings: Surroundings) -> Iterator[Finding]:
    """That it could be read was the check."""
    config = surroundings.config
    what = f"valid: {len(config.targets)} targets, {len(config.plans)} plans, "
    what += f"{len(config.intake.sources)} sources"
    yield Finding(CONFIGURATION, Severity.OK, what)


CHECKS: Sequence[Check] = (
    Check(CONFIGURATION, _look_at_configuration, is_local=True, failure_status=2),
    Check(files.NAME, files.look_at_files, is_local=True, failure_status=2),
    Check(brokers.BROKER, brokers.look_at_broker),
    Check(brokers.TOPICS, brokers.look_at_topics, needs=(brokers.BROKER,)),
    Check(sources.NAME, sources.look_at_sources, seconds=60, needs=(brokers.BROKER,)),
    Check(targets.TARGETS, targets.look_at_targets, seconds=120),
    Check(versions.VERSIONS, versions.look_at_versions, is_local=True),
    Check(judges.JUDGE, judges.look_at_judge, seconds=120),
    Check(judges.JUDGE_QUALITY, judges.look_at_judge_quality, is_local=True),
    Check(clocks.CLOCK, clocks.look_at_endpoint_clocks),
    Check(clocks.BROKER_CLOCK, clocks.look_at_broker_clock, needs=(brokers.BROKER,)),
    Check(plans.PLANS, plans.look_at_plans, seconds=60, is_local=True),
    Check(plans.BUDGETS, plans.look_at_budgets, seconds=60, is_local=True),
    Check(series.SERIES, series.look_at_series, is_local=True),
    Check(series.FALSE_PAGES, series.look_at_false_pages, is_local=True),
)
"""In the order in which they are done."""

LIVE: Sequence[Check] = tuple(
    check for check in CHECKS if check.name in (targets.TARGETS, versions.VERSIONS)
)
"""Those of `sycomon check-config --live`."""


def around(config: Config, clock: Clock) -> Surroundings:
    """The world as it is. A check is given a deadline of its own."""

    def make_endpoint(settings: TargetSettings) -> Endpoint:
        return asked_politely(OpenAIEndpoint(settings, clock, shipped_picture), settings, clock)

    def make_judge(settings: JudgeSettings) -> Judge:
        return OpenAIJudge(settings, clock)

    return Surroundings(
        config=config,
        clock=clock,
        deadline=Deadline.after(clock, 0.0),
        broker=BrokerInspection(config.kafka),
        make_endpoint=make_endpoint,
        make_judge=make_judge,
        server_date=server_date,
    )
