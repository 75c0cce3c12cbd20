"""A running store for tests: the whole program except its HTTP side, on a real database, with loopback receivers."""

import asyncio
import ipaddress
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import uvloop

from plantstore.app.store import Store
from plantstore.catalogue.commands import Stored
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.plants.plant import Status
from plantstore.domain.receivers.receiver import Receiver
from plantstore.receivers.commands import Registered
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts
from plantstore.storage.tables import receivers
from tests.engines import settings_of
from tests.receiver import Receiving

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"),)


def settings(folder: Path, **changes: Any) -> Settings:
    values = settings_of(folder) | {"allow_networks": LOOPBACK, "retry_scale": 1_000_000} | changes
    return Settings(**values)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on the event loop that the program uses."""
    uvloop.run(test())


async def register(store: Store, receiving: Receiving, **options: Any) -> Receiver:
    """Register a test server as a receiver, and give the server its secret."""
    url = await store.receivers.check_url(receiving.url)
    made: Registered = await store.database.write(
        lambda tx: store.receivers.register(tx, url=url, **({"name": "test"} | options))
    )
    receiving.secret = made.secret.reveal()
    return made.receiver


async def add(store: Store, *names: str, status: Status = Status.ACTIVE, **fields: object) -> list[Stored]:
    """Add plants in one transaction."""
    raw = [{"name": name, **fields} for name in names]
    return await store.database.write(lambda tx: store.catalogue.add_plants(tx, raw, status=status))


async def cursor(store: Store, receiver: Receiver) -> int:
    def read(tx: Transaction) -> int:
        found = receivers.find(tx, receiver.id)
        assert found is not None
        return found.cursor

    return await store.database.read(read)


async def until_cursor(store: Store, receiver: Receiver, sequence: int) -> None:
    """Wait until every event up to a sequence number is settled."""
    async with asyncio.timeout(20):
        while await cursor(store, receiver) < sequence:
            await asyncio.sleep(0.01)


async def counts(store: Store, receiver: Receiver) -> Mapping[DeliveryState, int]:
    """Return the number of a receiver's deliveries in each state that has any."""

    def count(tx: Transaction) -> Mapping[DeliveryState, int]:
        found = receivers.find(tx, receiver.id)
        assert found is not None
        return delivery_counts.of_receiver(tx, found).by_state

    return {state: number for state, number in (await store.database.read(count)).items() if number}
