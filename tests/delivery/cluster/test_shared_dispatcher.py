"""Processes that share a store read from the tables what others have added and changed."""

from collections.abc import Callable
from dataclasses import replace

from plantstore.domain.deliveries.lease import Role, shard_of
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import receivers
from tests.sharing import SharedStore, StoreProcess, sharing


async def an_api_and_an_owner(store: SharedStore) -> tuple[StoreProcess, StoreProcess]:
    [api] = await store.started(1, role=Role.API)
    [owner] = await store.started(1, role=Role.DISPATCHER)
    return api, owner


async def test_an_event_that_another_process_added_is_sent_and_read_once(engine: Engine) -> None:
    async with sharing(engine) as store:
        api, owner = await an_api_and_an_owner(store)
        receiver = await store.receiver()
        await store.add(3, by=api)
        assert owner.log.head == 0

        await owner.dispatcher.poll()

        assert owner.log.head == 3
        assert [one.sequence for one in owner.network.open] == [1]
        await store.answered()
        assert store.sent(receiver.id) == [1, 2, 3]
        assert api.network.all == []


async def test_processes_that_add_in_turns_have_the_whole_log_in_memory(engine: Engine) -> None:
    async with sharing(engine) as store:
        machines = await store.started(2)
        receiver = await store.receiver()
        for number in range(10):
            await store.add(2, by=machines[number % 2])
        await store.answered()

        def in_memory(machine: StoreProcess) -> list[Event | None]:
            return [machine.log.get(sequence) for sequence in range(1, 21)]

        assert None not in in_memory(machines[0])
        assert in_memory(machines[0]) == in_memory(machines[1])
        assert store.sent(receiver.id) == list(range(1, 21))
        assert [machine.log._pages for machine in machines] == [{}, {}]


async def change(machine: StoreProcess, receiver: Receiver, **changes: object) -> None:
    changed = replace(receiver, **changes)  # type: ignore[arg-type]
    await machine.database.write(lambda tx: receivers.update(tx, changed))


async def test_a_receiver_that_was_paused_in_another_process_gets_nothing_more(engine: Engine) -> None:
    async with sharing(engine) as store:
        api, owner = await an_api_and_an_owner(store)
        receiver = await store.receiver()
        await change(api, receiver, paused=True)
        await store.add(2, by=api)

        await store.answered()
        held = store.sent(receiver.id)
        await change(api, receiver, paused=False, resumes=1)
        await store.quiet()
        await store.answered()

        assert held == []
        assert store.sent(receiver.id) == [1, 2]
        assert owner.held == 64


async def test_a_receiver_that_was_removed_in_another_process_gets_nothing_more(engine: Engine) -> None:
    async with sharing(engine) as store:
        api, owner = await an_api_and_an_owner(store)
        receiver = await store.receiver()
        await api.database.write(lambda tx: receivers.mark_deleted(tx, receiver.id))
        await store.add(2, by=api)

        await store.answered()

        assert store.sent(receiver.id) == []
        assert owner.dispatcher._workers == {}


def seen_by(machine: StoreProcess) -> list[ReceiverId]:
    """The receivers that the dispatcher loads from now on."""
    looked: list[ReceiverId] = []
    look_at = machine.dispatcher._load_soon

    def looking(receiver_id: ReceiverId) -> None:
        looked.append(receiver_id)
        look_at(receiver_id)

    machine.dispatcher._load_soon = looking  # type: ignore[method-assign]
    return looked


async def test_only_touched_receivers_are_loaded_again(engine: Engine) -> None:
    async with sharing(engine) as store:
        api, owner = await an_api_and_an_owner(store)
        one, _ = await store.receiver(1), await store.receiver(2)
        looked = seen_by(owner)
        await store.quiet()
        untouched = list(looked)

        await change(api, one, name="till")
        await store.quiet()

        assert untouched == []
        assert looked == [one.id]


async def test_a_change_by_the_process_itself_is_loaded_once(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        receiver = await store.receiver()
        looked = seen_by(owner)

        await change(owner, receiver, name="till")
        await store.recorded(owner)
        at_once = owner.dispatcher._workers[receiver.id].name
        await store.quiet()

        assert at_once == "till"
        assert looked == [receiver.id], "that it was touched is no news to who has touched it"


async def test_a_change_of_another_processs_receiver_is_not_loaded(engine: Engine) -> None:
    async with sharing(engine) as store:
        machines = await store.started(2)
        all_receivers = [await store.receiver(number) for number in range(1, 9)]
        looked = [seen_by(machine) for machine in machines]
        for receiver in all_receivers:
            for machine in machines:
                await change(machine, receiver, name="till")
        await store.add(by=machines[0])
        await store.answered()

        workers = [set(machine.dispatcher._workers) for machine in machines]
        assert workers[0] | workers[1] == {one.id for one in all_receivers}
        assert not workers[0] & workers[1]
        assert [set(one) for one in looked] == workers
        assert [store.sent(one.id) for one in all_receivers] == [[1]] * 8


async def test_a_commit_after_those_of_other_processes_causes_an_immediate_poll(engine: Engine) -> None:
    async with sharing(engine) as store:
        api, owner = await an_api_and_an_owner(store)
        asked: list[str] = []
        owner.dispatcher.poll_now = lambda: asked.append("look")  # type: ignore[method-assign]
        await store.add(by=owner)
        await store.recorded(owner)
        follows = list(asked)
        await api.dispatcher.poll()
        await store.add(by=api)
        await store.add(by=owner)
        await store.recorded(owner)

        assert follows == []
        assert asked == ["look"]
        assert owner.log.head == 1
        await owner.dispatcher.poll()
        await owner.dispatcher.poll()
        assert owner.log.head == 3


async def test_a_receiver_revoked_during_its_load_gets_no_worker(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        receiver = await store.receiver()
        owner.dispatcher.revoke([shard_of(receiver.id)])
        read = owner.database.read

        async def losing(function: Callable[[Transaction], object]) -> object:
            found = await read(function)
            owner.lease_manager._lose(list(owner.lease_manager._held))
            return found

        owner.database.read = losing  # type: ignore[assignment, method-assign]
        await owner.dispatcher._load(receiver.id)
        owner.database.read = read  # type: ignore[method-assign]

        assert owner.dispatcher._workers == {}


async def test_a_receiver_revoked_before_its_load_gets_a_worker_when_it_is_assigned_again(engine: Engine) -> None:
    async with sharing(engine) as store:
        [owner] = await store.started(1)
        async with owner.dispatcher._loading:  # so that its load waits for the lock
            receiver = await store.receiver()
            owner.lease_manager._lose(list(owner.lease_manager._held))
        await store.recorded(owner)
        lost = dict(owner.dispatcher._workers)

        await store.add(by=owner)
        await store.answered()

        assert lost == {}
        assert store.sent(receiver.id) == [1]
