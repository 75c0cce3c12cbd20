"""The outbox: a message is sent once whatever fails, and again with the same id after a kill at the wrong moment."""

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from plantstore.domain.alerts.channel import AlertChannel
from plantstore.domain.alerts.message import AlertMessage, Answer, MessageKind
from plantstore.operations.alerts import outbox
from plantstore.storage.tables import alert_messages
from plantstore.storage.tables.alert_messages import MessageState
from tests.operations.alerts.alerting import ACCEPTED, LATER, MINUTE_S, REFUSED, Alerting, alerting
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
async def shop(tmp_path: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    async with alerting(tmp_path, clock) as one:
        await one.add_receivers(1)
        await one.disable(1)
        yield one


async def states(shop: Alerting) -> list[MessageState]:
    return [one.state for one in await shop.store.read(lambda tx: alert_messages.newest(tx, limit=10))]


async def test_a_process_that_ends_before_it_sends_leaves_the_message_to_the_next(shop: Alerting) -> None:
    await shop.tick(send=False)
    shop.clock.move(15)
    await shop.tick(send=False)
    assert await states(shop) == [MessageState.PENDING]

    shop.restart()
    await shop.tick()

    assert shop.channels.kinds() == [MessageKind.OPENED]
    assert await states(shop) == [MessageState.SENT]


async def test_a_process_that_ends_while_it_sends_has_the_message_sent_again_with_its_id(shop: Alerting) -> None:
    ids = []

    def end(_channel: AlertChannel, message: AlertMessage) -> Answer:
        ids.append(message.id)
        raise Killed

    shop.channels.answer = end
    await shop.tick(send=False)
    shop.clock.move(15)
    await shop.engine.run()
    await shop.outbox.run()
    with pytest.raises(Killed):
        await next(iter(shop.outbox.sending))

    shop.restart()
    shop.channels.answer = lambda _channel, _message: ACCEPTED
    await shop.tick()

    assert [message.id for message in shop.channels.messages()] == ids
    assert await states(shop) == [MessageState.SENT]


async def test_a_kill_between_the_answer_and_its_commit_repeats_the_message_with_its_id(shop: Alerting) -> None:
    def accept_and_end(channel: AlertChannel, message: AlertMessage) -> Answer:
        shop.channels.sent.append((channel.id, message))
        raise Killed

    shop.channels.answer = accept_and_end
    await shop.tick(send=False)
    shop.clock.move(15)
    await shop.engine.run()
    await shop.outbox.run()
    with pytest.raises(Killed):
        await next(iter(shop.outbox.sending))
    assert await states(shop) == [MessageState.PENDING]

    shop.restart()
    shop.channels.answer = lambda _channel, _message: ACCEPTED
    await shop.tick()

    first, again = shop.channels.messages()
    assert first.id == again.id
    assert await states(shop) == [MessageState.SENT]


async def test_a_message_that_is_accepted_is_never_sent_again(shop: Alerting) -> None:
    await shop.run_for(20)
    for _ in range(3):
        shop.restart()
        await shop.run_for(2 * MINUTE_S)

    assert shop.channels.kinds() == [MessageKind.OPENED]


async def test_a_message_is_sent_later_while_the_other_side_is_busy(shop: Alerting) -> None:
    tried = []

    def answer(_channel: AlertChannel, message: AlertMessage) -> Answer:
        tried.append((message.id, shop.clock.now()))
        return LATER if len(tried) <= 3 else ACCEPTED

    shop.channels.answer = answer
    await shop.run_for(5 * MINUTE_S)

    assert len({id for id, _ in tried}) == 1
    times = [at for _, at in tried]
    waits_s = [(later - at) / 1e6 for at, later in pairwise(times)]
    assert waits_s == [10, 30, 60]
    assert shop.channels.kinds() == [MessageKind.OPENED]


async def test_a_refused_message_waits_for_new_settings_and_is_given_up_after_a_day(shop: Alerting) -> None:
    shop.channels.answer = lambda _channel, _message: REFUSED
    await shop.run_for(20)
    assert await states(shop) == [MessageState.PENDING]

    await shop.store.write(lambda tx: alert_messages.reschedule(tx, "ach_1", ACCEPTED))  # a test after a correction
    shop.channels.answer = lambda _channel, _message: ACCEPTED
    await shop.run_for(5)
    assert shop.channels.kinds() == [MessageKind.OPENED]


@pytest.mark.sqlite_only("it runs no statement that others do not run on both engines")
async def test_a_message_that_nobody_accepts_is_given_up_after_a_day(shop: Alerting) -> None:
    shop.channels.answer = lambda _channel, _message: REFUSED
    await shop.run_for(50 * 60 * MINUTE_S, every_s=600)

    assert (await states(shop))[-1] is MessageState.FAILED


async def test_one_slow_channel_does_not_delay_another(shop: Alerting) -> None:
    await shop.add_channel("ach_2")
    await shop.add_receivers(2)
    shop.channels.answer = lambda channel, _message: LATER if channel.id == "ach_1" else ACCEPTED
    await shop.disable(2)
    await shop.run_for(30)

    assert shop.channels.kinds("ach_1") == []
    assert shop.channels.kinds("ach_2") == [MessageKind.OPENED]


async def test_a_failing_channel_is_reported_through_the_others_once_and_never_through_itself(shop: Alerting) -> None:
    await shop.add_channel("ach_2")
    shop.channels.answer = lambda channel, _message: LATER if channel.id == "ach_1" else ACCEPTED
    await shop.run_for(60 * MINUTE_S)

    titles = [message.title for message in shop.channels.messages("ach_2")]
    assert titles == ["Shop 1 is disabled", "The alert channel Channel ach_1 is failing"]

    shop.channels.answer = lambda _channel, _message: ACCEPTED
    await shop.run_for(60 * MINUTE_S)
    assert shop.channels.kinds("ach_1")[0] is MessageKind.OPENED
    assert shop.channels.messages("ach_2")[-1].title == "The alert channel Channel ach_1 works again"


@pytest.mark.sqlite_only("it runs no statement that others do not run on both engines")
async def test_two_channels_that_fail_cause_no_loop(shop: Alerting) -> None:
    await shop.add_channel("ach_2")
    await shop.add_receivers(2)
    await shop.disable(2)
    shop.channels.answer = lambda _channel, _message: LATER
    await shop.run_for(12 * 60 * MINUTE_S, every_s=600)

    found = await shop.store.read(lambda tx: alert_messages.newest(tx, limit=1_000))
    assert len(found) <= 12


async def test_messages_of_a_channel_that_was_removed_or_disabled_are_not_sent(shop: Alerting) -> None:
    await shop.tick(send=False)
    shop.clock.move(15)
    await shop.tick(send=False)
    await shop.store.write(lambda tx: tx.update("DELETE FROM alert_channels"))
    await shop.run_for(30)

    assert shop.channels.sent == []
    assert await states(shop) == [MessageState.FAILED]


async def test_an_outbox_waits_until_its_next_message_is_due(shop: Alerting) -> None:
    assert await shop.outbox.run() == outbox.IDLE_POLL_S
    shop.channels.answer = lambda _channel, _message: LATER
    await shop.tick()
    shop.clock.move(15)
    await shop.tick()
    assert await states(shop) == [MessageState.PENDING]
    shop.clock.move(3)

    assert await shop.outbox.run() == outbox.RETRIES_S[0] - 3
