"""Alerts of a store, from the state of its receivers to what a channel gets, and when."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plantstore.domain.alerts.message import MessageKind, Severity
from plantstore.domain.alerts.rules import RULES, RuleKey, RuleSetting
from plantstore.domain.timestamps import after
from plantstore.operations.alerts import engine as engines
from plantstore.storage.tables import alert_incidents, alert_rules
from tests.makers import NOON
from tests.operations.alerts.alerting import MINUTE_S, Alerting, alerting
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")
OPENED, CLOSED, REMINDER, DIGEST = MessageKind.OPENED, MessageKind.CLOSED, MessageKind.REMINDER, MessageKind.DIGEST


@pytest.fixture
async def shop(tmp_path: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    async with alerting(tmp_path, clock) as one:
        yield one


def minutes_after_noon(shop: Alerting) -> list[float]:
    return [(at - NOON) / 60e6 for at in shop.channels.at]


async def test_a_receiver_that_is_down_for_20_minutes_causes_one_alert_and_one_recovery_in_time(
    shop: Alerting,
) -> None:
    await shop.add_receivers(1)
    await shop.fail(1)
    await shop.run_for(20 * MINUTE_S)
    await shop.recover(1)
    await shop.run_for(30 * MINUTE_S)

    [opened, closed] = shop.channels.messages()
    assert (opened.kind, closed.kind) == (OPENED, CLOSED)
    assert (opened.title, closed.title) == ("Shop 1 is failing", "Shop 1 works again")
    assert (opened.severity, closed.severity) == (Severity.WARNING, Severity.RESOLVED)
    assert closed.lines == ("It was failing for 20 minutes. No delivery was waiting.",)
    first, second = minutes_after_noon(shop)
    assert 15 <= first <= 16
    assert 20 <= second <= 21


async def test_500_receivers_that_fail_together_share_one_message(shop: Alerting) -> None:
    await shop.add_receivers(*range(1, 501))
    for first in (1, 101, 201, 301, 401):
        await shop.fail(*range(first, first + 100))
        shop.clock.move(1)
    await shop.run_for(13 * MINUTE_S, every_s=MINUTE_S)
    await shop.run_for(4 * MINUTE_S)

    [message] = shop.channels.messages()
    assert message.title == "500 receivers are failing"
    assert message.lines[-1] == "480 more are not listed here."
    assert message.link == "https://store.example/alerts"


async def test_more_receivers_that_fail_soon_after_share_a_second_message(shop: Alerting) -> None:
    await shop.add_receivers(1, 2, 3)
    await shop.fail(1)
    await shop.fail(2, since=after(NOON, seconds=40))
    await shop.fail(3, since=after(NOON, seconds=100))
    await shop.run_for(20 * MINUTE_S)

    assert [message.title for message in shop.channels.messages()] == [
        "Shop 1 is failing",
        "2 receivers are failing",
    ]


@pytest.mark.sqlite_only("it runs no statement that others do not run on both engines")
async def test_a_receiver_that_keeps_failing_and_recovering_causes_fewer_messages_each_time(shop: Alerting) -> None:
    await shop.add_receivers(1)
    for _ in range(15):
        await shop.fail(1, since=after(shop.clock.now(), seconds=-15 * MINUTE_S))
        await shop.run_for(2 * MINUTE_S)
        await shop.recover(1)
        await shop.run_for(2 * MINUTE_S)

    await shop.run_for(70 * MINUTE_S)
    assert len(shop.channels.sent) <= 12
    assert shop.channels.messages()[-1].severity is Severity.RESOLVED


@pytest.mark.sqlite_only("it runs no statement that others do not run on both engines")
async def test_reminders_come_at_growing_intervals_until_the_problem_is_acknowledged(shop: Alerting) -> None:
    await shop.add_receivers(1)
    await shop.fail(1)
    await shop.run_for(16 * MINUTE_S)
    await shop.run_for(30 * 3_600, every_s=300)
    assert shop.channels.kinds() == [OPENED, REMINDER, REMINDER, REMINDER]
    assert [round(at / 60) for at in minutes_after_noon(shop)] == [0, 1, 5, 29]

    [incident] = await shop.store.read(alert_incidents.open_incidents)
    await shop.store.write(lambda tx: alert_incidents.acknowledge(tx, [incident.id], by="tok_1", name="Owner"))
    await shop.run_for(48 * 3_600, every_s=3_600)

    assert len(shop.channels.sent) == 4


async def test_a_muted_problem_is_reported_again_after_the_mute(shop: Alerting) -> None:
    await shop.add_receivers(1)
    await shop.fail(1)
    await shop.run_for(16 * MINUTE_S)
    [incident] = await shop.store.read(alert_incidents.open_incidents)
    until = after(shop.clock.now(), seconds=2 * 3_600)
    await shop.store.write(lambda tx: alert_incidents.mute(tx, incident.id, until=until))

    await shop.run_for(119 * MINUTE_S)
    assert shop.channels.kinds() == [OPENED]
    await shop.run_for(2 * MINUTE_S)
    assert shop.channels.kinds() == [OPENED, REMINDER]


async def test_a_receiver_that_is_paused_or_removed_is_not_said_to_work_again(shop: Alerting) -> None:
    await shop.add_receivers(1, 2)
    await shop.fail(1, 2)
    await shop.run_for(16 * MINUTE_S)
    await shop.store.write(lambda tx: tx.update("UPDATE receivers SET paused = 1 WHERE id = 1"))
    await shop.store.write(lambda tx: tx.update("UPDATE receivers SET deleted_at = 5 WHERE id = 2"))
    await shop.run_for(MINUTE_S)

    title = shop.channels.messages()[-1].title
    assert sorted(title.split(", ")) == ["Shop 1 was paused", "Shop 2 was removed"]


async def test_a_receiver_that_is_disabled_while_it_fails_causes_the_second_alert_and_no_recovery(
    shop: Alerting,
) -> None:
    await shop.add_receivers(1)
    await shop.fail(1)
    await shop.run_for(16 * MINUTE_S)
    await shop.disable(1)
    await shop.run_for(MINUTE_S)

    assert [message.title for message in shop.channels.messages()] == ["Shop 1 is failing", "Shop 1 is disabled"]


async def test_a_rule_that_is_off_or_not_wanted_is_silent(shop: Alerting) -> None:
    await shop.add_channel("ach_2")
    await shop.add_receivers(1, 2)
    off = RuleSetting(rule=RULES[RuleKey.RECEIVER_FAILING], enabled=False, threshold=15)
    await shop.store.write(lambda tx: alert_rules.put(tx, off, changed_by="tok_1"))
    wanted = {RuleKey.RECEIVER_DISABLED: False}
    await shop.store.write(lambda tx: alert_rules.put_routes(tx, "ach_2", wanted))
    await shop.fail(1)
    await shop.disable(2)
    await shop.run_for(20 * MINUTE_S)

    assert [message.title for message in shop.channels.messages()] == ["Shop 2 is disabled"]
    assert shop.channels.messages("ach_2") == []


async def test_a_threshold_says_how_long_a_receiver_may_fail(shop: Alerting) -> None:
    later = RuleSetting(rule=RULES[RuleKey.RECEIVER_FAILING], enabled=True, threshold=40)
    await shop.store.write(lambda tx: alert_rules.put(tx, later, changed_by="tok_1"))
    await shop.add_receivers(1)
    await shop.fail(1)

    await shop.run_for(39 * MINUTE_S)
    assert shop.channels.sent == []
    await shop.run_for(2 * MINUTE_S)
    assert shop.channels.kinds() == [OPENED]


@pytest.mark.sqlite_only("on PostgreSQL, other processes write too, and the lease is renewed")
async def test_a_quiet_engine_waits_for_the_slower_rules_and_a_busy_one_does_not(shop: Alerting) -> None:
    shop.clock.move(engines.SLOW_EVERY_S)
    assert await shop.engine.run() == engines.SLOW_EVERY_S
    shop.clock.move(10)
    assert await shop.engine.run() == engines.SLOW_EVERY_S - 10

    await shop.add_receivers(1)
    await shop.disable(1)
    assert await shop.engine.run() == engines.EVERY_S, "an incident begins"
    assert await shop.engine.run() == engines.EVERY_S, "its message waits for others"
    await shop.run_for(MINUTE_S)
    assert shop.channels.kinds() == [OPENED]
    assert await shop.engine.run() > engines.EVERY_S, "until the reminder"

    shop.clock.move(3_600 - MINUTE_S - 10)
    assert await shop.engine.run() == engines.EVERY_S, "a reminder is due soon"


async def test_an_engine_of_several_processes_polls_at_the_pace_of_the_lease(shop: Alerting) -> None:
    shop.restart(is_shared=True)
    await shop.engine.run()
    assert await shop.engine.run() == engines.EVERY_S
