"""An event that no receiver accepts does not delay others: real network, and a clock that the test moves."""

from functools import partial
from pathlib import Path

import pytest

from plantstore.app.store import open_store
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, Retry, RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US
from plantstore.receivers import deliveries
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries
from tests.receiver import Got, Receiving, a_server
from tests.running import add, register, settings
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")

POISON = 1


def refuses_poison(got: Got) -> int:
    return 500 if got.sequence == POISON else 204


def requests_for_poison(server: Receiving) -> int:
    return sum(got.sequence == POISON for got in server.got)


def asked_for_poison(server: Receiving, *, times: int) -> bool:
    return requests_for_poison(server) >= times


def has_accepted(server: Receiving, *, count: int) -> bool:
    return len(server.accepted) == count


def row_of(receiver_id: ReceiverId, tx: Transaction) -> Retry | None:
    return retries.find(tx, receiver_id, POISON)


async def test_a_poison_plant_ends_exhausted_after_seventeen_attempts_and_a_retry_by_hand_then_works(
    tmp_path: Path,
) -> None:
    clock = StillClock()
    started_at = clock.now()
    async with (
        a_server() as shop,
        a_server() as printer,
        open_store(settings(tmp_path, retry_scale=1), clock=clock) as store,
    ):
        shop.answer = printer.answer = refuses_poison
        servers = {(await register(store, server)).id: server for server in (shop, printer)}
        at_shop, at_printer = servers
        await add(store, "poison")
        for number in range(1, ATTEMPTS_MAX + 1):
            rows: list[Retry] = []
            for receiver_id, server in servers.items():
                await server.until(partial(asked_for_poison, times=number))
                await store.dispatcher.settle(wait_s=10)
                row = await store.database.read(partial(row_of, receiver_id))
                assert row is not None
                rows.append(row)
            assert {row.attempts for row in rows} == {number}
            clock.move(max(0, max(row.next_attempt_at for row in rows) - clock.now()) / SECOND_US)
            store.dispatcher._assigner.poll_now()  # the leases have ended: the next poll would come a second later
            await add(store, f"Plant {number}")
            for server in servers.values():
                await server.until(partial(has_accepted, count=number))

        assert {row.state for row in rows} == {RetryState.EXHAUSTED}
        assert 117 <= (clock.now() - started_at) / SECOND_US / 3600 <= 142
        assert [requests_for_poison(server) for server in servers.values()] == [ATTEMPTS_MAX] * 2

        shop.answer = lambda got: 204
        await store.database.write(lambda tx: deliveries.retry_now(tx, at_shop, POISON))
        await shop.until(lambda one: POISON in one.accepted)
        await store.dispatcher.settle(wait_s=10)

        _, healed = await store.database.read(lambda tx: deliveries.find(tx, at_shop, POISON))
        _, other = await store.database.read(lambda tx: deliveries.find(tx, at_printer, POISON))
        assert (healed.state, other.state) == (DeliveryState.DELIVERED, DeliveryState.EXHAUSTED)
