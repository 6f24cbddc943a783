"""What `/v1/models` says of one model, asked for once in a while."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from monitor.clock import Clock

ListModels = Callable[[], Awaitable[bytes | None]]
"""Gives the body of `/v1/models`, null when there is none."""

AGAIN_SECONDS = 1.0
"""How long after a list without the model, or none at all, it is not asked for again."""
PATIENCE_SECONDS = 1.0
"""How long others wait for the list that one has asked for."""


class ModelEntry:
    """The model's entry, as long as it is fresh. What may be an old version is never given: after
    a list that failed there is no entry until one comes.

    One asks for the list and waits for it. Who wants the entry meanwhile waits a second at most,
    and not at all where the list before this one failed, so that a server that hangs does not
    hold up every reply. `tell` is told when the list says nothing of the model.
    """

    def __init__(
        self, model: str, clock: Clock, list_models: ListModels, tell: Callable[[str], None]
    ) -> None:
        self._model = model
        self._clock = clock
        self._list_models = list_models
        self._tell = tell
        self._entry: Mapping[str, object] = {}
        self._asked_at: float | None = None
        self._failed_at: float | None = None
        self._asking: asyncio.Future[None] | None = None

    async def read(self, every_seconds: float) -> Mapping[str, object]:
        """The entry, asked for within the last `every_seconds`; empty where there is none."""
        if not self._is_fresh(every_seconds):
            if self._asking is not None:
                patience = PATIENCE_SECONDS if self._failed_at is None else 0.0
                await asyncio.wait((self._asking,), timeout=patience)
            elif self._may_ask():
                await self._ask()
        return self._entry if self._is_fresh(every_seconds) else {}

    def _is_fresh(self, every_seconds: float) -> bool:
        asked = self._asked_at
        return asked is not None and self._clock.monotonic() - asked < every_seconds

    def _may_ask(self) -> bool:
        failed = self._failed_at
        return failed is None or self._clock.monotonic() - failed >= AGAIN_SECONDS

    async def _ask(self) -> None:
        asked, entry = self._clock.monotonic(), None
        self._asking = asyncio.get_running_loop().create_future()
        try:
            entry = self._found_in(await self._list_models())
        finally:  # also when the time of the one who asks is over
            if entry:
                self._entry, self._asked_at, self._failed_at = entry, asked, None
            else:
                self._asked_at, self._failed_at = None, self._clock.monotonic()
            self._asking.set_result(None)
            self._asking = None

    def _found_in(self, body: bytes | None) -> Mapping[str, object] | None:
        try:
            listed = json.loads(body or b"{}")
        except (ValueError, RecursionError):
            listed = {}
        entries = listed.get("data") if isinstance(listed, dict) else None
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and entry.get("id") == self._model:
                return entry
        self._tell(f"/models says nothing of {self._model}")
        return None
