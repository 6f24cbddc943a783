"""Which partitions' owners have fallen silent, told from the signs of life that they commit. Pure.

A broker ends the session of a member that fell silent, but the embedded one does not: without
this, whoever crashed would keep its partitions there for ever. Only used with the embedded
broker: elsewhere a member that is busy may be silent for long while its heartbeats go on.
"""

from collections.abc import Mapping

from monitor.record import Partition

SIGNS_IN_A_SESSION = 5
"""Signs of life in one session timeout."""
SILENT_SESSIONS = 1.5
"""After so many session timeouts without a new sign an owner is taken for dead."""


class Signs:
    """Remembers the newest sign of each partition, and since when it is the newest.

    An observer sees a sign at the earliest when it was given. What is silent here has
    therefore been silent for at least as long by any clock.
    """

    def __init__(self, session_seconds: float) -> None:
        self._patience = SILENT_SESSIONS * session_seconds
        self._newest: dict[Partition, tuple[str, float]] = {}

    def silent(self, signs: Mapping[Partition, str], now: float) -> frozenset[Partition]:
        """Those of the partitions in `signs` that gave no new sign for too long. `now` is in
        monotonic seconds; partitions that are not in `signs` are forgotten."""
        self._newest = {
            partition: known
            if (known := self._newest.get(partition)) is not None and known[0] == sign
            else (sign, now)
            for partition, sign in signs.items()
        }
        return frozenset(
            partition
            for partition, (_, since) in self._newest.items()
            if now - since >= self._patience
        )

    def forget(self) -> None:
        """Wait as long again, after something was done about the silence."""
        self._newest = {}
