"""Runs the background work of imports and of bulk edits: one task for each, which ends when a person must decide.

The state is in the database: a task reads it before each step, so work resumes after a restart where it stopped.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

import structlog

from plantstore.core.turns import outside_requests
from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.storage.database import Database, Transaction

RETRY_S = 1.0  # interval between attempts to write while the writer's queue or the disk is full
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")


class TaskRunner:
    """Starts a task for each id that is scheduled, never two at the same time. Subclasses define `_process`."""

    noun = "task"

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._rescheduled: set[str] = set()
        self._stopping = False

    async def stop(self) -> None:
        """Cancel all tasks. The next start resumes their work."""
        self._stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def schedule(self, id: str) -> None:
        """Start a task for an id. If one is already running, start another when that task ends."""
        if id in self._tasks:
            self._rescheduled.add(id)  # the running task may not read the state again
        elif not self._stopping:
            task = asyncio.get_running_loop().create_task(self._process(id), context=outside_requests())
            self._tasks[id] = task
            task.add_done_callback(partial(self._ended, id))

    async def wait_until_idle(self, id: str, *, within_s: float) -> None:
        """Wait at most `within_s` seconds until the task of an id has finished."""
        task = self._tasks.get(id)
        if task is not None:
            await asyncio.wait((task,), timeout=within_s)

    async def _process(self, id: str) -> None:
        raise NotImplementedError

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[id]
        if not task.cancelled() and task.exception() is not None:
            _log.error(f"{self.noun} is stalled until the next start", id=id, exc_info=task.exception())
        if id in self._rescheduled:
            self._rescheduled.remove(id)
            self.schedule(id)

    async def _write(self, command: Callable[[Transaction], Result]) -> Result:
        """Run a command. Repeat it while the database is unavailable or full, so that the work does not fail."""
        while True:
            with suppress(Unavailable, StoreFull):
                return await self._database.write(command)
            await asyncio.sleep(RETRY_S)

    async def _read(self, command: Callable[[Transaction], Result]) -> Result:
        """Run a command on a snapshot. Repeat it while the database is unavailable."""
        while True:
            with suppress(Unavailable):
                return await self._database.read(command)
            await asyncio.sleep(RETRY_S)
