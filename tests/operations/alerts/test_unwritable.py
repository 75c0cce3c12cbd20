"""A database that cannot be written: one message that needs no outbox, and one when it can be written again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plantstore.domain.alerts.message import MessageKind
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.errors import StoreFull
from plantstore.storage.tables import alert_rules
from tests.operations.alerts.alerting import ACCEPTED, LATER, MINUTE_S, Alerting, alerting
from tests.still_clock import StillClock


@pytest.fixture
async def shop(tmp_path: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    async with alerting(tmp_path, clock) as one:
        yield one


async def test_a_full_disk_is_reported_once_without_the_outbox_and_its_end_through_it(shop: Alerting) -> None:
    await shop.add_channel("ach_2")
    await shop.store.write(lambda tx: alert_rules.put_routes(tx, "ach_2", {RuleKey.DISK_LOW: False}))
    shop.store.database.fault = StoreFull()
    await shop.run_for(55)
    assert shop.channels.sent == []
    await shop.run_for(30 * MINUTE_S)
    assert [message.title for message in shop.channels.messages()] == ["The database cannot be written"]

    shop.store.database.fault = None
    await shop.run_for(30)
    assert shop.channels.kinds() == [MessageKind.OPENED, MessageKind.CLOSED]
    assert shop.channels.messages("ach_2") == []


async def test_a_channel_that_is_busy_gets_it_later(shop: Alerting) -> None:
    shop.channels.answer = lambda _channel, _message: LATER
    shop.store.database.fault = StoreFull()
    await shop.run_for(2 * MINUTE_S)
    shop.channels.answer = lambda _channel, _message: ACCEPTED
    await shop.run_for(10 * MINUTE_S)

    assert shop.channels.kinds() == [MessageKind.OPENED]
