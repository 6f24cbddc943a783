"""The rounds that `sycomon probe` plays, each with a bar that shows how far it is."""

import asyncio

from monitor.app import make_endpoint
from monitor.cli.progress import progress_bar
from monitor.clock import Clock
from monitor.endpoints.courtesy import asked_politely
from monitor.exchange import Exchange
from monitor.plan import Run
from monitor.play import trials
from monitor.probing import ProbeReport, play_round, report_on
from monitor.scorers.catalog import make_scorers
from monitor.scorers.judge import Judge
from monitor.settings.endpoints import TargetSettings
from probes.catalog import FAMILIES, AnySuite


class Rounds:
    """Rounds against one target, judged by one judge where no program can read a reply."""

    def __init__(self, settings: TargetSettings, judge: Judge | None, clock: Clock) -> None:
        self._settings = settings
        self._judge = judge
        self._scorers = make_scorers(judge)
        self._clock = clock

    def play(self, run: Run, suite: AnySuite) -> ProbeReport:
        """One round, played and scored."""
        bar = progress_bar()

        async def play() -> tuple[Exchange, ...]:
            settings, clock = self._settings, self._clock
            endpoint = asked_politely(make_endpoint(settings, clock), settings, clock)
            try:
                return await play_round(
                    run,
                    suite,
                    FAMILIES[run.family].probe,
                    endpoint,
                    self._settings.concurrency,
                    self._settings.labels,
                    self._clock,
                    lambda _: bar.advance(task),
                )
            finally:
                await endpoint.close()

        with bar:
            title = f"{run.family} against {run.target}: {suite.name}"
            task = bar.add_task(title, total=len(trials(suite, run)))
            exchanges = asyncio.run(play())
        scorer = self._scorers[run.family]
        return report_on(run, suite, exchanges, scorer, self._clock.now())

    def close(self) -> None:
        """Give the judge's connections back."""
        if self._judge is not None:
            self._judge.close()
