"""This version opens a store of 0.2.0 that was stopped during its work: everything is there, and work resumes."""

from collections import Counter
from pathlib import Path

import pytest

from plantstore.domain.deliveries.breaker import BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayState
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver, ReceiverState
from plantstore.storage.database import Transaction
from plantstore.storage.tables import activity, plants, receivers, replays, retries, tokens
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.receiver import Got
from tests.running import add
from tests.upgrade.make_0_2_0 import PACE
from tests.upgrade.upgrading import (
    V_0_2_0,
    at_rest,
    check_request,
    counts_of,
    log_of,
    moved_file,
    receivers_of,
    sequences,
    upgraded,
)

FACTS = V_0_2_0.facts
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


def replays_of(tx: Transaction, receiver: Receiver) -> list[Replay]:
    return replays.page(tx, receiver.id, limit=10)


def is_down(_: Got) -> int:
    return 503


@moved_file
async def test_the_catalogue_and_the_log_are_there(tmp_path: Path) -> None:
    async with at_rest(V_0_2_0, tmp_path) as store:
        found = await store.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=100))
        log = await store.read(log_of)

        assert [one.id for one in found] == list(range(2, 12))
        assert Counter(one.status for one in found) == {Status.ACTIVE: 8, Status.DRAFT: 1, Status.ARCHIVED: 1}
        assert (found[0].fields.stock_quantity, found[0].fields.tag) == (2, None)
        assert [event.plant_id for event in log] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
        assert [event.sequence for event in log if event.erased] == [1]


@moved_file
async def test_receivers_keep_their_states(tmp_path: Path) -> None:
    async with at_rest(V_0_2_0, tmp_path) as store:
        found = await store.read(receivers_of)

        assert {name: one.state for name, one in found.items()} == {
            "web shop": ReceiverState.ACTIVE,
            "listener": ReceiverState.ACTIVE,
            "label printer": ReceiverState.ACTIVE,
            "warehouse": ReceiverState.ACTIVE,
            "accounts": ReceiverState.FAILING,
            "old till": ReceiverState.PAUSED,
            "marketplace": ReceiverState.DISABLED,
            "search": ReceiverState.ACTIVE,
        }
        assert found["marketplace"].breaker.reason is DisabledReason.GONE
        assert (found["warehouse"].ordered, found["warehouse"].max_rate, found["warehouse"].deadline_s) == (
            True,
            50,
            10,
        )
        assert [name for name, one in found.items() if one.ephemeral] == ["listener"]
        assert [name for name, one in found.items() if one.resumes] == ["search"]


@moved_file
async def test_every_delivery_keeps_its_state(tmp_path: Path) -> None:
    async with at_rest(V_0_2_0, tmp_path) as store:
        printer = (await store.read(receivers_of))["label printer"].id
        kept = await store.read(lambda tx: retries.between(tx, printer, first=1, last=10))

        assert await store.read(counts_of) == {
            "web shop": {"delivered": 8, "queued": 2},
            "listener": {"delivered": 1, "queued": 2},
            "label printer": {"delivered": 3, "retrying": 2, "exhausted": 1, "cancelled": 2, "queued": 2},
            "warehouse": {"delivered": 2, "retrying": 1, "cancelled": 1, "queued": 6},
            "accounts": {"delivered": 2, "retrying": 5, "cancelled": 1, "queued": 2},
            "old till": {"delivered": 6, "held": 2, "cancelled": 2},
            "marketplace": {"delivered": 1, "held": 8, "cancelled": 1},
            "search": {"delivered": 7, "cancelled": 3},
        }
        assert {sequence: retry.state for sequence, retry in kept.items()} == {
            3: RetryState.WAITING,
            4: RetryState.EXHAUSTED,
            5: RetryState.CANCELLED,
            6: RetryState.WAITING,
        }
        assert [sequence for sequence, retry in kept.items() if retry.asked_at is not None] == [6]


@moved_file
async def test_replays_tokens_and_activities_are_there(tmp_path: Path) -> None:
    async with at_rest(V_0_2_0, tmp_path) as store:
        found = await store.read(receivers_of)
        (done,) = await store.read(lambda tx: replays_of(tx, found["web shop"]))
        (running,) = await store.read(lambda tx: replays_of(tx, found["search"]))
        kept = await store.read(lambda tx: tokens.page(tx, tokens.TokenFilter(), limit=10))
        named = {token.name: token for token in kept}
        rows = await store.read(lambda tx: activity.page(tx, activity.ActivityFilter(), limit=100))

        assert (done.state, done.total, done.accepted, done.failed) == (ReplayState.DONE, 3, 3, 0)
        assert (running.state, running.position, running.pace) == (ReplayState.RUNNING, 4, PACE)
        assert (running.total, running.accepted, running.failed) == (7, 2, 1)
        assert named.keys() == {"operator", "listener, its own"}
        assert named["listener, its own"].receiver_ids == frozenset({found["listener"].id})
        assert rows[0].action == "removeReceiver"
        assert [row.action for row in rows if row.actor == activity.STORE] == ["disableReceiver"]


async def test_the_backlog_is_delivered_with_each_receivers_settings(tmp_path: Path) -> None:
    async with upgraded(V_0_2_0, tmp_path) as (store, clock, servers):
        log = await store.database.read(log_of)
        shop = await servers["shop"].requests(2)
        await servers["listener"].requests(2)
        printer = await servers["printer"].requests(4)
        for count in range(1, 8):
            await servers["warehouse"].requests(count)
            clock.move(1)  # it has its own rate limit
        assert await store.dispatcher.settle(wait_s=10)

        assert sequences(servers["shop"]) == sequences(servers["listener"]) == [9, 10]
        for got in shop:
            secrets = FACTS["secret of the shop"], FACTS["old secret of the shop"]
            check_request(got, log[got.sequence - 1], *secrets)
        numbers = {got.sequence: got.headers["webhook-attempt"] for got in printer}
        assert numbers == {3: "2", 6: "2", 9: "1", 10: "1"}
        for got in printer:
            check_request(got, log[got.sequence - 1], FACTS["secret of the printer"], basic=True)
        assert [got.sequence for got in servers["warehouse"].got] == [4, 5, 6, 7, 8, 9, 10], "in its order"
        assert servers["old shop"].got == []


@moved_file
async def test_held_deliveries_stay_held_until_a_person_resumes_them(tmp_path: Path) -> None:
    async with upgraded(V_0_2_0, tmp_path) as (store, _, servers):
        found = await store.database.read(receivers_of)

        async def resume(name: str) -> None:
            receiver_id: ReceiverId = found[name].id
            await store.database.write(lambda tx: store.receivers.resume(tx, receiver_id, asked_by="operator"))

        await servers["accounts"].requests(7)
        assert await store.dispatcher.settle(wait_s=10)
        before = sequences(servers["till"]), sequences(servers["marketplace"])
        await resume("old till")
        await resume("marketplace")
        await servers["till"].requests(2)
        await servers["marketplace"].requests(8)

        assert before == ([], [])
        assert sequences(servers["till"]) == [5, 10], "what was cancelled is not sent"
        assert sequences(servers["marketplace"]) == [3, 4, 5, 6, 7, 8, 9, 10]


async def test_a_replay_resumes_at_its_position_and_ends_with_correct_counts(tmp_path: Path) -> None:
    async with upgraded(V_0_2_0, tmp_path) as (store, clock, servers):
        search = (await store.database.read(receivers_of))["search"]
        for count in range(1, 5):
            await servers["search"].requests(count)
            clock.move(1 / PACE)
        assert await store.dispatcher.settle(wait_s=10)
        (ended,) = await store.database.read(lambda tx: replays_of(tx, search))

        assert sequences(servers["search"]) == [5, 6, 7, 8], "nothing that was skipped"
        assert (ended.state, ended.position) == (ReplayState.DONE, 8)
        assert (ended.total, ended.accepted, ended.failed) == (7, 6, 1)


@moved_file
async def test_a_receiver_that_was_down_is_probed_and_gets_everything_when_it_is_back(tmp_path: Path) -> None:
    async with upgraded(V_0_2_0, tmp_path, accounts=is_down) as (store, clock, servers):
        accounts = (await store.database.read(receivers_of))["accounts"].id
        await servers["accounts"].requests(3)
        assert await store.dispatcher.settle(wait_s=10)
        probed = await store.database.read(lambda tx: receivers.find(tx, accounts))
        rounds = sequences(servers["accounts"])

        servers["accounts"].answer = lambda _: 204
        clock.move(60)
        await add(store, "Picea abies")
        await servers["accounts"].until(lambda one: len(one.accepted) == 8)
        assert await store.dispatcher.settle(wait_s=10)
        back = await store.database.read(lambda tx: receivers.find(tx, accounts))

        assert probed is not None and probed.breaker.state is BreakerState.OPEN
        assert probed.breaker.pauses == 2 and len(rounds) == 3, "one round, and then a longer pause"
        assert back is not None and back.state is ReceiverState.ACTIVE
        assert sorted(servers["accounts"].accepted) == [4, 5, 6, 7, 8, 9, 10, 11]
