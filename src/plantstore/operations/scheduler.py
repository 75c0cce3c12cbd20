"""Run the background jobs once a minute, one after another. A job that fails does not stop the others.

Where several processes share a store, one of them runs the jobs of the store; each process checks before each job
whether it is that one.
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
from plantstore.storage.queries import backlog
from plantstore.storage.tables import (
    backlog_samples,
    facts,
    idempotency,
    operational_subscribers,
    receivers,
    search_index,
)

INTERVAL_S = 60.0
EXPIRED_KEYS_PER_STEP = 1_000
MERGES_MAX = 1_000  # max merge steps per run; the search index of a million plants needs fewer
_log = structlog.get_logger("plantstore")

Job = Callable[[], Awaitable[object]]


def standard_jobs(
    database: Database,
    *,
    of_store: Sequence[Job] = (),
    of_process: Sequence[Job] = (),
    runs_store_jobs: Callable[[], bool] = lambda: True,
) -> tuple[Job, ...]:
    """Return the jobs that every store has, with `of_store` and `of_process` after them.

    Jobs of the store run only while `runs_store_jobs` returns True, those of the process everywhere.
    """

    async def check_that_writing_works() -> None:
        if database.fault is not None:
            await database.write(facts.probe_write)

    async def remove_expired_keys() -> None:
        while await database.write(_remove_expired_keys) == EXPIRED_KEYS_PER_STEP:
            pass  # separate transactions, so that other writers get their turn

    async def remove_expired_secrets() -> None:
        await database.write(receivers.remove_expired_secrets)
        await database.write(operational_subscribers.remove_expired_secrets)

    async def sample_backlog() -> None:
        sample = await database.read(_new_sample)
        if sample is not None:
            await database.write(lambda tx: backlog_samples.insert(tx, sample))

    async def merge_search_index() -> None:
        for _ in range(MERGES_MAX):
            if not await database.write(search_index.merge):
                return

    jobs = (remove_expired_secrets, remove_expired_keys, sample_backlog, merge_search_index, *of_store)
    return (check_that_writing_works, *(_if(runs_store_jobs, job) for job in jobs), *of_process)


@contextlib.asynccontextmanager
async def running_jobs(jobs: Sequence[Job]) -> AsyncIterator[None]:
    """Run the jobs every INTERVAL_S until the block ends."""
    task = asyncio.get_running_loop().create_task(_run_jobs(jobs))
    try:
        yield
    finally:
        task.cancel()


async def run_jobs_once(jobs: Sequence[Job]) -> None:
    """Run every job in order. If the database refuses some (it is unavailable or its disk is full), log one line."""
    refused: list[str] = []
    for job in jobs:
        try:
            await job()
        except (StoreError, StorageRefused) as error:
            refused.append(str(error))
        except Exception:
            _log.exception("a background job failed")
    if refused:
        _log.warning("background jobs wait for the database", chores=len(refused), detail=refused[0])


def _if(condition: Callable[[], bool], job: Job) -> Job:
    async def conditional() -> None:
        if condition():
            await job()

    return conditional


async def _run_jobs(jobs: Sequence[Job]) -> None:
    while True:
        await asyncio.sleep(INTERVAL_S)
        await run_jobs_once(jobs)


def _remove_expired_keys(tx: Transaction) -> int:
    return idempotency.remove_old(tx, limit=EXPIRED_KEYS_PER_STEP)


def _new_sample(tx: Transaction) -> backlog_samples.BacklogSample | None:
    """Return the present backlog of deliveries; None if a sample of this interval is already stored."""
    at = backlog_samples.interval_start(tx.now)
    return (
        None
        if backlog_samples.exists(tx, at)
        else backlog_samples.BacklogSample(at=at, waiting=backlog.count(tx).count)
    )


async def follow(clock: FollowingClock, database: Database) -> None:
    """Set a clock to the time of the database server; no effect on SQLite."""

    def ask(tx: Transaction) -> tuple[float, Instant | None]:
        return clock.monotonic(), tx.connection.server_now()

    asked_s, theirs = await database.read(ask)
    if theirs is not None:
        clock.follow(theirs, requested_s=asked_s)
