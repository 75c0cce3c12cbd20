"""Runs imports: one task for each import in progress, which resumes after a restart.

Files are read and checked in a separate thread. Plants are added in batches, so that other writes can run between two
batches.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import structlog

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports import checked_rows_file, commands, undo
from plantstore.catalogue.imports.catalogue_matches import match_rows
from plantstore.catalogue.imports.check import Check
from plantstore.catalogue.imports.columns import remembered_columns
from plantstore.catalogue.imports.files import FileOwner, ImportFolder
from plantstore.catalogue.imports.workbooks.upload import convert_upload, name_sheets
from plantstore.catalogue.received_file import Upload
from plantstore.catalogue.task_runner import TaskRunner
from plantstore.core.clock import Clock
from plantstore.core.faults import FaultStreak
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.errors import Invalid, NotFound, StoreFull
from plantstore.domain.plants.plant_import import MOVING, OPEN, ImportState, PlantImport
from plantstore.domain.timestamps import after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import imports, watch_list

DAY_S = 86_400
REMOVED_AT_ONCE = 100
CANCEL_CHECK_S = 1.0  # interval between checks whether an import was cancelled, while its workbook is converted
POLL_S = 1.0
ORPHAN_AGE_S = DAY_S  # min age of a removed file without an import; another process may still be receiving a newer file
CANCEL_CHECK_ROWS = 20 * checked_rows_file.BATCH_ROWS_MAX
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")


class Importer(TaskRunner):
    """Receives files, and runs each import until it has ended or must wait for a person.

    Call `schedule` after each command that changes an import.
    """

    noun = "import"

    def __init__(self, *, settings: Settings, database: Database, catalogue: Catalogue, ids: Ids, clock: Clock) -> None:
        super().__init__(database)
        self._settings = settings
        self._catalogue = catalogue
        self._ids = ids
        self._clock = clock
        self.folder = ImportFolder(settings.data / "imports")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="importer")
        self._rows_read: dict[str, int] = {}

    async def start(self) -> None:
        """Resume unfinished imports, and remove files that belong to no import."""
        unfinished, known = await self._database.read(
            lambda tx: (imports.in_states(tx, MOVING), set(imports.in_states(tx, OPEN)) | imports.with_bad_rows(tx))
        )
        await self._in_thread(partial(self._remove_orphans, known))
        for import_id in unfinished:
            self.schedule(import_id)

    async def stop(self) -> None:
        """Cancel all tasks. The next start resumes their imports."""
        await super().stop()
        self._thread.shutdown()

    async def receive(self, parts: AsyncIterator[bytes]) -> tuple[str, Upload]:
        """Write an uploaded file to disk. Return a new import id, and the upload."""
        import_id = self._ids.plant_import()
        return import_id, await self.folder.receive(import_id, parts, self._in_thread)

    def rows_read(self, import_id: str) -> int:
        """Return how many rows the import's running check has read; 0 if no check is running."""
        return self._rows_read.get(import_id, 0)

    async def bad_rows(self, import_id: str) -> bytes:
        """Return the content of the file of bad rows. Raise NotFound if there is none."""
        path = self.folder.files_of(import_id).bad
        try:
            content: bytes = await self._in_thread(path.read_bytes)
        except FileNotFoundError as error:
            raise NotFound("This import has no bad rows.") from error
        return content

    async def maintain(self) -> None:
        """Remove imports that ended more than PLANTSTORE_IMPORT_DAYS ago, with their files."""
        before = after(self._clock.now(), seconds=-self._settings.import_days * DAY_S)
        step = partial(imports.remove_old, before=before, limit=REMOVED_AT_ONCE)
        while removed := await self._database.write(step):
            for import_id in removed:
                await self._in_thread(partial(self.folder.remove, import_id, bad_rows=True))

    def _remove_orphans(self, known: Collection[str]) -> None:
        self.folder.remove_orphans(known)

    async def _process(self, id: str) -> None:
        error = await self._run_steps(id)
        self._rows_read.pop(id, None)
        if error:
            await self._write(partial(commands.fail, import_id=id, error=error))
        plant_import = await self._write(partial(imports.find, import_id=id))
        if plant_import is None or plant_import.state not in OPEN:
            await self._in_thread(partial(self.folder.remove, id, bad_rows=plant_import is None))

    async def _run_steps(self, import_id: str) -> str:
        """Run the steps of an import until it has ended or must wait for a person.

        Return a message if the import failed, otherwise "".
        """
        find = partial(imports.find, import_id=import_id)
        try:
            while (plant_import := await self._write(find)) and plant_import.state in MOVING:
                await self._run_step(plant_import)
        except (Invalid, StoreFull) as error:
            return error.detail
        except FileNotFoundError:
            return "The file of this import is missing. Upload it again."
        except Exception:
            _log.exception("import failed", import_id=import_id)
            return "An unexpected error stopped this import. See the store's log for details."
        return ""

    async def _run_step(self, plant_import: PlantImport) -> None:
        match plant_import.state:
            case ImportState.CHECKING:
                await self._check(plant_import)
            case ImportState.RUNNING:
                await self._add(plant_import)
            case _:
                step = partial(
                    undo.undo_batch,
                    catalogue=self._catalogue,
                    import_id=plant_import.id,
                )
                while await self._write(step):
                    pass

    async def _check(self, plant_import: PlantImport) -> None:
        """Check the whole file from its beginning, even if an interrupted check has already read a part of it."""
        import_id = plant_import.id
        settings, options = self._settings, commands.read_options(plant_import.options)
        files = self.folder.files_of(import_id)
        conversion = asyncio.ensure_future(convert_upload(files, options, self._in_thread))
        if not await self._finished(conversion, import_id):
            return
        facts = conversion.result()
        make = partial(
            Check,
            files.unfinished,
            options,
            facts=facts,
            currency=settings.currency,
            rows_max=settings.import_rows_max,
            today=self._catalogue.today(self._clock.now()),
            photos_at=self._catalogue.base_url,
            watch_list=await self._database.read(watch_list.load),
            remembered=await self._database.read(remembered_columns.load),
        )
        match = partial(match_rows, add_alike=options.add_alike, whole=options.update or options.restore)
        try:
            check = await self._open(make)
        except Invalid as error:
            raise name_sheets(error, facts) from error
        try:
            while rows := await self._in_thread(check.next_rows):
                matches = await self._database.read(partial(match, rows=rows))
                await self._in_thread(partial(check.add_rows, rows, matches))
                self._rows_read[import_id] = check.report.rows
                if check.report.rows % CANCEL_CHECK_ROWS == 0 and await self._was_cancelled(import_id):
                    return
            report = await self._in_thread(check.end)
        finally:
            await asyncio.shield(self._in_thread(check.close))  # without a shield, a stop could cancel the close
        if plant_import.report:  # after a crash, the last check's report would not match the files any more
            await self._write(partial(commands.forget_last_check, import_id=import_id))
        await self._in_thread(partial(self.folder.keep_check, import_id))
        await self._write(partial(commands.check_finished, import_id=import_id, report=report))

    async def _finished(self, work: asyncio.Future[Any], import_id: str) -> bool:
        """Wait until `work` is done. Cancel it, and return False, if the import is cancelled."""
        try:
            while not (await asyncio.wait((work,), timeout=CANCEL_CHECK_S))[0]:
                if await self._was_cancelled(import_id):
                    return False
            return True
        finally:
            if not work.done():
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)

    async def _open(self, make: Callable[[], Check]) -> Check:
        """Open a check in the thread. If the task is cancelled while the check is opening, close the check again."""
        opening = asyncio.ensure_future(self._in_thread(make))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(Exception):
                await self._in_thread((await opening).close)
            raise

    async def _add(self, plant_import: PlantImport) -> None:
        """Add the checked rows in batches. The next batch is read while the previous one is written."""
        path = self.folder.files_of(plant_import.id).checked
        position = plant_import.position
        rows, following = await self._in_thread(partial(checked_rows_file.read, path, position))
        while True:
            add = partial(
                commands.add_batch,
                catalogue=self._catalogue,
                import_id=plant_import.id,
                rows=rows,
                position=position,
                following=following,
            )
            read = self._in_thread(partial(checked_rows_file.read, path, following))
            more, (rows, end_of_next) = await asyncio.gather(self._write(add), read)
            if not more:
                return
            position, following = following, end_of_next

    async def _was_cancelled(self, import_id: str) -> bool:
        plant_import = await self._database.read(partial(imports.find, import_id=import_id))
        return plant_import is None or plant_import.state is not ImportState.CHECKING

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class SharedImporter(Importer):
    """Runs imports in one of several processes that share a store.

    Uploaded files stay on the machine that received them. A lock on the file decides which process of that machine runs
    the import; if that process dies, the lock is released. Each process polls once a second for imports whose files are
    on its machine.
    """

    def __init__(self, *, poll_s: float = POLL_S, **parts: Any) -> None:
        super().__init__(**parts)
        self._poll_s = poll_s
        self._polling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await super().start()
        self._polling = asyncio.get_running_loop().create_task(self._poll_forever())

    async def stop(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
        await super().stop()

    async def poll(self) -> None:
        """Schedule imports with a file on this machine that are unfinished, or have ended but still have the file."""
        uploads = await self._in_thread(self.folder.list_uploads)
        idle = [import_id for import_id in uploads if import_id not in self._tasks]
        if idle:
            for import_id in await self._database.read(partial(_unfinished_or_ended, idle)):
                self.schedule(import_id)

    async def maintain(self) -> None:
        """Remove old imports, and resume unfinished undos, in case the process that ran them has died.

        An undo needs no uploaded file, so any process can resume it.
        """
        await super().maintain()
        for import_id in await self._database.read(partial(imports.in_states, states=(ImportState.UNDOING,))):
            self.schedule(import_id)

    async def _process(self, id: str) -> None:
        with self.folder.lock(id) as owner:
            if owner is FileOwner.OTHER_PROCESS:
                return
            if owner is FileOwner.NOT_HERE and await self._needs_file(id):
                return
            await super()._process(id)

    async def _needs_file(self, import_id: str) -> bool:
        plant_import = await self._write(partial(imports.find, import_id=import_id))
        return plant_import is not None and plant_import.state in OPEN

    def _remove_orphans(self, known: Collection[str]) -> None:
        self.folder.remove_orphans(known, unchanged_since=after(self._clock.now(), seconds=-ORPHAN_AGE_S))

    async def _poll_forever(self) -> None:
        failures = FaultStreak("imports could not be looked for")
        while True:
            await asyncio.sleep(self._poll_s)
            try:
                await self.poll()
            except Exception as error:  # the next poll repeats the work
                failures.failed(error)
            else:
                failures.worked()


def _unfinished_or_ended(import_ids: Collection[str], tx: Transaction) -> list[str]:
    """Return the ids of imports that Plant Store must work on, or that have ended, so that their files can be removed.

    An id without a row in `imports` is left out, because the transaction that creates the row may not have committed.
    """
    found = [plant_import for import_id in import_ids if (plant_import := imports.find(tx, import_id)) is not None]
    return [plant_import.id for plant_import in found if plant_import.state in MOVING or plant_import.state not in OPEN]
