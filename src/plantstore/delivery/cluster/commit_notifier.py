"""Notifies the processes that share a store of commits, so that they need not wait for the next poll."""

import asyncio
from collections.abc import Callable

from plantstore.core.timers import Timer
from plantstore.storage.engine.protocols import CommitChannel, Engine

ASSIGNMENT_POLL_DELAY_S = 0.2  # plants are added often and processes join rarely: one poll serves many commits

Poll = Callable[[], None]


class CommitNotifier:
    """Passes notifications, which the engine delivers in a thread of its own, on to the event loop.

    It does nothing if the store is not shared.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._polls: tuple[Poll, Timer] | None = None
        self._channel: CommitChannel | None = None

    def subscribe(self, poll_tables: Poll, poll_assignments: Poll) -> None:
        """Set what to call: `poll_tables` immediately, `poll_assignments` after ASSIGNMENT_POLL_DELAY_S."""
        self._polls = poll_tables, Timer(poll_assignments)

    def start(self) -> None:
        self._channel = self._engine.commit_channel(self._receive)

    def notify(self) -> None:
        """Notify the other processes of a commit."""
        if self._channel is not None:
            self._channel.notify()

    async def stop(self) -> None:
        """Send the notifications that are pending, and receive no more."""
        if self._channel is not None:
            await asyncio.to_thread(self._channel.close)
        if self._polls is not None:
            self._polls[1].cancel()

    def _receive(self) -> None:
        self._loop.call_soon_threadsafe(self._on_notification)

    def _on_notification(self) -> None:
        if self._polls is not None:
            poll_tables, assignments = self._polls
            poll_tables()
            assignments.set(ASSIGNMENT_POLL_DELAY_S)
