"""What all verdicts up to now amount to: totals, runs in progress, last complete runs.

Pure, no clock: the same verdicts in any order give the same totals and the same rates.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from monitor.runs import Run, RunPlan, TrialKey, plan_of
from monitor.sightings import Sightings
from monitor.tallies_state import (
    BookState,
    SightingsState,
    TalliesState,
    VersionState,
    run_of,
    state_of,
)
from monitor.totals import (
    UNKNOWN_VERSION,
    ArmMark,
    RunEnd,
    RunResult,
    Stream,
    Totals,
    VersionCounts,
)
from monitor.verdict import Verdict

MAX_OPEN_RUNS = 8
"""Runs of one stream that may wait for verdicts; with one more, the oldest is given up."""
MAX_ENDED_RUNS = 64
"""Ids of ended runs that are remembered, so that a late verdict does not open one again."""


class RunBook:
    """The runs of one stream.

    `complete` holds the last complete run of each version, newest by event time. A run that
    a newer one overtook counts as incomplete at once, but stays open for late verdicts (up to
    `MAX_OPEN_RUNS`): should it still become complete, it speaks for its version where no
    newer run does, so that rates do not depend on the order of arrival.
    """

    def __init__(self) -> None:
        self.open: dict[str, Run] = {}
        self.complete: dict[str, Run] = {}
        self.overtaken: set[str] = set()
        self.ended: dict[str, None] = {}
        self.finished: list[Run] = []
        """Runs of which all trials came in, and that nobody has asked for yet."""
        self.newest: tuple[float, str] | None = None
        """Order of the newest complete run, whether or not it moved a gauge."""

    def add(self, plan: RunPlan, key: TrialKey, verdict: Verdict) -> list[RunResult]:
        """Take in one verdict; gives how runs ended by it."""
        if plan.id in self.ended:
            return []
        run = self.open.get(plan.id)
        if run is None:
            run = self.open[plan.id] = Run(plan, verdict.event_time)
        run.add(key, verdict)
        results = [*self._close(run)] if run.is_complete else []
        return [*results, *self._overtake(), *self._give_up()]

    def _close(self, run: Run) -> Iterator[RunResult]:
        self._end(run)
        self.newest = max(self.newest or run.order, run.order)
        self.finished.append(run)
        result = _result_of(run)
        if run.plan.id not in self.overtaken:
            yield result
        self.overtaken.discard(run.plan.id)
        if result is not RunResult.COMPLETE:
            return
        before = self.complete.get(run.version)
        if before is None or before.order < run.order:
            self.complete[run.version] = run

    def _overtake(self) -> Iterator[RunResult]:
        for id_, run in self.open.items():
            if self.newest and run.order < self.newest and id_ not in self.overtaken:
                self.overtaken.add(id_)
                yield RunResult.INCOMPLETE

    def _give_up(self) -> Iterator[RunResult]:
        while len(self.open) > MAX_OPEN_RUNS:
            run = min(self.open.values(), key=lambda run: run.order)
            self._end(run)
            if run.plan.id not in self.overtaken:
                yield RunResult.INCOMPLETE
            self.overtaken.discard(run.plan.id)

    def _end(self, run: Run) -> None:
        del self.open[run.plan.id]
        self.ended[run.plan.id] = None
        if len(self.ended) > MAX_ENDED_RUNS:
            del self.ended[next(iter(self.ended))]

    def keep(self, versions: Collection[str]) -> None:
        """Drop the complete runs of versions that retired."""
        for version in self.complete.keys() - set(versions):
            del self.complete[version]

    def last_complete(self) -> Iterator[tuple[str, Run]]:
        """Version and run of all that gauges describe.

        A run of no known version (an endpoint that was down) is passed over as soon as a
        newer one has a version: its gauges would otherwise stand for ever.
        """
        newest = max((run.order for run in self.complete.values()), default=None)
        for version, run in self.complete.items():
            if version != UNKNOWN_VERSION or run.order == newest:
                yield version, run

    def in_progress(self) -> Run | None:
        """The newest run that is neither complete nor overtaken."""
        waiting = [run for id_, run in self.open.items() if id_ not in self.overtaken]
        return max(waiting, key=lambda run: run.order, default=None)


class Tallies:
    """All that the leader knows. Whoever adds has dropped repeats already.

    Bounded: per stream `max_versions` versions, `MAX_OPEN_RUNS` open runs and one complete
    run per version.
    """

    def __init__(self, max_versions: int) -> None:
        self.totals = Totals(max_versions)
        self._books: dict[Stream, RunBook] = {}
        self._sightings: dict[str, Sightings] = {}

    def see(self, verdict: Verdict) -> None:
        """Take note of the versions that a verdict names."""
        for version in (verdict.version, *verdict.mixed_versions):
            if version:
                seen = self._sightings.setdefault(verdict.target, Sightings())
                seen.see(version, verdict.event_time)

    def sightings(self) -> Mapping[str, Sightings]:
        """The versions that were ever seen, by target."""
        return self._sightings

    def new_versions(self, target: str) -> int:
        """How many versions of the target were first seen beside others, ever."""
        seen = self._sightings.get(target)
        return seen.new if seen else 0

    def newest_has_run(self, target: str, family: str) -> bool:
        """Whether a run was played to its end by the target's newest version alone."""
        seen, book = self._sightings.get(target), self._books.get(Stream(target, family))
        return seen is not None and book is not None and seen.newest in book.complete

    def has_ended(self, target: str, family: str, run: str) -> bool:
        """Whether a run has nothing left to be played: all its verdicts are here."""
        book = self._books.get(Stream(target, family))
        return book is not None and run in book.ended

    def add(self, verdict: Verdict) -> Sequence[RunEnd]:
        """Take in one verdict; gives the runs that ended by it, for a process's counters."""
        stream = Stream(verdict.target, verdict.family)
        results = self._add_to_run(stream, verdict)
        retired = self.totals.add(verdict)
        if retired or results:
            self._book(stream).keep({*self.totals.streams[stream], UNKNOWN_VERSION})
        ends = [RunEnd(stream, result) for result in results]
        for end in ends:
            self.totals.add_run(end)
        return ends

    def take_finished(self, stream: Stream) -> list[Run]:
        """The runs of a stream whose last trial came in since this was last asked, whatever their
        end."""
        book = self._book(stream)
        finished, book.finished = book.finished, []
        return finished

    def _add_to_run(self, stream: Stream, verdict: Verdict) -> list[RunResult]:
        plan = plan_of(verdict)
        if plan is None or verdict.item_hash is None or verdict.repeat is None:
            return []
        return self._book(stream).add(plan, TrialKey(verdict.item_hash, verdict.repeat), verdict)

    def _book(self, stream: Stream) -> RunBook:
        return self._books.setdefault(stream, RunBook())

    def add_dead_letter(self, topic: str, reason: str) -> None:
        self.totals.add_dead_letter(topic, reason)

    def last_complete(self) -> Iterator[tuple[Stream, str, Run]]:
        """Stream, version and run of all that gauges describe."""
        for stream, book in self._books.items():
            for version, run in book.last_complete():
                yield stream, version, run

    def in_progress(self) -> Iterator[tuple[Stream, Run]]:
        """For each stream the newest run that is under way."""
        for stream, book in self._books.items():
            run = book.in_progress()
            if run is not None:
                yield stream, run

    def snapshot(self) -> TalliesState:
        """Everything, as one record that can be saved."""
        totals = self.totals
        return TalliesState(
            versions=tuple(
                VersionState(
                    stream=stream,
                    version=version,
                    first=counts.first,
                    last=counts.last,
                    counts=tuple((*key, n) for key, n in counts.by_arm.items()),
                )
                for stream, version, counts in totals.each()
            ),
            books=tuple(_state_of_book(stream, book) for stream, book in self._books.items()),
            dead_letters=tuple((*key, n) for key, n in totals.dead_letters.items()),
            runs=tuple((end.stream, end.result, n) for end, n in totals.runs.items()),
            sightings=tuple(
                SightingsState(target=target, names=seen.names, new=seen.new, times=seen.times)
                for target, seen in self._sightings.items()
            ),
        )

    @classmethod
    def restore(cls, state: TalliesState, max_versions: int) -> "Tallies":
        """The tallies that gave `state`; with a lower `max_versions` the oldest retire."""
        tallies = cls(max_versions)
        totals = tallies.totals
        for saved in state.versions:
            counts = VersionCounts(saved.first, saved.last)
            counts.by_arm = {ArmMark(arm, mark): n for arm, mark, n in saved.counts}
            totals.streams.setdefault(saved.stream, {})[saved.version] = counts
        totals.dead_letters = {(topic, reason): n for topic, reason, n in state.dead_letters}
        totals.runs = {RunEnd(stream, result): n for stream, result, n in state.runs}
        for book in state.books:
            tallies._books[book.stream] = _book_of(book)
        if state.sightings is None:
            for saved in sorted(state.versions, key=lambda saved: (saved.first, saved.version)):
                if saved.version != UNKNOWN_VERSION:
                    seen = tallies._sightings.setdefault(saved.stream.target, Sightings())
                    seen.see(saved.version, saved.first)
        for sighted in state.sightings or ():
            tallies._sightings[sighted.target] = Sightings(sighted.by_name(), sighted.new)
        for stream, versions in totals.streams.items():
            if totals.retire(versions):
                tallies._book(stream).keep({*versions, UNKNOWN_VERSION})
        return tallies


def _result_of(run: Run) -> RunResult:
    """How a run ended of which every trial is here."""
    if run.is_cut_short:
        return RunResult.INCOMPLETE
    return RunResult.MIXED_VERSION if run.is_mixed else RunResult.COMPLETE


def _state_of_book(stream: Stream, book: RunBook) -> BookState:
    return BookState(
        stream=stream,
        open=tuple(state_of(run) for run in book.open.values()),
        complete={version: state_of(run) for version, run in book.complete.items()},
        overtaken=tuple(sorted(book.overtaken)),
        ended=tuple(book.ended),
        newest=book.newest,
    )


def _book_of(state: BookState) -> RunBook:
    book = RunBook()
    book.open = {saved.id: run_of(saved) for saved in state.open}
    book.complete = {version: run_of(saved) for version, saved in state.complete.items()}
    book.overtaken = set(state.overtaken)
    book.ended = dict.fromkeys(state.ended)
    book.newest = state.newest
    return book
