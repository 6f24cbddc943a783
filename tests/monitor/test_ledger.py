"""Which records of the log show a version, and what the ledger knows of it."""

from collections.abc import Mapping
from typing import Any

import pytest

from monitor.ledger import Ledger
from monitor.record import RawRecord
from monitor.streams.topics import Topics
from monitor.verdict import Outcome, Verdict
from tests.fakes import FakeClock
from tests.monitor.verdicts import config, live, verdict

VERDICTS = Topics("test").verdicts
HEADER = {"source": "header", "name": "x-version"}
RECORD = {"source": "record", "name": "x-version"}


def record(one: Verdict) -> RawRecord:
    return RawRecord(VERDICTS, 0, 0, 0.0, one.key(), one.encode())


FIRST = record(verdict("a"))
NEXT = record(verdict("b", version="v2"))
LATER = record(verdict("c", version="v2"))


def taken(*records: RawRecord, ledger: Ledger | None = None, counted: bool = True) -> Ledger:
    ledger = ledger or Ledger(config(), FakeClock())
    for one in records:
        ledger.take(one, counted)
    return ledger


@pytest.mark.parametrize("counted", [True, False])
def test_a_new_version_is_known_from_the_record_that_shows_it(counted: bool) -> None:
    ledger = taken(FIRST, NEXT, NEXT, LATER, counted=counted)
    assert [*ledger.sightings()["bot"].news()] == [("v2", 100.0)]
    assert ledger.tallies().new_versions("bot") == 1
    assert ledger.counts().new_versions == {}, "it is counted where it is told"


def test_what_is_told_is_counted() -> None:
    ledger = taken(FIRST)
    ledger.count_new_version("bot")
    assert ledger.counts().new_versions == {"bot": 1}


def test_after_a_restart_versions_of_the_snapshot_are_known() -> None:
    _, saved = taken(FIRST, NEXT).snapshot()
    again = Ledger(config(), FakeClock())
    again.start_over(saved)
    taken(LATER, record(verdict("d", version="v3")), ledger=again)
    assert [*again.sightings()["bot"].news()] == [("v2", 100.0), ("v3", 100.0)]


@pytest.mark.parametrize(
    ("sources", "news"),
    [
        ({"source": "response_model"}, ["m-1"]),
        ([RECORD, HEADER], ["m-1"]),
        (HEADER, []),
        ([HEADER, {}], []),
        ({"source": "models"}, []),
    ],
)
def test_a_name_in_live_traffic_is_a_version_where_probes_read_the_same(
    sources: Any, news: list[str]
) -> None:
    bot: Mapping[str, Any] = {"endpoint": "http://bot.example/v1", "model": "m"}
    settings = config(targets={"bot": {**bot, "version": sources}})
    ledger = Ledger(settings, FakeClock())
    taken(FIRST, record(live(Outcome.HELD, "c", version="m-1")), ledger=ledger)
    assert [name for name, _ in ledger.sightings()["bot"].news()] == news
    assert ledger.tallies().new_versions("bot") == len(news), "and so are regression runs"
    shown = {version for _, version, _ in ledger.tallies().totals.each()}
    assert shown == {"v1", "m-1"}, "live calls keep their name in any case"
