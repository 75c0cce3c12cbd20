"""Processes that share a store: one evaluates and sends, and another takes over when it has ended."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plantstore.domain.alerts.message import MessageKind
from plantstore.operations.alerts import lease
from plantstore.storage.tables import alert_incidents
from tests.operations.alerts.alerting import MINUTE_S, Alerting, alerting, an_engine
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")
NAMES = ("prc_a", "prc_b", "prc_c")


class Cluster:
    """Three processes, which poll one after another; those in `ended` do not."""

    def __init__(self, shop: Alerting) -> None:
        self.shop = shop
        self.processes = {name: an_engine(shop, shop.store.database, holder=name, is_shared=True) for name in NAMES}
        self.ended: set[str] = set()

    async def run_for(self, seconds: float) -> None:
        for _ in range(round(seconds / lease.RENEW_S)):
            self.shop.clock.move(lease.RENEW_S)
            for name, (engine, outbox) in self.processes.items():
                if name not in self.ended:
                    await engine.run()
                    await outbox.run()
                    await outbox.finish()

    async def holder(self) -> str:
        held = await self.shop.store.read(lease.read)
        assert held is not None
        return held.holder


@pytest.fixture
async def cluster(tmp_path: Path, clock: StillClock) -> AsyncIterator[Cluster]:
    async with alerting(tmp_path, clock) as shop:
        yield Cluster(shop)


async def test_three_processes_send_one_alert_and_one_recovery(cluster: Cluster) -> None:
    shop = cluster.shop
    await shop.add_receivers(1)
    await shop.fail(1)
    await cluster.run_for(20 * MINUTE_S)
    await shop.recover(1)
    await cluster.run_for(5 * MINUTE_S)

    assert shop.channels.kinds() == [MessageKind.OPENED, MessageKind.CLOSED]
    assert len({message.id for message in shop.channels.messages()}) == 2


async def test_another_process_takes_over_within_twenty_seconds(cluster: Cluster) -> None:
    shop = cluster.shop
    await cluster.run_for(MINUTE_S)
    first = await cluster.holder()
    cluster.ended.add(first)
    await shop.add_receivers(1)
    await shop.disable(1)
    await cluster.run_for(lease.LEASE_S + lease.RENEW_S)

    assert await cluster.holder() != first
    await cluster.run_for(15)
    assert shop.channels.kinds() == [MessageKind.OPENED]


async def test_a_process_that_was_frozen_changes_nothing(cluster: Cluster) -> None:
    shop = cluster.shop
    await cluster.run_for(MINUTE_S)
    frozen = await cluster.holder()
    cluster.ended.add(frozen)
    await cluster.run_for(MINUTE_S)
    await shop.add_receivers(1)
    await shop.disable(1)

    engine, outbox = cluster.processes[frozen]
    await engine.run()
    await outbox.run()
    assert await shop.store.read(alert_incidents.open_incidents) == []

    await cluster.run_for(MINUTE_S)
    assert shop.channels.kinds() == [MessageKind.OPENED]


async def test_a_process_that_stops_gives_the_lease_back(cluster: Cluster) -> None:
    await cluster.run_for(MINUTE_S)
    first = await cluster.holder()
    await cluster.processes[first][0].stop()
    cluster.ended.add(first)
    await cluster.run_for(lease.RENEW_S)

    assert await cluster.holder() != first
