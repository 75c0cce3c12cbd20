"""A person pauses, resumes, orders and limits receivers of a running store, over the real network."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from plantstore.app.store import Store, open_store
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver, ReceiverState
from plantstore.domain.secret import AccessToken
from plantstore.receivers import replays
from plantstore.receivers.commands import find
from plantstore.receivers.patch import ReceiverPatch
from plantstore.sending.resolving import Resolver
from plantstore.sending.sender import CHANGED
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, cancelled_ranges, retries
from tests.receiver import Got, Receiving, a_server
from tests.running import add, cursor, register, settings

pytestmark = [
    pytest.mark.usefixtures("engine_kind", "audited"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]


RETRIES_AT_ONCE = 1_000_000  # divides every wait: a failure is retried almost immediately


async def pause(store: Store, receiver: Receiver) -> None:
    await store.database.write(lambda tx: store.receivers.pause(tx, receiver.id))


async def resume(store: Store, receiver: Receiver, *, skip: bool = False) -> int:
    resumed = await store.database.write(
        lambda tx: store.receivers.resume(tx, receiver.id, skip=skip, asked_by="tok_1")
    )
    return resumed.skipped


async def send_again(store: Store, receiver: Receiver) -> Replay:
    request = replays.ReplayRequest(first=1, only=ReplayOnly.ALL)

    def create(tx: Transaction) -> Replay:
        return replays.create(tx, ids=store.ids, receiver_id=receiver.id, request=request, asked_by="tok_1")

    return await store.database.write(create)


async def until_sent(store: Store, witness: Receiving, count: int) -> None:
    """Wait until another receiver has got this many: then the first one would have got them too."""
    await witness.requests(count)
    await store.dispatcher.settle(wait_s=10)


async def test_nothing_is_sent_to_a_paused_receiver_and_everything_when_it_is_resumed(tmp_path: Path) -> None:
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


async def remove(store: Store, receiver: Receiver) -> None:
    await store.database.write(lambda tx: store.receivers.remove(tx, receiver.id, asked_by="tok_1"))


@pytest.mark.parametrize("end", [pause, remove])
async def test_a_request_that_waits_for_a_connection_is_not_sent_after_a_pause_or_removal(
    end: Callable[[Store, Receiver], Awaitable[None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_resolve, resolve = asyncio.Event(), asyncio.Event(), Resolver.__call__

    async def slow(resolver: Resolver, host: str) -> list[str]:
        begun.set()
        await may_resolve.wait()
        return await resolve(resolver, host)

    async with a_server() as server, a_server() as witness, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        await register(store, witness, name="witness")
        monkeypatch.setattr(Resolver, "__call__", slow)
        await add(store, "one")
        await begun.wait()

        await end(store, receiver)
        async with asyncio.timeout(20):
            while not (made := await store.database.read(partial(attempts_of, receiver_id=receiver.id))):
                await asyncio.sleep(0.01)
        may_resolve.set()
        await until_sent(store, witness, 1)
        held = list(server.accepted)
        if end is pause:
            await resume(store, receiver)
            await server.requests(1)

        assert held == []
        assert made == [(OutcomeKind.STOPPED, CHANGED)]
        assert server.accepted == ([1] if end is pause else [])


def attempts_of(tx: Transaction, *, receiver_id: ReceiverId) -> list[tuple[OutcomeKind, str]]:
    made = attempts.newest_of_delivery(tx, receiver_id, 1, event_id="", limit=20)
    return [(one.outcome.kind, one.outcome.detail) for one in made]


async def test_a_replay_of_a_paused_receiver_runs_when_it_is_resumed(tmp_path: Path) -> None:
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


@pytest.mark.both_engines
async def test_a_pause_outlives_a_restart(tmp_path: Path) -> None:
    async with a_server() as server, a_server() as other:
        async with open_store(settings(tmp_path)) as store:
            receiver = await register(store, server)
            await register(store, other)
            await pause(store, receiver)
        async with open_store(settings(tmp_path)) as store:
            await add(store, "one")
            await other.until(lambda one: one.accepted == [1])
            found = await store.database.read(lambda tx: find(tx, receiver.id))
            assert found.state is ReceiverState.PAUSED
            assert server.got == []

            await resume(store, receiver)
            await server.until(lambda one: one.accepted == [1])


@pytest.mark.both_engines
async def test_discarding_the_backlog_cancels_held_deliveries_and_continues_with_the_next_plant(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
        receiver = await register(store, server)
        server.answer = lambda got: 204 if got.sequence != 2 else 500
        await add(store, "one", "two", "three")
        await server.requests(3)
        await store.dispatcher.settle(wait_s=10)
        await pause(store, receiver)
        await add(store, "four", "five")

        skipped = await resume(store, receiver, skip=True)
        server.answer = lambda got: 204
        await add(store, "six")
        await server.until(lambda one: 6 in one.accepted)
        await store.dispatcher.settle(wait_s=10)

        ranges = await store.database.read(lambda tx: cancelled_ranges.after(tx, receiver.id, 0))
        waiting = await store.database.read(lambda tx: retries.count_waiting(tx, receiver.id))
        assert skipped == 3, "two that were queued, and one that was waiting for another try"
        assert (ranges, waiting) == ([(4, 5)], 0)
        assert sorted(server.accepted) == [1, 3, 6]
        assert await cursor(store, receiver) == 6


@pytest.mark.parametrize("seed", [1, 2])
async def test_an_ordered_receiver_that_fails_one_time_in_five_gets_every_plant_in_its_order(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)  # which attempts fail
    plants = 200

    async with a_server() as server, open_store(settings(tmp_path, retry_scale=RETRIES_AT_ONCE)) as store:
        server.answer = lambda got: 500 if chance.random() < 0.2 else 204
        receiver = await register(store, server, limits=ReceiverPatch(ordered=True))
        old, new = server.secret, ""
        server.secret = ""  # verified below, with either
        for number in range(plants):
            await add(store, f"Plant {number}")
            if number == plants // 2:
                await server.requests(1)  # a busy machine may begin later
                rotated = await store.database.write(lambda tx: store.receivers.rotate_secret(tx, receiver.id))
                new = rotated.secret.reveal()
        await server.until(lambda one: len(one.accepted) == plants)

        assert server.accepted == list(range(1, plants + 1))
        assert len(server.got) > plants * 1.1, "there were failures"
        assert all(verifies(got, old) or verifies(got, new) for got in server.got)
        assert verifies(server.got[-1], new)
        assert not verifies(server.got[0], new)


def verifies(got: Got, secret: str) -> bool:
    try:
        Webhook(secret).verify(got.body, got.headers)
    except Exception:
        return False
    return True


async def test_a_changed_rate_and_concurrency_hold_from_then_on(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        server.answers_after_s = 0.002
        receiver = await register(store, server)
        await add(store, *[f"Plant {number}" for number in range(50)])
        await server.until(lambda one: len(one.accepted) == 50)
        change = ReceiverPatch(max_concurrency=1, access_token=AccessToken("another-token"))

        await store.database.write(lambda tx: store.receivers.change(tx, receiver.id, change, version=None))
        await add(store, *[f"Late {number}" for number in range(20)])
        await server.until(lambda one: len(one.accepted) == 70)

        assert server.got[-1].headers["authorization"] == "Bearer another-token"
        assert server.accepted[50:] == list(range(51, 71)), "one at a time keeps the order"
