"""Runs bulk edits: one task for each in progress, which resumes after a restart.

Plants are checked on the reader threads. They are changed in batches, so that other writes can run between two batches.
"""

from functools import partial

import structlog

from plantstore.catalogue.bulk_edits import commands
from plantstore.catalogue.bulk_edits.check import check_step
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.task_runner import TaskRunner
from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.bulk_edit import MOVING, OPEN, BulkEdit, BulkEditState
from plantstore.domain.timestamps import after
from plantstore.storage.database import Database
from plantstore.storage.tables import bulk_edits

DAY_S = 86_400
UNCONFIRMED_S_MAX = DAY_S  # a check that was not confirmed by then is cancelled
TAKE_OVER_S = 30  # another process resumes a bulk edit that has made no progress for this time
REMOVED = 100  # bulk edits, or batches of one, that are deleted in one transaction
_ENDED = tuple(state for state in BulkEditState if state not in OPEN and state is not BulkEditState.UNDOING)
_log = structlog.get_logger("plantstore")


class BulkEditor(TaskRunner):
    """Runs each bulk edit until it has ended or must wait for a person. Call `schedule` after each command on one.

    `shared`: other processes use the same database. A bulk edit is then run by the process that received the command;
    if that process dies, another one takes over. If two processes run the same one, no batch is processed twice.
    """

    noun = "bulk edit"

    def __init__(
        self, *, settings: Settings, database: Database, catalogue: Catalogue, ids: Ids, clock: Clock, shared: bool
    ) -> None:
        super().__init__(database)
        self._settings = settings
        self._catalogue = catalogue
        self._ids = ids
        self._clock = clock
        self._shared = shared

    async def start(self) -> None:
        """Resume unfinished bulk edits."""
        idle_since = after(self._clock.now(), seconds=-TAKE_OVER_S) if self._shared else None
        unfinished = partial(bulk_edits.in_states, states=MOVING, idle_since=idle_since)
        for bulk_edit_id in await self._database.read(unfinished):
            self.schedule(bulk_edit_id)

    def new_id(self) -> str:
        return self._ids.bulk_edit()

    async def maintain(self) -> None:
        """Cancel checks that were not confirmed for a day, and remove bulk edits older than PLANTSTORE_IMPORT_DAYS.

        If several processes share the store, also resume the work of those that have died.
        """
        now = self._clock.now()
        if self._shared:
            await self.start()
        unconfirmed = partial(
            bulk_edits.older_than,
            before=after(now, seconds=-UNCONFIRMED_S_MAX),
            states=(BulkEditState.CHECKED,),
            limit=REMOVED,
        )
        for bulk_edit_id in await self._database.read(unconfirmed):
            await self._write(partial(commands.cancel, bulk_edit_id=bulk_edit_id))
            await self._remove_batches(bulk_edit_id)
        old = partial(
            bulk_edits.older_than,
            before=after(now, seconds=-self._settings.import_days * DAY_S),
            states=_ENDED,
            limit=REMOVED,
        )
        while found := await self._database.read(old):
            for bulk_edit_id in found:
                await self._remove_batches(bulk_edit_id)
                await self._write(partial(bulk_edits.remove, bulk_edit_id=bulk_edit_id))

    async def _process(self, id: str) -> None:
        error = await self._run_steps(id)
        if error:
            await self._write(partial(commands.fail, bulk_edit_id=id, error=error))
        bulk_edit = await self._find(id)
        if bulk_edit is not None and bulk_edit.state not in OPEN:
            await self._remove_batches(id)

    async def _run_steps(self, bulk_edit_id: str) -> str:
        """Run the steps of a bulk edit until it has ended or must wait. Return a message if it failed, otherwise ""."""
        try:
            while (bulk_edit := await self._find(bulk_edit_id)) and bulk_edit.state in MOVING:
                await self._run_step(bulk_edit)
        except Invalid as error:
            return error.detail
        except Exception:
            _log.exception("bulk edit failed", bulk_edit_id=bulk_edit_id)
            return "An unexpected error stopped this bulk edit. See the store's log for details."
        return ""

    async def _run_step(self, bulk_edit: BulkEdit) -> None:
        if bulk_edit.state is BulkEditState.CHECKING:
            await self._check(bulk_edit)
            return
        command = commands.run_batch if bulk_edit.state is BulkEditState.RUNNING else commands.undo_batch
        while await self._write(partial(command, catalogue=self._catalogue, bulk_edit_id=bulk_edit.id)):
            pass

    async def _check(self, bulk_edit: BulkEdit) -> None:
        step = await self._read(partial(check_step, bulk_edit=bulk_edit, currency=self._catalogue.currency))
        await self._write(partial(commands.add_checked, bulk_edit=bulk_edit, step=step))

    async def _find(self, bulk_edit_id: str) -> BulkEdit | None:
        return await self._read(partial(bulk_edits.find, bulk_edit_id=bulk_edit_id))

    async def _remove_batches(self, bulk_edit_id: str) -> None:
        remove = partial(bulk_edits.remove_batches, bulk_edit_id=bulk_edit_id, limit=REMOVED)
        while await self._write(remove):
            pass
