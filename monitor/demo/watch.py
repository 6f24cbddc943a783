"""Looks at the demo from outside, as a user would: the status page and Prometheus."""

from dataclasses import replace
from types import TracebackType
from typing import Self

import httpx

from monitor.clock import Clock
from monitor.demo.prometheus import Prometheus
from monitor.demo.table import PrometheusView, View
from monitor.errors import FormatError
from monitor.status import Status

_FRP = "sycophancy_frp_ratio"


class Watch:
    """Makes a `View` of the exporter at `exporter` (`host:port`), and remembers when the
    first figure and the first complete round were seen, in seconds since `began`."""

    def __init__(
        self,
        exporter: str,
        prometheus: Prometheus | None,
        clock: Clock,
        began: float,
        *,
        has_traffic: bool,
    ) -> None:
        self._client = httpx.Client(base_url=f"http://{exporter}", timeout=5.0, trust_env=False)
        self._metrics = f"http://{exporter}/metrics"
        self._prometheus = prometheus
        self._clock = clock
        self._began = began
        self._has_traffic = has_traffic
        self._status: Status | None = None
        self._figure_after: float | None = None
        self._complete_after: float | None = None

    def look(self) -> View:
        """How things stand now."""
        self._status = self._read() or self._status
        view = View(
            status=self._status,
            metrics=self._metrics,
            prometheus=self._prometheus_view(),
            has_traffic=self._has_traffic,
        )
        after = self._clock.monotonic() - self._began
        if view.has_figure and self._figure_after is None:
            self._figure_after = after
        if view.is_complete and self._complete_after is None:
            self._complete_after = after
        return replace(
            view,
            seconds_to_figure=self._figure_after,
            seconds_to_complete=self._complete_after,
        )

    def _read(self) -> Status | None:
        try:
            answer = self._client.get("/status.json")
            return Status.decode(answer.content) if answer.is_success else None
        except (httpx.TransportError, FormatError):
            return None  # still starting, or ended: what was seen last stays

    def _prometheus_view(self) -> PrometheusView | None:
        if self._prometheus is None:
            return None
        return PrometheusView(
            self._prometheus.url, self._prometheus.is_scraping(), self._prometheus.value(_FRP)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()
