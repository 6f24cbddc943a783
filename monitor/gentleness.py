"""When a run should leave an endpoint alone, and for how long. Pure, no clock."""

from collections import deque
from dataclasses import dataclass, field

from monitor.verdict import Reason

UNANSWERED = frozenset({Reason.TRANSPORT, Reason.RATE_LIMITED})
"""What says that an endpoint is down or has too much to do."""

WINDOW = 20
"""How many of a run's last requests are looked at."""

MOST_UNANSWERED = WINDOW // 5
"""20% of them. With one more the run stops, also when it made fewer requests than `WINDOW`."""

_MOST_DOUBLINGS = 20


@dataclass(slots=True)
class Health:
    """The last requests of one run."""

    _unanswered: deque[bool] = field(default_factory=lambda: deque(maxlen=WINDOW))

    def learn(self, failure: Reason | None) -> None:
        """One request ended."""
        self._unanswered.append(failure in UNANSWERED)

    def is_poor(self) -> bool:
        """Whether the endpoint should be left alone."""
        return sum(self._unanswered) > MOST_UNANSWERED


def rest_seconds(times: int, first: float, most: float) -> float:
    """How long to leave an endpoint alone after it failed `times` runs in a row: twice as long
    each time, `most` at most."""
    return min(most, first * 2.0 ** min(times - 1, _MOST_DOUBLINGS))
