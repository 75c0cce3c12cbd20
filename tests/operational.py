"""Subscribers to operational webhooks, and a store with a sender that a test runs."""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from plantstore.core.ids import Ids
from plantstore.domain.operational_webhook import (
    OperationalDelivery,
    OperationalEvent,
    OperationalType,
    Subscriber,
    event_id,
)
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.operations.notices.request import Origin
from plantstore.operations.notices.sender import OperationalSender
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.http_client import HttpClient
from plantstore.sending.tls import make_tls_context
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.tables import operational_events, operational_subscribers
from tests.makers import NOON
from tests.opened import Opened, opened
from tests.still_clock import StillClock

SECRET_BOX = SecretBox(b"k" * KEY_BYTES, os.urandom)
SECRET = make_secret(b"s" * 32)
TOKEN = AccessToken("t" * 24)
LOOPBACK = AddressPolicy(allow=(ip_network("127.0.0.0/8"),))
TLS = make_tls_context()
KIND = OperationalType.RECEIVER_DISABLED


def a_subscriber(id: str = "ops_1", *types: OperationalType, **changes: Any) -> Subscriber:
    subscriber = Subscriber(
        id=id,
        name="on call",
        url="https://ops.example/hook",
        types=types or tuple(OperationalType),
        version=1,
        created_by="tok_1",
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(subscriber, **changes)


def subscribe(
    tx: Transaction,
    id: str = "ops_1",
    *types: OperationalType,
    secret_box: SecretBox = SECRET_BOX,
    secret: Secret = SECRET,
    **changes: Any,
) -> Subscriber:
    subscriber = a_subscriber(id, *types, **changes)
    operational_subscribers.insert(tx, secret_box, subscriber, token=TOKEN, secret=secret)
    return subscriber


def written(tx: Transaction) -> list[dict[str, Any]]:
    """Return the bodies of all stored events, in the order of their ids."""
    return [json.loads(bytes(row[0])) for row in tx.execute("SELECT body FROM operational_events ORDER BY id")]


def waiting(tx: Transaction) -> list[tuple[str, str]]:
    """Return the subscribers and types of all events that wait."""
    sql = (
        "SELECT subscriber_id, type FROM operational_deliveries JOIN operational_events ON id = event_id "
        "WHERE state = 'waiting' ORDER BY subscriber_id, type, id"
    )
    return [(row[0], row[1]) for row in tx.execute(sql)]


async def resolve(host: str) -> list[str]:
    return ["127.0.0.1"]


class World:
    """A store with a sender that a test runs, and a clock that it moves."""

    def __init__(self, store: Opened, **options: Any) -> None:
        self.store = store
        self.clock = store.clock
        self.is_leader = True
        self.sender = self.a_sender(**options)

    def a_sender(
        self, *, policy: AddressPolicy = LOOPBACK, resolve: Any = resolve, **options: Any
    ) -> OperationalSender:
        client = HttpClient(address_policy=policy, resolve=resolve, tls=TLS, connect_s_max=5.0)
        return OperationalSender(
            database=self.store.database,
            secret_box=SECRET_BOX,
            client=client,
            ids=Ids(self.clock, os.urandom),
            clock=self.clock,
            chance=lambda: 0.0,
            origin=Origin(base_url="http://store.example", version="0.0.0"),
            runs=lambda: self.is_leader,
            **{"deadline_s": 5.0, "retry_scale": 1.0} | options,
        )

    async def subscribe(self, url: str, id: str = "ops_1", **changes: Any) -> None:
        await self.store.write(lambda tx: subscribe(tx, id, url=url, **changes))

    async def happens(self, *numbers: int, to: str = "ops_1") -> list[str]:
        """Write events, and return their ids."""

        def add(tx: Transaction) -> list[str]:
            made = [
                OperationalEvent(event_id(KIND, str(number), tx.now), KIND, tx.now, b'{"n":%d}' % number)
                for number in numbers
            ]
            operational_events.add(tx, made, {KIND: [to]})
            return [event.id for event in made]

        return await self.store.write(add)

    async def run(self, times: int = 1) -> None:
        """Run the sender this number of times, each until nothing is in flight."""
        for _ in range(times):
            await self.sender.run()
            await self.sender.wait_until_idle()

    async def deliveries(self, id: str = "ops_1") -> list[OperationalDelivery]:
        """Return the deliveries, the oldest event first."""
        found = await self.store.read(lambda tx: operational_events.page(tx, id, state=None, limit=100))
        return [one.delivery for one in reversed(found)]

    async def states(self, id: str = "ops_1") -> list[str]:
        return sorted(delivery.state for delivery in await self.deliveries(id))

    async def subscriber(self) -> Subscriber:
        found = await self.store.read(lambda tx: operational_subscribers.find(tx, "ops_1"))
        assert found is not None
        return found


@asynccontextmanager
async def a_world(folder: Path, clock: StillClock, **options: Any) -> AsyncIterator[World]:
    async with opened(folder, clock) as store:
        world = World(store, **options)
        try:
            yield world
        finally:
            await world.sender.stop()
