"""Evaluates the filters of receivers for new events, so that lists and counts need not read the bodies of events."""

from functools import partial

from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Database
from plantstore.storage.tables import filter_pages, receivers

STEP_EVENTS = 1_024  # events in one step: about 15 ms in a reader thread, and two rows to write
STEPS_MAX = 1_000  # steps for one receiver in one run, once a minute: a million events


class FilterIndex:
    """Continues in each run from where the last run, perhaps of another process, ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self) -> None:
        """Evaluate the filter of each receiver that has one, up to the head of the log."""
        for receiver in await self._database.read(receivers.filtered):
            for _ in range(STEPS_MAX):
                if not await self._step(receiver):
                    break

    async def _step(self, receiver: Receiver) -> bool:
        """Evaluate and store a step; return False if nothing is left, or if another process does the same."""
        found = await self._database.read(partial(filter_pages.evaluate, receiver=receiver, limit=STEP_EVENTS))
        if found is None:
            return False
        return await self._database.write(partial(filter_pages.store, receiver=receiver, found=found))
