"""This version opens a store of 0.1.0: everything is there, and its backlog is delivered."""

from pathlib import Path

import pytest

from plantstore.domain.deliveries.breaker import HEALTHY
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.plants.plant import Status
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.domain.secret import Secret
from plantstore.storage.tables import plants, receivers, retries
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.upgrade.upgrading import (
    V_0_1_0,
    at_rest,
    check_request,
    counts_of,
    log_of,
    moved_file,
    receivers_of,
    upgraded,
)

FACTS = V_0_1_0.facts
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


@moved_file
async def test_the_catalogue_and_the_log_are_there(tmp_path: Path) -> None:
    async with at_rest(V_0_1_0, tmp_path) as store:
        found = await store.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=100))
        log = await store.read(log_of)

        assert [(one.id, one.status) for one in found] == [
            (1, Status.ACTIVE),
            (2, Status.ACTIVE),
            (3, Status.DRAFT),
            (4, Status.ACTIVE),
            (5, Status.ARCHIVED),
        ]
        assert (found[0].version, found[0].fields.stock_quantity, found[0].fields.price) == (2, 2, "149.00")
        assert found[0].fields.common_names == ("Swiss cheese plant", "窓孔蓬莱蕉")
        assert await store.read(lambda tx: plants.find_tombstone(tx, 6)) is not None
        assert [(event.sequence, event.plant_id) for event in log] == [(1, 1), (2, 2), (3, 4), (4, 5), (5, 6)]


@moved_file
async def test_receivers_keep_their_state_without_counted_failures(tmp_path: Path) -> None:
    async with at_rest(V_0_1_0, tmp_path) as store:
        found = await store.read(receivers_of)
        counts = await store.read(counts_of)
        printer = found["label printer"].id
        kept = await store.read(lambda tx: retries.between(tx, printer, first=1, last=5))

        assert counts == {
            "web shop": {"delivered": 5},
            "label printer": {"delivered": 1, "retrying": 3, "exhausted": 1},
            "warehouse": {"queued": 5},
        }
        for one in found.values():
            assert (one.state, one.breaker, one.resumes) == (ReceiverState.ACTIVE, HEALTHY, 0)
            assert (one.ordered, one.max_rate, one.ephemeral) == (False, None, False)
        assert kept[3].state is RetryState.EXHAUSTED
        assert all(retry.asked_at is None for retry in kept.values())


async def test_exactly_the_backlog_is_delivered(tmp_path: Path) -> None:
    async with upgraded(V_0_1_0, tmp_path) as (store, _, servers):
        log = await store.database.read(log_of)
        retried = await servers["printer"].requests(3)
        caught_up = await servers["warehouse"].requests(5)
        assert await store.dispatcher.settle(wait_s=10)

        assert {got.sequence: got.headers["webhook-attempt"] for got in retried} == {2: "2", 4: "2", 5: "2"}
        assert sorted(got.sequence for got in caught_up) == [1, 2, 3, 4, 5]
        assert servers["shop"].got == servers["till"].got == []
        for got in caught_up:
            check_request(got, log[got.sequence - 1], FACTS["secret of the warehouse"])
        for got in retried:
            check_request(got, log[got.sequence - 1], FACTS["secret of the printer"], basic=True)
        assert await store.database.read(counts_of) == {
            "web shop": {"delivered": 5},
            "label printer": {"delivered": 4, "exhausted": 1},
            "warehouse": {"delivered": 5},
        }


@moved_file
async def test_a_secret_does_not_expire_and_can_be_rotated(tmp_path: Path) -> None:
    async with upgraded(V_0_1_0, tmp_path) as (store, _, servers):
        warehouse = (await store.database.read(receivers_of))["warehouse"].id
        before = await store.database.read(lambda tx: receivers.credentials(tx, store.secret_box, warehouse))
        await servers["warehouse"].requests(5)

        rotated = await store.database.write(lambda tx: store.receivers.rotate_secret(tx, warehouse))
        found = await store.database.read(lambda tx: receivers.credentials(tx, store.secret_box, warehouse))

        assert before.secrets == (Secret(FACTS["secret of the warehouse"]),)
        assert before.old_secrets_end_at is None
        assert found.secrets == (rotated.secret, *before.secrets)
        assert found.access_token == before.access_token
