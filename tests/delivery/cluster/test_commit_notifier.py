"""Notifications between processes: sent after a commit, received in a thread, handled on the event loop."""

import asyncio
import threading
from collections.abc import Callable
from typing import cast

from plantstore.delivery.cluster.commit_notifier import CommitNotifier
from plantstore.storage.engine.protocols import CommitChannel, Engine
from tests.sharing import sharing

PATIENCE_S = 20.0


class NotifyingEngine:
    """An engine with notifications that a test triggers."""

    def __init__(self) -> None:
        self.told = 0
        self.is_closed = False
        self._on_commit: Callable[[], None] = lambda: None

    def commit_channel(self, on_commit: Callable[[], None]) -> CommitChannel:
        self._on_commit = on_commit
        return self

    def notify(self) -> None:
        self.told += 1

    def close(self) -> None:
        self.is_closed = True

    def deliver_notification(self) -> None:
        """Deliver a notification in a thread, as an engine does."""
        thread = threading.Thread(target=self._on_commit)
        thread.start()
        thread.join()


async def test_a_notification_in_a_thread_causes_a_poll_on_the_event_loop() -> None:
    engine, looked_in, owner_looked = NotifyingEngine(), list[threading.Thread](), asyncio.Event()
    commit_notifier = CommitNotifier(cast(Engine, engine))
    commit_notifier.subscribe(lambda: looked_in.append(threading.current_thread()), owner_looked.set)
    commit_notifier.start()

    for _ in range(3):
        await asyncio.to_thread(engine.deliver_notification)
    async with asyncio.timeout(PATIENCE_S):
        await owner_looked.wait()

    assert looked_in == [threading.current_thread()] * 3
    await commit_notifier.stop()


async def test_notifications_are_sent_between_start_and_stop_only() -> None:
    engine = NotifyingEngine()
    commit_notifier = CommitNotifier(cast(Engine, engine))

    commit_notifier.notify()
    before = engine.told
    commit_notifier.start()
    commit_notifier.notify()
    await commit_notifier.stop()

    assert (before, engine.told, engine.is_closed) == (0, 1, True)


async def test_each_process_knows_the_age_of_the_others_heartbeats(engine: Engine) -> None:
    async with sharing(engine) as store:
        first, second = await store.started(2)
        await second.freeze()
        before = first.lease_manager.heartbeat_ages_s()

        await store.passes(7)

        after = first.lease_manager.heartbeat_ages_s()
        me, other = first.lease_manager.process.id, second.lease_manager.process.id
        assert (before[me], after[me]) == (0.0, 0.0)
        assert after[other] - before[other] == 7.0
