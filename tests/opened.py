"""A real database on either engine, for tests of the code that uses it; it keeps the commits that were announced."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from plantstore.core.settings import Settings
from plantstore.storage.database import Database, PostCommitChanges, Transaction
from plantstore.storage.engine.migrate import migrate
from tests.engines import migrated_engine
from tests.still_clock import StillClock

Result = TypeVar("Result")


class Opened:
    """The database, its clock, and the changes announced to the running process."""

    def __init__(self, database: Database, clock: StillClock, path: Path) -> None:
        self.database = database
        self.clock = clock
        self.path = path
        self.changes = PostCommitChanges()

    async def write(self, command: Callable[[Transaction], Result]) -> Result:
        return await self.database.write(command)

    async def read(self, command: Callable[[Transaction], Result]) -> Result:
        return await self.database.read(command)


@asynccontextmanager
async def opened(folder: Path, clock: StillClock) -> AsyncIterator[Opened]:
    settings = Settings(data=folder)
    engine = migrated_engine(folder)
    connection = engine.connect_writer()
    migrate(connection, now=clock.now())
    connection.close()
    database = Database(
        engine,
        clock,
        on_commit=lambda changes: store.changes.merge(changes),
        readers=1,
        commit_commands_max=settings.commit_commands_max,
        waiting_commands_max=settings.waiting_commands_max,
        waiting_reads_max=settings.waiting_reads_max,
    )
    store = Opened(database, clock, settings.database_path)
    try:
        yield store
    finally:
        await database.close()
        engine.close()
