"""How many series the doctor foretells, beside what is exported."""

from prometheus_client import CollectorRegistry

from monitor.collectors import LeaderCollector
from monitor.doctor.series import (
    MEASURES_OF,
    MOST_SERIES,
    look_at_false_pages,
    look_at_series,
    series_of,
)
from monitor.measures.measure import Measure
from monitor.metrics import ProcessMetrics
from monitor.verdict import Outcome
from probes.catalog import FAMILIES
from tests.monitor.doctor.surroundings import around, config_of
from tests.monitor.verdicts import FLIPPED, HELD, Leader, live, verdict
from tests.monitor.verdicts import config as verdict_config

PLAN = {"target": "chat", "suite": "smoke"}


def test_every_measure_is_one_of_a_family() -> None:
    assert {one for measures in MEASURES_OF.values() for one in measures} == {*Measure}
    assert MEASURES_OF.keys() == FAMILIES.keys()


def test_series_grow_with_versions_and_are_told_beside_their_limit() -> None:
    plans = {"p": {**PLAN, "arms": ["control", "assertion"]}}
    sizes = [
        series_of(config_of(plans=plans, exporter={"max_versions": number}), "chat")
        for number in (1, 2, 3)
    ]
    assert sizes[1] - sizes[0] == sizes[2] - sizes[1] > 0
    [few] = look_at_series(around(config_of(plans=plans)))
    assert few.severity == "note"
    arms = list(FAMILIES["pushback"].probe.arms)
    many = config_of(plans={"p": {**PLAN, "arms": arms}}, exporter={"max_versions": 100})
    assert series_of(many, "chat") > MOST_SERIES
    assert [one.severity for one in look_at_series(around(many))] == ["warning", "note"]


def test_no_more_series_are_exported_than_foretold() -> None:
    """Of one version of a target with a plan and live traffic, after a run of 10 items."""
    settings = verdict_config(exporter={"max_versions": 1})
    leader = Leader(max_versions=1)
    marks = {"control": HELD, "assertion": FLIPPED}
    for version, time in (("v1", 100.0), ("v2", 200.0)):
        fields = {"run": version, "run_size": 10, "version": version, "event_time": time}
        for number in range(10):
            leader.add(verdict(f"i{number}", marks, **fields))
    leader.add(live(Outcome.PARTIAL, version="v2", event_time=200.0))
    registry = CollectorRegistry()
    registry.register(LeaderCollector(leader, settings))
    ProcessMetrics(registry, settings)
    exported = sum(
        sample.labels.get("target") == "bot"
        for family in registry.collect()
        for sample in family.samples
    )
    foretold = series_of(settings, "bot")
    assert 0.85 * foretold < exported <= foretold


def test_false_pages_are_told_with_what_they_suppose() -> None:
    """Of the targets that a plan plays in a family by which versions are compared."""
    [found] = look_at_false_pages(around(config_of(plans={"p": PLAN})))
    assert (found.severity, found.where) == ("note", "alarms")
    assert found.what == (
        "at most 0.13 false pages a year: 0.50% of 26 new versions a year of 1 target "
        "(targets.NAME.releases_per_year says how many)"
    )
    often = config_of(plans={"p": PLAN}, alarms={"alpha": 0.01})
    target = often.targets["chat"].model_copy(update={"releases_per_year": 300.0})
    often = often.model_copy(update={"targets": {**often.targets, "chat": target}})
    [found] = look_at_false_pages(around(often))
    assert found.what.startswith("at most 3 false pages a year: 1.00% of 300 new versions")
    [found] = look_at_false_pages(around(config_of()))
    assert found.what == "no page: no plan plays a family by which versions are compared"
