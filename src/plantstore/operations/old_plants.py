"""Derives the taxa and weak keys of plants of versions before 0.7.0, and what the search index needs to filter them.

Until a plant's turn comes, its taxon is derived whenever it is read; filters do not find it, nor do lists of possible
duplicates.
"""

from functools import partial

from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import old_plants
from plantstore.storage.tables.old_plants import Derived

STEP_PLANTS = 100  # about 6 ms in the writer thread, during which other commands wait
STEPS_MAX = 2_000  # in one run, once a minute: 200,000 plants, in about 30 s


class OldPlants:
    """Derives some of the old plants in each run, newest first, until all are done."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._done = False

    async def run(self) -> None:
        """Continue from where the last run, perhaps of another process, ended; STEPS_MAX steps at most.

        Everything is derived in a reader thread, so that other writers do not wait for that.
        """
        for _ in range(0 if self._done else STEPS_MAX):
            page = await self._database.read(_page)
            if page is None:
                self._done = True
                return
            until, found = page
            following = found[-1].plant_id - 1 if len(found) == STEP_PLANTS else None
            await self._database.write(partial(old_plants.store, found=found, until=until, following=following))


def _page(tx: Transaction) -> tuple[int, list[Derived]] | None:
    until = old_plants.until(tx)
    return None if until is None else (until, old_plants.page(tx, until=until, limit=STEP_PLANTS))
