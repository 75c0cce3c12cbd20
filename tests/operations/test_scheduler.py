"""Housekeeping of many: what is done once is done by who keeps the house, the rest by everybody; no fault ends it."""

from pathlib import Path

import pytest
import structlog

from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import Instant
from plantstore.operations import scheduler
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import backlog_samples
from plantstore.storage.tables.backlog_samples import INTERVAL_US
from tests.makers import NOON
from tests.opened import opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")


@pytest.mark.parametrize("runs_store_jobs", [True, False])
async def test_one_process_does_what_is_done_once_and_everyone_does_its_own(
    tmp_path: Path, clock: StillClock, runs_store_jobs: bool
) -> None:
    done: list[str] = []

    async def of_store() -> None:
        done.append("of the store")

    async def of_process() -> None:
        done.append("of the process")

    async with opened(tmp_path, clock) as store:
        todo = scheduler.standard_jobs(
            store.database, of_store=(of_store,), of_process=(of_process,), runs_store_jobs=lambda: runs_store_jobs
        )
        await scheduler.run_jobs_once(todo)

        noted = await store.read(lambda tx: backlog_samples.between(tx, first=NOON, last=Instant(NOON + INTERVAL_US)))
        assert (done, len(noted)) == (
            (["of the store", "of the process"], 1) if runs_store_jobs else (["of the process"], 0)
        )


async def test_what_the_database_refuses_is_one_line_and_a_fault_of_ours_keeps_its_traceback() -> None:
    done: list[str] = []

    async def refused() -> None:
        raise Unavailable("The server is away.")

    async def not_opened() -> None:
        raise StorageRefused("The server cannot be reached.")

    async def broken() -> None:
        raise ValueError("ours")

    async def works() -> None:
        done.append("last")

    with structlog.testing.capture_logs() as said:
        await scheduler.run_jobs_once([refused, refused, not_opened, broken, works])

    assert [(line["event"], line.get("chores"), bool(line.get("exc_info"))) for line in said] == [
        ("a background job failed", None, True),
        ("background jobs wait for the database", 3, False),
    ]
    assert said[1]["detail"] == "The server is away."
    assert done == ["last"]


async def test_who_keeps_the_house_is_asked_before_each_chore(tmp_path: Path, clock: StillClock) -> None:
    keeps, done = [True], list[str]()

    async def loses_it() -> None:
        done.append("first")
        keeps[0] = False

    async def later() -> None:
        done.append("second")

    async with opened(tmp_path, clock) as store:
        todo = scheduler.standard_jobs(store.database, of_store=(loses_it, later), runs_store_jobs=lambda: keeps[0])
        await scheduler.run_jobs_once(todo)

    assert done == ["first"]
