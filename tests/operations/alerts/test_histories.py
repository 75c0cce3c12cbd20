"""Over any history of receivers and processes, a problem is open once, reported once, and its end after that."""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.alerts.channel import AlertChannel
from plantstore.domain.alerts.message import AlertMessage, Answer, MessageKind
from plantstore.domain.alerts.planning import PACE_S_MAX
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from tests.operations.alerts.alerting import ACCEPTED, LATER, Alerting, alerting
from tests.still_clock import StillClock

RECEIVERS = (1, 2, 3)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("fail", "disable", "recover", "restart", "away", "back")),
        st.sampled_from(RECEIVERS),
        st.sampled_from((0, 5, 30, 150)),
    ),
    max_size=12,
)
TWICE = "SELECT rule, subject FROM alert_incidents WHERE ended_at IS NULL GROUP BY rule, subject HAVING count(*) > 1"
LEFT = "SELECT incident_id FROM alert_announcements WHERE announced_at IS NULL"
ROUTES = "SELECT count(*) FROM alert_announcements"


@given(STEPS)
@settings(max_examples=25)
def test_every_history_is_reported_exactly(steps: list[tuple[str, int, int]]) -> None:
    asyncio.run(_check(steps))


async def _check(steps: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as folder:
        async with alerting(Path(folder), StillClock()) as shop:
            await shop.add_receivers(*RECEIVERS)
            for what, receiver, wait_s in steps:
                await _do(shop, what, receiver)
                await shop.run_for(wait_s)
                assert await shop.store.read(lambda tx: tx.execute(TWICE)) == []
            await _do(shop, "back", 0)
            for receiver in RECEIVERS:
                await shop.recover(receiver)
            await shop.run_for(2 * PACE_S_MAX + 600)

            routes = await shop.store.read(_count_routes)
            _check_messages(shop.channels.messages(), routes)
            assert await shop.store.read(lambda tx: tx.execute(LEFT)) == []


async def _do(shop: Alerting, what: str, receiver: int) -> None:
    match what:
        case "fail":
            await shop.fail(receiver, since=after(shop.clock.now(), seconds=-900))
        case "disable":
            await shop.disable(receiver)
        case "recover":
            await shop.recover(receiver)
        case "restart":
            shop.restart()
        case _:
            shop.channels.answer = _later if what == "away" else _accept


def _later(_channel: AlertChannel, _message: AlertMessage) -> Answer:
    return LATER


def _accept(_channel: AlertChannel, _message: AlertMessage) -> Answer:
    return ACCEPTED


def _count_routes(tx: Transaction) -> int:
    return int(tx.execute(ROUTES)[0][0])


def _check_messages(messages: list[AlertMessage], routes: int) -> None:
    """Check that each problem is in one message that reports it, and in a closing message at most once, later."""
    opened: Counter[str] = Counter()
    for message in messages:
        if message.kind is MessageKind.OPENED:
            opened.update(message.incident_ids)
        elif message.kind is MessageKind.CLOSED:
            assert set(message.incident_ids) <= set(opened)
    assert set(opened.values()) <= {1}
    assert len(opened) == routes
