"""Notifies the processes that share a store of each other's commits, so that they need not wait for the next poll."""

import asyncio
from collections.abc import Callable

from plantstore.core.timers import Timer
from plantstore.storage.engine.protocols import CommitChannel, Engine

ASSIGNMENT_POLL_DELAY_S = 0.2  # delay from a notification to the poll of assignments, so that one serves many commits

Poll = Callable[[], None]


class CommitNotifier:
    """Sends notifications of our commits, and polls when a notification of another process arrives.

    The engine delivers notifications in its own thread; the polls run on the event loop. If the store is not shared,
    the notifier does nothing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._polls: tuple[Poll, Timer] | None = None
        self._channel: CommitChannel | None = None

    def subscribe(self, poll_tables: Poll, poll_assignments: Poll) -> None:
        """Set the callbacks for notifications of other processes' commits.

        On each notification `poll_tables` is called immediately, and `poll_assignments` after ASSIGNMENT_POLL_DELAY_S.
        """
        self._polls = poll_tables, Timer(poll_assignments)

    def start(self) -> None:
        self._channel = self._engine.commit_channel(self._receive)

    def notify(self) -> None:
        """Notify the other processes of a commit."""
        if self._channel is not None:
            self._channel.notify()

    async def stop(self) -> None:
        """Send the pending notifications, and stop receiving."""
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
