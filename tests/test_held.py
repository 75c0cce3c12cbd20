"""A person pauses a receiver of a running store, resumes it, and has it sent to again: all the way, on real sockets."""

from pathlib import Path

import pytest

from plantstore import replays
from plantstore.app import Store, open_store
from plantstore.domain.receiver import Receiver
from plantstore.domain.replay import Replay, ReplayOnly, ReplayState
from plantstore.receivers import find, lag
from plantstore.storage.database import Transaction
from tests.receiver import Receiving, a_server
from tests.running import add, register, run, settings

pytestmark = pytest.mark.usefixtures("audited")


async def pause(store: Store, receiver: Receiver) -> None:
    await store.database.write(lambda tx: store.receivers.pause(tx, receiver.id))


async def resume(store: Store, receiver: Receiver, *, skip: bool = False) -> int:
    resumed = await store.database.write(
        lambda tx: store.receivers.resume(tx, receiver.id, skip=skip, asked_by="tok_1")
    )
    return resumed.skipped


async def send_again(store: Store, receiver: Receiver) -> Replay:
    wish = replays.Wish(first=1, only=ReplayOnly.ALL)

    def ask(tx: Transaction) -> Replay:
        return replays.ask(tx, ids=store.ids, receiver_id=receiver.id, wish=wish, asked_by="tok_1")

    return await store.database.write(ask)


async def until_sent(store: Store, witness: Receiving, count: int) -> None:
    """Wait until another receiver has got so many: then the first one would have got them too."""
    await witness.requests(count)
    await store.dispatcher.settle(wait_s=10)


def test_nothing_is_sent_to_a_paused_receiver_and_everything_when_it_is_resumed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, a_server() as witness, open_store(settings(tmp_path)) as store:
            receiver = await register(store, server)
            await register(store, witness, name="witness")
            await add(store, "one")
            await server.requests(1)

            await pause(store, receiver)
            await add(store, "two", "three")
            await until_sent(store, witness, 3)
            held = list(server.accepted)
            await resume(store, receiver)
            await server.requests(3)

            assert held == [1]
            assert sorted(server.accepted) == [1, 2, 3]

    run(test)


def test_what_was_skipped_is_never_sent_and_the_next_plant_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, a_server() as witness, open_store(settings(tmp_path)) as store:
            receiver = await register(store, server)
            await register(store, witness, name="witness")
            await pause(store, receiver)
            await add(store, "one", "two")
            await until_sent(store, witness, 2)

            skipped = await resume(store, receiver, skip=True)
            await add(store, "three")
            await server.requests(1)
            await until_sent(store, witness, 3)

            assert skipped == 2
            assert server.accepted == [3]
            assert await store.database.read(lambda tx: lag(tx, find(tx, receiver.id))) == 0

    run(test)


def test_a_replay_of_a_paused_receiver_runs_when_it_is_resumed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, a_server() as witness, open_store(settings(tmp_path)) as store:
            receiver = await register(store, server)
            await register(store, witness, name="witness")
            await add(store, "one", "two")
            await server.requests(2)
            await until_sent(store, witness, 2)
            await pause(store, receiver)

            asked = await send_again(store, receiver)
            await add(store, "three")
            await until_sent(store, witness, 3)
            held = list(server.accepted)
            await resume(store, receiver)
            await server.requests(5)
            await store.dispatcher.settle(wait_s=10)

            ended = await store.database.read(lambda tx: replays.find_replay(tx, receiver.id, asked.id))
            assert sorted(held) == [1, 2]
            assert sorted(server.accepted) == [1, 1, 2, 2, 3]
            assert (ended.state, ended.accepted, ended.failed) == (ReplayState.DONE, 2, 0)

    run(test)
