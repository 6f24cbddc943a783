"""What the demo sees of its exporter, on the real web server."""

from collections.abc import Iterator

import pytest
from prometheus_client import CollectorRegistry

from monitor.demo.watch import Watch
from monitor.status import Status
from monitor.web import WebServer, pages
from tests.fakes import FakeClock
from tests.monitor.demo.statuses import COMPLETE, UNDER_WAY, status, target


class Exporter:
    """Serves a status that tests set."""

    def __init__(self) -> None:
        self.status = status()
        table = pages(CollectorRegistry(), lambda: None, lambda: None, self.read)
        self.web = WebServer("127.0.0.1", 0, table)
        self.address = f"127.0.0.1:{self.web.port}"
        self.web.start()

    def read(self) -> Status:
        return self.status


@pytest.fixture
def exporter() -> Iterator[Exporter]:
    serving = Exporter()
    yield serving
    serving.web.stop()


def test_it_remembers_when_figures_were_first_seen(exporter: Exporter) -> None:
    clock = FakeClock(100.0)
    with Watch(exporter.address, None, clock, 90.0, has_traffic=True) as watch:
        nothing = watch.look()
        clock.advance(5.0)
        exporter.status = status(target(None, UNDER_WAY))
        first = watch.look()
        clock.advance(50.0)
        exporter.status = status(target(COMPLETE, None))
        complete = watch.look()
        clock.advance(50.0)
        later = watch.look()
    assert [
        (view.seconds_to_figure, view.seconds_to_complete)
        for view in (nothing, first, complete, later)
    ] == [(None, None), (15.0, None), (15.0, 65.0), (15.0, 65.0)]
    assert complete.status == exporter.status
    assert complete.metrics == f"http://{exporter.address}/metrics"
    assert complete.prometheus is None
    assert complete.has_traffic


def test_what_was_seen_last_stays_when_the_exporter_is_gone(exporter: Exporter) -> None:
    exporter.status = status(target(None, UNDER_WAY))
    with Watch(exporter.address, None, FakeClock(), 0.0, has_traffic=False) as watch:
        seen = watch.look()
        exporter.web.stop()
        assert watch.look() == seen


def test_before_the_exporter_is_there(exporter: Exporter) -> None:
    exporter.web.stop()
    with Watch(exporter.address, None, FakeClock(), 0.0, has_traffic=False) as watch:
        assert watch.look().status is None
