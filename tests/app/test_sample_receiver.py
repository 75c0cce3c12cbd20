"""The built-in sample receiver: it verifies what it gets, and is called only where it listens now."""

from pathlib import Path

import pytest
import structlog

from plantstore.app.sample_receiver import SampleReceiver
from plantstore.app.store import open_store
from plantstore.domain.errors import StoreFull
from plantstore.storage.database import Transaction
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import receivers
from tests.receiver import a_server
from tests.running import add, register, settings

pytestmark = pytest.mark.usefixtures("engine_kind")


def owed(tx: Transaction) -> int:
    receiver = receivers.find_built_in(tx)
    assert receiver is not None
    return lag(tx, receiver)


@pytest.mark.sqlite_only("where processes share a store, the built-in receiver is taken up as any other")
async def test_it_is_not_called_at_the_address_of_the_last_run(tmp_path: Path) -> None:
    async with a_server() as somebody_else:
        async with open_store(settings(tmp_path)) as store:
            await register(store, somebody_else, built_in=True)
            await store.dispatcher.stop(wait_s=0)
            await add(store, "Aloe vera")

        async with open_store(settings(tmp_path)) as store:
            await add(store, "Hedera helix")
            await store.dispatcher.settle(wait_s=5)
            assert somebody_else.got == []
            assert await store.database.read(owed) == 2

            sample = SampleReceiver(store.database, store.receivers, store.secret_box)
            assert await sample.start(register=False)
            while await store.database.read(owed):
                await store.dispatcher.settle(wait_s=5)
            await sample.stop()

        assert somebody_else.got == []


@pytest.mark.parametrize("is_there", [True, False])
async def test_a_store_on_a_full_disk_starts_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    """Whoever shares a commit with others fails with them, also with nothing to write."""

    def write(*_: object, **__: object) -> None:
        raise StoreFull

    async with a_server() as somebody_else, open_store(settings(tmp_path)) as store:
        if is_there:
            await register(store, somebody_else, built_in=True)
        monkeypatch.setattr(store.database, "write", write)
        sample = SampleReceiver(store.database, store.receivers, store.secret_box)
        with structlog.testing.capture_logs() as said:
            assert not await sample.start(register=False)
        monkeypatch.undo()

        assert [one["error"] for one in said] == [str(StoreFull())] * is_there


async def test_where_it_is_wished_for_a_full_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise StoreFull

    async with open_store(settings(tmp_path)) as store:
        monkeypatch.setattr(store.database, "write", write)
        with pytest.raises(StoreFull):
            await SampleReceiver(store.database, store.receivers, store.secret_box).start(register=True)
        monkeypatch.undo()


async def test_a_store_without_it_stays_without_it(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        sample = SampleReceiver(store.database, store.receivers, store.secret_box)

        assert not await sample.start(register=False)

        assert await store.database.read(receivers.find_built_in) is None
