"""All chosen judges asked, one after the other, until they are through or we are told to stop."""

import asyncio
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from monitor.clock import Clock
from monitor.endpoints.courtesy import asked_politely
from monitor.endpoints.openai_endpoint import OpenAIEndpoint
from monitor.errors import WorldError
from monitor.offline.files import Row
from monitor.study.evaluations import ASKED_AGAIN, EvaluationLog, Said
from monitor.study.folder import StudyFolder
from monitor.study.pairs import PairTable
from monitor.study.run.asking import Asking, Judge, Listener
from monitor.study.run.pictures import Pictures
from monitor.study.run.prompt import response_format
from monitor.study.run.record import JudgeRecord, record_file, record_for
from monitor.study.run.settings import JudgeSettings

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_VERSIONS_KEPT = 20

Begin = Callable[[str, int, int], Callable[[Said], object]]
"""Told a judge's name, how many pairs are settled and how many there are; gives who is told of
each pair that is done."""


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """What came of a run, by judge.

    `asked` counts the pairs of this run, `outcomes` all pairs: `answered`, each failure,
    `not_asked`. `fault` says why a judge was given up.
    """

    asked: int
    outcomes: Mapping[str, int]
    fault: str | None = None

    def as_json(self) -> Row:
        return {"asked": self.asked, **self.outcomes}


@dataclass(frozen=True, slots=True)
class Round:
    """A run that has ended. `told` is the signal that ended it early."""

    judges: Mapping[str, RoundCounts]
    told: signal.Signals | None = None


def ask_judges(
    folder: StudyFolder, judges: Mapping[str, JudgeSettings], clock: Clock, begin: Begin
) -> Round:
    """Ask each judge about each pair that it has not answered yet.

    A judge that is silent is given up and the others are still asked. Raises `InputError` before
    anything is asked when pairs, secrets or a judge's file cannot be used.
    """
    pairs = PairTable(folder.pairs)
    logs = {name: folder.evaluations_of(name) for name in judges}
    records = {
        name: record_for(name, settings, logs[name], folder.pairs)
        for name, settings in judges.items()
    }
    done: dict[str, RoundCounts] = {}
    for name, settings in judges.items():
        with EvaluationLog(logs[name]) as log:
            keeper = _Keeper(records[name], log, folder, len(pairs))
            on_said = begin(name, *keeper.progress())
            told, fault = None, None
            try:
                told = asyncio.run(
                    _ask_until_told(name, settings, folder, pairs, clock, keeper, on_said)
                )
            except WorldError as error:
                fault = str(error)
            done[name] = RoundCounts(keeper.asked, keeper.close(), fault)
        if told is not None:
            return Round(done, told)
    return Round(done)


class _Keeper:
    """The record of a judge, kept up to date; it stands before the first pair is asked."""

    def __init__(
        self, record: JudgeRecord, log: EvaluationLog, folder: StudyFolder, pairs: int
    ) -> None:
        self.log = log
        self.asked = 0
        self._pairs = pairs
        self._file = record_file(folder.evaluations_of(record.judge))
        self._record = record
        self._record.save(self._file)

    def progress(self) -> tuple[int, int]:
        """How many pairs are settled, and how many there are."""
        settled = sum(
            count for failure, count in self.log.outcomes().items() if failure not in ASKED_AGAIN
        )
        return settled, self._pairs

    def note_version(self, version: str) -> None:
        """Keep a served version, if it is new and they are few."""
        known = self._record.served_versions
        if version not in known and len(known) < _VERSIONS_KEPT:
            self._record = self._record.model_copy(update={"served_versions": (*known, version)})
            self._record.save(self._file)

    def close(self) -> Mapping[str, int]:
        """Write the counts of the whole file, and give them."""
        found = {str(f or "answered"): count for f, count in self.log.outcomes().items()}
        rest = self._pairs - sum(found.values())
        outcomes = {"answered": found.pop("answered", 0), **dict(sorted(found.items()))}
        outcomes["not_asked"] = rest
        self._record = self._record.model_copy(update={"outcomes": outcomes})
        self._record.save(self._file)
        return outcomes


async def _ask_until_told(
    name: str,
    settings: JudgeSettings,
    folder: StudyFolder,
    pairs: PairTable,
    clock: Clock,
    keeper: _Keeper,
    on_said: Callable[[Said], object],
) -> signal.Signals | None:
    """Ask one judge; gives the signal that ended it early. What is in flight then is dropped."""

    def listen(said: Said) -> None:
        keeper.asked += 1
        on_said(said)

    pictures = Pictures(folder.root)
    asked = OpenAIEndpoint(settings, clock, pictures.open, response_format(settings.output))
    endpoint = asked_politely(asked, settings, clock)
    judge = Judge(name, endpoint, settings.sees_images, settings.concurrency)
    asking = Asking(judge, keeper.log, pictures, clock, Listener(listen, keeper.note_version))
    told: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(asking.ask(pairs))

    def stop(number: signal.Signals) -> None:
        told.append(number)
        task.cancel()

    for number in _SIGNALS:
        loop.add_signal_handler(number, stop, number)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
        await endpoint.close()
    return told[0] if told else None
