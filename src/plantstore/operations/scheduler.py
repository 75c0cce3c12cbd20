"""Housekeeping: what is done once a minute, one chore after another. One that fails keeps no other from its turn.

Where several processes share a store, one of them does what is to be done once; which one, it asks before each chore.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import structlog

from plantstore.core.clock import FollowingClock
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.queries import backlog, disk_room
from plantstore.storage.tables import backlog_samples, idempotency, receivers, search_index

HOUSEKEEPING_S = 60.0
OLD_ANSWERS_AT_ONCE = 1_000
MERGES_MAX = 1_000  # steps of a minute: more than the words of a million plants need
_log = structlog.get_logger("plantstore")

Chore = Callable[[], Awaitable[object]]


def chores(
    database: Database,
    *,
    of_store: Sequence[Chore] = (),
    of_process: Sequence[Chore] = (),
    keeps_house: Callable[[], bool] = lambda: True,
) -> tuple[Chore, ...]:
    """What has to be done, and more: `of_store` by the one process that `keeps_house`, `of_process` by every one."""

    async def see_whether_it_can_write_again() -> None:
        if database.fault is not None:
            await database.write(disk_room.write_something)

    async def remove_old_answers() -> None:
        while await database.write(_remove_old_answers) == OLD_ANSWERS_AT_ONCE:
            pass  # one step after another, so that others' commits come between

    async def remove_expired_secrets() -> None:
        await database.write(receivers.remove_expired_secrets)

    async def note_level() -> None:
        level = await database.read(_new_level)
        if level is not None:
            await database.write(lambda tx: backlog_samples.note(tx, level))

    async def merge_words() -> None:
        for _ in range(MERGES_MAX):
            if not await database.write(search_index.merge):
                return

    for_all = (remove_expired_secrets, remove_old_answers, note_level, merge_words, *of_store)
    return (see_whether_it_can_write_again, *(_if(keeps_house, chore) for chore in for_all), *of_process)


@contextlib.asynccontextmanager
async def housekeeping(todo: Sequence[Chore]) -> AsyncIterator[None]:
    """Keep house until the block ends."""
    task = asyncio.get_running_loop().create_task(_keep_house(todo))
    try:
        yield
    finally:
        task.cancel()


async def keep_house_once(todo: Sequence[Chore]) -> None:
    """Do every chore, in order. What the database refuses, because it is away or its disk is full, is one line."""
    refused: list[str] = []
    for chore in todo:
        try:
            await chore()
        except (StoreError, StorageRefused) as error:
            refused.append(str(error))
        except Exception:
            _log.exception("housekeeping failed")
    if refused:
        _log.warning("housekeeping waits for the database", chores=len(refused), detail=refused[0])


def _if(keeps_house: Callable[[], bool], chore: Chore) -> Chore:
    async def perhaps() -> None:
        if keeps_house():
            await chore()

    return perhaps


async def _keep_house(todo: Sequence[Chore]) -> None:
    while True:
        await asyncio.sleep(HOUSEKEEPING_S)
        await keep_house_once(todo)


def _remove_old_answers(tx: Transaction) -> int:
    return idempotency.remove_old(tx, limit=OLD_ANSWERS_AT_ONCE)


def _new_level(tx: Transaction) -> backlog_samples.Level | None:
    """How much is owed now, if nobody has noted it for these minutes."""
    at = backlog_samples.mark_of(tx.now)
    return None if backlog_samples.is_noted(tx, at) else backlog_samples.Level(at=at, waiting=backlog.count(tx).count)


async def follow(clock: FollowingClock, database: Database) -> None:
    """Set a clock by that of the database's server."""

    def ask(tx: Transaction) -> tuple[float, Instant | None]:
        return clock.monotonic(), tx.connection.server_now()

    asked_s, theirs = await database.read(ask)
    if theirs is not None:
        clock.follow(theirs, asked_s=asked_s)
