"""The importer of one process of several: files lie on one machine, and one process there works on each.

Which one, a lock on the file says; a process that dies lets go of it. Processes of other machines have no such file,
and leave the import alone. Whoever has it looks each second whether somebody has said how it goes on.
"""

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Any

from plantstore.catalogue.imports.files import Held
from plantstore.catalogue.imports.runner import DAY_S, Importer
from plantstore.core.faults import FaultStreak
from plantstore.domain.plant_import import MOVING, OPEN, ImportState
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import imports

LOOK_S = 1.0
LEFT_S = DAY_S  # what belongs to no import and is younger may be on its way to another process


class SharedImporter(Importer):
    """Works on the imports whose files lie here, unless another process of this machine does."""

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await super().start()
        self._looking = asyncio.get_running_loop().create_task(self._look_on())

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        await super().stop()

    async def look(self) -> None:
        """Begin with what lies here and has to move on, and remove the files of what has ended."""
        here = [one for one in await self._in_thread(self.folder.uploads) if one not in self._tasks]
        if here:
            for import_id in await self._database.read(partial(_waiting, here)):
                self.begin(import_id)

    async def visit(self) -> None:
        """Go on as well with what needs no file, should the process have died that did it."""
        await super().visit()
        for import_id in await self._database.read(partial(imports.in_states, states=(ImportState.UNDOING,))):
            self.begin(import_id)

    async def _see_to(self, import_id: str) -> None:
        with self.folder.lock(import_id) as held:
            if held is Held.BY_ANOTHER or (held is Held.NOT_HERE and await self._needs_file(import_id)):
                return
            await super()._see_to(import_id)

    async def _needs_file(self, import_id: str) -> bool:
        one = await self._patiently(partial(imports.find, import_id=import_id))
        return one is not None and one.state in OPEN

    def _sweep(self, known: Collection[str]) -> None:
        self.folder.sweep(known, unchanged_since=after(self._clock.now(), seconds=-LEFT_S))

    async def _look_on(self) -> None:
        faults = FaultStreak("imports could not be looked for")
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except Exception as error:  # the next look sees it
                faults.failed(error)
            else:
                faults.worked()


def _waiting(here: Collection[str], tx: Transaction) -> list[str]:
    """Those that move, or have ended; what is not there yet may be about to be committed."""
    found = [one for one in (imports.find(tx, import_id) for import_id in here) if one is not None]
    return [one.id for one in found if one.state in MOVING or one.state not in OPEN]
