"""What a prober looks at between runs: pauses, rests and budgets, and who is told of them."""

import logging
import math
from collections.abc import Mapping

from monitor.budgets import limited_units
from monitor.metrics import ProcessMetrics
from monitor.roles.bulletin import Bulletin
from monitor.roles.holding import Hold, pause_of, rest_of
from monitor.roles.role import Outfit
from monitor.roles.spending import Spending, Spent
from monitor.roles.stage import Stage
from monitor.status import BudgetStatus, PauseStatus, PlanStatus, ProberBoard
from monitor.timetable import Timetable

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often it is looked: well within a lease, which is 6 seconds or more."""


class Lookout:
    """Keeps `halt` as the state topic, the configuration and the stop file have it, and says so
    in the log, the metrics and the status."""

    def __init__(
        self,
        outfit: Outfit,
        bulletin: Bulletin,
        spending: Spending,
        stage: Stage,
        board: ProberBoard,
        timetables: Mapping[str, Timetable],
    ) -> None:
        self._outfit = outfit
        self._timetables = timetables
        self._bulletin = bulletin
        self._spending = spending
        self._halt = stage.halt
        self._forget_rest = stage.forget_rest
        self._board = board
        self._metrics: ProcessMetrics = outfit.metrics
        self._next = 0.0
        self._paused: dict[str, Hold] = {}
        self._resting: dict[str, Hold] = {}

    def hurry(self) -> None:
        """Something changed: look again at the next occasion."""
        self._next = 0.0

    def look(self) -> None:
        """Look again where it is time to."""
        now = self._outfit.clock.monotonic()
        if now < self._next:
            return
        self._bulletin.follow()
        self._bulletin.forget_past_days()
        self._bulletin.forget_past_announcements()
        self._look_at_targets()
        self._look_at_budgets()
        self._look_at_plans()
        self._next = now + LOOK_SECONDS

    def _look_at_targets(self) -> None:
        config, state = self._outfit.config, self._bulletin.state
        now, is_stopped = self._outfit.clock.now(), self._halt.is_stopped()
        found = {name: pause_of(config, state, name, is_stopped, now) for name in config.targets}
        paused = {name: hold for name, hold in found.items() if hold is not None}
        for name in config.targets:
            self._metrics.paused.labels(name).set(name in paused)
            if paused.get(name) != self._paused.get(name):
                hold = paused.get(name)
                log.info("target %s %s", name, f"is paused: {hold}" if hold else "goes on")
        self._paused = paused
        resting = {
            name: rest for name in config.targets if (rest := rest_of(state, name, now)) is not None
        }
        for name in config.targets:
            self._metrics.resting.labels(name).set(name in resting)
            was = self._resting.get(name)
            if (
                name not in resting
                and was is not None
                and was.until is not None
                and was.until > now
            ):
                log.info("target %s: its rest was ended by command", name)
                self._forget_rest(name)
        self._resting = resting
        self._halt.targets = frozenset(paused) | frozenset(resting)
        self._board.pauses = _told(paused)
        self._board.rests = _told(resting)

    def _look_at_plans(self) -> None:
        config, now = self._outfit.config, self._outfit.clock.now()
        self._board.plans = tuple(
            PlanStatus(
                plan=name,
                target=plan.target,
                paused=plan.paused,
                quiet=self._timetables[name].is_quiet(now),
                next_due=None
                if (due := self._timetables[name].following(now)) == math.inf
                else due,
            )
            for name, plan in sorted(config.plans.items())
        )

    def _look_at_budgets(self) -> None:
        spent = tuple(self._spending.spent(self._bulletin.state.claims))
        self._board.budgets = tuple(status for one in spent for status in _statuses(one))


def _finite(moment: float) -> float | None:
    return moment if moment < math.inf else None


def _told(holds: Mapping[str, Hold]) -> tuple[PauseStatus, ...]:
    return tuple(
        PauseStatus(target=name, why=hold.why, until=hold.until)
        for name, hold in sorted(holds.items())
    )


def _statuses(spent: Spent) -> tuple[BudgetStatus, ...]:
    limit, claimed = spent.limit.by_unit(), spent.claimed.by_unit()
    return tuple(
        BudgetStatus(
            plan=spent.plan,
            unit=unit.value,
            limit=limit[unit],
            claimed=claimed[unit],
            resumes=spent.ends if spent.left[unit] <= 0 else None,
        )
        for unit in limited_units(spent.limit)
    )
