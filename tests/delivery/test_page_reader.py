"""Pages of retries, probes and replays: a failed read is reported once, an unreadable row is skipped."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from plantstore.delivery.context import READ_RETRY_S
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import retries
from tests.core.test_faults import caught
from tests.delivery.test_receiver_worker_stale import answer_all, ask, order_of, what_was_sent
from tests.delivery.worker_runs import World, a_world
from tests.makers import RECEIVER, a_replay, a_retry

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("how a read is repeated does not depend on the engine"),
]

OF_A_LATER_VERSION = "entangled"


class FailingDatabase:
    """A database of which reads raise `error` while it is set."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.error: Exception | None = None
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def read(self, function: Any) -> Any:
        self.reads += 1
        if self.error is not None:
            raise self.error
        return await self._database.read(function)


def failing(world: World) -> FailingDatabase:
    database = FailingDatabase(world.database)
    world.context = replace(world.context, database=cast(Database, database))
    return database


async def two_retries(world: World) -> None:
    await what_was_sent(world, events=2)
    await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1), a_retry(2)]))


async def a_replay_of_two(world: World) -> None:
    await what_was_sent(world, events=2)
    await ask(world, a_replay(last=2))


PAGES = {
    "retries": (two_retries, "a receiver's retries could not be read"),
    "replay": (a_replay_of_two, "the events of a replay could not be read"),
}


@pytest.mark.parametrize("page", PAGES)
async def test_a_failing_read_is_reported_once_and_succeeds_in_the_end(tmp_path: Path, page: str) -> None:
    async with a_world(tmp_path) as world:
        prepare, words = PAGES[page]
        await prepare(world)
        found, database = caught(), failing(world)
        database.error = TypeError("planted")
        worker = await world.start()
        for _ in range(5):
            await world.move(worker, READ_RETRY_S)
        assert database.reads >= 5
        assert found == [words]

        database.error = None
        await world.move(worker, READ_RETRY_S)
        await answer_all(world)

        assert order_of(world) == [1, 2]
        assert found == [words]


async def test_a_failing_read_of_a_probe_is_reported_once_and_succeeds_in_the_end(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, events=2)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1), a_retry(2)]))
        found, database = caught(), failing(world)
        worker = await world.start()
        await world.quiet()
        await world.live(worker, lambda _: 500, until=lambda: worker.breaker.is_open)
        sent = len(world.network.all)
        database.error = TypeError("planted")
        for _ in range(5):
            await world.move(worker, 3_600)
        assert len(world.network.all) == sent
        assert found == ["what a receiver is probed with could not be read"]

        database.error = None
        await world.move(worker, 3_600)

        assert len(world.network.all) == sent + 1
        assert len(found) == 1


def spoil(tx: Transaction, *sequences: int) -> None:
    """Give these rows an outcome that only a later version knows."""
    for sequence in sequences:
        tx.update(
            "UPDATE retries SET last_outcome = ? WHERE receiver_id = ? AND sequence = ?",
            (OF_A_LATER_VERSION, RECEIVER, sequence),
        )


@pytest.mark.both_engines
@pytest.mark.parametrize("ordered", [False, True])
async def test_an_unreadable_retry_is_skipped_and_the_others_are_sent(tmp_path: Path, ordered: bool) -> None:
    async with a_world(tmp_path, page=2) as world:
        await what_was_sent(world, events=7)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(number) for number in range(1, 8)]))
        await world.database.write(lambda tx: spoil(tx, 1, 2, 3, 5))
        found = caught()
        worker = await world.start(ordered=ordered)
        await world.quiet()
        await answer_all(world)
        await world.move(worker, READ_RETRY_S)
        await answer_all(world)

        assert order_of(world) == [4, 6, 7]
        assert await world.rows() == 4, "what was passed over is still owed"
        assert not found

        await world.command(worker, _mend)
        await answer_all(world)
        assert sorted(order_of(world)) == [1, 2, 3, 4, 5, 6, 7]


def _mend(tx: Transaction) -> None:
    tx.update("UPDATE retries SET last_outcome = ?", (OutcomeKind.REFUSED,))


@pytest.mark.both_engines
async def test_a_replay_skips_unreadable_rows(tmp_path: Path) -> None:
    async with a_world(tmp_path, page=2) as world:
        await what_was_sent(world, events=5, given_up=(1, 2, 3, 4))
        await world.database.write(lambda tx: spoil(tx, 1, 2, 3))
        await ask(world, a_replay(last=5, only=ReplayOnly.FAILED))
        await world.start()
        await world.quiet()
        await answer_all(world)

        assert order_of(world) == [4]


async def test_an_unreadable_row_is_not_sent_as_a_probe(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await two_retries(world)
        worker = await world.start()
        await world.live(worker, lambda _: 500, until=lambda: worker.breaker.is_open)
        await world.database.write(lambda tx: spoil(tx, 1))
        world.network.all.clear()
        await world.live(worker, lambda _: 204, until=lambda: bool(world.network.all) and not world.network.open)

        assert set(order_of(world)) == {2}
