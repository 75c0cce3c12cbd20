"""Tells the processes that share a store of commits, and hears of theirs: so that nobody waits for the next look."""

import asyncio
from collections.abc import Callable

from plantstore.core.timers import Timer
from plantstore.storage.engine.protocols import CommitChannel, Engine

ASSIGNMENT_POLL_DELAY_S = (
    0.2  # between hearing and a look at who owns what: plants are added often, and processes come seldom
)

Look = Callable[[], None]


class CommitNotifier:
    """Between the engine's news, which come in a thread, and those who look at the tables then, on the loop.

    A store alone has no news.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._looks: tuple[Look, Timer] | None = None
        self._channel: CommitChannel | None = None

    def subscribe(self, dispatcher: Look, owner: Look) -> None:
        """Say who looks: the dispatcher at once, the owner soon after."""
        self._looks = dispatcher, Timer(owner)

    def start(self) -> None:
        self._channel = self._engine.commit_channel(self._hear)

    def notify(self) -> None:
        """Say that something was committed."""
        if self._channel is not None:
            self._channel.notify()

    async def stop(self) -> None:
        """Tell what is untold still, and hear no more."""
        if self._channel is not None:
            await asyncio.to_thread(self._channel.close)
        if self._looks is not None:
            self._looks[1].cancel()

    def _hear(self) -> None:
        self._loop.call_soon_threadsafe(self._heard)

    def _heard(self) -> None:
        if self._looks is not None:
            dispatcher, owner = self._looks
            dispatcher()
            owner.set(ASSIGNMENT_POLL_DELAY_S)
