"""Random scenarios with processes that share a store: no shard is ever held by two of them, and nothing is lost."""

import random

import pytest

from plantstore.domain.deliveries.lease import SHARDS
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import events
from tests.sharing import LEASE_S, SharedStore, StoreProcess, sharing

STEPS = 40
ORDERED = ReceiverId(40)
RECEIVERS = (*map(ReceiverId, (1, 2, 1 + SHARDS, 63)), ORDERED)
MACHINES_MAX = 4
HEALING_S = 1_200.0  # the breaker's longest pause, and the first steps of the retry schedule


def doubly_held(store: SharedStore) -> list[int]:
    """The shards that two processes would send to now. Dead processes send nothing, frozen ones would."""
    sure = [one for one in store.machines if not one.is_gone and not one.places.closed]
    return [number for number in range(SHARDS) if sum(number in one.lease_manager._held for one in sure) > 1]


def senders_to_one_receiver(store: SharedStore) -> list[int]:
    """The receivers that two workers would send to."""
    sure = [one for one in store.machines if not one.is_gone and not one.places.closed]
    return [number for number in RECEIVERS if sum(number in one.dispatcher._workers for one in sure) > 1]


async def step(store: SharedStore, chance: random.Random) -> None:
    """Perform one of the possible actions."""
    alive = store.alive
    frozen = [one for one in store.machines if one.is_frozen and not one.is_gone]
    what = chance.choice(["start", "kill", "freeze", "wake", "stop", "add", "add", "answer", "answer", "pass", "pass"])
    if what == "start" and len(alive) + len(frozen) < MACHINES_MAX:
        await store.machine().start()
    elif what == "kill" and len(alive) > 1:
        await chance.choice(alive).kill()
    elif what == "freeze" and len(alive) > 1:
        await chance.choice(alive).freeze()
    elif what == "wake" and frozen:
        await wake(store, chance.choice(frozen), chance)
    elif what == "stop" and len(alive) > 1:
        await end(chance.choice(alive), chance)
    elif what == "add":
        await store.add(chance.randint(1, 5), by=chance.choice(alive))
    elif what == "answer":
        for machine in alive:
            machine.network.answer(status=chance.choice([204, 204, 500, 503]))
    elif what == "pass":
        await store.passes(chance.choice([1.0, 3.0, LEASE_S / 2, LEASE_S]))


async def wake(store: SharedStore, machine: StoreProcess, chance: random.Random) -> None:
    """Wake a process: it handles what arrived while it was frozen before it polls."""
    machine.network.answer(status=chance.choice([204, 500]))
    await store.recorded(machine)
    machine.is_frozen = False


async def end(machine: StoreProcess, chance: random.Random) -> None:
    """Stop regularly, immediately or after a while."""
    await machine.dispatcher.stop(wait_s=0)
    if chance.random() < 0.5:
        machine.network.answer()
        await machine.lease_manager.poll()
    await machine.freeze()
    await machine.close()


def delivered(tx: Transaction) -> dict[int, int]:
    """How many events each receiver has accepted."""
    sql = "SELECT receiver_id, count(DISTINCT sequence) FROM attempts WHERE outcome = 'accepted' GROUP BY receiver_id"
    return {row[0]: row[1] for row in tx.execute(sql)}


async def heal(store: SharedStore) -> None:
    """Wake all processes, let every receiver accept, and let time pass."""
    for machine in store.machines:
        if machine.is_frozen and not machine.is_gone:
            machine.is_frozen = False
    await store.answered()
    for _ in range(int(HEALING_S / 60)):  # an ordered receiver is loaded by a timer of the event loop
        await store.alive[0].database.write(lambda tx: tx.changes.receivers.add(ORDERED))
        await store.passes(60, step_s=4)
        await store.answered()


@pytest.mark.parametrize("seed", range(1))  # `make proof PART=crowds` plays thousands
async def test_no_two_hold_a_shard_and_every_receiver_gets_everything(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    async with sharing(engine) as store:
        await store.started(2)
        for number in RECEIVERS:
            await store.receiver(number, ordered=number == ORDERED)
        for _ in range(STEPS):
            await step(store, chance)
            assert doubly_held(store) == []
            assert senders_to_one_receiver(store) == []
            await store.quiet()
            assert doubly_held(store) == []
            assert senders_to_one_receiver(store) == []

        await heal(store)

        head = await store.alive[0].database.read(events.head)
        assert head > 0
        assert await store.alive[0].database.read(delivered) == dict.fromkeys(RECEIVERS, head)
        assert sum(machine.held for machine in store.alive) == SHARDS
