"""The real database with a writer that takes queued commands only on request, so that a seed causes the same
commits.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

from plantstore.storage.database import Database, PostCommitChanges, Transaction, _Command
from plantstore.storage.engine.protocols import Connection
from plantstore.storage.sqlite.engine import SqliteEngine
from tests.simulation.disk import Disk
from tests.still_clock import StillClock

Verb = Callable[[Transaction], Any]
COMMANDS_MAX = 100  # more than one commit of a test has


class SteppedDatabase(Database):
    """The real database, whose writer waits for its turn: the commands queued until then are one commit."""

    def __init__(self, engine: SqliteEngine, disk: Disk) -> None:
        self._disk = disk
        self._rests, self._turns = threading.Semaphore(0), threading.Semaphore(0)
        self._resting = False
        self._ends: list[int] = []
        super().__init__(
            engine,
            StillClock(),
            on_commit=lambda _notices: None,
            readers=1,
            commit_commands_max=COMMANDS_MAX,
            waiting_commands_max=COMMANDS_MAX,
            waiting_reads_max=1,
        )

    async def commit(self, verbs: Sequence[Verb], *, busy: bool) -> list[Any]:
        """Run all commands in one transaction, and return what each returned or raised.

        A busy store has more work queued while it runs, so it does not start a checkpoint soon.
        """
        await self.rest()
        self._ends.clear()
        self._commit_commands_max = len(verbs)
        futures = [self.write(verb) for verb in [*verbs, *[_nothing] * busy]]
        self._resting = False
        self._turns.release()
        results = await asyncio.gather(*futures, return_exceptions=True)
        return results[: len(verbs)]

    @property
    def operations(self) -> int:
        """The number of disk operations at the end of the last commit: its content is acknowledged from there on."""
        return self._ends[0]

    async def rest(self) -> None:
        """Wait until the writer has finished its checkpoint; otherwise the operating system would determine the
        order.
        """
        if not self._resting:
            await self._loop.run_in_executor(None, self._rests.acquire)
            self._resting = True

    async def close(self) -> None:
        await self.rest()
        self._turns.release()
        await super().close()

    def _next_batch(self) -> list[_Command]:
        if self._queue.empty():
            self._rests.release()
            self._turns.acquire()
        return super()._next_batch()

    def _commit(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        changes = super()._commit(connection, batch)
        assert self._disk.journal is not None
        self._ends.append(len(self._disk.journal))
        return changes


def _nothing(_tx: Transaction) -> None:
    """Keep a busy store's queue from being empty."""
