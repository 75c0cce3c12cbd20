"""Two processes that are asked for the same stored responses, in different orders, do not wait for each other."""

import asyncio
from collections.abc import Sequence
from functools import partial

import pytest

from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import idempotency
from plantstore.storage.tables.idempotency import Request
from tests import engines
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER
from tests.postgres.test_synchronous import STORE, opened

KEYS, ROUNDS = 40, 30
BOX = SecretBox(bytes(32), lambda count: bytes(count))
REQUESTS = [Request(token_id="tok_1", key=f"key {number}", hash=b"hash") for number in range(KEYS)]
DEADLOCKS = f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{STORE}'"


def store_all(tx: Transaction) -> None:
    for request in REQUESTS:
        idempotency.store(tx, BOX, request, b"created")


async def ask(database: Database, requests: Sequence[Request]) -> list[bytes | None]:
    find = partial(idempotency.find, secret_box=BOX)
    futures = [
        database.write(partial(find, request=one), exclusive=False, prefetch=[idempotency.prefetch(one)])
        for one in requests
    ]
    return list(await asyncio.gather(*futures))


@pytest.mark.timeout(120)
async def test_stored_responses_are_locked_in_one_order() -> None:
    with clusters.running(tcp=True) as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        await asyncio.to_thread(engines.prepare, cluster.url(STORE))
        async with opened(cluster.url(STORE)) as one, opened(cluster.url(STORE)) as other:
            await one.write(store_all)
            for _ in range(ROUNDS):
                found = await asyncio.gather(ask(one, REQUESTS), ask(other, REQUESTS[::-1]))
                assert [set(one) for one in found] == [{b"created"}, {b"created"}]

        assert await asyncio.to_thread(cluster.sql, DEADLOCKS) == [(0,)]
