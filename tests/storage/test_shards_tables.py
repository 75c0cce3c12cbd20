"""Every function of storage/tables/processes.py, shards.py and shared.py."""

import asyncio
from functools import partial

import pytest

from plantstore.core.ids import WORKERS_MAX
from plantstore.domain.deliveries.lease import SHARDS, Role
from plantstore.domain.errors import Unavailable
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Database, PostCommitChanges, Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import processes, receivers, shards
from plantstore.storage.tables.processes import Process
from plantstore.storage.tables.shards import Shard
from tests.makers import NOON, RECEIVER, a_receiver
from tests.still_clock import StillClock

OTHER = ReceiverId(8)


def a_process(id: str = "prc_1", **changes: object) -> Process:
    process = Process(
        id=id,
        slot=0,
        role=Role.ALL,
        host="shop-1",
        pid=4_711,
        version="0.5.1",
        address="http://shop-1:8000",
        started_at=NOON,
        lease_us=15_000_000,
    )
    return process._replace(**changes)  # type: ignore[arg-type]


def owners(tx: Transaction) -> dict[int, tuple[str | None, int, bool]]:
    """Who has which shard, with its epoch and whether it is clean; of those that ever changed hands."""
    return {one.shard: (one.owner, one.epoch, one.is_clean) for one in shards.find_all(tx) if one.epoch}


def test_a_new_store_has_every_shard_free_and_clean(tx: Transaction) -> None:
    assert shards.find_all(tx) == [Shard(number, None, 0, True) for number in range(SHARDS)]
    assert processes.find_all(tx) == []


def test_each_process_has_a_slot_of_its_own(tx: Transaction) -> None:
    registered = [processes.register(tx, a_process(f"prc_{number}")) for number in range(3)]

    assert [one.slot for one in registered] == [0, 1, 2]
    assert processes.find_all(tx) == registered


def test_a_slot_is_reused_only_after_all_others(tx: Transaction) -> None:
    slots = []
    for number in range(WORKERS_MAX + 3):
        slots.append(processes.register(tx, a_process(f"prc_{number}")).slot)
        if number != 1:
            processes.remove(tx, f"prc_{number}")

    assert slots[:WORKERS_MAX] == list(range(WORKERS_MAX))
    assert slots[WORKERS_MAX:] == [0, 2, 3], "slot 1 is in use"


def test_registration_fails_when_all_slots_are_taken(tx: Transaction) -> None:
    columns = Process._fields
    rows = [(*a_process(f"prc_{slot:04}", slot=slot)[:-1], 0) for slot in range(WORKERS_MAX - 1)]
    tx.insert("processes", columns, rows)

    assert processes.register(tx, a_process("prc_last")).slot == WORKERS_MAX - 1
    with pytest.raises(Unavailable, match="1024 processes"):
        processes.register(tx, a_process("prc_more"))


def test_a_heartbeat_tells_whether_the_process_is_still_registered(tx: Transaction) -> None:
    processes.register(tx, a_process())

    assert processes.heartbeat(tx, "prc_1")
    assert processes.heartbeat(tx, "prc_1")
    assert not processes.heartbeat(tx, "prc_2")
    [found] = processes.find_all(tx)
    assert found.shown.beat == 2
    assert found.shown.lease_s == 15


def test_a_stopping_or_api_only_process_gets_no_shards(tx: Transaction) -> None:
    processes.register(tx, a_process("prc_1"))
    processes.register(tx, a_process("prc_2", role=Role.API))
    processes.register(tx, a_process("prc_3"))

    processes.leave(tx, "prc_3")

    assert [one.id for one in processes.find_all(tx) if one.has_share] == ["prc_1"]
    assert processes.count_delivering(tx) == 1


def test_a_process_is_expired_only_without_a_new_heartbeat(tx: Transaction) -> None:
    processes.register(tx, a_process())
    processes.heartbeat(tx, "prc_1")

    assert not processes.expire(tx, "prc_1", beat=0)
    assert processes.lock_registered(tx, "prc_1")
    assert processes.expire(tx, "prc_1", beat=1)
    assert not processes.lock_registered(tx, "prc_1")


def test_a_free_shard_is_acquired_once(tx: Transaction) -> None:
    for name in ("prc_1", "prc_2"):
        processes.register(tx, a_process(name))
    seen = shards.find_all(tx)[:3]

    mine = shards.acquire(tx, "prc_1", seen[1:])
    others = shards.acquire(tx, "prc_2", seen)

    assert [(one.shard, one.owner, one.epoch) for one in mine] == [(1, "prc_1", 1), (2, "prc_1", 1)]
    assert [(one.shard, one.owner, one.epoch) for one in others] == [(0, "prc_2", 1)]
    assert owners(tx) == {0: ("prc_2", 1, True), 1: ("prc_1", 1, True), 2: ("prc_1", 1, True)}


def test_an_unregistered_process_acquires_no_shard(tx: Transaction) -> None:
    assert shards.acquire(tx, "prc_1", shards.find_all(tx)) == []
    assert owners(tx) == {}


def test_a_released_shard_is_free_with_the_next_epoch(tx: Transaction) -> None:
    processes.register(tx, a_process())
    mine = shards.acquire(tx, "prc_1", shards.find_all(tx)[:2])

    shards.release(tx, "prc_1", [mine[0], mine[1]._replace(is_clean=False)])

    assert owners(tx) == {0: (None, 2, True), 1: (None, 2, False)}
    shards.release(tx, "prc_1", mine)
    assert owners(tx) == {0: (None, 2, True), 1: (None, 2, False)}, "they are its own no more"


def test_the_shards_of_an_expired_process_are_free_and_not_clean(tx: Transaction) -> None:
    for name in ("prc_1", "prc_2"):
        processes.register(tx, a_process(name))
        shards.acquire(tx, name, [one for one in shards.find_all(tx) if one.owner is None][:2])
    shards.release_orphaned(tx, "prc_1")
    assert owners(tx)[0] == ("prc_1", 1, True), "it is alive"

    processes.remove(tx, "prc_1")
    shards.release_orphaned(tx, "prc_1")

    assert owners(tx) == {0: (None, 2, False), 1: (None, 2, False), 2: ("prc_2", 1, True), 3: ("prc_2", 1, True)}
    processes.register(tx, a_process("prc_3"))
    [again] = shards.acquire(tx, "prc_3", shards.find_all(tx)[:1])
    assert (again.epoch, again.is_clean) == (3, False)


def test_epochs_of_the_requested_shards_are_returned(tx: Transaction) -> None:
    processes.register(tx, a_process())
    shards.acquire(tx, "prc_1", shards.find_all(tx)[5:6])

    assert shards.lock_epochs(tx, {5, 63}) == {5: 1, 63: 0}


def test_touches_are_counted_per_receiver(tx: Transaction) -> None:
    for receiver_id in (RECEIVER, OTHER):
        receivers.insert(tx, a_receiver(receiver_id))
    before = receivers.touch_totals(tx)

    receivers.lock(tx, [OTHER, RECEIVER])
    receivers.touch(tx, [OTHER])
    receivers.touch(tx, [RECEIVER, OTHER])

    assert before == (2, 0)
    assert receivers.touch_totals(tx) == (2, 3)
    assert receivers.touch_counts(tx) == {RECEIVER: 1, OTHER: 2}
    assert receivers.touch_count(tx, OTHER) == 2
    receivers.mark_deleted(tx, OTHER)
    assert receivers.touch_counts(tx) == {RECEIVER: 1}
    assert receivers.touch_count(tx, ReceiverId(9)) == 0


async def test_a_commit_on_a_shared_store_touches_changed_receivers(engine: Engine, clock: StillClock) -> None:
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    heard: list[PostCommitChanges] = []
    database = Database(
        engine,
        clock,
        on_commit=heard.append,
        readers=1,
        commit_commands_max=100,
        waiting_commands_max=100,
        waiting_reads_max=100,
        middleware=[receivers.touching],
    )

    try:
        registering = [partial(receivers.insert, receiver=a_receiver(number)) for number in (RECEIVER, OTHER)]
        await asyncio.gather(*map(database.write, registering))
        await database.write(lambda tx: tx.changes.receivers.add(OTHER), bypass_queue_limit=True)
        await database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 3))

        assert await database.read(receivers.touch_counts) == {RECEIVER: 1, OTHER: 2}
        assert set().union(*(changes.receivers for changes in heard)) == {RECEIVER, OTHER}
    finally:
        await database.close()
