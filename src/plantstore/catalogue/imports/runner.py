"""The importer: what moves imports on while the store runs, one task for each, and after a restart from where it stood.

Files are read and checked in a thread of its own; plants are added in batches, between which others can write.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

import structlog

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports import checked_rows_file, commands
from plantstore.catalogue.imports.check import Check, look_up
from plantstore.catalogue.imports.files import Folder, Upload
from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.errors import Invalid, NotFound, StoreFull, Unavailable
from plantstore.domain.plant_import import MOVING, OPEN, ImportState, PlantImport
from plantstore.domain.timestamps import after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import imports

DAY_S = 86_400
FORGOTTEN_AT_ONCE = 100
RETRY_S = 1.0  # while the store has too much to do, or its disk is full
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")


class Importer:
    """Takes files in, and moves every import on until it has ended. `begin` is called after what a verb changed."""

    def __init__(self, *, settings: Settings, database: Database, catalogue: Catalogue, ids: Ids, clock: Clock) -> None:
        self._settings = settings
        self._database = database
        self._catalogue = catalogue
        self._ids = ids
        self._clock = clock
        self.folder = Folder(settings.data / "imports")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="importer")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._rows: dict[str, int] = {}
        self._stopping = False

    async def start(self) -> None:
        """Go on with what a stop or a kill has left, and remove files that belong to nothing."""
        moving, known = await self._database.read(
            lambda tx: (imports.in_states(tx, MOVING), set(imports.in_states(tx, OPEN)) | imports.with_bad_rows(tx))
        )
        await self._in_thread(partial(self._sweep, known))
        for import_id in moving:
            self.begin(import_id)

    async def stop(self) -> None:
        """End every task; the next start goes on."""
        self._stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thread.shutdown()

    async def receive(self, parts: AsyncIterator[bytes]) -> tuple[str, Upload]:
        """Take a file in, under a new id."""
        import_id = self._ids.plant_import()
        return import_id, await self.folder.receive(import_id, parts, self._in_thread)

    def begin(self, import_id: str) -> None:
        """See to an import, as its state asks for."""
        if import_id in self._tasks:
            self._again.add(import_id)  # it may have looked at the state already, for the last time
        elif not self._stopping:
            task = asyncio.get_running_loop().create_task(self._see_to(import_id))
            self._tasks[import_id] = task
            task.add_done_callback(partial(self._ended, import_id))

    async def settled(self, import_id: str, *, within_s: float) -> None:
        """Wait until nothing is done for an import any more, or so long."""
        task = self._tasks.get(import_id)
        if task is not None:
            await asyncio.wait((task,), timeout=within_s)

    def rows_read(self, import_id: str) -> int:
        """How many rows a check has read so far."""
        return self._rows.get(import_id, 0)

    async def bad_rows(self, import_id: str) -> bytes:
        """The file of bad rows; NotFound when there are none."""
        path = self.folder.of(import_id).bad
        try:
            content: bytes = await self._in_thread(path.read_bytes)
        except FileNotFoundError as error:
            raise NotFound("This import has no bad rows.") from error
        return content

    async def visit(self) -> None:
        """Forget what is older than PLANTSTORE_IMPORT_DAYS, with its files."""
        before = after(self._clock.now(), seconds=-self._settings.import_days * DAY_S)
        step = partial(imports.remove_old, before=before, limit=FORGOTTEN_AT_ONCE)
        while forgotten := await self._database.write(step):
            for import_id in forgotten:
                await self._in_thread(partial(self.folder.drop, import_id, bad_rows=True))

    def _sweep(self, known: Collection[str]) -> None:
        self.folder.sweep(known)

    def _ended(self, import_id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[import_id]
        if not task.cancelled() and task.exception() is not None:
            _log.error("import stands still until the next start", import_id=import_id, exc_info=task.exception())
        if import_id in self._again:
            self._again.remove(import_id)
            self.begin(import_id)

    async def _see_to(self, import_id: str) -> None:
        error = await self._work_on(import_id)
        self._rows.pop(import_id, None)
        if error:
            await self._patiently(partial(commands.failed, import_id=import_id, error=error))
        one = await self._patiently(partial(imports.find, import_id=import_id))
        if one is None or one.state not in OPEN:
            await self._in_thread(partial(self.folder.drop, import_id, bad_rows=one is None))

    async def _work_on(self, import_id: str) -> str:
        """Move an import on until it stands still; gives what ended it before its time, or nothing."""
        try:
            while (one := await self._patiently(partial(imports.find, import_id=import_id))) and one.state in MOVING:
                await self._move(one)
        except Invalid as error:
            return error.detail
        except FileNotFoundError:
            return "The file of this import is not there any more: upload it again."
        except Exception:
            _log.exception("import failed", import_id=import_id)
            return "Something went wrong on our side; the log of the store says what."
        return ""

    async def _move(self, one: PlantImport) -> None:
        match one.state:
            case ImportState.CHECKING:
                await self._check(one)
            case ImportState.RUNNING:
                await self._add(one)
            case _:
                step = partial(commands.undo_batch, catalogue=self._catalogue, import_id=one.id, undone_by=one.asked_by)
                while await self._patiently(step):
                    pass

    async def _check(self, one: PlantImport) -> None:
        """Read the whole file from its beginning, whatever a check before had done."""
        settings, options = self._settings, commands.read_options(one.options)
        make = partial(
            Check,
            self.folder.of(one.id),
            options,
            currency=settings.currency,
            rows_max=settings.import_rows_max,
        )
        check = await self._opened(make)
        try:
            while rows := await self._in_thread(check.next_rows):
                known = await self._database.read(partial(look_up, rows=rows, options=options))
                await self._in_thread(partial(check.settle, rows, known))
                self._rows[one.id] = check.report.rows
                if await self._was_cancelled(one.id, check.report.rows):
                    return
            report = await self._in_thread(check.end)
        finally:
            await asyncio.shield(self._in_thread(check.close))  # not called at all, if a stop came before the thread
        await self._patiently(partial(commands.checked, import_id=one.id, report=report))

    async def _opened(self, make: Callable[[], Check]) -> Check:
        """Open a check. When the store stops meanwhile, what the thread still opens is closed again."""
        opening = asyncio.ensure_future(self._in_thread(make))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(Exception):
                await self._in_thread((await opening).close)
            raise

    async def _add(self, one: PlantImport) -> None:
        """Add batch after batch. The next one is read while the one before is written."""
        path = self.folder.of(one.id).checked
        position = one.position
        rows, following = await self._in_thread(partial(checked_rows_file.read, path, position))
        while True:
            add = partial(
                commands.add_batch,
                catalogue=self._catalogue,
                import_id=one.id,
                rows=rows,
                position=position,
                following=following,
            )
            read = self._in_thread(partial(checked_rows_file.read, path, following))
            more, (rows, after_it) = await asyncio.gather(self._patiently(add), read)
            if not more:
                return
            position, following = following, after_it

    async def _was_cancelled(self, import_id: str, rows: int) -> bool:
        """Look now and then whether somebody has cancelled the check."""
        if rows % (20 * checked_rows_file.BATCH_ROWS_MAX):
            return False
        one = await self._database.read(partial(imports.find, import_id=import_id))
        return one is None or one.state is not ImportState.CHECKING

    async def _patiently(self, command: Callable[[Transaction], Result]) -> Result:
        """Write, and try again while the store cannot: an import is not lost to a busy minute or a full disk."""
        while True:
            with suppress(Unavailable, StoreFull):
                return await self._database.write(command)
            await asyncio.sleep(RETRY_S)

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)
