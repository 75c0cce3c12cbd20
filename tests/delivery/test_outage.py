"""An outage of a receiver, over the real network: its cost, and what happens when it is over."""

import time
from collections import Counter
from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.domain.deliveries.breaker import PAUSE_S_LONGEST
from plantstore.storage.tables import retries
from tests.receiver import Receiving, a_server
from tests.running import add, cursor, register, settings

pytestmark = [
    pytest.mark.usefixtures("engine_kind", "audited"),
    pytest.mark.sqlite_only("what an outage costs does not depend on the engine"),
]

EARLY, PLANTS, AT_ONCE = 500, 6_000, 1_000
SCALE = 1_000.0
CONCURRENCY = 64


async def add_many(store: Store) -> None:
    for first in range(0, PLANTS, AT_ONCE):
        await add(store, *[f"Plant {number}" for number in range(first, first + AT_ONCE)])


async def test_plants_added_during_an_outage_cost_no_rows_and_arrive_once_when_it_is_over(tmp_path: Path) -> None:
    async with (
        a_server() as server,
        open_store(settings(tmp_path, retry_scale=SCALE, concurrency_max=CONCURRENCY)) as store,
    ):
        receiver = await register(store, server)
        await add(store, *[f"Early {number}" for number in range(EARLY)])
        await server.until(lambda one: len(one.accepted) == EARLY)
        server.answer = lambda got: 500

        await add_many(store)
        rows = await store.database.read(lambda tx: retries.count_waiting(tx, receiver.id))
        back_at = time.monotonic()
        server.answer = lambda got: 204
        await server.until(lambda one: len(one.accepted) > EARLY, within_s=PAUSE_S_LONGEST / SCALE + 5)
        began_s = time.monotonic() - back_at
        await server.until(lambda one: len(one.accepted) >= EARLY + PLANTS, within_s=60)
        per_s = PLANTS / (time.monotonic() - back_at)
        await store.dispatcher.settle(wait_s=10)

        print(f"{rows} rows in retries; back after {began_s:.2f} s; {per_s:,.0f} deliveries/s")
        assert rows <= CONCURRENCY + 5
        assert set(Counter(server.accepted).values()) == {1}
        assert sorted(server.accepted) == list(range(1, EARLY + PLANTS + 1))
        assert _is_oldest_first(server)
        assert await cursor(store, receiver) == EARLY + PLANTS
        assert await store.database.read(lambda tx: retries.count_waiting(tx, receiver.id)) == 0


def _is_oldest_first(server: Receiving) -> bool:
    """True if all but a few events arrive within ten times the concurrency limit of their place.

    Stragglers are retries, which wait until they are read, and requests that open a connection: others overtake both.
    There are at most twice as many as connections; in any other order, nearly all events would be out of place.
    """
    arrived = server.accepted[EARLY:]
    places = enumerate(arrived)
    stragglers = [sequence for place, sequence in places if abs(sequence - EARLY - 1 - place) >= 10 * CONCURRENCY]
    return len(stragglers) <= 2 * CONCURRENCY
