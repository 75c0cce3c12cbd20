"""A running store under the auditor's eyes: busy and well, woken where it slept, and with events that are erased."""

import asyncio
import time
from pathlib import Path

import pytest
import structlog

from plantstore.app.jobs import store_jobs
from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.domain.audit import COUNTED_BY_STORE, NEEDS_RUNNING_STORE, Audit
from plantstore.domain.errors import StoreFull
from plantstore.domain.plants.plant import Status
from plantstore.domain.timestamps import after
from plantstore.operations import scheduler
from plantstore.operations.audit.offline import OfflineAudit
from plantstore.operations.audit.stall_detector import OVERDUE_S, PATIENCE_S
from plantstore.storage.database import Transaction
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import cancelled_ranges, events, retries
from plantstore.storage.tables import receivers as stored
from tests.makers import NOON, a_retry
from tests.receiver import Got, a_server
from tests.running import add, register, settings
from tests.still_clock import StillClock
from tests.storage.plans import parts_of_index

PLANTS, AT_ONCE = 400, 20


async def owed_in_all(store: Store) -> int:
    def count(tx: Transaction) -> int:
        return sum(lag(tx, receiver) for receiver in stored.page(tx, limit=10))

    return await store.database.read(count)


async def delete(store: Store, plant_id: int) -> None:
    def remove(tx: Transaction) -> None:
        store.catalogue.delete_plant(tx, plant_id, deleted_by="tok_1", version=None)

    await store.database.write(remove)


def inspected(path: Path) -> Audit:
    inspection = OfflineAudit(
        path, retry_scale=1_000_000, clock=SystemClock(), wait=time.sleep, report=lambda _done, _all: None
    )
    return inspection.audit()


async def test_a_busy_store_that_is_well_has_no_number_in_any_look(tmp_path: Path) -> None:
    def moody(got: Got) -> int:
        return 503 if (got.sequence * 7 + int(got.headers["webhook-attempt"])) % 3 == 0 else 204

    async with (
        a_server() as good,
        a_server() as flaky,
        a_server() as latecomer,
        open_store(settings(tmp_path)) as store,
    ):
        flaky.answer = moody
        await register(store, good)
        await register(store, flaky)
        looked: list[Audit] = []
        for number in range(0, PLANTS, AT_ONCE):
            added = await add(store, *(f"Plant {number + one}" for one in range(AT_ONCE)))
            if number == PLANTS // 2:
                await register(store, latecomer, start="beginning")
            await delete(store, added[0].plant.id)
            await store.auditor.run()
            assert store.auditor.last is not None
            looked += [store.auditor.last, await asyncio.to_thread(inspected, store.settings.database_path)]
        async with asyncio.timeout(30):
            while await owed_in_all(store):
                await asyncio.sleep(0.01)
        looked.append(await asyncio.to_thread(inspected, store.settings.database_path))

        assert len(flaky.got) > PLANTS, "some of it was sent again"
        assert {number for one in looked for number, f in one.findings.items() if f.count != 0} <= COUNTED_BY_STORE


async def test_a_pump_that_sleeps_over_a_retry_is_woken(tmp_path: Path) -> None:
    clock = StillClock()

    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1), clock=clock) as store:
        receiver = await register(store, server)
        await add(store, "Aloe vera")
        await server.requests(1)
        await store.dispatcher.settle(wait_s=5)
        due_at = after(NOON, seconds=-OVERDUE_S - 1)
        forgotten = a_retry(1, receiver_id=receiver.id, next_attempt_at=due_at)
        await store.database.write(lambda tx: retries.upsert(tx, [forgotten]))
        await store.auditor.run()
        assert len(server.got) == 1

        clock.move(PATIENCE_S)
        await store.auditor.run()

        assert (await server.requests(2))[1].sequence == 1
        await store.dispatcher.settle(wait_s=5)
        assert await store.database.read(lambda tx: retries.count_waiting(tx, receiver.id)) == 0


async def test_a_receiver_that_starts_before_erased_events_is_owed_the_others(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        await add(store, *(f"Plant {number}" for number in range(1, 8)))
        await store.database.write(lambda tx: events.erase(tx, [1, 3, 4, 7]))

        receiver = await register(store, server, start="beginning")
        await server.until(lambda one: len(one.accepted) == 3)
        await store.dispatcher.settle(wait_s=5)

        assert sorted(server.accepted) == [2, 5, 6]
        assert await store.database.read(lambda tx: cancelled_ranges.after(tx, receiver.id, 0)) == [
            (1, 1),
            (3, 4),
            (7, 7),
        ]
        assert await owed_in_all(store) == 0
        await add(store, "The next")
        await server.until(lambda one: 8 in one.accepted)
        await store.dispatcher.settle(wait_s=5)
        assert inspected(store.settings.database_path).clean
        found = await store.database.read(lambda tx: stored.find(tx, receiver.id))
        assert found is not None
        assert found.cursor == 8


async def test_a_receiver_that_starts_behind_erased_events_gets_no_skip(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        await add(store, "One", "Two", "Three")
        await store.database.write(lambda tx: events.erase(tx, [1]))

        receiver = await register(store, server, start=2)

        assert await store.database.read(lambda tx: cancelled_ranges.counts(tx, [receiver.id])) == {}


async def test_the_house_is_kept_by_the_running_store(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        assert store.auditor.last is None
        await add(store, "Aloe vera", status=Status.DRAFT)

        await scheduler.run_jobs_once(store_jobs(store))

        assert store.auditor.last is not None
        assert store.auditor.last.clean
        assert {store.auditor.last.findings[number].count for number in NEEDS_RUNNING_STORE} == {0}


async def test_a_store_that_could_not_write_finds_out_by_itself_that_it_can_again(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        store.database.fault = StoreFull()

        first, *_ = store_jobs(store)  # the others may have nothing to write
        await first()

        assert store.database.fault is None


async def test_the_index_of_words_is_merged_when_there_is_time(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        for number in (1, 2, 3):
            await add(store, f"Rosa {number}", status=Status.DRAFT)
        assert await store.database.read(parts_of_index) == 3

        await scheduler.run_jobs_once(store_jobs(store))

        assert await store.database.read(parts_of_index) == 1


async def test_a_chore_that_fails_keeps_no_other_from_its_turn() -> None:
    done: list[str] = []

    async def broken() -> None:
        raise OSError("the disk is full")

    async def good() -> None:
        done.append("good")

    with structlog.testing.capture_logs() as said:
        await scheduler.run_jobs_once([broken, good])
    assert [line["event"] for line in said] == ["a background job failed"]

    assert done == ["good"]


async def test_news_that_went_astray_is_found_in_the_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        await register(store, server)
        with monkeypatch.context() as deaf:
            deaf.setattr(store.log, "append", lambda _events: None)
            await add(store, "Hedera helix")
        assert store.log.head == 0

        await scheduler.run_jobs_once(store_jobs(store))

        (got,) = await server.requests(1)
        assert got.sequence == 1
