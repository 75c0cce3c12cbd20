"""The longest times in which no plant was accepted, and in which no receiver got anything."""

import asyncio
import time
from types import TracebackType

from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.proving import Figures

LOOK_S = 0.02


class Pauses:
    """Watches, until the block ends, whether plants are accepted and delivered."""

    def __init__(self, load: Load, ledger: Ledger) -> None:
        self._load = load
        self._ledger = ledger
        self._longest_s = {"longest_pause_of_plants_ms": 0.0, "longest_pause_of_deliveries_ms": 0.0}
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Pauses":
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def figures(self) -> Figures:
        return {name: round(seconds * 1_000) for name, seconds in self._longest_s.items()}

    async def _watch(self) -> None:
        counts, since = self._counts(), [time.monotonic()] * 2
        while True:
            await asyncio.sleep(LOOK_S)
            now, newest = time.monotonic(), self._counts()
            for index, name in enumerate(self._longest_s):
                if newest[index] != counts[index]:
                    since[index] = now
                self._longest_s[name] = max(self._longest_s[name], now - since[index])
            counts = newest

    def _counts(self) -> tuple[int, int]:
        return self._load.promised, len(self._ledger.accepted)
