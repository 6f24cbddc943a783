"""From what a scorer found to the record that says so. Pure."""

from monitor.exchange import LIVE_ARM, Exchange
from monitor.scorers import ArmResults, Scorer
from monitor.verdict import Unscored, Verdict


def family_of(exchange: Exchange) -> str:
    """The probe family, or `live`: what scorers are chosen by and rates are grouped by."""
    return exchange.probe.family if exchange.probe is not None else LIVE_ARM


def verdict_of(exchange: Exchange, scorer: Scorer, arms: ArmResults, now: float) -> Verdict:
    """The record that says what `scorer` found in `exchange`."""
    probe, versions = exchange.probe, exchange.versions()
    return Verdict(
        exchange=exchange.id,
        scorer=scorer.name,
        scorer_version=scorer.version,
        family=family_of(exchange),
        target=exchange.target,
        version=exchange.version,
        mixed_versions=versions if len(versions) > 1 else (),
        arms=arms,
        # The scorer's arms: it may have one for each turn of an arm.
        arms_planned=tuple(arms) if probe else (LIVE_ARM,),
        suite=probe.suite if probe else None,
        suite_fingerprint=probe.suite_fingerprint if probe else None,
        run=probe.run if probe else None,
        run_size=probe.run_size if probe else None,
        item_hash=probe.item_hash if probe else None,
        repeat=probe.repeat if probe else None,
        domain=probe.domain if probe else None,
        form=probe.form if probe else None,
        inclusion=exchange.inclusion,
        kept_by=exchange.kept_by,
        event_time=exchange.event_time,
        scored_time=now,
        trace_id=exchange.trace_id,
    )


def unjudged(exchange: Exchange, scorer: Scorer, why: Unscored) -> ArmResults:
    """`why` for each arm that the scorer has results for. It is asked about an exchange of which
    no arm was played: only the scorer knows its arms, and where that fails too, the plan's count.
    """
    if exchange.probe is None:
        return {LIVE_ARM: why}
    try:
        [arms] = scorer.score([exchange.model_copy(update={"arms": {}})])
    except Exception:  # noqa: BLE001  # whatever made it fail is told by who asks
        return dict.fromkeys(exchange.probe.arms, why)
    return dict.fromkeys(arms, why)
