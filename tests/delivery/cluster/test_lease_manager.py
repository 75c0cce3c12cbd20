"""Several processes share a store: which receivers each is assigned as processes start, stop, die and freeze."""

import pytest

from plantstore.domain.deliveries.lease import SHARDS, Role
from plantstore.domain.errors import Unavailable
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import attempts, processes, replays, shards
from tests.makers import a_replay
from tests.sharing import LEASE_S, SharedStore, StoreProcess, sharing


def owner_of(receiver: Receiver, machines: list[StoreProcess]) -> StoreProcess:
    [owner] = [one for one in machines if one.lease_manager.assignment_of(receiver.id) is not None]
    return owner


async def owners(store: SharedStore) -> list[str | None]:
    return [one.owner for one in await store.alive[0].database.read(shards.find_all)]


async def ids(store: SharedStore) -> list[str]:
    return [one.id for one in await store.alive[0].database.read(processes.find_all)]


async def test_shares_are_even_as_processes_come(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first] = await store.started(1)
        alone = first.held
        [second] = await store.started(1)
        two = [first.held, second.held]
        [third] = await store.started(1)
        three = [first.held, second.held, third.held]

        assert alone == SHARDS
        assert two == [32, 32]
        assert sorted(three) == [21, 21, 22]
        assert not first.lease_manager.held_shards & second.lease_manager.held_shards
        assert (
            len(first.lease_manager.held_shards | second.lease_manager.held_shards | third.lease_manager.held_shards)
            == SHARDS
        )
        assert {one.ids._worker for one in store.machines} == {0, 1, 2}


async def test_an_api_process_registers_and_holds_no_shards(engine: Engine) -> None:
    async with sharing(engine) as store:
        [api] = await store.started(1, role=Role.API)
        [sender] = await store.started(1, role=Role.DISPATCHER)

        assert (api.held, sender.held) == (0, SHARDS)
        assert await ids(store) == [api.lease_manager.process.id, sender.lease_manager.process.id]
        assert api.dispatcher.why_not_ready() is None


async def test_a_process_that_stops_releases_its_shards_and_unregisters(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        await first.stop()
        await first.lease_manager.poll()
        await store.quiet()
        taken = second.held

        await first.close()

        assert taken == SHARDS, "before it was gone, and without any lease having ended"
        assert await ids(store) == [second.lease_manager.process.id]
        assert all(one.is_clean for one in await second.database.read(shards.find_all))


async def test_a_hand_over_sends_nothing_twice_and_leaves_nothing_out(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first] = await store.started(1)
        receivers = [await store.receiver(number) for number in range(1, SHARDS, 8)]
        await store.add(3)
        await store.quiet()
        under_way = len(first.network.open)

        [second] = await store.started(1)
        moved = [one for one in receivers if first.lease_manager.assignment_of(one.id) is None]
        early = [one for one in receivers if second.lease_manager.assignment_of(one.id) is not None]
        await store.answered()
        late = [one for one in receivers if second.lease_manager.assignment_of(one.id) is not None]

        assert under_way == len(receivers), "one request to each new receiver"
        assert early == [], "what is under way is waited for"
        assert moved == late != []
        assert len(moved) == len(receivers) // 2
        assert [store.sent(one.id) for one in receivers] == [[1, 2, 3]] * len(receivers)
        assert {id for id, _ in second.network.all} == {one.id for one in moved}


async def test_idle_shards_are_reassigned_while_others_have_requests_in_flight(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first] = await store.started(1)
        slow = await store.receiver(SHARDS - 1)  # the last shards are released first
        await store.add()
        await store.quiet()

        [second] = await store.started(1)

        assert [one.receiver_id for one in first.network.open] == [slow.id]
        assert second.held == SHARDS // 2 - 1
        assert first.lease_manager.assignment_of(slow.id) is second.lease_manager.assignment_of(slow.id) is None
        await store.answered()
        assert second.held == SHARDS // 2


async def test_shards_of_a_dead_process_are_taken_over_after_a_lease_without_heartbeat(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        receiver = await store.receiver(1)
        await store.add(3)
        await store.quiet()
        owner = owner_of(receiver, [first, second])
        other = second if owner is first else first
        await owner.kill()

        await store.passes(LEASE_S - 1)
        early = other.held
        await store.passes(1)

        assert early == SHARDS // 2
        assert other.held == SHARDS
        assert await ids(store) == [other.lease_manager.process.id]
        await store.answered()
        assert store.sent(receiver.id) == [1, 1, 2, 3], "the one that was under way comes twice"


async def test_each_process_expires_after_its_own_lease(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first] = await store.started(1)
        [hasty] = await store.started(1, lease_s=1.5)
        await hasty.kill()

        await store.passes(1.5, step_s=0.25)

        assert first.held == SHARDS


async def test_a_changed_wall_clock_ends_no_lease(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        before = await store.epochs()

        first.clock.leap(10 * 365 * 86_400)
        second.clock.leap(-10 * 365 * 86_400)
        await store.passes(2 * LEASE_S)

        assert await store.epochs() == before
        assert (first.held, second.held) == (32, 32)


async def test_an_epoch_rises_at_each_change_of_hands(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first] = await store.started(1)
        taken = await store.epochs()
        [second] = await store.started(1)
        shared = await store.epochs()
        moved = second.lease_manager.held_shards
        await second.kill()
        await store.passes(LEASE_S)
        inherited = await store.epochs()

        assert set(taken.values()) == {1}
        assert {shard for shard in shared if shared[shard] != 1} == moved
        assert {shared[shard] for shard in moved} == {3}, "given back, and taken"
        assert {inherited[shard] for shard in moved} == {5}
        assert first.held == SHARDS


async def until_frozen_too_long(
    store: SharedStore, *receivers: Receiver, count: int = 2
) -> tuple[StoreProcess, StoreProcess]:
    """Freeze the owner, with a request in flight to each receiver, until another takes over; return both."""
    machines = store.machines[:1] + await store.started(1)
    owner = owner_of(receivers[0], machines)
    other = machines[0] if owner is machines[1] else machines[1]
    await store.add(count)
    await store.quiet()
    assert len(owner.network.open) == len(receivers)
    await owner.freeze()
    await store.passes(LEASE_S)
    assert other.held == SHARDS
    return owner, other


@pytest.mark.parametrize("status", [204, 500])
async def test_a_process_that_wakes_after_its_lease_sends_nothing_before_it_registers_again(
    engine: Engine, status: int
) -> None:
    async with sharing(engine) as store:
        await store.started(1)
        receiver = await store.receiver(1)
        owner, _ = await until_frozen_too_long(store, receiver)
        was = owner.lease_manager.process
        before = list(owner.network.all)

        owner.is_frozen = False
        owner.network.answer(status=status)
        await store.recorded(owner)

        assert owner.network.all == before
        assert owner.places.closed
        await store.quiet()
        assert owner.lease_manager.process.id != was.id
        assert owner.lease_manager.process.slot != was.slot
        assert owner.ids._worker == owner.lease_manager.process.slot
        assert not owner.places.closed
        assert sorted(one.held for one in store.machines) == [32, 32]


def recorded(tx: Transaction) -> tuple[list[tuple[int, str]], int, int]:
    """The attempts with their outcomes, the number of rows in `retries`, and the attempts counted."""
    outcomes = tx.execute("SELECT sequence, outcome FROM attempts ORDER BY id")
    retries = tx.execute("SELECT count(*) FROM retries")[0][0]
    counted = tx.execute("SELECT coalesce(sum(accepted + failed), 0) FROM tallies")[0][0]
    return [(row[0], row[1]) for row in outcomes], int(retries), int(counted)


async def test_a_failure_recorded_after_a_take_over_changes_nothing(engine: Engine) -> None:
    async with sharing(engine) as store:
        await store.started(1)
        receiver = await store.receiver(1)
        owner, other = await until_frozen_too_long(store, receiver)

        owner.network.answer(status=500)
        await store.recorded(owner)
        outcomes, retries, counted = await other.database.read(recorded)

        assert outcomes == [(1, "refused")], "it happened"
        assert counted == 1
        assert retries == 0
        owner.is_frozen = False
        await store.answered()
        assert store.sent(receiver.id) == [1, 1, 2]
        _, retries, counted = await other.database.read(recorded)
        assert (retries, counted) == (0, 3)


@pytest.mark.parametrize("status", [204, 500])
async def test_a_replay_counts_late_outcomes_and_keeps_its_owners_position(engine: Engine, status: int) -> None:
    async with sharing(engine) as store:
        await store.started(1)
        receiver = await store.receiver(1, start=3, cursor=2)
        replay = a_replay(receiver_id=receiver.id, first=1, last=2)
        await store.add(2)
        await store.alive[0].database.write(lambda tx: replays.insert(tx, replay))
        await store.alive[0].database.write(lambda tx: tx.changes.receivers.add(receiver.id))
        owner, other = await until_frozen_too_long(store, receiver, count=0)

        owner.network.answer(status=status)
        await store.recorded(owner)
        late = await other.database.read(lambda tx: replays.find(tx, receiver.id, replay.id))
        owner.is_frozen = False
        await store.answered()
        ended = await other.database.read(lambda tx: replays.find(tx, receiver.id, replay.id))

        assert late is not None and ended is not None
        assert (late.accepted, late.failed, late.position) == (int(status == 204), int(status == 500), 0)
        tried = await other.database.read(lambda tx: attempts.replayed(tx, replay.id, 0))
        assert tried == {1, 2}
        assert (ended.position, ended.accepted + ended.failed) == (2, 3), "the first was sent by both"


async def test_a_success_recorded_after_a_take_over_counts_and_removes_the_owners_retry(engine: Engine) -> None:
    async with sharing(engine) as store:
        await store.started(1)
        receiver = await store.receiver(1)
        owner, other = await until_frozen_too_long(store, receiver)
        assert [one.sequence for one in other.network.open] == [1]
        other.network.answer(status=500)
        await store.quiet()
        _, waiting, _ = await other.database.read(recorded)
        other.network.answer()
        await store.quiet()

        owner.network.answer(status=204)
        await store.recorded(owner)
        _, left, _ = await other.database.read(recorded)
        await store.passes(20)

        assert (waiting, left) == (1, 0)
        await store.answered()
        assert [sequence for _, sequence in other.network.all] == [1, 2], "its five seconds are over long ago"


async def test_an_ordered_receiver_of_a_dead_process_waits_for_its_requests(engine: Engine) -> None:
    async with sharing(engine) as store:
        await store.started(1)
        ordered = await store.receiver(1, ordered=True, deadline_s=10.0)
        plain = await store.receiver(1 + SHARDS)  # of the same shard
        owner, other = await until_frozen_too_long(store, ordered, plain, count=1)
        at_once = {one.receiver_id for one in other.network.open}

        await store.passes(9.9)
        await look_again(store, other, ordered)
        early = {one.receiver_id for one in other.network.open}
        await store.passes(0.1)
        await look_again(store, other, ordered)

        assert at_once == early == {plain.id}
        assert {one.receiver_id for one in other.network.open} == {plain.id, ordered.id}
        assert owner.is_frozen


async def look_again(store: SharedStore, machine: StoreProcess, receiver: Receiver) -> None:
    """Load a receiver as after a change, because timers of the event loop do not follow the test's clock."""
    await machine.database.write(lambda tx: tx.changes.receivers.add(receiver.id))
    await store.quiet()


async def test_a_shard_with_requests_in_flight_is_released_as_not_clean(engine: Engine) -> None:
    async with sharing(engine) as store:
        [first, second] = await store.started(2)
        await second.kill()
        await store.passes(LEASE_S)
        await store.passes(29)
        [third] = await store.started(1)
        early = {one.shard for one in await first.database.read(shards.find_all) if not one.is_clean}
        await third.stop()
        await third.lease_manager.poll()
        await third.close()
        await store.quiet()
        await store.passes(30)
        [fourth] = await store.started(1)

        assert early & third.lease_manager.held_shards == set()
        assert early, "whoever takes one of these waits in his turn"
        late = {one.shard for one in await first.database.read(shards.find_all) if not one.is_clean}
        assert late & fourth.lease_manager.held_shards == set()


async def test_when_a_lease_ends_requests_to_ordered_receivers_end_and_others_go_on(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        ordered = await store.receiver(1, ordered=True)
        plain = await store.receiver(2)
        await store.add()
        await store.quiet()
        assert {one.receiver_id for one in owner.network.open} == {ordered.id, plain.id}

        owner.clock.move(LEASE_S)
        owner.lease_manager._check_lease()

        assert {one.receiver_id for one in owner.network.open} == {plain.id}
        assert not owner.lease_manager.may_send(plain.id)
        await store.quiet()
        assert owner.lease_manager.may_send(plain.id)
        assert ordered.id in {one.receiver_id for one in owner.network.open}, "it was not lost, and goes on"


async def test_a_lease_is_counted_from_when_its_renewal_was_asked_for(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        asked_s = owner.clock.monotonic() + 5
        owner.clock.move(5)

        def slow(tx: Transaction) -> None:
            owner.clock.move(4)

        waiting = owner.database.write(slow)
        await owner.lease_manager.poll()
        await waiting

        assert owner.clock.monotonic() == asked_s + 4
        owner.clock.move(LEASE_S - 4 - 0.001)
        assert not owner.places.closed
        owner.clock.move(0.001)
        assert owner.places.closed


async def test_a_shard_whose_owner_nobody_knows_is_freed(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        await owner.database.write(
            lambda tx: tx.update("UPDATE shards SET owner = 'prc_gone', epoch = epoch + 1 WHERE shard = 3")
        )

        await store.quiet()

        assert owner.held == SHARDS
        assert set(await owners(store)) == {owner.lease_manager.process.id}


def told(store: SharedStore) -> set[int]:
    """The processes that have notified the others since the last call."""
    who = {store.machines.index(machine) for machine in store.told}
    store.told.clear()
    return who


async def test_the_others_are_told_who_comes_and_goes_and_what_is_given_back(engine: Engine) -> None:
    async with sharing(engine) as store:
        await store.started(2)
        coming = told(store)
        [third] = await store.started(1)
        giving = told(store)
        await store.passes(LEASE_S)
        nothing = told(store)
        await third.kill()
        await store.passes(LEASE_S)
        buried = told(store)
        await store.machines[1].stop()
        leaving = told(store)
        await store.machines[1].close()
        gone = told(store)

        assert coming == {0, 1}
        assert giving == {0, 1, 2}
        assert nothing == set()
        assert len(buried) == 1
        assert leaving == gone == {1}


async def test_one_of_them_runs_store_jobs(engine: Engine) -> None:
    async with sharing(engine) as store:
        await store.started(1, role=Role.API)
        senders = await store.started(3)
        one = [machine for machine in store.machines if machine.lease_manager.is_leader]
        one[0].clock.move(LEASE_S)
        late = [machine for machine in store.machines if machine.lease_manager.is_leader]
        await one[0].kill()
        await store.passes(LEASE_S)
        another = [machine for machine in store.alive if machine.lease_manager.is_leader]

        assert len(one) == len(another) == 1
        assert one[0] in senders
        assert late == []
        assert another != one


async def test_what_the_table_says_is_true_whoever_wrote_it(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        moved, raised = min(second.lease_manager.held_shards), max(second.lease_manager.held_shards)

        def write(tx: Transaction) -> None:
            tx.update("UPDATE shards SET epoch = epoch + 5 WHERE shard = ?", (raised,))
            sql = "UPDATE shards SET owner = ?, epoch = epoch + 1 WHERE shard = ?"
            tx.update(sql, (first.lease_manager.process.id, moved))

        await first.database.write(write)
        await store.quiet()

        epochs, owned = await store.epochs(), await owners(store)
        for machine in (first, second):
            held = {number for number, owner in enumerate(owned) if owner == machine.lease_manager.process.id}
            assert machine.lease_manager.held_shards == held
            assert {number: machine.lease_manager._held[number].epoch for number in held} == {
                number: epochs[number] for number in held
            }
        assert (first.held, second.held) == (32, 32)


async def test_who_cannot_say_that_it_leaves_gives_everything_back_all_the_same(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(tx: Transaction, process_id: str) -> None:
        raise Unavailable

    async with sharing(engine) as store:
        first, second = await store.started(2)
        monkeypatch.setattr(processes, "leave", fail)

        await first.stop()
        await first.lease_manager.poll()

        assert first.held == 0
        assert {one for one in await owners(store) if one is not None} == {second.lease_manager.process.id}


async def test_who_ends_at_once_says_of_what_something_is_under_way(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        receiver = await store.receiver(max(first.lease_manager.held_shards))
        await store.add()
        await store.quiet()
        assert len(first.network.open) == 1

        await first.stop()
        await first.close()
        given = {one.shard: one.is_clean for one in await second.database.read(shards.find_all) if one.owner is None}

        assert len(given) == SHARDS // 2
        assert [shard for shard, is_clean in given.items() if not is_clean] == [receiver.id]


async def test_what_waited_for_the_lease_is_sent_as_soon_as_it_is_renewed(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        await store.receiver()
        owner.clock.move(LEASE_S)
        await store.add()
        await store.recorded(owner)
        early = list(owner.network.open)

        await owner.lease_manager.poll()

        assert early == []
        assert [one.sequence for one in owner.network.open] == [1]
